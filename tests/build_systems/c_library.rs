//! The C library: built by cargo-c, installed by CMake, found by pkg-config and CMake, and used by C and C++ programs.
//!
//! `interface.c` calls every function. `examples/c` runs an unrolled kernel. Both run as they are, with the address and undefined-behaviour
//! sanitizers, and under valgrind. OpenCL runtimes cause leaks and reports themselves, so only those that involve the library or the
//! example are failures for the example. `interface.c`, without OpenCL, must have none at all.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use walkdir::WalkDir;

use super::project::{GENERATORS, Project, ROOT, clunroll, failure, is_waived, output, runs_kernels, success};

/// Kept between runs, so that cargo has little to rebuild.
const BUILT: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/c-library");

/// The prefix of the library, installed by `cmake --install`.
fn prefix() -> &'static Path {
    static PREFIX: OnceLock<PathBuf> = OnceLock::new();
    PREFIX.get_or_init(|| {
        let prefix = Path::new(BUILT).join("prefix");
        fs::remove_dir_all(&prefix).ok();
        // cargo-c writes the header again only if it is gone or the library has changed, but not after a change of cbindgen.toml.
        for entry in WalkDir::new(Path::new(BUILT).join("cargo")).max_depth(3).into_iter().flatten() {
            if entry.file_name() == "clunroll.h" {
                fs::remove_file(entry.path()).unwrap();
            }
        }
        let cmake = |arguments: &[&str]| {
            let said = output(Command::new("cmake").args(arguments));
            let hint =
                "cargo-c is needed: `sh tests/run.sh --full` installs it into the user's cache, which must be in PATH";
            assert!(said.status.success(), "{}\n{hint}", failure(&said));
        };
        let source = format!("{ROOT}/bindings/c");
        cmake(&["-S", &source, "-B", BUILT, "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_INSTALL_LIBDIR=lib"]);
        cmake(&["--build", BUILT]);
        cmake(&["--install", BUILT, "--prefix", prefix.to_str().unwrap()]);
        prefix
    })
}

/// pkg-config's output for clunroll.
fn pkg_config(arguments: &[&str]) -> Vec<String> {
    let mut command = Command::new("pkg-config");
    command.args(arguments).arg("clunroll").env("PKG_CONFIG_PATH", prefix().join("lib/pkgconfig"));
    success(&output(&mut command)).split_whitespace().map(str::to_owned).collect()
}

/// Compiles a C file of a project into a program, with pkg-config's flags. `link` are further arguments for pkg-config: with `--static`,
/// the archive is linked and no shared library.
fn compile(project: &Project, compiler: &[&str], link: &[&str], file: &str) -> String {
    let (program, _) = file.split_once('.').unwrap();
    let mut command = project.tool(compiler[0]);
    command.args(["-g", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]).args(&compiler[1..]).arg(file);
    // Only the file is C++.
    command.args(["-x", "none", "-o", program]).args(pkg_config(&["--cflags"]));
    let archive = prefix().join("lib/libclunroll.a").display().to_string();
    let is_static = link.contains(&"--static");
    let libraries = pkg_config(&[&["--libs"], link].concat());
    command.args(libraries.iter().map(|flag| if is_static && flag == "-lclunroll" { &archive } else { flag }));
    success(&output(command.arg("-pthread")));
    format!("./{program}")
}

/// A command that runs a built program, and lets it find the library.
fn built(project: &Project, program: &str) -> Command {
    let mut command = project.tool(program);
    command.env("LD_LIBRARY_PATH", prefix().join("lib"));
    command.env("ASAN_OPTIONS", "detect_stack_use_after_return=1").env("UBSAN_OPTIONS", "halt_on_error=1");
    command
}

const SANITIZERS: &str = "-fsanitize=address,undefined";

#[test]
fn what_is_installed() {
    if is_waived() {
        return;
    }
    let prefix = prefix();
    let files = [
        "include/clunroll.h",
        "lib/libclunroll.a",
        "lib/libclunroll.so",
        "lib/pkgconfig/clunroll.pc",
        "share/cmake/Clunroll/ClunrollConfig.cmake",
        "share/cmake/Clunroll/ClunrollConfigVersion.cmake",
        "share/cmake/Clunroll/ClunrollEmbed.cmake",
        "share/cmake/Clunroll/ClunrollLibrary.cmake",
        "share/cmake/Clunroll/ClunrollProgram.cmake",
        "share/clunroll/valgrind.supp",
        "share/doc/clunroll/LICENSE-APACHE",
        "share/doc/clunroll/LICENSE-MIT",
        "share/doc/clunroll/THIRD-PARTY.md",
    ];
    for file in files {
        assert!(prefix.join(file).is_file(), "{file} is missing");
    }
    assert_eq!(pkg_config(&["--modversion"]), [env!("CARGO_PKG_VERSION")]);
    let library = prefix.join("lib/libclunroll.so");
    let said = success(&output(Command::new("readelf").arg("-d").arg(&library)));
    assert!(said.contains("Library soname: [libclunroll.so.0.2]"), "{said}");
    // Only the interface is visible, and all of it is declared.
    let said = success(&output(Command::new("nm").args(["-D", "--defined-only"]).arg(&library)));
    let symbols: Vec<_> = said.lines().filter_map(|line| line.split_whitespace().last()).collect();
    let header = fs::read_to_string(prefix.join("include/clunroll.h")).unwrap();
    assert!(symbols.len() > 15, "{said}");
    for symbol in symbols {
        assert!(symbol.starts_with("clunroll_") && header.contains(&format!("{symbol}(")), "{symbol}");
    }
}

#[test]
fn every_function_from_c_and_cpp() {
    if is_waived() {
        return;
    }
    let project = Project::with(&[("interface.c", include_str!("interface.c"))]);
    let right = "the interface is right\n";
    for (compiler, link) in [
        (&["gcc", "-std=c99"][..], &[][..]),
        (&["g++", "-std=c++11", "-x", "c++"], &[]),
        (&["gcc", "-std=c11"], &["--static"]),
        (&["gcc", SANITIZERS], &[]),
    ] {
        let program = compile(&project, compiler, link, "interface.c");
        let mut interface = built(&project, &program);
        if !compiler.contains(&SANITIZERS) {
            interface.arg("starve");
        }
        assert_eq!(success(&output(&mut interface)), right, "{compiler:?}");
    }
    compile(&project, &["gcc"], &[], "interface.c");
    let mut valgrind = built(&project, "valgrind");
    valgrind.args(["--quiet", "--error-exitcode=9", "--leak-check=full", "--errors-for-leak-kinds=definite,possible"]);
    valgrind.arg(format!("--suppressions={}/share/clunroll/valgrind.supp", prefix().display())).arg("./interface");
    assert_eq!(success(&output(&mut valgrind)), right);
}

/// The output of the example, without the output of the OpenCL runtime.
fn sums(said: &str) -> &str {
    assert!(said.contains("moving_sum.cl:6:5: unroll: unrolled, full form, 5 trips, 5 copies"), "{said}");
    said.lines().find(|line| line.ends_with("are right")).unwrap_or(said)
}

const RIGHT: &str = "64 sums of 5 are right";

#[test]
fn the_example_with_make_and_pkg_config() {
    if is_waived() {
        return;
    }
    let project = Project::example("c");
    let mut make = project.tool("make");
    make.env("PKG_CONFIG_PATH", prefix().join("lib/pkgconfig"));
    make.env("CFLAGS", "-g -Wall -Wextra -Wpedantic -Werror -std=c99");
    success(&output(&mut make));
    if !runs_kernels() {
        return;
    }
    assert_eq!(sums(&success(&output(&mut built(&project, "./moving_sum")))), RIGHT);

    project.change("moving_sum.cl", "#pragma unroll", "#pragma unroll -1");
    let said = failure(&output(&mut built(&project, "./moving_sum")));
    assert!(said.contains("error[CLU001]") && said.contains("moving_sum.cl:6:20"), "{said}");
    project.change("moving_sum.cl", "#pragma unroll -1", "#pragma unroll");

    let mut valgrind = built(&project, "valgrind");
    valgrind.args([
        "--leak-check=full",
        "--show-leak-kinds=definite",
        "--num-callers=40",
        "--log-file=log",
        "./moving_sum",
    ]);
    assert_eq!(sums(&success(&output(&mut valgrind))), RIGHT);
    for record in project.read("log").split("== \n") {
        let is_ours = record.contains("libclunroll") || record.contains("(main.c:");
        assert!(!is_ours || is_of_the_runtime(record), "{record}");
    }

    fs::remove_file(project.path("moving_sum")).unwrap();
    success(&output(make.env("CFLAGS", format!("-g {SANITIZERS}"))));
    let mut sanitized = built(&project, "./moving_sum");
    // Memory that the runtime keeps does not count against the library: interface.c shows that the library itself loses no memory.
    sanitized.env("LSAN_OPTIONS", "suppressions=suppressions");
    project.write("suppressions", "leak:libpocl\nleak:libLLVM\nleak:libOpenCL\n");
    assert_eq!(sums(&success(&output(&mut sanitized))), RIGHT);
}

/// Whether a report of valgrind is about functions that the example calls, and not about the library or the example itself.
fn is_of_the_runtime(record: &str) -> bool {
    !record.contains("libclunroll") && record.contains("libOpenCL")
}

#[test]
fn the_example_with_cmake() {
    if is_waived() {
        return;
    }
    for (generator, is_static) in GENERATORS.into_iter().zip(["OFF", "ON"]) {
        let project = Project::example("c");
        let mut cmake = project.tool("cmake");
        cmake.args(["-G", generator, "-S", ".", "-B", "build", "-DCMAKE_C_FLAGS=-Wall -Wextra -Werror"]);
        cmake.arg(format!("-DCMAKE_PREFIX_PATH={}", prefix().display()));
        success(&output(cmake.arg(format!("-DClunroll_USE_STATIC_LIBS={is_static}"))));
        success(&project.build());
        let needed = success(&output(Command::new("readelf").arg("-d").arg(project.path("build/moving_sum"))));
        assert_eq!(needed.contains("[libclunroll.so.0.2]"), is_static == "OFF", "{needed}");
        if runs_kernels() {
            assert_eq!(sums(&success(&output(&mut project.tool("build/moving_sum")))), RIGHT, "{generator}");
        }
    }
}

/// A project that asks for the package with `arguments`, and then calls `clunroll_add_kernels` if `adds`.
fn project_that_asks(arguments: &str, adds: bool) -> Project {
    let adds = if adds { "clunroll_add_kernels(host SOURCES k.cl)\n" } else { "" };
    let lists = format!(
        "cmake_minimum_required(VERSION 3.20)\nproject(host LANGUAGES C)\nfind_package(Clunroll {arguments})\n\
         foreach(found IN ITEMS Clunroll_FOUND Clunroll_program_FOUND Clunroll_library_FOUND)\n\
         if(${{found}})\nmessage(STATUS \"${{found}} is true\")\nendif()\nendforeach()\n\
         if(TARGET Clunroll::clunroll)\nmessage(STATUS \"there is a target\")\nendif()\n\
         add_executable(host main.c)\n{adds}"
    );
    Project::with(&[("CMakeLists.txt", &lists), ("main.c", "int main(void) { return 0; }\n"), ("k.cl", "\n")])
}

/// One package has two parts: the program's function, and the library.
#[test]
fn one_package_with_the_program_and_the_library() {
    if is_waived() {
        return;
    }
    let installed = format!("-DClunroll_DIR={}/share/cmake/Clunroll", prefix().display());
    let clone = format!("-DClunroll_DIR={ROOT}/cmake");
    let program = format!("-DCLUNROLL_EXECUTABLE={}", clunroll().display());
    let no_program = "-DCLUNROLL_EXECUTABLE=/no/such/program";
    let configured = |project: &Project, package: &str, program: &str| {
        let mut cmake = project.tool("cmake");
        output(cmake.args(["-S", ".", "-B", "build", package, program]))
    };
    for (arguments, adds, package, program, found) in [
        ("0.2 REQUIRED", true, &installed, &*program, [true, true, true]),
        ("REQUIRED COMPONENTS program library", true, &installed, &program, [true, true, true]),
        ("REQUIRED COMPONENTS library", false, &installed, no_program, [true, false, true]),
        ("REQUIRED", false, &installed, no_program, [true, false, true]),
        ("REQUIRED COMPONENTS program", true, &clone, &program, [true, true, false]),
        ("REQUIRED", true, &clone, &program, [true, true, false]),
        ("QUIET OPTIONAL_COMPONENTS library", true, &clone, &program, [true, true, false]),
        ("QUIET", false, &clone, no_program, [false, false, false]),
    ] {
        let project = project_that_asks(arguments, adds);
        let said = success(&configured(&project, package, program));
        let is_true = |name: &str| said.contains(&format!("{name} is true"));
        assert_eq!(
            ["Clunroll_FOUND", "Clunroll_program_FOUND", "Clunroll_library_FOUND"].map(is_true),
            found,
            "{said}"
        );
        assert_eq!(said.contains("there is a target"), found[2], "{arguments}: {said}");
    }
    for (arguments, adds, package, program, message) in [
        ("REQUIRED COMPONENTS library", false, &clone, &*program, "The C library of clunroll is not installed in"),
        ("REQUIRED COMPONENTS program", false, &installed, no_program, "is not the program clunroll."),
        ("REQUIRED", false, &clone, no_program, "is not the program clunroll."),
        ("REQUIRED COMPONENTS libary", false, &installed, &program, "Clunroll has no component `libary`."),
        (
            "REQUIRED",
            true,
            &installed,
            no_program,
            "clunroll_add_kernels: CLUNROLL_EXECUTABLE=/no/such/program is not the program",
        ),
        ("0.9 REQUIRED", false, &installed, &program, "0.9"),
    ] {
        let said = failure(&configured(&project_that_asks(arguments, adds), package, program));
        // CMake breaks lines of messages.
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains(message), "{arguments}: {said}");
    }
}

/// The page's program equals the example's, and the header fits the page.
#[test]
fn the_page_shows_the_example() {
    let read = |name: &str| fs::read_to_string(Path::new(ROOT).join(name)).unwrap();
    let (page, example) = (read("docs/c.md"), read("examples/c/main.c"));
    let block = |language: &str| {
        let rest = page.split_once(&format!("```{language}\n")).unwrap().1;
        rest.split_once("```").unwrap().0
    };
    assert!(example.contains(block("c")), "the example does not hold:\n{}", block("c"));
    let lists = read("examples/c/CMakeLists.txt");
    assert!(lists.contains(block("cmake")), "the example does not hold:\n{}", block("cmake"));
    assert!(page.contains(&read("examples/c/includes.c")), "the page does not show includes.c");
    // The page and the tests install the same cargo-c.
    let tools = read("tests/tools.sh");
    let version = tools.split_once("CARGO_C=").unwrap().1.lines().next().unwrap();
    for text in [&page, &read("bindings/c/CMakeLists.txt")] {
        assert!(text.contains(&format!("cargo install --locked cargo-c@{version}")), "another version of cargo-c");
    }
    // Each option that can be set by name has a row.
    let settings = read("bindings/c/src/settings.rs");
    let names = settings.split("setting(\"").skip(1).map(|rest| rest.split_once('"').unwrap().0);
    for name in names {
        assert!(page.contains(&format!("| `{name}` |")), "{name} is not on the page");
    }
}
