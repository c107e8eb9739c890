//! The C library's archive, unpacked anywhere: pkg-config, CMake, and `examples/c` with both

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::command::{output, run};
use crate::dist::Release;
use crate::{Result, root, third_party};

use super::{Test, announce, document, folder_with, packs_all, runs_kernels, tool};

pub(super) const SECTION: &str = "C and C++";

/// Writes the version of the library and that of the header.
const ASK: &str = "\
#include <clunroll.h>
#include <stdio.h>
int main(void)
{
    printf(\"%s %d.%d.%d\\n\", clunroll_version(), CLUNROLL_MAJOR, CLUNROLL_MINOR, CLUNROLL_PATCH);
    return 0;
}
";

/// Writes the version of the CMake package, and links its library.
const PROJECT: &str = "\
cmake_minimum_required(VERSION 3.20)
project(ask LANGUAGES C)
find_package(Clunroll REQUIRED COMPONENTS library)
file(WRITE ${CMAKE_BINARY_DIR}/version ${Clunroll_VERSION})
add_executable(ask ask.c)
target_link_libraries(ask PRIVATE Clunroll::clunroll)
";

pub(super) fn test(test: &mut Test) -> Result {
    announce("the C library");
    let name = test.release.library();
    let packed = Release::folder().join(format!("{name}.tar.gz"));
    let documents =
        ["LICENSE-MIT", "LICENSE-APACHE", third_party::PAGE].map(|file| format!("{name}/share/doc/clunroll/{file}"));
    packs_all(&packed, &documents)?;
    let folder = folder_with(&[packed])?;
    let folder = folder.path();
    write(&folder.join("ask.c"), ASK)?;
    document::follow(SECTION, folder, &test.release.target, str::to_owned)?;

    // pkg-config separates words at blanks, so it needs a folder without blanks.
    let place = tempfile::Builder::new().prefix("clunroll-c-").tempdir().map_err(|error| error.to_string())?;
    let prefix = place.path().join("moved");
    run(tool("cp", folder).arg("-R").arg(&name).arg(&prefix))?;
    let library = prefix.join("lib");
    let pkg_config = library.join("pkgconfig");
    let found = |command: &mut Command| {
        command.env("PKG_CONFIG_PATH", &pkg_config).env("LD_LIBRARY_PATH", &library);
        output(command)
    };
    test.states("pkg-config --modversion", &found(tool("pkg-config", folder).args(["--modversion", "clunroll"]))?);
    let flags = found(tool("pkg-config", folder).args(["--cflags", "--libs", "clunroll"]))?;
    found(tool("cc", folder).args(["ask.c", "-o", "ask"]).args(flags.split_whitespace()))?;
    let answer = found(&mut tool("./ask", folder))?;
    let (linked, header) = answer.split_once(' ').ok_or("the C program wrote nothing")?;
    test.states("clunroll_version()", linked);
    test.states("clunroll.h", header);

    write(&folder.join("CMakeLists.txt"), PROJECT)?;
    cmake(folder, &prefix)?;
    let version = fs::read_to_string(folder.join("build/version")).map_err(|error| error.to_string())?;
    test.states("the CMake package", &version);
    // CMake writes the place of the library into the program.
    let answer = output(&mut tool("build/ask", folder))?;
    test.states("clunroll_version(), with CMake", answer.split(' ').next().unwrap_or_default());

    let example = folder.join("example");
    run(tool("cp", folder).arg("-R").arg(root().join("examples/c")).arg(&example))?;
    found(&mut tool("make", &example))?;
    cmake(&example, &prefix)?;
    if runs_kernels() {
        for program in ["./moving_sum", "build/moving_sum"] {
            let wrote = found(&mut tool(program, &example))?;
            if !wrote.contains("sums of 5 are right") {
                return Err(format!("{program} wrote:\n{wrote}"));
            }
        }
    }
    Ok(())
}

fn cmake(folder: &Path, prefix: &Path) -> Result {
    let mut configure = tool("cmake", folder);
    configure.args(["-S", ".", "-B", "build"]).arg(format!("-DCMAKE_PREFIX_PATH={}", prefix.display()));
    output(&mut configure)?;
    output(tool("cmake", folder).args(["--build", "build"])).map(drop)
}

fn write(path: &Path, text: &str) -> Result {
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}
