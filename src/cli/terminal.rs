//! The abilities of a stream: colours, a width, and a line that can be replaced.

use std::env;
use std::io::{self, IsTerminal};

use anstream::AutoStream;
use anstream::stream::RawStream;
use clap::ColorChoice;
use terminal_size::{Width, terminal_size_of};

use clunroll_report::Colour;

/// Whether `--color` asks for colours in the output to `stream`. `auto` respects `NO_COLOR`, `CLICOLOR` and `CLICOLOR_FORCE`.
pub(super) fn colour<S: RawStream>(choice: ColorChoice, stream: &S) -> Colour {
    let is_on = match choice {
        ColorChoice::Always => true,
        ColorChoice::Auto => AutoStream::choice(stream) != anstream::ColorChoice::Never,
        ColorChoice::Never => false,
    };
    if is_on { Colour::On } else { Colour::Off }
}

/// Whether standard error is a terminal in which a line can be replaced.
pub(super) fn can_show_progress() -> bool {
    io::stderr().is_terminal() && env::var_os("TERM").is_some_and(|value| value != "dumb")
}

/// The columns of standard output, if it is a terminal.
pub(super) fn output_width() -> Option<usize> {
    terminal_size_of(io::stdout()).map(|(Width(columns), _)| columns.into())
}

/// The columns of standard error, if it is a terminal.
pub(super) fn message_width() -> Option<usize> {
    terminal_size_of(io::stderr()).map(|(Width(columns), _)| columns.into())
}
