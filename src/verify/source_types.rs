//! Reads the parameters of kernels, with their types, from the source.
//!
//! Platforms differ in the names of parameters and types: PoCL renames a parameter called `length`, and for `typedef float2 cplx` some
//! platforms report `cplx`. So this reads the tokens of the source after macro expansion, and understands typedefs, structures, arrays and
//! enumerations. A structure gets its layout of C and OpenCL C: each field is at the next multiple of its alignment, and a vector of three
//! has the layout of one of four.
//!
//! Some types stay unknown: unions, bit-fields, pointers in structures, attributes other than `packed` and `aligned`, and names with two
//! different declarations. Then the platform is asked, or memory is filled with integers.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use clunroll_files::includes::FileIncludes;
use clunroll_opencl::{ElementType, Field, SourceParameter};
use oclc_syntax::host::{HostOptions, MacroOption};
use oclc_syntax::lex::{lex, text as lexed};
use oclc_syntax::preprocess::{Configuration, IncludedFiles, Lexed, Unit, expand};
use oclc_syntax::source::FileId;

use super::compile::FinalCompile;
use super::layouts::{Attributes, COMPONENTS, Layout, constant, is_scalar_word, scalar_of, with_attributes};

/// The tokens of the original after macro expansion. If only the final compile can decide an `#if`, there are those of all branches. Empty
/// if there are too many.
pub(crate) fn expanded(compile: &FinalCompile, text: &str) -> Vec<String> {
    let folders = &compile.include_folders;
    let folder = folders.first().map_or(Path::new(""), |folder| folder.as_path());
    let mut includes = FileIncludes::new(&folder.join("source.cl"), folders.get(1..).unwrap_or_default());
    let lexed = Lexed::default();
    let macros = not_defined(text);
    let options = HostOptions { macros: &macros, are_final: true, ..HostOptions::default() };
    let unit = Unit::read(text.as_bytes(), &options, &mut IncludedFiles::new(&mut includes, &lexed));
    let expansion = expand(&unit, &Configuration::as_given(), std::iter::once(0..unit.code.len()));
    if expansion.overflow {
        return Vec::new();
    }
    expansion.tokens.into_iter().map(|token| token.text.into_owned()).collect()
}

/// The names in conditions that the text does not define before, and the platform probably does not define. The text begins with all macros
/// of the final compile.
fn not_defined(text: &str) -> Vec<MacroOption> {
    let bytes = text.as_bytes();
    let tokens = lex(FileId::MAIN, bytes);
    let (mut names, mut is_condition, mut defined) = (BTreeSet::new(), false, BTreeSet::new());
    for (at, token) in tokens.iter().enumerate() {
        let word = lexed(bytes, token);
        if token.at_line_start {
            is_condition = false;
        }
        let is_directive = at > 0 && tokens[at - 1].begins_directive();
        match &*word {
            "if" | "ifdef" | "ifndef" | "elif" if is_directive => is_condition = true,
            "define" if is_directive => defined.extend(tokens.get(at + 1).map(|name| lexed(bytes, name).into_owned())),
            "defined" => {}
            _ if is_condition && is_name(&word) && !word.starts_with("__") && !word.starts_with("cl_") => {
                names.insert(word.into_owned());
            }
            _ => {}
        }
    }
    names.difference(&defined).filter_map(|name| MacroOption::undefine(name).ok()).collect()
}

/// The parameters of the kernels among these tokens, without kernels that have two different definitions.
pub(crate) fn parameters(tokens: &[String]) -> BTreeMap<String, Vec<SourceParameter>> {
    let words: Vec<&str> = tokens.iter().map(String::as_str).collect();
    let mut reader = TypeReader::default();
    let mut kernels: BTreeMap<String, Option<Vec<SourceParameter>>> = BTreeMap::new();
    for item in items(&words) {
        match item.first() {
            Some(&"typedef") => reader.typedef(&item[1..]),
            _ => {
                if let Some((name, parameters)) = reader.kernel(item) {
                    let known = kernels.entry(name).or_insert_with(|| Some(parameters.clone()));
                    if known.as_ref() != Some(&parameters) {
                        *known = None;
                    }
                } else {
                    reader.declaration(item);
                }
            }
        }
    }
    kernels.into_iter().filter_map(|(name, parameters)| Some((name, parameters?))).collect()
}

/// The declarations and functions of a text. Each ends with a `;`, or with the braces of a function.
pub(crate) fn items<'a, 'w>(words: &'a [&'w str]) -> Vec<&'a [&'w str]> {
    let (mut items, mut start, mut depth) = (Vec::new(), 0, 0_usize);
    for (at, word) in words.iter().enumerate() {
        match *word {
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => depth = depth.saturating_sub(1),
            _ => {}
        }
        // A declaration continues after the braces of a type or an initialiser.
        let ends_body = *word == "}" && !words[start..at].iter().any(|word| is_type_word(word) || *word == "=");
        if depth == 0 && (*word == ";" || ends_body || *word == "}" && is_function(&words[start..at])) {
            items.push(&words[start..=at]);
            start = at + 1;
        }
    }
    items
}

fn is_type_word(word: &str) -> bool {
    matches!(word, "struct" | "union" | "enum" | "typedef")
}

/// Whether there are parentheses, other than those of attributes, before the first brace.
pub(crate) fn is_function(item: &[&str]) -> bool {
    item.first() != Some(&"typedef")
        && item
            .windows(2)
            .take_while(|pair| pair[0] != "{" && pair[0] != "=")
            .any(|pair| pair[1] == "(" && is_name(pair[0]) && !pair[0].starts_with("__attribute"))
}

pub(crate) fn is_name(word: &str) -> bool {
    word.starts_with(|letter: char| letter.is_alphabetic() || letter == '_')
}

/// Whether a word of a declaration does not change the layout of a value.
fn is_qualifier(word: &str) -> bool {
    matches!(
        word.trim_matches('_'),
        "global"
            | "constant"
            | "local"
            | "private"
            | "generic"
            | "const"
            | "volatile"
            | "restrict"
            | "read_only"
            | "write_only"
            | "read_write"
            | "static"
            | "inline"
            | "extern"
            | "kernel"
    )
}

/// The index after the bracket that closes the one at `open`.
pub(crate) fn after_bracket(words: &[&str], open: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, word) in words.iter().enumerate().skip(open) {
        match *word {
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return Some(at + 1);
        }
    }
    None
}

/// The types that a text declares, by name; the name of a tag includes `struct`.
#[derive(Default)]
struct TypeReader {
    types: BTreeMap<String, Option<Layout>>,
}

impl TypeReader {
    fn note(&mut self, name: String, layout: Option<&Layout>) {
        let known = self.types.entry(name).or_insert_with(|| layout.cloned());
        if known.as_ref() != layout {
            *known = None;
        }
    }

    // typedef = "typedef" specifiers name [ "[" number "]" ] { "," … } ";"
    fn typedef(&mut self, words: &[&str]) {
        let Some((words, attributes)) = without_attributes(words) else { return };
        let Some((base, rest)) = self.specifiers(&words) else { return };
        let base = base.filter(|base| attributes.align.is_none() && !attributes.has_others || base.is_structure);
        let base = base.and_then(|base| with_attributes(base, attributes));
        for declarator in rest.split(|word| matches!(*word, "," | ";")).filter(|declarator| !declarator.is_empty()) {
            let (name, layout) = declared(declarator, base.as_ref());
            if let Some(name) = name {
                self.note(name, layout.as_ref());
            }
        }
    }

    /// Reads a declaration that may define a structure with a tag.
    fn declaration(&mut self, words: &[&str]) {
        if words.iter().any(|word| is_type_word(word))
            && let Some((words, _)) = without_attributes(words)
        {
            self.specifiers(&words);
        }
    }

    /// The type at the start of a declaration, and the words after it. A tag is noted.
    fn specifiers<'a, 'w>(&mut self, words: &'a [&'w str]) -> Option<(Option<Layout>, &'a [&'w str])> {
        let mut at = 0;
        let mut scalar: Vec<&str> = Vec::new();
        let mut found: Option<Option<Layout>> = None;
        while let Some(&word) = words.get(at) {
            match word {
                "struct" | "union" | "enum" => {
                    at += 1;
                    let tag = words.get(at).copied().filter(|tag| is_name(tag));
                    at += usize::from(tag.is_some());
                    let is_body = words.get(at) == Some(&"{");
                    let end = if is_body { after_bracket(words, at)? } else { at };
                    let name = format!("{word} {}", tag.unwrap_or_default());
                    let layout = match (word, is_body) {
                        ("enum", _) => Some(Layout::of(ElementType::UNKNOWN)),
                        ("struct", true) => self.structure(&words[at + 1..end - 1]),
                        (_, true) => None,
                        _ => self.types.get(&name).cloned().flatten(),
                    };
                    if is_body && tag.is_some() {
                        self.note(name, layout.as_ref());
                    }
                    found = Some(layout);
                    at = end;
                }
                _ if is_qualifier(word) => at += 1,
                _ if is_scalar_word(word) && found.is_none() => {
                    scalar.push(word);
                    at += 1;
                }
                _ if is_name(word) && found.is_none() && scalar.is_empty() => {
                    found = Some(self.named(word));
                    at += 1;
                }
                _ => break,
            }
        }
        if !scalar.is_empty() {
            found = Some(scalar_of(&scalar).map(Layout::of));
        }
        found.map(|layout| (layout, &words[at..]))
    }

    fn named(&self, name: &str) -> Option<Layout> {
        match self.types.get(name) {
            Some(layout) => layout.clone(),
            None => ElementType::named(name).map(Layout::of),
        }
    }

    /// The layout of a structure with these fields.
    fn structure(&mut self, words: &[&str]) -> Option<Layout> {
        let mut layout = Layout { size: 0, align: 1, fields: Vec::new(), is_structure: true };
        for field in split(words, ";") {
            let (base, rest) = self.specifiers(field)?;
            let base = base?;
            for declarator in split(rest, ",") {
                let (_, found) = declared(declarator, Some(&base));
                let found = found?;
                layout.size = layout.size.next_multiple_of(found.align);
                layout.align = layout.align.max(found.align);
                let offset = layout.size;
                let moved = |field: &Field| Field { offset: field.offset + offset, ..*field };
                layout.fields.extend(found.fields.iter().map(moved));
                layout.size += found.size;
            }
        }
        layout.size = layout.size.next_multiple_of(layout.align);
        Some(layout).filter(|layout| (1..=COMPONENTS).contains(&layout.components()))
    }

    /// The name and the parameters of a kernel, if an item is one.
    fn kernel(&mut self, item: &[&str]) -> Option<(String, Vec<SourceParameter>)> {
        let brace = item.iter().position(|word| *word == "{")?;
        let (head, _) = without_attributes(&item[..brace])?;
        let open = (1..head.len()).find(|&at| head[at] == "(" && is_name(head[at - 1]))?;
        if !head[..open].iter().any(|word| matches!(*word, "kernel" | "__kernel")) {
            return None;
        }
        let end = after_bracket(&head, open)? - 1;
        let parameters = split(&head[open + 1..end], ",");
        let parameters = parameters.into_iter().filter(|words| *words != ["void"]);
        Some((head[open - 1].to_owned(), parameters.map(|words| self.parameter(words)).collect()))
    }

    fn parameter(&mut self, words: &[&str]) -> SourceParameter {
        let Some((base, rest)) = self.specifiers(words) else { return SourceParameter::default() };
        let rest: Vec<&str> = rest.iter().copied().filter(|word| !is_qualifier(word)).collect();
        let (is_plain, name) = match rest[..] {
            [name] | ["*", name] | [name, "[", .., "]"] if is_name(name) => (true, Some(name.to_owned())),
            // The parameter has one more level of brackets or parentheses.
            _ => (false, rest.iter().find(|word| is_name(word)).map(|word| (*word).to_owned())),
        };
        SourceParameter { name, known: base.filter(|_| is_plain).and_then(Layout::known) }
    }
}

/// The parts between separators that are not in brackets, without empty parts.
pub(super) fn split<'a, 'w>(words: &'a [&'w str], separator: &str) -> Vec<&'a [&'w str]> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0_usize);
    for (at, word) in words.iter().enumerate() {
        match *word {
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 && *word == separator {
            parts.push(&words[start..at]);
            start = at + 1;
        }
    }
    parts.push(&words[start..]);
    parts.retain(|part| !part.is_empty());
    parts
}

/// The name that a declarator declares, and its type.
fn declared(words: &[&str], base: Option<&Layout>) -> (Option<String>, Option<Layout>) {
    let name = words.iter().find(|word| is_name(word)).map(|name| (*name).to_owned());
    let [first, dimensions @ ..] = words else { return (None, None) };
    if !is_name(first) {
        return (name, None);
    }
    let mut layout = base.cloned();
    let lengths: Vec<_> = dimensions.split_inclusive(|word| *word == "]").collect();
    for part in lengths.iter().rev() {
        layout = match part[..] {
            ["[", ref length @ .., "]"] => {
                constant(length).and_then(|length| layout.and_then(|layout| layout.array(length)))
            }
            _ => None,
        };
    }
    (name, layout)
}

/// The words without attributes, and the combined attributes outside of braces. `None` if there are attributes inside of braces.
fn without_attributes<'w>(words: &[&'w str]) -> Option<(Vec<&'w str>, Attributes)> {
    let (mut rest, mut attributes, mut at, mut depth) = (Vec::new(), Attributes::default(), 0, 0_usize);
    while let Some(&word) = words.get(at) {
        if word.starts_with("__attribute") {
            let end = after_bracket(words, at + 1)?;
            let said: Vec<&str> =
                words[at + 1..end].iter().copied().filter(|word| !matches!(*word, "(" | ")" | ",")).collect();
            match said[..] {
                [] => {}
                ["packed" | "__packed__"] => attributes.is_packed = true,
                ["aligned" | "__aligned__", number] => attributes.align = constant(&[number]),
                _ => attributes.has_others = true,
            }
            if depth > 0 {
                return None;
            }
            at = end;
            continue;
        }
        match word {
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        rest.push(word);
        at += 1;
    }
    Some((rest, attributes))
}

#[cfg(test)]
mod tests {
    use clunroll_opencl::{SourceType, Structure};

    use super::*;

    fn read(text: &str) -> Vec<SourceParameter> {
        let tokens = expanded(&FinalCompile::default(), text);
        parameters(&tokens).remove("k").unwrap_or_default()
    }

    fn element(name: &str) -> Option<SourceType> {
        ElementType::named(name).map(SourceType::Element)
    }

    #[test]
    fn names_and_types_are_those_of_the_source() {
        let text = "typedef float2 cplx;\n#define N 4\ntypedef unsigned long int u64, other[N];\n\
                    enum e { A };\n__kernel __attribute__((reqd_work_group_size(N, 1, 1))) void k(__global const cplx *length,\n\
                    u64 restrict step, enum e x, global unsigned *(p), struct s q, local uint2 a[]) { int z[2] = { 1, 2 }; }";
        let found = read(text);
        let names: Vec<_> = found.iter().map(|parameter| parameter.name.as_deref().unwrap_or_default()).collect();
        assert_eq!(names, ["length", "step", "x", "p", "q", "a"]);
        let types: Vec<_> = found.into_iter().map(|parameter| parameter.known).collect();
        let expected = [element("float2"), element("ulong"), element("int"), None, None, element("uint2")];
        assert_eq!(types, expected);
    }

    #[test]
    fn structures_are_laid_out_as_in_c() {
        for (text, expected) in [
            ("typedef struct { float d; char qs[32]; } s;", Some((36, vec![0, 4]))),
            ("typedef struct { char c; float3 v; short h; } s;", Some((48, vec![0, 16, 32]))),
            ("typedef struct __attribute__((packed)) { char c; float f; } s;", Some((5, vec![0, 1]))),
            ("typedef struct { char c; float f; } __attribute__((aligned(16))) s;", Some((16, vec![0, 4]))),
            (
                "struct t { char c; long l; }; typedef struct t t; typedef struct { t a[2]; int b; } s;",
                Some((40, vec![0, 8, 16, 24, 32])),
            ),
            ("typedef struct { int a, b[2][3]; } s;", Some((28, vec![0, 4]))),
            ("typedef struct { int a : 3; } s;", None),
            ("typedef struct { __global int *a; } s;", None),
            ("typedef union { int a; float b; } s;", None),
            ("typedef struct { int a __attribute__((aligned(8))); } s;", None),
            ("typedef struct { int a; } s;\n#if X\ntypedef struct { long a; } s;\n#endif\n", Some((4, vec![0]))),
        ] {
            let found = read(&format!("{text} __kernel void k(__global s *a, s b) {{ }}"));
            let structure = expected.map(|(size, offsets): (_, Vec<_>)| (size, offsets));
            for parameter in found {
                let known = match parameter.known {
                    Some(SourceType::Structure(Structure { size, fields })) => {
                        Some((size, fields.iter().map(|field| field.offset).collect()))
                    }
                    _ => None,
                };
                assert_eq!(known, structure, "{text}");
            }
        }
    }

    #[test]
    fn made_text_is_no_trouble() {
        for text in
            ["typedef", "kernel void k(", "__kernel void k(int) { }", "struct {", "typedef struct { int a[", "}"]
        {
            read(text);
        }
        assert_eq!(read("__kernel void k(void) { } __kernel void k(int a) { }"), []);
    }
}
