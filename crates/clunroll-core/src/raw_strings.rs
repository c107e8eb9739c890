//! Kernels inside C++ raw strings: `R"( … )"`.
//!
//! Some projects (`CLBlast` is one) keep each kernel file as a C++ string literal, so that the host program can include
//! it. Outside of its raw strings such a file is C++, and is not looked into. C++ joins literals with nothing but white
//! space and comments between them into one string, and authors do split long kernels so, since MSVC allows no more
//! than 16,380 bytes in one literal: a loop may begin in one literal and end in the next. So each run of adjacent
//! literals is one [`RawStringProgram`], whose text is the contents one after the other. Where an ordinary literal stands
//! among them, not all of the text is known, and the program is left as it is.
//!
//! Nothing is decided by a file's name. What stands between two quotes of OpenCL C never holds a line end; a raw string
//! does in which a directive has its line. So a file is taken as C++ only where one of its raw strings runs over lines.
//! The recogniser reads just enough of C++ to know what no raw string is: comments, other literals, numbers with `'`
//! in them. Prefixes (`u8R`, `LR`, …) and delimiters (`R"cl( … )cl"`) are known.

use crate::limits::MAX_DELIMITER;
use oclc_syntax::source::{Composed, FileId, Place, Replacement, Sources, Span, replaced_bytes};

/// Adjacent raw strings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawStringProgram {
    /// What stands between the parentheses of each.
    contents: Vec<Span>,
    /// Whether other literals, or names that may be macros, stand beside them, and make one string with them.
    is_joined: bool,
}

/// The programs of a file; none where it is no C++.
#[must_use]
pub fn find_programs(source: &[u8]) -> Vec<RawStringProgram> {
    if memchr::memmem::find(source, b"R\"").is_none() {
        return Vec::new();
    }
    let programs = Scanner::scan(source);
    let runs_over_lines = |span: &Span| memchr::memchr(b'\n', &source[span.range()]).is_some();
    let is_cpp = programs.iter().flat_map(|program| &program.contents).any(runs_over_lines);
    if is_cpp { programs } else { Vec::new() }
}

impl RawStringProgram {
    /// Whether C++ puts more text than that of raw strings into the program, which is not looked into.
    #[must_use]
    pub const fn is_joined(&self) -> bool {
        self.is_joined
    }

    /// The empty range at which the first literal's text begins.
    #[must_use]
    pub fn start(&self) -> Span {
        let start = self.contents.first().map_or(0, |span| span.start);
        Span::new(start, start)
    }

    /// The text that C++ makes of the literals.
    #[must_use]
    pub fn text(&self, sources: &Sources, file: FileId) -> Composed {
        let mut text = Composed::default();
        for &span in &self.contents {
            text.copy(sources, Place { file, span });
        }
        text
    }

    /// Takes replacements in [`RawStringProgram::text`] to the file. Where one runs over the end of a literal, what parts the
    /// literals is kept, and stands behind it: the text of the program is the same then.
    #[must_use]
    pub fn in_file(&self, source: &[u8], replacements: Vec<Replacement>) -> Vec<Replacement> {
        let mut before = 0;
        let literals: Vec<(u32, Span)> = self
            .contents
            .iter()
            .map(|&span| {
                let start = before;
                before += span.len() as u32;
                (start, span)
            })
            .collect();
        let literal_at = |offset: u32| literals.partition_point(|(start, _)| *start <= offset).saturating_sub(1);
        let lead_back = |Replacement { span, mut text, request }: Replacement| {
            let first = literal_at(span.start);
            // What ends where a literal ends does not run over that end.
            let last = literal_at(span.end.saturating_sub(1).max(span.start));
            for pair in literals[first..=last].windows(2) {
                let wrapper = Span::new(pair[0].1.end, pair[1].1.start);
                text.made(&source[wrapper.range()], Place { file: FileId::MAIN, span: wrapper });
            }
            let in_file = |literal: usize, offset: u32| literals[literal].1.start + (offset - literals[literal].0);
            Replacement { span: Span::new(in_file(first, span.start), in_file(last, span.end)), text, request }
        };
        replacements.into_iter().map(lead_back).collect()
    }
}

/// The file with replacements carried out. `written` are the programs that change, in their order, each with the text that it
/// is to have then; `None` where one would have another, since what was copied or moved ends a raw string too early.
#[must_use]
pub fn file_with_programs(
    source: &[u8],
    replacements: &[Replacement],
    written: &[(&RawStringProgram, Vec<u8>)],
) -> Option<Vec<u8>> {
    let output = replaced_bytes(source, replacements);
    let (before, after) = (Scanner::scan(source), Scanner::scan(&output));
    if outside(source, &before) != outside(&output, &after) {
        return None;
    }
    // As many as before; what parts two literals may still be the text of one of them, if that looks the same.
    let mut written = written.iter().peekable();
    let text = |program: &RawStringProgram, file: &[u8]| {
        program.contents.iter().map(|span| &file[span.range()]).collect::<Vec<_>>().concat()
    };
    let is_right = before.iter().zip(&after).all(|(before, after)| {
        let found = text(after, &output);
        match written.next_if(|(program, _)| *program == before) {
            Some((_, expected)) => *expected == found,
            None => text(before, source) == found,
        }
    });
    is_right.then_some(output)
}

/// The parts of a C++ file that stand in no raw string.
fn outside<'s>(source: &'s [u8], programs: &[RawStringProgram]) -> Vec<&'s [u8]> {
    let mut parts = Vec::new();
    let mut at = 0;
    for span in programs.iter().flat_map(|program| &program.contents) {
        parts.push(&source[at..span.range().start]);
        at = span.range().end;
    }
    parts.push(&source[at..]);
    parts
}

/// Reads C++ as far as is needed to find its raw strings.
struct Scanner<'a> {
    source: &'a [u8],
    at: usize,
    programs: Vec<RawStringProgram>,
    /// What stands before, but for white space and comments.
    last: Last,
    /// Where the last raw string ends.
    end: usize,
    /// Whether a directive goes on to the end of the line.
    in_directive: bool,
}

/// What a raw string may stand beside.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    RawString,
    /// Another string literal, or a name behind one, which may be a macro that stands for one.
    Literal,
    Other,
}

impl<'a> Scanner<'a> {
    /// The raw strings of a file, those that are adjacent together.
    fn scan(source: &'a [u8]) -> Vec<RawStringProgram> {
        let mut scanner = Self { source, at: 0, programs: Vec::new(), last: Last::Other, end: 0, in_directive: false };
        while let Some(&byte) = source.get(scanner.at) {
            match (byte, source.get(scanner.at + 1).copied().unwrap_or(0)) {
                // A string in a directive is no part of what stands on the next line.
                (b'\n', _) if scanner.in_directive => {
                    scanner.in_directive = false;
                    scanner.last = Last::Other;
                    scanner.at += 1;
                }
                (b'\\', b'\n') => scanner.at += 2,
                (byte, _) if byte.is_ascii_whitespace() || byte == b'\x0b' => scanner.at += 1,
                (b'/', b'/') => scanner.line_comment(),
                (b'/', b'*') => scanner.block_comment(),
                (b'"' | b'\'', _) => scanner.literal(byte),
                (b'0'..=b'9', _) | (b'.', b'0'..=b'9') => scanner.number(),
                (byte, _) if continues_identifier(byte) => scanner.word(),
                _ => {
                    scanner.in_directive |= byte == b'#';
                    scanner.last = Last::Other;
                    scanner.at += 1;
                }
            }
        }
        scanner.programs
    }

    fn line_comment(&mut self) {
        let mut from = self.at;
        loop {
            let Some(length) = memchr::memchr(b'\n', &self.source[from..]) else {
                self.at = self.source.len();
                return;
            };
            let line = self.source[from..from + length].trim_ascii_end();
            from += length + 1;
            // A backslash before the line end goes on with the comment.
            if !line.ends_with(b"\\") {
                // The line end may end a directive, too.
                self.at = from - 1;
                return;
            }
        }
    }

    fn block_comment(&mut self) {
        let inside = self.at + 2;
        let length = memchr::memmem::find(&self.source[inside..], b"*/");
        self.at = length.map_or(self.source.len(), |length| inside + length + 2);
    }

    /// A string or character up to its closing quote or the end of its line.
    fn literal(&mut self, quote: u8) {
        if quote == b'"' {
            self.joins();
            self.last = Last::Literal;
        } else {
            self.last = Last::Other;
        }
        self.at += 1;
        while let Some(&byte) = self.source.get(self.at) {
            self.at += if byte == b'\\' { 2 } else { 1 };
            if byte == quote || byte == b'\n' {
                return;
            }
        }
    }

    /// Takes note that what comes next makes one string with a raw string that stands before it.
    fn joins(&mut self) {
        if self.last == Last::RawString
            && let Some(program) = self.programs.last_mut()
        {
            program.is_joined = true;
        }
    }

    // pp-number = ["."] digit { digit | identifier-nondigit | "'" (digit | nondigit) | "." }
    fn number(&mut self) {
        self.last = Last::Other;
        self.at += 1;
        while let Some(&byte) = self.source.get(self.at) {
            let is_part = byte == b'.' || continues_identifier(byte) || {
                byte == b'\'' && self.source.get(self.at + 1).is_some_and(|&next| continues_identifier(next))
            };
            if !is_part {
                return;
            }
            self.at += 1;
        }
    }

    /// An identifier; or, where it is a prefix with a quote behind it, a raw string.
    fn word(&mut self) {
        let start = self.at;
        let length = self.source[start..].iter().take_while(|byte| continues_identifier(**byte)).count();
        self.at += length;
        let is_prefix = matches!(&self.source[start..self.at], b"R" | b"u8R" | b"uR" | b"UR" | b"LR");
        if is_prefix && self.source.get(self.at) == Some(&b'"') && self.raw_string() {
            return;
        }
        // A suffix, as in `R"(…)"s`, stands at the literal itself.
        if self.last == Last::Other || start == self.end {
            return;
        }
        self.joins();
        self.last = Last::Literal;
    }

    // raw-string = '"' delimiter "(" content ")" delimiter '"'
    fn raw_string(&mut self) -> bool {
        let opening = self.at + 1;
        let length =
            self.source[opening..].iter().take(MAX_DELIMITER + 1).take_while(|byte| is_delimiter(**byte)).count();
        if length > MAX_DELIMITER || self.source.get(opening + length) != Some(&b'(') {
            return false;
        }
        let closing = [b")", &self.source[opening..opening + length], b"\""].concat();
        let content = opening + length + 1;
        let Some(end) = memchr::memmem::find(&self.source[content..], &closing).map(|at| content + at) else {
            return false;
        };
        let span = Span::new(content as u32, end as u32);
        match self.programs.last_mut() {
            Some(program) if self.last == Last::RawString => program.contents.push(span),
            _ => self.programs.push(RawStringProgram { contents: vec![span], is_joined: self.last == Last::Literal }),
        }
        self.last = Last::RawString;
        self.at = end + closing.len();
        self.end = self.at;
        true
    }
}

const fn continues_identifier(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

const fn is_delimiter(byte: u8) -> bool {
    !matches!(byte, b'(' | b')' | b'\\' | b'"' | b' ' | b'\t' | b'\n' | b'\r' | b'\x0b' | b'\x0c')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replacement(start: u32, end: u32, bytes: &str) -> Replacement {
        let span = Span::new(start, end);
        Replacement::made(span, bytes.as_bytes(), Place { file: FileId::MAIN, span }, None)
    }

    /// What C++ joins to raw strings may be a part of the program that is not seen.
    #[test]
    fn literals_beside_raw_strings_are_joined_to_them() {
        let joined =
            |source: &str| find_programs(source.as_bytes()).iter().map(RawStringProgram::is_joined).collect::<Vec<_>>();
        assert_eq!(joined("a = R\"(x\n)\" \"y\" R\"(z\n)\";"), [true, true]);
        assert_eq!(joined("a = \"y\" /* */ R\"(z\n)\"; b = R\"(c\n)\";"), [true, false]);
        assert_eq!(joined("a = R\"(x\n)\"\n  NAME;"), [true]);
        assert_eq!(joined("#define A \"y\" \\\n R\"(z\n)\"\n"), [true]);
        for alone in [
            "return R\"(x\n)\";",
            "f(R\"(x\n)\", \"y\")",
            "R\"(x\n)\"s + \"y\"",
            "#include \"y\" // c\nR\"(x\n)\"\n",
            "u8R\"(x\n)\" // y",
        ] {
            assert_eq!(joined(alone), [false], "{alone}");
        }
    }

    /// The texts of the programs, the contents of one parted by `|`.
    fn programs(source: &str) -> Vec<String> {
        let text = |program: &RawStringProgram| {
            let contents: Vec<_> = program.contents.iter().map(|span| &source[span.range()]).collect();
            contents.join("|")
        };
        find_programs(source.as_bytes()).iter().map(text).collect()
    }

    #[test]
    fn wrappers_with_and_without_prefix_and_delimiter_are_known() {
        assert_eq!(programs("R\"(\na)\"\n// end"), ["\na"]);
        assert_eq!(programs("x = u8R\"cl(\n)\" )c\" a)cl\";"), ["\n)\" )c\" a"]);
        assert_eq!(programs("LR\"(\na)\", UR\"x(b)x\""), ["\na", "b"]);
    }

    #[test]
    fn adjacent_literals_are_one_program() {
        assert_eq!(programs("R\"(\na)\"  R\"(b)\" // c\n /* d */ R\"-(c)-\"; R\"(d)\""), ["\na|b|c", "d"]);
        assert_eq!(programs("R\"(\na)\" \"b\" R\"(c)\" + R\"(d)\"\n#define X\nR\"(e)\""), ["\na", "c", "d", "e"]);
    }

    #[test]
    fn what_only_looks_like_a_raw_string_is_none() {
        let none: [&str; 0] = [];
        assert_eq!(programs("// R\"(\n)\"\n"), none);
        assert_eq!(programs("// \\\r\n R\"(\n)\"\n"), none);
        assert_eq!(programs("/* R\"(\n)\" */"), none);
        assert_eq!(programs("\"R\\\"(\" \n )\""), none);
        assert_eq!(programs("FOR\"(\n)\""), none);
        assert_eq!(programs("R\"(\n"), none);
        assert_eq!(programs("R\"(one line)\""), none);
        assert_eq!(programs("R\"a b(\n)a b\""), none);
        assert_eq!(programs("R\"01234567890123456(\n)01234567890123456\""), none);
    }

    #[test]
    fn quotes_in_numbers_and_characters_open_nothing() {
        assert_eq!(programs("int a = 1'000'000; char b = '\"'; R\"(\na)\""), ["\na"]);
        assert_eq!(programs("#error don't\nR\"(\na)\""), ["\na"]);
    }

    #[test]
    fn the_wrapper_between_two_literals_moves_behind_what_is_replaced() {
        let source = "R\"(ab\n)\" // why\nR\"(cd)\"";
        let program = &find_programs(source.as_bytes())[0];
        let written = |start, end| {
            let replacements = program.in_file(source.as_bytes(), vec![replacement(start, end, "X")]);
            let text = replaced_bytes(b"ab\ncd", &[replacement(start, end, "X")]);
            file_with_programs(source.as_bytes(), &replacements, &[(program, text)])
                .map(|text| String::from_utf8(text).unwrap())
        };
        assert_eq!(written(1, 3).as_deref(), Some("R\"(aX)\" // why\nR\"(cd)\""));
        assert_eq!(written(3, 4).as_deref(), Some("R\"(ab\n)\" // why\nR\"(Xd)\""));
        assert_eq!(written(1, 4).as_deref(), Some("R\"(aX)\" // why\nR\"(d)\""));
        assert_eq!(written(5, 5).as_deref(), Some("R\"(ab\n)\" // why\nR\"(cdX)\""));
    }

    #[test]
    fn copies_that_would_end_the_literal_are_refused() {
        let source = b"R\"(\nab)\"";
        let text = b"\nf(\")\")b".to_vec();
        let program = &find_programs(source)[0];
        assert_eq!(file_with_programs(source, &[replacement(4, 5, "f(\")\")")], &[(program, text)]), None);
    }

    #[test]
    fn text_that_would_end_the_literal_that_it_moves_to_is_refused() {
        // The second literal holds what ends the first one, and behind that what parts the two.
        let source = "R\"cl(\nab)cl\"//\nR\"(c)cl\"//\nR\"(de)\"";
        let program = &find_programs(source.as_bytes())[0];
        let text = "\nabc)cl\"//\nR\"(de";
        let moved = replacement(2, text.len() as u32 - 1, &format!("X{}", &text[3..text.len() - 1]));
        let in_file = program.in_file(source.as_bytes(), vec![moved.clone()]);
        let output = replaced_bytes(source.as_bytes(), &in_file);
        let (before, after) = (Scanner::scan(source.as_bytes()), Scanner::scan(&output));
        assert_eq!(outside(source.as_bytes(), &before), outside(&output, &after));
        let expected = replaced_bytes(text.as_bytes(), &[moved]);
        assert_eq!(file_with_programs(source.as_bytes(), &in_file, &[(program, expected)]), None);
    }
}
