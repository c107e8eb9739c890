//! Why clunroll could not run: exit status 2.

use std::io;

/// A message for the user, in one line, with the file that it is about.
#[derive(Clone, Debug)]
pub struct Failure(String);

impl Failure {
    /// A failure with its whole message.
    pub fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }

    /// A source that the core does not process.
    #[must_use]
    pub fn incomplete(name: &str) -> Self {
        Self(format!("cannot process {name}: out of memory for a thread, or a bug in clunroll"))
    }

    /// `cannot <verb> <name>: <error of the system>`.
    #[must_use]
    pub fn of_system(verb: &str, name: &str, error: &io::Error) -> Self {
        // Most people do not know the error's number, and tempfile appends its own random file name.
        let message = error.to_string();
        let reason = message.split(" (os error").next().unwrap_or(&message);
        Self(format!("cannot {verb} {name}: {reason}"))
    }

    /// The message, in one line.
    #[must_use]
    pub fn message(&self) -> String {
        printable_name(&self.0)
    }

    /// Prints the message. If standard error is closed, the message is lost.
    pub fn print(&self) {
        use std::io::Write;
        let _ = writeln!(io::stderr(), "clunroll: error: {}", self.message());
    }
}

/// File names may hold line breaks and escape sequences; a message is one line and moves no cursor.
#[must_use]
pub fn printable_name(text: &str) -> String {
    text.chars().map(|character| if character.is_control() { '?' } else { character }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_systems_error_number_is_left_out() {
        let error = io::Error::from_raw_os_error(2);
        let Failure(message) = Failure::of_system("read", "k.cl", &error);
        assert_eq!(message, "cannot read k.cl: No such file or directory");
    }

    #[test]
    fn control_characters_of_names_are_not_printed() {
        assert_eq!(printable_name("a\nb\x1b[31mé"), "a?b?[31mé");
    }
}
