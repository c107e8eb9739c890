//! The settings of the editor: the options that `clunroll server` may be started with, as a list of words, and what is shown in the text.
//!
//! ```json
//! { "clunroll": { "arguments": ["-D", "N=16", "--deny", "warnings"], "codeLens": false, "inlayHints": true } }
//! ```
//!
//! The options are parsed like the command line, so that an option is written in one way only. They replace the options that were typed. Settings
//! for the files of a project belong in its `clunroll.toml`, which the command line reads too.

use clap::{Args, Command, FromArgMatches};
use serde_json::Value;

use crate::cli::arguments::ServerArguments;

/// The name of these settings among those of the editor.
pub(super) const SECTION: &str = "clunroll";

/// The options in the settings, with the name of the section around them or without; `None` if the settings have no options.
///
/// Fails if the server does not have these options.
pub(super) fn arguments(settings: &Value) -> Result<Option<ServerArguments>, String> {
    let section = settings.get(SECTION).unwrap_or(settings);
    let words = match section.get("arguments") {
        None | Some(Value::Null) => return Ok(None),
        Some(Value::Array(words)) => words.iter().map(Value::as_str).collect::<Option<Vec<_>>>(),
        Some(_) => None,
    };
    let words = words.ok_or("the setting `clunroll.arguments` is not a list of strings")?;
    let command = ServerArguments::augment_args(Command::new("clunroll server")).no_binary_name(true);
    let matches = command.disable_help_flag(true).try_get_matches_from(words);
    let parsed = matches.and_then(|matches| ServerArguments::from_arg_matches(&matches));
    parsed.map(Some).map_err(|error| {
        let message = error.to_string();
        let line = message.lines().next().unwrap_or_default();
        format!("the setting `clunroll.arguments` is wrong: {}", line.trim_start_matches("error: "))
    })
}

/// What is shown in the text of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ShownInText {
    pub(super) lenses: bool,
    pub(super) hints: bool,
}

impl ShownInText {
    /// Takes over what the settings say.
    ///
    /// Fails if a setting is not a choice.
    pub(super) fn configure(&mut self, settings: &Value) -> Result<(), String> {
        let section = settings.get(SECTION).unwrap_or(settings);
        for (name, choice) in [("codeLens", &mut self.lenses), ("inlayHints", &mut self.hints)] {
            match section.get(name) {
                None | Some(Value::Null) => {}
                Some(Value::Bool(given)) => *choice = *given,
                Some(_) => return Err(format!("the setting `clunroll.{name}` is neither `true` nor `false`")),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn options_are_a_list_of_words() {
        for settings in [json!({"clunroll": {"arguments": ["-DN=4"]}}), json!({"arguments": ["-D", "N=4"]})] {
            let arguments = arguments(&settings).expect("they are right").expect("there are some");
            assert_eq!(arguments.settings.macros.0.len(), 1);
        }
        for settings in [json!(null), json!({}), json!({"clunroll": null}), json!({"clunroll": {"arguments": null}})] {
            assert!(arguments(&settings).expect("they are right").is_none(), "{settings}");
        }
    }

    #[test]
    fn what_is_shown_is_a_choice() {
        let mut shown = ShownInText { lenses: true, hints: true };
        assert_eq!(shown.configure(&json!({"clunroll": {"codeLens": false, "inlayHints": null}})), Ok(()));
        assert_eq!(shown, ShownInText { lenses: false, hints: true });
        assert_eq!(shown.configure(&json!({"codeLens": true, "inlayHints": false})), Ok(()));
        assert_eq!(shown, ShownInText { lenses: true, hints: false });
        assert_eq!(shown.configure(&json!(null)), Ok(()));
        let why = shown.configure(&json!({"inlayHints": "off"})).expect_err("an error");
        assert_eq!(why, "the setting `clunroll.inlayHints` is neither `true` nor `false`");
    }

    #[test]
    fn what_is_no_option_is_said_in_one_line() {
        let said = |words: Value| arguments(&json!({ "arguments": words })).expect_err("an error");
        assert_eq!(said(json!("-DN")), "the setting `clunroll.arguments` is not a list of strings");
        assert_eq!(said(json!([1])), "the setting `clunroll.arguments` is not a list of strings");
        assert_eq!(
            said(json!(["--fix"])),
            "the setting `clunroll.arguments` is wrong: unexpected argument '--fix' found"
        );
        assert!(said(json!(["--help"])).contains("'--help'"));
        assert!(said(json!(["k.cl"])).contains("'k.cl'"));
    }
}
