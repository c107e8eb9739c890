//! What the page may ask.

use std::collections::BTreeMap;

use clunroll::Options;
use serde::Deserialize;

/// A question.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
pub enum PageQuestion {
    /// The kernel rewritten, with what was found and done.
    Rewrite {
        /// The kernel.
        kernel: PageKernel,
    },
    /// The choices for the loop at a line, and what each of them writes.
    Candidates {
        /// The kernel.
        kernel: PageKernel,
        /// The line of the cursor, from 1.
        line: usize,
    },
    /// The page of a rule.
    Rule {
        /// The rule's code.
        code: String,
    },
}

/// A source with the options of its final compile.
#[derive(Debug, Deserialize)]
pub struct PageKernel {
    /// OpenCL C.
    pub source: String,
    /// The string of options for `clBuildProgram`, such as `-DN=4`.
    #[serde(default)]
    pub build_options: String,
    /// Settings by their names on the command line, such as `max-copies`.
    #[serde(default)]
    pub settings: BTreeMap<String, String>,
}

impl PageKernel {
    /// The name of the source in findings.
    const NAME: &str = "kernel.cl";

    /// The options.
    ///
    /// # Errors
    ///
    /// What is wrong with them, in words.
    pub fn options(&self) -> Result<Options, String> {
        let options = Options::from_build_options(&self.build_options).map_err(|error| error.to_string())?;
        let mut options = options.name(Self::NAME).lint(true);
        for (name, value) in &self.settings {
            options.set(name, value).map_err(|error| error.to_string())?;
        }
        Ok(options)
    }
}
