//! Strings of build options, as clunroll reads them and as the OpenCL platforms of this machine do.
//!
//! A kernel turns its macros into text and writes that to a buffer: this is how the runtime has understood the string. clunroll reads the
//! same string, and must understand the same. A string that clunroll refuses must not build either. Platforms may refuse more strings than
//! clunroll, since each knows other options; at least one platform accepts each string that clunroll accepts.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::ptr;

use clunroll::{BuildOptions, FileIncludes, Includes, Options};
use opencl::device::Machine;
use opencl::{platforms, workers};
use opencl3::kernel::{ExecuteKernel, Kernel};
use opencl3::memory::{Buffer, CL_MEM_READ_WRITE};
use opencl3::program::Program;
use opencl3::types::{CL_BLOCKING, cl_char};

use crate::opencl;

const NAMES: [&str; 4] = ["N", "T", "S", "F(1)"];

const SOURCE: &str = r#"
#ifdef HEADER
#include "told.h"
#endif
#define TEXT_OF(...) #__VA_ARGS__
#define TEXT(...) TEXT_OF(__VA_ARGS__)
__constant char texts[] = TEXT(N) "\n" TEXT(T) "\n" TEXT(S) "\n" TEXT(F(1));
__kernel void k(__global char *out) {
    for (int i = 0; i < (int)sizeof(texts); i++)
        out[i] = texts[i];
}
"#;

/// The content of the header.
const HEADER: &str = "#define N 7\n";

/// Longer than all texts.
const SPACE: usize = 1000;

/// Strings that clunroll reads. `FOLDER` is a folder whose name has a blank.
const READ: [&str; 29] = [
    "",
    "  ",
    "-DN=4",
    "-D N=4",
    "-D   N=4  -w",
    "-DN",
    "-D N",
    "-DN=",
    "-D \"N=4\"",
    "-D\"N=4\"",
    "-DN=\"4\"",
    "\"-DN=4\"",
    "-D \"T=unsigned int\"",
    "-DT=\"unsigned int\" -DN=4",
    "-DT=\"unsigned\"-int",
    "-D\"F(x)=x + 1\"",
    "-DF(x)=x",
    "-D \"F(x, ...)=x\"",
    "-DN=4 -DN=5",
    "-DN=4 -UN",
    "-DN=4 -U N -DT=N",
    "-DS='4'",
    "-DN=(1+2)*3 -DT={0,1} -DS=1.5f",
    "-cl-std=CL1.2 -DN=4 -w",
    "-cl-mad-enable -DN=1 -cl-fast-relaxed-math -Werror",
    "-DN=a==b",
    "-DHEADER -I \"FOLDER\"",
    "-DHEADER -I\"FOLDER\" -DT=N",
    "-I . -DHEADER -I \"FOLDER\" -DN=7",
];

/// Strings that clunroll refuses. (Oclgrind ends its process if a word is not an option.)
const REFUSED: [&str; 4] = ["-D 'N=4'", "-D 4N=1", "-D=1", "-D \"F(x=x\""];

#[test]
fn runtimes_read_build_options_as_clunroll_does() {
    const THIS: &str = "build_options::runtimes_read_build_options_as_clunroll_does";
    if platforms::is_waived() {
        say("CLUNROLL_NO_OPENCL=1: build options are not compared with runtimes");
        return;
    }
    if workers::serve(|machine, options, _| work(machine, options)) {
        return;
    }
    let sandbox = tempfile::tempdir().expect("a folder");
    let folder = sandbox.path().join("my kernels");
    fs::create_dir(&folder).expect("a folder");
    fs::write(folder.join("told.h"), HEADER).expect("a file");
    let folder = folder.to_str().expect("the folder's name is Unicode");
    let jobs: Vec<String> = READ.iter().chain(&REFUSED).map(|options| options.replace("FOLDER", folder)).collect();
    let mut failures = Vec::new();
    let mut never_taken: BTreeSet<&str> = jobs.iter().take(READ.len()).map(String::as_str).collect();
    for platform in platforms::found(THIS, say) {
        let answers = workers::run(&platform, THIS, &jobs, |_, _: &Result<Option<String>, String>| {});
        for (options, answer) in jobs.iter().zip(answers) {
            let understood = understood(options);
            let taken = answer.unwrap_or_else(|why| {
                failures.push(format!("{}: {options:?}: {why}", platform.name));
                None
            });
            match (taken, understood) {
                (Some(runtime), Ok(clunroll)) => {
                    never_taken.remove(options.as_str());
                    if without_blanks(&runtime) != without_blanks(&clunroll) {
                        failures.push(format!(
                            "{}: {options:?}: {runtime:?}, but clunroll reads {clunroll:?}",
                            platform.name
                        ));
                    }
                }
                (Some(runtime), Err(why)) => {
                    failures.push(format!("{}: {options:?} is {runtime:?}, but clunroll says: {why}", platform.name));
                }
                (None, _) => say(&format!("{} refuses {options:?}", platform.name)),
            }
        }
    }
    failures.extend(never_taken.iter().map(|options| format!("{options:?}: no platform takes it")));
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// The runtime's values of the macros; `None` if it does not build the program.
fn work(machine: &Machine, options: &str) -> Option<String> {
    let program = Program::create_and_build_from_source(&machine.context, SOURCE, options).ok()?;
    let kernel = Kernel::create(&program, "k").expect("the program has the kernel");
    let mut read: Vec<cl_char> = vec![0; SPACE];
    // SAFETY: the buffer has more bytes than the kernel writes, and the reads are blocking.
    unsafe {
        let mut out = Buffer::<cl_char>::create(&machine.context, CL_MEM_READ_WRITE, SPACE, ptr::null_mut()).ok()?;
        machine.queue.enqueue_write_buffer(&mut out, CL_BLOCKING, 0, &read, &[]).ok()?;
        ExecuteKernel::new(&kernel).set_arg(&out).set_global_work_size(1).enqueue_nd_range(&machine.queue).ok()?;
        machine.queue.enqueue_read_buffer(&out, CL_BLOCKING, 0, &mut read, &[]).ok()?;
    }
    let bytes = read.into_iter().take_while(|&byte| byte != 0).map(|byte| byte as u8).collect();
    Some(String::from_utf8(bytes).expect("options are ASCII"))
}

/// clunroll's values of the macros.
fn understood(options: &str) -> Result<String, String> {
    let told: BuildOptions = options.parse().map_err(|error| format!("{error}"))?;
    let mut includes = FileIncludes::new(Path::new("k.cl"), &told.include_folders);
    let options = Options::default().build_options(&told);
    let macros = options.defined_macros();
    let value = |name: &str| macros.iter().find(|define| define.name() == name).map(|define| define.value().to_owned());
    let has_header = value("HEADER").is_some() && includes.resolve("\"told.h\"", None).is_some();
    let expanded = |name: &str| match (name, value(name)) {
        ("N", _) if has_header => "7".to_owned(),
        ("F(1)", _) => value("F").map_or(name.to_owned(), |body| body.replace('x', "1")),
        (_, value) => value.unwrap_or(name.to_owned()),
    };
    // `T` may be `N`.
    let texts = NAMES.map(|name| match expanded(name) {
        text if text == "N" => expanded("N"),
        text => text,
    });
    Ok(texts.join("\n"))
}

/// White space in a macro becomes one blank or none, depending on the compiler.
fn without_blanks(text: &str) -> String {
    text.split('\n').map(|line| line.split_whitespace().collect::<String>()).collect::<Vec<_>>().join("\n")
}

fn say(text: &str) {
    // There may be no reader.
    let _ = writeln!(io::stderr(), "{text}");
}
