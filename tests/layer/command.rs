//! `clunroll layer`, and what the environment asks for.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use super::session::{LayerSession, clean, client, is_waived, library, success};

fn clunroll() -> std::process::Command {
    library();
    let mut command = clean(Path::new(env!("CARGO_BIN_EXE_clunroll")));
    command.arg("layer");
    command
}

#[test]
fn run_loads_the_layer() {
    if is_waived() {
        return;
    }
    let session = LayerSession::new();
    let (log, dump) = (session.path("log"), session.path("dump"));
    let mut command = clunroll();
    command.args(["run", "--log"]).arg(&log).arg("--dump").arg(&dump).arg("--").arg(client()).arg("parts");
    assert_eq!(success(&command.output().unwrap()), LayerSession::without(&["parts"], &[]));
    let log = fs::read_to_string(log).unwrap();
    assert!(log.contains(" started: the loader has ") && log.contains("unrolled line 2; "), "{log}");

    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&dump), 0o700);
    let mut files: Vec<_> = fs::read_dir(&dump).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let texts: Vec<_> = files.iter().map(|file| fs::read_to_string(file).unwrap()).collect();
    assert_eq!(files.iter().map(|file| mode(file)).collect::<Vec<_>>(), [0o600, 0o600, 0o600]);
    assert!(files[0].to_string_lossy().ends_with(".after.cl") && !texts[0].contains("#pragma unroll\n"), "{texts:?}");
    assert!(files[1].to_string_lossy().ends_with(".before.cl") && texts[1].contains("#pragma unroll\n"), "{texts:?}");
    assert!(files[2].to_string_lossy().ends_with(".diff"));
    let removed = "\n-#pragma unroll\n";
    assert!(texts[2].starts_with("--- a/") && texts[2].contains(removed), "{}", texts[2]);
}

/// `cargo install` installs the program without the library: the message says how to get it.
#[test]
fn a_program_alone_says_where_the_layer_comes_from() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("clunroll");
    fs::copy(env!("CARGO_BIN_EXE_clunroll"), &program).unwrap();
    for arguments in [&["layer", "run", "--", "true"][..], &["layer", "status"]] {
        let output = clean(&program).args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains("`cargo build --release -p clunroll-layer`") && said.contains("--library"), "{said}");
    }
}

#[test]
fn the_switch_turns_it_off() {
    if is_waived() {
        return;
    }
    for (switch, said) in [("0", "off: CLUNROLL_LAYER is not 1"), ("", "started: ")] {
        let session = LayerSession::new();
        let mut command = clean(client());
        command.arg("parts").env("OPENCL_LAYERS", library()).env("CLUNROLL_LAYER", switch);
        success(&command.env("CLUNROLL_LAYER_LOG", session.path("log")).output().unwrap());
        let log = fs::read_to_string(session.path("log")).unwrap();
        assert!(log.contains(said), "{log}");
        assert_eq!(log.contains("unrolled"), switch.is_empty(), "{log}");
    }
}

#[test]
fn the_log_may_be_standard_error() {
    if is_waived() {
        return;
    }
    let mut command = clean(client());
    command.arg("plain").env("OPENCL_LAYERS", library()).env("CLUNROLL_LAYER_LOG", "-");
    let output = command.output().unwrap();
    success(&output);
    assert!(String::from_utf8_lossy(&output.stderr).contains("]: program "), "{output:?}");
}

/// The log does not follow a link, which another user may have made.
#[test]
fn a_link_is_no_log() {
    if is_waived() {
        return;
    }
    let session = LayerSession::new();
    let (target, link) = (session.path("target"), session.path("link"));
    fs::write(&target, "").unwrap();
    std::os::unix::fs::symlink(&target, &link).unwrap();
    let mut command = clean(client());
    command.arg("plain").env("OPENCL_LAYERS", library()).env("CLUNROLL_LAYER_LOG", &link);
    let output = command.output().unwrap();
    success(&output);
    assert!(String::from_utf8_lossy(&output.stderr).contains("CLUNROLL_LAYER_LOG="), "{output:?}");
    assert_eq!(fs::read_to_string(target).unwrap(), "");
}

/// A program that may write only small files writes none that is larger. A log that is goes without the line.
#[test]
fn a_limit_of_files_ends_no_program() {
    if is_waived() {
        return;
    }
    let session = LayerSession::new();
    let log = session.path("log");
    // Units of 512 bytes. What PoCL writes is smaller.
    let limited = |command: &mut std::process::Command| {
        command.args(["-c", "ulimit -f 8192; exec \"$0\" parts"]).arg(client());
        success(&command.output().unwrap())
    };
    let without = limited(&mut clean(Path::new("sh")));
    fs::write(&log, vec![b'\n'; 8192 * 512]).unwrap();
    let mut command = clean(Path::new("sh"));
    command.env("OPENCL_LAYERS", library()).env("CLUNROLL_LAYER_LOG", &log);
    assert_eq!(limited(&mut command), without);
    assert_eq!(fs::metadata(log).unwrap().len(), 8192 * 512);
}

#[test]
fn status_says_whether_it_is_loaded() {
    if is_waived() {
        return;
    }
    let said = success(&clunroll().arg("status").output().unwrap());
    for line in [
        "libclunroll_layer.so\nloader: /",
        "trial: the layer is loaded; ",
        "CLUNROLL_LAYER is not set\n",
        "your configuration: none\n",
    ] {
        assert!(said.contains(line), "{said}");
    }
    let session = LayerSession::new();
    let (loader, other) = (session.path("libOpenCL.so.1"), session.path("other.so"));
    fs::write(&loader, "nothing").unwrap();
    let output = clunroll().args(["status", "--loader"]).arg(loader).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("layers: this loader has none"), "{output:?}");
    fs::write(&other, "no library").unwrap();
    let output = clunroll().args(["status", "--library"]).arg(other).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("trial: the layer is not loaded: "), "{output:?}");
}

#[test]
fn install_writes_one_file() {
    if is_waived() {
        return;
    }
    let output = clunroll().arg("install").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no folder of layers for a user"), "{output:?}");
    let session = LayerSession::new();
    let folder = session.path("");
    let file = session.path("clunroll.lay");
    let installed = || clunroll().arg("install").env("OPENCL_LAYER_PATH", &folder).output().unwrap();
    for _ in 0..2 {
        assert!(success(&installed()).contains("CLUNROLL_LAYER=1"));
        assert_eq!(fs::read_to_string(&file).unwrap(), format!("{}\n", library().canonicalize().unwrap().display()));
    }
    fs::write(&file, "/other.so\n").unwrap();
    assert_eq!(installed().status.code(), Some(2));
    for said in ["removed ", " does not exist"] {
        let uninstalled = clunroll().args(["uninstall", "--folder"]).arg(&folder).output().unwrap();
        assert!(success(&uninstalled).contains(said));
    }
}
