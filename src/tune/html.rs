//! `--html`: a page with all that was measured, in one file.
//!
//! The page loads nothing and runs nothing: its charts are SVG within it, and a policy in its head forbids the rest to the browser, whatever
//! a name in the report may hold.

use std::fmt::Write;

use clunroll_report::xml::escaped;

use super::report::{TuneReport, TunedGroup};
use super::{svg, table};

const STYLE: &str = "\
body { font: 14px/1.4 sans-serif; margin: 2em auto; max-width: 80em; padding: 0 1em; color: #000; background: #fff }
table { border-collapse: collapse; margin: 1em 0 }
th, td { border-bottom: 1px solid #999; padding: 0.2em 0.7em; text-align: left; white-space: nowrap }
td:last-child { white-space: normal }
tr.chosen { font-weight: bold }
tr.failed { color: #555 }
.wide { overflow-x: auto }
code { white-space: pre-wrap }
";

/// The page.
pub(crate) fn text(report: &TuneReport) -> String {
    let title = escaped(&format!("clunroll tune {}", report.file));
    let mut text = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\"/>\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
    );
    let on = escaped(&format!("On {} with driver {}, by clunroll {}.", report.device, report.driver, report.clunroll));
    let _ = writeln!(text, "<p>{on}</p>");
    if let Some(best) = table::best_values(report) {
        let _ = writeln!(text, "<p>{}</p>", escaped(&best));
    }
    for share in &report.shares {
        let _ = writeln!(text, "<p>{}</p>", marked(&share.line));
    }
    for doubt in &report.doubts {
        let _ = writeln!(text, "<p>Note: {}</p>", escaped(doubt));
    }
    for group in &report.groups {
        of_group(&mut text, report, group);
    }
    text + "</body>\n</html>\n"
}

fn of_group(text: &mut String, report: &TuneReport, group: &TunedGroup) {
    let _ = writeln!(text, "<h2>{}</h2>", marked(&table::kernels(group)));
    if let Some(failure) = &group.failure {
        let _ = writeln!(text, "<p>Not tuned: {}</p>", escaped(&table::failure_in_words(failure)));
    }
    let advice = table::advice(group, report);
    if !advice.is_empty() {
        let lines: Vec<_> = advice.lines().map(marked).collect();
        let _ = writeln!(text, "<p>{}</p>", lines.join("<br/>\n"));
    }
    for bug in table::bug_reports(group) {
        let _ = writeln!(text, "<p><strong>{}</strong></p>", marked(&bug));
    }
    if group.candidates.is_empty() {
        return;
    }
    candidates(text, group);
    let _ = writeln!(text, "<p>{}</p>", escaped(table::searched(group).trim()));
    if let Some(charts) = svg::of_group(report, group) {
        text.push_str(&charts);
    }
}

/// The table of all candidates, also of those that failed.
fn candidates(text: &mut String, group: &TunedGroup) {
    let row = |cells: &[String], name: &str| -> String {
        let cells = cells.iter().map(|cell| format!("<{name}>{}</{name}>", escaped(cell)));
        cells.collect()
    };
    let titles = [table::titles(group), vec!["failure".to_owned()]].concat();
    let _ = writeln!(text, "<div class=\"wide\">\n<table>\n<tr>{}</tr>", row(&titles, "th"));
    for (number, one) in group.candidates.iter().enumerate() {
        let class = match (&one.failure, group.chosen == Some(number)) {
            (Some(_), _) => " class=\"failed\"",
            (None, true) => " class=\"chosen\"",
            (None, false) => "",
        };
        let failure = one.failure.as_ref().map_or_else(String::new, table::failure_in_words);
        let cells = [table::row(group, number, one), vec![failure]].concat();
        let _ = writeln!(text, "<tr{class}>{}</tr>", row(&cells, "td"));
    }
    text.push_str("</table>\n</div>\n");
}

/// A sentence in which code is between backquotes.
fn marked(sentence: &str) -> String {
    let parts = sentence.split('`').enumerate();
    let parts = parts
        .map(|(number, part)| if number % 2 == 1 { format!("<code>{}</code>", escaped(part)) } else { escaped(part) });
    parts.collect()
}

#[cfg(test)]
mod tests {
    use roxmltree::{Document, ParsingOptions};

    use super::super::sample;
    use super::*;

    /// The page as a reader of XML reads it: it is well-formed, so a browser finds no other elements in it.
    fn read(page: &str) -> Document<'_> {
        let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
        Document::parse_with_options(page, options).expect("it is well-formed")
    }

    fn texts(document: &Document<'_>, name: &str) -> Vec<String> {
        let nodes = document.descendants().filter(|node| node.tag_name().name() == name);
        nodes
            .map(|node| node.descendants().filter_map(|node| node.text().filter(|_| node.is_text())).collect())
            .collect()
    }

    #[test]
    fn all_candidates_are_in_the_table() {
        let page = text(&sample::report());
        let document = read(&page);
        assert_eq!(texts(&document, "tr").len(), 1 + 9);
        let titles = texts(&document, "th");
        assert_eq!(titles[..4], ["", "line 3", "line 20", "time"]);
        assert_eq!(titles[8..], ["private", "local", "binary", "spills", "failure"]);
        let cells = texts(&document, "td");
        let first = [">", "unroll 4", "as written", "1.00 us", "2.00 [1.75, 2.25]", "1.25 [1.09, 1.41]", "0.25 s"];
        assert_eq!(cells[..7], first);
        assert_eq!(cells[7..13], ["40", "64 B", "512 B", "4096 B", "8 B", ""]);
        assert!(cells.iter().any(|cell| cell == "the compiler refuses it: no \"room\", <sorry>"));
        assert_eq!(cells.iter().filter(|cell| *cell == ">").count(), 1);
    }

    #[test]
    fn it_says_what_to_write_and_what_failed() {
        let page = text(&sample::report());
        let document = read(&page);
        let paragraphs = texts(&document, "p");
        let has = |text: &str| paragraphs.iter().any(|paragraph| paragraph.contains(text));
        assert!(has("On A & B: <device> with driver 4.5, by clunroll 1.2.3."));
        assert!(has("line 3: #pragma unroll 4 instead of #pragma unroll <N>"), "{paragraphs:?}");
        assert!(has("It is 2.00 times as fast as the text without pragmas (95 % interval 1.75 to 2.25)"));
        assert!(has("9 of 40 configurations were tried"));
        assert!(has("Not tuned: the launch does not end within 10 s"));
        assert!(has("it computes something else, and is not used"));
        assert!(has("Note: the machine is > busy"));
        assert_eq!(texts(&document, "h2"), ["kernels sum, scale", "kernel broken", "kernel empty"]);
        assert_eq!(texts(&document, "svg").len(), 1);
    }

    #[test]
    fn nothing_is_loaded_and_nothing_runs() {
        let mut report = sample::report();
        report.file = "</title><script src=\"https://example.org\">alert(1)</script>".to_owned();
        report.groups[0].kernels[0] = "`<img onerror=x>".to_owned();
        let page = text(&report);
        let document = read(&page);
        let names = ["script", "img", "link", "iframe", "object", "image", "use"];
        assert!(document.descendants().all(|node| !names.contains(&node.tag_name().name())));
        let attributes = document.descendants().flat_map(|node| node.attributes().collect::<Vec<_>>());
        for attribute in attributes {
            let name = attribute.name();
            assert!(!name.starts_with("on") && !["src", "href", "style"].contains(&name), "{name}");
        }
        assert!(page.contains("default-src 'none'"));
    }
}
