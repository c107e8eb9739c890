//! Many sources, one after the other or from several threads.
//!
//! The kernels of a project have much in common: helper functions are copied from file to file, and variants of a kernel differ in a few
//! lines; all of them may include the same files, which can be a hundred times as long as they are. Lexing and parsing are a large part of
//! the work. So a session keeps the results of recent lexing and parsing, by text. Equal texts have equal tokens and trees, so the result
//! for a source does not depend on the sources before it.

use std::sync::Arc;

use crate::front::{self, Source};
use crate::options::Options;
use crate::outcome::EngineOutcome;
use crate::unit_reader::UnitReader;
use oclc_syntax::host::Includes;
use oclc_syntax::preprocess::{IncludedFiles, Lexed};
use oclc_syntax::tree::Trees;

/// Rewrites sources, and remembers lexed and parsed text.
///
/// It can be used from several threads at once. It holds at most some 8 MB, and up to 64 MB of included files.
#[derive(Debug, Default)]
pub struct EngineSession {
    lexed: Lexed,
    trees: Trees,
}

impl EngineSession {
    /// A session with nothing stored.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Rewrites `source`.
    ///
    /// The text of the result computes what `source` computes, for every set of macros that the final compile may get. If that cannot be
    /// shown for a loop, the loop stays as it is, and a finding gives the reason. A source without requests is returned byte for byte.
    /// Files of 4 GiB and more are not read.
    #[must_use]
    pub fn unroll(&self, source: &[u8], options: &Options, includes: &mut dyn Includes) -> EngineOutcome {
        self.run(&Source::Borrowed(source), options, includes)
    }

    /// The same for a source that the caller also keeps: memory holds it once.
    #[must_use]
    pub fn unroll_shared(&self, source: &Arc<[u8]>, options: &Options, includes: &mut dyn Includes) -> EngineOutcome {
        self.run(&Source::Shared(source), options, includes)
    }

    /// Reports the same as [`EngineSession::unroll`] for `source`, but writes nothing. The outcome has no text and no points, and the growth of
    /// unrolled loops is unknown.
    #[must_use]
    pub fn check(&self, source: &[u8], options: &Options, includes: &mut dyn Includes) -> EngineOutcome {
        // The text around a parameter decides whether it may get the word.
        let options = options.clone().stops_after_choice(!options.assume_restrict);
        let rewritten = self.run(&Source::Borrowed(source), &options, includes);
        EngineOutcome { text: Vec::new(), points: Vec::new(), ..rewritten }
    }

    fn run(&self, source: &Source<'_>, options: &Options, includes: &mut dyn Includes) -> EngineOutcome {
        let mut headers = IncludedFiles::new(includes, &self.lexed);
        front::unroll(source, options, &mut UnitReader::new(&mut headers, &self.trees))
    }
}

#[cfg(test)]
mod tests {
    use crate::{EngineSession, LoopPart, Options, Position};
    use oclc_syntax::host::{Includes, NoIncludes};

    /// One file, `a.h`.
    struct Header(&'static str);

    impl Includes for Header {
        fn resolve(&mut self, header_name: &str, _: Option<&str>) -> Option<String> {
            (header_name == "\"a.h\"").then(|| "a.h".to_owned())
        }

        fn read(&mut self, _: &str) -> Option<Vec<u8>> {
            Some(self.0.into())
        }
    }

    #[test]
    fn only_requests_misses_no_request() {
        const LOOP: &str = "for (int i = 0; i < 2; i++) a[i] = i; }\n";
        let sources = [
            ("void f(int *a) {\n#pragma unroll\n", ""),
            ("void f(int *a) {\n#pragma un\\\nroll\n", ""),
            ("void f(int *a) {\n#/**/pragma/* unroll\n*/unroll // unroll\n", ""),
            ("void f(int *a) {\n%:pragma unroll\n", ""),
            ("void f(int *a) {\n#pragma clang loop unroll(full)\n", ""),
            ("void f(int *a) {\n#pragma nounroll\n", ""),
            ("void f(int *a) {\n#pragma unroll_and_jam\n", ""),
            ("void f(int *a) { __attribute__((opencl_unroll_hint))\n", ""),
            ("char *s = \"/*\"; void f(int *a) {\n#pragma unroll\n", ""),
            ("char c = '\"'; /* \" */ void f(int *a) {\n#pragma unroll\n", ""),
            ("// it's \\\n void f(int *a) {\nvoid f(int *a) {\n#pragma unroll\n", ""),
            ("#if 0\nit's \"/*\n#endif\nvoid f(int *a) {\n#pragma unroll\n", ""),
            ("#define P(x) _Pragma(#x)\nvoid f(int *a) { P(unroll)\n", ""),
            ("#include \"a.h\"\nvoid f(int *a) { U\n", "#define U _Pragma(\"unroll\")\n"),
            ("#include \"a.h\"\nvoid f(int *a) { U\n", "#define U _Pragma(\"un\\\nroll\")\n"),
            ("#include \"a.h\"\nvoid f(int *a) { U\n", "#define U __attribute__((/**/opencl_unroll_hint(2)))\n"),
            ("#/**/include/* x */\"a.h\"\nvoid f(int *a) { U\n", "#define U _Pragma(\"unroll\")\n"),
            ("#inc\\\nlude \"a.h\"\nvoid f(int *a) { U\n", "#define U _Pragma(\"unroll\")\n"),
            ("%:include \"a.h\"\nvoid f(int *a) { U\n", "#define U _Pragma(\"unroll\")\n"),
            ("#define H /**/ \"a.h\"\n#include H\nvoid f(int *a) { U\n", "#define U _Pragma(\"unroll\")\n"),
            ("#include \"a.h\"\nvoid f(int *a) { P(unroll)\n", "#define P(x) _Pragma(#x)\n"),
            ("#define P(x) _Pragma(#x)\n#include \"a.h\"\nvoid f(int *a) { U\n", "#define U P(unroll)\n"),
            ("void f(int *a) {\n#prag\\\nma unroll\n", ""),
            ("void f(int *a) {\n#pragma \\\n unroll\n", ""),
            ("void f(int *a) { GIVEN(unroll)\n", ""),
        ];
        for (start, header) in sources {
            let source = format!("{start}{LOOP}");
            let run = |source: &str, options: &Options| {
                EngineSession::new().unroll(source.as_bytes(), options, &mut Header(header))
            };
            let options = Options::new("k.cl").define("GIVEN(x)", "_Pragma(#x)").expect("a macro").trust_defines(true);
            // The comment makes any run read all.
            let all = run(&format!("{source}/* unroll */"), &options);
            assert!(!all.requests.is_empty(), "{source}");
            let only = run(&source, &options.only_requests(true));
            assert_eq!(only.requests, all.requests, "{source}");
            assert_eq!(format!("{}/* unroll */", String::from_utf8_lossy(&only.text)).as_bytes(), all.text, "{source}");
        }
    }

    #[test]
    fn only_requests_does_not_read_what_only_mentions_them() {
        for (source, header) in [
            ("void f(void) {} // We do not unroll this.", ""),
            ("/* This includes\n#pragma unroll\n */ void f(void) {}", ""),
            ("#include \"a.h\"\nvoid f(void) {}", "/* promote_to_registers: unroll it\\\n */ int g(void);"),
            ("#define CAT(a, b) a##b\nvoid f(void) {} // We do not unroll this.", ""),
            ("#define UNROLL 4\nint unrolled(void);\n#pragma once\n", ""),
            ("void f(void) { printf(\"unroll\"); }", ""),
        ] {
            let read = |only: bool| {
                let options = Options::new("k.cl").only_requests(only);
                let outcome = EngineSession::new().unroll(source.as_bytes(), &options, &mut Header(header));
                assert_eq!(outcome.text, source.as_bytes());
                outcome.sources.iter().count()
            };
            assert_eq!((read(true), read(false) > 0), (0, true), "{source}");
        }
    }

    /// The output with a mark at each point.
    fn marked(source: &str) -> String {
        let rewritten =
            EngineSession::new().unroll(source.as_bytes(), &Options::new("k.cl").checked(true), &mut NoIncludes);
        let mut text = String::from_utf8(rewritten.text).expect("it was text");
        for point in rewritten.points.iter().rev() {
            let mark = match (point.part, point.position) {
                (LoopPart::Main, Position::InBlock) => "[main]",
                (LoopPart::Main, Position::BeforeBody) => "[main body]",
                (_, Position::InBlock) => "[rest]",
                (_, Position::BeforeBody) => "[rest body]",
                (_, Position::TestStart) => "[test]",
                (_, Position::TestEnd) => "[end of test]",
                (_, Position::RemainderStart) => "[start]",
                (_, Position::RemainderEnd) => "[end]",
            };
            text.insert_str(point.offset, mark);
        }
        text
    }

    #[test]
    fn copies_and_remainders_have_points() {
        let marked = marked(
            "__kernel void k(__global int *a, int n) {
#pragma unroll 2
  for (int i = 0; i < n; i++) a[i]++;
#pragma unroll
  for (int i = 0; i < 2; i++)
    a[0] += 7;
}",
        );
        assert_eq!(marked.matches("[main]").count(), 4, "{marked}");
        assert!(marked.contains("{[main] const int i = i_base; a[i]++; }"), "{marked}");
        assert_eq!(marked.matches("[rest").count(), 1, "{marked}");
        assert!(marked.contains("[main]  a[0] += 7;\n"), "{marked}");
    }

    #[test]
    fn tests_and_the_ends_of_remainders_have_points() {
        let marked = marked(
            "__kernel void k(__global int *a, int n) {
#pragma unroll 2
  while (a[n] > 0) n += a[n];
#pragma unroll 2
  for (int i = 0; i < n; i++) { if (a[i]) break; a[i]++; }
}",
        );
        assert!(marked.contains("while ([test]a[n] > 0[end of test]) {"), "{marked}");
        assert!(marked.contains("if (!([test]a[n] > 0[end of test])) break;"), "{marked}");
        assert!(marked.contains("if ([test]i_base < i_end[end of test]) break;"), "{marked}");
        assert!(marked.contains("[start]") && marked.contains("}\n[end]"), "{marked}");
    }

    #[test]
    fn the_text_of_each_loop_is_known() {
        let source = "__kernel void k(__global int *a, int n) {
#pragma unroll
  for (int i = 0; i < n; i++) a[i] = 1;
  #pragma unroll 2
  for (int i = 0; i < n; i++) a[i] = 2;
  #pragma unroll
  for (int i = 0; i < 2; i++) {
    #pragma unroll
    for (int j = 0; j < 2; j++) a[i + j] = 3;
  }
}
";
        for line_directives in [false, true] {
            let options = Options::new("k.cl").line_directives(line_directives);
            let outcome = EngineSession::new().unroll(source.as_bytes(), &options, &mut NoIncludes);
            let text = String::from_utf8(outcome.text).expect("it was text");
            let written: Vec<_> =
                outcome.requests.iter().map(|one| one.written.clone().map(|range| &text[range])).collect();
            // One loop stays, and one is a part of another.
            let [None, Some(second), Some(third), None] = written[..] else { panic!("{written:?}") };
            let copies =
                ["= 1;", "= 2;", "= 3;"].map(|body| (second.matches(body).count(), third.matches(body).count()));
            assert_eq!(copies, [(0, 0), (3, 0), (0, 4)], "{second}\n---\n{third}");
            assert!(text.contains(&format!("a[i] = 1;\n{second}")) || line_directives, "{text}");
        }
    }

    #[test]
    fn what_never_runs_has_no_points() {
        let marked = marked(
            "__kernel void k(__global int *a, int n) {
#pragma unroll
  for (int s = 0; s < 2; s++) {
    if (s + 1 < 2) {
#pragma unroll
      for (int i = 0; i < 2; i++) a[i]++;
    } else {
#pragma unroll
      for (int i = 0; i < 2; i++) a[i]--;
    }
  }
}",
        );
        let text = marked.replace(' ', "");
        assert_eq!(text.matches("[main]a[0]++;").count(), 1, "{marked}");
        assert_eq!(text.matches("[main]a[0]--;").count(), 1, "{marked}");
        assert_eq!(text.matches("a[0]").count(), 4, "{marked}");
    }

    #[test]
    fn points_move_with_arrays_that_become_scalars() {
        let marked = marked(
            "__kernel void k(__global float *a) {
#pragma promote_to_registers
  float sum[2] = { 0, 0 };
#pragma unroll
  for (int i = 0; i < 2; i++)
    sum[i] += a[i];
  a[0] = sum[0] + sum[1];
}",
        );
        assert!(!marked.contains("sum[") && marked.matches("[main]").count() == 2, "{marked}");
    }
}
