//! Payloads that several rules share: the problem, or the reason, says which rule is broken.

mod factor;
mod include;
mod promotion;
mod reason;

pub use factor::{FactorProblem, WrongFactor};
pub use include::UnreadInclude;
pub use promotion::{NotPromoted, PromotionDecline, PromotionReason};
pub use reason::{Decline, Declined, Reason};
