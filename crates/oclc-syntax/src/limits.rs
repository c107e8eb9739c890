//! Every limit of this crate, each with the reason for its number.
//!
//! Source may be written to be slow or deep. A fact past a limit is unknown, and is never guessed.

// Files and texts.

/// Bytes of the largest file that is read, and of the largest text that files are put together to.
///
/// Spans could point into 4 GiB. But the tokens of a text take up to a hundred times its bytes: of 64 MiB that is less than 7
/// GiB, of more it is what many machines do not have. And a device or a pipe may give bytes without an end. Kernels that
/// people compile are a thousandth of that.
pub const MAX_SOURCE: usize = 64 << 20;

// Memories of a session.

/// Bytes that remembered headers may take, with their tokens. A session may read any number of headers, and must stay small.
pub(crate) const HEADER_MEMORY: usize = 1 << 25;

/// Bytes of the texts whose trees are remembered in one generation. A tree takes many times the room of its text, so 64 KiB
/// of text are some MiB of trees.
pub(crate) const TREE_MEMORY: usize = 1 << 16;

// Included files.

/// How many includes may be nested. Compilers at hand allow 200; a file that includes itself is found sooner with fewer.
pub const MAX_INCLUDE_DEPTH: usize = 64;

/// How many inclusions one run follows; a file that is included again counts again. Includes that include twice double with
/// each level, so the depth alone does not bound them.
pub const MAX_INCLUSIONS: usize = 4096;

/// How many tokens repeated inclusions may add. One large file that is included thousands of times would take all memory.
pub(crate) const MAX_REPEATED_TOKENS: usize = 1 << 22;

// Conditions and configurations.

/// How many parentheses may be nested in a condition. Conditions are evaluated by recursion, so the stack bounds the depth.
pub(crate) const MAX_CONDITION_DEPTH: usize = 64;

/// How many conditions may depend on one another through macros that are defined under them. Each is evaluated inside the one
/// before, so the stack bounds the number.
pub(crate) const MAX_CONDITIONS_IN_A_ROW: usize = 64;

/// How many refuted conditions of a chain are remembered for its later branches. Each branch keeps a copy, so the memory for
/// a chain grows with the square of its branches.
pub(crate) const MAX_REFUTED: usize = 32;

/// How many names are followed to find the macros that a condition depends on. With more, the condition counts as dependent
/// on everything, which is safe.
pub(crate) const MAX_NAMES_OF_CONDITION: usize = 256;

/// How many uses of names are met on that way. Replacement lists may use the same names again and again, so the number of
/// names does not bound the work.
pub(crate) const MAX_STEPS_OF_CONDITION: usize = 4096;

// Macros and their expansion.

/// How often a text with includes that could not be read is read to learn which names change in it. Each reading may find further
/// files; after the last one, any name may change.
pub const MAX_READINGS: usize = 3;

/// How many definitions of one open macro are distinguished. A macro with more of them is unknown. Each question about a loop looks
/// at all of them.
pub const MAX_DEFINITIONS: usize = 64;

/// How many tokens one expansion may read and make. Macros that use one another twice make 2^n tokens; the largest public
/// kernels have a tenth of this number.
pub(crate) const MAX_EXPANSION: usize = 400_000;

/// How many tokens the expansion of a condition may read and make. Conditions are expanded once for each configuration; the
/// largest one in public kernels has fewer than forty tokens.
pub(crate) const MAX_EXPANDED_CONDITION: usize = 500;

/// How many macros may expand to one another in a row. Each of them is one more link in the list of macros that a token comes
/// from, and that list is walked for each token.
pub(crate) const MAX_MACROS_IN_A_ROW: usize = 1000;

/// How many invocations may be nested in arguments of one another. Arguments are expanded by recursion, so the stack bounds
/// the depth.
pub(crate) const MAX_ARGUMENT_DEPTH: usize = 64;

/// How many macros may name one another in a row when the role of a macro is computed. Each is examined inside the one before; past
/// the limit, the macro counts as one that may shape a statement.
pub(crate) const MAX_ROLE_DEPTH: usize = 16;

/// How many names are followed that expand to one another, to see whether a macro makes one operand. With more, it counts as
/// one that does not, which is safe.
pub(crate) const MAX_NAMES_OF_OPERANDS: usize = 64;

/// How many expressions may be nested in a condition's or a macro's arithmetic. They are evaluated by recursion, so the stack
/// bounds the depth.
pub(crate) const MAX_EXPRESSION_DEPTH: usize = 64;

// Limits of parsing.

/// How many brackets may be nested. clang has the same limit, and lang-c takes time that grows with the square of the depth.
pub(crate) const MAX_BRACKETS: usize = 256;

/// How many operators, prefixes and substatements may be nested without a bracket. The parser takes stack for each, but less
/// than for a bracket.
pub(crate) const MAX_CHAIN: usize = 4096;

/// How many loops may be nested. Each is examined with all loops inside it, so the work grows with the depth.
pub(crate) const MAX_LOOPS: usize = 64;

/// How many `++` and `--` may be before one operand: `++*++*p` has two. Each more doubles the time that lang-c takes where an
/// operand is missing, and 2^12 tries are few.
pub(crate) const MAX_INCREMENTS: usize = 12;

/// How many parentheses directly after a type may be nested: those of declarators of functions. Each further one doubles lang-c's
/// time if a declarator is missing, and 2^12 tries are few.
pub(crate) const MAX_DECLARATORS: usize = 12;

/// How many code tokens after its first one a statement may end. Its end is looked for once for each request, so the work
/// would otherwise be the product of requests and tokens.
pub(crate) const MAX_STATEMENT: usize = 16_384;

/// How many statements may be nested without a brace between them. Their ends are found by recursion, so the stack bounds the
/// depth; the limit is the same as for brackets.
pub(crate) const MAX_STATEMENT_DEPTH: usize = 256;

/// How many specifiers, and how many stars, are examined beside a macro to see whether it is a specifier too. A declaration begins
/// with a few specifiers, a type and a name.
pub(crate) const MAX_SPECIFIERS: usize = 16;

/// How many tokens before a declarator are examined for the start of its declaration. It bounds the search if there is none.
pub(crate) const MAX_TOKENS_OF_DECLARATION: usize = 64;

/// How many declarations of one name are read with a function. A name with more is certain in no configuration. All of them
/// are parsed again with each function that uses the name.
pub(crate) const MAX_DECLARATIONS: usize = 64;

/// How many names of macros in a declaration are examined. They are examined for each function that uses the declaration.
pub(crate) const MAX_MACROS_OF_DECLARATION: usize = 64;
