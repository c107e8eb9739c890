//! Whether a text certainly is OpenCL C: whether it defines a kernel.
//!
//! A host has many strings, and some of them mention `#pragma unroll`: help texts, messages, programs in other languages. Only the
//! definition of a kernel, `kernel void NAME(…) {`, shows what a string is.

use oclc_syntax::lex::{self, Punct, TokenKind};
use oclc_syntax::source::FileId;

/// How much of the head of a kernel was read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum StringHead {
    /// Nothing.
    None,
    /// The word `kernel`.
    Kernel,
    /// The word `void` after that.
    Void,
    /// The parameters after that.
    Parameters,
}

/// Whether a text defines a kernel.
pub(super) fn defines_kernel(text: &[u8]) -> bool {
    if memchr::memmem::find(text, b"kernel").is_none() {
        return false;
    }
    let (mut head, mut depth, mut in_directive) = (StringHead::None, 0_usize, false);
    for token in lex::Lexer::of(FileId::MAIN, text, lex::whole(text)) {
        in_directive = token.begins_directive() || in_directive && !token.at_line_start;
        if in_directive {
            continue;
        }
        match token.kind {
            TokenKind::Identifier if depth == 0 => match (&*lex::text(text, &token), head) {
                ("kernel" | "__kernel", _) => head = StringHead::Kernel,
                ("void", StringHead::Kernel) => head = StringHead::Void,
                _ => {}
            },
            TokenKind::Punct(Punct::LeftParen) => depth += 1,
            TokenKind::Punct(Punct::RightParen) => {
                depth = depth.saturating_sub(1);
                if depth == 0 && head == StringHead::Void {
                    head = StringHead::Parameters;
                }
            }
            TokenKind::Punct(Punct::LeftBrace) if head == StringHead::Parameters => return true,
            TokenKind::Punct(Punct::LeftBrace | Punct::RightBrace | Punct::Semicolon) => head = StringHead::None,
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::defines_kernel;

    #[test]
    fn a_kernel_has_a_body() {
        for text in [
            "__kernel void k(__global int *a) { a[0] = 1; }",
            "int x;\nkernel __attribute__((reqd_work_group_size(8, 1, 1))) void k()\n{",
            "__kernel\nvoid __attribute__((aligned)) k(void) /* { */ {}",
        ] {
            assert!(defines_kernel(text.as_bytes()), "{text}");
        }
        for text in [
            "run the kernel (see below) { }",
            "kernel void k(int a);\nint b() { }",
            "#define K kernel void k() {\n",
            "__global__ void k(int *a) { }",
            "// kernel void k() { }",
            "kernel; void k() { }",
        ] {
            assert!(!defines_kernel(text.as_bytes()), "{text}");
        }
    }
}
