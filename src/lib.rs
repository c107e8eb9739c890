//! clunroll reads OpenCL C, finds every `#pragma unroll [N]`, checks it against the extension
//! `cl_nv_pragma_unroll`, and writes the same source with those loops unrolled.
//!
//! The one entry point is [`unroll`]. It does no input or output, never fails and never panics on bad source:
//! it returns the text and what there is to say about it.
//!
//! ```
//! use clunroll::{NoIncludes, Options, unroll};
//!
//! let source = b"__kernel void k(__global int *a) {\n#pragma unroll\n  for (int i = 0; i < 2; i++) a[i] = i;\n}\n";
//! let outcome = unroll(source, &Options::default(), &mut NoIncludes);
//! assert!(outcome.diagnostics.is_empty());
//! assert!(!String::from_utf8_lossy(&outcome.text).contains("#pragma unroll"));
//! ```

#![forbid(unsafe_code)]

#[cfg(feature = "cli")]
pub mod cli;
pub mod report;
pub mod rules;
pub mod source;

mod analysis;
mod batch;
mod directive;
mod files;
mod flatten;
mod front;
mod lex;
mod line_directives;
mod lower;
mod options;
mod outcome;
mod pipeline;
mod preprocess;
mod promote;
mod raw_strings;
mod select;
mod syntax;
mod unroll;

pub use options::{Define, Includes, LanguageVersion, Limits, MacroOption, NoIncludes, Options, Remainder};
pub use outcome::{Amount, Done, Form, Outcome, Promotion, PromotionReport, RemainderForm, RequestReport};

/// Rewrites `source`.
///
/// The text in the outcome computes what `source` computes, for every set of macros that the final compile may get.
/// Where that cannot be shown of a loop, the loop stays as it is, and a diagnostic says why. A source without
/// requests comes back byte for byte. Files of 4 GiB and more are not looked into.
#[must_use]
pub fn unroll(source: &[u8], options: &Options, includes: &mut dyn Includes) -> Outcome {
    front::unroll(source, options, includes)
}
