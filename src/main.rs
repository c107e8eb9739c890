//! The `clunroll` program; all of it is in the library of this package.

#![forbid(unsafe_code)]

fn main() -> std::process::ExitCode {
    clunroll_cli::cli::main()
}
