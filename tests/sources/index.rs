//! `tests/cases/README.md` lists the cases: the first sentence of each, and the findings and forms of its output.
//!
//! `CLUNROLL_MANIFEST=write cargo test --test sources as_listed` writes the page again, and the manifest too.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use clunroll::{Arrangement, Done, LoadOrder, Outcome, RemainderForm};

use crate::snapshots::check_all;

const HEAD: &str = "# Cases

This page is generated: `CLUNROLL_MANIFEST=write cargo test --test sources as_listed` writes it again. A case is one file that becomes
several tests; [CONTRIBUTING.md](../../CONTRIBUTING.md#add-a-case) describes how to add one. Each line has:

- the file, which lies in the folder of its topic;
- what the case shows: its first sentence;
- the rules of its findings, as `clunroll explain` knows them;
- the forms of the loops that are written: `full`, `counted`, `checked` or `re-checked` ([docs/report.md](../../docs/report.md)
  explains these words), after a `+` the form of the remainder, and `jammed` before them if the copies run side by side in an inner
  loop; `loads first` if the loads of the copies run before their stores; `registers` if an array becomes scalars.
";

#[test]
fn cases_are_as_listed() {
    let topics = RefCell::new(BTreeMap::<String, String>::new());
    check_all(&["tests/cases"], |path, source, outcome| {
        let part = |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
        let topic = part(path.parent().and_then(Path::file_name));
        let list = |items: BTreeSet<String>| items.into_iter().collect::<Vec<_>>().join(", ");
        let rules = outcome.diagnostics.iter().map(|found| found.rule.code.to_owned()).collect();
        let stem = part(path.file_stem());
        let link = format!("[{stem}]({topic}/{stem}.cl)");
        let cells = [link, first_sentence(source)?, list(rules), list(forms(outcome))];
        // A bar ends a cell, even within a code span.
        let cells = cells.map(|cell| cell.replace('|', "\\|"));
        let mut topics = topics.borrow_mut();
        let _ = writeln!(topics.entry(topic).or_default(), "| {} |", cells.join(" | "));
        Ok(())
    });
    let mut page = HEAD.to_owned();
    for (topic, lines) in topics.into_inner() {
        let _ = write!(page, "\n## {topic}\n\n| Case | What it shows | Rules | Forms |\n|---|---|---|---|\n{lines}");
    }
    let stored = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/README.md");
    if env::var_os("CLUNROLL_MANIFEST").is_some_and(|word| word == "write") {
        fs::write(stored, page).expect("the page can be written");
        return;
    }
    let expected = fs::read_to_string(stored).unwrap_or_default().replace("\r\n", "\n");
    let (old, new): (BTreeSet<_>, BTreeSet<_>) = (expected.lines().collect(), page.lines().collect());
    let gone = old.difference(&new).map(|line| format!("- {line}"));
    let difference: Vec<_> = gone.chain(new.difference(&old).map(|line| format!("+ {line}"))).collect();
    let how = "`CLUNROLL_MANIFEST=write cargo test --test sources as_listed` writes it";
    assert!(expected == page, "tests/cases/README.md is another page ({how}):\n{}", difference.join("\n"));
}

/// The first sentence of the first comment.
fn first_sentence(source: &[u8]) -> Result<String, String> {
    let text = String::from_utf8_lossy(source).replace('\u{feff}', "");
    let words = text.lines().map(|line| line.strip_prefix("//").filter(|line| !line.starts_with('@')).map(str::trim));
    let is_sentence = |line: &&str| line.contains(' ') && !line.contains("clunroll:");
    let words = words.map(|line| line.filter(is_sentence));
    let comment: Vec<_> = words.skip_while(Option::is_none).map_while(|line| line).collect();
    let comment = comment.join(" ");
    let sentence = comment.split_once(". ").map_or(comment.trim_end_matches('.'), |(first, _)| first);
    if sentence.is_empty() { Err("it has no first sentence".to_owned()) } else { Ok(format!("{sentence}.")) }
}

/// How the loops and arrays of a case are written.
fn forms(outcome: &Outcome) -> BTreeSet<String> {
    let mut forms = BTreeSet::new();
    for request in &outcome.requests {
        let Done::Unrolled { form, arrangement, remainder, loads, .. } = &request.done else { continue };
        let jammed = if *arrangement == Arrangement::Jammed { "jammed " } else { "" };
        let remainder = if *remainder == RemainderForm::None { String::new() } else { format!(" + {remainder}") };
        forms.insert(format!("{jammed}{form}{remainder}"));
        if *loads == LoadOrder::First {
            forms.insert("loads first".to_owned());
        }
    }
    if outcome.promotions.iter().any(|one| one.done.is_promoted()) {
        forms.insert("registers".to_owned());
    }
    forms
}
