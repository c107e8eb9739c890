//! Choices for several devices in one text: the final compile for a device defines its macro.
//!
//! ```text
//! #if defined(ON_H200)
//!   #pragma unroll 8
//! #else
//!   #pragma unroll 4
//! #endif
//!   for (int i = 0; i < n; i++)
//! ```
//!
//! Only one branch is compiled, and each has pragmas that an author could have written. So the text computes the same for all devices, also
//! if a compile defines none of the macros or several. The engine then rewrites the loop in each branch, as it does for any conditional
//! request. A conditional group needs lines of its own, so a request that shares its line with a comment before it has no such choice, and
//! neither has one in the argument of a macro, where C leaves directives undefined. A pragma or attribute before the request would stay outside
//! of the branches, so it prevents them too (`surroundings`).

use std::ops::Range;

use super::ChosenLoop;
use super::request_point::{RequestPoint, continues};

/// Text in place of a request.
pub(super) struct BranchText {
    /// The bytes that it replaces.
    pub replaced: Range<usize>,
    pub parts: Vec<TextPart>,
}

/// A part of such a text.
pub(super) enum TextPart {
    Made(Vec<u8>),
    /// These bytes of the source.
    Copied(Range<usize>),
}

/// A request with a branch for each device that has a choice. `None` if it stays as written for all of them. `Err` if it cannot have
/// branches.
pub(super) fn branches(
    point: &RequestPoint,
    source: &[u8],
    choices: &[(&str, &ChosenLoop)],
) -> Result<Option<BranchText>, ()> {
    let lines = point.whole_lines(source).ok_or(())?;
    let line_end = point.line_end(source);
    let written = &source[point.span.clone()];
    let mut branches: Vec<(Vec<&str>, Vec<u8>)> = Vec::new();
    for (device, chosen) in choices {
        let made = point.replacement(chosen.choice, source);
        let Some(mut made) = made.filter(|made| made != written) else { continue };
        if !made.is_empty() && !made.ends_with(b"\n") {
            made.extend_from_slice(line_end.as_bytes());
        }
        match branches.iter_mut().find(|(_, other)| *other == made) {
            Some((devices, _)) => devices.push(device),
            None => branches.push((vec![device], made)),
        }
    }
    if branches.is_empty() {
        return Ok(None);
    }
    // A group begins a line, and not one that continues another.
    let before = &source[..lines.start];
    let begins_line = before.is_empty() || before.ends_with(b"\n");
    let mut made = if begins_line && !continues(before) { Vec::new() } else { line_end.as_bytes().to_vec() };
    for (number, (devices, text)) in branches.iter().enumerate() {
        let tests: Vec<_> = devices.iter().map(|device| format!("defined({device})")).collect();
        let word = if number == 0 { "#if" } else { "#elif" };
        made.extend_from_slice(format!("{word} {}{line_end}", tests.join(" || ")).as_bytes());
        made.extend_from_slice(text);
    }
    let mut parts = Vec::new();
    if !lines.is_empty() {
        made.extend_from_slice(format!("#else{line_end}").as_bytes());
        parts.push(TextPart::Made(std::mem::take(&mut made)));
        parts.push(TextPart::Copied(lines.clone()));
        if !source[lines.clone()].ends_with(b"\n") {
            made.extend_from_slice(line_end.as_bytes());
        }
    }
    made.extend_from_slice(format!("#endif{line_end}").as_bytes());
    parts.push(TextPart::Made(made));
    Ok(Some(BranchText { replaced: lines, parts }))
}

#[cfg(test)]
mod tests {
    use clunroll_loops::Amount;
    use oclc_syntax::source::{Composed, FileId, Place, Sources, Span};

    use super::super::{ChosenLoop, FoundRequest, LoopIdentity, SourceLoops, with_choices};

    const ONE: &str = "void f(int n) {\n  #pragma unroll 4\n  for (int i = 0; i < n; i++) g(i);\n}\n";

    /// The text with choices for devices, in place of its one request; and the number of choices that do not fit.
    fn with(source: &str, written: &str, choices: &[(&str, &str)]) -> (String, usize) {
        let mut files = Sources::default();
        let main = files.add("k.cl".to_owned(), std::sync::Arc::<[u8]>::from(source.as_bytes()));
        let start = source.find(written).expect("the request");
        let place = Place { file: FileId::MAIN, span: Span::new(start as u32, (start + written.len()) as u32) };
        let requests: Vec<_> = (!written.is_empty())
            .then_some(FoundRequest { place, amount: Some(Amount::By(4)), is_exact: source.contains("exact") })
            .into_iter()
            .collect();
        let loops = SourceLoops::of(source.as_bytes(), requests.iter().map(|request| request.place));
        let identity = loops.all().next().expect("a loop").identity.clone();
        let chosen = |(device, words): &(&str, &str)| {
            let choice = words.parse().expect("a choice");
            ChosenLoop::new("k.cl".to_owned(), identity.clone(), 2, choice).on_device(device.parse().expect("a name"))
        };
        let chosen: Vec<_> = choices.iter().map(chosen).collect();
        let chosen: Vec<_> = chosen.iter().collect();
        let text = with_choices(Composed::verbatim(&files, main), &requests, &chosen);
        (String::from_utf8(text.text.bytes().to_vec()).expect("a text"), text.unfit.len())
    }

    fn expected(group: &str) -> (String, usize) {
        (ONE.replace("  #pragma unroll 4\n", group), 0)
    }

    #[test]
    fn each_device_has_a_branch_and_the_others_what_is_written() {
        let author = "#else\n  #pragma unroll 4\n#endif\n";
        for (choices, group) in [
            (&[("A", "unroll 8")][..], "#if defined(A)\n  #pragma unroll 8\n".to_owned() + author),
            (
                &[("A", "leave"), ("B", "no pragma")],
                "#if defined(A)\n  #pragma clunroll leave\n  #pragma unroll 4\n#elif defined(B)\n".to_owned() + author,
            ),
            // Equal ones share a branch, and so does what is written.
            (
                &[("A", "nounroll"), ("B", "unroll 4"), ("C", "nounroll")],
                "#if defined(A) || defined(C)\n  #pragma nounroll\n".to_owned() + author,
            ),
            (&[("A", "unroll 4")], "  #pragma unroll 4\n".to_owned()),
        ] {
            assert_eq!(with(ONE, "#pragma unroll 4", choices), expected(&group));
        }
    }

    #[test]
    fn a_group_has_lines_of_its_own() {
        let choices = &[("A", "unroll 8")];
        let group = "#if defined(A)\n  #pragma unroll 8\n";
        // A comment at the end of the line goes with the request.
        let source = ONE.replace("unroll 4", "unroll 4 // four");
        let expected =
            ONE.replace("  #pragma unroll 4\n", &format!("{group}#else\n  #pragma unroll 4 // four\n#endif\n"));
        assert_eq!(with(&source, "#pragma unroll 4", choices), (expected, 0));
        // No request.
        let source = ONE.replace("  #pragma unroll 4\n", "");
        let expected = ONE.replace("  #pragma unroll 4\n", &format!("{group}#endif\n"));
        assert_eq!(with(&source, "", choices), (expected, 0));
        // An operator within a line.
        let operator = "_Pragma(\"unroll 4\")";
        let source = ONE.replace("#pragma unroll 4\n ", operator);
        let expected = format!("  \n#if defined(A)\n_Pragma(\"unroll 8\")\n#else\n{operator}\n#endif\n for (");
        let (text, unfit) = with(&source, operator, choices);
        assert!(unfit == 0 && text.contains(&expected), "{text}");
        for (old, new) in [
            // It would end within a comment, or within a line.
            ("unroll 4", "unroll 4 /* four\n copies */"),
            ("unroll 4", "unroll 4 // four \\\n copies"),
            ("  #pragma", "  /* now */ #pragma"),
            // In the argument of a macro.
            ("{\n", "{ M(\n"),
        ] {
            let source = ONE.replace(old, new).replace("g(i);\n", if new == "{ M(\n" { "g(i);)\n" } else { "g(i);\n" });
            assert_eq!(with(&source, "#pragma unroll 4", choices), (source.clone(), 1), "{source}");
        }
    }

    #[test]
    fn a_continued_line_stays_whole() {
        let choices = &[("A", "unroll 8")];
        // A directive after it would be a part of it.
        for end in ["\\", "\\\r", "??/", "\\ "] {
            let source = ONE.replace("  #pragma unroll 4\n", &format!("  if (n < 0) g(0); else {end}\n"));
            assert_eq!(with(&source, "", choices), (source.clone(), 1), "{source}");
        }
        // An operator gets a line of its own.
        let operator = "_Pragma(\"unroll 4\")";
        let source = ONE.replace("  #pragma unroll 4\n  for", &format!("  if (n < 0) g(0); else \\\n{operator} for"));
        let (text, unfit) = with(&source, operator, choices);
        assert!(unfit == 0 && text.contains("else \\\n\n#if defined(A)\n_Pragma(\"unroll 8\")\n#else\n"), "{text}");
    }

    #[test]
    fn the_ends_of_lines_stay() {
        let group = "#if defined(A)\n  #pragma unroll 8\n#else\n  #pragma unroll 4\n#endif\n";
        for (source, written, text) in [
            (ONE.to_owned(), "#pragma unroll 4", ONE.replace("  #pragma unroll 4\n", group)),
            (
                ONE.replace("  #pragma unroll 4\n", ""),
                "",
                ONE.replace("  #pragma unroll 4\n", "#if defined(A)\n  #pragma unroll 8\n#endif\n"),
            ),
            (
                ONE.replace("#pragma unroll 4\n ", "_Pragma(\"unroll 4\")"),
                "_Pragma(\"unroll 4\")",
                ONE.replace("#pragma unroll 4\n ", &format!("\n{group}"))
                    .replace("  #pragma unroll 8", "_Pragma(\"unroll 8\")")
                    .replace("  #pragma unroll 4", "_Pragma(\"unroll 4\")"),
            ),
        ] {
            let windows = |text: &str| text.replace('\n', "\r\n");
            assert_eq!(with(&windows(&source), written, &[("A", "unroll 8")]), (windows(&text), 0));
        }
    }

    #[test]
    fn a_request_after_other_pragmas_has_no_branches() {
        for before in [
            "#pragma clunroll exact\n",
            "#pragma clunroll independent\n\n  // each row\n",
            "#pragma ivdep\n",
            "#pragma ivdep\n#ifdef X\n#endif\n",
            "#pragma ivdep\nrows: ",
            "__attribute__((xcl_pipeline_loop))\n",
            "_Pragma(\"ivdep\")\n",
        ] {
            for request in ["#pragma unroll 4", ""] {
                let source = ONE.replace("  #pragma unroll 4\n", &format!("  {before}\n  {request}\n"));
                assert_eq!(with(&source, request, &[("A", "unroll 2")]), (source.clone(), 1), "{source}");
            }
        }
        // Those of another statement do not count.
        for before in ["#pragma ivdep\n  if (n)\n", "#pragma ivdep\n  g(0);\n", "rows:\n"] {
            let source = ONE.replace("  #pragma", &format!("  {before}  #pragma"));
            assert_eq!(with(&source, "#pragma unroll 4", &[("A", "unroll 2")]).1, 0, "{source}");
        }
    }

    /// If each branch was rewritten, nothing of the loop is left.
    #[test]
    fn a_loop_that_each_branch_rewrote_is_not_missed() {
        let on_a = |identity| {
            let choice = "unroll 8".parse().expect("a choice");
            ChosenLoop::new("k.cl".to_owned(), identity, 2, choice).on_device("A".parse().expect("a name"))
        };
        let gone = on_a(LoopIdentity::new("f".to_owned(), 1, 1));
        let unfit = |source: &str, choices: &[&ChosenLoop]| {
            let mut files = Sources::default();
            let main = files.add("k.cl".to_owned(), std::sync::Arc::<[u8]>::from(source.as_bytes()));
            with_choices(Composed::verbatim(&files, main), &[], choices).unfit.len()
        };
        let rewritten = "void f(int n) {\n#if defined(A)\n  g(0);\n#else\n  g(1);\n#endif\n}\n";
        assert_eq!(unfit(rewritten, &[&gone]), 0);
        assert_eq!(unfit(&rewritten.replace("(A)", "(X)"), &[&gone]), 1);
        assert_eq!(unfit("void f(int n) {\n  g(0);\n}\n", &[&gone]), 1);
        let in_another = rewritten.replace("void f", "void h") + "void f(int n) {\n  g(0);\n}\n";
        assert_eq!(unfit(&in_another, &[&gone]), 1);
        // The branches of another loop.
        let of_another = rewritten.replace("g(1)", "for (int i = 0; i < n; i++) g(i)");
        let loops = SourceLoops::of(of_another.as_bytes(), []);
        let other = on_a(loops.all().next().expect("a loop").identity.clone());
        assert_eq!(unfit(&of_another, &[&other]), 0);
        assert_eq!(unfit(&of_another, &[&other, &gone]), 1);
    }
}
