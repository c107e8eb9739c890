//! Verification by a worker, before a rewritten program is built.
//!
//! The worker is `clunroll` beside the library. For other answers, a copy of the library has a script of that name beside it.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::OnceLock;
use std::thread;
use std::time::Duration;

use clunroll_core::loop_choices::SourceLoops;

use super::configured::{UNREQUESTED, profile};
use super::session::{LayerSession, clean, client, compiled, is_waived, library, success};

/// The program.
fn host() -> &'static Path {
    static HOST: OnceLock<PathBuf> = OnceLock::new();
    HOST.get_or_init(|| compiled("host.c", "host", &["-lOpenCL", "-pthread"]))
}

/// A run of a scene with verification, which prints the same without the layer. Returns the log.
#[track_caller]
fn same(program: &Path, scene: &[&str], library: &Path, variables: &[(&str, &str)]) -> String {
    let session = LayerSession::new();
    let without = success(&clean(program).args(scene).output().unwrap());
    let mut command = clean(program);
    command.args(scene).env("OPENCL_LAYERS", library).env("CLUNROLL_LAYER", "1").env("CLUNROLL_LAYER_VERIFY", "1");
    command.env("CLUNROLL_LAYER_LOG", session.path("log")).env("TMPDIR", session.path(""));
    command.env("CLUNROLL_LAYER_DUMP", session.path("dump")).envs(variables.iter().copied());
    let with = success(&command.output().unwrap());
    let log = fs::read_to_string(session.path("log")).unwrap();
    assert_eq!(with, without, "{log}");
    assert!(!log.contains("report this bug"), "{log}");
    // Only what is built is dumped.
    assert_eq!(session.path("dump").exists(), log.contains("; verified in "), "{log}");
    let left =
        || fs::read_dir(session.path("")).unwrap().filter_map(|entry| entry.unwrap().file_name().into_string().ok());
    // A worker of the worker may still be about to end, but the files are gone.
    assert!(!left().any(|name| name.starts_with("clunroll-layer-")), "{:?}", left().collect::<Vec<_>>());
    log
}

/// The log of a scene with the real worker.
#[track_caller]
fn verified(scene: &[&str]) -> String {
    same(host(), scene, library(), &[])
}

const SAME: &str = "s: no difference found: 1 kernel on Portable Computing Language, ";

#[test]
fn what_is_verified_is_built() {
    if is_waived() {
        return;
    }
    let log = same(client(), &["queries"], library(), &[]);
    assert!(log.contains("rewritten programs are verified by /") && log.contains("/clunroll\n"), "{log}");
    assert!(
        log.contains("\"-DN=4\": unrolled lines 2, 6; verified in ") && log.contains("found: 2 kernels on "),
        "{log}"
    );
    let log = same(client(), &["plain"], library(), &[]);
    assert!(log.contains("\"-DN=4\": no request; ") && !log.contains("verified in"), "{log}");
    let log = verified(&["header"]);
    assert!(log.contains("unrolled line 3; verified in ") && log.contains(SAME), "{log}");
    let log = same(client(), &["linked"], library(), &[]);
    assert!(log.contains("unrolled line 3; not used after ") && log.contains(": not verified: "), "{log}");
}

/// One program, whose loop no made-up launch enters.
#[test]
fn what_is_not_verified_is_left() {
    if is_waived() {
        return;
    }
    let session = LayerSession::new();
    let file = session.path("k.cl");
    let text = "kernel void fill(global int *a, int b) {\n  a[31] = b;\n  if (b == 123456789)\n#pragma unroll\n    for (int i = 0; i < 4; i++) a[i] = b;\n}\n";
    fs::write(&file, text).unwrap();
    let log = verified(&["file", file.to_str().unwrap(), ""]);
    assert!(
        log.contains("unrolled line 4; not used after ") && log.contains("not verified: no launch entered "),
        "{log}"
    );
    // A single quote may be read in two ways.
    fs::write(&file, text.replace("if (b == 123456789)", "")).unwrap();
    let log = verified(&["file", file.to_str().unwrap(), "-DX='a'"]);
    assert!(log.contains("not verified: drivers read its options in different ways"), "{log}");
    let log = verified(&["file", file.to_str().unwrap(), "-DX=a -cl-mad-enable -cl-std=CL1.2 -w"]);
    assert!(log.contains("unrolled line 4; verified in "), "{log}");
}

/// The worker gets the choices of a profile, and the settings of the user.
#[test]
fn profiles_and_settings_are_the_same() {
    if is_waived() {
        return;
    }
    let session = LayerSession::new();
    let log = verified(&["twice"]);
    let (_, device) = log.split_once(" kernel on ").expect(&log);
    let (device, _) = device.split_once(" (").unwrap();
    let print = SourceLoops::of(UNREQUESTED.as_bytes(), []).all().next().unwrap().identity.fingerprint;
    let file = session.path("devices.toml");
    fs::write(&file, profile(device, "fill", print, "unroll 3")).unwrap();
    let own = session.path("clunroll/clunroll.toml");
    fs::create_dir(own.parent().unwrap()).unwrap();
    fs::write(&own, "[layer]\nverify = true\ntarget = 'gpu'\nmax-copies = 64\nremainder = 'switch'\n").unwrap();
    let folder = session.path("");
    let variables = [
        ("CLUNROLL_LAYER_PROFILE", file.to_str().unwrap()),
        ("XDG_CONFIG_HOME", folder.to_str().unwrap()),
        ("CLUNROLL_LAYER_VERIFY", ""),
    ];
    let log = same(client(), &["unrequested"], library(), &variables);
    assert!(log.contains("\"-DN=6\": unrolled line 2; verified in ") && log.contains(SAME), "{log}");
}

#[test]
fn a_worker_is_no_child() {
    if is_waived() {
        return;
    }
    for scene in ["waits", "ignores"] {
        let log = verified(&[scene]);
        assert!(log.contains("unrolled line 2; verified in ") && log.contains(SAME), "{scene}: {log}");
    }
    let log = verified(&["reaps"]);
    let why = "not verified: there is no worker: this program takes in the children of others; ";
    assert!(log.contains("unrolled line 2; not used after ") && log.contains(why), "{log}");
}

#[test]
fn four_threads_verify() {
    if !is_waived() {
        let log = verified(&["threads"]);
        assert_eq!(log.matches("unrolled line 2; verified in ").count(), 4, "{log}");
    }
}

/// A copy of the library with a script in the place of `clunroll`. The script has the folder, and the command line of the worker.
fn with_worker(session: &LayerSession, script: &str) -> PathBuf {
    let copy = session.path("libclunroll_layer.so");
    if !copy.exists() {
        fs::copy(library(), &copy).unwrap();
    }
    let program = session.path("clunroll");
    let head = format!("#!/bin/sh\nhere={}\n", session.path("").display());
    fs::write(&program, format!("{head}{script}\n")).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    copy
}

/// A script that finds the file to write in its command line.
const OUTPUT: &str = "while [ \"$1\" != -o ]; do shift; done; out=$2";

#[test]
fn another_answer_leaves_the_original() {
    if is_waived() {
        return;
    }
    let session = LayerSession::new();
    let wrong = format!("{OUTPUT}; echo 'kernel void fill(global int *a, int b) {{}}' > \"$out\"");
    let elsewhere = format!(
        "{} \"$@\"; {OUTPUT}; echo 'clunroll: no difference found: 1 kernel on Another, device (3 launches)' > \"${{out%/*}}/said\"",
        env!("CARGO_BIN_EXE_clunroll")
    );
    for (script, why) in [
        (
            "echo 'clunroll: k: verification failed: kernel fill: b' >&2; exit 1",
            "verification failed: kernel fill: b; ",
        ),
        ("echo 'clunroll: error: cannot verify: no device' >&2; exit 2", "error: cannot verify: no device; "),
        ("kill -SEGV $$", "not verified: the worker has ended without an answer; "),
        ("exit 0", "not verified: the worker has ended without an answer; "),
        (
            &*wrong,
            "not verified: the worker writes another text: it finds other included files, or has another version; ",
        ),
        (&*elsewhere, "not verified: the worker has used another device; "),
    ] {
        let library = with_worker(&session, script);
        let log = same(host(), &["waits"], &library, &[]);
        assert!(log.contains("unrolled line 2; not used after ") && log.contains(why), "{script}: {log}");
    }
    let library = with_worker(&session, "");
    fs::remove_file(session.path("clunroll")).unwrap();
    let log = same(host(), &["ignores"], &library, &[]);
    let why = "the program clunroll is neither beside ";
    assert!(log.contains(&format!("none can be verified: {why}")), "{log}");
    assert!(log.contains("unrolled line 2; not used after 0.0 s: not verified: ") && log.contains(why), "{log}");
    fs::write(session.path("clunroll"), "no program").unwrap();
    let log = same(host(), &["ignores"], &library, &[]);
    assert!(log.contains("not verified: there is no worker: Permission denied"), "{log}");
}

#[test]
fn a_worker_that_hangs_is_ended() {
    if is_waived() {
        return;
    }
    let session = LayerSession::new();
    let library = with_worker(&session, "echo $$ > \"$here/process\"; exec sleep 1000");
    for scene in ["waits", "ignores"] {
        let log = same(host(), &[scene], &library, &[("CLUNROLL_LAYER_VERIFY_SECONDS", "1")]);
        assert!(log.contains("not verified: the worker takes more than 1 s; "), "{log}");
        let process = fs::read_to_string(session.path("process")).unwrap();
        let state = || fs::read_to_string(format!("/proc/{}/stat", process.trim()));
        // The system's first process may not wait for it yet.
        let is_gone = || state().map_or(true, |state| state.contains(") Z "));
        assert!(
            (0..50).any(|_| is_gone() || {
                thread::sleep(Duration::from_millis(100));
                false
            }),
            "{:?}",
            state()
        );
    }
}

#[test]
fn a_source_is_verified_once() {
    if is_waived() {
        return;
    }
    let session = LayerSession::new();
    let script = format!("echo run >> \"$here/runs\"; exec {} \"$@\"", env!("CARGO_BIN_EXE_clunroll"));
    let log = same(host(), &["twice"], &with_worker(&session, &script), &[]);
    assert_eq!(log.matches("unrolled line 2; verified in ").count(), 3, "{log}");
    assert_eq!(fs::read_to_string(session.path("runs")).unwrap().lines().count(), 2, "{log}");
}

/// What the worker inherits.
#[test]
fn a_worker_starts_afresh() {
    if is_waived() {
        return;
    }
    let session = LayerSession::new();
    let seen = "{ ls /proc/self/fd | tr '\\n' ' '; echo; grep '^Sig[BI]' /proc/self/status; env | grep -E '^(OPENCL_LAYERS|CLUNROLL_LAYER)'; echo \"$0\"; } > \"$here/seen\"";
    let log = same(host(), &["odd"], &with_worker(&session, seen), &[("CLUNROLL_LAYER_KERNELS", "*")]);
    assert!(log.contains("not verified: the worker has ended without an answer; "), "{log}");
    let seen = fs::read_to_string(session.path("seen")).unwrap();
    // The fourth is of `ls` itself.
    assert!(seen.starts_with("0 1 2 3 \nSigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n"), "{seen}");
    let is_of_layers = |line: &&str| line.starts_with("CLUNROLL_LAYER") || line.starts_with("OPENCL_LAYERS");
    assert_eq!(seen.lines().filter(is_of_layers).collect::<Vec<_>>(), ["CLUNROLL_LAYER=0"], "{seen}");
    assert!(seen.lines().last().unwrap().starts_with('/'), "{seen}");
}

/// The worker ends with the program that asked it.
#[test]
fn a_worker_ends_with_its_input() {
    if is_waived() {
        return;
    }
    library();
    let session = LayerSession::new();
    let file = session.path("k.cl");
    fs::write(&file, "kernel void k(global int *a) {\n#pragma unroll\nfor (int i = 0; i < 4; i++) a[i] = i;\n}\n")
        .unwrap();
    let mut command = clean(Path::new(env!("CARGO_BIN_EXE_clunroll")));
    command.args(["layer-worker", "--verify=run"]).arg(&file).arg("-o").arg(session.path("none.cl"));
    assert_eq!(command.stdin(Stdio::null()).output().unwrap().status.code(), Some(2));
    assert!(!session.path("none.cl").exists());
    let mut command = clean(Path::new(env!("CARGO_BIN_EXE_clunroll")));
    command.arg("layer-worker").arg(&file).arg("-o").arg(session.path("out.cl"));
    let mut process = command.stdin(Stdio::piped()).spawn().unwrap();
    let input = process.stdin.take();
    assert!(process.wait().unwrap().success() && session.path("out.cl").exists());
    drop(input);
}
