//! How the author lays out the file: line ends and indentation.

use oclc_syntax::source::{SourceFile, Span};

/// The habits of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileStyle {
    /// `"\n"` or `"\r\n"`, whichever ends the first line.
    pub line_end: &'static str,
    /// One step of indentation.
    pub unit: String,
    /// One step of indentation in blanks.
    blanks: String,
}

impl FileStyle {
    /// Derives them from the end of the first line, and from the most frequent step of indentation from one
    /// line to the next.
    #[must_use]
    pub fn of(file: &SourceFile) -> Self {
        let first_break = memchr::memchr(b'\n', &file.bytes);
        let line_end = match first_break {
            Some(at) if at > 0 && file.bytes[at - 1] == b'\r' => "\r\n",
            _ => "\n",
        };
        let mut tabs = 0_usize;
        let mut widths = [0_usize; 9];
        let mut before = 0;
        let mut start = 0;
        for end in memchr::memchr_iter(b'\n', &file.bytes).chain([file.bytes.len()]) {
            let line = &file.bytes[start..end];
            start = end + 1;
            let blank = line.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
            if blank == line.len() || line[blank] == b'\r' || line[blank] == b'#' || line[blank] == b'*' {
                continue;
            }
            if line[0] == b'\t' {
                tabs += 1;
                // How far it is indented in blanks is not known.
                before = usize::MAX;
                continue;
            }
            if blank > before && blank - before < widths.len() {
                widths[blank - before] += 1;
            }
            before = blank;
        }
        let most = (2..widths.len()).rev().max_by_key(|&width| widths[width]).filter(|&width| widths[width] > 0);
        let blanks = " ".repeat(most.unwrap_or(2));
        let unit = if tabs > widths.iter().sum() { "\t".to_owned() } else { blanks.clone() };
        Self { line_end, unit, blanks }
    }

    /// One more step after an indentation. It goes on as that ends: some lines of a file may begin with tabs, and others with blanks.
    #[must_use]
    pub fn step(&self, indent: &str) -> &str {
        match indent.as_bytes().last() {
            Some(b'\t') => "\t",
            Some(_) => &self.blanks,
            None => &self.unit,
        }
    }

    /// The indentation with one step more.
    #[must_use]
    pub fn deeper(&self, indent: &str) -> String {
        [indent, self.step(indent)].concat()
    }
}

/// The width of the white space at the start of a line, where a tab ends at the next multiple of eight columns.
#[must_use]
pub fn columns(blank: &[u8]) -> usize {
    const TAB: usize = 8;
    blank.iter().fold(0, |at, byte| if *byte == b'\t' { (at / TAB + 1) * TAB } else { at + 1 })
}

/// The white space of a line that begins with `from`, with `to` in its place; `None` if the line begins before that. Some lines of a file
/// may begin with tabs, and others with blanks.
#[must_use]
pub fn moved_indentation(blank: &[u8], from: &[u8], to: &[u8]) -> Option<Vec<u8>> {
    if let Some(rest) = blank.strip_prefix(from)
        && (matches!(to, [] | [.., b'\t']) || !rest.contains(&b'\t'))
    {
        return Some([to, rest].concat());
    }
    let further = columns(blank).checked_sub(columns(from))?;
    Some([to, &vec![b' '; further]].concat())
}

/// The white space that the line of `offset` begins with.
#[must_use]
pub fn line_indentation(file: &SourceFile, offset: u32) -> String {
    let line = file.line(file.line_index(offset)).unwrap_or(Span::new(offset, offset));
    let bytes = file.slice(line);
    let length = bytes.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    String::from_utf8_lossy(&bytes[..length]).into_owned()
}

/// The least indentation of the lines that begin inside `span`, blank lines and directives at the margin aside;
/// `None` if no such line begins there.
#[must_use]
pub fn least_indentation(file: &SourceFile, span: Span) -> Option<String> {
    let bytes = file.slice(span);
    let lines = memchr::memchr_iter(b'\n', bytes).map(|at| &bytes[at + 1..]);
    lines
        .filter_map(|rest| {
            let length = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
            let counts = match rest.get(length) {
                None | Some(b'\r' | b'\n') => false,
                Some(b'#') => length > 0,
                Some(_) => true,
            };
            counts.then_some(&rest[..length])
        })
        .min_by_key(|blank| columns(blank))
        .map(|blank| String::from_utf8_lossy(blank).into_owned())
}

/// The bytes of a line to remove with a directive: the whole line if it holds nothing else, otherwise the
/// directive and the white space after it.
#[must_use]
pub fn directive_extent(file: &SourceFile, directive: Span) -> Span {
    let bytes = &file.bytes;
    let (start, end) = (directive.start as usize, directive.end as usize);
    let before = bytes[..start].iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let line_start = start - before;
    let alone_before = line_start == 0 || bytes[line_start - 1] == b'\n';
    let blanks = bytes[end..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let rest = &bytes[end + blanks..];
    let line_break = match rest {
        [b'\r', b'\n', ..] => Some(2),
        [b'\n', ..] => Some(1),
        [] => Some(0),
        _ => None,
    };
    match line_break {
        Some(length) if alone_before => Span::new(line_start as u32, (end + blanks + length) as u32),
        _ => Span::new(start as u32, (end + if line_break.is_some() { 0 } else { blanks }) as u32),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use oclc_syntax::source::{FileId, Sources};

    fn file(text: &str) -> SourceFile {
        let mut sources = Sources::default();
        sources.add("x".to_owned(), text.as_bytes().to_vec());
        sources[FileId::MAIN].clone()
    }

    #[test]
    fn habits_are_found() {
        let layout = FileStyle::of(&file("void f() {\r\n    int a;\r\n    if (a) {\r\n        b;\r\n    }\r\n}\r\n"));
        assert_eq!((layout.line_end, &*layout.unit), ("\r\n", "    "));
        assert_eq!(FileStyle::of(&file("void f() {\n\tint a;\n\tif (a)\n\t\tb;\n}\n")).unit, "\t");
        assert_eq!(FileStyle::of(&file("x")).unit, "  ");
        let mixed = FileStyle::of(&file("void f() {\n    int a;\n    if (a)\n\tb;\n    c;\n}\n"));
        assert_eq!((&*mixed.deeper(""), &*mixed.deeper("\t"), &*mixed.deeper("  ")), ("    ", "\t\t", "      "));
    }

    #[test]
    fn lines_with_tabs_and_with_blanks_move_alike() {
        let moved = |blank: &str, from: &str| {
            let moved = moved_indentation(blank.as_bytes(), from.as_bytes(), b"\t");
            moved.map(|moved| String::from_utf8_lossy(&moved).into_owned())
        };
        assert_eq!(moved("\t\t", "\t    ").as_deref(), Some("\t    "));
        assert_eq!(moved("\t    ", "\t    ").as_deref(), Some("\t"));
        assert_eq!(moved("\t  ", "\t").as_deref(), Some("\t  "));
        assert_eq!(moved("    ", "\t"), None);
        let to_blanks = moved_indentation(b"\t\t ", b"\t", b"  ");
        assert_eq!(to_blanks.as_deref(), Some(&b"           "[..]));
        let mixed = file("{\n\t\ta;\n\t    b;\n}\n");
        assert_eq!(least_indentation(&mixed, Span::new(0, 14)).as_deref(), Some("\t    "));
    }

    #[test]
    fn a_comment_on_the_pragmas_line_stays() {
        let source = file("a\n  #pragma unroll 4 // why\n  for");
        assert_eq!(source.slice(directive_extent(&source, Span::new(4, 20))), b"#pragma unroll 4 ");
        let source = file("a\n  #pragma unroll 4\t\r\n  for");
        assert_eq!(source.slice(directive_extent(&source, Span::new(4, 20))), b"  #pragma unroll 4\t\r\n");
    }
}
