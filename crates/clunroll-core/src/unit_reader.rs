//! Reads texts as units, as rarely as possible.
//!
//! All steps of one run share a [`UnitReader`]. A unit is expensive: the text and all files that it includes are read as tokens and
//! directives. So a text is read once. Only steps that make another text for later steps need one more reading: the expansion of macros
//! that make loops (`lower/`), and the promotion of arrays (`promote/`). `docs/decisions/planning.md` lists the readings.

use std::sync::Arc;

use oclc_syntax::host::HostOptions;
use oclc_syntax::preprocess::{IncludedFiles, Unit};
use oclc_syntax::tree::Trees;

/// Reads the texts of one run.
pub struct UnitReader<'r, 'i> {
    /// The files that texts include.
    pub headers: &'r mut IncludedFiles<'i>,
    /// The trees that were parsed before.
    pub trees: &'r Trees,
    #[cfg(test)]
    readings: usize,
}

impl<'r, 'i> UnitReader<'r, 'i> {
    pub const fn new(headers: &'r mut IncludedFiles<'i>, trees: &'r Trees) -> Self {
        Self {
            headers,
            trees,
            #[cfg(test)]
            readings: 0,
        }
    }

    /// Reads a text with the files that it includes.
    pub fn read(&mut self, text: impl Into<Arc<[u8]>>, host: &HostOptions<'_>) -> Unit {
        #[cfg(test)]
        {
            self.readings += 1;
        }
        Unit::read(text, host, self.headers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::front::{Source, unroll};
    use crate::options::Options;
    use oclc_syntax::host::NoIncludes;
    use oclc_syntax::preprocess::Lexed;

    /// The number of texts that are read to rewrite a source, and the output.
    fn readings(source: &str) -> (usize, String) {
        let (lexed, trees, mut files) = (Lexed::default(), Trees::default(), NoIncludes);
        let mut headers = IncludedFiles::new(&mut files, &lexed);
        let mut reader = UnitReader::new(&mut headers, &trees);
        let rewritten = unroll(&Source::Borrowed(source.as_bytes()), &Options::default(), &mut reader);
        (reader.readings, String::from_utf8(rewritten.text).expect("the source is text"))
    }

    #[test]
    fn a_plain_file_is_read_once() {
        let (count, output) = readings(
            "void f(int *a, int n) {\n#pragma unroll 2\nfor (int i = 0; i < n; i++) a[i] = i;\n\
             #pragma unroll\nfor (int i = 0; i < n; i++) a[i]++;\n}\n",
        );
        assert!(output.contains("for (; i_base") && output.contains("left as written"), "{output}");
        assert_eq!(count, 1);
    }

    #[test]
    fn a_file_with_arrays_is_read_once_for_each_text() {
        let promoted = "void f(int *a, int n) {\n#pragma promote_to_registers\nint s[2];\n\
                        #pragma unroll\nfor (int i = 0; i < 2; i++) s[i] = i;\na[0] = s[0] + s[1];\n\
                        #pragma unroll\nfor (int i = 0; i < n; i++) a[i]++;\n}\n";
        let (count, output) = readings(promoted);
        assert!(output.contains("s_1") && output.contains("left as written"), "{output}");
        // The source, the text of the loops, and the output.
        assert_eq!(count, 3);
        let (count, output) =
            readings(&promoted.replace("#pragma unroll\nfor (int i = 0; i < 2; i++) s[i] = i;\n", ""));
        assert!(output.contains("s_1"), "{output}");
        // The source, and the output.
        assert_eq!(count, 2);
    }

    #[test]
    fn a_file_with_loops_of_macros_is_read_once_for_each_text() {
        let (count, output) = readings(
            "#define TWICE _Pragma(\"unroll\") for (int i = 0; i < 2; i++)\nvoid f(int *a) {\nTWICE a[i] = i;\n}\n",
        );
        assert!(output.contains("{ int i = 1; a[i] = i; }"), "{output}");
        // The source, the text in which the macro is expanded, and the output, since its macros may still make requests.
        assert_eq!(count, 3);
        let (count, output) = readings(
            "#ifdef A\n#define UNR _Pragma(\"unroll\")\n#else\n#define UNR _Pragma(\"unroll 2\")\n#endif\n\
             void f(int *a) {\n    UNR\n    for (int i = 0; i < 4; i++) a[i] = i;\n}\n",
        );
        assert!(output.contains("{ int i = 3; a[i] = i; }"), "{output}");
        // The source, the text with the conditions that choose the macro, and the output.
        assert_eq!(count, 3);
    }
}
