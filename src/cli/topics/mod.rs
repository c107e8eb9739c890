//! What `clunroll explain` knows: rules, settings, and topics of the documents, each found by its words.
//!
//! Nothing here has a text of its own. A rule has its page, a setting its entry in the library's table, and a topic (`table`) a section
//! of a page of `docs/`, which `section` cuts out. `docs/words.md`, the index, is made from the same words.

mod section;
mod table;
#[cfg(test)]
mod words_page;

use clunroll::rules::{self, Rule};
use clunroll::settings::{Kind, Setting};

pub(in crate::cli) use self::table::{GROUPS, Topic};

/// What a word means.
#[derive(Clone, Debug)]
pub(in crate::cli) struct Explained {
    /// A rule, if the word names one.
    pub(in crate::cli) rule: Option<&'static Rule>,
    /// A setting may have the word of a topic: both are meant.
    pub(in crate::cli) settings: Vec<&'static Setting>,
    pub(in crate::cli) topics: Vec<&'static Topic>,
    /// The rules with the word in their names.
    pub(in crate::cli) related: Vec<&'static Rule>,
}

impl Explained {
    fn of_rule(rule: &'static Rule) -> Self {
        Self { rule: Some(rule), settings: Vec::new(), topics: Vec::new(), related: Vec::new() }
    }
}

/// Finds what a word means, or says what else may be meant.
pub(in crate::cli) fn find(word: &str) -> Result<Explained, String> {
    let plain = plain(word);
    if let Some(rule) = rules::find(word).or_else(|| rules::find(&plain)) {
        return Ok(Explained::of_rule(rule));
    }
    let settings: Vec<_> = Setting::ALL.iter().filter(|setting| words_of(setting).contains(&plain)).collect();
    let topics: Vec<_> = topics().filter(|topic| topic.words().any(|word| self::plain(word) == plain)).collect();
    if !settings.is_empty() || !topics.is_empty() {
        return Ok(Explained { rule: None, settings, topics, related: rules_with(&plain) });
    }
    match &rules_with(&plain)[..] {
        [] => Err(match similar(&plain) {
            Some(best) => format!("unknown word; did you mean `{best}`?"),
            None => "unknown word; `clunroll explain` lists what there is".to_owned(),
        }),
        [only] => Ok(Explained::of_rule(only)),
        many => {
            let names = many.iter().map(|rule| format!("  {}  {}", rule.code, rule.name));
            Err(format!("several rules have this word in their names:\n{}", names.collect::<Vec<_>>().join("\n")))
        }
    }
}

/// The words that lists show, besides those of rules.
pub(in crate::cli) fn shown_words() -> Vec<&'static str> {
    let settings = Setting::ALL.iter().map(|setting| setting.name);
    let mut words: Vec<_> = settings.chain(topics().map(|topic| topic.word)).collect();
    words.sort_unstable();
    words.dedup();
    words
}

/// The topic that a link from a page of `docs/` leads to: `loops.md#loads-first`.
pub(in crate::cli) fn at(link: &str) -> Option<&'static Topic> {
    let (page, anchor) = link.split_once('#')?;
    topics().find(|topic| topic.part.is_empty() && topic.page.name == page && topic.anchor() == anchor)
}

fn topics() -> impl Iterator<Item = &'static Topic> {
    GROUPS.iter().flat_map(|group| group.topics)
}

impl Topic {
    /// All words for it.
    fn words(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.word).chain(self.also.iter().copied())
    }
}

/// The words for a setting: its name, its keyword and its promise.
fn words_of(setting: &Setting) -> Vec<String> {
    let promise = if let Kind::Promise(words) = setting.kind { words } else { &[] };
    let words = [setting.name.to_owned(), plain(&setting.keyword())];
    words.into_iter().chain(promise.iter().map(|&word| word.to_owned())).collect()
}

/// A word without what people may write in another way: `max_copies`, `--max-copies`, `Loads first`. Of a pragma, it is the word that the
/// pragma is known by: `#pragma unroll_and_jam 4`, `#pragma clunroll remainder(nested)`.
fn plain(word: &str) -> String {
    let word = word.trim().to_lowercase();
    let word = word.strip_prefix("#pragma ").map_or(&*word, |pragma| {
        let pragma = pragma.trim_start();
        let clause = pragma.strip_prefix("clunroll ").map_or(pragma, str::trim_start);
        clause.split([' ', '(']).next().unwrap_or_default()
    });
    word.trim_start_matches('-').replace([' ', '_'], "-")
}

/// The name or the word that is most similar.
fn similar(word: &str) -> Option<&'static str> {
    let rules = rules::ALL.iter().map(|rule| rule.name);
    Setting::meant(word, shown_words().into_iter().chain(topics().flat_map(Topic::words)).chain(rules))
}

/// The rules with a word, or its plural, in their names, or whose codes begin with it.
fn rules_with(word: &str) -> Vec<&'static Rule> {
    let is_code = word.len() > 3 && word.starts_with("clu");
    let begins = |part: &str| !word.is_empty() && (part == word || part.strip_suffix('s') == Some(word));
    let is_meant =
        |rule: &&&Rule| rule.name.split('-').any(begins) || is_code && rule.code.to_ascii_lowercase().starts_with(word);
    rules::ALL.iter().filter(is_meant).copied().collect()
}
