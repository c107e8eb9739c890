//! The commands of the server (`workspace/executeCommand`). Each one returns a text, which the client shows as it likes.

use serde_json::Value;

use clunroll::rules;
use lsp_types::{Position, Url};

/// Returns the output for a document. Its argument is the document's address.
pub(super) const SHOW_UNROLLED: &str = "clunroll.showUnrolled";

/// Returns the lines of the output with the loop of one request. Its arguments are the document's address, and a position in the request.
pub(super) const SHOW_LOOP: &str = "clunroll.showLoop";

/// Returns the page of a rule, as Markdown. Its argument is a code or a name.
pub(super) const EXPLAIN_RULE: &str = "clunroll.explainRule";

pub(super) const ALL: [&str; 3] = [SHOW_UNROLLED, SHOW_LOOP, EXPLAIN_RULE];

/// A command with its arguments.
pub(super) enum ServerCommand {
    ShowUnrolled(Url),
    ShowLoop(Url, Position),
    ExplainRule(&'static rules::Rule),
}

impl ServerCommand {
    /// Fails if the command is unknown, or its argument is wrong.
    pub(super) fn of(name: &str, arguments: &[Value]) -> Result<Self, String> {
        let number = if name == SHOW_LOOP { 2 } else { 1 };
        let (Some(Value::String(word)), true) = (arguments.first(), arguments.len() == number) else {
            return Err(match number {
                2 => format!("`{name}` takes an address and a position"),
                _ => format!("`{name}` takes one argument, which is a string"),
            });
        };
        let address = || word.parse().map_err(|_| format!("`{word}` is not the address of a document"));
        match name {
            SHOW_UNROLLED => address().map(Self::ShowUnrolled),
            SHOW_LOOP => {
                let position = serde_json::from_value(arguments[1].clone());
                Ok(Self::ShowLoop(address()?, position.map_err(|_| format!("`{}` is not a position", arguments[1]))?))
            }
            EXPLAIN_RULE => match rules::find(word) {
                Some(rule) => Ok(Self::ExplainRule(rule)),
                None => Err(format!("there is no rule `{word}`")),
            },
            _ => Err(format!("there is no command `{name}`")),
        }
    }
}
