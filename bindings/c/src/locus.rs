//! TEMPORARY
use clunroll::source::{Place, Sources};
pub(crate) fn of(sources: &Sources, place: Place) -> (((u32, u32), (u32, u32)), String) {
    let Some(file) = sources.get(place.file) else { return (((0, 0), (0, 0)), String::new()) };
    let at = |offset: u32| {
        let line = file.line_index(offset);
        let start = file.line(line).map_or(offset, |span| span.start);
        (line as u32 + 1, offset - start + 1)
    };
    ((at(place.span.start), at(place.span.end)), file.name.clone())
}
