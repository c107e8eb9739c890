//! One line for each array that was to become scalars, saying what was done with it; what `--verbose` shows.
//!
//! ```text
//! kernel.cl:12:3: promote_to_registers: sums: 8 scalars
//! kernel.cl:20:1: promote_to_registers: tile: not promoted, see CLU227
//! ```

use std::io;

use crate::text::{locus, texts};
use clunroll_core::{Promotion, PromotionReport};
use oclc_syntax::source::Sources;

/// Writes a line for each of `promotions`, in their order.
///
/// # Errors
///
/// Only those of `out`.
pub fn write(out: &mut dyn io::Write, promotions: &[PromotionReport], sources: &Sources) -> io::Result<()> {
    let texts = texts(sources, promotions.iter().map(|promotion| promotion.place));
    for promotion in promotions {
        let names = match promotion.names.join(", ") {
            names if names.is_empty() => names,
            names => format!("{names}: "),
        };
        let done = match &promotion.done {
            Promotion::Promoted { condition } => {
                let scalars = if promotion.elements == 1 { "scalar" } else { "scalars" };
                let condition = condition.as_ref().map_or_else(String::new, |condition| format!(", if {condition}"));
                format!("{} {scalars}{condition}", promotion.elements)
            }
            Promotion::Left { cause } => format!("not promoted, see {}", cause.rule().code),
        };
        writeln!(out, "{}: promote_to_registers: {names}{done}", locus(&texts, promotion.place))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clunroll_rules::{Cause, table};
    use oclc_syntax::source::{Place, Span};

    #[test]
    fn each_request_has_its_place_its_arrays_and_what_was_done() {
        let mut sources = Sources::default();
        let file = sources.add("k.cl".to_owned(), b"one\n  two".to_vec());
        let promotions = [
            (0, vec!["a"], 1, Promotion::Promoted { condition: None }),
            (0, vec!["a", "b"], 12, Promotion::Promoted { condition: Some("(N) == 6".to_owned()) }),
            (6, vec!["c"], 4, Promotion::Left { cause: Cause::Broken(&table::INDEX_NOT_CONSTANT) }),
            (6, vec![], 0, Promotion::Left { cause: Cause::Broken(&table::NOT_BEFORE_AN_ARRAY) }),
        ]
        .map(|(at, names, elements, done)| PromotionReport {
            place: Place { file, span: Span::new(at, at + 1) },
            names: names.into_iter().map(str::to_owned).collect(),
            elements,
            done,
            growth: None,
        });
        let mut out = Vec::new();
        write(&mut out, &promotions, &sources).unwrap();
        insta::assert_snapshot!(String::from_utf8(out).unwrap(), @r#"
        k.cl:1:1: promote_to_registers: a: 1 scalar
        k.cl:1:1: promote_to_registers: a, b: 12 scalars, if (N) == 6
        k.cl:2:3: promote_to_registers: c: not promoted, see CLU227
        k.cl:2:3: promote_to_registers: not promoted, see CLU107
        "#);
    }
}
