//! The programs of these tests, and how they are run.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use tempfile::TempDir;

use super::pocl;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Whether the user has waived these tests.
pub fn is_waived() -> bool {
    let waived = ["CLUNROLL_NO_OPENCL", "CLUNROLL_NO_BUILD_SYSTEMS"]
        .into_iter()
        .find(|name| env::var(name).is_ok_and(|value| value == "1"));
    if let Some(name) = waived {
        eprintln!("a test of the layer left out: {name}=1");
    }
    waived.is_some()
}

/// The library of the layer, beside the program: `cargo test` builds libraries of other packages only for programs that link them.
pub fn library() -> &'static Path {
    static LIBRARY: OnceLock<PathBuf> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let folder = Path::new(env!("CARGO_BIN_EXE_clunroll")).parent().unwrap();
        let mut command = Command::new(env!("CARGO"));
        // With the program's package, the crates that both use have the same features and are built once.
        command.args(["build", "--quiet", "-p", "clunroll-cli", "-p", "clunroll-layer", "--target-dir"]);
        command.arg(folder.parent().unwrap()).current_dir(ROOT);
        if folder.ends_with("release") {
            command.arg("--release");
        }
        success(&command.output().unwrap());
        folder.join("libclunroll_layer.so")
    })
}

/// A file that gcc makes of a source of this folder.
pub fn compiled(source: &str, name: &str, arguments: &[&str]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("layer");
    fs::create_dir_all(&folder).unwrap();
    let (file, new) = (folder.join(name), folder.join(format!("{name}.{}", std::process::id())));
    let mut command = Command::new("gcc");
    command.args(["-std=gnu11", "-O1", "-g", "-Wall", "-Wextra", "-Werror", "-o"]).arg(&new);
    command.arg(Path::new(ROOT).join("tests/layer").join(source)).args(arguments);
    success(&command.output().expect("gcc is needed: `sh tests/run.sh --full` installs it"));
    fs::rename(new, &file).unwrap();
    file
}

/// The program.
pub fn client() -> &'static Path {
    static CLIENT: OnceLock<PathBuf> = OnceLock::new();
    CLIENT.get_or_init(|| compiled("client.c", "client", &["-lOpenCL", "-pthread"]))
}

/// The program whose buffers share memory.
pub fn shares() -> &'static Path {
    static SHARES: OnceLock<PathBuf> = OnceLock::new();
    SHARES.get_or_init(|| compiled("shares.c", "shares", &["-lOpenCL", "-pthread"]))
}

/// The driver with faults.
pub fn below() -> &'static Path {
    static BELOW: OnceLock<PathBuf> = OnceLock::new();
    BELOW.get_or_init(|| compiled("below.c", "below.so", &["-shared", "-fPIC"]))
}

/// Standard output of a command that must succeed.
pub fn success(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{:?}\n{}{}", output.status, text(&output.stdout), text(&output.stderr));
    text(&output.stdout)
}

/// A command with PoCL alone, and without a word about layers.
pub fn clean(program: &Path) -> Command {
    let mut command = Command::new(program);
    for (name, _) in env::vars_os() {
        if name.to_string_lossy().starts_with("CLUNROLL_LAYER")
            || name == "OPENCL_LAYERS"
            || name == "OPENCL_LAYER_PATH"
        {
            command.env_remove(name);
        }
    }
    // The user of this machine may have a configuration.
    command.env("XDG_CONFIG_HOME", "/nowhere");
    command.env(pocl::VARIABLE, pocl::vendors()).env("POCL_DEVICES", "basic");
    command
}

/// A run of the program with the layer.
pub struct LayerSession {
    folder: TempDir,
}

/// What the program printed, and what the layer and the driver with faults wrote.
pub struct Seen {
    pub printed: String,
    /// Standard error.
    pub said: String,
    pub log: String,
    pub report: String,
}

impl LayerSession {
    pub fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Runs a scene without the layer.
    pub fn without(scene: &[&str], variables: &[(&str, &str)]) -> String {
        Self::without_for(client(), scene, variables)
    }

    /// The same for another program.
    pub fn without_for(program: &Path, scene: &[&str], variables: &[(&str, &str)]) -> String {
        success(&clean(program).args(scene).envs(variables.iter().copied()).output().unwrap())
    }

    /// Runs a scene with the layer, above the driver with faults, which has none unless a variable says so.
    pub fn with(&self, scene: &[&str], variables: &[(&str, &str)]) -> Seen {
        self.with_for(client(), scene, variables)
    }

    /// The same for another program.
    pub fn with_for(&self, program: &Path, scene: &[&str], variables: &[(&str, &str)]) -> Seen {
        let mut layers = OsString::from(below());
        layers.push(":");
        layers.push(library());
        self.with_layers(program, layers, scene, variables)
    }

    /// Runs a scene with the driver with faults alone.
    pub fn with_faults(&self, scene: &[&str], variables: &[(&str, &str)]) -> Seen {
        self.with_layers(client(), below().into(), scene, variables)
    }

    fn with_layers(&self, program: &Path, layers: OsString, scene: &[&str], variables: &[(&str, &str)]) -> Seen {
        let mut command = clean(program);
        command.args(scene).env("OPENCL_LAYERS", layers).env("CLUNROLL_LAYER", "1");
        command.env("CLUNROLL_LAYER_LOG", self.path("log")).env("BELOW_REPORT", self.path("report"));
        let output = command.envs(variables.iter().copied()).output().unwrap();
        let (printed, said) = (success(&output), String::from_utf8_lossy(&output.stderr).into_owned());
        let read = |name: &str| fs::read_to_string(self.path(name)).unwrap_or_default();
        Seen { printed, said, log: read("log"), report: read("report") }
    }
}
