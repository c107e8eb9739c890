//! The rules: what clunroll tells its user, one file per rule, one table from code to rule.
//!
//! Earlier stages find facts; nothing before this stage knows a code, a severity or a wording. They hand over a
//! [`Finding`], which says what was found and where. Each rule's file holds its [`Rule`] (code, name, severity, and
//! the page of documentation) and the function that turns what was found into a [`Diagnostic`]; [`judge`] is the one
//! place that says which finding breaks which rule. To add a rule, add its file, its line in [`ALL`] and its arm in
//! [`judge`]. The layout of one file per rule with fixed headings follows ruff.

mod array_not_promoted;
mod array_used_whole;
mod changing_bound;
mod configurations;
mod conflicting_requests;
mod diagnostic;
mod different_requests;
mod directive_between;
mod divergent_barrier;
mod dropped_with_loop;
mod early_exit;
mod endless_loop;
mod extension_not_provided;
mod factor_above_trip_count;
mod factor_does_not_divide;
mod factor_too_large;
mod finding;
mod full_unroll_without_trip_count;
mod host_decides;
mod include_limit;
mod index_not_constant;
mod keyword_as_name;
mod label_before_loop;
mod left_to_compiler;
mod levels;
mod line_numbers;
mod loop_from_macro;
mod malformed_pragma;
mod missing_include;
mod misspelt_pragma;
mod negative_factor;
mod non_constant_factor;
mod non_integer_factor;
mod not_before_a_loop;
mod not_before_an_array;
mod not_flattened;
mod not_opencl_c;
mod over_limit;
mod overruled_request;
mod parenthesised_factor;
mod perhaps_conflicting_requests;
mod remainder_without_proof;
mod runs_at_most_once;
mod same_global_address;
mod signed_induction_variable;
mod small_trip_count;
mod stray_clause;
mod tested_before_each_copy;
mod uncopyable_body;
mod undefined_name;
mod unknown_clause;
mod unknown_factor;
mod unknown_suppression;
mod unreachable_request;
mod unreadable;
mod unsuitable_variable;
mod unused_suppression;
mod unusual_header;
mod zero_factor;
mod zero_hint;

pub use array_not_promoted::ARRAY_NOT_PROMOTED;
pub use array_used_whole::ARRAY_USED_WHOLE;
pub use changing_bound::CHANGING_BOUND;
pub use configurations::CONFIGURATIONS;
pub use conflicting_requests::CONFLICTING_REQUESTS;
pub use diagnostic::{Diagnostic, Edit, Fix, Label, Rule, Severity};
pub use different_requests::DIFFERENT_REQUESTS;
pub use directive_between::DIRECTIVE_BETWEEN;
pub use divergent_barrier::DIVERGENT_BARRIER;
pub use dropped_with_loop::DROPPED_WITH_LOOP;
pub use early_exit::EARLY_EXIT;
pub use endless_loop::ENDLESS_LOOP;
pub use extension_not_provided::EXTENSION_NOT_PROVIDED;
pub use factor_above_trip_count::FACTOR_ABOVE_TRIP_COUNT;
pub use factor_does_not_divide::FACTOR_DOES_NOT_DIVIDE;
pub use factor_too_large::FACTOR_TOO_LARGE;
pub use finding::{Correction, Finding, SuppressionProblem};
pub use full_unroll_without_trip_count::FULL_UNROLL_WITHOUT_TRIP_COUNT;
pub use host_decides::HOST_DECIDES;
pub use include_limit::INCLUDE_LIMIT;
pub use index_not_constant::INDEX_NOT_CONSTANT;
pub use keyword_as_name::KEYWORD_AS_NAME;
pub use label_before_loop::LABEL_BEFORE_LOOP;
pub use left_to_compiler::LEFT_TO_COMPILER;
pub use levels::{Levels, Selector, UnknownSelector, find, similar};
pub use line_numbers::LINE_NUMBERS;
pub use loop_from_macro::LOOP_FROM_MACRO;
pub use malformed_pragma::MALFORMED_PRAGMA;
pub use missing_include::MISSING_INCLUDE;
pub use misspelt_pragma::MISSPELT_PRAGMA;
pub use negative_factor::NEGATIVE_FACTOR;
pub use non_constant_factor::NON_CONSTANT_FACTOR;
pub use non_integer_factor::NON_INTEGER_FACTOR;
pub use not_before_a_loop::NOT_BEFORE_A_LOOP;
pub use not_before_an_array::NOT_BEFORE_AN_ARRAY;
pub use not_flattened::NOT_FLATTENED;
pub use not_opencl_c::NOT_OPENCL_C;
pub use over_limit::OVER_LIMIT;
pub use overruled_request::OVERRULED_REQUEST;
pub use parenthesised_factor::PARENTHESISED_FACTOR;
pub use perhaps_conflicting_requests::PERHAPS_CONFLICTING_REQUESTS;
pub use remainder_without_proof::REMAINDER_WITHOUT_PROOF;
pub use runs_at_most_once::RUNS_AT_MOST_ONCE;
pub use same_global_address::SAME_GLOBAL_ADDRESS;
pub use signed_induction_variable::SIGNED_INDUCTION_VARIABLE;
pub use small_trip_count::SMALL_TRIP_COUNT;
pub use stray_clause::STRAY_CLAUSE;
pub use tested_before_each_copy::TESTED_BEFORE_EACH_COPY;
pub use uncopyable_body::UNCOPYABLE_BODY;
pub use undefined_name::UNDEFINED_NAME;
pub use unknown_clause::UNKNOWN_CLAUSE;
pub use unknown_factor::UNKNOWN_FACTOR;
pub use unknown_suppression::UNKNOWN_SUPPRESSION;
pub use unreachable_request::UNREACHABLE_REQUEST;
pub use unreadable::UNREADABLE;
pub use unsuitable_variable::UNSUITABLE_VARIABLE;
pub use unused_suppression::UNUSED_SUPPRESSION;
pub use unusual_header::UNUSUAL_HEADER;
pub use zero_factor::ZERO_FACTOR;
pub use zero_hint::ZERO_HINT;

use crate::analysis::{Decline, FactorProblem, Reason};
use crate::flatten::NotFlattened;
use crate::lint::Advice;
use crate::preprocess::Unread;
use crate::promote::{Kept, Why};
use crate::source::Place;

/// All rules, in the order of their codes.
pub const ALL: [&Rule; 57] = [
    &NEGATIVE_FACTOR,
    &NON_CONSTANT_FACTOR,
    &NOT_BEFORE_A_LOOP,
    &NON_INTEGER_FACTOR,
    &FACTOR_TOO_LARGE,
    &MALFORMED_PRAGMA,
    &CONFLICTING_REQUESTS,
    &ZERO_HINT,
    &UNKNOWN_CLAUSE,
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
    &NOT_FLATTENED,
    &CONFIGURATIONS,
    &REMAINDER_WITHOUT_PROOF,
    &INDEX_NOT_CONSTANT,
    &ARRAY_USED_WHOLE,
    &ARRAY_NOT_PROMOTED,
    &TESTED_BEFORE_EACH_COPY,
    &DIFFERENT_REQUESTS,
    &PARENTHESISED_FACTOR,
    &KEYWORD_AS_NAME,
    &FACTOR_DOES_NOT_DIVIDE,
    &SAME_GLOBAL_ADDRESS,
    &SMALL_TRIP_COUNT,
    &SIGNED_INDUCTION_VARIABLE,
];

/// Turns a finding into what the user is told.
#[must_use]
pub fn judge(finding: &Finding) -> Diagnostic {
    Diagnostic { request: finding.request(), ..judge_as_found(finding) }
}

fn judge_as_found(finding: &Finding) -> Diagnostic {
    match finding {
        Finding::Malformed { pragma, problem, correction } => {
            malformed_pragma::judge(*pragma, *problem, correction.as_ref())
        }
        Finding::Factor { pragma, place, problem, correction } => {
            judge_factor(*place, problem).corrected(correction.as_ref()).requested_at(*pragma)
        }
        Finding::ZeroFactor { pragma, place, correction } => {
            zero_factor::judge(*place, correction.as_ref()).requested_at(*pragma)
        }
        Finding::NotBeforeLoop { pragma, found } => {
            let found = found.as_ref().map(|(place, text)| (*place, text.as_str()));
            not_before_a_loop::judge(*pragma, found).requested_at(*pragma)
        }
        Finding::Conflict { first, second } => conflicting_requests::judge(*first, *second),
        Finding::PerhapsConflict { first, second } => perhaps_conflicting_requests::judge(*first, *second),
        Finding::ZeroHint { pragma, place } => zero_hint::judge(*place).requested_at(*pragma),
        Finding::LabelInTheWay { pragma, label } => label_before_loop::judge(*label).requested_at(*pragma),
        Finding::Overruled { pragma, hint } => overruled_request::judge(*pragma, *hint),
        Finding::Dropped { pragma, place, keeps_loop } => {
            dropped_with_loop::judge(*place, *keeps_loop).requested_at(*pragma)
        }
        Finding::LeftToCompiler { pragma, place, text } => left_to_compiler::judge(*place, text).requested_at(*pragma),
        Finding::ExtensionNotProvided { condition, request } => extension_not_provided::judge(*condition, *request),
        Finding::Declined { pragma, decline } => judge_decline(decline).requested_at(*pragma),
        Finding::NotBeforeArray { pragma, found } => {
            let found = found.as_ref().map(|(place, text)| (*place, text.as_str()));
            not_before_an_array::judge(*pragma, found).requested_at(*pragma)
        }
        Finding::ArrayKept { pragma, kept } => judge_kept(kept).requested_at(*pragma),
        Finding::KeepsItsTest { pragma, decline } => {
            tested_before_each_copy::judge(judge_decline(decline), &decline.reason).requested_at(*pragma)
        }
        Finding::BadClause { pragma, bad } => unknown_clause::judge(bad).requested_at(*pragma),
        Finding::StrayClause { place } => stray_clause::judge(*place),
        Finding::RemainderIsLoop { pragma, wanted, why } => remainder_without_proof::judge(*pragma, *wanted, *why),
        Finding::Template { place, hole } => not_opencl_c::judge(*place, hole),
        Finding::RawStringJoined { place } => unreadable::raw_string_joined(*place),
        Finding::RawStringEnds { pragma } => unreadable::raw_string_ends(*pragma),
        Finding::NotFlattened { place, why } => judge_not_flattened(*place, *why),
        Finding::Misspelt { place, text, meant, correction } => {
            misspelt_pragma::judge(*place, text, meant, correction.as_ref())
        }
        Finding::Parenthesised { pragma, place, correction } => {
            parenthesised_factor::judge(*place, correction).requested_at(*pragma)
        }
        Finding::Unreachable { pragma, branch } => unreachable_request::judge(*pragma, *branch),
        Finding::DifferentRequests { first, second } => different_requests::judge(*first, *second),
        Finding::KeywordAsName { place, text } => keyword_as_name::judge(*place, text),
        Finding::UnreadInclude { place, unread } => judge_unread(*place, unread),
        Finding::UnknownSuppression { place, problem } => unknown_suppression::judge(*place, problem),
        Finding::UnusedSuppression { place, word, without } => unused_suppression::judge(*place, word, without),
        Finding::Advice { pragma, place, advice } => judge_advice(*place, advice).requested_at(*pragma),
    }
}

fn judge_advice(place: Place, advice: &Advice) -> Diagnostic {
    match advice {
        Advice::FactorAboveTrips { factor, trips } => factor_above_trip_count::judge(place, *factor, *trips),
        Advice::FactorDoesNotDivide { factor, trips } => factor_does_not_divide::judge(place, *factor, *trips),
        Advice::FewPasses { factor, trips } => small_trip_count::judge(place, *factor, *trips),
        Advice::RunsAtMostOnce { runs } => runs_at_most_once::judge(place, *runs),
        Advice::SameAddress { text, kind } => same_global_address::judge(place, text, *kind),
        Advice::SignedVariable { name } => signed_induction_variable::judge(place, name),
    }
}

fn judge_factor(place: Place, problem: &FactorProblem) -> Diagnostic {
    match problem {
        FactorProblem::Negative(value) => negative_factor::judge(place, *value),
        FactorProblem::NotConstant(culprit) => non_constant_factor::judge(place, culprit),
        FactorProblem::Undefinable => non_constant_factor::without_value(place),
        FactorProblem::NotInteger => non_integer_factor::judge(place),
        FactorProblem::TooLarge(value) => factor_too_large::judge(place, value),
        FactorProblem::Malformed => malformed_pragma::no_expression(place),
        FactorProblem::Unknown(name) => unknown_factor::judge(place, name),
        FactorProblem::NotKnown => unknown_factor::not_known(place),
    }
}

fn judge_not_flattened(place: Place, why: NotFlattened) -> Diagnostic {
    match why {
        NotFlattened::NotClosed => not_flattened::not_closed(place),
        NotFlattened::PerhapsBefore => not_flattened::perhaps_before(place),
        NotFlattened::PerhapsAgain => not_flattened::perhaps_again(place),
        NotFlattened::UnreadInside => not_flattened::unread_inside(place),
        NotFlattened::LinesUnknown => not_flattened::lines_unknown(place),
        NotFlattened::AsksForPlace(word) => not_flattened::asks_for_place(place, word),
        NotFlattened::InRawString => not_flattened::in_raw_string(place),
    }
}

fn judge_unread(place: Place, unread: &Unread) -> Diagnostic {
    match unread {
        Unread::Missing(name) => missing_include::missing(place, name),
        Unread::Unnamed => missing_include::unnamed(place),
        Unread::PerhapsBefore => missing_include::perhaps_before(place),
        Unread::TooDeep => include_limit::too_deep(place),
        Unread::TooMuch => include_limit::too_much(place),
        Unread::Itself => include_limit::includes_itself(place),
    }
}

fn judge_kept(kept: &Kept) -> Diagnostic {
    let place = kept.place;
    match &kept.why {
        Why::Varies { name, in_loop } => index_not_constant::varies(place, name, *in_loop),
        Why::NotConstant => index_not_constant::no_constant(place),
        Why::HostIndex(name) => index_not_constant::host_decides(place, name),
        Why::OutOfBounds { index, length } => index_not_constant::out_of_bounds(place, *index, *length),
        Why::Whole => array_used_whole::whole(place),
        Why::Address => array_used_whole::address(place),
        Why::HostMacro(name) => array_used_whole::host_macro(place, name),
        Why::Mentioned(what) => array_used_whole::mentioned(place, what),
        Why::Uncertain => array_used_whole::uncertain(place),
        Why::UnreadInclude => array_used_whole::unread_include(place),
        Why::Length => array_not_promoted::length(place),
        Why::HostLength(name) => array_not_promoted::host_length(place, name),
        Why::TooLarge(elements, limit) => array_not_promoted::too_large(place, *elements, *limit),
        Why::Members => array_not_promoted::members(place),
        Why::Arrays => array_not_promoted::arrays(place),
        Why::Element => array_not_promoted::element(place),
        Why::Parentheses => array_not_promoted::parentheses(place),
        Why::HostType(name) => array_not_promoted::host_type(place, name),
        Why::Volatile => array_not_promoted::volatile(place),
        Why::NotPrivate => array_not_promoted::not_private(place),
        Why::Attribute => array_not_promoted::attribute(place),
        Why::Initializer(what) => array_not_promoted::initializer(place, what),
        Why::Directive => array_not_promoted::directive(place),
        Why::MadeByMacro(name) => array_not_promoted::made_by(place, name),
        Why::TooMuchText(growth, left) => array_not_promoted::too_much_text(place, *growth, *left),
        Why::LeftBefore => array_not_promoted::left_before(place),
        Why::Surroundings(what) => array_not_promoted::surroundings(place, what),
        Why::NotParsed(stopped) => array_not_promoted::not_parsed(place, stopped.as_deref()),
        Why::TooDeep => array_not_promoted::too_deep(place),
    }
}

fn judge_decline(decline: &Decline) -> Diagnostic {
    let place = decline.place;
    match &decline.reason {
        Reason::RuntimeTrips { text, culprit } => full_unroll_without_trip_count::judge(place, text, culprit.as_ref()),
        Reason::DirectiveBetween => directive_between::directive(place),
        Reason::PrefixBetween => directive_between::prefix(place),
        Reason::MadeByMacro(name) => loop_from_macro::made_by(place, name),
        Reason::InsideArguments => loop_from_macro::inside_arguments(place),
        Reason::Header(what) => unusual_header::judge(place, what),
        Reason::LoopInHeader => unusual_header::holds_a_loop(place),
        Reason::RunsAtMostOnce { runs } => unusual_header::runs_at_most_once(place, *runs),
        Reason::VariableType(name) => unsuitable_variable::of_unknown_type(place, name),
        Reason::Volatile(name) => unsuitable_variable::volatile(place, name),
        Reason::NotPrivate(name) => unsuitable_variable::not_private(place, name),
        Reason::NeverEnds(what) => endless_loop::judge(place, what),
        Reason::UndefinedName(name) => undefined_name::judge(place, name),
        Reason::NotInvariant(name) => changing_bound::changes(place, name),
        Reason::AddressTaken(name) => changing_bound::address_taken(place, name),
        Reason::Bound(what) => changing_bound::bound(place, what),
        Reason::HiddenBreak(name) => early_exit::hidden_break(place, name),
        Reason::Label(what) => early_exit::label(place, what),
        Reason::OnlyOnce(what) => uncopyable_body::only_once(place, what),
        Reason::DirectiveInside => uncopyable_body::directive(place),
        Reason::ConditionalAcross => configurations::across(place),
        Reason::TooManyConfigurations(limit) => configurations::too_many(place, *limit),
        Reason::BudgetSpent { test, by_include } => over_limit::budget_spent(place, test.as_deref(), *by_include),
        Reason::TooManyRegions => configurations::too_many_regions(place),
        Reason::RequestInBranch => configurations::request_in_branch(place),
        Reason::ConfigurationsDiffer(what) => configurations::differ(place, what),
        Reason::HostDecides(name) => host_decides::judge(place, name),
        Reason::MayDeclare { by, name } => host_decides::may_declare(place, by, name),
        Reason::HiddenWord(word) => loop_from_macro::hidden_word(place, word),
        Reason::RunsNot(name) => host_decides::runs_not(place, name),
        Reason::Divergent(name) => divergent_barrier::judge(place, name),
        Reason::DivergentStep(name) => divergent_barrier::judge_step(place, name),
        Reason::TestsBetweenBarriers(name) => divergent_barrier::judge_tests(place, name),
        Reason::ManyMeetings(name, most) => divergent_barrier::judge_copies(place, name, *most),
        Reason::TooManyCopies(copies, limit) => over_limit::too_many_copies(place, *copies, *limit),
        Reason::TooMuchText { growth, left, nest } => over_limit::too_much_text(place, *growth, *left, nest),
        Reason::LeftBefore => over_limit::left_before(place),
        Reason::LineNumbers => line_numbers::judge(place),
        Reason::Unreadable => unreadable::no_parse(place),
        Reason::TooDeep => unreadable::too_deep(place),
        Reason::Overflow => unreadable::too_much_expansion(place),
        Reason::FunctionUnreadable { is_where } => unreadable::no_function(place, *is_where),
        Reason::MacroStack => host_decides::macro_stack(place),
        Reason::Trigraph => unreadable::trigraph(place),
        Reason::IncludesItself => include_limit::includes_itself(place),
    }
}

#[cfg(test)]
mod tests;
