//! Whether a jam has the same text in two configurations.
//!
//! The text of a jam takes the parts of a nest apart, so a nest that conditions change has no text that is right in all of them. But a
//! function may have several configurations because of other code in it. Then all tokens of the nest are the same in both, each from the same
//! place. If both configurations also divide the nest into the same parts, both jams contain the same text of the author. The legality of the
//! jam was proved in each configuration separately.

use std::ops::Range;

use clunroll_analysis::{Function, NestItem};
use clunroll_loops::Unroll;
use lang_c::ast::BlockItem;

/// Whether neither of two plans is a jam, or a nest has the same tokens and parts in the configurations of both. A nest under a test is not
/// compared.
pub(super) fn have_same_jams(one: (&Function<'_, '_>, &Unroll<'_>), other: (&Function<'_, '_>, &Unroll<'_>)) -> bool {
    let (Some(jam), Some(same)) = (&one.1.jam, &other.1.jam) else {
        return one.1.jam.is_none() && other.1.jam.is_none();
    };
    let are_plain = [one.1, other.1]
        .iter()
        .all(|unroll| unroll.strides.is_none() && unroll.independence.is_none() && unroll.assumption.is_none());
    are_plain
        && jam.inner.is_empty()
        && same.inner.is_empty()
        && jam.once == same.once
        && jam.staying.values().eq(same.staying.values())
        && jam.renamed == same.renamed
        && have_same_tokens(one, other)
        && parts(one) == parts(other)
}

/// Whether all tokens of two loops are the same, and from the same places.
fn have_same_tokens(one: (&Function<'_, '_>, &Unroll<'_>), other: (&Function<'_, '_>, &Unroll<'_>)) -> bool {
    let tokens = |(function, unroll): (&Function<'_, '_>, &Unroll<'_>)| {
        let tokens = &function.parsed.expansion.tokens[unroll.site.tokens.clone()];
        let facts = tokens.iter().map(|token| (token.text.to_string(), token.spelled, token.code, token.open));
        facts.collect::<Vec<_>>()
    };
    tokens(one) == tokens(other)
}

/// The loops and the code beside them, with the positions of their tokens in the nest, and whether they are declarations.
fn parts((function, unroll): (&Function<'_, '_>, &Unroll<'_>)) -> Vec<(Range<usize>, bool)> {
    let start = unroll.site.tokens.start;
    let moved = |tokens: Range<usize>| tokens.start - start..tokens.end - start;
    let is_declaration =
        |item: &NestItem<'_>| matches!(item, NestItem::InBlock(item) if matches!(item.node, BlockItem::Declaration(_)));
    let mut found = Vec::new();
    for level in unroll.jam.iter().flat_map(|jam| &jam.nest.levels) {
        let first = level.first.as_ref().map(|first| first.tokens.clone());
        let whole = [Some(level.site.tokens.clone()), first, level.step.clone()];
        found.extend(whole.into_iter().flatten().map(|tokens| (moved(tokens), false)));
        let items = level.codes.iter().flatten();
        found.extend(items.map(|item| (moved(item.tokens(function)), is_declaration(item))));
    }
    found
}
