//! A search that decides whether the includes of a file may matter to it.
//!
//! A file without the word `unroll` may still contain a loop that a macro of an included file requests to unroll. So the file is read, with
//! all files that it includes. But the includes of many kernels cannot be found: the host puts the files together, or macros that only the
//! build defines make their names. If no `#include` of a file can lead anywhere, its own text is complete, and a search in the text has
//! already answered the question. If only requests count, the included files are searched too.
//!
//! An include that the search cannot follow counts as one that leads somewhere.

use crate::limits::{MAX_FILES, MAX_MACROS};
use std::collections::HashSet;
use std::sync::Arc;

use crate::options::Options;
use oclc_syntax::lex;
use oclc_syntax::preprocess::IncludedFiles;

/// Whether an include of a main file may lead to another file.
pub fn may_reach_others(text: &[u8], options: &Options, headers: &mut IncludedFiles<'_>) -> bool {
    if !options.forced_includes.is_empty() {
        return true;
    }
    let mut macros = FileNameMacros::default();
    match macros.names(text, options) {
        Some(names) => names.into_iter().any(|name| headers.resolve(name, None).is_some()),
        None => true,
    }
}

/// Whether the includes of a main file may lead to a text for which `counts` is true. The texts are checked one after the other,
/// and without their comments if only requests count.
pub fn may_reach(
    text: &[u8],
    options: &Options,
    headers: &mut IncludedFiles<'_>,
    mut counts: impl FnMut(&[u8]) -> bool,
) -> bool {
    if !options.forced_includes.is_empty() {
        return true;
    }
    let code = |text: Arc<[u8]>| if options.only_requests { lex::without_comments(&text).into() } else { text };
    let mut includes: Vec<(String, Arc<[u8]>)> = Vec::new();
    let mut known: HashSet<String> = HashSet::new();
    let mut macros: HashSet<Vec<u8>> = HashSet::new();
    // The main file comes first.
    let mut searched = 0;
    while searched <= includes.len() {
        let (includer, text) = match searched.checked_sub(1) {
            None => (None, text),
            Some(at) => (Some(includes[at].0.as_str()), &*includes[at].1),
        };
        // The word is not found in `inc\` at the end of a line and `lude` on the next one.
        if lex::may_be_spliced(text, b"include") {
            return true;
        }
        let mut own = FileNameMacros::default();
        let Some(names) = own.names(text, options) else { return true };
        macros.extend(own.0.into_iter().map(<[u8]>::to_vec));
        let found: Vec<String> = names.into_iter().filter_map(|name| headers.resolve(name, includer)).collect();
        for name in found {
            if known.insert(name.clone()) {
                let Some(text) = headers.text(&name).map(code).filter(|text| !counts(text)) else { return true };
                includes.push((name, text));
            }
        }
        searched += 1;
        if includes.len() >= MAX_FILES || macros.len() > MAX_MACROS {
            return true;
        }
    }
    // A file may define macros that give the file names in the includes of another file.
    let texts = || std::iter::once(text).chain(includes.iter().map(|(_, text)| &**text));
    !includes.is_empty() && macros.iter().any(|name| texts().any(|text| definitions(name, text).next().is_some()))
}

/// The macros in one text that name files, by themselves or through one another.
#[derive(Default)]
struct FileNameMacros<'t>(HashSet<&'t [u8]>);

impl<'t> FileNameMacros<'t> {
    /// The names of the files that the `#include`s of a text lead to, through macros that the text defines; `None` if the search cannot
    /// follow one.
    fn names(&mut self, text: &'t [u8], options: &Options) -> Option<Vec<&'t str>> {
        let mut names = Vec::new();
        for lead in leads(text) {
            self.follow(lead, text, options, &mut names)?;
        }
        Some(names)
    }

    /// Adds the names that a lead gives.
    fn follow(&mut self, lead: Lead<'t>, text: &'t [u8], options: &Options, names: &mut Vec<&'t str>) -> Option<()> {
        match lead {
            Lead::Name(name) => names.push(name),
            Lead::Unclear => return None,
            Lead::Macro(name) => {
                if self.0.insert(name) {
                    if self.0.len() > MAX_MACROS || is_defined(name, options) {
                        return None;
                    }
                    // A macro that neither the host nor a text defines names no file.
                    for lead in definitions(name, text) {
                        self.follow(lead, text, options, names)?;
                    }
                }
            }
        }
        Some(())
    }
}

/// The operand of an `#include`.
#[derive(Clone, Copy)]
enum Lead<'t> {
    /// Its name, with quotes or brackets.
    Name(&'t str),
    /// The name of a macro that expands to it.
    Macro(&'t [u8]),
    /// An operand that the search cannot follow.
    Unclear,
}

/// The operands of the `#include`s of a text, and of everything that may be an `#include`.
fn leads(text: &[u8]) -> impl Iterator<Item = Lead<'_>> {
    memchr::memmem::find_iter(text, b"include").map(|at| {
        let line = memchr::memrchr(b'\n', &text[..at]).map_or(0, |end| end + 1);
        let end = memchr::memchr(b'\n', &text[at..]).map_or(text.len(), |end| at + end);
        let (before, behind) = (text[line..at].trim_ascii(), &text[at + b"include".len()..end]);
        let is_in_word = behind.first().is_some_and(|&byte| is_of_word(byte));
        // The word may be in a comment, spliced, after `%:`, or a part of another word.
        if before != b"#" || is_in_word { Lead::Unclear } else { lead(behind.trim_ascii_start()) }
    })
}

const fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || !byte.is_ascii()
}

/// Reads the operand of an `#include`.
fn lead(operand: &[u8]) -> Lead<'_> {
    let name_length = operand.iter().take_while(|&&byte| is_of_word(byte)).count();
    let closing = match operand.first() {
        Some(b'"') => b'"',
        Some(b'<') => b'>',
        // A splice may continue the name.
        Some(_) if name_length > 0 && !operand.contains(&b'\\') => return Lead::Macro(&operand[..name_length]),
        _ => return Lead::Unclear,
    };
    let name = memchr::memchr(closing, &operand[1..]).and_then(|length| str::from_utf8(&operand[..length + 2]).ok());
    name.filter(|name| !name.contains('\\')).map_or(Lead::Unclear, Lead::Name)
}

/// Whether the host defines a macro of that name.
fn is_defined(name: &[u8], options: &Options) -> bool {
    options.defined_macros().iter().any(|define| define.name().as_bytes() == name)
}

/// The file names in the definitions of a macro in a text, and in everything that may be a definition.
fn definitions<'t>(name: &'t [u8], text: &'t [u8]) -> impl Iterator<Item = Lead<'t>> {
    memchr::memmem::find_iter(text, b"define").filter_map(move |at| {
        let rest = text[at + b"define".len()..].trim_ascii_start();
        let Some(behind) = rest.strip_prefix(name) else {
            // A splice or a comment may be in between.
            return matches!(rest.first(), Some(b'\\' | b'/')).then_some(Lead::Unclear);
        };
        let line = &behind[..memchr::memchr(b'\n', behind).unwrap_or(behind.len())];
        match line.first() {
            Some(&byte) if is_of_word(byte) => None,
            Some(b' ' | b'\t') => Some(lead(line.trim_ascii_start())),
            _ => Some(Lead::Unclear),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use oclc_syntax::host::{Includes, NoIncludes};
    use oclc_syntax::preprocess::Lexed;

    /// An includer that finds every file.
    struct All;

    impl Includes for All {
        fn resolve(&mut self, header_name: &str, _: Option<&str>) -> Option<String> {
            Some(header_name.to_owned())
        }

        fn read(&mut self, _: &str) -> Option<Vec<u8>> {
            None
        }
    }

    fn reaches(text: &str) -> bool {
        may_reach_others(
            text.as_bytes(),
            &Options::default(),
            &mut IncludedFiles::new(&mut NoIncludes, &Lexed::default()),
        )
    }

    #[test]
    fn what_cannot_be_found_leads_nowhere() {
        for text in
            ["", "#include \"a.h\"", "  #  include <a.h> // x\n#include M(a/b.h)\n", "#include M2S(A)\r\n#define M 1\n"]
        {
            assert!(!reaches(text), "{text}");
        }
        for text in ["#define M <a.h>\n#include M", "#include M\n# define  M N(a.h)\n", "#include M\n#define M M\n"] {
            assert!(!reaches(text), "{text}");
        }
    }

    #[test]
    fn what_can_be_found_is_reached() {
        for text in [
            "#include \"a.h\"",
            "#define M <a.h>\n#include M",
            "#include M\n# define  M <a.h>\n",
            "#define N <a.h>\n#define M N\n#include M",
            "#define MM 1\n#define M 1\n#undef M\n#define M \"a.h\"\n#include M",
        ] {
            assert!(
                may_reach_others(
                    text.as_bytes(),
                    &Options::default(),
                    &mut IncludedFiles::new(&mut All, &Lexed::default())
                ),
                "{text}"
            );
        }
    }

    #[test]
    fn what_may_lead_somewhere_is_followed() {
        for text in [
            "#define M() <a.h>\n#include M()",
            "#define NONE\n#define M NONE <a.h>\n#include M",
            "#define M X\\\nY\n#define XY <a.h>\n#include M",
            "#define \\\nM <a.h>\n#include M",
            "#/**/include \"a.h\"",
            "%:include \"a.h\"",
            "#\\\ninclude \"a.h\"",
            "#include_next <a.h>",
            "#if __has_include(<a.h>)\n#endif",
            "// includes nothing",
            "#include \"a.\\\nh\"",
            "#include",
        ] {
            assert!(reaches(text), "{text}");
        }
        let told = Options::default().define("M", "<a.h>").expect("a macro");
        assert!(may_reach_others(b"#include M", &told, &mut IncludedFiles::new(&mut NoIncludes, &Lexed::default())));
        assert!(may_reach_others(
            b"",
            &Options::default().forced_include("a.h"),
            &mut IncludedFiles::new(&mut NoIncludes, &Lexed::default())
        ));
    }

    /// Files by their names. They include one another by these names.
    struct Files<'f>(&'f [(&'f str, &'f str)]);

    impl Includes for Files<'_> {
        fn resolve(&mut self, header_name: &str, _: Option<&str>) -> Option<String> {
            let name = header_name.trim_matches(['"', '<', '>']);
            self.0.iter().any(|(known, _)| *known == name).then(|| name.to_owned())
        }

        fn read(&mut self, name: &str) -> Option<Vec<u8>> {
            self.0.iter().find(|(known, _)| *known == name).map(|(_, text)| text.as_bytes().to_vec())
        }
    }

    fn reaches_mark(main: &str, files: &[(&str, &str)]) -> bool {
        let counts = |text: &[u8]| memchr::memmem::find(text, b"mark").is_some();
        may_reach(
            main.as_bytes(),
            &Options::default(),
            &mut IncludedFiles::new(&mut Files(files), &Lexed::default()),
            counts,
        )
    }

    #[test]
    fn included_files_are_searched() {
        let main = "#include \"a.h\"\n";
        assert!(!reaches_mark(main, &[]));
        assert!(!reaches_mark(
            main,
            &[("a.h", "int x;\n#include <b.h>\n"), ("b.h", "#include \"a.h\"\n"), ("c.h", "mark")]
        ));
        assert!(reaches_mark(main, &[("a.h", "#include <b.h>\n"), ("b.h", "mark")]));
        assert!(reaches_mark(main, &[("a.h", "#  include /**/ <b.h>\n"), ("b.h", "")]));
    }

    #[test]
    fn a_macro_may_name_a_file_in_any_of_them() {
        let files = [("a.h", "#define NAME <b.h>\n"), ("b.h", "mark")];
        assert!(reaches_mark("#include \"a.h\"\n#include NAME\n", &files));
        assert!(!reaches_mark("#include \"a.h\"\n#include OTHER\n", &files));
        assert!(!reaches_mark("#include NAME\n", &files));
    }
}
