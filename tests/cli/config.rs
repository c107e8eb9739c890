//! `clunroll.toml`: which one counts, what it says, and what it cannot say.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use insta::assert_snapshot;

use crate::sandbox::{PLAIN, Sandbox};

/// A loop that is written out once for each of `N`, where that is known.
const LOOP: &str = "\
__kernel void k(__global int *a) {
#pragma unroll
  for (int i = 0; i < N; i++) a[i] = i;
}
";

/// What CLU101 is about.
const ZERO: &str = "__kernel void k(__global int *a, int n) {\n#pragma unroll 0\n  for (int i = 0; i < n; i++) a[i] = i;\n}\n";

impl Sandbox {
    fn with(files: &[(&str, &str)]) -> Self {
        let sandbox = Self::new();
        for (name, text) in files {
            fs::create_dir_all(sandbox.path(name).parent().unwrap()).unwrap();
            sandbox.write(name, text);
        }
        sandbox
    }

    /// How many copies of `LOOP`'s body are written before the loop, which nobody but a test of its own can know.
    fn copies(&self, arguments: &[&str]) -> usize {
        let output = self.command().args(arguments).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        (0..64).filter(|i| text.contains(&format!("a[i] = i; }}")) && text.contains(&format!("const int i = {i};"))).count()
    }

    fn settings(&self, arguments: &[&str]) -> String {
        let output = self.command().arg("--show-settings").args(arguments).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    fn has(&self, arguments: &[&str], line: &str) -> bool {
        self.settings(arguments).lines().any(|found| found == line)
    }
}
