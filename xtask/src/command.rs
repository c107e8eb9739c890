//! Other programs: they succeed, or the task fails and shows their output

use std::env;
use std::ffi::OsString;
use std::process::{Command, Stdio};

use crate::{Result, root};

/// Cargo, in the folder of the repository.
///
/// It builds for this machine, since what it builds is also started.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")));
    command.current_dir(root()).args(arguments).env_remove("CARGO_BUILD_TARGET");
    command
}

/// Runs a command that prints its own messages.
///
/// # Errors
///
/// If it does not start, or does not succeed.
pub(crate) fn run(command: &mut Command) -> Result {
    println!("$ {}", shown(command));
    let status = command.status().map_err(|error| not_started(command, &error))?;
    if status.success() { Ok(()) } else { Err(format!("`{}` failed: {status}", shown(command))) }
}

/// The standard output of a command.
///
/// # Errors
///
/// If it does not start, does not succeed, or writes bytes that are not UTF-8. The message contains its standard error.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let output = command.stdin(Stdio::null()).output().map_err(|error| not_started(command, &error))?;
    if !output.status.success() {
        let (wrote, said) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        return Err(format!("`{}` failed: {}\n{wrote}{said}", shown(command), output.status));
    }
    String::from_utf8(output.stdout).map_err(|_| format!("`{}` writes bytes that are not UTF-8", shown(command)))
}

fn not_started(command: &Command, error: &std::io::Error) -> String {
    format!("`{}` does not start: {error}", command.get_program().display())
}

fn shown(command: &Command) -> String {
    let words = [command.get_program()].into_iter().chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}
