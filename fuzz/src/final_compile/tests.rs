//! Texts whose result the standard defines, or all compilers agree on.

use super::{Compile, Failure};
use crate::case::Case;

/// The tokens that a compiler sees of a text, with a blank between two tokens.
fn seen(text: &str) -> Result<String, Failure> {
    let mut case = Case::read(text.as_bytes());
    let tokens = Compile::new(&mut case.files).run(&case.source)?;
    Ok(tokens.iter().map(|token| &*token.text).collect::<Vec<_>>().join(" "))
}

fn is_seen(text: &str, expected: &str) {
    assert_eq!(seen(text).as_deref(), Ok(expected), "{text}");
}

#[test]
fn examples_of_the_standard() {
    // C99 6.10.3.5, example 3.
    let macros = "#define x 3\n#define f(a) f(x * (a))\n#undef x\n#define x 2\n#define g f\n#define z z[0]\n#define h g(~\n\
                  #define m(a) a(w)\n#define w 0,1\n#define t(a) a\n#define p() int\n#define q(x) x\n#define r(x,y) x ## y\n\
                  #define str(x) # x\n";
    let with = |code: &str, expected: &str| is_seen(&format!("{macros}{code}"), expected);
    with(
        "f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);",
        "f ( 2 * ( y + 1 ) ) + f ( 2 * ( f ( 2 * ( z [ 0 ] ) ) ) ) % f ( 2 * ( 0 ) ) + t ( 1 ) ;",
    );
    with(
        "g(x+(3,4)-w) | h 5) & m\n(f)^m(m);",
        "f ( 2 * ( 2 + ( 3 , 4 ) - 0 , 1 ) ) | f ( 2 * ( ~ 5 ) ) & f ( 2 * ( 0 , 1 ) ) ^ m ( 0 , 1 ) ;",
    );
    with("p() i[q()] = { q(1), r(2,3), r(4,), r(,5), r(,) };", "int i [ ] = { 1 , 23 , 4 , 5 , } ;");
    with("char c[2][6] = { str(hello), str() };", "char c [ 2 ] [ 6 ] = { \"hello\" , \"\" } ;");
}

#[test]
fn strings_keep_their_blanks_and_quotes() {
    is_seen("#define S(x) #x\nS( a  + \"b\\n\" /* c */ 'd' )", "\"a + \\\"b\\\\n\\\" 'd'\"");
    is_seen("#define S(...) #__VA_ARGS__\nS(a, b,c)", "\"a, b,c\"");
}

#[test]
fn arguments_beyond_the_parameters() {
    let macros = "#define F(f, ...) f(0, ## __VA_ARGS__)\n#define G(a...) { a }\n";
    is_seen(&format!("{macros}F(g) F(g, 1, 2) G(1, 2) G()"), "g ( 0 ) g ( 0 , 1 , 2 ) { 1 , 2 } { }");
}

#[test]
fn conditions_choose_code() {
    let chosen =
        |condition: &str| seen(&format!("#define N 8\n#define F(x) (x * 2)\n#if {condition}\nyes\n#else\nno\n#endif"));
    for condition in [
        "N == 8",
        "defined N && !defined(M)",
        "F(N) == 16",
        "-1 > 0u",
        "M || 1 / 1",
        "0 && 1 / 0 || 1",
        "1 ? 2 : 1 / 0",
        "(7 & 3) == 3",
    ] {
        assert_eq!(chosen(condition).as_deref(), Ok("yes"), "{condition}");
    }
    for condition in ["N - 8", "M", "-1 < 0u", "1 ? 0 : 1", "~0 << 1 == 0 || 0"] {
        let seen = chosen(condition);
        assert!(seen.as_deref() == Ok("no") || seen == Err(Failure::Unclear), "{condition}: {seen:?}");
    }
    for condition in ["1 / 0", "", "1 +", "(1", "1.0", "08", "1 2"] {
        assert!(matches!(chosen(condition), Err(Failure::Refused(_))), "{condition}");
    }
    for condition in ["true", "defined M ? __LINE__ : __COUNTER__", "9223372036854775807 + 1"] {
        assert_eq!(chosen(condition), Err(Failure::Unclear), "{condition}");
    }
}

#[test]
fn branches_exclude_each_other() {
    let text = "#if A\na\n#elif B\nb\n#if 1\nc\n#endif\n#elif 1 / 0\n#else\nd\n#endif";
    is_seen(&format!("#define B 1\n{text}"), "b c");
    is_seen(&format!("#define A 1\n{text}"), "a");
    assert_eq!(seen("#if 1\n"), Err(Failure::Refused("`#if` without `#endif`")));
    is_seen("#if 0\n#if 1 / 0\n#elif x y\n#endif\n#error\n#endif\nx", "x");
}

#[test]
fn pragmas_are_tokens_in_both_spellings() {
    is_seen("#define N 4\n#pragma unroll N /* comment */\nx _Pragma(\"unroll N\") y", "unroll 4 x unroll 4 y");
    is_seen("#define enable 1\n#pragma OPENCL EXTENSION all : enable\n", "OPENCL EXTENSION all : enable");
}

#[test]
fn files_are_put_in_place() {
    is_seen(
        "#include \"a.h\"\n#include \"a.h\"\n#include <b.h>\nN\n//@ file a.h\n#pragma once\n#define N 4\nx\n",
        "x <b.h> 4",
    );
    is_seen("#define NAME \"a.h\"\n#include NAME\n#include NAME\n//@ file a.h\nx\n", "x x");
}

#[test]
fn a_directive_inside_arguments_is_refused() {
    let refused = Err(Failure::Refused("arguments without an end"));
    assert_eq!(seen("#define F(x) x\nF(1\n#define G\n)"), refused);
    assert_eq!(seen("#define F(x) x\nF\n#define G\n(1)"), Err(Failure::Unclear));
}
