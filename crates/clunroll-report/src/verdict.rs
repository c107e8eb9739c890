//! The result of a verification.
//!
//! There are three verdicts. The middle one is the important one: if a comparison was not possible, the result is *not verified*, and never
//! counts as the same. No verdict is a proof: *same* means that no difference was found. A file's verdict is the worst of those of its
//! parts; each kernel has a reason of its own.

use oclc_syntax::source::Place;
use serde::Serialize;

/// Whether the rewritten text is as good as the original.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "verdict", content = "reason", rename_all = "kebab-case")]
pub enum Verdict {
    /// Both were compared, and no difference was found. Kernels may differ on arguments that were not tried.
    Same,
    /// The reason why they could not be compared.
    NotVerified(String),
    /// How they differ.
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

/// Which unrolled loops the compared launches have entered, and which outcomes their tests had.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(tag = "state", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Coverage {
    /// Coverage was not measured: some changed loops may not have run at all.
    #[default]
    NotMeasured,
    /// Coverage could not be measured, although it was requested.
    NotKnown {
        /// The reason.
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

/// The coverage of one part of an unrolled loop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LoopCoverage {
    /// The request.
    #[serde(skip)]
    pub request: Place,
    /// Its place, in words.
    #[serde(skip)]
    pub at: String,
    /// The part.
    pub part: WrittenPart,
    /// The number of its copies, also in copies of a loop around it. The author's own loop counts as one.
    pub copies: usize,
    /// How many of them were entered.
    pub entered: usize,
    /// The number of outcomes of its tests: two for each test.
    pub outcomes: usize,
    /// How many of these outcomes occurred.
    pub seen: usize,
    /// The possible numbers of remaining iterations that never occurred in some copy of the remainder.
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

/// A part of the output for a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum WrittenPart {
    /// All of its iterations.
    Copies,
    /// The main loop.
    Main,
    /// The remainder of the main loop.
    Remainder,
}

/// The result of running one kernel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Kernel {
    /// Its name.
    pub name: String,
    /// Launches of the original and of the rewritten kernel that were compared.
    pub launches: usize,
    /// The verdict of these launches.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// Why other launches were left out, if there were any.
    pub left_out: Option<String>,
    /// The places of launch descriptions of which no launch was compared, each with the reason.
    #[serde(skip)]
    pub left_out_descriptions: Vec<(String, String)>,
}

/// The result for one file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Verification {
    /// The compiler, or the device with its platform.
    pub with: String,
    /// The verdict of building both texts.
    #[serde(flatten)]
    pub build: Verdict,
    /// The compilers' messages if a text did not build.
    #[serde(skip)]
    pub log: String,
    /// The kernels that were run, by name; `None` if the texts were only built.
    pub kernels: Option<Vec<Kernel>>,
    /// The coverage of their launches.
    pub coverage: Coverage,
}

impl Verification {
    /// Whether a difference was found, so that the output must not be used.
    #[must_use]
    pub fn has_failed(&self) -> bool {
        self.build.is_different() || self.kernels().any(|kernel| kernel.verdict.is_different())
    }

    /// Whether everything was compared and no difference was found, and no unrolled loop is known to be left out.
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
