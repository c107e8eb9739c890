//! The choices for one loop, as `clunroll tune` tries them, and what each of them writes. A browser measures no kernel: so this shows the
//! costs in copies and bytes, and not which one is the fastest.

use clunroll::loop_choices::{CopyCount, LoopChoice};
use clunroll::source::FileId;
use clunroll::{Arrangement, Done, LoadsFirst, Remainder, RequestReport, Session};
use clunroll_core::loop_choices::{RequestPoint, SourceLoops, edited};
use serde_json::{Value, json};

use crate::question::PageKernel;
use crate::rewritten::rewrite;

/// The factors that are tried.
const FACTORS: [u32; 4] = [2, 4, 8, 16];

/// The choices for the last loop that begins at this line or above it.
pub fn candidates(kernel: &PageKernel, line: usize) -> Result<Value, String> {
    let options = kernel.options()?;
    let session = Session::new();
    let source = kernel.source.as_bytes();
    let asked = rewrite(&options, &session, source);
    let places = || asked.requests.iter().map(|report| report.place);
    let requests = RequestPoint::all(source, places().map(|place| (place, ()))).into_iter().map(|(point, ())| point);
    let open = SourceLoops::of(source, places()).open_points(source);
    let points = requests.chain(open).filter(|point| point.line <= line);
    let Some(point) = points.max_by_key(|point| point.span.start) else {
        return Ok(json!({ "line": null, "choices": [] }));
    };
    let mut texts: Vec<Vec<u8>> = Vec::new();
    let mut choices = Vec::new();
    for choice in all() {
        let chosen = edited(source, std::iter::once((&point, choice)));
        let outcome = rewrite(&options, &session, &chosen);
        let end = point.span.start + chosen.len().saturating_sub(source.len() - point.span.len());
        let is_here = |report: &&RequestReport| {
            report.place.file == FileId::MAIN && (point.span.start..end).contains(&report.place.span.range().start)
        };
        let Some(report) = outcome.requests.iter().find(is_here) else { continue };
        let Done::Unrolled { copies, arrangement, .. } = &report.done else { continue };
        let is_jam = matches!(choice, LoopChoice::Jammed(_));
        if is_jam != (*arrangement == Arrangement::Jammed) || texts.contains(&outcome.text) {
            continue;
        }
        choices.push(json!({
            "pragmas": choice.pragmas(),
            "copies": copies,
            "growth": report.growth,
            "source": String::from_utf8_lossy(&chosen),
        }));
        texts.push(outcome.text);
    }
    Ok(json!({ "line": point.line, "written": point.written, "choices": choices }))
}

/// All choices, the simplest first.
fn all() -> impl Iterator<Item = LoopChoice> {
    let counts = || std::iter::once(CopyCount::Full).chain(FACTORS.map(CopyCount::By));
    let unrolled = counts().map(|count| LoopChoice::Unrolled(count, Remainder::Auto));
    let jammed = FACTORS.into_iter().map(LoopChoice::Jammed);
    let loads = FACTORS.map(|factor| LoopChoice::Loads(CopyCount::By(factor), LoadsFirst::Proven));
    unrolled.chain(jammed).chain(loads)
}
