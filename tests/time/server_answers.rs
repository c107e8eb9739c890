//! How long an answer takes on a file of 1,000 lines.
//!
//! The goal is 50 ms in a release build. The program of this test usually has fewer optimisations, and other tests run beside it. So each
//! time is the shortest of several, and the limit is wider there. The test still notices quadratic work, and work that is repeated for each
//! function of the file.

use std::fmt::Write;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::client::{Client, range};

/// In a release build.
const GOAL: Duration = Duration::from_millis(50);

const ATTEMPTS: i32 = 12;

fn limit() -> Duration {
    if cfg!(debug_assertions) { GOAL * 4 } else { GOAL }
}

/// A file of 1,000 lines: functions of ten lines with a request each, one in ten with a mistake.
fn thousand_lines() -> String {
    let mut text = String::new();
    for number in 0..100 {
        let factor = if number % 10 == 0 { 0 } else { 4 };
        let _ = write!(
            text,
            "// Sums the row {number}.\n\
             __kernel void row_{number}(__global const float *restrict in, __global float *restrict out, int width)\n\
             {{\n    float sum = 0.0f;\n    const int row = get_global_id(0) * width;\n\
             #pragma unroll {factor}\n    for (int column = 0; column < width; column++)\n\
             \x20       sum += in[row + column] * {number}.5f;\n    out[get_global_id(0)] = sum;\n}}\n"
        );
    }
    assert_eq!(text.lines().count(), 1000);
    text
}

#[test]
fn an_answer_is_there_at_once() {
    let text = thousand_lines();
    let mut client = Client::new(&[]);
    client.open("k.cl", &text);
    assert_eq!(client.diagnostics("k.cl", 1).len(), 10);
    let document = json!({ "uri": client.address("k.cl") });
    let names = ["a change", "a hover", "actions", "lenses", "hints"];
    let mut best = names.map(|name| (name, Duration::MAX));
    for version in 2..2 + ATTEMPTS {
        // One more digit in the middle of the file, so that this function is parsed again.
        let begin = Instant::now();
        client.change("k.cl", version, json!([{ "range": range((503, 16), (503, 16)), "text": "1" }]));
        assert_eq!(client.diagnostics("k.cl", version).len(), 10);
        best[0].1 = best[0].1.min(begin.elapsed());
        // A request that comes before the check of a change waits for it.
        client.change("k.cl", version + 100, json!([{ "range": range((503, 16), (503, 17)), "text": "" }]));
        let begin = Instant::now();
        assert!(client.hover("k.cl", 515, 3).is_object());
        best[1].1 = best[1].1.min(begin.elapsed());
        let begin = Instant::now();
        assert!(!client.actions("k.cl", range((505, 0), (505, 0)), None).is_empty());
        best[2].1 = best[2].1.min(begin.elapsed());
        // The first lenses after a change need the output.
        let begin = Instant::now();
        let lenses = client.request("textDocument/codeLens", json!({ "textDocument": document }));
        assert_eq!(lenses.expect("lenses").as_array().map(Vec::len), Some(90));
        best[3].1 = best[3].1.min(begin.elapsed());
        let begin = Instant::now();
        let whole = json!({ "textDocument": document, "range": range((0, 0), (1000, 0)) });
        assert!(client.request("textDocument/inlayHint", whole).is_ok());
        best[4].1 = best[4].1.min(begin.elapsed());
    }
    for (what, time) in best {
        println!("{what}: {:.1} ms", time.as_secs_f64() * 1000.0);
        assert!(time < limit(), "{what} takes {time:?}");
    }
}

/// Typing during a check costs one further check, however much is typed.
#[test]
fn changes_that_wait_are_checked_together() {
    const CHANGES: i32 = 200;
    let mut client = Client::new(&[]);
    client.open("k.cl", &thousand_lines());
    let address = client.address("k.cl");
    let mut messages = Vec::new();
    for version in 2..2 + CHANGES {
        let params = json!({
            "textDocument": { "uri": address, "version": version },
            "contentChanges": [{ "range": range((0, 0), (0, 0)), "text": " " }],
        });
        let text = json!({ "jsonrpc": "2.0", "method": "textDocument/didChange", "params": params }).to_string();
        messages.extend(format!("Content-Length: {}\r\n\r\n{text}", text.len()).bytes());
    }
    client.send_bytes(&messages);
    assert_eq!(client.diagnostics("k.cl", 1 + CHANGES).len(), 10);
    let checks = client.waiting().filter(|message| message["method"] == "textDocument/publishDiagnostics").count();
    assert!(checks < CHANGES as usize / 4, "{checks} checks for {CHANGES} changes");
}
