//! The `clunroll` program; everything is in the library.

fn main() -> std::process::ExitCode {
    std::process::ExitCode::SUCCESS
}
