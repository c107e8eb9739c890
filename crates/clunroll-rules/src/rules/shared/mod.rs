//! Payloads that several rules share. The problem, or the reason, determines the broken rule.

mod factor;
mod include;
mod promotion;
mod reason;

pub use factor::{FactorProblem, WrongFactor};
pub use include::UnreadInclude;
pub use promotion::{NotPromoted, PromotionDecline, PromotionReason};
pub use reason::{Decline, Declined, Reason};
