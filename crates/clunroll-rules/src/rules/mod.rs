//! All rules: each has a folder, and the table registers them.
//!
//! The folder of a rule has its payload, which holds the facts of a finding (`mod.rs`), the words for it (`words.rs`) and its page
//! (`page.md`). CONTRIBUTING.md describes how to add one.
//!
//! A line of the table has the rule's constant, code and name; its severity; whether it is `on` by default; whether `check --fix` corrects
//! some of its findings; its folder; and the payloads in it. Payloads that several rules share, such as the reason to decline a loop, are
//! in `shared/`.

pub(crate) mod array_not_promoted;
pub(crate) mod array_used_whole;
pub(crate) mod changing_bound;
pub(crate) mod configurations;
pub(crate) mod conflicting_requests;
pub(crate) mod could_be_jammed;
pub(crate) mod define_without_effect;
pub(crate) mod different_requests;
pub(crate) mod directive_between;
pub(crate) mod divergent_barrier;
pub(crate) mod dropped_with_loop;
pub(crate) mod early_exit;
pub(crate) mod endless_loop;
pub(crate) mod extension_not_provided;
pub(crate) mod factor_above_trip_count;
pub(crate) mod factor_does_not_divide;
pub(crate) mod factor_too_large;
pub(crate) mod full_unroll_without_trip_count;
pub(crate) mod host_decides;
pub(crate) mod include_limit;
pub(crate) mod index_not_constant;
pub(crate) mod keyword_as_name;
pub(crate) mod label_before_loop;
pub(crate) mod left_to_compiler;
pub(crate) mod line_numbers;
pub(crate) mod loop_from_macro;
pub(crate) mod malformed_pragma;
pub(crate) mod missing_include;
pub(crate) mod missing_restrict;
pub(crate) mod misspelt_pragma;
pub(crate) mod negative_factor;
pub(crate) mod non_constant_factor;
pub(crate) mod non_integer_factor;
pub(crate) mod not_before_a_loop;
pub(crate) mod not_before_an_array;
pub(crate) mod not_flattened;
pub(crate) mod not_jammed;
pub(crate) mod not_opencl_c;
pub(crate) mod other_compilers_request;
pub(crate) mod over_limit;
pub(crate) mod overruled_request;
pub(crate) mod parenthesised_factor;
pub(crate) mod perhaps_conflicting_requests;
pub(crate) mod remainder_without_proof;
pub(crate) mod restrict_not_written;
pub(crate) mod runs_at_most_once;
pub(crate) mod same_global_address;
mod shared;
pub(crate) mod signed_induction_variable;
pub(crate) mod small_trip_count;
pub(crate) mod stray_clause;
pub(crate) mod tested_before_each_copy;
pub(crate) mod trips_not_counted;
pub(crate) mod uncopyable_body;
pub(crate) mod undefined_name;
pub(crate) mod unknown_clause;
pub(crate) mod unknown_factor;
pub(crate) mod unknown_suppression;
pub(crate) mod unreachable_request;
pub(crate) mod unreadable;
pub(crate) mod unsuitable_variable;
pub(crate) mod unused_suppression;
pub(crate) mod unusual_header;
pub(crate) mod zero_factor;
pub(crate) mod zero_hint;

pub use shared::*;

use crate::rule::Rule;
use crate::violation::Violation;

/// Makes the table: a constant for each rule, [`ALL`], and the enumeration of all payloads.
macro_rules! rules {
    ($($(#[$doc:meta])* $constant:ident = $code:literal $name:literal $severity:ident $on:ident $fix:ident $folder:ident [$($payload:ident),*];)*) => {
        /// All rules, in the order of their codes.
        pub mod table {
            use crate::rule::{Applicability, Rule, Severity};

            $(
                $(#[$doc])*
                pub static $constant: Rule = Rule {
                    code: $code,
                    name: $name,
                    severity: Severity::$severity,
                    is_on: is_on!($on),
                    fix: applicability!($fix),
                    page: include_str!(concat!(stringify!($folder), "/page.md")),
                };
            )*

            /// All rules, in the order of their codes. CLU224 is not used again: CLU010 has taken its place.
            pub const ALL: &[&Rule] = &[$(&$constant),*];
        }

        $(
            #[allow(unused_imports, reason = "some rules have no payload of their own")]
            pub use $folder::*;
        )*

        impl Payload {
            /// The rule that it breaks.
            #[must_use]
            pub fn rule(&self) -> &'static Rule {
                match self {
                    Self::WrongFactor(factor) => factor.problem.rule(),
                    Self::Declined(declined) => declined.reason.rule(),
                    Self::NotPromoted(declined) => declined.why.rule(),
                    Self::UnreadInclude(include) => include.rule(),
                    $($(Self::$payload(_) => &table::$constant,)*)*
                }
            }
        }

        payloads!(WrongFactor, Declined, NotPromoted, UnreadInclude $($(, $payload)*)*);
    };
}

/// Makes the enumeration of these payloads.
macro_rules! payloads {
    ($($payload:ident),*) => {
        /// The facts of a finding.
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs, reason = "each payload has a description of its own")]
        pub enum Payload {
            $($payload($payload),)*
        }

        impl Payload {
            pub(crate) fn violation(&self) -> &dyn Violation {
                match self {
                    $(Self::$payload(payload) => payload,)*
                }
            }

            pub(crate) fn violation_mut(&mut self) -> &mut dyn Violation {
                match self {
                    $(Self::$payload(payload) => payload,)*
                }
            }
        }

        $(
            impl From<$payload> for Payload {
                fn from(payload: $payload) -> Self {
                    Self::$payload(payload)
                }
            }
        )*
    };
}

/// Whether a rule is on by default.
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

rules! {
    /// The rule about a factor below 0.
    NEGATIVE_FACTOR = "CLU001" "negative-factor" Error on by_hand negative_factor [];
    /// The rule about a factor that the compiler cannot know.
    NON_CONSTANT_FACTOR = "CLU002" "non-constant-factor" Error on fixable non_constant_factor [];
    /// The rule about a pragma without a loop.
    NOT_BEFORE_A_LOOP = "CLU003" "not-before-a-loop" Error on by_hand not_before_a_loop [NotBeforeALoop];
    /// The rule about a factor that is a floating-point number or a string.
    NON_INTEGER_FACTOR = "CLU004" "non-integer-factor" Error on by_hand non_integer_factor [];
    /// The rule about a factor above 2147483647.
    FACTOR_TOO_LARGE = "CLU005" "factor-too-large" Error on by_hand factor_too_large [];
    /// The rule about a malformed pragma.
    MALFORMED_PRAGMA = "CLU006" "malformed-pragma" Error on fixable malformed_pragma [MalformedPragma];
    /// The rule about two requests for one loop.
    CONFLICTING_REQUESTS = "CLU007" "conflicting-requests" Error on by_hand conflicting_requests [ConflictingRequests];
    /// The rule about a factor of 0 in a hint, which allows only positive factors.
    ZERO_HINT = "CLU008" "zero-hint" Error on by_hand zero_hint [ZeroHint];
    /// The rule about a word in `#pragma clunroll` that is not a clause.
    UNKNOWN_CLAUSE = "CLU009" "unknown-clause" Error on by_hand unknown_clause [UnknownClause];
    /// The rule about an include that `--flatten` cannot replace by its file.
    NOT_FLATTENED = "CLU010" "not-flattened" Error on by_hand not_flattened [StaysIncluded];
    /// The rule about a factor of 0.
    ZERO_FACTOR = "CLU101" "zero-factor" Warning on fixable zero_factor [ZeroFactor];
    /// The rule about a full unroll of a loop whose trip count is known only at run time.
    FULL_UNROLL_WITHOUT_TRIP_COUNT = "CLU102" "full-unroll-without-trip-count" Warning on by_hand full_unroll_without_trip_count [];
    /// The rule about a factor of unknown value.
    UNKNOWN_FACTOR = "CLU103" "unknown-factor" Warning on fixable unknown_factor [];
    /// The rule about a label between a request and its loop.
    LABEL_BEFORE_LOOP = "CLU104" "label-before-loop" Warning on by_hand label_before_loop [LabelBeforeLoop];
    /// The rule about a request that an attribute overrides.
    OVERRULED_REQUEST = "CLU105" "overruled-request" Warning on by_hand overruled_request [OverruledRequest];
    /// The rule about a `#pragma clunroll` without a requested loop.
    STRAY_CLAUSE = "CLU106" "stray-clause" Warning on by_hand stray_clause [StrayClause];
    /// The rule about a request for promotion without an array.
    NOT_BEFORE_AN_ARRAY = "CLU107" "not-before-an-array" Warning on by_hand not_before_an_array [NotBeforeAnArray];
    /// The rule about two requests for one loop in only some configurations.
    PERHAPS_CONFLICTING_REQUESTS = "CLU108" "perhaps-conflicting-requests" Warning on by_hand perhaps_conflicting_requests [PerhapsConflictingRequests];
    /// The rule about a pragma or attribute that is nearly a request.
    MISSPELT_PRAGMA = "CLU110" "misspelt-pragma" Warning on fixable misspelt_pragma [MisspeltPragma];
    /// The rule about a request in code that is never compiled.
    UNREACHABLE_REQUEST = "CLU112" "unreachable-request" Warning on by_hand unreachable_request [UnreachableRequest];
    /// The rule about a suppression that names no rule.
    UNKNOWN_SUPPRESSION = "CLU114" "unknown-suppression" Warning on fixable unknown_suppression [UnknownSuppression];
    /// The rule about a suppression that suppresses nothing.
    UNUSED_SUPPRESSION = "CLU115" "unused-suppression" Warning on fixable unused_suppression [UnusedSuppression];
    /// The rule about a macro of the command line that the file defines again.
    DEFINE_WITHOUT_EFFECT = "CLU116" "define-without-effect" Warning on by_hand define_without_effect [DefineWithoutEffect];
    /// The rule about a factor larger than the trip count.
    FACTOR_ABOVE_TRIP_COUNT = "CLU120" "factor-above-trip-count" Warning on by_hand factor_above_trip_count [FactorAboveTripCount];
    /// The rule about a requested loop that runs once, or not at all.
    RUNS_AT_MOST_ONCE = "CLU121" "runs-at-most-once" Warning on by_hand runs_at_most_once [RunsAtMostOnce];
    /// The rule about something between the pragma and its loop.
    DIRECTIVE_BETWEEN = "CLU201" "directive-between" Note on by_hand directive_between [];
    /// The rule about a loop that comes from a macro.
    LOOP_FROM_MACRO = "CLU203" "loop-from-macro" Note on by_hand loop_from_macro [];
    /// The rule about a header of an unsupported form.
    UNUSUAL_HEADER = "CLU204" "unusual-header" Note on by_hand unusual_header [];
    /// The rule about a variable that cannot count the trips.
    UNSUITABLE_VARIABLE = "CLU205" "unsuitable-variable" Note on by_hand unsuitable_variable [];
    /// The rule about a loop without a trip count.
    ENDLESS_LOOP = "CLU206" "endless-loop" Note on by_hand endless_loop [];
    /// The rule about an unknown name in a header.
    UNDEFINED_NAME = "CLU207" "undefined-name" Note on by_hand undefined_name [];
    /// The rule about a trip count that cannot be computed before the loop starts.
    CHANGING_BOUND = "CLU208" "changing-bound" Note on by_hand changing_bound [];
    /// The rule about a jump or a label that cannot be copied.
    EARLY_EXIT = "CLU209" "early-exit" Note on by_hand early_exit [];
    /// The rule about a body whose copies would have another meaning.
    UNCOPYABLE_BODY = "CLU210" "uncopyable-body" Note on by_hand uncopyable_body [];
    /// The rule about a name that the final compile may define differently.
    HOST_DECIDES = "CLU211" "host-decides" Note on by_hand host_decides [];
    /// The rule about a barrier that some work-items may reach at another place.
    DIVERGENT_BARRIER = "CLU212" "divergent-barrier" Note on by_hand divergent_barrier [];
    /// The rule about more output than allowed.
    OVER_LIMIT = "CLU213" "over-limit" Note on by_hand over_limit [];
    /// The rule about `__LINE__`, whose value would change.
    LINE_NUMBERS = "CLU214" "line-numbers" Note on by_hand line_numbers [];
    /// The rule about source that cannot be parsed.
    UNREADABLE = "CLU215" "unreadable" Note on by_hand unreadable [LiteralJoined, LiteralEnds, ArgumentEnds, RequestInString];
    /// The rule about endless includes.
    INCLUDE_LIMIT = "CLU216" "include-limit" Note on by_hand include_limit [];
    /// The rule about an include that could not be read.
    MISSING_INCLUDE = "CLU217" "missing-include" Note on by_hand missing_include [];
    /// The rule about text that describes a loop and is dropped with it.
    DROPPED_WITH_LOOP = "CLU218" "dropped-with-loop" Note on by_hand dropped_with_loop [DroppedWithLoop];
    /// The rule about a hint without a factor, and a trip count that is known only at run time.
    LEFT_TO_COMPILER = "CLU219" "left-to-compiler" Note on by_hand left_to_compiler [LeftToCompiler];
    /// The rule about requests that only some compilers see.
    EXTENSION_NOT_PROVIDED = "CLU220" "extension-not-provided" Note on by_hand extension_not_provided [ExtensionNotProvided];
    /// The rule about templates.
    NOT_OPENCL_C = "CLU223" "not-opencl-c" Note on by_hand not_opencl_c [NotOpenclC];
    /// The rule about a loop that differs between configurations.
    CONFIGURATIONS = "CLU225" "configurations" Note on by_hand configurations [];
    /// The rule about a remainder that is not written as requested.
    REMAINDER_WITHOUT_PROOF = "CLU226" "remainder-without-proof" Note on by_hand remainder_without_proof [RemainderWithoutProof];
    /// The rule about an index that is not a constant.
    INDEX_NOT_CONSTANT = "CLU227" "index-not-constant" Note on by_hand index_not_constant [];
    /// The rule about an array with uses that are not of one element.
    ARRAY_USED_WHOLE = "CLU228" "array-used-whole" Note on by_hand array_used_whole [];
    /// The rule about an array that cannot become scalars.
    ARRAY_NOT_PROMOTED = "CLU229" "array-not-promoted" Note on by_hand array_not_promoted [];
    /// The rule about a loop whose trips cannot be counted.
    TESTED_BEFORE_EACH_COPY = "CLU230" "tested-before-each-copy" Note on by_hand tested_before_each_copy [TestedBeforeEachCopy];
    /// The rule about a nest whose outer loop is not unrolled and jammed.
    NOT_JAMMED = "CLU231" "not-jammed" Note on by_hand not_jammed [];
    /// The rule about a pointer that cannot get the word `restrict`.
    RESTRICT_NOT_WRITTEN = "CLU232" "restrict-not-written" Note on by_hand restrict_not_written [RestrictNotWritten];
    /// The rule about loads that wait for stores, since no pointer is `restrict`.
    MISSING_RESTRICT = "CLU233" "missing-restrict" Note on unsafely_fixable missing_restrict [MissingRestrict];
    /// The rule about an outer loop that is unrolled and could be jammed.
    COULD_BE_JAMMED = "CLU234" "could-be-jammed" Note on unsafely_fixable could_be_jammed [CouldBeJammed];
    /// The rule about a loop that is left to the compiler, since its trips cannot be counted.
    TRIPS_NOT_COUNTED = "CLU235" "trips-not-counted" Note on by_hand trips_not_counted [];
    /// The rule about different requests for one loop in different configurations.
    DIFFERENT_REQUESTS = "CLU240" "different-requests" Note on by_hand different_requests [DifferentRequests];
    /// The rule about a factor of one word in parentheses.
    PARENTHESISED_FACTOR = "CLU241" "parenthesised-factor" Note on fixable parenthesised_factor [ParenthesisedFactor];
    /// The rule about a request in the spelling of another compiler.
    OTHER_COMPILERS_REQUEST = "CLU242" "other-compilers-request" Note on by_hand other_compilers_request [OtherCompilersRequest];
    /// The rule about `kernel` as a name.
    KEYWORD_AS_NAME = "CLU249" "keyword-as-name" Note off by_hand keyword_as_name [KeywordAsName];
    /// The rule about a known trip count that the factor does not divide.
    FACTOR_DOES_NOT_DIVIDE = "CLU250" "factor-does-not-divide" Note on by_hand factor_does_not_divide [FactorDoesNotDivide];
    /// The rule about the same address of global memory in every iteration.
    SAME_GLOBAL_ADDRESS = "CLU252" "same-global-address" Note on fixable same_global_address [SameGlobalAddress];
    /// The rule about a factor for a loop whose main loop would run once.
    SMALL_TRIP_COUNT = "CLU253" "small-trip-count" Note on by_hand small_trip_count [SmallTripCount];
    /// The rule about a signed induction variable.
    SIGNED_INDUCTION_VARIABLE = "CLU258" "signed-induction-variable" Note off by_hand signed_induction_variable [SignedInductionVariable];
}
