//! Asks the linker to mark the library so that it stays in memory once it is loaded.
//!
//! A loader may close its layers while a thread still rewrites a program, and while the handlers for `fork` are registered.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "linux") {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-z,nodelete");
    }
}
