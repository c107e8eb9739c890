//! Whether a program can have a request at all, by a search in its bytes.
//!
//! A request is one of these, and the search looks for no more:
//!
//! ```c
//! #pragma unroll 4                               // the word is in the line of a directive
//! __attribute__((opencl_unroll_hint(4)))         // the name of the attribute
//! #define PRAGMA(text) _Pragma(#text)            // the operator, and somewhere the word that its string gets
//! PRAGMA(unroll 4)
//! ```
//!
//! Many programs have the word without a request: in a comment, a string, or the name of a function. To read such a program would take
//! longer than the search. A word that `##` makes of parts is not found, so its loop stays as written.

use oclc_syntax::lex;

const WORD: &[u8] = b"unroll";

/// What was found in the texts of one program so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct RequestSearch {
    has_word: bool,
    has_operator: bool,
}

impl RequestSearch {
    /// Adds a text without comments: a file, or the definition of a macro. Returns whether the texts so far may make a request of
    /// unrolling.
    pub fn may_request_with(&mut self, code: &[u8]) -> bool {
        self.has_operator = self.has_operator || lex::may_spell(code, b"_Pragma");
        if lex::may_be_spliced(code, WORD) || lex::may_spell(code, b"unroll_hint") {
            return true;
        }
        let mut line = 0;
        while let Some(found) = memchr::memmem::find(&code[line..], WORD) {
            let start = memchr::memrchr(b'\n', &code[line..line + found]).map_or(line, |end| line + end + 1);
            let end = memchr::memchr(b'\n', &code[line + found..]).map_or(code.len(), |end| line + found + end + 1);
            // The line may continue that of a directive.
            if memchr::memmem::find(&code[start..end], b"pragma").is_some() || lex::ends_in_splice(&code[..start]) {
                return true;
            }
            self.has_word = true;
            line = end;
        }
        self.has_word && self.has_operator
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn may_request(texts: &[&str]) -> bool {
        let mut search = RequestSearch::default();
        texts.iter().any(|text| search.may_request_with(text.as_bytes()))
    }

    #[test]
    fn what_makes_a_request_is_found() {
        let found: [&[&str]; 14] = [
            &["#pragma unroll"],
            &["int x;\n # pragma clang loop unroll(full)\n"],
            &["%:pragma nounroll"],
            &["#pragma \\\n unroll"],
            &["#prag\\\nma unroll"],
            &["#pragma un\\ \nroll"],
            &["int unrolled;\n\n#pragma\\\r\nunroll\n"],
            &["_Pragma(\"unroll\")"],
            &["#define P(x) _Pragma(#x)", "int n;\nP(unroll)"],
            &["P(unroll)", "#define P(x) _Pr\\\nagma(#x)"],
            &["__attribute__((opencl_unroll_hint))"],
            &["opencl_unroll_\\\nhint"],
            &["#define HINT(x) opencl_##x\nHINT(unroll_hint)"],
            &["int unrolled; x = \"unroll\";\nint n;\n#pragma unroll"],
        ];
        for texts in found {
            assert!(may_request(texts), "{texts:?}");
        }
    }

    #[test]
    fn the_word_alone_makes_none() {
        let passed: [&[&str]; 6] = [
            &[""],
            &["#define UNROLL 4\n#pragma UNROLL\n"],
            &["int unrolled(int unroll) { return unroll; }\n#pragma once\n"],
            &["printf(\"unroll\\n\");\n#pragma once"],
            &["_Pragma(\"ivdep\")", "#pragma once"],
            &["#define P(x) _Pragma(#x)\n#define Q(a, b) P(a##b)\nQ(un, roll)"],
        ];
        for texts in passed {
            assert!(!may_request(texts), "{texts:?}");
        }
    }
}
