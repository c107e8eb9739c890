//! Factors that a macro gives: `#pragma unroll UNROLL`.
//!
//! If the host may define the macro, and nothing else of the source uses it, the result is an option for the compiler, `-DUNROLL=8`, and
//! the source stays as it is.

use clunroll::Remainder;
use clunroll::source::FileId;
use clunroll_core::loop_choices::{CopyCount, LoopChoice};
use oclc_syntax::lex::{lex, text};

/// The macro of the host that gives the factor of a request, if there is one: nothing in the source defines it, or only under `#ifndef`, and
/// it is only in requests. No included file may have its name.
pub(crate) fn factor_macro(source: &[u8], included: &[Vec<u8>], request: &str) -> Option<String> {
    let request = request.strip_prefix("_Pragma").unwrap_or(request).trim_matches(['(', ')', '"', ' ']);
    let words = lines_of(request.as_bytes()).concat();
    let after = words.iter().rposition(|word| word == "unroll")? + 1;
    let factor: Vec<_> = words[after..].iter().filter(|word| *word != "(" && *word != ")").collect();
    let [name] = factor[..] else { return None };
    if !name.starts_with(|letter: char| letter.is_alphabetic() || letter == '_') {
        return None;
    }
    if included.iter().any(|file| memchr::memmem::find(file, name.as_bytes()).is_some()) {
        return None;
    }
    let (mut is_defined, mut is_guarded) = (false, false);
    for line in lines_of(source).iter().filter(|line| line.contains(name)) {
        let words: Vec<&str> = line.iter().map(String::as_str).collect();
        match words[..] {
            ["#", "pragma", ..] => {}
            ["#", "ifndef", _] => is_guarded = true,
            ["#", "define", defined, ..] if defined == name && !words[3..].contains(&name.as_str()) => {
                is_defined = true;
            }
            _ => return None,
        }
    }
    (!is_defined || is_guarded).then(|| name.clone())
}

/// The option that carries a choice out for a request whose factor this macro gives, if one does.
pub(crate) fn option_for(name: &str, choice: LoopChoice) -> Option<String> {
    match choice {
        LoopChoice::Unrolled(CopyCount::By(factor), Remainder::Auto) => Some(format!("-D{name}={factor}")),
        _ => None,
    }
}

/// The words of each line.
fn lines_of(bytes: &[u8]) -> Vec<Vec<String>> {
    let mut lines: Vec<Vec<String>> = Vec::new();
    for token in lex(FileId::MAIN, bytes) {
        if token.at_line_start || lines.is_empty() {
            lines.push(Vec::new());
        }
        if let Some(line) = lines.last_mut() {
            line.push(text(bytes, &token).into_owned());
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_macro_of_the_host_is_found() {
        let guarded = "#ifndef U\n#define U 4\n#endif\n";
        let fixed = "#define U 4\n";
        for (request, source, expected) in [
            ("#pragma unroll U", "", Some("U")),
            ("#pragma unroll(U)", guarded, Some("U")),
            ("_Pragma(\"unroll U\")", guarded, Some("U")),
            ("#pragma unroll U", "#pragma unroll U\nfor (;;) {}\n", Some("U")),
            ("#pragma unroll U", fixed, None),
            ("#pragma unroll U", "int a[U];\n", None),
            ("#pragma unroll U", "#if U > 2\n#endif\n", None),
            ("#pragma unroll 4", "", None),
            ("#pragma unroll U * 2", "", None),
            ("#pragma unroll", "", None),
            ("#pragma unroll_and_jam U", "", None),
        ] {
            assert_eq!(factor_macro(source.as_bytes(), &[], request).as_deref(), expected, "{request}");
        }
        let included = [b"#define WIDTH (4 * U)\n".to_vec()];
        assert_eq!(factor_macro(b"", &included, "#pragma unroll U"), None);
        assert_eq!(factor_macro(b"", &included, "#pragma unroll V").as_deref(), Some("V"));
        assert_eq!(option_for("U", LoopChoice::Unrolled(CopyCount::By(8), Remainder::Auto)).as_deref(), Some("-DU=8"));
        assert_eq!(option_for("U", LoopChoice::NoPragma), None);
    }
}
