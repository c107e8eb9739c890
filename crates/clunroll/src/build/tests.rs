use std::fs;

use super::*;

const LOOP: &str = "kernel void k(global int *a) {\n#pragma unroll N\n  for (int i = 0; i < N; i++) a[i] = i;\n}\n";

/// The lines for Cargo for a folder of files, without the folder's name, and the result.
fn run(files: &[(&str, &str)], change: impl FnOnce(Kernels) -> Kernels) -> (String, Result<Vec<String>, String>) {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let kernels = change(Kernels::new(folder.path().join("kernels")).out_dir(folder.path().join("out")));
    let mut said = Vec::new();
    let result = kernels.run(&mut Script::new(&mut said));
    let prefix = format!("{}/", folder.path().display());
    let plain = |text: &str| text.replace(&prefix, "");
    let result = match result {
        Ok(compiled) => Ok(compiled
            .iter()
            .map(|compiled| {
                let text = fs::read_to_string(&compiled.output).unwrap();
                format!("{}: {text}", plain(&compiled.output.display().to_string()))
            })
            .collect()),
        Err(error) => Err(plain(&error.to_string())),
    };
    (plain(&String::from_utf8(said).unwrap()), result)
}

#[test]
fn each_file_and_folder_is_watched_once() {
    let files = [
        ("kernels/a.cl", "#include \"h.h\"\n"),
        ("kernels/deep/b.cl", "#include \"../h.h\"\n#include <i.h>\n#include \"none.h\"\n"),
        ("kernels/h.h", ""),
        ("include/i.h", ""),
    ];
    let (said, result) = run(&files, |kernels| {
        let include = kernels.path.with_file_name("include");
        kernels.include(include)
    });
    let paths: Vec<_> =
        said.lines().map(|line| line.strip_prefix("cargo::rerun-if-changed=").unwrap_or(line)).collect();
    let expected = [
        "kernels",
        "kernels/deep",
        "kernels/a.cl",
        "kernels/deep/b.cl",
        "kernels/h.h",
        "kernels/deep/../h.h",
        "include/i.h",
    ];
    assert_eq!(paths, expected);
    assert_eq!(result.unwrap().len(), 2);
}

#[test]
fn a_folder_without_kernels_is_worth_a_warning() {
    let (said, result) = run(&[("kernels/h.h", "")], |kernels| kernels);
    assert_eq!(said, "cargo::rerun-if-changed=kernels\ncargo::warning=no OpenCL files in kernels\n");
    assert!(result.unwrap().is_empty());
}

#[test]
fn a_folder_without_a_name_is_none() {
    let (said, result) = run(&[("kernels/k.cl", LOOP)], |kernels| kernels.out_dir(""));
    assert_eq!((said.as_str(), result.unwrap_err().contains("OUT_DIR")), ("", true));
}

#[test]
fn an_output_replaces_no_kernel() {
    let (_, result) = run(&[("kernels/k.cl", LOOP)], |kernels| {
        let folder = kernels.path.clone();
        kernels.out_dir(folder)
    });
    let error = "cannot write kernels/k.cl: it is an input, and inputs are replaced only in place";
    assert_eq!(result.unwrap_err(), error);
}

#[test]
fn options_reach_the_kernels() {
    let files = [("kernels/k.cl", LOOP), ("kernels/n.h", "#define N 2\n")];
    let (_, result) = run(&files, |kernels| {
        let forced = kernels.path.join("n.h").display().to_string();
        kernels.options(|options| options.forced_include(forced))
    });
    assert!(result.unwrap()[0].starts_with("out/k.cl: kernel void k(global int *a) {\n  { int i = 0;"));
    let (_, result) = run(&files, |kernels| kernels.define("N", "2").options(|options| options.trust_defines(true)));
    assert!(!result.unwrap()[0].contains("#pragma"));
}

#[test]
fn warnings_are_reported_line_by_line_and_notes_if_asked_for() {
    let kernel = "kernel void k(global int *a, int n) {\n#pragma unroll\n  for (int i = 0; i < n; i++) a[i] = i;\n\
                  #pragma unroll 2\n  for (volatile int i = 0; i < 4; i++) a[i] = i;\n}\n";
    let (said, result) = run(&[("kernels/k.cl", kernel)], |kernels| kernels);
    assert!(result.is_ok() && said.contains("cargo::warning=warning[CLU102]"), "{said}");
    assert!(said.contains("cargo::warning=2 │ #pragma unroll\n") && !said.contains("note["), "{said}");
    assert!(said.lines().all(|line| line.starts_with("cargo::")), "{said}");
    let (said, _) = run(&[("kernels/k.cl", kernel)], |kernels| kernels.notes(true));
    assert!(said.contains("cargo::warning=note["), "{said}");
}

#[test]
fn what_is_invalid_is_an_error_and_the_rest_is_written() {
    let invalid = LOOP.replace("unroll N", "unroll -1");
    let files = [("kernels/a.cl", invalid.as_str()), ("kernels/b.cl", "\0"), ("kernels/c.cl", "")];
    let mut out = PathBuf::new();
    let (said, result) = run(&files, |kernels| {
        out = kernels.path.with_file_name("out");
        kernels
    });
    let error = result.unwrap_err();
    assert!(error.contains("error[CLU001]") && error.contains("kernels/a.cl:2:16"), "{error}");
    assert!(error.contains("kernels/b.cl is not OpenCL C"), "{error}");
    assert!(!said.contains("CLU001"), "the caller of `try_compile` says that");
}

#[test]
fn each_problem_has_its_kind() {
    let invalid = LOOP.replace("unroll N", "unroll -1");
    let bug = format!("// clunroll_fails_on_purpose\n{LOOP}");
    let files = [("kernels/a.cl", invalid.as_str()), ("kernels/b.cl", "\0"), ("kernels/c.cl", &bug)];
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("kernels")).unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let kernels = Kernels::new(folder.path().join("kernels")).out_dir(folder.path().join("out"));
    let error = kernels.run(&mut Script::new(&mut Vec::new())).unwrap_err();
    let [Problem::File(binary), Problem::File(bug), Problem::Kernel { source, outcome, .. }] = error.problems() else {
        panic!("{error:?}")
    };
    assert!(binary.contains("b.cl is not OpenCL C") && bug.ends_with("c.cl: clunroll has a bug: it fails on purpose"));
    assert!(source.ends_with("kernels/a.cl") && outcome.diagnostics[0].rule.code == "CLU001");
    let error =
        Kernels::new("k.cl").define("4", 1).define("x y", 1).run(&mut Script::new(&mut Vec::new())).unwrap_err();
    assert!(matches!(error.problems(), [Problem::Macro(_), Problem::Macro(_)]), "{error:?}");
}

#[test]
fn a_file_that_cannot_be_flattened_fails_the_build() {
    let files = [("kernels/a.cl", "#include \"h.h\"\n#include <x.h>\n"), ("kernels/h.h", "#pragma once\n")];
    let (_, result) = run(&files, |kernels| kernels.flatten(true));
    let error = result.unwrap_err();
    assert!(
        error.contains("error[CLU010]: cannot flatten `\"h.h\"`") && error.contains("kernels/a.cl:1:10"),
        "{error}"
    );
    assert!(run(&files, |kernels| kernels).1.is_ok());
}

#[test]
fn one_file_is_a_folder_of_one() {
    let files = [("kernels/deep/k.cl", "#include \"h.h\"\n#include \"../o.h\"\n"), ("kernels/deep/h.h", "")];
    let (said, result) = run(&files, |kernels| Kernels { path: kernels.path.join("deep/k.cl"), ..kernels });
    assert!(result.unwrap()[0].starts_with("out/k.cl: #include"));
    assert_eq!(said, "cargo::rerun-if-changed=kernels/deep/k.cl\ncargo::rerun-if-changed=kernels/deep/h.h\n");
    let (_, result) = run(&[], |kernels| kernels);
    assert_eq!(result.unwrap_err(), "cannot read kernels: No such file or directory");
}

#[cfg(feature = "profile")]
#[test]
fn a_profile_is_watched_and_used() {
    use clunroll_core::loop_choices::{ChosenLoop, LoopChoice, LoopIdentity, SourceLoops};

    let loops = SourceLoops::of(LOOP.as_bytes(), []);
    let identity = loops.all().next().expect("a loop").identity.clone();
    let gone = LoopIdentity::new("gone".to_owned(), 1, 1);
    let chosen = [identity, gone].map(|one| ChosenLoop::new("a.cl".to_owned(), one, 2, LoopChoice::NoPragma));
    let mut profile = crate::profile::Profile::default();
    profile.update("a GPU", "1", |_| false, chosen.to_vec());
    let files = [("kernels/a.cl", LOOP), ("devices.toml", &profile.to_string())];
    let with = |kernels: Kernels, device: &str| {
        let path = kernels.path.with_file_name("devices.toml");
        kernels.profile(path, device)
    };
    let (said, result) = run(&files, |kernels| with(kernels, "gpu"));
    assert!(said.starts_with("cargo::rerun-if-changed=devices.toml\n"), "{said}");
    assert!(
        said.contains("cargo::warning=a.cl: the profile has `no pragma` for line 2, in `gone`; this fits"),
        "{said}"
    );
    assert_eq!(result, Ok(vec![format!("out/a.cl: {}", LOOP.replace("#pragma unroll N\n", ""))]));
    let (_, result) = run(&files, |kernels| with(kernels, "cpu"));
    assert_eq!(result, Err("cannot use devices.toml: it has no device `cpu`; its devices: `a GPU`".to_owned()));
}
