//! Several inputs and folders: `--out-dir` and `--in-place`.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use insta::assert_snapshot;
use serde_json::Value;

use crate::sandbox::{PLAIN, Sandbox};

const LOOP: &str = "__kernel void k(__global int *a) {\n#pragma unroll\n  for (int i = 0; i < 2; i++) a[i] = i;\n}\n";
const INVALID: &str =
    "__kernel void k(__global int *a) {\n#pragma unroll -1\n  for (int i = 0; i < 2; i++) a[i] = i;\n}\n";
const HEADER: &str = "#define N 2\n";
/// A part of another file: the includer may define the macro in any way.
const PART: &str = "void part(__global int *a) {\n#pragma unroll\n  for (int i = 0; i < 3; i++) a[i] = at(i);\n}\n";

/// A folder of kernels with headers, a part of a kernel, and files that a run must ignore.
fn folder() -> Sandbox {
    let sandbox = Sandbox::new();
    for folder in ["kernels", "kernels/deep", "kernels/deep/er", "kernels/.hidden", "kernels/folder.cl"] {
        fs::create_dir(sandbox.path(folder)).unwrap();
    }
    for (name, text) in [
        ("kernels/plain.cl", PLAIN.to_owned()),
        ("kernels/deep/loop.cl", format!("#include \"../n.h\"\n{LOOP}")),
        ("kernels/deep/er/b.ocl", format!("#define at(i) ((i) + 1)\n#include \"part.clh\"\n{LOOP}")),
        ("kernels/deep/er/part.clh", PART.to_owned()),
        ("kernels/folder.cl/z.opencl", LOOP.to_owned()),
        ("kernels/n.h", HEADER.to_owned()),
        ("kernels/unused.h", HEADER.to_owned()),
        ("kernels/notes.txt", LOOP.to_owned()),
        ("kernels/.hidden/h.cl", LOOP.to_owned()),
    ] {
        sandbox.write(name, text);
    }
    sandbox
}

/// All files below a folder, in order.
fn files(sandbox: &Sandbox, folder: &str) -> Vec<String> {
    let walk = walkdir::WalkDir::new(sandbox.path(folder)).sort_by_file_name();
    let files = walk.into_iter().map(Result::unwrap).filter(|entry| !entry.file_type().is_dir());
    files.map(|entry| entry.path().strip_prefix(sandbox.path(folder)).unwrap().display().to_string()).collect()
}

#[test]
fn a_folder_is_written_with_the_same_paths() {
    let sandbox = folder();
    assert_snapshot!(sandbox.run(&["kernels", "--out-dir", "out/put", "--depfile", "out.d", "--report", "r.json"]));
    assert_eq!(
        files(&sandbox, "out/put"),
        ["deep/er/b.ocl", "deep/er/part.clh", "deep/loop.cl", "folder.cl/z.opencl", "n.h", "plain.cl"]
    );
    for copied in ["plain.cl", "n.h", "deep/er/part.clh"] {
        assert_eq!(sandbox.read(&format!("out/put/{copied}")), sandbox.read(&format!("kernels/{copied}")), "{copied}");
    }
    for unrolled in ["deep/loop.cl", "deep/er/b.ocl", "folder.cl/z.opencl"] {
        assert!(!String::from_utf8(sandbox.read(&format!("out/put/{unrolled}"))).unwrap().contains("unroll"));
    }
    assert_snapshot!(String::from_utf8(sandbox.read("out.d")).unwrap());
    let report: Value = serde_json::from_slice(&sandbox.read("r.json")).unwrap();
    let names: Vec<_> = report["files"].as_array().unwrap().iter().map(|file| file["name"].clone()).collect();
    assert_eq!(
        names,
        ["kernels/deep/er/b.ocl", "kernels/deep/loop.cl", "kernels/folder.cl/z.opencl", "kernels/plain.cl"]
    );
    assert!(report["files"].as_array().unwrap().iter().all(|file| file["written"] == true));
    assert_eq!(report["totals"]["unrolled"], 3);
}

#[test]
fn what_was_written_can_be_rewritten_and_does_not_change() {
    let sandbox = folder();
    sandbox.command().args(["-q", "kernels", "--out-dir", "one"]).assert().success().stderr("");
    sandbox.command().args(["-q", "one", "--out-dir", "two"]).assert().success();
    assert_eq!(files(&sandbox, "one"), files(&sandbox, "two"));
    for file in files(&sandbox, "one") {
        assert_eq!(sandbox.read(&format!("one/{file}")), sandbox.read(&format!("two/{file}")), "{file}");
    }
}

#[test]
fn an_output_folder_in_the_input_folder_is_no_input() {
    let sandbox = folder();
    for _ in 0..2 {
        sandbox.command().args(["-q", ".", "--out-dir", "kernels/out"]).assert().success();
        assert!(!sandbox.path("kernels/out/kernels/out").exists());
    }
}

#[test]
fn named_files_keep_their_paths_from_the_current_folder() {
    let sandbox = folder();
    sandbox.run(&["./kernels/../kernels/deep/loop.cl", "kernels/plain.cl", "--out-dir", "out"]);
    // A header below the current folder is copied too.
    assert_eq!(files(&sandbox, "out"), ["kernels/deep/loop.cl", "kernels/n.h", "kernels/plain.cl"]);
    // A part is rewritten if it is named.
    let absolute = sandbox.path("kernels/deep/er/part.clh").display().to_string();
    sandbox.command().args(["-q", "kernels/deep/er/b.ocl", &absolute, "--out-dir", "named"]).assert().success();
    assert_eq!(files(&sandbox, "named"), ["kernels/deep/er/b.ocl", "kernels/deep/er/part.clh"]);
}

#[test]
fn wrong_places_are_errors_before_anything_is_written() {
    let sandbox = folder();
    fs::create_dir_all(sandbox.path("other/deep")).unwrap();
    sandbox.write("other/deep/loop.cl", LOOP);
    sandbox.write("n.h", HEADER);
    fs::create_dir(sandbox.path("third")).unwrap();
    sandbox.write("third/x.cl", "#include \"n.h\"\n");
    sandbox.write("third/n.h", HEADER);
    symlink("kernels", sandbox.path("link")).unwrap();
    let mut runs = String::new();
    for arguments in [
        &["kernels", "other", "--out-dir", "out"][..],
        &["kernels", "third", "--out-dir", "out"],
        &["kernels", "--out-dir", "kernels"],
        &["kernels", "--out-dir", "link"],
        &["kernels/plain.cl", "--out-dir", "."],
        &["../k.cl", "--out-dir", "out"],
        &["-", "--out-dir", "out"],
        &["kernels", "--out-dir", "out", "--report", "out"],
        &["kernels"],
        &["kernels", "-o", "out.cl"],
        &["kernels/plain.cl", "third/x.cl"],
        &["kernels/plain.cl", "third/x.cl", "-o", "out.cl"],
        &["-", "--in-place"],
        &["kernels", "--in-place", "--depfile", "k.d"],
        &["missing", "--out-dir", "out"],
        &["kernels/plain.cl", "--out-dir", "n.h"],
    ] {
        fs::remove_dir_all(sandbox.path("out")).ok();
        fs::create_dir(sandbox.path("out")).unwrap();
        runs += &sandbox.run(arguments);
        assert_eq!(files(&sandbox, "out"), [""; 0], "{arguments:?}");
    }
    assert_snapshot!(runs);
    sandbox.command().args(["kernels", "--out-dir", "out", "--report", "out/plain.cl"]).assert().code(2);
    assert_eq!(files(&sandbox, "out"), [""; 0]);
}

#[test]
fn the_ways_of_writing_exclude_one_another() {
    let sandbox = Sandbox::with_kernel(PLAIN);
    let ways = [&["-o", "out.cl"][..], &["--out-dir", "out"], &["--in-place"], &["--diff"]];
    for (at, one) in ways.iter().enumerate() {
        for other in &ways[at + 1..] {
            sandbox.command().arg("k.cl").args(*one).args(*other).assert().code(2).stdout("");
        }
    }
    assert_eq!(sandbox.names(), ["k.cl"]);
}

#[test]
fn one_that_is_invalid_does_not_stop_the_others() {
    let sandbox = folder();
    sandbox.write("kernels/bad.cl", INVALID);
    fs::create_dir(sandbox.path("out")).unwrap();
    sandbox.write("out/bad.cl", "old\n");
    assert_snapshot!(sandbox.run(&["kernels", "--out-dir", "out", "--depfile", "out.d"]));
    assert_eq!(sandbox.read("out/bad.cl"), b"old\n");
    assert!(sandbox.path("out/plain.cl").exists() && !sandbox.path("out.d").exists());
    // An input that is not a source is worse.
    sandbox.write("kernels/binary.cl", "\0");
    symlink("nowhere", sandbox.path("kernels/gone.cl")).unwrap();
    symlink("..", sandbox.path("kernels/deep/round")).unwrap();
    fs::remove_dir_all(sandbox.path("out")).unwrap();
    assert_snapshot!(sandbox.run(&["-q", "kernels", "--out-dir", "out", "--keep-going", "--report", "r.json"]));
    assert_eq!(sandbox.read("out/bad.cl"), INVALID.as_bytes());
    assert_eq!(sandbox.read("out/plain.cl"), PLAIN.as_bytes());
    let report: Value = serde_json::from_slice(&sandbox.read("r.json")).unwrap();
    assert_eq!(report["totals"]["errors"], 1);
}

/// It is copied unchanged, so no other message would report it.
#[test]
fn what_is_invalid_in_a_source_that_another_one_includes_is_reported() {
    let sandbox = folder();
    sandbox.write("kernels/deep/er/part.clh", INVALID);
    assert_snapshot!(sandbox.run(&["kernels", "--out-dir", "out"]));
    assert_eq!(sandbox.read("out/deep/er/part.clh"), INVALID.as_bytes());
}

#[test]
fn a_place_that_cannot_be_written_does_not_stop_the_others() {
    let sandbox = folder();
    fs::create_dir(sandbox.path("out")).unwrap();
    sandbox.write("out/deep", "a file\n");
    assert_snapshot!(sandbox.run(&["-q", "kernels", "--out-dir", "out"]));
    assert_eq!(files(&sandbox, "out"), ["deep", "folder.cl/z.opencl", "n.h", "plain.cl"]);
}

#[test]
fn in_place_replaces_what_changes_and_nothing_else() {
    let sandbox = folder();
    let read = |name: &str| sandbox.read(&format!("kernels/{name}"));
    let old = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000);
    fs::set_permissions(sandbox.path("kernels/deep/loop.cl"), PermissionsExt::from_mode(0o751)).unwrap();
    for file in files(&sandbox, "kernels") {
        let file = fs::File::options().append(true).open(sandbox.path(&format!("kernels/{file}"))).unwrap();
        file.set_modified(old).unwrap();
    }
    symlink("deep/loop.cl", sandbox.path("kernels/a_link.cl")).unwrap();
    sandbox.command().args(["-q", "kernels", "kernels/plain.cl", "--in-place"]).assert().success().stdout("");
    for (name, changes) in [("deep/loop.cl", true), ("deep/er/b.ocl", true), ("plain.cl", false), ("n.h", false)] {
        let metadata = fs::metadata(sandbox.path(&format!("kernels/{name}"))).unwrap();
        assert_eq!(metadata.modified().unwrap() != old, changes, "{name}");
    }
    assert!(!String::from_utf8(read("deep/loop.cl")).unwrap().contains("unroll"));
    assert_eq!(read("deep/er/part.clh"), PART.as_bytes(), "it is a part of another one");
    assert!(fs::symlink_metadata(sandbox.path("kernels/a_link.cl")).unwrap().is_symlink());
    let mode = fs::metadata(sandbox.path("kernels/deep/loop.cl")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o751);
    let after = read("deep/loop.cl");
    sandbox.command().args(["-q", "kernels", "--in-place"]).assert().success();
    assert_eq!(read("deep/loop.cl"), after);
}

#[test]
fn flattened_files_and_line_directives_are_written_below_a_folder_too() {
    let sandbox = folder();
    sandbox.command().args(["-q", "kernels", "--out-dir", "out", "--flatten", "--line-directives"]).assert().success();
    let text = String::from_utf8(sandbox.read("out/deep/er/b.ocl")).unwrap();
    assert!(text.contains("void part") && !text.contains("#pragma unroll") && text.contains("#line"));
    assert!(text.contains("kernels/deep/er/part.clh"), "{text}");
}

#[test]
fn a_folder_without_sources_is_said() {
    let sandbox = Sandbox::new();
    fs::create_dir(sandbox.path("empty")).unwrap();
    assert_snapshot!(sandbox.run(&["empty", "--out-dir", "out"]));
    sandbox.command().args(["-q", "empty", "--out-dir", "out"]).assert().success().stderr("");
}
