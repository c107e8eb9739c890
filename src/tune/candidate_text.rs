//! The text of a configuration.
//!
//! The requests of the source are replaced by the choices, and clunroll rewrites the result as it would rewrite a file, with the user's
//! options. What stays for the compiler has the clause `leave`. Requests that are not tuned are the same in all candidates: clunroll does
//! with them what it does by default.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use clunroll::settings::Value;
use clunroll::source::FileId;
use clunroll::{Define, DeviceClass, Outcome};
use clunroll_core::{EngineSession, Options};
use clunroll_files::batch;
use clunroll_files::failure::{Failure, printable_name};
use clunroll_files::includes::FileIncludes;
use memchr::memmem;
use oclc_syntax::preprocess::{Directive, DirectiveKind, Fate, IncludedFiles, Inclusion, Lexed, Unit};
use oclc_syntax::source::name_of_path;

use clunroll_core::loop_choices::{LoopChoice, RequestPoint, edited};

/// What a choice is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    /// A request.
    Request(RequestPoint),
    /// The pointer parameters of all kernels.
    Pointers,
}

impl Subject {
    /// The offset of its request; that of pointers is after all of them.
    pub(crate) fn place(&self) -> usize {
        match self {
            Self::Request(point) => point.span.start,
            Self::Pointers => usize::MAX,
        }
    }

    /// Its name in tables.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Request(point) => point.name.clone(),
            Self::Pointers => "pointers".to_owned(),
        }
    }
}

/// A source that is tuned.
pub(crate) struct TunedSource {
    pub(crate) bytes: Arc<[u8]>,
    /// The user's options, without `--assume restrict`.
    options: Options,
    /// Whether the user assumes that `restrict` may be written.
    pub(crate) may_restrict: bool,
    includes: FileIncludes,
    session: EngineSession,
}

impl TunedSource {
    pub(crate) fn new(bytes: Vec<u8>, options: Options, includes: FileIncludes) -> Self {
        let may_restrict = options.get("assume") == Some(Value::Flag(true));
        let options = options.assume_restrict(false);
        Self { bytes: bytes.into(), options, may_restrict, includes, session: EngineSession::new() }
    }

    /// The same source with these macros.
    pub(crate) fn with_macros(&self, macros: &[Define]) -> Self {
        let options = macros.iter().cloned().fold(self.options.clone(), Options::macro_option);
        let (bytes, includes) = (Arc::clone(&self.bytes), self.includes.clone());
        Self { bytes, options, may_restrict: self.may_restrict, includes, session: EngineSession::new() }
    }

    /// The options with which its texts are rewritten.
    pub(crate) const fn options(&self) -> &Options {
        &self.options
    }

    /// The user's class of devices.
    pub(crate) fn target(&self) -> DeviceClass {
        match self.options.get("target") {
            Some(Value::Word(word)) => word.parse().unwrap_or_default(),
            _ => DeviceClass::default(),
        }
    }

    /// The same source for another class of devices.
    pub(crate) fn with_target(&self, class: DeviceClass) -> Self {
        let mut source = self.with_macros(&[]);
        source.options = source.options.target(class);
        source
    }

    /// The files that the source includes.
    pub(crate) fn included(&self) -> Result<Vec<PathBuf>, Failure> {
        Ok(batch::rewrite(&self.session, &self.bytes, &self.options, self.includes.clone())?.read)
    }

    /// The names of included files that may have requests. These are not tuned: a file is tuned where it is named.
    pub(crate) fn included_with_requests(&self) -> Result<Vec<String>, Failure> {
        let has_request = |path: &PathBuf| fs::read(path).is_ok_and(|bytes| memmem::find(&bytes, b"unroll").is_some());
        let files = self.included()?.into_iter().filter(has_request);
        Ok(files.map(|path| printable_name(&name_of_path(&path))).collect())
    }

    /// The first directive by which a compiler may read a file that clunroll does not read. A trigraph may begin such a directive.
    pub(crate) fn unread_include(&self) -> Option<String> {
        let (mut includes, lexed) = (self.includes.clone(), Lexed::default());
        let mut files = IncludedFiles::new(&mut includes, &lexed);
        let unit = Unit::read(Arc::clone(&self.bytes), &self.options.host(), &mut files);
        let trigraph = ["??=", "??/"].into_iter().find(|trigraph| unit.sources.find(trigraph.as_bytes()).is_some());
        if let Some(trigraph) = trigraph {
            return Some(trigraph.to_owned());
        }
        let is_unread = |inclusion: &&Inclusion| !matches!(inclusion.fate, Fate::Read(_) | Fate::Spent(_));
        let unread = unit.inclusions().iter().find(is_unread).map(|inclusion| &unit.directives[inclusion.directive]);
        let reads = |directive: &&Directive| {
            let word = unit.line(directive).get(1).map(|word| unit.text(word));
            directive.kind == DirectiveKind::Other
                && word.is_some_and(|word| ["include", "import", "embed"].iter().any(|part| word.contains(part)))
        };
        let directive = unread.or_else(|| unit.directives.iter().find(reads))?;
        let words: Vec<_> = unit.line(directive).iter().map(|token| unit.text(token)).collect();
        Some(words.join(" "))
    }

    /// What clunroll does with a text in place of the source.
    pub(crate) fn rewritten(&self, text: Vec<u8>, has_restrict: bool) -> Result<Outcome, Failure> {
        let options = self.options.clone().assume_restrict(has_restrict);
        Ok(batch::rewrite(&self.session, &text.into(), &options, self.includes.clone())?.outcome)
    }

    /// The text for the compiler with these choices.
    pub(crate) fn text<'p>(
        &self,
        choices: impl Iterator<Item = (&'p Subject, LoopChoice)> + Clone,
    ) -> Result<Vec<u8>, Failure> {
        let has_restrict = choices.clone().any(|(_, choice)| choice == LoopChoice::Restrict);
        let edited = edited(&self.bytes, of_requests(choices));
        Ok(self.rewritten(edited, has_restrict)?.text)
    }

    /// The source with these choices, as its author would write it.
    pub(crate) fn written<'p>(
        &self,
        choices: impl Iterator<Item = (&'p Subject, LoopChoice)> + Clone,
    ) -> Result<Vec<u8>, Failure> {
        let mut text = edited(&self.bytes, of_requests(choices.clone()));
        if !choices.into_iter().any(|(_, choice)| choice == LoopChoice::Restrict) {
            return Ok(text);
        }
        let outcome = self.rewritten(text.clone(), true)?;
        let names = outcome.pointers.iter().filter(|pointer| pointer.is_restrict).map(|pointer| pointer.place);
        let names = names.filter(|place| place.file == FileId::MAIN).map(|place| place.span.range().start);
        // From the end, so that the places before stay.
        for name in names.collect::<BTreeSet<_>>().into_iter().rev() {
            text.splice(name..name, *b"restrict ");
        }
        Ok(text)
    }
}

/// The choices for requests, with their places.
pub(crate) fn of_requests<'p>(
    choices: impl Iterator<Item = (&'p Subject, LoopChoice)>,
) -> impl Iterator<Item = (&'p RequestPoint, LoopChoice)> {
    choices.filter_map(|(subject, choice)| match subject {
        Subject::Request(point) => Some((point, choice)),
        Subject::Pointers => None,
    })
}

#[cfg(test)]
mod tests {
    use clunroll::Remainder;
    use clunroll_core::loop_choices::CopyCount;

    use super::*;

    const LOOP: &str = "for (int i = 0; i < 8; i++) a[i] = i;\n";

    fn source(lines: &str) -> TunedSource {
        let text = format!("__kernel void k(__global int *a) {{\n{}}}\n", lines.replace("LOOP\n", LOOP));
        TunedSource::new(text.into_bytes(), Options::new("k.cl"), FileIncludes::new(std::path::Path::new("k.cl"), &[]))
    }

    fn points(source: &TunedSource) -> Vec<RequestPoint> {
        let outcome = source.rewritten(source.bytes.to_vec(), false).expect("it is read");
        RequestPoint::all(&source.bytes, outcome.requests.iter().map(|one| (one.place, ())))
            .into_iter()
            .map(|(point, ())| point)
            .collect()
    }

    fn written(source: &TunedSource, number: usize, choice: LoopChoice) -> TunedSource {
        let subject = Subject::Request(points(source)[number].clone());
        let bytes = source.written([(&subject, choice)].into_iter()).expect("it is written");
        TunedSource { bytes: bytes.into(), ..source.with_macros(&[]) }
    }

    /// All changed requests of a file are written in one go: in nests, at the uses of a macro, in a shared function. Nothing else changes,
    /// and the next run changes nothing.
    #[test]
    fn several_requests_are_written_at_once() {
        // A byte that is no UTF-8 stays as it is. The function that gets `a` has no `restrict` itself, so `a` gets none.
        let text = b"// \xE4
#define UNROLL _Pragma(\"unroll 4\")
float shared(__global const float *a, int n) {
  float s = 0;
  #pragma unroll 2 // two
  for (int k = 0; k < n; k++) s += a[k];
  return s;
}
__kernel void one(__global const float *a, __global float *out, int n) {
  #pragma unroll 4
  for (int i = 0; i < 8; i++)
    #pragma unroll 2
    for (int j = 0; j < 8; j++) out[i * 8 + j] = a[j] * n;
  UNROLL for (int i = 0; i < n; i++) out[i] += shared(a, i);
}
__kernel void two(__global const float *a, __global float *out, int n) {
  UNROLL
  for (int i = 0; i < n; i++) out[i] = shared(a, i);
}
";
        let expected = b"// \xE4
#define UNROLL _Pragma(\"unroll 4\")
float shared(__global const float *a, int n) {
  float s = 0;
  #pragma clunroll leave
  #pragma unroll 8 // two
  for (int k = 0; k < n; k++) s += a[k];
  return s;
}
__kernel void one(__global const float *a, __global float *restrict out, int n) {
  #pragma unroll_and_jam 4
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++) out[i * 8 + j] = a[j] * n;
  _Pragma(\"nounroll\") for (int i = 0; i < n; i++) out[i] += shared(a, i);
}
__kernel void two(__global const float *a, __global float *restrict out, int n) {
  _Pragma(\"unroll 8\")
  for (int i = 0; i < n; i++) out[i] = shared(a, i);
}
";
        let of = |bytes: &[u8]| TunedSource { bytes: bytes.into(), ..source("") };
        let by_8 = CopyCount::By(8);
        let choices = [
            LoopChoice::Vendor(by_8),
            LoopChoice::Jammed(4),
            LoopChoice::NoPragma,
            LoopChoice::Never,
            LoopChoice::Unrolled(by_8, Remainder::Auto),
        ];
        let write = |source: &TunedSource, choices: &[LoopChoice]| {
            let mut subjects: Vec<_> = points(source).into_iter().map(Subject::Request).collect();
            assert_eq!(subjects.len(), choices.len());
            subjects.push(Subject::Pointers);
            let choices = choices.iter().copied().chain([LoopChoice::Restrict]);
            source.written(subjects.iter().zip(choices)).expect("it is written")
        };
        let show = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let once = write(&of(text), &choices);
        assert_eq!(show(&once), show(expected));
        assert_eq!(once, expected);
        // The request that was removed has no choice any more.
        let rest = [&choices[..2], &choices[3..]].concat();
        assert_eq!(show(&write(&of(&once), &rest)), show(expected));
    }

    /// What is written for a request under a condition leaves the other branches as they are, and another run replaces it.
    #[test]
    fn requests_under_conditions_are_written_again_and_again() {
        let by_8 = LoopChoice::Unrolled(CopyCount::By(8), Remainder::Auto);
        let choices = [
            LoopChoice::AsWritten,
            LoopChoice::Never,
            LoopChoice::Vendor(CopyCount::By(2)),
            by_8,
            LoopChoice::Unrolled(CopyCount::By(3), Remainder::Loop),
        ];
        for lines in [
            "#ifdef X\n#pragma unroll 4\n#else\n  #pragma unroll 2\n#endif\nLOOP\n",
            "#if X > 1\n#pragma unroll 4\nLOOP\n#elif X\n#pragma unroll 2\nLOOP\n#else\nLOOP\n#endif\n",
            "#ifdef X\n#ifdef Y\n#pragma clunroll leave\n#pragma unroll 4 // four\n#endif\n#else\n#pragma clunroll remainder(loop)\n#pragma unroll 2\n#endif\nLOOP\n",
            "#ifdef X\n_Pragma(\"unroll 4\")\n#else\n__attribute__((opencl_unroll_hint(2)))\n#endif\nLOOP\n",
            "#pragma clunroll leave\n#ifdef X\n#pragma unroll 4\n#else\n#pragma unroll 2\n#endif\nLOOP\n",
            "#ifdef X\n#pragma unroll \\\n4\n#endif\nLOOP\n",
            "#ifndef X\n#define N 2\n#endif\n#ifdef N\n#pragma unroll N\n#endif\nLOOP\n",
        ] {
            let source = source(lines);
            let count = points(&source).len();
            assert!(count > 0, "{lines}");
            for number in 0..count {
                for first in choices {
                    let once = written(&source, number, first);
                    let text = |source: &TunedSource| String::from_utf8_lossy(&source.bytes).into_owned();
                    assert_eq!(points(&once).len(), count, "{first}: {}", text(&once));
                    assert_eq!(text(&written(&once, number, first)), text(&once), "{lines}");
                    for second in choices.into_iter().filter(|second| *second != LoopChoice::AsWritten) {
                        let twice = written(&once, number, second);
                        assert_eq!(text(&twice), text(&written(&source, number, second)), "{lines}");
                    }
                    let other = points(&once).into_iter().enumerate().filter(|(at, _)| *at != number);
                    for (at, point) in other {
                        assert_eq!(point.written, points(&source)[at].written, "{lines}");
                    }
                }
            }
        }
    }
}
