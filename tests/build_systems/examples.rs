//! The projects of `examples/` build and run as they are.

use std::env;
use std::process::Command;

use super::project::{GENERATORS, Project, ROOT, clunroll, failure, is_waived, output, runs_kernels, success};

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

/// make in the example's folder, with the program under test as the installed one.
fn make(project: &Project) -> Command {
    let mut command = project.tool("make");
    let path = env::var_os("PATH").unwrap();
    let folders = [clunroll().parent().unwrap().to_owned()].into_iter().chain(env::split_paths(&path));
    command.arg("--no-print-directory").env("PATH", env::join_paths(folders).unwrap());
    command
}

/// The commands that make has run, or its messages.
fn made(project: &Project, arguments: &[&str]) -> Vec<String> {
    success(&output(make(project).args(arguments))).lines().map(str::to_owned).collect()
}

#[test]
fn a_makefile() {
    if is_waived() {
        return;
    }
    let project = Project::example("make");
    let rule = |name| {
        format!("clunroll {name}.cl -o {name}.unrolled.cl --depfile {name}.unrolled.cl.d && touch {name}.unrolled.cl")
    };
    let (blur, dot) = (&rule("blur"), &rule("dot"));
    let nothing = &"make: Nothing to be done for 'all'.".to_owned();
    assert_eq!(made(&project, &[]).iter().collect::<Vec<_>>(), [blur, dot]);
    assert_eq!(made(&project, &[]).iter().collect::<Vec<_>>(), [nothing]);
    for name in ["blur", "dot"] {
        let text = project.read(&format!("{name}.unrolled.cl"));
        let left = text.lines().filter(|line| line.contains("#pragma unroll") && !line.ends_with("#pragma unroll 1"));
        assert_eq!(left.count(), 0, "{text}");
    }
    project.touch("radius.h");
    assert_eq!(made(&project, &[]).iter().collect::<Vec<_>>(), [blur]);
    assert_eq!(made(&project, &[]).iter().collect::<Vec<_>>(), [nothing]);
    project.change("dot.cl", "unroll 4", "unroll 8");
    assert_eq!(made(&project, &["-j2"]).iter().collect::<Vec<_>>(), [dot]);
    // An include that no longer exists, and is no longer included.
    std::fs::remove_file(project.path("radius.h")).unwrap();
    project.change("blur.cl", "#include \"radius.h\"", "#define RADIUS 1");
    assert_eq!(made(&project, &[]).iter().collect::<Vec<_>>(), [blur]);
    assert_eq!(made(&project, &[]).iter().collect::<Vec<_>>(), [nothing]);
    made(&project, &["clean"]);
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
        let said = output(&mut make(&project));
        assert_eq!(said.status.code(), Some(2));
        let said = failure(&said);
        assert!(said.contains("error[CLU001]") && said.contains("dot.cl:6:20"), "{said}");
        assert!(!project.path("dot.unrolled.cl").exists());
    }
}

/// The documentation shows parts of the example.
#[test]
fn the_page_shows_the_example() {
    let read = |name: &str| std::fs::read_to_string(std::path::Path::new(ROOT).join(name)).unwrap();
    let (lists, page) = (read("examples/cmake/CMakeLists.txt"), read("docs/build-systems.md"));
    let block = page.split("```cmake\n").nth(1).unwrap().split_once("```").unwrap().0;
    assert!(lists.contains(block), "the example does not hold:\n{block}");
}
