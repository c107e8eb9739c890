//! Results of earlier runs of `clunroll tune`, on PoCL: what they are used for, and what not.

use std::fs;

use crate::sandbox::Sandbox;

const KERNEL: &str = "#include \"by.h\"
__kernel void scale(__global float *a) {
  const int first = get_global_id(0) * 4;
  #pragma unroll
  for (int i = 0; i < 4; i++)
    a[first + i] *= BY;
}
";

const LAUNCH: &str = "[[launch]]
kernel = 'scale'
global = [32]
local = [8]
[launch.args]
a = { size = 128, file = 'a.bin' }
";

const AGAIN: &str = "clunroll: k.cl was measured ";

struct Cache(Sandbox);

impl Cache {
    fn new() -> Self {
        let sandbox = Sandbox::with(&[("k.cl", KERNEL), ("k.launch.toml", LAUNCH), ("by.h", "#define BY 3\n")]);
        sandbox.write("a.bin", [0_u8; 512]);
        Self(sandbox)
    }

    /// What is said by a run with these options, and its JSON report.
    fn tune(&self, options: &[&str]) -> (String, Vec<u8>) {
        let mut command = self.0.command();
        command.env("CLUNROLL_CACHE", "cache").args([
            "tune",
            "k.cl",
            "--factors",
            "2",
            "--time",
            "1",
            "--json",
            "out.json",
        ]);
        let output = command.args(options).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        (
            String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap(),
            self.0.read("out.json"),
        )
    }

    fn entries(&self) -> Vec<fs::DirEntry> {
        fs::read_dir(self.0.path("cache")).map_or_else(|_| Vec::new(), |listed| listed.map(Result::unwrap).collect())
    }

    /// Runs until the results are those of an earlier run. If other programs disturb a run, and then do not, the next one measures again.
    fn measured(&self) -> Vec<u8> {
        let mut before = self.tune(&[]).1;
        for _ in 0..5 {
            let (said, report) = self.tune(&[]);
            if said.contains(AGAIN) {
                assert!(
                    said.contains(" ago; --fresh measures again\n") && said.contains("kernel `scale` of k.cl"),
                    "{said}"
                );
                assert_eq!(report, before);
                return report;
            }
            before = report;
        }
        panic!("no run uses the results of another one");
    }
}

#[test]
fn the_same_run_shows_the_results_again() {
    if std::env::var("CLUNROLL_NO_OPENCL").as_deref() == Ok("1") {
        return;
    }
    let cache = Cache::new();
    cache.measured();
    assert_eq!(cache.entries().len(), 1);
    // What is found is also written and kept.
    let (said, _) = cache.tune(&["--profile", "devices.toml"]);
    assert!(said.contains(AGAIN) || said.contains("other programs use"), "{said}");
    assert!(String::from_utf8(cache.0.read("devices.toml")).unwrap().contains("function = \"scale\""));
    let (said, _) = cache.tune(&["--fresh"]);
    assert!(!said.contains(AGAIN), "{said}");
    assert_eq!(cache.entries().len(), 1);
    // A file that is included, and one with the contents of a buffer.
    cache.0.write("by.h", "#define BY 5\n");
    assert!(!cache.tune(&[]).0.contains(AGAIN));
    cache.0.write("a.bin", [1_u8; 512]);
    assert!(!cache.tune(&[]).0.contains(AGAIN));
    assert_eq!(cache.entries().len(), 3);
    // An entry that is damaged is named, and replaced.
    for entry in cache.entries() {
        fs::write(entry.path(), "{").unwrap();
    }
    let (said, _) = cache.tune(&[]);
    assert!(said.contains("clunroll: cache/") && said.contains(".json is damaged: it is not used\n"), "{said}");
    cache.measured();
}

/// What a compiler may read, and clunroll does not, is not known to be the same.
#[test]
fn what_is_unknown_is_not_kept() {
    if std::env::var("CLUNROLL_NO_OPENCL").as_deref() == Ok("1") {
        return;
    }
    let cache = Cache::new();
    cache.0.write("k.cl", format!("#if 0\n#endif\n{KERNEL}#ifdef NEVER\n#include_next <x>\n#endif\n"));
    cache.tune(&[]);
    assert_eq!(cache.entries().len(), 0);
    // An empty variable turns the cache off.
    cache.0.write("k.cl", KERNEL);
    let said = cache.0.run(&["tune", "k.cl", "--factors", "2", "--time", "1"]);
    assert!(said.contains("exit status: 0\n"), "{said}");
    assert_eq!(cache.0.names(), ["a.bin", "by.h", "k.cl", "k.launch.toml", "out.json"]);
}
