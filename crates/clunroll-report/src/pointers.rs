//! One line for each pointer parameter that lacked the word `restrict`. `--verbose` shows them with `--assume restrict`.
//!
//! ```text
//! kernel.cl:12:3: restrict: in: written
//! kernel.cl:20:1: restrict: out: not written, see CLU232
//! ```

use std::io;

use crate::text::{locus, texts};
use clunroll_core::PointerReport;
use clunroll_rules::table::RESTRICT_NOT_WRITTEN;
use oclc_syntax::source::Sources;

/// Writes a line for each of `pointers`, in their order.
///
/// # Errors
///
/// Only those of `out`.
pub fn write(out: &mut dyn io::Write, pointers: &[PointerReport], sources: &Sources) -> io::Result<()> {
    let texts = texts(sources, pointers.iter().map(|pointer| pointer.place));
    for PointerReport { place, name, is_restrict, .. } in pointers {
        let left = format!("not written, see {}", RESTRICT_NOT_WRITTEN.code);
        let done = if *is_restrict { "written" } else { &left };
        writeln!(out, "{}: restrict: {name}: {done}", locus(&texts, *place))?;
    }
    Ok(())
}
