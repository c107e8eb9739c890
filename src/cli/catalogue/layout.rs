//! Lays a page out for a terminal: paragraphs fill the width, a row of a table becomes an item of a list, and links are only their texts.
//!
//! ```text
//! | Form | For |                       - full
//! |---|---|                →              For: see the limits
//! | full | see [the limits](l.md) |
//! ```
//!
//! Blocks of code stay as they are, also where they are wider. The pages of `docs/` and of the rules use only what is read here: headings,
//! paragraphs, lists, tables, blocks of code with fences, comments of one line, and links in the line.

use clunroll_report::wrap;

/// A page for a terminal.
pub(super) struct LaidOut {
    pub(super) text: String,
    /// The targets of its links, in order.
    pub(super) links: Vec<String>,
}

/// The columns to fill: those of the terminal, or of `COLUMNS`, and no more than a line that reads well.
pub(super) fn width() -> usize {
    /// As in the help.
    const MOST: usize = 100;
    const LEAST: usize = 20;
    let of_variable = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let columns = of_variable.or_else(|| terminal_size::terminal_size().map(|(columns, _)| columns.0.into()));
    columns.unwrap_or(MOST).clamp(LEAST, MOST)
}

/// Text in lines of at most `width`, after `first` in the first line and after as many blanks in the others.
pub(super) fn filled(text: &str, first: &str, width: usize) -> String {
    wrap::filled(text, first, &" ".repeat(first.chars().count()), width)
}

/// Lays out a page in Markdown.
pub(super) fn laid_out(page: &str, width: usize) -> LaidOut {
    let mut links = Vec::new();
    let mut lines: Vec<String> = Vec::new();
    let mut paragraph = Paragraph::default();
    let mut head: Option<Vec<String>> = None;
    let mut is_code = false;
    for line in page.lines() {
        let is_fence = line.trim_start().starts_with("```");
        let is_row = line.starts_with('|');
        if !is_code && !is_row {
            head = None;
        }
        if is_code || is_fence {
            paragraph.end(&mut lines, &mut links, width);
            lines.push(line.to_owned());
            is_code ^= is_fence;
        } else if line.trim().is_empty() || line.starts_with("<!--") {
            paragraph.end(&mut lines, &mut links, width);
            if lines.last().is_some_and(|last| !last.is_empty()) {
                lines.push(String::new());
            }
        } else if line.starts_with('#') {
            paragraph.end(&mut lines, &mut links, width);
            lines.push(without_links(line, &mut links));
        } else if is_row {
            paragraph.end(&mut lines, &mut links, width);
            let cells = cells(&without_links(line, &mut links));
            match &head {
                None => head = Some(cells),
                Some(_) if cells.iter().all(|cell| cell.trim_matches('-').is_empty()) => {}
                Some(head) => lines.extend(item(head, &cells).iter().map(|(first, text)| filled(text, first, width))),
            }
        } else {
            let (first, text) = marker(line);
            if !first.trim().is_empty() {
                paragraph.end(&mut lines, &mut links, width);
            }
            paragraph.add(first, text);
        }
    }
    paragraph.end(&mut lines, &mut links, width);
    LaidOut { text: format!("{}\n", lines.join("\n").trim_end()), links }
}

/// Lines that belong together, up to now.
#[derive(Default)]
struct Paragraph {
    first: String,
    words: String,
}

impl Paragraph {
    fn add(&mut self, first: &str, text: &str) {
        if self.words.is_empty() {
            first.clone_into(&mut self.first);
        } else {
            self.words.push(' ');
        }
        self.words.push_str(text);
    }

    /// Its links are read here, since a link may continue in the next line.
    fn end(&mut self, lines: &mut Vec<String>, links: &mut Vec<String>, width: usize) {
        if !self.words.is_empty() {
            lines.push(filled(&without_links(&self.words, links), &self.first, width));
            self.words.clear();
        }
    }
}

/// The blanks and the mark of an item in front of a line, and the rest.
fn marker(line: &str) -> (&str, &str) {
    let text = line.trim_start();
    let mark = if text.starts_with("- ") { 2 } else { text.find(". ").map_or(0, |dot| dot + 2) };
    let is_mark = mark == 2 || mark > 2 && text[..mark - 2].bytes().all(|byte| byte.is_ascii_digit());
    line.split_at(line.len() - text.len() + if is_mark { mark } else { 0 })
}

fn cells(row: &str) -> Vec<String> {
    let row = row.trim().trim_start_matches('|').trim_end_matches('|');
    row.split('|').map(|cell| cell.trim().to_owned()).collect()
}

/// A row as an item: the first cell, and a line with its heading for each other one.
fn item(head: &[String], cells: &[String]) -> Vec<(&'static str, String)> {
    let others = head.iter().zip(cells).skip(1).filter(|(_, cell)| !cell.is_empty());
    let others = others.map(|(name, cell)| ("  ", format!("{name}: {cell}")));
    std::iter::once(("- ", cells.first().cloned().unwrap_or_default())).chain(others).collect()
}

/// A line with the texts of its links; their targets go to `links`.
fn without_links(line: &str, links: &mut Vec<String>) -> String {
    let mut text = String::new();
    let mut rest = line;
    while let Some((before, behind)) = rest.split_once("](") {
        let (Some(open), Some((target, after))) = (opening(before), behind.split_once(')')) else { break };
        text.push_str(&before[..open]);
        text.push_str(&before[open + 1..]);
        links.push(target.to_owned());
        rest = after;
    }
    text + rest
}

/// The place of the bracket that the end of the text would close.
fn opening(text: &str) -> Option<usize> {
    let mut depth = 0;
    text.char_indices().rev().find_map(|(at, one)| {
        match one {
            ']' => depth += 1,
            '[' if depth == 0 => return Some(at),
            '[' => depth -= 1,
            _ => {}
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_and_items_fill_the_width() {
        let page = "# A [link](a.md)\n\none two\nthree four five\n<!-- a comment -->\n- six [seven\n  eight](b.md) nine\n  - ten\n1. eleven twelve\n";
        let text =
            "# A link\n\none two\nthree four\nfive\n\n- six seven\n  eight nine\n  - ten\n1. eleven\n   twelve\n";
        let laid = laid_out(page, 12);
        assert_eq!((&*laid.text, laid.links), (text, vec!["a.md".to_owned(), "b.md".to_owned()]));
    }

    #[test]
    fn rows_become_items() {
        let page =
            "| A | B | C |\n|---|---|---|\n| one | two [`[x]`](b.md#x) | |\n| four | | six |\n\n| D |\n|---|\n| e |\n";
        let laid = laid_out(page, 80);
        assert_eq!(laid.text, "- one\n  B: two `[x]`\n- four\n  C: six\n\n- e\n");
        assert_eq!(laid.links, ["b.md#x"]);
    }

    #[test]
    fn code_stays() {
        let page = "- a:\n\n  ```c\n  # define   x | y [a](b) and more than the width\n\n\n  ```\n\nb\n";
        assert_eq!(laid_out(page, 20).text, page);
    }

    #[test]
    fn brackets_without_a_link_stay() {
        for text in ["a[i](x", "a](b) c", "`[[unroll(4)]]`", "x. y", "-1 is less", "3.5 times"] {
            assert_eq!(laid_out(text, 80).text, format!("{text}\n"));
        }
    }
}
