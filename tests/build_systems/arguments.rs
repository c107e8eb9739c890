//! The errors of `find_package(Clunroll)` and `clunroll_add_kernels`: they come at once, and say what to do.

use super::project::{Project, ROOT, failure, is_waived, output, success};

fn project(after: &str) -> Project {
    let lists = format!(
        "cmake_minimum_required(VERSION 3.20)\nproject(host LANGUAGES NONE)\nfind_package(Clunroll REQUIRED)\n{after}\n"
    );
    let kernel = "__kernel void k(__global int *a) { a[0] = 1; }\n";
    Project::with(&[("CMakeLists.txt", &lists), ("k.cl", kernel), ("a/k.cl", kernel), ("b/k.cl", kernel)])
}

/// CMake breaks lines at blanks.
fn unbroken(said: &str) -> String {
    said.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn calls_that_cannot_be_meant() {
    if is_waived() {
        return;
    }
    let calls = [
        ("clunroll_add_kernels(nothing SOURCES k.cl)", "there is no target `nothing` yet"),
        ("clunroll_add_kernels(all_kernels k.cl)", "unexpected `k.cl`; kernels come after the word SOURCES"),
        ("clunroll_add_kernels(all_kernels SOURCES)", "SOURCES names no kernel"),
        ("clunroll_add_kernels(all_kernels DEFINES N=1)", "SOURCES names no kernel"),
        ("clunroll_add_kernels(all_kernels SOURCES missing.cl)", "there is no kernel"),
        ("clunroll_add_kernels(all_kernels SOURCES k.cl EMBED)", "EMBED has no value"),
        ("clunroll_add_kernels(all_kernels SOURCES k.cl EMBED k.h)", "`all_kernels` compiles nothing"),
        ("clunroll_add_kernels(library SOURCES k.cl EMBED /k.h)", "EMBED is the name of the header in an include"),
        ("clunroll_add_kernels(all_kernels SOURCES k.cl OUTPUT_DIRECTORY ..)", "k.cl would be overwritten"),
        ("clunroll_add_kernels(all_kernels SOURCES k.cl k.cl)", "would both become"),
        (
            "clunroll_add_kernels(library SOURCES a/k.cl b/k.cl EMBED k.h)",
            "two kernels would have the name `k_cl` in k.h",
        ),
        ("clunroll_add_kernels(imported SOURCES k.cl)", "`imported` is imported"),
    ];
    for (call, message) in calls {
        let targets = "add_custom_target(all_kernels)\nadd_library(library INTERFACE)\n";
        let project = project(&format!("{targets}add_executable(imported IMPORTED)\n{call}"));
        let said = unbroken(&failure(&project.configure("Unix Makefiles", &[])));
        assert!(said.contains(message), "{call}: {said}");
        assert!(said.contains("clunroll_add_kernels: "), "{call}: {said}");
    }
}

#[test]
fn the_program_is_missing() {
    if is_waived() {
        return;
    }
    let project = project("");
    let wrong = [
        ("-DCLUNROLL_EXECUTABLE=CLUNROLL_EXECUTABLE-NOTFOUND", "The program clunroll was not found."),
        ("-DCLUNROLL_EXECUTABLE=/no/such/program", "/no/such/program is not the program clunroll."),
        ("-DCLUNROLL_EXECUTABLE=/bin/true", "/bin/true is not the program clunroll."),
    ];
    for (argument, message) in wrong {
        let mut command = project.tool("cmake");
        command.args(["-S", ".", "-B", "build", argument]);
        command.arg(format!("-DClunroll_DIR={ROOT}/cmake"));
        // CMake and its make are in the system's own folders; an installed clunroll must not be found.
        command.env("PATH", "/usr/bin:/bin").env("HOME", "/nonexistent").env_remove("CARGO_HOME");
        let said = unbroken(&failure(&output(&mut command)));
        assert!(said.contains(message) && said.contains("Install it with `cargo install --locked --path"), "{said}");
    }
}

/// A build that does not need the package asks for it without REQUIRED.
#[test]
fn a_package_that_is_not_required_may_be_missing() {
    if is_waived() {
        return;
    }
    let project = project("");
    project.change("CMakeLists.txt", "find_package(Clunroll REQUIRED)", "find_package(Clunroll QUIET)");
    project.change("CMakeLists.txt", "QUIET)", "QUIET)\nif(NOT Clunroll_FOUND)\nmessage(STATUS goes-on)\nendif()");
    let said = success(&project.configure("Unix Makefiles", &["-DCLUNROLL_EXECUTABLE=/no/such/program"]));
    assert!(said.contains("goes-on"), "{said}");
}

/// The package has the version of the program, and accepts compatible versions.
#[test]
fn versions() {
    if is_waived() {
        return;
    }
    let version = env!("CARGO_PKG_VERSION");
    let (series, _) = version.rsplit_once('.').unwrap();
    let exact = format!("{version} EXACT");
    for (wanted, accepted) in [(version, true), (series, true), (&exact, true), ("99.0", false), ("0.0.1", false)] {
        let project = project("message(STATUS \"found ${Clunroll_VERSION}\")");
        project.change("CMakeLists.txt", "(Clunroll ", &format!("(Clunroll {wanted} "));
        let output = project.configure("Unix Makefiles", &[]);
        if accepted {
            assert!(success(&output).contains(&format!("found {version}\n")), "{wanted}");
        } else {
            assert!(unbroken(&failure(&output)).contains("compatible with requested version"), "{wanted}");
        }
    }
}
