//! The table of what `clunroll explain` explains besides rules and settings: words, each with a section of a page.
//!
//! The text is in the page alone. A topic names a heading of it, or one row or item below a heading. Tests check that each is there, and
//! that no heading of these pages and no assumption lacks a word.

/// A page of `docs/`.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::cli) struct Page {
    /// The name of the file.
    pub(in crate::cli) name: &'static str,
    pub(super) text: &'static str,
}

static PRAGMAS: Page = Page { name: "pragmas.md", text: include_str!("../../../docs/pragmas.md") };
static LOOPS: Page = Page { name: "loops.md", text: include_str!("../../../docs/loops.md") };
static LIMITS: Page = Page { name: "limits.md", text: include_str!("../../../docs/limits.md") };

/// A section of a page, or a part of one, with the words for it.
#[derive(Debug)]
pub(in crate::cli) struct Topic {
    /// The word that lists and completions show. It needs no quotes in a shell.
    pub(in crate::cli) word: &'static str,
    /// Other words for it.
    pub(in crate::cli) also: &'static [&'static str],
    pub(in crate::cli) page: &'static Page,
    /// As in the page, without the marks in front.
    pub(in crate::cli) heading: &'static str,
    /// The beginning of the row or the item below the heading; empty for the whole section.
    pub(in crate::cli) part: &'static str,
}

/// Topics of one kind, with a title for the list.
pub(in crate::cli) struct TopicGroup {
    pub(in crate::cli) title: &'static str,
    pub(in crate::cli) topics: &'static [Topic],
}

/// All groups, in the order of the list.
pub(in crate::cli) static GROUPS: &[TopicGroup] = &[
    TopicGroup { title: "Pragmas", topics: PRAGMA_TOPICS },
    TopicGroup { title: "Promises", topics: PROMISES },
    TopicGroup { title: "Loops and forms", topics: FORMS },
    TopicGroup { title: "Limits", topics: LIMIT_TOPICS },
    TopicGroup { title: "Assumptions", topics: ASSUMPTIONS },
];

const fn section(
    page: &'static Page,
    word: &'static str,
    also: &'static [&'static str],
    heading: &'static str,
) -> Topic {
    Topic { word, also, page, heading, part: "" }
}

/// A row of the table of forms.
const fn form(word: &'static str, part: &'static str) -> Topic {
    Topic { word, also: &[], page: &LOOPS, heading: "Forms", part }
}

/// Something that clunroll knows about a loop.
const fn known(word: &'static str, also: &'static [&'static str], part: &'static str) -> Topic {
    Topic { word, also, page: &LOOPS, heading: "What clunroll knows about a loop", part }
}

const fn assumption(word: &'static str, part: &'static str) -> Topic {
    Topic { word, also: &[], page: &LIMITS, heading: "Assumptions", part }
}

static PRAGMA_TOPICS: &[Topic] = &[
    section(&PRAGMAS, "unroll", &["requests", "nounroll", "unroll_count", "opencl_unroll_hint"], "Requests"),
    section(&PRAGMAS, "unroll_and_jam", &["jam", "nounroll_and_jam"], "Unroll-and-jam"),
    section(&PRAGMAS, "functions-in-a-nest", &[], "Functions in a nest"),
    section(&PRAGMAS, "jumps-in-a-nest", &["variables-in-a-nest"], "Variables and jumps in a nest"),
    section(&PRAGMAS, "promote_to_registers", &["arrays-in-registers", "promotion"], "Arrays in registers"),
    section(&PRAGMAS, "clunroll", &["clauses"], "Clauses of `#pragma clunroll`"),
    section(&PRAGMAS, "leave", &[], "Requests that clunroll leaves"),
];

static PROMISES: &[Topic] = &[
    section(&LIMITS, "restrict", &["assume", "pointers-that-do-not-overlap"], "Pointers that do not overlap"),
    section(&PRAGMAS, "independent", &["independent-iterations", "ivdep"], "Independent iterations"),
    section(&PRAGMAS, "exact", &["exact-trip-counts"], "Exact trip counts"),
    section(&PRAGMAS, "final-macros", &["trust-defines"], "Final macros"),
    section(
        &PRAGMAS,
        "work-group-sizes",
        &["reqd_work_group_size", "uniform-work-groups", "get_local_size"],
        "Work-group sizes",
    ),
];

static FORMS: &[Topic] = &[
    section(&LOOPS, "forms", &["loops"], "Forms"),
    form("full", "| full |"),
    form("counted", "| counted |"),
    form("choice-by-if", "| a choice by `#if` |"),
    form("re-checked", "| re-checked |"),
    section(&LOOPS, "remainder", &["remaining-iterations", "nested", "switch"], "Remaining iterations"),
    section(&LOOPS, "versions", &[], "Versions"),
    section(&LOOPS, "nests", &["nest"], "Nests"),
    section(&LOOPS, "loads-first", &[], "Loads first"),
    section(&LOOPS, "unroll-1", &["target"], "Loops that the compiler must not unroll again"),
    section(&LOOPS, "checked", &["test-before-each-copy"], "A test before each copy"),
    section(&LOOPS, "bounds-in-memory", &[], "Bounds in memory"),
    section(&LOOPS, "guard", &["host-bounds", "bounds-that-the-host-decides"], "Bounds that the host decides"),
    section(&LOOPS, "conditions", &["conditions-that-the-host-decides"], "Conditions that the host decides"),
    section(&LOOPS, "known-facts", &[], "What clunroll knows about a loop"),
    known("macros", &["defines"], "- **Macros.**"),
    known("loops-from-macros", &[], "- **Loops from macros.**"),
    known("constants", &[], "- **Constants**"),
    known("included-files", &["includes"], "- **Included files**"),
    known("string-literals", &["hosts"], "- **Hosts in C and C++**"),
    known("templates", &[], "- **Templates**"),
];

static LIMIT_TOPICS: &[Topic] = &[
    section(&LIMITS, "limits", &[], "What clunroll does not do"),
    section(&LIMITS, "left-as-written", &["declined"], "When a loop stays as written"),
    section(&LIMITS, "barriers", &["barrier"], "Loops with a barrier"),
    section(&LIMITS, "jam-conditions", &[], "Nests that are not jammed"),
    section(&LIMITS, "how-to-check", &[], "How to check"),
];

static ASSUMPTIONS: &[Topic] = &[
    section(&LIMITS, "assumptions", &[], "Assumptions"),
    assumption("ordinary-names", "- **A name that no file or option treats as a macro"),
    assumption("host-macros", "- **A macro that the host passes"),
    assumption("macro-roles", "- **A macro keeps its role.**"),
    assumption("macros-in-declarations", "- **A name that nothing defines is a macro"),
    assumption("unknown-types", "- **A type that no file declares"),
    assumption("macros-of-literals", "- **A host's file shows which macros"),
    assumption("uses-of-literals", "- **A host's file shows what it does"),
    assumption("side-effects", "- **The value of a `-D` has no side effects**"),
    assumption("readable-bounds", "- **The host gives a bound"),
    assumption("include-guards", "- **The host does not define include guards**"),
    assumption("other-values", "- **A `-D` that clunroll is given"),
    assumption("unread-files", "- **A file that could not be read"),
    assumption("standard-headers", "- **Headers of the C standard"),
    assumption("other-languages", "- **Macros of other languages"),
    assumption("opencl-version", "- **A version is at least 100.**"),
    assumption("opencl-c", "- **The text is OpenCL C**"),
    assumption("if-arithmetic", "- **An `#if` is computed"),
    assumption("werror", "- **Warnings are not errors.**"),
    assumption("rounding", "- **Copies are compiled alike.**"),
];
