//! The pages that list the settings agree with the table: rows, chapters, keys of the schema, hints for Python.
//!
//! `CLUNROLL_SETTINGS=write cargo test --lib settings` writes them. The rest of such a page stays; a new setting goes after the one that
//! precedes it in the table.

use std::path::Path;
use std::{env, fs};

use clunroll::Options;
use clunroll::settings::{Group, Kind, Setting, Value};
use serde_json::Value as Json;

use clunroll_files::config::size;

/// A part of a page: the beginning of its first line, and its text.
type PagePart = (String, String);

/// A page: its path, a function that finds the end of a part, and the parts.
type Page = (&'static str, fn(&str) -> usize, Vec<PagePart>);

fn pages() -> Vec<Page> {
    let keys = || Setting::ALL.iter().filter(|setting| setting.is_key());
    let typed = || Setting::ALL.iter().filter(|setting| setting.group != Group::Checking);
    vec![
        ("docs/use.md", line, typed().map(row).collect()),
        ("docs/c.md", line, Setting::ALL.iter().map(c_row).collect()),
        ("docs/configuration.md", chapter, keys().map(key_chapter).chain(together()).collect()),
        ("docs/clunroll.schema.json", property, keys().map(schema_property).collect()),
        ("bindings/python/python/clunroll/_settings.py", line, typed().map(hint).collect()),
    ]
}

fn line(text: &str) -> usize {
    text.find('\n').map_or(text.len(), |at| at + 1)
}

/// A chapter ends before the next one, a row at its end.
fn chapter(text: &str) -> usize {
    if text.starts_with('|') { line(text) } else { text[1..].find("\n### ").expect("other keys follow") + 2 }
}

fn property(text: &str) -> usize {
    text.find("\n    },\n").expect("other keys follow") + "\n    },\n".len()
}

/// The option as typed.
fn option(setting: &Setting) -> String {
    format!("--{} {}", setting.name, setting.placeholder).trim_end().to_owned()
}

/// The values of an enumeration.
fn words(setting: &Setting) -> &'static [&'static str] {
    if let Kind::Words(words) | Kind::Promise(words) = setting.kind { words } else { &[] }
}

/// The help as Markdown; in a terminal, some code has no backquotes.
fn help(setting: &Setting) -> String {
    let first = setting.help().replacen(" [default: ", "; the default is `", 1).replacen(']', "`", 1);
    let text = format!("{first}. {}", setting.details());
    let parts = text.split('`').enumerate().map(|(number, part)| {
        if number % 2 == 1 {
            return format!("`{part}`");
        }
        let words = part.split(' ').map(|word| {
            let code = word.trim_end_matches([',', '.']);
            let is_code = code.contains(['_', '.']) || code.len() > 1 && code.starts_with('-');
            if is_code { word.replacen(code, &format!("`{code}`"), 1) } else { word.to_owned() }
        });
        words.collect::<Vec<_>>().join(" ")
    });
    parts.collect::<String>().trim_end().to_owned()
}

fn see(setting: &Setting) -> String {
    if setting.see.is_empty() { String::new() } else { format!(" See {}.", setting.see) }
}

fn row(setting: &'static Setting) -> PagePart {
    let start = format!("| `{}` | ", option(setting));
    (format!("| `--{}", setting.name), format!("{start}{}{} |\n", help(setting), see(setting)))
}

fn c_row(setting: &'static Setting) -> PagePart {
    let quoted = |words: &[&str]| words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
    let things = setting.placeholder.to_lowercase();
    let values = match setting.kind {
        Kind::Flag => quoted(&["true", "false"]),
        Kind::Promise(words) | Kind::Words(words) => quoted(words),
        Kind::Number(_) => format!("a number of {things}"),
        Kind::Bytes(most) => format!("a number of {things}, at most {most}"),
    };
    // The command line does not have this option, so the help is only here.
    let more = if setting.group == Group::Checking { format!(". {}", help(setting)) } else { String::new() };
    (format!("| `{}` |", setting.name), format!("| `{}` | {values}{more} |\n", setting.name))
}

fn key_chapter(setting: &'static Setting) -> PagePart {
    let start = format!("### {}\n", setting.name);
    let values = match words(setting) {
        [] => String::new(),
        [word] => format!(" The only value is `{word}`."),
        [first @ .., last] => format!(" The values are `{}` and `{last}`.", first.join("`, `")),
    };
    let example = match setting.kind {
        Kind::Flag | Kind::Number(_) => setting.example.to_owned(),
        Kind::Bytes(_) => format!("\"{}KiB\"", setting.example.parse::<u64>().expect("a number") >> 10),
        Kind::Promise(_) => format!("[{:?}]", setting.example),
        Kind::Words(_) => format!("{:?}", setting.example),
    };
    let (name, option) = (setting.name, option(setting));
    let text = format!("{}{values} The option is `{option}`.{}", setting.key, see(setting));
    (start.clone(), format!("{start}\n{text}\n\n```toml\n{name} = {example}\n```\n\n"))
}

/// The options that replace the value of a key, and those that add to it.
fn together() -> [PagePart; 2] {
    let keys = |is_flag: bool| {
        let keys = Setting::ALL.iter().filter(move |setting| {
            setting.is_key() && matches!(setting.kind, Kind::Flag | Kind::Promise(_)) == is_flag
        });
        keys.map(|setting| format!("`--{}`", setting.name)).collect::<Vec<_>>().join(", ")
    };
    let [flags, others] = [keys(true), keys(false)];
    [
        ("| `--trust-defines`, ".to_owned(), format!("| {flags} | are on if either place turns them on |\n")),
        ("| `--remainder`, ".to_owned(), format!("| {others} | replace its value |\n")),
    ]
}

fn schema_property(setting: &'static Setting) -> PagePart {
    let list =
        |words: &[&str]| format!("[{}]", words.iter().map(|word| format!("{word:?}")).collect::<Vec<_>>().join(", "));
    let number = |most| format!("\"type\": \"integer\", \"minimum\": 0, \"maximum\": {most}");
    let separated = |text: String| text.replace(", \"", ",\n      \"");
    let rest = match setting.kind {
        Kind::Flag => "\"type\": \"boolean\"".to_owned(),
        Kind::Promise(words) => format!("\"type\": \"array\",\n      \"items\": {{ \"enum\": {} }}", list(words)),
        // Editors suggest the words as written. Words with upper case may be written in either case.
        Kind::Words(words) if words[0].contains(char::is_uppercase) => {
            let pattern = words.iter().map(|word| either_case(word)).collect::<Vec<_>>().join("|");
            let pattern = Json::from(format!("^({pattern})$"));
            format!("\"type\": \"string\",\n      \"pattern\": {pattern},\n      \"examples\": {}", list(words))
        }
        Kind::Words(words) => format!("\"enum\": {}", list(words)),
        Kind::Number(most) => separated(number(most)),
        Kind::Bytes(most) => format!(
            "\"oneOf\": [\n        {{ {} }},\n        {{ \"type\": \"string\", \"pattern\": \"^[0-9]+ *(B|KiB|MiB|GiB)?$\" }}\n      ]",
            number(most)
        ),
    };
    let start = format!("    \"{}\": {{\n", setting.name);
    (
        start.clone(),
        format!("{start}      \"description\": {},\n      {rest}\n    }},\n", Json::from(setting.key.replace('`', ""))),
    )
}

/// A pattern for a word in either case.
fn either_case(word: &str) -> String {
    let each = word.chars().map(|each| match each {
        '.' => "\\.".to_owned(),
        _ if each.is_alphabetic() => format!("[{}{}]", each.to_ascii_uppercase(), each.to_ascii_lowercase()),
        _ => each.to_string(),
    });
    each.collect()
}

fn hint(setting: &'static Setting) -> PagePart {
    let start = format!("    {}: ", setting.keyword());
    let kind = match setting.kind {
        Kind::Flag | Kind::Promise(_) => "bool".to_owned(),
        Kind::Words(words) => {
            format!("Literal[{}]", words.iter().map(|word| format!("{word:?}")).collect::<Vec<_>>().join(", "))
        }
        Kind::Number(_) | Kind::Bytes(_) => "int".to_owned(),
    };
    (start.clone(), format!("{start}{kind}\n"))
}

/// The page with all its parts up to date.
fn updated(page: &str, length: fn(&str) -> usize, parts: &[PagePart]) -> String {
    let mut text = format!("\n{page}");
    let mut end = None;
    for (start, part) in parts {
        let found = text.find(&format!("\n{start}")).map(|at| at + 1);
        let at = found.or(end).expect("the first part is there");
        let old = found.map_or(0, |at| length(&text[at..]));
        text.replace_range(at..at + old, part);
        end = Some(at + part.len());
    }
    text.split_off(1)
}

#[test]
fn the_pages_say_what_the_table_says() {
    for (path, length, parts) in pages() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        let page = fs::read_to_string(&file).expect(path);
        let right = updated(&page, length, &parts);
        if env::var_os("CLUNROLL_SETTINGS").is_some_and(|what| what == "write") {
            fs::write(file, right).expect(path);
        } else {
            let changed = right.lines().find(|&line| !page.lines().any(|old| old == line));
            assert!(page == right, "{path}: `CLUNROLL_SETTINGS=write cargo test --lib settings` writes {changed:?}");
        }
    }
}

#[test]
fn a_new_setting_comes_after_the_one_before_it() {
    let parts = [("a".to_owned(), "a 2\n".to_owned()), ("b".to_owned(), "b 1\n".to_owned())];
    assert_eq!(updated("a 1\nc\n", line, &parts), "a 2\nb 1\nc\n");
}

#[test]
fn the_help_names_the_default_and_the_words() {
    for setting in Setting::ALL {
        let (name, help) = (setting.name, setting.help());
        let default = setting.get(&Options::default());
        if let Some((_, said)) = help.trim_end_matches(']').split_once("[default: ") {
            let said = if let Kind::Bytes(_) = setting.kind {
                size::growth(said).map(Value::Number)
            } else {
                Ok(setting.read(said).expect(name))
            };
            assert_eq!(said.ok(), default, "{name}");
        }
        assert!(words(setting).iter().all(|word| help.contains(word)), "the help of {name} names all values");
    }
}
