//! A choice at each launch: kernels with `restrict` only where no two buffers share memory.
//!
//! Each scene of the program (`shares.c`) must print what it prints without the layer. Where buffers share memory, it prints something else if
//! the pointers are `restrict` all the same: so these tests can fail.

use std::fs;
use std::process::Command;

use super::answers::BALANCED;
use super::session::{LayerSession, Seen, clean, is_waived, library, shares, success};

const BY_LAUNCH: (&str, &str) = ("CLUNROLL_LAYER_ALIASING", "by-launch");

/// A scene prints the same with a choice at each launch, and leaves nothing.
#[track_caller]
fn same(scene: &[&str], more: &[(&str, &str)]) -> Seen {
    let seen = LayerSession::new().with_for(shares(), scene, &[&[BY_LAUNCH], more].concat());
    let without: Vec<_> = more.iter().copied().filter(|(name, _)| !name.starts_with("CLUNROLL")).collect();
    assert_eq!(seen.printed, LayerSession::without_for(shares(), scene, &without), "{}", seen.log);
    assert!(seen.report.starts_with(BALANCED), "{}", seen.report);
    assert!(!seen.log.contains("bug"), "{}", seen.log);
    seen
}

/// What the log says about the launches of a kernel.
#[track_caller]
fn launches<'l>(log: &'l str, kernel: &str) -> &'l str {
    let start = format!("launches of `{kernel}`: ");
    log.lines().find_map(|line| Some(line.split_once(&start)?.1)).unwrap_or_else(|| panic!("{kernel}: {log}"))
}

/// The scenes can show a wrong choice: with `restrict` in the source, they print something else.
#[test]
fn the_scenes_can_fail() {
    if is_waived() {
        return;
    }
    for scene in ["same", "parts", "host", "reused", "arguments", "cloned", "shared", "again", "threads"] {
        let [plain, forced] =
            [&[][..], &[("SHARES_FORCED", "1")]].map(|forced| LayerSession::without_for(shares(), &[scene], forced));
        assert_ne!(plain, forced, "{scene}");
    }
}

#[test]
fn separate_buffers_get_the_second_form() {
    if is_waived() {
        return;
    }
    let log = same(&["separate", "3"], &[]).log;
    assert!(log.contains(": unrolled line 5; built with `restrict` too, for shift, spread, tile; "), "{log}");
    for kernel in ["shift", "spread", "tile"] {
        assert_eq!(launches(&log, kernel), "3 with `restrict`, 0 as written", "{log}");
    }
    assert!(!log.contains("`alone`"), "one pointer shares memory with nothing: {log}");
}

#[test]
fn buffers_that_share_memory_get_the_kernel_as_written() {
    if is_waived() {
        return;
    }
    for (scene, counts) in [
        ("same", "0 with `restrict`, 1 as written: 1 since two arguments are one buffer"),
        ("parts", "0 with `restrict`, 6 as written: 6 since a buffer may share memory"),
        ("host", "0 with `restrict`, 3 as written: 3 since a buffer may share memory"),
        ("reused", "40 with `restrict`, 40 as written: 40 since a buffer may share memory"),
    ] {
        let log = same(&[scene], &[]).log;
        assert_eq!(launches(&log, "shift"), counts, "{log}");
    }
}

#[test]
fn arguments_are_those_of_the_program() {
    if is_waived() {
        return;
    }
    let log = same(&["arguments"], &[]).log;
    let counts = "4 with `restrict`, 6 as written: 2 since two arguments are one buffer, 2 since an argument is not a buffer, 2 since the \
                  driver refuses an argument";
    assert_eq!(launches(&log, "shift"), counts, "{log}");
    let log = same(&["cloned"], &[]).log;
    assert_eq!(launches(&log, "spread"), "2 with `restrict`, 0 as written", "a copy has no second form: {log}");
    let log = same(&["shared"], &[]).log;
    let counts = "0 with `restrict`, 5 as written: 2 since a buffer may share memory, 1 since the program sets properties of its \
                  launches, 2 since the program sets shared virtual memory";
    assert_eq!(launches(&log, "shift"), counts, "{log}");
}

#[test]
fn a_program_can_be_built_again() {
    if is_waived() {
        return;
    }
    let log = same(&["again"], &[]).log;
    // The build with a callback has no second form.
    assert_eq!(
        launches(&log, "shift"),
        "8 with `restrict`, 3 as written: 3 since two arguments are one buffer",
        "{log}"
    );
}

#[test]
fn threads_get_what_their_arguments_allow() {
    if is_waived() {
        return;
    }
    let log = same(&["threads"], &[("POCL_DEVICES", "pthread")]).log;
    assert_eq!(
        launches(&log, "shift"),
        "160 with `restrict`, 80 as written: 80 since two arguments are one buffer",
        "{log}"
    );
}

#[test]
fn what_the_layer_does_not_see_ends_it() {
    if is_waived() {
        return;
    }
    let log = same(&["unseen"], &[]).log;
    let why = "no more launches with `restrict`: the application asks for clSetKernelArgDevicePointerEXT";
    assert!(log.contains(why), "{log}");
    assert_eq!(
        launches(&log, "shift"),
        "1 with `restrict`, 1 as written: 1 since the layer may not see all calls",
        "{log}"
    );
}

#[test]
fn a_second_loader_ends_it() {
    if is_waived() {
        return;
    }
    let session = LayerSession::new();
    let copy = session.path("libOpenCL-other.so.1").display().to_string();
    let log = same(&["loaders"], &[("SHARES_COPY", &copy)]).log;
    assert_eq!(
        launches(&log, "shift"),
        "1 with `restrict`, 1 as written: 1 since the layer may not see all calls",
        "{log}"
    );
}

/// The original is launched where the driver refuses the second text.
#[test]
fn a_driver_may_refuse() {
    if is_waived() {
        return;
    }
    for scene in ["separate", "parts", "again"] {
        let log = same(&[scene], &[("BELOW_REFUSES", "restrict ")]).log;
        assert!(log.contains("; not built with `restrict`: the driver refuses it (-11); "), "{log}");
        assert!(!log.contains("launches of"), "{log}");
    }
    let log = same(&["separate", "3"], &[("BELOW_REFUSES_LAUNCH", "1")]).log;
    for kernel in ["shift", "spread", "tile"] {
        let counts = "0 with `restrict`, 3 as written: 3 since the driver refuses to launch it";
        assert_eq!(launches(&log, kernel), counts, "{log}");
    }
}

#[test]
fn it_is_off_unless_asked_for() {
    if is_waived() {
        return;
    }
    let record = LayerSession::new();
    let folder = record.path("rec");
    for (variable, value) in [("CLUNROLL_LAYER_ALIASING", "off"), ("CLUNROLL_LAYER_RECORD", folder.to_str().unwrap())] {
        let log = same(&["separate"], &[(variable, value)]).log;
        assert!(!log.contains("with `restrict`"), "{variable}: {log}");
    }
    let scene = ["separate"];
    let log = LayerSession::new().with_for(shares(), &scene, &[("CLUNROLL_LAYER_ALIASING", "always")]).log;
    assert!(log.contains("off: CLUNROLL_LAYER_ALIASING: `always` is neither `by-launch` nor `off`"), "{log}");
}

/// `clunroll layer run --aliasing` and the own configuration ask for it. One from the working folder cannot.
#[test]
fn a_command_or_the_own_configuration_asks_for_it() {
    if is_waived() {
        return;
    }
    let session = LayerSession::new();
    let table = "[layer]\naliasing = 'by-launch'\n";
    let expected = LayerSession::without_for(shares(), &["separate"], &[]);
    let with = |command: &mut Command| {
        fs::remove_file(session.path("log")).ok();
        command.env("CLUNROLL_LAYER_LOG", session.path("log"));
        assert_eq!(success(&command.output().unwrap()), expected);
        fs::read_to_string(session.path("log")).unwrap()
    };
    library();
    let mut command = clean(env!("CARGO_BIN_EXE_clunroll").as_ref());
    command.args(["layer", "run", "--aliasing", "by-launch", "--"]).arg(shares()).arg("separate");
    assert!(launches(&with(&mut command), "shift").starts_with("1 with `restrict`"));
    let plain = || {
        let mut command = clean(shares());
        command.arg("separate").env("OPENCL_LAYERS", library());
        command
    };
    fs::create_dir_all(session.path("clunroll")).unwrap();
    fs::write(session.path("clunroll/clunroll.toml"), table).unwrap();
    let log = with(plain().env("XDG_CONFIG_HOME", session.path("")));
    assert!(launches(&log, "shift").starts_with("1 with `restrict`"), "{log}");
    let log = with(plain().current_dir(session.path("clunroll")));
    assert!(log.contains("`aliasing` is ignored: ") && !log.contains("with `restrict`"), "{log}");
}

/// Every fourth call fails, from eight threads. All results are right, and nothing is left.
#[test]
fn random_failures_leave_nothing() {
    if is_waived() {
        return;
    }
    for seed in ["1", "2", "3"] {
        let seen = LayerSession::new().with_for(shares(), &["faults"], &[("BELOW_RANDOM", seed), BY_LAUNCH]);
        assert_eq!(seen.printed, "wrong: 0\n", "seed {seed}");
        assert!(seen.report.starts_with(BALANCED), "seed {seed}: {}", seen.report);
        assert!(!seen.log.contains("bug"), "seed {seed}: {}", seen.log);
    }
}
