//! What could be better: findings that no rewriting needs.
//!
//! These are looked for only where [`crate::Options::lint`] asks for it, and each rule only where it is on, so that
//! rewriting costs what it did. They look at what the stages before have found out already, and have no say in what is
//! written.

mod accesses;
mod advice;
mod loops;
mod walk;

pub use accesses::AccessKind;
pub use advice::Advice;
pub use loops::{InConfiguration, common, keep_common, of_loops};
