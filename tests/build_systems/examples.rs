//! The projects of `examples/` build and run as they are.

use super::project::{GENERATORS, Project, clunroll, failure, is_waived, output, success};

/// Whether no device is to be had, so that a program that was built is not run.
fn runs_kernels() -> bool {
    std::env::var("CLUNROLL_NO_OPENCL").as_deref() != Ok("1")
}

#[test]
fn cmake() {
    if is_waived() {
        return;
    }
    for generator in GENERATORS {
        let project = Project::example("cmake");
        success(&project.configure(generator, &["-DCMAKE_C_FLAGS=-Wall -Wextra -Wpedantic -Werror -std=c90"]));
        project.steps();
        let kernel = project.read("build/smooth.kernels/kernels/moving_sum.cl");
        assert!(!kernel.contains("#pragma unroll"), "{kernel}");
        if runs_kernels() {
            assert_eq!(success(&output(&mut project.tool("build/smooth"))), "64 sums of 5 are right\n", "{generator}");
        }
        assert_eq!(project.steps(), [""; 0], "{generator}");
    }
}

/// The lines that make has run.
fn make(project: &Project, arguments: &[&str]) -> Vec<String> {
    let mut command = project.tool("make");
    // The example's names have no blanks, as make wants it; the folder above it may.
    command.args(["--no-print-directory"]).args(arguments).env("CLUNROLL", clunroll());
    let said = success(&output(&mut command));
    let prefix = format!("{} ", clunroll().display());
    said.lines().map(|line| line.strip_prefix(&prefix).unwrap_or(line).trim_start().to_owned()).collect()
}

#[test]
fn a_makefile() {
    if is_waived() {
        return;
    }
    let project = Project::example("make");
    let blur = "blur.cl -o blur.unrolled.cl --depfile blur.unrolled.cl.d";
    let dot = "dot.cl -o dot.unrolled.cl --depfile dot.unrolled.cl.d";
    let nothing = "make: Nothing to be done for 'all'.";
    assert_eq!(make(&project, &[]), [blur, dot]);
    assert_eq!(make(&project, &[]), [nothing]);
    for name in ["blur", "dot"] {
        let text = project.read(&format!("{name}.unrolled.cl"));
        assert!(!text.contains("#pragma unroll"), "{text}");
    }
    project.touch("radius.h");
    assert_eq!(make(&project, &[]), [blur]);
    assert_eq!(make(&project, &[]), [nothing]);
    project.change("dot.cl", "unroll 4", "unroll 8");
    assert_eq!(make(&project, &["-j2"]), [dot]);
    // An include that is no longer there, nor asked for.
    std::fs::remove_file(project.path("radius.h")).unwrap();
    project.change("blur.cl", "#include \"radius.h\"", "#define RADIUS 1");
    assert_eq!(make(&project, &[]), [blur]);
    assert_eq!(make(&project, &[]), [nothing]);
    make(&project, &["clean"]);
    assert!(!project.path("blur.unrolled.cl").exists() && !project.path("dot.unrolled.cl.d").exists());
}

#[test]
fn an_invalid_pragma_stops_make() {
    if is_waived() {
        return;
    }
    let project = Project::example("make");
    project.change("dot.cl", "unroll 4", "unroll -4");
    for _ in 0..2 {
        let mut command = project.tool("make");
        let said = output(command.env("CLUNROLL", clunroll()));
        assert_eq!(said.status.code(), Some(2));
        let said = failure(&said);
        assert!(said.contains("error[CLU001]") && said.contains("dot.cl:6:20"), "{said}");
        assert!(!project.path("dot.unrolled.cl").exists());
    }
}
