//! What arrays and their indices assume of the host's macros.
//!
//! ```c
//! #ifndef N
//! #define N 4
//! #endif
//! float sum[N]; … sum[N - 1] …
//! ```
//!
//! A length or an index that the host decides is certain only under a condition of the preprocessor that pins it. Until it is
//! known whether there is one ([`super::stretch`]), both the assumption and the finding are kept.

use crate::analysis::Function;
use crate::unroll::Assumption;
use clunroll_rules::PromotionDecline;
use oclc_syntax::tree::TokenRange;

/// What is assumed, and the finding where it may not be.
#[derive(Clone, Debug, Default)]
pub struct HostedValues {
    /// All that is assumed.
    pub assumption: Assumption,
    /// Why the first value of these is not certain; `None` where nothing is assumed.
    pub decline: Option<PromotionDecline>,
}

impl HostedValues {
    /// Adds what another one assumes.
    pub fn add(&mut self, other: &Self) {
        self.assumption.add(&other.assumption);
        self.decline = self.decline.take().or_else(|| other.decline.clone());
    }

    /// Assumes that tokens have a value.
    ///
    /// # Errors
    ///
    /// Gives `decline` back where no condition can pin the value.
    pub fn assume(
        &mut self,
        function: &Function<'_, '_>,
        tokens: &TokenRange,
        value: i128,
        decline: PromotionDecline,
    ) -> Result<(), PromotionDecline> {
        let mut assumption = self.assumption.clone();
        if assumption.pin(function, tokens, value).is_none() {
            return Err(decline);
        }
        self.assumption = assumption;
        self.decline.get_or_insert(decline);
        Ok(())
    }
}
