//! Which lines of the output come from which lines of the source.
//!
//! clunroll copies all text outside of the loops that it writes. So a comparison of lines finds the copied lines, and what is between two of
//! them is one change: its lines of the output come from its lines of the source.

use serde::Serialize;
use similar::{DiffOp, TextDiff};

/// Lines of the source and the lines of the output that they became: first line, from 1, and number of lines.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct LineLink {
    source: (usize, usize),
    output: (usize, usize),
    /// Whether the lines are the same.
    is_copy: bool,
}

/// The links, in the order of both texts.
pub fn line_links(source: &str, output: &str) -> Vec<LineLink> {
    let link = |operation: &DiffOp| {
        let (source, output) = (operation.old_range(), operation.new_range());
        LineLink {
            source: (source.start + 1, source.len()),
            output: (output.start + 1, output.len()),
            is_copy: matches!(operation, DiffOp::Equal { .. }),
        }
    };
    TextDiff::from_lines(source, output).ops().iter().map(link).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_lines_are_one_link() {
        let links = line_links("a\nloop\nb\n", "a\ncopy 1\ncopy 2\nb\n");
        let pairs: Vec<_> = links.iter().map(|link| (link.source, link.output, link.is_copy)).collect();
        assert_eq!(pairs, [((1, 1), (1, 1), true), ((2, 1), (2, 2), false), ((3, 1), (4, 1), true)]);
    }
}
