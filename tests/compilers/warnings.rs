//! clang gives no warning for a rewritten text that it does not give for the original: neither by default nor with `-Wall`.
//!
//! Otherwise a build with `-Werror` could fail only because of clunroll. Two versions of clang read every kernel and case in all of its
//! builds, as written and as rewritten (`tests/clang/mod.rs`). A file may accept a new warning: `//@ warns -Wflag the reason`. A line
//! without such a warning is a failure too.

use std::collections::BTreeSet;
use std::fs;
use std::thread;

use clang::{Comparison, TextPair, front_ends, is_waived, new_warnings};
use clunroll::unroll;

use crate::clang;
use crate::plan;

/// Both texts of a file in each of its builds; empty if clunroll changes nothing, or if the file is not OpenCL C.
fn pairs(name: &str, source: &[u8]) -> Vec<TextPair> {
    let mut plan = plan::read(source).expect("the file's `//@` lines can be read");
    let outcome = unroll(source, &plan.options.clone().name(name.to_owned()), &mut plan.includes);
    if plan.raw || outcome.text == source || outcome.has_errors() {
        return Vec::new();
    }
    let language = plan.options.get_language().map(|version| version.name().to_owned());
    let builds = plan.builds.iter().map(|build| {
        // The rewritten text replaces the extension.
        let extension = if plan.is_on("provide-extension") { " -Dcl_nv_pragma_unroll=1" } else { "" };
        let text = |text: &[u8], options: &str| TextPair::with_defines(&String::from_utf8_lossy(text), options);
        TextPair {
            name: format!("{name} {build}"),
            language: language.clone(),
            texts: [text(source, &format!("{build}{extension}")), text(&outcome.text, build)],
            accepted: plan.warns.clone(),
        }
    });
    builds.collect()
}

#[test]
fn rewritten_texts_draw_no_new_warning() {
    if is_waived() {
        println!("the tests with clang are left out: CLUNROLL_NO_CLANG=1");
        return;
    }
    let is_invalid = |path: &std::path::PathBuf| path.components().any(|part| part.as_os_str() == "invalid");
    let files = plan::sources(&["kernels", "tests/cases"]).into_iter().filter(|path| !is_invalid(path));
    let files: Vec<_> = files.map(|path| (plan::name(&path), fs::read(path).expect("it can be read"))).collect();
    let share = files.len().div_ceil(thread::available_parallelism().map_or(2, usize::from));
    let all: Vec<TextPair> = thread::scope(|scope| {
        let of_part = |part: &'_ [(String, Vec<u8>)]| {
            let part = part.to_vec();
            scope.spawn(move || part.iter().flat_map(|(name, source)| pairs(name, source)).collect::<Vec<_>>())
        };
        let parts: Vec<_> = files.chunks(share).map(of_part).collect();
        parts.into_iter().flat_map(|part| part.join().expect("clunroll does not panic")).collect()
    });
    let mut failures = Vec::new();
    let accepts =
        |pair: &TextPair, flag: &String| format!("{}: //@ warns {flag}", pair.name.split(' ').next().unwrap_or(""));
    let mut idle: BTreeSet<String> =
        all.iter().flat_map(|pair| pair.accepted.iter().map(|flag| accepts(pair, flag))).collect();
    for front_end in front_ends() {
        let Comparison { new, accepted, compiled } = new_warnings(&front_end, &all, &plan::include_folder());
        println!("{compiled} of {} pairs are compared, {} warnings are new", all.len(), new.len());
        assert!(compiled * 10 > all.len() * 8, "too few pairs have no error: {compiled} of {}", all.len());
        failures.extend(new);
        for (number, flag) in accepted {
            idle.remove(&accepts(&all[number], &flag));
        }
    }
    assert!(failures.is_empty(), "{} new warnings:\n{}", failures.len(), failures.join("\n"));
    assert!(idle.is_empty(), "these lines accept nothing:\n{}", idle.into_iter().collect::<Vec<_>>().join("\n"));
}

/// The test itself: no warnings in the second text alone, with the default warnings and with `-Wall`.
#[test]
fn a_new_warning_is_reported() {
    if is_waived() {
        return;
    }
    let kernel = |body: &str| format!("__kernel void k(__global int *a, int n) {{ {body} }}\n");
    let original = kernel("int i = 1; switch (i) { case 0: a[0] = n; }");
    let pair = |body: &str| TextPair {
        name: "k".to_owned(),
        language: None,
        texts: [original.clone(), kernel(body)],
        accepted: Vec::new(),
    };
    let pairs = [
        pair("const int i = 1; switch (i) { case 0: a[0] = n; }"),
        pair("int i = 1, j = 2; switch (i) { case 0: a[0] = n; }"),
        pair("int i = 1; switch (i) { case 0: a[0] = k; }"),
    ];
    let counts = front_ends().map(|front_end| {
        let Comparison { new, compiled, .. } = new_warnings(&front_end, &pairs, &plan::include_folder());
        let messages = ["constant switch condition", "-Wunused-variable"];
        assert_eq!(compiled, 2, "a pair with an error is left out");
        messages.map(|message| new.iter().filter(|line| line.contains(message)).count())
    });
    assert_eq!(counts, [[1, 1], [1, 1]]);
}
