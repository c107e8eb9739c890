//! Whether to colour what goes to a stream.

use std::env;
use std::ffi::OsString;
use std::io::{self, IsTerminal};

use super::arguments::ColorChoice;
use clunroll_report::Colour;

/// What `--color` comes to for what this process writes to `stream`.
pub(super) fn colour(choice: ColorChoice, stream: &impl IsTerminal) -> Colour {
    decide(choice, env::var_os("NO_COLOR"), env::var_os("TERM"), stream.is_terminal())
}

/// Whether standard error is a terminal in which a line can be written anew.
pub(super) fn can_show_progress() -> bool {
    io::stderr().is_terminal() && env::var_os("TERM").is_some_and(|value| value != "dumb")
}

/// An explicit `--color` wins over `NO_COLOR`, as no-color.org asks; a set but empty `NO_COLOR` says nothing.
fn decide(choice: ColorChoice, no_color: Option<OsString>, term: Option<OsString>, terminal: bool) -> Colour {
    let forbidden = no_color.is_some_and(|value| !value.is_empty());
    let dumb = term.is_some_and(|value| value == "dumb");
    match choice {
        ColorChoice::Always => Colour::On,
        ColorChoice::Auto if terminal && !forbidden && !dumb => Colour::On,
        ColorChoice::Auto | ColorChoice::Never => Colour::Off,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn auto(no_color: Option<&str>, term: &str, terminal: bool) -> Colour {
        decide(ColorChoice::Auto, no_color.map(OsString::from), Some(term.into()), terminal)
    }

    #[test]
    fn auto_colours_on_a_terminal_only() {
        assert_eq!(auto(None, "xterm", true), Colour::On);
        assert_eq!(auto(None, "xterm", false), Colour::Off);
        assert_eq!(auto(None, "dumb", true), Colour::Off);
    }

    #[test]
    fn no_color_counts_unless_it_is_empty() {
        assert_eq!(auto(Some("1"), "xterm", true), Colour::Off);
        assert_eq!(auto(Some(""), "xterm", true), Colour::On);
    }

    #[test]
    fn an_explicit_choice_wins() {
        assert_eq!(decide(ColorChoice::Always, Some("1".into()), None, false), Colour::On);
        assert_eq!(decide(ColorChoice::Never, None, None, true), Colour::Off);
    }
}
