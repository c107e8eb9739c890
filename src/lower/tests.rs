//! What invocations become in the text that the stages read.

use std::collections::BTreeSet;

use super::find::Carriers;
use super::lowered::Lowered;
use crate::options::{NoIncludes, Options};
use crate::preprocess::Unit;

/// The lowered text behind the `#define` lines; `None` where nothing is written out. That it means the same is asserted.
fn lowered(source: &str) -> Option<String> {
    let unit = |text: &[u8]| Unit::read(text, &Options::default(), &mut NoIncludes);
    let before = unit(source.as_bytes());
    let lowered = Lowered::of(&before, &Carriers::of(&before), &BTreeSet::new(), 1 << 20);
    let text = lowered.text.as_ref()?.bytes().to_vec();
    assert!(lowered.is_same_program(&before, &unit(&text)), "{}", String::from_utf8_lossy(&text));
    let text = String::from_utf8(text).unwrap();
    let lines = text.lines().zip(source.lines());
    let same = lines.take_while(|(new, old)| new == old && (old.starts_with('#') || old.ends_with('\\'))).count();
    Some(text.split_inclusive('\n').skip(same).collect())
}

#[track_caller]
fn check(definitions: &str, code: &str, expected: &str) {
    let text = lowered(&format!("{definitions}\n{code}"));
    let text = text.as_deref().map(str::trim_end);
    assert!(text == Some(expected), "wanted:\n{expected}\ngot:\n{}", text.unwrap_or("nothing"));
}

#[track_caller]
fn check_unchanged(definitions: &str, code: &str) {
    assert_eq!(lowered(&format!("{definitions}\n{code}")), None);
}

#[test]
fn a_keyword_with_its_hint() {
    check(
        "#define unroll_for __attribute__((opencl_unroll_hint)) for",
        "void f() {\n    unroll_for (int i = 0; i < 4; i++) a[i] = i;\n}",
        "void f() {\n    __attribute__((opencl_unroll_hint)) for (int i = 0; i < 4; i++) a[i] = i;\n}",
    );
    check(
        "#define N 4\n#define unroll_for_by(N) __attribute__((opencl_unroll_hint(N))) for",
        "void f() { unroll_for_by(N)(off_t i = 0; i < n; i++) { x; } }",
        "void f() { __attribute__((opencl_unroll_hint(N))) for(off_t i = 0; i < n; i++) { x; } }",
    );
}

#[test]
fn a_pragma_of_its_own() {
    check("#define UNROLL _Pragma(\"unroll\")", "void f() {\n  UNROLL\n  for (;;) x;\n}", "void f() {\n  _Pragma(\"unroll\")\n  for (;;) x;\n}");
    let definitions = "#define STR(x) #x\n#define PRAGMA_UNROLL(n) _Pragma(STR(unroll n))";
    check(
        definitions,
        "void f() {\n  PRAGMA_UNROLL(4)\n  for (int i = 0; i < n; i++) x;\n}",
        "void f() {\n  _Pragma(\"unroll 4\")\n  for (int i = 0; i < n; i++) x;\n}",
    );
    // The factor's value, not its name, comes into the string.
    check(
        &format!("#define FACTOR 8\n{definitions}"),
        "void f() {\n  PRAGMA_UNROLL(FACTOR) for (;;) x;\n}",
        "void f() {\n  _Pragma(\"unroll 8\") for (;;) x;\n}",
    );
}

#[test]
fn a_loop_whose_request_stands_in_the_source() {
    check(
        "#define FOR_EACH(i, n) for (int i = 0; i < (n); i++)",
        "void f() {\n#pragma unroll 4\n  FOR_EACH(i, 64) sum += a[i];\n}",
        "void f() {\n#pragma unroll 4\n  for (int i = 0; i < (64); i++) sum += a[i];\n}",
    );
    check_unchanged("#define FOR_EACH(i, n) for (int i = 0; i < (n); i++)", "void f() {\n  FOR_EACH(i, 64) sum += a[i];\n}");
}

const LOOP_UNROLLING: &str = "#define LOOP_UNROLLING(type, idx, start, step, num, macro) { _Pragma(\"unroll\") \
                              for (type idx = start; idx < (num * step); idx += step) { (macro); } }";

#[test]
fn a_body_as_an_argument() {
    check(
        LOOP_UNROLLING,
        "void f() {\n    LOOP_UNROLLING(int, i, 0, 1, 4,\n    {\n        sum[i] = f(a, b); // why\n    })\n}",
        "void f() {\n    {\n        _Pragma(\"unroll\")\n        for (int i = 0; i < (4 * 1); i += 1) {\n            ({\n        \
         sum[i] = f(a, b); // why\n    });\n        }\n    }\n}",
    );
}

#[test]
fn one_inside_the_other() {
    check(
        LOOP_UNROLLING,
        "void f() {\n  LOOP_UNROLLING(int, i, 0, 1, 4, {\n    LOOP_UNROLLING(int, j, 0, 1, N0, {\n      a[i] += j;\n    })\n  })\n}",
        "",
    );
}
