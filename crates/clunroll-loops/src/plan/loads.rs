//! The plan of loads that run before the stores of all copies.

use std::rc::Rc;

use clunroll_analysis::{Load, SymbolId};
use oclc_syntax::preprocess::IntegerType;
use oclc_syntax::tree::TokenRange;

/// The loads of a loop that run first.
#[derive(Clone, Debug)]
pub struct MovedLoads {
    pub loads: Vec<Rc<Load>>,
    /// For each array: its name, its type as the author writes it, and the number of constants for its
    /// elements.
    pub arrays: Vec<ArrayOfLoads>,
    /// The type of the induction variable, and the tokens that name it.
    pub kind: IntegerType,
    pub declared: TokenRange,
    /// Whether the main loop counts in another type.
    pub is_converted: bool,
}

/// An array that loads take elements of.
#[derive(Clone, Debug)]
pub struct ArrayOfLoads {
    pub symbol: SymbolId,
    pub name: String,
    pub element: String,
    /// How many elements each constant has.
    pub length: u32,
    pub constants: u64,
}
