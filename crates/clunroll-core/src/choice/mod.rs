//! Choices: conditions of the file that choose loops or requests.
//!
//! ```text
//! #ifdef UNROLL                  #ifdef UNROLL
//! #pragma unroll                 { int i = 0; … }
//! #endif                  ->     …
//! for (…) …                      #else
//!                                for (…) …
//!                                #endif
//! ```
//!
//! A condition that only the final compile knows decides whether to unroll this loop. So a plan can contain a choice: one branch for each
//! configuration, in which everything that influences the loop is decided. A [`Region`] is the stretch of the file that a choice replaces.
//! It is found by walking from a request to the end of its loop ([`region`], [`walk`]), requests in loops of requests included, so that no
//! choice is inside another one. Regions whose branches are the same configurations are planned together ([`group`]). Each branch is
//! planned on the original unit, in its configuration (`pipeline/choices.rs`), and written under the author's own conditions ([`text`]). A
//! branch copies its text without the directives that it decides.
//!
//! If no loop of a choice is rewritten, its text gives the same tokens as the file's in every configuration. No macro that a condition
//! depends on may change between the beginning of the region and the place of the condition.

mod conflicts;
mod group;
mod lines;
mod region;
mod text;
mod walk;

pub use conflicts::tone_down;
pub use group::RegionGroup;
pub use lines::whole_lines;
pub use region::{Region, RegionFinder, leaves};
pub use text::{choice, cuts};
