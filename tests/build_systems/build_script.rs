//! The packages in `examples/` work as described, with real cargo.
//!
//! The build script's package is copied, since the test changes its kernels, and built in a target folder of its own that later runs reuse.
//! The lock file is this package's, which contains all dependencies of the example, so that nothing is looked up.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::pocl;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
const FOLDER: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/build-script");

fn path(name: &str) -> PathBuf {
    Path::new(FOLDER).join(name)
}

/// A fresh copy of the example.
fn copy() {
    let example = Path::new(ROOT).join("examples/build-script");
    fs::remove_dir_all(FOLDER).ok();
    for name in ["Cargo.toml", "build.rs", "src/main.rs", "kernels/smooth.cl", "kernels/include/taps.h"] {
        fs::create_dir_all(path(name).parent().unwrap()).unwrap();
        fs::copy(example.join(name), path(name)).unwrap();
    }
    change("Cargo.toml", "path = \"../../crates/clunroll\"", &format!("path = \"{ROOT}/crates/clunroll\""));
    fs::copy(Path::new(ROOT).join("Cargo.lock"), path("Cargo.lock")).unwrap();
}

fn change(name: &str, old: &str, new: &str) {
    let text = fs::read_to_string(path(name)).unwrap();
    assert!(text.contains(old), "{name} holds no {old:?}");
    fs::write(path(name), text.replace(old, new)).unwrap();
}

/// Whether `cargo run` succeeds, and its whole output.
fn run() -> (bool, String) {
    let output = Command::new(env!("CARGO"))
        .args(["run", "--offline"])
        .current_dir(FOLDER)
        .env("CARGO_TARGET_DIR", concat!(env!("CARGO_TARGET_TMPDIR"), "/examples"))
        .env(pocl::VARIABLE, pocl::vendors())
        .output()
        .unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8_lossy(&said).into_owned())
}

#[test]
fn a_build_script_unrolls_its_kernels() {
    if std::env::var("CLUNROLL_NO_OPENCL").as_deref() == Ok("1") {
        return;
    }
    copy();
    let (is_done, said) = run();
    assert!(is_done && said.contains("64 outputs are right, 1 `#pragma unroll` left"), "{said}");
    let (is_done, said) = run();
    assert!(is_done && !said.contains("Compiling"), "nothing has changed:\n{said}");

    // A header that a kernel includes.
    change("kernels/include/taps.h", "TAPS 4", "TAPS 5");
    let (is_done, said) = run();
    assert!(!is_done && said.contains("should be"), "the header has changed:\n{said}");
    change("src/main.rs", "TAPS: usize = 4", "TAPS: usize = 5");
    let (is_done, said) = run();
    assert!(is_done, "{said}");

    // A new kernel that is invalid.
    let loops = "kernel void f(global int *a) {\n    #pragma unroll -4\n    for (int i = 0; i < 4; i++) a[i] = i;\n}\n";
    fs::write(path("kernels/new.cl"), loops).unwrap();
    let (is_done, said) = run();
    assert!(!is_done, "{said}");
    for part in ["error[CLU001]", "kernels/new.cl:2:20", "#pragma unroll -4", "^^ must not be negative"] {
        assert!(said.contains(part), "no {part:?} in\n{said}");
    }

    // A warning is shown, but does not fail the build.
    fs::write(path("kernels/new.cl"), loops.replace("-4", "0")).unwrap();
    let (is_done, said) = run();
    assert!(is_done && said.contains("warning[CLU101]") && said.contains("kernels/new.cl:2:20"), "{said}");
}

/// The documentation shows the script that runs here.
#[test]
fn the_page_shows_this_script() {
    let read = |name: &str| fs::read_to_string(Path::new(ROOT).join(name)).unwrap();
    let script = read("examples/build-script/build.rs");
    let main = &script[script.find("fn main").unwrap()..];
    assert!(read("docs/build-systems.md").contains(&format!("```rust\n// build.rs\n{main}```")));
    assert!(!read("examples/build-script/Cargo.toml").contains("clunroll-cli"), "the script needs no program");
    let commands = read("examples/build-script/README.md");
    assert!(commands.contains("```sh\ncargo run\n```"), "that is what is run here");
}

/// The page shows the program that runs here, and its output.
#[test]
fn the_page_for_rust_shows_a_program_that_runs() {
    let read = |name: &str| fs::read_to_string(Path::new(ROOT).join(name)).unwrap();
    let (page, program) = (read("docs/rust.md"), read("examples/build_step.rs"));
    let shown = &program[program.find("use std").unwrap()..];
    assert!(page.contains(&format!("<!-- program: examples/build_step.rs -->\n```rust\n{shown}```")));
    let snippet = "    if let Done::Left { cause } = &request.done {\n        let reason = outcome.reason(request.place, cause);\n";
    assert!(page.contains(snippet), "tests/library/embedding.rs has it, too");
    if std::env::var("CLUNROLL_NO_OPENCL").as_deref() == Ok("1") {
        return;
    }
    let output = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--offline", "--example", "build_step"])
        .current_dir(ROOT)
        .env(pocl::VARIABLE, pocl::vendors())
        .output()
        .unwrap();
    let printed = String::from_utf8_lossy(&output.stdout);
    let computed = printed.trim_end().rsplit_once(": ").map_or("", |(_, computed)| computed);
    assert!(output.status.success() && page.ends_with(&format!("```text\n{computed}\n```\n")), "{output:?}");
}
