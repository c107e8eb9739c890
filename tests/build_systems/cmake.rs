//! `clunroll_add_kernels`: the first build, rebuilds, and the options of the program.

use std::fs;

use super::project::{GENERATORS, Project, ROOT, clunroll, failure, is_waived, output, success};

const WITH_INCLUDE: &str = "\
#include \"count.h\"
__kernel void a(__global int *to)
{
    #pragma unroll
    for (int i = 0; i < COUNT; i++)
        to[i] = i;
}
";

const WITHOUT: &str = "\
__kernel void b(__global int *to)
{
    #pragma unroll 2
    for (int i = 0; i < 4; i++)
        to[i] = i;
}
";

/// Prints the embedded kernels, and the places of their files.
const HOST: &str = "\
#include <stdio.h>
#include \"kernels.h\"
int main(void)
{
    printf(\"%s\\n%s%s\", KERNELS, a_cl, b_cl);
    return a_cl_length == sizeof a_cl - 1 ? 0 : 1;
}
";

const LISTS: &str = "\
cmake_minimum_required(VERSION 3.20)
project(host LANGUAGES C)
find_package(Clunroll 0.2 REQUIRED)
add_executable(host main.c)
clunroll_add_kernels(host
    SOURCES kernels/a.cl \"kernels/of b/b.cl\"
    INCLUDES \"some includes\"
    DIRECTORY_MACRO KERNELS
    EMBED kernels.h)
";

fn project() -> Project {
    Project::with(&[
        ("CMakeLists.txt", LISTS),
        ("main.c", HOST),
        ("kernels/a.cl", WITH_INCLUDE),
        ("kernels/of b/b.cl", WITHOUT),
        ("some includes/count.h", "#define COUNT 3\n"),
    ])
}

/// A configured project, for each generator.
fn projects(files: impl Fn() -> Project) -> impl Iterator<Item = (&'static str, Project)> {
    GENERATORS.into_iter().map(move |generator| {
        let project = files();
        success(&project.configure(generator, &[]));
        (generator, project)
    })
}

const FRESH: [&str; 5] = [
    "Building C object CMakeFiles/host.dir/main.c.o",
    "Embedding kernels in kernels.h",
    "Linking C executable host",
    "Unrolling kernels/a.cl",
    "Unrolling kernels/of b/b.cl",
];

#[test]
fn a_second_build_does_nothing() {
    if is_waived() {
        return;
    }
    for (generator, project) in projects(project) {
        assert_eq!(project.steps(), FRESH, "{generator}");
        assert_eq!(project.steps(), [""; 0], "{generator}");
    }
}

#[test]
fn the_program_has_the_kernels_and_their_folder() {
    if is_waived() {
        return;
    }
    for (generator, project) in projects(project) {
        project.steps();
        let said = success(&output(&mut project.tool("build/host")));
        let (folder, embedded) = said.split_once('\n').unwrap();
        let read = |name| fs::read_to_string(format!("{folder}/kernels/{name}")).unwrap();
        let (a, b) = (read("a.cl"), read("of b/b.cl"));
        assert_eq!(embedded, format!("{a}{b}"), "{generator}");
        for text in [a, b] {
            assert!(!text.contains("#pragma unroll") && text.contains("to[i]"), "{generator}: {text}");
        }
    }
}

/// A new time stamp of an unchanged include rebuilds its kernel, whose text is the same: nothing else is out of date.
#[test]
fn a_touched_include_concerns_one_kernel() {
    if is_waived() {
        return;
    }
    for (generator, project) in projects(project) {
        project.steps();
        let header = project.modified("build/host.include/kernels.h");
        let program = project.modified("build/host");
        project.touch("some includes/count.h");
        // Only ninja checks whether the kernel has changed; for make, the header's own script does.
        let steps: &[&str] = match generator {
            "Ninja" => &["Unrolling kernels/a.cl"],
            _ => &["Embedding kernels in kernels.h", "Unrolling kernels/a.cl"],
        };
        assert_eq!(project.steps(), steps, "{generator}");
        assert_eq!(project.steps(), [""; 0], "{generator}");
        assert_eq!(project.modified("build/host.include/kernels.h"), header, "{generator}");
        assert_eq!(project.modified("build/host"), program, "{generator}");
    }
}

#[test]
fn a_changed_include_reaches_the_program() {
    if is_waived() {
        return;
    }
    for (generator, project) in projects(project) {
        project.steps();
        let other = project.modified("build/host.kernels/kernels/of b/b.cl");
        project.change("some includes/count.h", "3", "5");
        let without_b: Vec<_> = FRESH.into_iter().filter(|step| !step.ends_with("b.cl")).collect();
        assert_eq!(project.steps(), without_b, "{generator}");
        assert_eq!(project.steps(), [""; 0], "{generator}");
        assert_eq!(project.modified("build/host.kernels/kernels/of b/b.cl"), other, "{generator}");
        let text = success(&output(&mut project.tool("build/host")));
        assert!(text.contains("int i = 4;"), "{generator}: {text}");
    }
}

#[test]
fn an_include_may_go_away() {
    if is_waived() {
        return;
    }
    for (generator, project) in projects(project) {
        project.steps();
        fs::remove_file(project.path("some includes/count.h")).unwrap();
        project.change("kernels/a.cl", "#include \"count.h\"", "#define COUNT 2");
        assert!(project.steps().contains(&"Unrolling kernels/a.cl".to_owned()), "{generator}");
        // As the package documents, some versions of CMake keep old includes in makefiles.
        if generator != "Ninja" {
            fs::remove_file(project.path("build/CMakeFiles/host-kernels.dir/compiler_depend.internal")).unwrap();
            project.steps();
        }
        assert_eq!(project.steps(), [""; 0], "{generator}");
    }
}

/// Makefiles do not compare commands, so the package does it itself.
#[test]
fn a_changed_argument_makes_kernels_anew() {
    if is_waived() {
        return;
    }
    for (generator, project) in projects(project) {
        project.steps();
        project.change("CMakeLists.txt", "    DIRECTORY_MACRO", "    DEFINES N=1\n    DIRECTORY_MACRO");
        let steps = project.steps();
        let unrolled: Vec<_> = steps.iter().filter(|step| step.starts_with("Unrolling")).collect();
        assert_eq!(unrolled.len(), 2, "{generator}: {steps:?}");
        assert_eq!(project.steps(), [""; 0], "{generator}");
        project.change("CMakeLists.txt", " \"kernels/of b/b.cl\"", "");
        project.change("main.c", ", b_cl", ", \"\"");
        assert!(project.steps().contains(&FRESH[1].to_owned()), "{generator}: the header still has the kernel");
        assert!(!project.read("build/host.include/kernels.h").contains("b_cl"), "{generator}");
    }
}

#[test]
fn an_invalid_pragma_fails_the_build() {
    if is_waived() {
        return;
    }
    for (generator, project) in projects(project) {
        project.steps();
        let output = project.path("build/host.kernels/kernels/of b/b.cl");
        let old = fs::read(&output).unwrap();
        project.change("kernels/of b/b.cl", "unroll 2", "unroll -2");
        for _ in 0..2 {
            let said = failure(&project.build());
            assert!(said.contains("error[CLU001]") && said.contains("kernels/of b/b.cl:3:20"), "{generator}: {said}");
            assert_eq!(fs::read(&output).unwrap(), old, "{generator}");
        }
        project.change("kernels/of b/b.cl", "unroll -2", "unroll 2");
        project.steps();
        assert_eq!(project.steps(), [""; 0], "{generator}");
    }
}

/// Definitions, folders and options arrive unchanged, whatever their characters; also generator expressions, one of which may be empty and
/// one a list.
#[test]
fn arguments_arrive_as_they_are() {
    if is_waived() {
        return;
    }
    let lists = r#"
cmake_minimum_required(VERSION 3.20)
project(host LANGUAGES NONE)
find_package(Clunroll REQUIRED)
add_custom_target(kernels ALL)
set_target_properties(kernels PROPERTIES LISTED "LISTED_1;LISTED_2=x y" EMPTY "")
clunroll_add_kernels(kernels
    SOURCES k.cl
    DEFINES N -DMINUS=1 "TEXT=\"a  b\\\\n$HOME#%\"" "PAIR(a, b)=((a)>(b))" OFF=0
        $<$<CONFIG:Debug>:IN_DEBUG> $<$<CONFIG:Release>:IN_RELEASE> "MODE=$<CONFIG>"
        $<TARGET_PROPERTY:kernels,LISTED> $<TARGET_PROPERTY:kernels,EMPTY>
    INCLUDES "in (1)" $<$<CONFIG:Debug>:/in/debug> $<$<CONFIG:Release>:/in/release>
    OPTIONS --max-copies 7 --deny warnings
    OUTPUT_DIRECTORY "written here")
"#;
    // A program that answers as clunroll does and records its arguments.
    let program = "#!/bin/sh
if [ \"$1\" = --version ]; then echo clunroll 0.2.0; exit; fi
printf '%s\\n' \"$@\" >\"$3\"
printf '%s: %s\\n' out in >\"$5\"
";
    let expected = "\
-DN\n-DMINUS=1\n-DTEXT=\"a  b\\\\n$HOME#%\"\n-DPAIR(a, b)=((a)>(b))\n-DOFF=0\n-DIN_DEBUG\n-DMODE=Debug\n-DLISTED_1\n\
-DLISTED_2=x y\n-I{folder}/in (1)\n-I/in/debug\n--max-copies\n7\n--deny\nwarnings\n";
    let files = [("CMakeLists.txt", lists), ("k.cl", WITHOUT), ("program", program)];
    for generator in GENERATORS {
        let project = Project::with(&files);
        success(&output(project.tool("chmod").args(["+x", "program"])));
        let program = format!("-DCLUNROLL_EXECUTABLE={}", project.path("program").display());
        success(&project.configure(generator, &[&program, "-DCMAKE_BUILD_TYPE=Debug"]));
        project.steps();
        let folder = fs::canonicalize(project.path("")).unwrap();
        let written = project.read("build/written here/k.cl");
        let (_, arguments) = written.split_once(".d\n").expect("the dependency file comes before the arguments");
        assert_eq!(arguments, expected.replace("{folder}", folder.to_str().unwrap()), "{generator}");
    }
}

/// One build folder for several configurations: each has its own outputs.
#[test]
fn configurations_have_their_own_kernels() {
    if is_waived() {
        return;
    }
    let project = project();
    project.change("CMakeLists.txt", "    DIRECTORY_MACRO", "    DEFINES $<$<CONFIG:Debug>:N=1>\n    DIRECTORY_MACRO");
    success(&project.configure("Ninja Multi-Config", &[]));
    for configuration in ["Debug", "Release"] {
        success(&output(project.tool("cmake").args(["--build", "build", "--config", configuration])));
        let said = success(&output(&mut project.tool(&format!("build/{configuration}/host"))));
        let folder = said.lines().next().unwrap();
        assert!(folder.ends_with(&format!("/host.kernels/{configuration}")), "{folder}");
        let again = output(project.tool("cmake").args(["--build", "build", "--config", configuration]));
        assert!(success(&again).contains("no work to do"), "{configuration}");
    }
}

/// Several calls for one target, of another folder; a library without sources; an alias; kernels that the build makes.
#[test]
fn targets_of_every_kind() {
    if is_waived() {
        return;
    }
    let lists = "
cmake_minimum_required(VERSION 3.20)
project(host LANGUAGES C)
find_package(Clunroll REQUIRED)
add_executable(host main.c)
add_library(kernels INTERFACE)
add_library(all::kernels ALIAS kernels)
target_link_libraries(host PRIVATE kernels)
add_custom_command(OUTPUT made.cl COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_CURRENT_SOURCE_DIR}/kernels/b.cl made.cl
    DEPENDS kernels/b.cl VERBATIM)
clunroll_add_kernels(all::kernels SOURCES ${CMAKE_CURRENT_BINARY_DIR}/made.cl EMBED made.h)
add_subdirectory(kernels)
";
    let more = "\
clunroll_add_kernels(host SOURCES b.cl EMBED one/b.h)
clunroll_add_kernels(host SOURCES b.cl OUTPUT_DIRECTORY other EMBED two.h)
";
    let host = "#include \"made.h\"\n#include \"one/b.h\"\nint main(void) { return made_cl_length != b_cl_length; }\n";
    let files =
        [("CMakeLists.txt", lists), ("kernels/CMakeLists.txt", more), ("kernels/b.cl", WITHOUT), ("main.c", host)];
    for (generator, project) in projects(|| Project::with(&files)) {
        project.steps();
        success(&output(&mut project.tool("build/host")));
        assert_eq!(project.steps(), [""; 0], "{generator}");
        project.touch("kernels/b.cl");
        let steps = project.steps();
        assert_eq!(steps.iter().filter(|step| step.starts_with("Unrolling")).count(), 3, "{generator}: {steps:?}");
        assert_eq!(project.steps(), [""; 0], "{generator}");
    }
}

#[test]
fn the_package_is_found_below_a_prefix() {
    if is_waived() {
        return;
    }
    let project = project();
    let mut command = project.tool("cmake");
    command.args(["-S", ".", "-B", "build"]).arg(format!("-DCMAKE_PREFIX_PATH={ROOT}"));
    let folder = clunroll().parent().unwrap();
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
    success(&output(command.env("PATH", path)));
    assert!(project.read("build/CMakeCache.txt").contains(&format!("={}\n", clunroll().display())));
}
