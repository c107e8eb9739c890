//! All rules, in the order of their codes.
//!
//! A rule's file of documentation is `pages/NAME.md`, with the headings "What it checks", "Why it matters", "Example" and
//! "Instead". To add a rule, add its page, its `rule!` line here, and the finding that breaks it in `broken.rs`.

use crate::rule::{Applicability, Rule, Severity};

/// Writes one rule and its page.
macro_rules! rule {
    ($(#[$doc:meta])* $constant:ident, $code:literal, $name:literal, $severity:ident, $on:ident, $fix:ident) => {
        $(#[$doc])*
        pub static $constant: Rule = Rule {
            code: $code,
            name: $name,
            severity: Severity::$severity,
            is_on: is_on!($on),
            fix: applicability!($fix),
            page: include_str!(concat!("../pages/", $name, ".md")),
        };
    };
}

/// Whether a rule applies unless the user turns it off.
macro_rules! is_on {
    (on) => {
        true
    };
    (off) => {
        false
    };
}

/// Whether a program can correct some of a rule's findings.
macro_rules! applicability {
    (fixable) => {
        Some(Applicability::Safe)
    };
    (unsafely_fixable) => {
        Some(Applicability::Unsafe)
    };
    (by_hand) => {
        None
    };
}

rule!(
    /// The rule about a factor below 0.
    NEGATIVE_FACTOR, "CLU001", "negative-factor", Error, on, by_hand
);
rule!(
    /// The rule about a factor that the compiler cannot know.
    NON_CONSTANT_FACTOR, "CLU002", "non-constant-factor", Error, on, fixable
);
rule!(
    /// The rule about a pragma without a loop.
    NOT_BEFORE_A_LOOP, "CLU003", "not-before-a-loop", Error, on, by_hand
);
rule!(
    /// The rule about a factor that is a floating-point number or a string.
    NON_INTEGER_FACTOR, "CLU004", "non-integer-factor", Error, on, by_hand
);
rule!(
    /// The rule about a factor above 2147483647.
    FACTOR_TOO_LARGE, "CLU005", "factor-too-large", Error, on, by_hand
);
rule!(
    /// The rule about a pragma whose own form is wrong.
    MALFORMED_PRAGMA, "CLU006", "malformed-pragma", Error, on, fixable
);
rule!(
    /// The rule about two requests for one loop.
    CONFLICTING_REQUESTS, "CLU007", "conflicting-requests", Error, on, by_hand
);
rule!(
    /// The rule about a factor of 0 where only positive ones exist.
    ZERO_HINT, "CLU008", "zero-hint", Error, on, by_hand
);
rule!(
    /// The rule about a clause of `#pragma clunroll` that is none.
    UNKNOWN_CLAUSE, "CLU009", "unknown-clause", Error, on, by_hand
);
rule!(
    /// The rule about includes that `--flatten` cannot put in place.
    NOT_FLATTENED, "CLU010", "not-flattened", Error, on, by_hand
);
rule!(
    /// The rule about a factor of 0.
    ZERO_FACTOR, "CLU101", "zero-factor", Warning, on, fixable
);
rule!(
    /// The rule about a full unroll of a loop whose trip count only the run knows.
    FULL_UNROLL_WITHOUT_TRIP_COUNT, "CLU102", "full-unroll-without-trip-count", Warning, on, by_hand
);
rule!(
    /// The rule about a factor whose value is not known.
    UNKNOWN_FACTOR, "CLU103", "unknown-factor", Warning, on, fixable
);
rule!(
    /// The rule about a label where a request does not reach past it.
    LABEL_BEFORE_LOOP, "CLU104", "label-before-loop", Warning, on, by_hand
);
rule!(
    /// The rule about an attribute that says otherwise.
    OVERRULED_REQUEST, "CLU105", "overruled-request", Warning, on, by_hand
);
rule!(
    /// The rule about a `#pragma clunroll` that speaks of no requested loop.
    STRAY_CLAUSE, "CLU106", "stray-clause", Warning, on, by_hand
);
rule!(
    /// The rule about a request for scalars without an array.
    NOT_BEFORE_AN_ARRAY, "CLU107", "not-before-an-array", Warning, on, by_hand
);
rule!(
    /// The rule about two requests that only some configurations have for one loop.
    PERHAPS_CONFLICTING_REQUESTS, "CLU108", "perhaps-conflicting-requests", Warning, on, by_hand
);
rule!(
    /// The rule about a pragma or attribute that is nearly a request.
    MISSPELT_PRAGMA, "CLU110", "misspelt-pragma", Warning, on, fixable
);
rule!(
    /// The rule about a request in code that is never compiled.
    UNREACHABLE_REQUEST, "CLU112", "unreachable-request", Warning, on, by_hand
);
rule!(
    /// The rule about suppressions that name no rule.
    UNKNOWN_SUPPRESSION, "CLU114", "unknown-suppression", Warning, on, fixable
);
rule!(
    /// The rule about suppressions that nothing needs.
    UNUSED_SUPPRESSION, "CLU115", "unused-suppression", Warning, on, fixable
);
rule!(
    /// The rule about a factor larger than the trip count.
    FACTOR_ABOVE_TRIP_COUNT, "CLU120", "factor-above-trip-count", Warning, on, by_hand
);
rule!(
    /// The rule about a requested loop that runs once, or not at all.
    RUNS_AT_MOST_ONCE, "CLU121", "runs-at-most-once", Warning, on, by_hand
);
rule!(
    /// The rule about something between the pragma and its loop.
    DIRECTIVE_BETWEEN, "CLU201", "directive-between", Note, on, by_hand
);
rule!(
    /// The rule about a loop without a text of its own.
    LOOP_FROM_MACRO, "CLU203", "loop-from-macro", Note, on, by_hand
);
rule!(
    /// The rule about a header of a form that is not handled.
    UNUSUAL_HEADER, "CLU204", "unusual-header", Note, on, by_hand
);
rule!(
    /// The rule about a variable that cannot be counted with.
    UNSUITABLE_VARIABLE, "CLU205", "unsuitable-variable", Note, on, by_hand
);
rule!(
    /// The rule about a loop without a trip count.
    ENDLESS_LOOP, "CLU206", "endless-loop", Note, on, by_hand
);
rule!(
    /// The rule about a header that names something unknown.
    UNDEFINED_NAME, "CLU207", "undefined-name", Note, on, by_hand
);
rule!(
    /// The rule about a trip count that cannot be computed before the loop starts.
    CHANGING_BOUND, "CLU208", "changing-bound", Note, on, by_hand
);
rule!(
    /// The rule about a jump or a label that no copy can be given.
    EARLY_EXIT, "CLU209", "early-exit", Note, on, by_hand
);
rule!(
    /// The rule about a body that means something else when it stands there twice.
    UNCOPYABLE_BODY, "CLU210", "uncopyable-body", Note, on, by_hand
);
rule!(
    /// The rule about a name that the final compile may define otherwise.
    HOST_DECIDES, "CLU211", "host-decides", Note, on, by_hand
);
rule!(
    /// The rule about a barrier that some work-items may pass at another place.
    DIVERGENT_BARRIER, "CLU212", "divergent-barrier", Note, on, by_hand
);
rule!(
    /// The rule about more output than allowed.
    OVER_LIMIT, "CLU213", "over-limit", Note, on, by_hand
);
rule!(
    /// The rule about `__LINE__`, which would change.
    LINE_NUMBERS, "CLU214", "line-numbers", Note, on, by_hand
);
rule!(
    /// The rule about source that could not be understood.
    UNREADABLE, "CLU215", "unreadable", Note, on, by_hand
);
rule!(
    /// The rule about includes without an end.
    INCLUDE_LIMIT, "CLU216", "include-limit", Note, on, by_hand
);
rule!(
    /// The rule about an include that could not be read.
    MISSING_INCLUDE, "CLU217", "missing-include", Note, on, by_hand
);
rule!(
    /// The rule about what was said of a loop that is gone.
    DROPPED_WITH_LOOP, "CLU218", "dropped-with-loop", Note, on, by_hand
);
rule!(
    /// The rule about a hint without a factor, and a trip count that only the run knows.
    LEFT_TO_COMPILER, "CLU219", "left-to-compiler", Note, on, by_hand
);
rule!(
    /// The rule about requests that only some compilers see.
    EXTENSION_NOT_PROVIDED, "CLU220", "extension-not-provided", Note, on, by_hand
);
rule!(
    /// The rule about templates.
    NOT_OPENCL_C, "CLU223", "not-opencl-c", Note, on, by_hand
);
rule!(
    /// The rule about a loop that is not the same loop in every configuration.
    CONFIGURATIONS, "CLU225", "configurations", Note, on, by_hand
);
rule!(
    /// The rule about a remainder that is not written as it was asked for.
    REMAINDER_WITHOUT_PROOF, "CLU226", "remainder-without-proof", Note, on, by_hand
);
rule!(
    /// The rule about an index that is no constant.
    INDEX_NOT_CONSTANT, "CLU227", "index-not-constant", Note, on, by_hand
);
rule!(
    /// The rule about an array that is used other than element by element.
    ARRAY_USED_WHOLE, "CLU228", "array-used-whole", Note, on, by_hand
);
rule!(
    /// The rule about an array that cannot become scalars.
    ARRAY_NOT_PROMOTED, "CLU229", "array-not-promoted", Note, on, by_hand
);
rule!(
    /// The rule about a loop whose trips cannot be counted.
    TESTED_BEFORE_EACH_COPY, "CLU230", "tested-before-each-copy", Note, on, by_hand
);
rule!(
    /// The rule about a nest whose outer loop is not unrolled and jammed.
    NOT_JAMMED, "CLU231", "not-jammed", Note, on, by_hand
);
rule!(
    /// The rule about a pointer that cannot get the word `restrict`.
    RESTRICT_NOT_WRITTEN, "CLU232", "restrict-not-written", Note, on, by_hand
);
rule!(
    /// The rule about loads that wait for stores, since a pointer is not `restrict`.
    MISSING_RESTRICT, "CLU233", "missing-restrict", Note, on, unsafely_fixable
);
rule!(
    /// The rule about an outer loop that is unrolled and could be jammed.
    COULD_BE_JAMMED, "CLU234", "could-be-jammed", Note, on, unsafely_fixable
);
rule!(
    /// The rule about different requests for one loop in different configurations.
    DIFFERENT_REQUESTS, "CLU240", "different-requests", Note, on, by_hand
);
rule!(
    /// The rule about a factor of one word in parentheses.
    PARENTHESISED_FACTOR, "CLU241", "parenthesised-factor", Note, on, fixable
);
rule!(
    /// The rule about a request in the spelling of another compiler.
    OTHER_COMPILERS_REQUEST, "CLU242", "other-compilers-request", Note, on, by_hand
);
rule!(
    /// The rule about `kernel` as the name of something.
    KEYWORD_AS_NAME, "CLU249", "keyword-as-name", Note, off, by_hand
);
rule!(
    /// The rule about a known trip count that the factor does not divide.
    FACTOR_DOES_NOT_DIVIDE, "CLU250", "factor-does-not-divide", Note, on, by_hand
);
rule!(
    /// The rule about the same address of global memory in every iteration.
    SAME_GLOBAL_ADDRESS, "CLU252", "same-global-address", Note, on, by_hand
);
rule!(
    /// The rule about a factor for a loop of which the main loop would run once.
    SMALL_TRIP_COUNT, "CLU253", "small-trip-count", Note, on, by_hand
);
rule!(
    /// The rule about a signed induction variable.
    SIGNED_INDUCTION_VARIABLE, "CLU258", "signed-induction-variable", Note, off, by_hand
);

/// All rules, in the order of their codes. CLU224 is not used again: CLU010 has taken its place.
pub const ALL: &[&Rule] = &[
    &NEGATIVE_FACTOR,
    &NON_CONSTANT_FACTOR,
    &NOT_BEFORE_A_LOOP,
    &NON_INTEGER_FACTOR,
    &FACTOR_TOO_LARGE,
    &MALFORMED_PRAGMA,
    &CONFLICTING_REQUESTS,
    &ZERO_HINT,
    &UNKNOWN_CLAUSE,
    &NOT_FLATTENED,
    &ZERO_FACTOR,
    &FULL_UNROLL_WITHOUT_TRIP_COUNT,
    &UNKNOWN_FACTOR,
    &LABEL_BEFORE_LOOP,
    &OVERRULED_REQUEST,
    &STRAY_CLAUSE,
    &NOT_BEFORE_AN_ARRAY,
    &PERHAPS_CONFLICTING_REQUESTS,
    &MISSPELT_PRAGMA,
    &UNREACHABLE_REQUEST,
    &UNKNOWN_SUPPRESSION,
    &UNUSED_SUPPRESSION,
    &FACTOR_ABOVE_TRIP_COUNT,
    &RUNS_AT_MOST_ONCE,
    &DIRECTIVE_BETWEEN,
    &LOOP_FROM_MACRO,
    &UNUSUAL_HEADER,
    &UNSUITABLE_VARIABLE,
    &ENDLESS_LOOP,
    &UNDEFINED_NAME,
    &CHANGING_BOUND,
    &EARLY_EXIT,
    &UNCOPYABLE_BODY,
    &HOST_DECIDES,
    &DIVERGENT_BARRIER,
    &OVER_LIMIT,
    &LINE_NUMBERS,
    &UNREADABLE,
    &INCLUDE_LIMIT,
    &MISSING_INCLUDE,
    &DROPPED_WITH_LOOP,
    &LEFT_TO_COMPILER,
    &EXTENSION_NOT_PROVIDED,
    &NOT_OPENCL_C,
    &CONFIGURATIONS,
    &REMAINDER_WITHOUT_PROOF,
    &INDEX_NOT_CONSTANT,
    &ARRAY_USED_WHOLE,
    &ARRAY_NOT_PROMOTED,
    &TESTED_BEFORE_EACH_COPY,
    &NOT_JAMMED,
    &RESTRICT_NOT_WRITTEN,
    &MISSING_RESTRICT,
    &COULD_BE_JAMMED,
    &DIFFERENT_REQUESTS,
    &PARENTHESISED_FACTOR,
    &OTHER_COMPILERS_REQUEST,
    &KEYWORD_AS_NAME,
    &FACTOR_DOES_NOT_DIVIDE,
    &SAME_GLOBAL_ADDRESS,
    &SMALL_TRIP_COUNT,
    &SIGNED_INDUCTION_VARIABLE,
];
