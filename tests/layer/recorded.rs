//! Recordings: the program computes the same, and `clunroll tune` reads what it did.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use super::answers::BALANCED;
use super::session::{LayerSession, Seen, clean, client, is_waived, library, success};

/// The scene waits for an event of its own, which PoCL's device `basic` does not do.
const DEVICE: (&str, &str) = ("POCL_DEVICES", "pthread");

/// A scene with a recording in `rec`. The scene prints the same as without.
#[track_caller]
fn recorded(session: &LayerSession, scene: &[&str], more: &[(&str, &str)]) -> Seen {
    let headers = session.path("headers");
    fs::create_dir_all(&headers).unwrap();
    fs::write(headers.join("scale.h"), "#define SCALE(x) ((x) * 2)\n").unwrap();
    let (folder, headers) = (session.path("rec"), headers.display().to_string());
    let mut variables = vec![DEVICE, ("CLIENT_HEADERS", headers.as_str())];
    let without = LayerSession::without(scene, &variables);
    let folder = folder.display().to_string();
    variables.push(("CLUNROLL_LAYER_RECORD", folder.as_str()));
    variables.extend(more);
    let seen = session.with(scene, &variables);
    assert_eq!(seen.printed, without, "{}", seen.log);
    assert!(seen.report.starts_with(BALANCED), "{}", seen.report);
    assert!(!seen.log.contains("bug"), "{}", seen.log);
    seen
}

fn table(path: &Path) -> toml::Table {
    fs::read_to_string(path).unwrap().parse().unwrap()
}

/// The arguments of the launches of a kernel.
fn arguments(launches: &toml::Table, kernel: &str) -> Vec<Vec<toml::Value>> {
    let of_kernel =
        launches["launch"].as_array().unwrap().iter().filter(|launch| launch["kernel"].as_str() == Some(kernel));
    of_kernel.map(|launch| launch["args"].as_array().unwrap().clone()).collect()
}

/// The numbers in a recorded buffer.
fn numbers(folder: &Path, argument: &toml::Value) -> Vec<f32> {
    let bytes = fs::read(folder.join("1").join(argument["file"].as_str().unwrap())).unwrap();
    let size = argument.get("bytes").and_then(toml::Value::as_integer);
    assert!(size.is_none_or(|size| usize::try_from(size) == Ok(bytes.len())), "{argument}");
    bytes.chunks_exact(4).map(|bytes| f32::from_le_bytes(bytes.try_into().unwrap())).collect()
}

fn from(first: u8, count: u8) -> Vec<f32> {
    (0..count).map(|at| f32::from(first) + f32::from(at)).collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut all = vec![folder.to_owned()];
    let mut at = 0;
    while at < all.len() {
        if all[at].is_dir() {
            let inner = fs::read_dir(&all[at]).unwrap().map(|entry| entry.unwrap().path()).collect::<Vec<_>>();
            all.extend(inner);
        }
        at += 1;
    }
    all
}

fn tune(folder: &Path, options: &[&str]) -> String {
    let mut command = clean(Path::new(env!("CARGO_BIN_EXE_clunroll")));
    command.arg("tune").arg("--recording").arg(folder).args(options).env(DEVICE.0, DEVICE.1);
    success(&command.output().unwrap())
}

#[test]
fn a_recording_has_what_the_program_did() {
    if is_waived() {
        return;
    }
    let session = LayerSession::new();
    let seen = recorded(&session, &["launches"], &[]);
    let folder = session.path("rec");
    let (launches, index) = (table(&folder.join("1/launches.toml")), table(&folder.join("recording.toml")));

    // The buffers are as they were before each launch.
    let rows = &arguments(&launches, "rows")[..];
    let [rows] = rows else { panic!("{rows:?}") };
    assert_eq!(numbers(&folder, &rows[0]), from(1, 128));
    assert_eq!(numbers(&folder, &rows[1]), from(100, 16));
    assert_eq!(rows[2]["hex"].as_str(), Some("080000000000003f"));
    assert_eq!(rows[3]["local-bytes"].as_integer(), Some(16));
    let scale = arguments(&launches, "scale");
    let summed: Vec<f32> = (0..16_u8).map(|row| 19.0 + 32.0 * f32::from(row)).collect();
    assert_eq!(scale.len(), 2);
    assert!(scale.iter().any(|arguments| numbers(&folder, &arguments[0]) == summed), "{scale:?}");
    let pick = &arguments(&launches, "pick")[0];
    assert_eq!(numbers(&folder, &pick[0])[..4], [0.0, 0.5, 1.0, 1.5]);
    assert_eq!(pick[0]["format"].as_array().unwrap()[0].as_str(), Some("RGBA"));
    assert_eq!(pick[1]["sampler"]["addressing"].as_str(), Some("clamp-to-edge"));
    assert_eq!(pick[2]["value"].as_integer(), Some(0), "the host may not read it");
    // One launch has the memory of an argument twice, and is left out.
    let add = arguments(&launches, "add");
    assert!(add.len() == 1 && numbers(&folder, &add[0][1]) == from(129, 4), "{add:?}");

    let program = &index["program"].as_array().unwrap()[0];
    assert_eq!(program["options"].as_str(), Some("\"-DN=4\" -I 1/i0 -cl-mad-enable"));
    let ran =
        |kernel: &toml::Value| (kernel["name"].as_str().unwrap().to_owned(), kernel["runs"].as_integer().unwrap());
    let kernels = program["kernel"].as_array().unwrap();
    let runs: Vec<_> = kernels.iter().map(ran).collect();
    let expected = [("rows", 3), ("scale", 9), ("pick", 3), ("add", 6)];
    assert_eq!(runs, expected.map(|(name, runs)| (name.to_owned(), runs)));
    assert!(kernels.iter().all(|kernel| kernel["nanoseconds"].as_integer().unwrap() > 0), "{kernels:?}");
    assert!(seen.log.contains("not rewritten: its launches are recorded"), "{}", seen.log);

    // It is the user's alone, and nothing of the user's other things is in it.
    assert!(seen.said.contains("clunroll layer: recording the kernels of /"), "{}", seen.said);
    for file in files(&folder) {
        let found = fs::symlink_metadata(&file).unwrap();
        assert_eq!(found.permissions().mode() & 0o777, if found.is_dir() { 0o700 } else { 0o600 }, "{file:?}");
        if found.is_file() {
            let text = String::from_utf8_lossy(&fs::read(&file).unwrap()).into_owned();
            assert!(!text.contains(session.path("").to_str().unwrap()), "{file:?}: {text}");
        }
    }

    let listed = tune(&folder, &["--dry-run"]);
    assert!(listed.contains("add, pick, rows, scale: "), "{listed}");
    let profile = session.path("devices.toml");
    let profile = profile.to_str().unwrap();
    let tuned = tune(&folder, &["--time", "2", "--factors", "2", "--kernel", "rows", "--profile", profile]);
    assert!(tuned.contains("kernel `rows` of ") && tuned.contains("% of the device's time; "), "{tuned}");
    let profile = fs::read_to_string(profile).unwrap();
    assert!(profile.contains("function = \"rows\"\nline = 7\n"), "{profile}");

    let mut delete = Command::new(env!("CARGO_BIN_EXE_clunroll"));
    success(&delete.args(["recording", "delete"]).arg(&folder).output().unwrap());
    assert!(!folder.exists());
}

/// A kernel is recorded with the part that it comes from, as it was compiled when the program was linked.
#[test]
fn a_linked_program_is_recorded_by_its_parts() {
    if is_waived() {
        return;
    }
    let session = LayerSession::new();
    let seen = recorded(&session, &["links"], &[]);
    let folder = session.path("rec");
    let index = table(&folder.join("recording.toml"));
    let programs = index["program"].as_array().unwrap();
    let mut found = Vec::new();
    for (at, program) in programs.iter().enumerate() {
        let number = at + 1;
        let kernels = program["kernel"].as_array().unwrap().iter();
        let runs = kernels.map(|kernel| format!("{} {}", kernel["name"].as_str().unwrap(), kernel["runs"]));
        let header = fs::read_to_string(folder.join(format!("{number}/h/part.h"))).unwrap_or_default();
        let launches = fs::read_to_string(folder.join(format!("{number}/launches.toml"))).unwrap_or_default();
        let options = program["options"].as_str().unwrap().replace(&format!(" -I {number}/h"), "");
        assert_eq!(program.get("launches").is_some(), launches.contains("[[launch]]"), "{program}");
        found.push((options, header, runs.collect::<Vec<_>>().join(", "), !launches.is_empty()));
    }
    let part = |kernel: &str, count: u8, added: u32, runs: u8| {
        let options = format!("\"-DN={count}\"");
        (options, format!("#define ADDED {added}\n"), format!("{kernel} {runs}"), true)
    };
    let plain = |runs: &str, is_recorded| (String::new(), String::new(), runs.to_owned(), is_recorded);
    let expected = [
        part("fill", 4, 100, 2),
        part("fill", 3, 200, 1),
        part("fill", 4, 300, 1),
        plain("own 1", true),
        plain("needs 1", false),
        part("fill", 4, 400, 1),
        part("many0", 2, 500, 1),
        part("many49", 3, 500, 1),
    ];
    assert_eq!(found, expected, "{}", seen.log);
    assert_eq!(seen.log.matches("not recorded: it needs other parts of the linked program").count(), 1, "{}", seen.log);

    // Each part is built again from what is recorded. `own` has no loop.
    let tuned = tune(&folder, &["--time", "2", "--factors", "2"]);
    let is_measured =
        |line: &&str| ["; the best form is", "; nothing is faster"].iter().any(|words| line.contains(words));
    assert_eq!(tuned.lines().filter(is_measured).count(), 6, "{tuned}");
    assert!(tuned.contains("kernel `needs` of ") && tuned.contains("not tuned: no launch was recorded"), "{tuned}");
}

#[test]
fn a_folder_that_is_refused_does_not_stop_the_program() {
    if is_waived() {
        return;
    }
    for (what, said) in [
        ("taken", "the folder is not empty; `clunroll recording delete` removes an old recording"),
        ("link", "it is not a folder; a link is not followed"),
        ("full", "the recording is full: CLUNROLL_LAYER_RECORD_MIB says how large it may be"),
        ("wrong size", "CLUNROLL_LAYER_RECORD_MIB is 1MiB, and no whole number"),
    ] {
        let session = LayerSession::new();
        let (folder, other) = (session.path("rec"), session.path("other"));
        fs::create_dir(&other).unwrap();
        match what {
            "taken" => {
                fs::create_dir(&folder).unwrap();
                fs::write(folder.join("file"), "mine").unwrap();
            }
            "link" => symlink(&other, &folder).unwrap(),
            _ => {}
        }
        let most = match what {
            "full" => "0",
            "wrong size" => "1MiB",
            _ => "1",
        };
        let seen = recorded(&session, &["launches"], &[("CLUNROLL_LAYER_RECORD_MIB", most)]);
        assert!(seen.said.contains(&format!("nothing is recorded: {said}")), "{}", seen.said);
        assert_eq!(seen.said.matches("clunroll layer: ").count(), 1, "{}", seen.said);
        assert!(!folder.join("recording.toml").exists() && fs::read_dir(&other).unwrap().count() == 0);
    }
}

/// Some drivers keep what the compiler knows of parameters only if they are asked to.
#[test]
fn a_program_is_built_once_more_for_its_parameters() {
    if is_waived() {
        return;
    }
    let session = LayerSession::new();
    recorded(&session, &["launches"], &[("BELOW_FORGETS", "1")]);
    let folder = session.path("rec");
    let rows = &arguments(&table(&folder.join("1/launches.toml")), "rows")[0];
    assert_eq!(numbers(&folder, &rows[0]), from(1, 128));
    assert_eq!(rows[2]["hex"].as_str(), Some("080000000000003f"));
}

/// A driver that fails at random, from eight threads: the results are right, nothing is left, and what was recorded can be read.
#[test]
fn a_recording_survives_failures() {
    if is_waived() {
        return;
    }
    for seed in ["1", "2"] {
        let session = LayerSession::new();
        let folder = session.path("rec").display().to_string();
        let seen = session
            .with(&["threads", "40"], &[DEVICE, ("BELOW_RANDOM", seed), ("CLUNROLL_LAYER_RECORD", folder.as_str())]);
        assert_eq!(seen.printed, "wrong: 0\n", "seed {seed}");
        assert!(seen.report.starts_with(BALANCED), "seed {seed}: {}", seen.report);
        assert!(!seen.log.contains("bug") && !seen.log.contains("ends here"), "seed {seed}: {}", seen.log);
        let listed = tune(Path::new(&folder), &["--dry-run"]);
        assert!(listed.contains("line 2: as written"), "{listed}");
    }
}

#[test]
fn a_queue_answers_the_same_after_its_release() {
    if !is_waived() {
        let seen = recorded(&LayerSession::new(), &["queues"], &[]);
        assert!(seen.printed.contains("time: -7, 0") && seen.printed.contains("time: 0, 1"), "{}", seen.printed);
    }
}

/// What the driver has ends after the recording, since the driver's threads may still run then.
#[test]
fn a_recording_ends_before_what_was_there_before_it() {
    if is_waived() {
        return;
    }
    let session = LayerSession::new();
    let folder = session.path("rec");
    session.with(&["quits"], &[DEVICE, ("CLUNROLL_LAYER_RECORD", folder.to_str().unwrap())]);
    let index = table(&folder.join("recording.toml"));
    assert_eq!(index["program"][0]["kernel"][0]["runs"].as_integer(), Some(6), "{index}");
    assert_eq!(table(&folder.join("1/launches.toml"))["launch"].as_array().map(Vec::len), Some(6));
}

/// The recording ends, and then has nothing of the program's.
#[test]
fn a_folder_that_goes_leaves_nothing() {
    if !is_waived() {
        let session = LayerSession::new();
        let folder = session.path("rec");
        let seen = recorded(&session, &["removed"], &[("CLIENT_REMOVED", folder.to_str().unwrap())]);
        assert!(seen.said.contains(" ends here: "), "{}", seen.said);
        assert_eq!(seen.printed, "the context is gone: 1\n");
    }
}

#[test]
fn standard_error_without_a_reader_ends_no_program() {
    if is_waived() {
        return;
    }
    let session = LayerSession::new();
    let (folder, log) = (session.path("rec"), session.path("missing/log"));
    let mut command = clean(client());
    command.arg("plain").env("OPENCL_LAYERS", library()).env("CLUNROLL_LAYER_RECORD", &folder);
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = command.env("CLUNROLL_LAYER_LOG", log).env(DEVICE.0, DEVICE.1).stderr(writer).output().unwrap();
    assert_eq!(success(&output), LayerSession::without(&["plain"], &[DEVICE]));
    assert!(folder.join("recording.toml").exists());
}

#[test]
fn a_child_does_not_record() {
    if !is_waived() {
        recorded(&LayerSession::new(), &["forks"], &[]);
    }
}
