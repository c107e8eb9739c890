//! A folder to run the program in, and the transcript of a run.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::time::Duration;

use assert_cmd::Command;
use tempfile::TempDir;

use crate::pocl;

/// A kernel with nothing to unroll.
pub const PLAIN: &str = "__kernel void k(__global int *a) { a[0] = 1; }\n";

pub struct Sandbox(TempDir);

impl Sandbox {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// A folder with `k.cl` in it.
    pub fn with_kernel(source: impl AsRef<[u8]>) -> Self {
        let sandbox = Self::new();
        sandbox.write("k.cl", source);
        sandbox
    }

    /// A folder with these files, and with the folders that they need.
    pub fn with(files: &[(&str, &str)]) -> Self {
        let sandbox = Self::new();
        for (name, text) in files {
            fs::create_dir_all(sandbox.path(name).parent().unwrap()).unwrap();
            sandbox.write(name, text);
        }
        sandbox
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        fs::write(self.path(name), bytes).unwrap();
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    /// The names in the folder, in order, to show that no other files remain.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(self.0.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    fn prepare(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.0.path()).timeout(Duration::from_secs(60));
        command.env(pocl::VARIABLE, pocl::vendors());
        // Results of another run are not those of this program.
        command.env("CLUNROLL_CACHE", "");
        for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS", "TERM"] {
            command.env_remove(name);
        }
        command
    }

    pub fn command(&self) -> Command {
        self.prepare(program())
    }

    /// Runs the program and returns the transcript.
    pub fn run(&self, arguments: &[&str]) -> String {
        self.run_with_stdin(arguments, "")
    }

    pub fn run_with_stdin(&self, arguments: &[&str], stdin: impl Into<Vec<u8>>) -> String {
        let output = self.command().args(arguments).write_stdin(stdin).output().unwrap();
        transcript(&format!("clunroll {}", arguments.join(" ")), &output)
    }

    /// Runs a line of shell in which `$clunroll` is the program.
    pub fn shell(&self, line: &str) -> String {
        let output = self.prepare("sh").env("clunroll", program()).args(["-c", line]).output().unwrap();
        transcript(line, &output)
    }
}

fn program() -> &'static Path {
    assert_cmd::cargo::cargo_bin!("clunroll")
}

fn transcript(line: &str, output: &Output) -> String {
    let status = output.status.code().map_or_else(|| output.status.to_string(), |code| code.to_string());
    let stdout = String::from_utf8_lossy(&output.stdout);
    let stderr = String::from_utf8_lossy(&output.stderr);
    format!("$ {line}\nexit status: {status}\n----- stdout\n{stdout}----- stderr\n{stderr}")
}
