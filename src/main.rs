//! The `clunroll` program; everything is in the library.

#![forbid(unsafe_code)]

fn main() -> std::process::ExitCode {
    clunroll::cli::main()
}
