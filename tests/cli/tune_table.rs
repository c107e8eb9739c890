//! `benches/tune_table.py`, on PoCL: a row for each kernel, also for one that fails, and their summary.

use std::process::Command;

use crate::sandbox::Sandbox;

const KERNELS: &str = "__kernel void scale(__global float *a) {
  const int first = get_global_id(0) * 4;
  #pragma unroll
  for (int i = 0; i < 4; i++)
    a[first + i] *= 3;
}

__kernel void clear(__global float *a) { a[get_global_id(0)] = 0; }
";

const LAUNCHES: &str = "[[launch]]
kernel = 'scale'
global = [32]
local = [8]
[launch.args]
a = { size = 128, random = { from = -1.0, to = 1.0 } }

[[launch]]
kernel = 'clear'
global = [32]
local = [8]
[launch.args]
a = { size = 32, value = 1 }
";

/// What the script says with these arguments, and its exit status.
fn tune_table(sandbox: &Sandbox, arguments: &[&str]) -> (String, Option<i32>) {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/tune_table.py");
    let output = Command::new("python3").arg(script).args(arguments).current_dir(sandbox.path(".")).output().unwrap();
    (String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap(), output.status.code())
}

#[test]
fn a_kernel_that_fails_costs_itself() {
    let has_python = Command::new("python3").arg("--version").output().is_ok();
    if !has_python || std::env::var("CLUNROLL_NO_OPENCL").as_deref() == Ok("1") {
        return;
    }
    let sandbox = Sandbox::with(&[("k/k.cl", KERNELS), ("l/k.launch.toml", LAUNCHES), ("k/other.cl", KERNELS)]);
    let program = assert_cmd::cargo::cargo_bin!("clunroll").to_str().unwrap();
    let call = ["out", "k", "--clunroll", program, "--launches", "l", "--time", "1", "--", "--factors", "2"];
    let (said, status) = tune_table(&sandbox, &call);
    assert_eq!(status, Some(1), "{said}");
    assert!(said.contains("k/other.cl: there is no l/other.launch.toml\n"), "{said}");
    let table = String::from_utf8(sandbox.read("out/table.md")).unwrap();
    assert!(said.ends_with(&format!("{table}\n")), "{said}");
    let row = |name: &str| {
        table.lines().find(|line| line.starts_with(&format!("| {name} "))).unwrap_or_else(|| panic!("{said}"))
    };
    let cells: Vec<_> = row("scale (--factors 2)").split(" | ").collect();
    assert!(cells[1..7].iter().all(|cell| cell.parse::<f64>().is_ok_and(|number| number > 0.0)), "{table}");
    assert!(cells[8].starts_with("line 3: ") && cells[9].contains(" of "), "{table}");
    assert!(
        row("clear (--factors 2)").contains("exit status 2; clunroll: error: no loop of clear has a request"),
        "{table}"
    );
    let tuned = cells[4];
    for name in ["**geometric mean**", "**least**"] {
        assert_eq!(row(name).split(" | ").nth(4), Some(tuned), "{table}");
    }
    // What was tuned stays.
    let report = sandbox.read("out/k.scale.factors.2.json");
    let (said, status) = tune_table(&sandbox, &call);
    assert!(status == Some(1) && !said.contains("k.cl scale: ") && said.contains("k.cl clear: "), "{said}");
    assert_eq!(sandbox.read("out/k.scale.factors.2.json"), report);
    assert_eq!(String::from_utf8(sandbox.read("out/table.csv")).unwrap().lines().count(), 3);
}
