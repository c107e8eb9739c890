//! `--verify` and `clunroll verify`.
//!
//! Scripts play the compiler if a test depends on its behaviour; if a test depends on the verdict on real texts, clang builds them. PoCL
//! runs the kernels. `CLUNROLL_NO_CORPUS=1` leaves out what needs clang, and `CLUNROLL_NO_OPENCL=1` what needs an OpenCL runtime, as for
//! all tests.

mod bad_platforms;
mod build;
mod coverage;
mod data;
mod launches;
mod run;

use std::fs;
use std::os::unix::fs::PermissionsExt;

use crate::sandbox::Sandbox;

const LOOP: &str = "__kernel void k(__global int *a) {\n#pragma unroll\n  for (int i = 0; i < 2; i++) a[i] = i;\n}\n";

/// Whether the user has waived the tests that need this.
fn is_waived(variable: &str) -> bool {
    std::env::var(variable).as_deref() == Ok("1")
}

/// Puts a compiler made from a script into a folder.
fn compiler(sandbox: &Sandbox, name: &str, script: &str) {
    let path = sandbox.path(name);
    sandbox.write(name, format!("#!/bin/sh\nif [ \"$1\" = --version ]; then echo cc 1.0; exit; fi\n{script}\n"));
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// A transcript without names of devices and versions of compilers.
fn without_names(transcript: &str) -> String {
    let mut text = String::new();
    for line in transcript.lines() {
        // These parentheses belong to a name.
        let mut line = line.replace("(R)", "").replace("(TM)", "");
        for begin in
            ["Portable Computing Language, ", "Debian clang version ", "Ubuntu clang version ", "clang version "]
        {
            if let Some((before, name)) = line.clone().split_once(begin) {
                let end = name
                    .find([')', '(', ';'])
                    .map_or(name.len(), |end| if name[..end].ends_with(' ') { end - 1 } else { end });
                line = format!("{before}TOOL{}", &name[end..]);
                break;
            }
        }
        text.push_str(&line);
        text.push('\n');
    }
    text
}
