//! What a verification came to.
//!
//! There are three verdicts, and the middle one is the reason for having them: what could not be compared is *not verified*,
//! and never counts as the same. None of them is a proof: *same* means that no difference was found. A file's verdict is the worst of what its parts came to; a kernel's reason is its own.

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

/// How much of a kernel was run. Its arguments are made up, so that they may not enter every loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Coverage {
    /// Nobody has counted: a loop that was changed may not have run at all.
    NotMeasured,
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
    /// How much of it these launches have run.
    pub coverage: Coverage,
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
}

impl Verification {
    /// Whether the output must not be used.
    #[must_use]
    pub fn has_failed(&self) -> bool {
        self.build.is_different() || self.kernels().any(|kernel| kernel.verdict.is_different())
    }

    /// Whether all of it was compared and found to be the same.
    #[must_use]
    pub fn is_verified(&self) -> bool {
        let runs_same =
            |kernels: &[Kernel]| !kernels.is_empty() && kernels.iter().all(|kernel| kernel.verdict.is_same());
        self.build.is_same() && self.kernels.as_deref().is_none_or(runs_same)
    }

    /// The kernels that were run.
    pub fn kernels(&self) -> impl Iterator<Item = &Kernel> {
        self.kernels.iter().flatten()
    }
}
