//! The `clunroll` program; all of its code is in the library of this package.

#![forbid(unsafe_code)]

fn main() -> std::process::ExitCode {
    clunroll_cli::cli::main()
}
