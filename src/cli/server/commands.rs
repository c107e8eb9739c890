//! The commands of the server (`workspace/executeCommand`). Each one returns a text, which the client shows as it likes.

use serde_json::Value;

use clunroll::rules;
use lsp_types::Url;

/// Returns the output for a document. Its argument is the document's address.
pub(super) const SHOW_UNROLLED: &str = "clunroll.showUnrolled";

/// Returns the page of a rule, as Markdown. Its argument is a code or a name.
pub(super) const EXPLAIN_RULE: &str = "clunroll.explainRule";

pub(super) const ALL: [&str; 2] = [SHOW_UNROLLED, EXPLAIN_RULE];

/// A command with its argument.
pub(super) enum ServerCommand {
    ShowUnrolled(Url),
    ExplainRule(&'static rules::Rule),
}

impl ServerCommand {
    /// Fails if the command is unknown, or its argument is wrong.
    pub(super) fn of(name: &str, arguments: &[Value]) -> Result<Self, String> {
        let [argument] = arguments else { return Err(format!("`{name}` takes one argument")) };
        let word = argument.as_str().ok_or_else(|| format!("the argument of `{name}` is not a string"))?;
        match name {
            SHOW_UNROLLED => match word.parse() {
                Ok(address) => Ok(Self::ShowUnrolled(address)),
                Err(_) => Err(format!("`{word}` is not the address of a document")),
            },
            EXPLAIN_RULE => match rules::find(word) {
                Some(rule) => Ok(Self::ExplainRule(rule)),
                None => Err(format!("there is no rule `{word}`")),
            },
            _ => Err(format!("there is no command `{name}`")),
        }
    }
}
