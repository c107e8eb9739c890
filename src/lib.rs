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

pub mod report;
pub mod rules;
pub mod source;
pub mod cli;

mod options;
mod outcome;

pub use options::{Define, Includes, Limits, NoIncludes, Options};
pub use outcome::{Amount, Done, Form, Outcome, RequestReport};

/// Rewrites `source`.
#[must_use]
pub fn unroll(source: &[u8], options: &Options, _includes: &mut dyn Includes) -> Outcome {
    let mut sources = source::Sources::default();
    sources.add(options.name.clone(), source.to_vec());
    Outcome { text: source.to_vec(), diagnostics: Vec::new(), requests: Vec::new(), sources }
}
