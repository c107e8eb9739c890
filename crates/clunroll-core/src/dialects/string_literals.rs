//! Kernels in ordinary string literals of a host: `"#pragma unroll 4\\n"`.
//!
//! Their loops stay as written. A user who expects otherwise finds out why: each run of adjacent literals with a request gets a finding, at
//! its first request.

use clunroll_rules::{Finding, RequestInString};
use oclc_syntax::lex::TokenKind;
use oclc_syntax::preprocess::Unit;
use oclc_syntax::source::{FileId, Place};

/// First words of pragmas that ask for something.
const WORDS: [&[u8]; 3] = [b"unroll", b"nounroll", b"clunroll"];

/// The requests in the literals of the main file of a unit.
#[must_use]
pub fn requests(unit: &Unit) -> Vec<Finding> {
    let mut findings = Vec::new();
    // Whether the run of literals already has a finding.
    let mut is_reported = false;
    for token in &unit.code {
        if token.kind != TokenKind::String {
            is_reported = false;
        } else if !is_reported
            && token.file == FileId::MAIN
            && holds_request(unit.sources[token.file].slice(token.span))
        {
            is_reported = true;
            findings.push(finding(token.place()));
        }
    }
    findings
}

/// The finding about a literal with a request.
pub fn finding(place: Place) -> Finding {
    Finding::of_file(place, RequestInString)
}

/// Whether the text of a literal has a whole line that begins with `#pragma unroll`: the line of a directive ends with `\\n`.
pub fn holds_request(literal: &[u8]) -> bool {
    let is_request = |at: usize| {
        let rest = literal[at + 1..].trim_ascii_start();
        let rest = rest.strip_prefix(b"pragma").map(<[u8]>::trim_ascii_start);
        rest.is_some_and(|rest| WORDS.iter().any(|word| rest.starts_with(word)))
    };
    memchr::memmem::find(literal, b"\\n").is_some() && memchr::memmem::find_iter(literal, b"#").any(is_request)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_a_pragma() {
        for literal in ["#pragma unroll\\n", "  # pragma  unroll 4\\n", "{\\n#pragma nounroll\\n}"] {
            assert!(holds_request(literal.as_bytes()), "{literal}");
        }
        for literal in ["unroll\\n", "#pragma once\\n", "# pragmatic unroll\\n", "#", "#pragma unroll 4"] {
            assert!(!holds_request(literal.as_bytes()), "{literal}");
        }
    }
}
