//! A folder with a project, and the tools that build it.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::thread;
use std::time::{Duration, SystemTime};

use tempfile::TempDir;

use crate::pocl;

pub const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The generators that behave differently: ninja checks whether a step has changed a file, make only compares time stamps.
pub const GENERATORS: [&str; 2] = ["Ninja", "Unix Makefiles"];

/// Whether the user has waived the tests of build systems.
pub fn is_waived() -> bool {
    let waived = env::var("CLUNROLL_NO_BUILD_SYSTEMS").is_ok_and(|value| value == "1");
    if waived {
        eprintln!("a test of build systems left out: CLUNROLL_NO_BUILD_SYSTEMS=1");
    }
    waived
}

/// Whether there is a device, so that a built program can also be run.
pub fn runs_kernels() -> bool {
    env::var("CLUNROLL_NO_OPENCL").as_deref() != Ok("1")
}

pub struct Project {
    folder: TempDir,
}

impl Project {
    pub fn new() -> Self {
        Self { folder: tempfile::Builder::new().prefix("a project ").tempdir().unwrap() }
    }

    /// A project with these files, whose names may have folders.
    pub fn with(files: &[(&str, &str)]) -> Self {
        let project = Self::new();
        for (name, text) in files {
            project.write(name, text);
        }
        project
    }

    /// A copy of a folder of `examples/`. The original is not changed.
    pub fn example(name: &str) -> Self {
        let project = Self::new();
        let source = Path::new(ROOT).join("examples").join(name);
        for entry in walkdir::WalkDir::new(&source) {
            let entry = entry.unwrap();
            let to = project.path("").join(entry.path().strip_prefix(&source).unwrap());
            if entry.file_type().is_file() {
                fs::create_dir_all(to.parent().unwrap()).unwrap();
                fs::copy(entry.path(), to).unwrap();
            }
        }
        project
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        let path = self.path(name);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    pub fn modified(&self, name: &str) -> SystemTime {
        fs::metadata(self.path(name)).unwrap().modified().unwrap()
    }

    /// Gives a file the present time.
    pub fn touch(&self, name: &str) {
        // The clocks of file systems have a resolution of some milliseconds; files that were just built must be older.
        thread::sleep(Duration::from_millis(50));
        fs::File::options().write(true).open(self.path(name)).unwrap().set_modified(SystemTime::now()).unwrap();
    }

    /// Changes a file as an editor would, later than all built files.
    pub fn change(&self, name: &str, from: &str, to: &str) {
        let text = self.read(name);
        assert!(text.contains(from), "{name} does not hold {from:?}");
        thread::sleep(Duration::from_millis(50));
        self.write(name, text.replace(from, to));
    }

    /// A tool that runs in the project's folder, as if it were started from a shell.
    pub fn tool(&self, name: &str) -> Command {
        let mut command = Command::new(name);
        command.current_dir(self.folder.path());
        // cargo's own jobs, and variables that would choose a generator or flags.
        for variable in ["MAKEFLAGS", "MFLAGS", "MAKELEVEL", "CMAKE_GENERATOR", "CFLAGS", "DESTDIR", "VERBOSE"] {
            command.env_remove(variable);
        }
        command.env("LC_ALL", "C").env(pocl::VARIABLE, pocl::vendors());
        command
    }

    /// Configures with `generator` in the folder `build`, with the package of this clone and the program under test.
    pub fn configure(&self, generator: &str, arguments: &[&str]) -> Output {
        let mut command = self.tool("cmake");
        command.args(["-G", generator, "-S", ".", "-B", "build"]);
        command.arg(format!("-DClunroll_DIR={ROOT}/cmake"));
        command.arg(format!("-DCLUNROLL_EXECUTABLE={}", clunroll().display()));
        output(command.args(arguments))
    }

    pub fn build(&self) -> Output {
        output(self.tool("cmake").args(["--build", "build"]))
    }

    /// The steps of a build that succeeds, in order of their names.
    pub fn steps(&self) -> Vec<String> {
        steps(&success(&self.build()))
    }
}

pub fn clunroll() -> &'static Path {
    assert_cmd::cargo::cargo_bin!("clunroll")
}

/// The output of a tool.
pub fn output(command: &mut Command) -> Output {
    command.output().unwrap_or_else(|error| {
        panic!(
            "{}: {error}. On Debian and Ubuntu install the packages cmake, ninja-build, make, gcc, g++ and \
             ocl-icd-opencl-dev (`sh tests/run.sh --full` does), or set CLUNROLL_NO_BUILD_SYSTEMS=1 to leave these tests out",
            command.get_program().display()
        )
    })
}

/// The messages of a tool that must have succeeded.
pub fn success(output: &Output) -> String {
    let text = said(output);
    assert!(output.status.success(), "{text}");
    text
}

/// The messages of a tool that must have failed.
pub fn failure(output: &Output) -> String {
    let text = said(output);
    assert!(!output.status.success(), "{text}");
    text
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// The steps that CMake's generators announce, without their progress: `[ 50%] Unrolling k.cl`, `[1/2] Unrolling k.cl`.
fn steps(said: &str) -> Vec<String> {
    let mut steps: Vec<_> = said
        .lines()
        .filter_map(|line| line.strip_prefix('[')?.split_once("] "))
        .map(|(_, step)| step)
        .filter(|step| !step.starts_with("Built target "))
        .map(str::to_owned)
        .collect();
    steps.sort();
    steps
}
