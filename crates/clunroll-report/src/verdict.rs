//! What a verification came to.
//!
//! There are three verdicts, and the middle one is the reason for having them: what could not be compared is *not verified*,
//! and never counts as the same. None of them is a proof: *same* means that no difference was found. A file's verdict is the worst of what its parts came to; a kernel's reason is its own.

use oclc_syntax::source::Place;
use serde::Serialize;

/// Whether the rewritten text is as good as the original.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "verdict", content = "reason", rename_all = "kebab-case")]
pub enum Verdict {
    /// Both were looked at, and no difference was found. Kernels may differ on arguments that were not tried.
    Same,
    /// They could not be compared, and why.
    NotVerified(String),
    /// They differ, and how.
    Different(String),
}

impl Verdict {
    /// Whether a difference was found.
    #[must_use]
    pub const fn is_different(&self) -> bool {
        matches!(self, Self::Different(_))
    }

    /// Whether they were compared and found to be the same.
    #[must_use]
    pub const fn is_same(&self) -> bool {
        matches!(self, Self::Same)
    }
}

/// Which unrolled loops the launches that were compared have entered, and which outcomes their tests had.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(tag = "state", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Coverage {
    /// It was not counted: a loop that was changed may not have run at all.
    #[default]
    NotMeasured,
    /// It was to be counted, and could not be.
    NotKnown {
        /// Why.
        reason: String,
    },
    /// For each part of a loop that this build contains, by request. The report lists them with their requests.
    Measured(#[serde(skip)] Vec<LoopCoverage>),
}

impl Coverage {
    /// The parts that the launches did not enter, or entered only in some copies, or in which a test had only one outcome.
    pub fn left_out(&self) -> impl Iterator<Item = &LoopCoverage> {
        let loops = if let Self::Measured(loops) = self { &loops[..] } else { &[] };
        loops.iter().filter(|one| !one.is_complete())
    }
}

/// How much of one part of an unrolled loop the launches have covered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LoopCoverage {
    /// The request.
    #[serde(skip)]
    pub request: Place,
    /// Where it is, in words.
    #[serde(skip)]
    pub at: String,
    /// What was written for it.
    pub part: WrittenPart,
    /// The copies in it, also in copies of a loop around it. The author's own loop counts as one.
    pub copies: usize,
    /// How many of them were entered.
    pub entered: usize,
    /// The outcomes of the tests that were written for it: two for each.
    pub outcomes: usize,
    /// How many of these outcomes there were.
    pub seen: usize,
    /// How many iterations may remain, but never did, in a copy of this remainder or another.
    pub never_remained: Vec<usize>,
    /// The parameter of the kernel that the number of iterations depends on, if that is known.
    pub argument: Option<String>,
}

impl LoopCoverage {
    /// Whether all copies were entered, and all tests had both outcomes.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.entered == self.copies && self.seen == self.outcomes && self.never_remained.is_empty()
    }
}

/// What is written for a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum WrittenPart {
    /// All of its iterations.
    Copies,
    /// The main loop.
    Main,
    /// What the main loop leaves.
    Remainder,
}

/// What was found out about one kernel by running it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Kernel {
    /// Its name.
    pub name: String,
    /// Launches of the original and of the rewritten kernel that were compared.
    pub launches: usize,
    /// What they came to.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// Why other launches were left out, if any were.
    pub left_out: Option<String>,
}

/// What was found out about one file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Verification {
    /// The compiler, or the device with its platform.
    pub with: String,
    /// Of building both texts.
    #[serde(flatten)]
    pub build: Verdict,
    /// What the compilers said where something did not build.
    #[serde(skip)]
    pub log: String,
    /// The kernels that were run, by name; `None` where both texts were built and nothing more.
    pub kernels: Option<Vec<Kernel>>,
    /// What their launches have entered.
    pub coverage: Coverage,
}

impl Verification {
    /// Whether the output must not be used.
    #[must_use]
    pub fn has_failed(&self) -> bool {
        self.build.is_different() || self.kernels().any(|kernel| kernel.verdict.is_different())
    }

    /// Whether all of it was compared and found to be the same, and no unrolled loop is known to be left out.
    #[must_use]
    pub fn is_verified(&self) -> bool {
        let is_left_out =
            matches!(self.coverage, Coverage::NotKnown { .. }) || self.coverage.left_out().next().is_some();
        let runs_same =
            |kernels: &[Kernel]| !kernels.is_empty() && kernels.iter().all(|kernel| kernel.verdict.is_same());
        self.build.is_same() && !is_left_out && self.kernels.as_deref().is_none_or(runs_same)
    }

    /// The kernels that were run.
    pub fn kernels(&self) -> impl Iterator<Item = &Kernel> {
        self.kernels.iter().flatten()
    }
}
