//! What is said about each finding; one file for each rule.
//!
//! [`Diagnostic::of`] is the one place that says which finding gets which words. A rule's code, name and page are in the crate
//! `clunroll-rules`.

mod array_not_promoted;
mod array_used_whole;
mod changing_bound;
mod configurations;
mod conflicting_requests;
mod could_be_jammed;
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
mod full_unroll_without_trip_count;
mod host_decides;
mod include_limit;
mod index_not_constant;
mod keyword_as_name;
mod label_before_loop;
mod left_to_compiler;
mod line_numbers;
mod loop_from_macro;
mod malformed_pragma;
mod missing_include;
mod missing_restrict;
mod misspelt_pragma;
mod negative_factor;
mod non_constant_factor;
mod non_integer_factor;
mod not_before_a_loop;
mod not_before_an_array;
mod not_flattened;
mod not_jammed;
mod not_opencl_c;
mod other_compilers_request;
mod over_limit;
mod overruled_request;
mod parenthesised_factor;
mod perhaps_conflicting_requests;
mod raw_string_joined;
mod remainder_without_proof;
mod restrict_not_written;
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
mod words;
mod zero_factor;
mod zero_hint;

#[cfg(test)]
mod tests;

use clunroll_rules::{Advice, Decline, FactorProblem, Finding, PromotionDecline, PromotionReason, Reason};
use oclc_syntax::preprocess::Unread;
use oclc_syntax::source::Place;

use self::words::Wording;
use crate::diagnostic::Diagnostic;

impl Diagnostic {
    /// A finding in words.
    #[doc(hidden)]
    #[must_use]
    pub fn of(finding: &Finding) -> Self {
        let wording = words_for(finding);
        let rule = finding.rule();
        Self {
            rule,
            severity: rule.severity,
            message: wording.message,
            primary: wording.primary,
            secondary: wording.secondary,
            also: Vec::new(),
            notes: wording.notes,
            help: wording.help,
            requests: finding.request().into_iter().collect(),
            fix: wording.fix,
        }
    }
}

/// What is said about a finding.
fn words_for(finding: &Finding) -> Wording {
    match finding {
        Finding::Malformed { pragma, problem, correction } => {
            malformed_pragma::wording(*pragma, *problem, correction.as_ref())
        }
        Finding::Factor { pragma, place, problem, correction } => {
            factor_wording(*place, problem).corrected(correction.as_ref()).requested_at(*pragma)
        }
        Finding::ZeroFactor { pragma, place, correction } => {
            zero_factor::wording(*place, correction.as_ref()).requested_at(*pragma)
        }
        Finding::NotBeforeLoop { pragma, found } => {
            let found = found.as_ref().map(|(place, text)| (*place, text.as_str()));
            not_before_a_loop::wording(*pragma, found).requested_at(*pragma)
        }
        Finding::NoRestrict { place, name, obstacle, reason } => {
            restrict_not_written::wording(*place, name, obstacle, *reason)
        }
        Finding::Conflict { first, second } => conflicting_requests::wording(*first, *second),
        Finding::PerhapsConflict { first, second } => perhaps_conflicting_requests::wording(*first, *second),
        Finding::ZeroHint { pragma, place } => zero_hint::wording(*place).requested_at(*pragma),
        Finding::LabelInTheWay { pragma, label } => label_before_loop::wording(*label).requested_at(*pragma),
        Finding::Overruled { pragma, hint } => overruled_request::wording(*pragma, *hint),
        Finding::Dropped { pragma, place, keeps_loop } => {
            dropped_with_loop::wording(*place, *keeps_loop).requested_at(*pragma)
        }
        Finding::LeftToCompiler { pragma, place, text } => {
            left_to_compiler::wording(*place, text).requested_at(*pragma)
        }
        Finding::ExtensionNotProvided { condition, request } => extension_not_provided::wording(*condition, *request),
        Finding::Declined { pragma, decline, unread } => {
            decline_wording(decline).requested_at(*pragma).defined_perhaps_in(*unread)
        }
        Finding::NotBeforeArray { pragma, found } => {
            let found = found.as_ref().map(|(place, text)| (*place, text.as_str()));
            not_before_an_array::wording(*pragma, found).requested_at(*pragma)
        }
        Finding::NotPromoted { pragma, decline } => promotion_wording(decline).requested_at(*pragma),
        Finding::TestedBeforeEachCopy { pragma, decline, unread } => {
            let wording = tested_before_each_copy::wording(decline_wording(decline), &decline.reason);
            wording.requested_at(*pragma).defined_perhaps_in(*unread)
        }
        Finding::BadClause { pragma, bad } => unknown_clause::wording(bad).requested_at(*pragma),
        Finding::StrayClause { place } => stray_clause::wording(*place),
        Finding::RemainderIsLoop { pragma, wanted, why } => remainder_without_proof::wording(*pragma, *wanted, *why),
        Finding::Template { place, placeholder } => not_opencl_c::wording(*place, placeholder),
        Finding::RawStringJoined { start, by, neighbour } => raw_string_joined::wording(*start, *by, *neighbour),
        Finding::RawStringEnds { pragma } => unreadable::raw_string_ends(*pragma),
        Finding::NotFlattened { place, name, obstacle } => not_flattened::wording(*place, name, *obstacle),
        Finding::ForeignRequest { place, text, factor } => {
            other_compilers_request::wording(*place, text, factor.as_deref())
        }
        Finding::Misspelt { place, text, meant, correction } => {
            misspelt_pragma::wording(*place, text, meant, correction.as_ref())
        }
        Finding::Parenthesised { pragma, place, correction } => {
            parenthesised_factor::wording(*place, correction).requested_at(*pragma)
        }
        Finding::Unreachable { pragma, branch } => unreachable_request::wording(*pragma, *branch),
        Finding::DifferentRequests { first, second } => different_requests::wording(*first, *second),
        Finding::KeywordAsName { place, text } => keyword_as_name::wording(*place, text),
        Finding::UnreadInclude { place, unread } => include_wording(*place, unread),
        Finding::UnknownSuppression { place, problem } => unknown_suppression::wording(*place, problem),
        Finding::UnusedSuppression { place, word, without } => unused_suppression::wording(*place, word, without),
        Finding::Advice { pragma, place, advice } => advice_wording(*place, advice).requested_at(*pragma),
    }
}

fn advice_wording(place: Place, advice: &Advice) -> Wording {
    match advice {
        Advice::FactorAboveTrips { factor, trips } => factor_above_trip_count::wording(place, *factor, *trips),
        Advice::FactorDoesNotDivide { factor, trips } => factor_does_not_divide::wording(place, *factor, *trips),
        Advice::FewPasses { factor, trips } => small_trip_count::wording(place, *factor, *trips),
        Advice::RunsAtMostOnce { runs } => runs_at_most_once::wording(place, *runs),
        Advice::SameAddress { text, kind } => same_global_address::wording(place, text, *kind),
        Advice::MissingRestrict { load, store, corrections } => missing_restrict::wording(load, store, corrections),
        Advice::CouldBeJammed { factor, load, text, correction } => {
            could_be_jammed::wording(place, *factor, *load, text, correction.as_ref())
        }
        Advice::SignedVariable { name } => signed_induction_variable::wording(place, name),
    }
}

fn factor_wording(place: Place, problem: &FactorProblem) -> Wording {
    match problem {
        FactorProblem::Negative(value) => negative_factor::wording(place, *value),
        FactorProblem::NotConstant(name) => non_constant_factor::wording(place, name),
        FactorProblem::Undefinable => non_constant_factor::without_value(place),
        FactorProblem::NotInteger => non_integer_factor::wording(place),
        FactorProblem::TooLarge(value) => factor_too_large::wording(place, value),
        FactorProblem::Malformed => malformed_pragma::no_expression(place),
        FactorProblem::Unknown(name) => unknown_factor::wording(place, name),
        FactorProblem::NotKnown => unknown_factor::not_known(place),
    }
}

fn include_wording(place: Place, unread: &Unread) -> Wording {
    match unread {
        Unread::Missing(name) => missing_include::missing(place, name),
        Unread::Unreadable(name) => missing_include::unreadable(place, name),
        Unread::Unnamed => missing_include::unnamed(place),
        Unread::PerhapsBefore => missing_include::perhaps_before(place),
        Unread::TooDeep => include_limit::too_deep(place),
        Unread::TooMuch => include_limit::too_much(place),
        Unread::Itself => include_limit::includes_itself(place),
    }
}

fn promotion_wording(decline: &PromotionDecline) -> Wording {
    let place = decline.place;
    match &decline.why {
        PromotionReason::Varies { name, in_loop } => index_not_constant::varies(place, name, *in_loop),
        PromotionReason::NotConstant => index_not_constant::no_constant(place),
        PromotionReason::HostIndex(name) => index_not_constant::host_decides(place, name),
        PromotionReason::OutOfBounds { index, length } => index_not_constant::out_of_bounds(place, *index, *length),
        PromotionReason::Whole => array_used_whole::whole(place),
        PromotionReason::Address => array_used_whole::address(place),
        PromotionReason::HostMacro(name) => array_used_whole::host_macro(place, name),
        PromotionReason::Mentioned(mention) => array_used_whole::mentioned(place, *mention),
        PromotionReason::Uncertain => array_used_whole::uncertain(place),
        PromotionReason::UnreadInclude => array_used_whole::unread_include(place),
        PromotionReason::Length => array_not_promoted::length(place),
        PromotionReason::HostLength(name) => array_not_promoted::host_length(place, name),
        PromotionReason::InChoice => array_not_promoted::in_choice(place),
        PromotionReason::TooLarge(elements, limit) => array_not_promoted::too_large(place, *elements, *limit),
        PromotionReason::Arrays => array_not_promoted::arrays(place),
        PromotionReason::Element => array_not_promoted::element(place),
        PromotionReason::Parentheses => array_not_promoted::parentheses(place),
        PromotionReason::HostType(name) => array_not_promoted::host_type(place, name),
        PromotionReason::Volatile => array_not_promoted::volatile(place),
        PromotionReason::NotPrivate => array_not_promoted::not_private(place),
        PromotionReason::Attribute => array_not_promoted::attribute(place),
        PromotionReason::Initializer(problem) => array_not_promoted::initializer(place, *problem),
        PromotionReason::Directive => array_not_promoted::directive(place),
        PromotionReason::MadeByMacro(name) => array_not_promoted::made_by(place, name),
        PromotionReason::TooMuchText(growth, left) => array_not_promoted::too_much_text(place, *growth, *left),
        PromotionReason::LeftBefore => array_not_promoted::left_before(place),
        PromotionReason::Surroundings(what) => array_not_promoted::surroundings(place, *what),
        PromotionReason::NotParsed(stopped) => array_not_promoted::not_parsed(place, stopped.as_deref()),
        PromotionReason::TooDeep => array_not_promoted::too_deep(place),
    }
}

fn decline_wording(decline: &Decline) -> Wording {
    let place = decline.place;
    match &decline.reason {
        Reason::RuntimeTrips { text, non_constant } => {
            full_unroll_without_trip_count::wording(place, text, non_constant.as_ref())
        }
        Reason::DirectiveBetween => directive_between::directive(place),
        Reason::PrefixBetween => directive_between::prefix(place),
        Reason::MadeByMacro(name) => loop_from_macro::made_by(place, name),
        Reason::InsideArguments => loop_from_macro::inside_arguments(place),
        Reason::Header(problem) => unusual_header::wording(place, *problem),
        Reason::LoopInHeader => unusual_header::holds_a_loop(place),
        Reason::RunsAtMostOnce { runs } => unusual_header::runs_at_most_once(place, *runs),
        Reason::VariableType(name) => unsuitable_variable::of_unknown_type(place, name),
        Reason::Volatile(name) => unsuitable_variable::volatile(place, name),
        Reason::NotPrivate(name) => unsuitable_variable::not_private(place, name),
        Reason::NeverEnds(problem) => endless_loop::wording(place, *problem),
        Reason::UndefinedName(name) => undefined_name::wording(place, name),
        Reason::NotInvariant(name) => changing_bound::changes(place, name),
        Reason::ReadsMemory => changing_bound::reads_memory(place),
        Reason::AddressTaken(name) => changing_bound::address_taken(place, name),
        Reason::Bound(problem) => changing_bound::bound(place, *problem),
        Reason::DependsOn(part) => changing_bound::depends_on(place, *part),
        Reason::HiddenBreak(name) => early_exit::hidden_break(place, name),
        Reason::Label(problem) => early_exit::label(place, *problem),
        Reason::OnlyOnce(what) => uncopyable_body::only_once(place, *what),
        Reason::DirectiveInside => uncopyable_body::directive(place),
        Reason::Jam(problem) => not_jammed::wording(place, problem),
        Reason::ConditionalAcross => configurations::across(place),
        Reason::TooManyConfigurations { limit, macros } => configurations::too_many(place, *limit, macros),
        Reason::BudgetSpent { macros, by_include } => over_limit::budget_spent(place, macros, *by_include),
        Reason::TooManyRegions => configurations::too_many_regions(place),
        Reason::RequestInBranch => configurations::request_in_branch(place),
        Reason::ConfigurationsDiffer(difference) => configurations::differ(place, *difference),
        Reason::HostDecides(name) => host_decides::wording(place, name),
        Reason::MayRequest(name) => host_decides::may_request(place, name),
        Reason::MayDeclare { by, name } => host_decides::may_declare(place, by, name),
        Reason::HiddenWord(word) => loop_from_macro::hidden_word(place, word),
        Reason::RunsNot(name) => host_decides::runs_not(place, name),
        Reason::OneTrip => host_decides::one_trip(place),
        Reason::Divergent(name) => divergent_barrier::wording(place, name),
        Reason::DivergentStep(name) => divergent_barrier::divergent_step(place, name),
        Reason::TestsBetweenBarriers(name) => divergent_barrier::tests_between(place, name),
        Reason::TestedMeetings { name, copies, left } => {
            divergent_barrier::tested_meetings(place, name, *copies, *left)
        }
        Reason::ConditionalMeetings { name, most } => divergent_barrier::conditional_meetings(place, name, *most),
        Reason::ManyMeetings(name, most) => divergent_barrier::many_meetings(place, name, *most),
        Reason::TooManyCopies(copies, limit) => over_limit::too_many_copies(place, *copies, *limit),
        Reason::TooMuchText { growth, left, nest } => over_limit::too_much_text(place, *growth, *left, nest),
        Reason::LeftBefore | Reason::InOtherBranch => over_limit::left_before(place),
        Reason::LineNumbers => line_numbers::wording(place),
        Reason::Unreadable { by } => unreadable::no_parse(place, by.as_ref()),
        Reason::TooDeep => unreadable::too_deep(place),
        Reason::Overflow => unreadable::too_much_expansion(place),
        Reason::FunctionUnreadable { is_where, by } => unreadable::no_function(place, *is_where, by.as_ref()),
        Reason::MacroStack => host_decides::macro_stack(place),
        Reason::Trigraph => unreadable::trigraph(place),
        Reason::IncludesItself => include_limit::includes_itself(place),
    }
}
