//! What the layer is on or off for, profiles, and `clunroll.toml`.

use std::fs;
use std::path::Path;
use std::process::Command;

use clunroll_core::loop_choices::SourceLoops;

use super::answers::BALANCED;
use super::session::{LayerSession, Seen, clean, client, is_waived, library, success};

/// A scene with these variables prints the same with the layer, and leaves nothing.
#[track_caller]
fn same(session: &LayerSession, scene: &str, variables: &[(&str, &str)]) -> Seen {
    let seen = session.with(&[scene], variables);
    assert_eq!(seen.printed, LayerSession::without(&[scene], &[]), "{}", seen.log);
    assert!(seen.report.starts_with(BALANCED), "{}", seen.report);
    seen
}

#[test]
fn kernels_can_be_off() {
    if is_waived() {
        return;
    }
    for (list, is_on) in
        [("!fill", false), ("!f*,twice", false), ("none", false), ("!none", true), ("twice", true), ("*", true)]
    {
        let session = LayerSession::new();
        let dump = session.path("dump");
        let variables = [("CLUNROLL_LAYER_KERNELS", list), ("CLUNROLL_LAYER_DUMP", dump.to_str().unwrap())];
        let log = same(&session, "queries", &variables).log;
        let why = "unrolled lines 2, 6; not used: the kernels fill, twice are not all on; ";
        assert_eq!(log.contains(why), !is_on, "{list}: {log}");
        assert_eq!(dump.exists(), is_on, "{list}");
    }
    // Only a linked program says which kernels it has.
    let log = same(&LayerSession::new(), "linked", &[("CLUNROLL_LAYER_KERNELS", "!fill")]).log;
    assert!(log.contains("the kernels fill are not all on, so the originals are linked"), "{log}");
    assert!(!log.contains("linked rewritten"), "{log}");
    // A library with such a kernel is linked into a program later.
    let library = |list| same(&LayerSession::new(), "library", &[("CLUNROLL_LAYER_KERNELS", list)]).log;
    let log = library("!fill");
    assert!(log.contains("so the originals are linked") && !log.contains("linked rewritten"), "{log}");
    let log = library("");
    assert!(log.contains("linked rewritten"), "{log}");
}

#[test]
fn devices_can_be_off() {
    if is_waived() {
        return;
    }
    for (list, is_on) in [("!portable", false), ("nvidia", false), ("portable,nvidia", true), ("!nvidia", true)] {
        let log = same(&LayerSession::new(), "queries", &[("CLUNROLL_LAYER_DEVICES", list)]).log;
        assert_eq!(log.contains(": not rewritten: the device `Portable Computing Language, "), !is_on, "{list}: {log}");
        assert_eq!(log.contains("unrolled lines 2, 6; "), is_on, "{list}: {log}");
    }
}

#[test]
fn programs_can_be_off() {
    if is_waived() {
        return;
    }
    for (list, is_on) in [("!client", false), ("other", false), ("cl*", true), ("!other", true)] {
        let log = LayerSession::new().with(&["plain"], &[("CLUNROLL_LAYER_PROGRAMS", list)]).log;
        assert_eq!(log.contains("off: the program `client` is not on"), !is_on, "{list}: {log}");
        assert_eq!(log.contains(" started: "), is_on, "{list}: {log}");
    }
}

pub const UNREQUESTED: &str =
    "kernel void fill(global int *a, int b) {\n  for (int i = 0; i < N; i++) a[i] = b - i * 3;\n}\n";

/// A profile with one choice for a device.
pub fn profile(device: &str, function: &str, fingerprint: u64, choice: &str) -> String {
    format!(
        "[[device]]\nname = '{device}'\n\n[[device.loop]]\nfile = 'measured.cl'\nfunction = '{function}'\nline = 4\n\
         fingerprint = '{fingerprint:016x}'\nchoice = '{choice}'\n"
    )
}

#[test]
fn a_profile_unrolls_loops_without_requests() {
    if is_waived() {
        return;
    }
    let print = SourceLoops::of(UNREQUESTED.as_bytes(), []).all().next().unwrap().identity.fingerprint;
    let session = LayerSession::new();
    let file = session.path("devices.toml");
    let variables = [("CLUNROLL_LAYER_PROFILE", file.to_str().unwrap())];
    let with = |text: &str| {
        fs::write(&file, text).unwrap();
        fs::remove_file(session.path("log")).ok();
        same(&session, "unrequested", &variables).log
    };
    assert!(same(&LayerSession::new(), "unrequested", &[]).log.contains("\"-DN=6\": no request; "));
    // The log names the device.
    let log = LayerSession::new().with(&["queries"], &{
        fs::write(&file, profile("another", "fill", print, "unroll 4")).unwrap();
        variables
    });
    let (_, device) = log.log.split_once("the profile has no choices for `").expect(&log.log);
    let (device, _) = device.split_once('`').unwrap();
    assert!(device.starts_with("Portable Computing Language, "), "{device}");

    let log = with(&profile(device, "fill", print, "unroll 3"));
    assert!(log.contains("\"-DN=6\": unrolled line 2; "), "{log}");
    let log = with(&profile(device, "fill", print + 1, "unroll 3"));
    let unfit = "no request; the profile has `unroll 3` for line 4, in `fill`; this fits no loop any more; ";
    assert!(log.contains(unfit), "{log}");
    let log = with("nonsense");
    assert!(log.contains("cannot be used: ") && log.contains("\"-DN=6\": no request; "), "{log}");
}

/// A command with the layer as if it were installed: its name does not show that it is asked for.
fn installed(session: &LayerSession) -> Command {
    let link = session.path("installed.so");
    if !link.exists() {
        std::os::unix::fs::symlink(library(), &link).unwrap();
    }
    let mut command = clean(client());
    command.arg("parts").env("OPENCL_LAYERS", link).env("XDG_CONFIG_HOME", session.path(""));
    command
}

fn write(file: &Path, text: &str) {
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(file, text).unwrap();
}

#[test]
fn the_own_configuration_turns_programs_on() {
    if is_waived() {
        return;
    }
    let expected = LayerSession::without(&["parts"], &[]);
    for (table, is_on) in [("", false), ("programs = ['other']\n", false), ("programs = ['client']\n", true)] {
        let session = LayerSession::new();
        write(&session.path("clunroll/clunroll.toml"), &format!("[layer]\nlog = 'log'\ndump = 'dump'\n{table}"));
        assert_eq!(success(&installed(&session).output().unwrap()), expected);
        let log = fs::read_to_string(session.path("clunroll/log")).unwrap();
        assert_eq!(log.contains("unrolled line 2; "), is_on, "{table}: {log}");
        assert_eq!(log.contains("off: "), !is_on, "{table}: {log}");
        assert_eq!(session.path("clunroll/dump").exists(), is_on);
    }
    let session = LayerSession::new();
    write(&session.path("clunroll/clunroll.toml"), "[layer]\nprograms = ['client']\nmax-copies = 2\nkernel = []\n");
    let mut command = installed(&session);
    assert_eq!(success(&command.env("CLUNROLL_LAYER_LOG", session.path("log")).output().unwrap()), expected);
    let log = fs::read_to_string(session.path("log")).unwrap();
    assert!(log.contains("off: ") && log.contains(":4:1: unknown key `kernel` in `[layer]`"), "{log}");
    assert!(!log.contains("unrolled"), "{log}");
}

/// A file from the working folder cannot turn the layer on, or write files.
#[test]
fn a_found_configuration_is_not_trusted() {
    if is_waived() {
        return;
    }
    let expected = LayerSession::without(&["parts"], &[]);
    let session = LayerSession::new();
    let folder = session.path("work/below");
    fs::create_dir_all(&folder).unwrap();
    let with = |table: &str, switch: &str| {
        write(&session.path("work/clunroll.toml"), &format!("defines = ['N']\n[layer]\n{table}"));
        fs::remove_file(session.path("log")).ok();
        let mut command = installed(&session);
        command.current_dir(&folder).env("CLUNROLL_LAYER", switch).env("CLUNROLL_LAYER_LOG", session.path("log"));
        assert_eq!(success(&command.output().unwrap()), expected);
        fs::read_to_string(session.path("log")).unwrap()
    };
    assert!(with("programs = ['client']\n", "").contains("off: it is installed"));
    let log = with("dump = 'dump'\nlog = 'other'\nprofile = '/p.toml'\n", "1");
    for key in ["log", "dump", "profile"] {
        assert!(log.contains(&format!("clunroll.toml: `{key}` is ignored: ")), "{log}");
    }
    assert!(log.contains("unrolled line 2; "), "{log}");
    assert!(!session.path("work/dump").exists() && !session.path("work/other").exists());
    // What computes the same may be chosen.
    let log = with("max-copies = 1\n", "1");
    assert!(log.contains("unrolled nothing; left line 2 ("), "{log}");
    assert!(with("kernels = ['!fill']\n", "1").contains("not used: the kernels fill are not all on; "));
}
