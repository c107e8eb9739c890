//! Recordings that are right, and hostile ones.

use super::*;
use crate::launch::{Fill, LaunchArgument, Number};

const INDEX_TEXT: &str = r#"
format = 1
application = "program"
device = "A platform, a device"

[[program]]
source = "1/source.cl"
launches = "1/launches.toml"

[[program.kernel]]
name = "k"
runs = 2
nanoseconds = 30
"#;

const LAUNCHES: &str =
    "[[launch]]\nkernel = 'k'\nglobal = [4]\nruns = 2\nnanoseconds = 30\nargs = [{ bytes = 16, file = '0.bin' }]\n";

/// A folder with a recording.
fn recording(index: &str, launches: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let inside = folder.path().join("1");
    fs::create_dir(&inside).expect("a folder");
    fs::write(folder.path().join(INDEX), index).expect("a file");
    fs::write(inside.join("source.cl"), "__kernel void k(__global int *a) {}\n").expect("a file");
    fs::write(inside.join("launches.toml"), launches).expect("a file");
    fs::write(inside.join("0.bin"), [7; 16]).expect("a file");
    folder
}

#[test]
fn a_recording_has_its_programs_and_launches() {
    let folder = recording(INDEX_TEXT, LAUNCHES);
    let recording = Recording::open(folder.path()).expect("it is right");
    let program = &recording.index.programs[0];
    assert_eq!((program.name(), program.nanoseconds()), ("1/source.cl", 30));
    let launches = recording.launches(program).expect("it is right");
    assert_eq!((launches[0].runs, launches[0].nanoseconds), (Some(2), Some(30)));
    assert!(recording.has(&recording.source(program).expect("a path")));
    assert!(!recording.has(Path::new("/etc/passwd")) && !recording.has(&folder.path().join("other")));
    // What is written is read again.
    let text = toml::to_string(&recording.index).expect("it is data");
    assert_eq!(toml::from_str::<RecordingIndex>(&text), Ok(recording.index));
}

#[test]
fn no_name_leads_out_of_the_folder() {
    for (old, new, message) in [
        ("\"1/source.cl\"", "\"/etc/passwd\"", "it must be relative, without `..`"),
        ("\"1/source.cl\"", "\"1/../../source.cl\"", "it must be relative, without `..`"),
        ("\"1/source.cl\"", "\"\"", "it must be relative, without `..`"),
        ("\"1/source.cl\"", "\"2/source.cl\"", "`2/source.cl` is not a file of the recording"),
        ("\"1/source.cl\"", "\"1\"", "`1` is not a file of the recording"),
        ("\"1/launches.toml\"", "\"../launches.toml\"", "it must be relative, without `..`"),
        ("format = 1", "format = 2", "it has the format 2, but this clunroll reads 1"),
        ("format = 1", "format = 1\nrun = 'rm'", "unknown field `run`"),
        ("[[program]]", "[[program]]\nsource = '1/source.cl'\n[[program]]", "two programs of the name 1/source.cl"),
        ("runs = 2", "runs = -2", "invalid value: integer `-2`"),
    ] {
        let folder = recording(&INDEX_TEXT.replacen(old, new, 1), LAUNCHES);
        let problem = Recording::open(folder.path()).expect_err(new);
        assert!(problem.contains(message) && problem.contains(INDEX), "{problem}");
    }
    for file in ["/etc/passwd", "../recording.toml", "1/../0.bin", "none.bin", "../1/0.bin"] {
        let folder = recording(INDEX_TEXT, &LAUNCHES.replace("0.bin", file));
        let recording = Recording::open(folder.path()).expect("its index is right");
        let problem = recording.launches(&recording.index.programs[0]).expect_err(file);
        assert!(
            problem.contains("launches.toml:6:9: `") && problem.contains("of the recording")
                || problem.contains("relative"),
            "{problem}"
        );
    }
}

#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    for (link, to) in [("1/other.bin", "/etc/passwd"), ("1/other.bin", "0.bin"), ("2", "/etc"), ("3", "nowhere")] {
        let folder = recording(INDEX_TEXT, LAUNCHES);
        std::os::unix::fs::symlink(to, folder.path().join(link)).expect("a link");
        let problem = Recording::open(folder.path()).expect_err(link);
        assert!(problem.contains(&format!("{link} is a link")), "{problem}");
    }
}

#[test]
fn everything_is_bounded() {
    let folder = recording(INDEX_TEXT, LAUNCHES);
    // Files with nothing on the disk.
    let sparse = |name: &str, length: u64| {
        let file = fs::File::create(folder.path().join(name)).expect("a file");
        file.set_len(length).expect("a length");
    };
    sparse("1/launches.toml", MOST_TEXT + 1);
    let recording = Recording::open(folder.path()).expect("its index is right");
    let problem = recording.launches(&recording.index.programs[0]).expect_err("it is too long");
    assert!(problem.contains("has more than 16 MiB"), "{problem}");
    sparse("1/large.bin", 16 << 30);
    let problem = Recording::open(folder.path()).expect_err("it is too large");
    assert!(problem.contains("files or 16 GiB"), "{problem}");
    let deep = folder.path().join(["deep"; 20].join("/"));
    fs::remove_file(folder.path().join("1/large.bin")).expect("it is there");
    fs::create_dir_all(deep).expect("folders");
    assert!(Recording::open(folder.path()).expect_err("it is too deep").contains("is too deep"));
}

#[test]
fn a_launch_has_bounded_memory() {
    let buffer = |size| LaunchArgument {
        name: "a".to_owned(),
        element: ElementType::UNKNOWN,
        argument: ArgumentValue::Buffer { size, fill: Fill::Constant(Number::Integer(0)) },
    };
    let launch = |sizes: &[usize]| Launch {
        kernel: "k".to_owned(),
        global: vec![1],
        local: None,
        arguments: sizes.iter().copied().map(buffer).collect(),
    };
    assert_eq!(check_memory(&launch(&[1 << 29, 1 << 29])), Ok(()));
    assert!(check_memory(&launch(&[1 << 29, 1 << 29, 1])).is_err());
    assert!(check_memory(&launch(&[usize::MAX])).is_err());
}
