//! `docs/words.md`, the index of all words, and the checks of the table of topics.
//!
//! `CLUNROLL_SETTINGS=write cargo test --lib settings` writes the page.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::{env, fs};

use clunroll::rules;
use clunroll::settings::{Group, Setting};

use super::section::headings;
use super::{GROUPS, find, plain, topics};

const PREFACE: &str = "\
# Index

Each of these words is explained in a section of these pages. `clunroll explain WORD` shows the same in a terminal, and `clunroll explain`
without a word lists the words by kind.

| Word | Where it is explained |
|---|---|
";

/// The page: a row for each word, in the order of the alphabet.
fn index() -> String {
    let mut rows: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut add = |word: &str, link: String| rows.entry(word.to_owned()).or_default().push(link);
    for setting in Setting::ALL {
        let place = match setting.group {
            _ if setting.is_key() => format!("configuration.md#{}", setting.name),
            Group::Checking => "c.md#options".to_owned(),
            _ => "use.md#options".to_owned(),
        };
        add(setting.name, format!("[the setting]({place})"));
    }
    for topic in topics() {
        let title = topic.title();
        let link = format!("[{title}]({}#{})", topic.page.name, topic.anchor());
        topic.words().for_each(|word| add(word, link.clone()));
    }
    for rule in rules::ALL {
        add(rule.name, format!("[{}](rules.md#{})", rule.code, rule.code.to_lowercase()));
    }
    let rows = rows.iter().map(|(word, links)| format!("| `{word}` | {} |\n", links.join(", ")));
    format!("{PREFACE}{}", rows.collect::<String>())
}

#[test]
fn the_index_has_all_settings_topics_and_rules() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/words.md");
    if env::var_os("CLUNROLL_SETTINGS").is_some_and(|what| what == "write") {
        fs::write(&file, index()).expect("it can be written");
    }
    let page = fs::read_to_string(&file).unwrap_or_default().replace("\r\n", "\n");
    assert!(page == index(), "docs/words.md is stale: CLUNROLL_SETTINGS=write cargo test --lib settings");
}

#[test]
fn each_topic_is_a_section_of_its_page() {
    for topic in topics() {
        assert!(topic.text().trim().len() > 40, "docs/{} lacks {} {}", topic.page.name, topic.heading, topic.part);
        assert!(topic.title().len() > 2 && !topic.title().contains("**"), "{}: {}", topic.word, topic.title());
    }
}

#[test]
fn each_section_and_each_assumption_has_a_topic() {
    let named = |page: &str| -> BTreeSet<_> {
        topics().filter(|topic| topic.page.name == page).map(|topic| topic.heading).collect()
    };
    for topic in topics() {
        let page = topic.page;
        assert_eq!(headings(page.text).into_iter().collect::<BTreeSet<_>>(), named(page.name), "docs/{}", page.name);
    }
    for whole in topics().filter(|topic| topic.part.is_empty()) {
        let parts: Vec<_> =
            topics().filter(|topic| topic.heading == whole.heading && topic.part.starts_with('-')).collect();
        if parts.is_empty() {
            continue;
        }
        for item in whole.text().lines().filter(|line| line.starts_with("- ")) {
            let count = parts.iter().filter(|part| item.starts_with(part.part)).count();
            assert_eq!(count, 1, "{}: {item}", whole.heading);
        }
    }
}

#[test]
fn a_word_means_one_topic_and_no_rule() {
    let mut words = BTreeSet::new();
    for word in topics().flat_map(super::Topic::words) {
        assert!(words.insert(plain(word)), "{word} has two topics");
        assert!(rules::find(word).is_none(), "{word} is a rule");
        assert_eq!(find(word).map(|found| found.topics.len()), Ok(1), "{word}");
    }
    assert!(GROUPS.iter().all(|group| !group.topics.is_empty()));
}
