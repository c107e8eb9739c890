//! Whether what a file includes may matter to it, found out by a search.
//!
//! A file without the word `unroll` can still hold a loop that a macro of an included file asks to be unrolled. So it is
//! read, with all that it includes. But many kernels include files that nobody can find: the host puts them together, or
//! their names are made by macros that only the build defines. Where no `#include` of a file can lead anywhere, its own text
//! is all there is, and a search in that has answered already.
//!
//! What is not plain to see counts as one that leads somewhere.

use crate::options::{Includes, Options};

/// Whether an include of a main file may lead to another file.
pub fn may_reach_others(text: &[u8], options: &Options, includes: &mut dyn Includes) -> bool {
    if !options.forced_includes.is_empty() {
        return true;
    }
    memchr::memmem::find_iter(text, b"include").any(|at| {
        let line = memchr::memrchr(b'\n', &text[..at]).map_or(0, |end| end + 1);
        let end = memchr::memchr(b'\n', &text[at..]).map_or(text.len(), |end| at + end);
        let (before, behind) = (text[line..at].trim_ascii(), &text[at + b"include".len()..end]);
        let is_in_word = behind.first().is_some_and(|&byte| byte.is_ascii_alphanumeric() || byte == b'_');
        // In a comment, spliced, behind `%:`, or a part of another word, perhaps.
        before != b"#" || is_in_word || leads_somewhere(behind.trim_ascii_start(), text, options, includes)
    })
}

/// Whether the operand of an `#include` may name a file that is there.
fn leads_somewhere(operand: &[u8], text: &[u8], options: &Options, includes: &mut dyn Includes) -> bool {
    let name_length = operand.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    let closing = match operand.first() {
        Some(b'"') => b'"',
        Some(b'<') => b'>',
        // A macro that nobody tells of, and that the file does not define, names nothing.
        Some(_) if name_length > 0 => return is_told(&operand[..name_length], text, options),
        _ => return true,
    };
    let Some(length) = memchr::memchr(closing, &operand[1..]) else { return true };
    match str::from_utf8(&operand[..length + 2]) {
        Ok(name) => name.contains('\\') || includes.resolve(name, None).is_some(),
        Err(_) => true,
    }
}

/// Whether anything may define a macro of that name.
fn is_told(name: &[u8], text: &[u8], options: &Options) -> bool {
    let told = options.told_macros();
    told.iter().any(|define| define.name.as_bytes() == name)
        || memchr::memmem::find_iter(text, b"define").any(|at| {
            let rest = text[at + b"define".len()..].trim_ascii_start();
            // A splice or a comment may stand between.
            rest.starts_with(name) || rest.starts_with(b"\\") || rest.starts_with(b"/")
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::NoIncludes;

    /// Finds every file.
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
        may_reach_others(text.as_bytes(), &Options::default(), &mut NoIncludes)
    }

    #[test]
    fn what_cannot_be_found_leads_nowhere() {
        for text in
            ["", "#include \"a.h\"", "  #  include <a.h> // x\n#include M(a/b.h)\n", "#include M2S(A)\r\n#define M 1\n"]
        {
            assert!(!reaches(text), "{text}");
        }
        assert!(may_reach_others(b"#include \"a.h\"", &Options::default(), &mut All));
    }

    #[test]
    fn what_may_lead_somewhere_is_followed() {
        for text in [
            "#define M <a.h>\n#include M",
            "#include M\n# define  M <a.h>\n",
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
        let told = Options::default().define("M", "<a.h>");
        assert!(may_reach_others(b"#include M", &told, &mut NoIncludes));
        assert!(may_reach_others(b"", &Options::default().forced_include("a.h"), &mut NoIncludes));
    }
}
