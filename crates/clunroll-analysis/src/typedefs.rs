//! The types that `typedef`s declare, anywhere in the text (C99 6.7.7).
//!
//! If a function, or the text before it, cannot be parsed, no tree contains its types. A name without a declaration counts as an arithmetic
//! type from some other file; for a name that the file declares, in any function, that would be a guess. So this module reads the plain
//! declarations in the text of all functions: arithmetic types by their words, and enumerations. The names of any other `typedef` may mean
//! anything.

use rustc_hash::{FxHashMap, FxHashSet};

use oclc_syntax::lex::{Bracket, Depth, Punct, Token, TokenKind};
use oclc_syntax::preprocess::Unit;
use oclc_syntax::tree::{is_attribute_word, is_c_type_keyword, is_keyword, is_type_name, scalar_type};

/// All `typedef`s of a unit.
#[derive(Debug)]
pub struct Typedefs {
    /// For each name, the words of all its declarations, if they are plain.
    plain: FxHashMap<String, Vec<String>>,
    /// The names that other declarations may declare.
    others: FxHashSet<String>,
    /// The names whose words are all arithmetic types, also through other names.
    arithmetic: FxHashSet<String>,
    /// Whether a macro may contain a `typedef`.
    are_hidden: bool,
}

impl Typedefs {
    /// Reads the code of a unit.
    pub(super) fn of(unit: &Unit) -> Self {
        let mut in_macros = unit.directive_tokens().chain(unit.host_tokens());
        let are_hidden = in_macros.any(|token| unit.is_word(token, "typedef"));
        let mut typedefs = Self {
            plain: FxHashMap::default(),
            others: FxHashSet::default(),
            arithmetic: FxHashSet::default(),
            are_hidden,
        };
        let mut code = &unit.code[..];
        while let Some(at) = code.iter().position(|token| unit.is_word(token, "typedef")) {
            code = &code[at + 1..];
            let end = end_of(code);
            typedefs.add(unit, &code[..end]);
        }
        // In C++, these words name types without `typedef`.
        let is_name = |token: &Token| token.kind == TokenKind::Identifier;
        let names_type =
            |token: &Token| matches!(&*unit.text(token), "struct" | "union" | "class" | "typename" | "using");
        let pairs = unit.code.windows(2).filter(|pair| pair.iter().all(is_name));
        let named = pairs.filter(|pair| names_type(&pair[0]));
        typedefs.others.extend(named.map(|pair| unit.text(&pair[1]).into_owned()));
        typedefs.arithmetic = typedefs.find_arithmetic();
        typedefs
    }

    // "typedef" { word } name ";" | "typedef" "enum" [ tag ] [ "{" … "}" ] name ";"
    fn add(&mut self, unit: &Unit, tokens: &[Token]) {
        let text = |token: &Token| unit.text(token).into_owned();
        let is_word = |token: &Token| token.kind == TokenKind::Identifier && !unit.has_definitions(&unit.text(token));
        if let Some((name, words)) = tokens.split_last().filter(|(name, words)| is_word(name) && !words.is_empty()) {
            let is_enum = unit.is_word(&words[0], "enum");
            let is_enumeration = is_enum
                && match words {
                    [_, tag] => is_word(tag),
                    [_, .., last] => last.is(Punct::RightBrace),
                    _ => false,
                };
            if is_enumeration {
                self.plain.entry(text(name)).or_default();
                return;
            }
            if !is_enum && words.iter().all(is_word) {
                self.plain.entry(text(name)).or_default().extend(words.iter().map(text));
                return;
            }
        }
        // A declared name is not followed by another word, or by a `*`.
        let mut depth = Depth::of(Bracket::Curly);
        for (at, token) in tokens.iter().enumerate() {
            if depth.is_outside_after(token.kind) && token.kind == TokenKind::Identifier {
                let names_type = tokens.get(at + 1).is_some_and(|next| {
                    next.is(Punct::Star) || (is_word(next) && !is_attribute_word(&unit.text(next)))
                });
                self.others.extend((!names_type).then(|| text(token)));
            }
        }
    }

    /// Whether a name may be declared as a type that is not arithmetic, or as `bool`. A declaration of one of OpenCL C's own types by a
    /// macro is not expected.
    #[must_use]
    pub fn may_be_other(&self, name: &str) -> bool {
        let is_declared = self.plain.contains_key(name) || self.others.contains(name);
        (self.are_hidden && !is_type_name(name)) || (is_declared && !self.arithmetic.contains(name))
    }

    /// Whether one of OpenCL C's own integer types is declared as another one. Inside a function, that is allowed, and without the function
    /// it is unknown whether a loop is in that scope.
    fn is_redeclared(&self, name: &str) -> bool {
        self.plain.get(name).zip(own_words(name)).is_some_and(|(words, own)| {
            let is_own = |word: &String| own.contains(&&**word) || word == "int";
            !words.iter().all(is_own) || !own.iter().all(|own| words.iter().any(|word| word == own))
        })
    }

    /// The names of arithmetic types. Each is added after all names in its declaration, so a name that is declared by itself is never
    /// added.
    fn find_arithmetic(&self) -> FxHashSet<String> {
        let is_other = |name: &str| self.others.contains(name) || self.is_redeclared(name);
        let mut waiting: FxHashMap<&str, Vec<&str>> = FxHashMap::default();
        let mut missing: FxHashMap<&str, usize> = FxHashMap::default();
        let mut found = Vec::new();
        for (name, words) in self.plain.iter().filter(|(name, _)| !is_other(name)) {
            let Some(named) = words.iter().map(|word| self.names(word)).collect::<Option<Vec<_>>>() else { continue };
            for word in named.iter().flatten() {
                waiting.entry(word).or_default().push(name);
            }
            match named.iter().flatten().count() {
                0 => found.push(&**name),
                count => drop(missing.insert(name, count)),
            }
        }
        let mut arithmetic = FxHashSet::default();
        while let Some(name) = found.pop() {
            arithmetic.insert(name.to_owned());
            for waits in waiting.remove(name).unwrap_or_default() {
                let left = missing.entry(waits).or_default();
                *left = left.saturating_sub(1);
                if *left == 0 {
                    found.push(waits);
                }
            }
        }
        arithmetic
    }

    /// The declared name, if a word of a type is one; `None` if the word makes the type something other than arithmetic.
    #[allow(clippy::option_option, reason = "no name to follow is another matter than a type that is none")]
    fn names<'w>(&self, word: &'w str) -> Option<Option<&'w str>> {
        match word {
            "void" | "_Bool" | "bool" => None,
            "float" | "double" | "half" => Some(None),
            word if is_c_type_keyword(word) => Some(None),
            word if scalar_type(word).is_some() => (!self.is_redeclared(word)).then_some(None),
            // Vectors, events, images; `struct`, `const`, `volatile`.
            word if is_type_name(word) || is_keyword(word) => None,
            word if self.others.contains(word) => None,
            word => Some(self.plain.contains_key(word).then_some(word)),
        }
    }
}

/// The words in C for one of OpenCL C's own integer types (OpenCL C 6.1.1), without `int`.
fn own_words(name: &str) -> Option<&'static [&'static str]> {
    Some(match name {
        "uchar" => &["unsigned", "char"],
        "ushort" => &["unsigned", "short"],
        "uint" => &["unsigned"],
        "ulong" | "size_t" => &["unsigned", "long"],
        _ => return None,
    })
}

/// The index at which a declaration ends: its semicolon outside of braces.
fn end_of(tokens: &[Token]) -> usize {
    let mut depth = Depth::of(Bracket::Curly);
    let ends = |token: &Token| !depth.read(token.kind) || depth.is_outside() && token.is(Punct::Semicolon);
    tokens.iter().position(ends).unwrap_or(tokens.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn may_be_other(source: &str, name: &str) -> bool {
        Typedefs::of(&Unit::alone(source.as_bytes())).may_be_other(name)
    }

    #[test]
    fn arithmetic_types_are_known_by_their_words() {
        for source in [
            "",
            "typedef unsigned long T;",
            "typedef uint S; void f() { typedef S T; }",
            "typedef uint32_t T;\n#ifdef A\ntypedef uchar T;\n#endif",
            "typedef enum { A, B } T;",
            "typedef enum E T;",
            "typedef struct { T x; } U;\ntypedef half T;",
            "typedef T *U;",
            "typedef unsigned int uint;\ntypedef uint T;",
            "typedef S T; typedef S T; typedef int S; typedef S T;",
        ] {
            assert!(!may_be_other(source, "T"), "{source}");
        }
    }

    #[test]
    fn all_others_may_be_anything() {
        for source in [
            "typedef bool T;",
            "typedef int T;\nvoid f() { typedef bool T; }",
            "typedef bool S; typedef S T;",
            "typedef T T;",
            "typedef int T; typedef T S; typedef S T;",
            "typedef int *T;",
            "typedef int (T);",
            "typedef int Q, (*T)[1];",
            "typedef int T[2];",
            "typedef float4 T;",
            "typedef volatile int T;",
            "typedef int T __attribute__((mode(QI)));",
            "typedef __attribute__((mode(QI))) int T;",
            "typedef struct { int a; } T;",
            "typedef enum E *T;",
            "#define S bool\ntypedef S T;",
            "#define A\ntypedef int T A;",
            "using T = bool;",
            "template <typename T> void f();",
            "class T { };",
            "using uint = T; struct T { };",
            "#define D typedef\nD bool T;",
            "typedef __typeof__(x) T;",
            "typedef unsigned long uint;\ntypedef uint T;",
        ] {
            assert!(may_be_other(source, "T"), "{source}");
        }
    }

    #[test]
    fn opencl_c_s_own_types_may_be_declared_as_others() {
        for (name, source, is_other) in [
            ("uint", "typedef unsigned int uint;", false),
            ("uint", "typedef unsigned uint;", false),
            ("ulong", "typedef long unsigned int ulong;", false),
            ("uchar", "typedef unsigned char uchar; typedef uchar uint8_t;", false),
            ("uint", "typedef unsigned int uint; void f() { typedef unsigned long uint; }", true),
            ("uint", "typedef int uint;", true),
            ("uint", "typedef enum { A } uint;", true),
            ("uchar", "typedef unsigned int uchar;", true),
            ("ulong", "typedef uint ulong;", true),
        ] {
            assert_eq!(may_be_other(source, name), is_other, "{source}");
        }
    }
}
