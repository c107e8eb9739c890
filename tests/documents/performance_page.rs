//! The tables and charts of docs/PERFORMANCE.md are those of the measurements beside them.
//!
//! The output of `examples/bench.rs` for each file of docs/performance/ is made again and compared, so that figures and measurements cannot
//! be changed separately.

#[allow(dead_code, reason = "an example is a program of its own, of which this needs one function")]
#[path = "../../examples/bench.rs"]
mod example;

use std::fs;
use std::path::Path;

use clap::Parser;

#[test]
fn documents_hold_what_was_measured() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let document = fs::read_to_string(docs.join("PERFORMANCE.md")).expect("the document is there");
    let folder = tempfile::tempdir().expect("a folder for what is made again");
    let made = folder.path().join("PERFORMANCE.md");
    let chart = folder.path().join("chart.svg");
    fs::write(&made, &document).expect("it can be written");
    let mut count = 0;
    for entry in fs::read_dir(docs.join("performance")).expect("the measurements are there") {
        let file = entry.expect("its entries can be read").path();
        if file.extension().is_none_or(|extension| extension != "csv") {
            continue;
        }
        let is_of_forms = file.file_stem().is_some_and(|stem| stem.to_string_lossy().starts_with("forms-"));
        let arguments =
            ["bench".as_ref(), "--from".as_ref(), file.as_os_str(), "--markdown".as_ref(), made.as_os_str()];
        let arguments = arguments.into_iter().chain(["--svg".as_ref(), chart.as_os_str()]);
        assert_eq!(example::run(&example::Arguments::parse_from(arguments)), Ok(true), "{}", file.display());
        let shown = fs::read_to_string(file.with_extension("svg")).unwrap_or_default();
        assert!(
            is_of_forms || fs::read_to_string(&chart).is_ok_and(|chart| chart == shown),
            "{}: another chart",
            file.display()
        );
        count += 1;
    }
    assert_eq!(document.matches("<!-- measured: ").count(), count, "a table for each file of measurements");
    let made = fs::read_to_string(&made).expect("it is still there");
    let differing = document.lines().zip(made.lines()).find(|(line, again)| line != again);
    assert!(made == document, "docs/PERFORMANCE.md is not what its measurements make of it: {differing:?}");
}
