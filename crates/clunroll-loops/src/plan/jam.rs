//! The plan of a jam: which copies of a nest run side by side.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::plan::Unroll;
use clunroll_analysis::Nest;
use oclc_syntax::source::Span;

/// A nest that is to be jammed.
#[derive(Clone, Debug)]
pub struct Jam<'t> {
    pub nest: Nest<'t>,
    /// The outer induction variable first, then the variables beside the inner loops.
    pub renamed: Vec<Renamed>,
    /// What only the first copy contains, each with the white space after it, in the order of the text: declarations and first values of
    /// variables that inner loops count.
    pub once: Vec<Span>,
    /// How inner loops are unrolled or jammed, if that was requested too.
    pub inner: Vec<Rc<Unroll<'t>>>,
    /// The loops whose requests stay, by their keywords' tokens, with the beginning of the first request.
    pub staying: BTreeMap<usize, u32>,
}

impl Jam<'_> {
    /// The values that each copy keeps across the parts.
    pub fn values_of_copy(&self) -> u64 {
        self.renamed.iter().map(|one| one.values).sum()
    }
}

/// A variable with all places of its name, in rising order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renamed {
    pub name: String,
    pub spans: Vec<Span>,
    /// How many scalars it is.
    pub values: u64,
}
