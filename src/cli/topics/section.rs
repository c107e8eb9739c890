//! Cuts the text of a topic out of its page.

use super::table::Topic;

impl Topic {
    /// The text below its heading up to the next heading, or the part of it, as Markdown. It is empty if the page does not have it.
    pub(in crate::cli) fn text(&self) -> String {
        let section: Vec<_> = below(self.page.text, self.heading);
        let lines = if self.part.is_empty() { section } else { part_of(&section, self.part) };
        format!("{}\n", lines.join("\n").trim_matches('\n'))
    }

    /// What it is about, in a few words: the heading, the cell beside the name of a form, or what an item says first.
    pub(in crate::cli) fn title(&self) -> String {
        let text = self.text();
        let first = if self.part.is_empty() {
            self.heading
        } else if self.part.starts_with('|') {
            text.lines().last().and_then(|row| row.split(" | ").nth(1)).unwrap_or_default()
        } else {
            text.split("**").nth(1).unwrap_or_default()
        };
        let first = first.split(". ").next().unwrap_or_default();
        first.split_whitespace().collect::<Vec<_>>().join(" ").trim_end_matches('.').to_owned()
    }

    /// The heading as links name it.
    pub(in crate::cli) fn anchor(&self) -> String {
        let kept = self.heading.chars().filter(|one| one.is_alphanumeric() || [' ', '-', '_'].contains(one));
        kept.collect::<String>().to_lowercase().replace(' ', "-")
    }
}

/// The headings of a page below its title, without the marks in front.
#[cfg(test)]
pub(super) fn headings(page: &'static str) -> Vec<&'static str> {
    outside_code(page).filter_map(|(line, is_code)| heading(line).filter(|_| !is_code)).skip(1).collect()
}

/// The lines between this heading and the next one.
fn below(page: &'static str, wanted: &str) -> Vec<&'static str> {
    let is_heading = |(line, is_code): &(&'static str, bool)| !is_code && heading(line).is_some();
    let lines = outside_code(page).skip_while(|line| !is_heading(line) || heading(line.0) != Some(wanted)).skip(1);
    lines.take_while(|line| !is_heading(line)).map(|(line, _)| line).collect()
}

/// The lines of a page, each with whether it is in a block of code.
fn outside_code(page: &'static str) -> impl Iterator<Item = (&'static str, bool)> {
    page.lines().scan(false, |is_code, line| {
        *is_code ^= line.trim_start().starts_with("```");
        Some((line, *is_code))
    })
}

fn heading(line: &str) -> Option<&str> {
    let text = line.trim_start_matches('#');
    (text.len() < line.len()).then(|| text.strip_prefix(' ')).flatten()
}

/// The row that begins so, below the head of its table; or the item that begins so, with all that is indented below it.
fn part_of(section: &[&'static str], start: &str) -> Vec<&'static str> {
    let Some(at) = section.iter().position(|line| line.starts_with(start)) else { return Vec::new() };
    if start.starts_with('|') {
        let head = section[..at].iter().rposition(|line| !line.starts_with('|')).map_or(0, |before| before + 1);
        return vec![section[head], section[head + 1], section[at]];
    }
    let rest = section[at + 1..].iter().take_while(|line| line.is_empty() || line.starts_with(' '));
    std::iter::once(&section[at]).chain(rest).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "# Title\n\n## One\n\nText.\n\n```c\n# define X\n```\n\n- **A.** first\n  second\n\n  third\n- B\n\n### Two\n\n| a | b |\n|---|---|\n| c | d |\n| e | f. G. |\n";

    #[test]
    fn a_section_ends_at_the_next_heading_of_any_level() {
        assert_eq!(headings(PAGE), ["One", "Two"]);
        assert_eq!(below(PAGE, "One").iter().filter(|line| !line.is_empty()).count(), 8);
        assert_eq!(below(PAGE, "Three"), Vec::<&str>::new());
    }

    #[test]
    fn a_part_is_an_item_or_a_row_with_its_head() {
        assert_eq!(part_of(&below(PAGE, "One"), "- **A"), ["- **A.** first", "  second", "", "  third"]);
        assert_eq!(part_of(&below(PAGE, "Two"), "| e |"), ["| a | b |", "|---|---|", "| e | f. G. |"]);
        assert_eq!(part_of(&below(PAGE, "Two"), "| x |"), Vec::<&str>::new());
    }
}
