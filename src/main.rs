//! The `clunroll` program; everything is in the library.

fn main() -> std::process::ExitCode {
    clunroll::cli::main()
}
