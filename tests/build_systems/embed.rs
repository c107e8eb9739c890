//! The header that embeds kernels: valid C90 and C++ without a warning, whatever the kernels contain.

use std::fs;

use super::project::{Project, ROOT, is_waived, output, success};

/// Runs the script as the build does.
fn embed(project: &Project, list: &str) -> String {
    project.write("list.cmake", list);
    let mut command = project.tool("cmake");
    command.args(["-DLIST=list.cmake", "-DNAME=all of them.h", "-DHEADER=all of them.h", "-P"]);
    success(&output(command.arg(format!("{ROOT}/cmake/ClunrollEmbed.cmake"))))
}

/// Compares each array with its file.
const HOST: &str = r#"
#include <stdio.h>
#include <string.h>
#include "all of them.h"
#include "all of them.h"

static int compare(const char *name, const char *bytes, size_t size, size_t length)
{
    size_t at;
    FILE *file = fopen(name, "rb");
    if (file == NULL || size != length + 1 || bytes[length] != 0)
        return 1;
    for (at = 0; at < length; at++)
        if (fgetc(file) != (unsigned char)bytes[at])
            return 2;
    return fgetc(file) != EOF || fclose(file);
}

int main(void)
{
    return compare("any.cl", any_cl, sizeof any_cl, any_cl_length)
        || compare("empty.cl", empty_cl, sizeof empty_cl, empty_cl_length)
        || compare("large.cl", large_cl, sizeof large_cl, large_cl_length);
}
"#;

#[test]
fn any_bytes_in_c90_and_in_cpp() {
    if is_waived() {
        return;
    }
    let project = Project::new();
    let any: Vec<u8> = (0..=255).chain(*b"\"\\\n\r\n??/[;]${x}@y@*/").collect();
    project.write("any.cl", &any);
    project.write("empty.cl", "");
    project.write("large.cl", any.repeat(800));
    let entry = |name: &str| format!("embed({name}_cl [==[{name}.cl]==] [==[{}]==])\n", project.path(name).display());
    let list: String = ["any", "empty", "large"].map(|name| entry(name).replace("]==])", ".cl]==])")).concat();
    embed(&project, &list);
    project.write("host.c", HOST);
    let compilers = [
        ("gcc", "-std=c90"),
        ("gcc", "-std=c17"),
        ("gcc", "-funsigned-char"),
        ("g++", "-xc++ -std=c++98"),
        ("g++", "-xc++ -std=c++20"),
    ];
    for (compiler, options) in compilers {
        let mut command = project.tool(compiler);
        command.args(options.split(' ')).args(["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"]);
        success(&output(command.args(["host.c", "-o", "host"])));
        success(&output(&mut project.tool("./host")));
    }
}

/// A file that includes the header is compiled again only if the header's text changes.
#[test]
fn the_same_header_is_left_alone() {
    if is_waived() {
        return;
    }
    let project = Project::with(&[("k.cl", "x\n")]);
    let list = format!("embed(k_cl [==[k.cl]==] [==[{}]==])\n", project.path("k.cl").display());
    embed(&project, &list);
    let first = project.modified("all of them.h");
    project.touch("k.cl");
    embed(&project, &list);
    assert_eq!(project.modified("all of them.h"), first);
    project.change("k.cl", "x", "y");
    embed(&project, &list);
    assert_ne!(project.modified("all of them.h"), first);
    let mut names: Vec<_> = fs::read_dir(project.path(""))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["all of them.h", "k.cl", "list.cmake"]);
}

/// Names are legal C whatever the names of the files, and none is reserved for the compiler.
#[test]
fn names_of_arrays() {
    if is_waived() {
        return;
    }
    let files = ["3d.cl", "_x.cl", "a--b.cl", "double.cl", "größe.cl", "with blank.cl", "two.parts.ocl"];
    let names = ["kernel_3d_cl", "kernel_x_cl", "a_b_cl", "double_cl", "gr_e_cl", "with_blank_cl", "two_parts_ocl"];
    let sources = files.map(|file| format!("\"{file}\"")).join(" ");
    let uses = names.map(|name| format!("{name}_length")).join(" + ");
    let lists = format!(
        "cmake_minimum_required(VERSION 3.20)\nproject(host LANGUAGES C)\nfind_package(Clunroll REQUIRED)\n\
         add_executable(host main.c)\nclunroll_add_kernels(host SOURCES {sources} EMBED kernels.h)\n"
    );
    let host = format!("#include \"kernels.h\"\nint main(void) {{ return {uses} != {}; }}\n", 2 * files.len());
    let project = Project::with(&[("CMakeLists.txt", &lists), ("main.c", &host)]);
    for file in files {
        project.write(file, "x\n");
    }
    success(&project.configure("Unix Makefiles", &[]));
    project.steps();
    success(&output(&mut project.tool("build/host")));
}
