//! Which launches a kernel gets: work sizes, and values for its integer parameters.
//!
//! Nobody knows what a kernel's arguments mean. What is tried first are small numbers, for which most kernels stay within
//! their buffers, then larger ones, in all combinations with the shapes of launches that the kernel may ask about. 0 comes
//! last, since a division by it takes the process down.
//!
//! A kernel's integers often bound one another, as in `begin` and `end`. So, beside a launch with the same number for all of
//! them, there is one in which they fall from one parameter to the next, and one in which they rise.

use oclc_syntax::lex::{Punct, Token, lex, text};
use oclc_syntax::preprocess::parse_integer;
use oclc_syntax::source::FileId;

/// The values of integer parameters.
const SIZES: [u32; 11] = [1, 2, 3, 4, 5, 8, 16, 17, 33, 64, 0];

/// How integer parameters differ from one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Slope {
    Level,
    Falling,
    Rising,
}

/// One launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LaunchSetup {
    /// What integers are made from.
    pub(super) size: u32,
    slope: Slope,
    pub(super) global: [usize; 3],
    pub(super) local: [usize; 3],
}

impl LaunchSetup {
    /// One work-item.
    pub(super) const ONE: Self = Self { size: 1, slope: Slope::Level, global: [1; 3], local: [1; 3] };

    /// The value of an integer parameter: the one of this place among so many of them.
    pub(super) fn value(&self, place: usize, count: usize) -> u32 {
        let shift = match self.slope {
            Slope::Level => 0,
            Slope::Falling => place,
            Slope::Rising => count - 1 - place,
        };
        self.size >> (shift % 3)
    }
}

/// In how many dimensions a text asks which work-item it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Dimensions {
    /// In which it surely does.
    surely: usize,
    /// Whether it may ask in others: by what is no number, or in a file that is not seen.
    perhaps_more: bool,
}

/// All launches for a kernel with so many integer parameters, that asks for work-items in so many dimensions, and that is
/// compiled for this work-group size, if for any.
pub(super) fn launches(integers: usize, dimensions: Dimensions, required: Option<[usize; 3]>) -> Vec<LaunchSetup> {
    let mut shapes: Vec<([usize; 3], [usize; 3])> = match (required, dimensions.surely) {
        (Some(local), _) => {
            let twice = local.map(|size| if size > 1 { 2 * size } else { 1 });
            vec![(twice, local), (local, local)]
        }
        (None, 1) => vec![([8, 1, 1], [4, 1, 1]), ([96, 1, 1], [32, 1, 1]), ([1, 1, 1], [1, 1, 1])],
        (None, 2) => vec![([8, 4, 1], [4, 2, 1]), ([16, 16, 1], [8, 8, 1]), ([1, 1, 1], [1, 1, 1])],
        (None, _) => vec![([4, 4, 4], [2, 2, 2]), ([1, 1, 1], [1, 1, 1])],
    };
    if required.is_none() && dimensions.perhaps_more && dimensions.surely < 3 {
        shapes.push(([4, 4, 4], [2, 2, 2]));
    }
    let sizes = if integers == 0 { &SIZES[..1] } else { &SIZES[..] };
    let mut setups = Vec::new();
    for &size in sizes {
        for (number, &(global, local)) in shapes.iter().enumerate() {
            for slope in [Slope::Level, Slope::Falling, Slope::Rising] {
                if slope == Slope::Level || number == 0 && integers > 1 && size > 1 {
                    setups.push(LaunchSetup { size, slope, global, local });
                }
            }
        }
    }
    setups
}

/// In how many dimensions a text asks which work-item it is: what it does not ask for would only make work-items do the
/// same once more, at the same places.
pub(super) fn dimensions(source: &str) -> Dimensions {
    let bytes = source.as_bytes();
    let tokens = lex(FileId::MAIN, bytes);
    let word = |token: &Token| text(bytes, token);
    let asked = tokens.windows(2).enumerate().filter(|(_, call)| {
        call[1].is(Punct::LeftParen) && ["get_global_id", "get_local_id", "get_group_id"].contains(&&*word(&call[0]))
    });
    let mut dimensions = Dimensions { surely: 1, perhaps_more: false };
    for (at, _) in asked {
        let number = match tokens.get(at + 2..at + 4) {
            Some([number, end]) if end.is(Punct::RightParen) => parse_integer(&word(number)),
            _ => None,
        };
        match number.and_then(|number| usize::try_from(number.value).ok()) {
            Some(dimension) if dimension < 3 => dimensions.surely = dimensions.surely.max(dimension + 1),
            Some(_) => {}
            None => dimensions.perhaps_more = true,
        }
    }
    let includes = |pair: &[Token]| {
        pair[0].begins_directive() && matches!(&*word(&pair[1]), "include" | "include_next" | "import")
    };
    dimensions.perhaps_more |= tokens.windows(2).any(includes);
    dimensions
}

/// Whether a text says anything of `FP_CONTRACT`, but in a comment.
pub(super) fn speaks_of_contraction(source: &str) -> bool {
    let bytes = source.as_bytes();
    let is_named = |token: &Token| text(bytes, token).contains("FP_CONTRACT");
    source.contains("FP_CONTRACT") && lex(FileId::MAIN, bytes).iter().any(is_named)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_items_are_made_where_a_text_asks_for_them() {
        for (text, surely, perhaps_more) in [
            ("a[get_global_id(0)]", 1, false),
            ("int y = get_global_id ( /* rows */ 1);", 2, false),
            ("get_group_id(2) + get_local_id(1u)", 3, false),
            ("// get_global_id(2)\nget_global_size(1); get_global_id(y); get_local_id(7)", 1, true),
            ("get_global_id((1))", 1, true),
            ("#include \"kernels.h\"\nget_global_id(1)", 2, true),
            ("", 1, false),
        ] {
            assert_eq!(dimensions(text), Dimensions { surely, perhaps_more }, "{text}");
        }
        let shapes = |perhaps_more| launches(0, Dimensions { surely: 1, perhaps_more }, None).len();
        assert_eq!((shapes(false), shapes(true)), (3, 4));
    }

    #[test]
    fn integers_bound_one_another_in_both_orders() {
        let line = Dimensions { surely: 1, perhaps_more: false };
        let setups = launches(2, line, None);
        let at_16: Vec<_> = setups.iter().filter(|setup| setup.size == 16 && setup.global[0] == 8).collect();
        let values: Vec<_> = at_16.iter().map(|setup| [setup.value(0, 2), setup.value(1, 2)]).collect();
        assert_eq!(values, [[16, 16], [16, 8], [8, 16]]);
        assert_eq!(setups.last().map(|setup| setup.size), Some(0));
        assert_eq!(launches(0, line, None).len(), 3);
    }

    #[test]
    fn a_required_size_is_kept() {
        let setups = launches(1, dimensions(""), Some([16, 4, 1]));
        assert!(setups.iter().all(|setup| setup.local == [16, 4, 1]));
        assert_eq!(setups[0].global, [32, 8, 1]);
    }
}
