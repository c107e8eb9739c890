//! Which rule each finding breaks.

use oclc_syntax::preprocess::Unread;

use crate::finding::{Advice, FactorProblem, Finding, PromotionReason, Reason};
use crate::rule::Rule;
use crate::table::{
    ARRAY_NOT_PROMOTED, ARRAY_USED_WHOLE, CHANGING_BOUND, CONFIGURATIONS, CONFLICTING_REQUESTS, COULD_BE_JAMMED,
    DIFFERENT_REQUESTS, DIRECTIVE_BETWEEN, DIVERGENT_BARRIER, DROPPED_WITH_LOOP, EARLY_EXIT, ENDLESS_LOOP,
    EXTENSION_NOT_PROVIDED, FACTOR_ABOVE_TRIP_COUNT, FACTOR_DOES_NOT_DIVIDE, FACTOR_TOO_LARGE,
    FULL_UNROLL_WITHOUT_TRIP_COUNT, HOST_DECIDES, INCLUDE_LIMIT, INDEX_NOT_CONSTANT, KEYWORD_AS_NAME,
    LABEL_BEFORE_LOOP, LEFT_TO_COMPILER, LINE_NUMBERS, LOOP_FROM_MACRO, MALFORMED_PRAGMA, MISSING_INCLUDE,
    MISSING_RESTRICT, MISSPELT_PRAGMA, NEGATIVE_FACTOR, NON_CONSTANT_FACTOR, NON_INTEGER_FACTOR, NOT_BEFORE_A_LOOP,
    NOT_BEFORE_AN_ARRAY, NOT_FLATTENED, NOT_JAMMED, NOT_OPENCL_C, OTHER_COMPILERS_REQUEST, OVER_LIMIT,
    OVERRULED_REQUEST, PARENTHESISED_FACTOR, PERHAPS_CONFLICTING_REQUESTS, REMAINDER_WITHOUT_PROOF,
    RESTRICT_NOT_WRITTEN, RUNS_AT_MOST_ONCE, SAME_GLOBAL_ADDRESS, SIGNED_INDUCTION_VARIABLE, SMALL_TRIP_COUNT,
    STRAY_CLAUSE, TESTED_BEFORE_EACH_COPY, UNCOPYABLE_BODY, UNDEFINED_NAME, UNKNOWN_CLAUSE, UNKNOWN_FACTOR,
    UNKNOWN_SUPPRESSION, UNREACHABLE_REQUEST, UNREADABLE, UNSUITABLE_VARIABLE, UNUSED_SUPPRESSION, UNUSUAL_HEADER,
    ZERO_FACTOR, ZERO_HINT,
};

impl Finding {
    /// The rule that it breaks.
    #[must_use]
    pub fn rule(&self) -> &'static Rule {
        match self {
            Self::Malformed { .. } => &MALFORMED_PRAGMA,
            Self::Factor { problem, .. } => problem.rule(),
            Self::ZeroFactor { .. } => &ZERO_FACTOR,
            Self::NotBeforeLoop { .. } => &NOT_BEFORE_A_LOOP,
            Self::Conflict { .. } => &CONFLICTING_REQUESTS,
            Self::PerhapsConflict { .. } => &PERHAPS_CONFLICTING_REQUESTS,
            Self::ZeroHint { .. } => &ZERO_HINT,
            Self::LabelInTheWay { .. } => &LABEL_BEFORE_LOOP,
            Self::Overruled { .. } => &OVERRULED_REQUEST,
            Self::Dropped { .. } => &DROPPED_WITH_LOOP,
            Self::LeftToCompiler { .. } => &LEFT_TO_COMPILER,
            Self::ExtensionNotProvided { .. } => &EXTENSION_NOT_PROVIDED,
            Self::Declined { decline, .. } => decline.reason.rule(),
            Self::NotBeforeArray { .. } => &NOT_BEFORE_AN_ARRAY,
            Self::NotPromoted { decline, .. } => decline.why.rule(),
            Self::TestedBeforeEachCopy { .. } => &TESTED_BEFORE_EACH_COPY,
            Self::BadClause { .. } => &UNKNOWN_CLAUSE,
            Self::StrayClause { .. } => &STRAY_CLAUSE,
            Self::RemainderIsLoop { .. } => &REMAINDER_WITHOUT_PROOF,
            Self::Template { .. } => &NOT_OPENCL_C,
            Self::RawStringJoined { .. } | Self::RawStringEnds { .. } => &UNREADABLE,
            Self::NotFlattened { .. } => &NOT_FLATTENED,
            Self::NoRestrict { .. } => &RESTRICT_NOT_WRITTEN,
            Self::Misspelt { .. } => &MISSPELT_PRAGMA,
            Self::ForeignRequest { .. } => &OTHER_COMPILERS_REQUEST,
            Self::Parenthesised { .. } => &PARENTHESISED_FACTOR,
            Self::Unreachable { .. } => &UNREACHABLE_REQUEST,
            Self::DifferentRequests { .. } => &DIFFERENT_REQUESTS,
            Self::KeywordAsName { .. } => &KEYWORD_AS_NAME,
            Self::UnreadInclude { unread, .. } => of_unread(unread),
            Self::UnknownSuppression { .. } => &UNKNOWN_SUPPRESSION,
            Self::UnusedSuppression { .. } => &UNUSED_SUPPRESSION,
            Self::Advice { advice, .. } => of_advice(advice),
        }
    }
}

impl FactorProblem {
    /// The rule that it breaks.
    #[must_use]
    pub const fn rule(&self) -> &'static Rule {
        match self {
            Self::Negative(..) => &NEGATIVE_FACTOR,
            Self::NotConstant(..) | Self::Undefinable => &NON_CONSTANT_FACTOR,
            Self::NotInteger => &NON_INTEGER_FACTOR,
            Self::TooLarge(..) => &FACTOR_TOO_LARGE,
            Self::Malformed => &MALFORMED_PRAGMA,
            Self::Unknown(..) | Self::NotKnown => &UNKNOWN_FACTOR,
        }
    }
}

fn of_unread(unread: &Unread) -> &'static Rule {
    match unread {
        Unread::Missing(..) | Unread::Unreadable(..) | Unread::Unnamed | Unread::PerhapsBefore => &MISSING_INCLUDE,
        Unread::TooDeep | Unread::TooMuch | Unread::Itself => &INCLUDE_LIMIT,
    }
}

fn of_advice(advice: &Advice) -> &'static Rule {
    match advice {
        Advice::FactorAboveTrips { .. } => &FACTOR_ABOVE_TRIP_COUNT,
        Advice::FactorDoesNotDivide { .. } => &FACTOR_DOES_NOT_DIVIDE,
        Advice::FewPasses { .. } => &SMALL_TRIP_COUNT,
        Advice::RunsAtMostOnce { .. } => &RUNS_AT_MOST_ONCE,
        Advice::SameAddress { .. } => &SAME_GLOBAL_ADDRESS,
        Advice::SignedVariable { .. } => &SIGNED_INDUCTION_VARIABLE,
        Advice::MissingRestrict { .. } => &MISSING_RESTRICT,
        Advice::CouldBeJammed { .. } => &COULD_BE_JAMMED,
    }
}

impl PromotionReason {
    /// The rule that it breaks.
    #[must_use]
    pub const fn rule(&self) -> &'static Rule {
        match self {
            Self::Varies { .. } | Self::NotConstant | Self::HostIndex(..) | Self::OutOfBounds { .. } => {
                &INDEX_NOT_CONSTANT
            }
            Self::Whole
            | Self::Address
            | Self::HostMacro(..)
            | Self::Mentioned(..)
            | Self::Uncertain
            | Self::UnreadInclude => &ARRAY_USED_WHOLE,
            Self::Length
            | Self::HostLength(..)
            | Self::InChoice
            | Self::TooLarge(..)
            | Self::Arrays
            | Self::Parentheses
            | Self::NotParsed(..)
            | Self::TooDeep
            | Self::Element
            | Self::HostType(..)
            | Self::Volatile
            | Self::NotPrivate
            | Self::Attribute
            | Self::Initializer(..)
            | Self::Directive
            | Self::MadeByMacro(..)
            | Self::TooMuchText(..)
            | Self::LeftBefore
            | Self::Surroundings(..) => &ARRAY_NOT_PROMOTED,
        }
    }
}

impl Reason {
    /// The rule that it breaks.
    #[must_use]
    pub const fn rule(&self) -> &'static Rule {
        match self {
            Self::RuntimeTrips { .. } => &FULL_UNROLL_WITHOUT_TRIP_COUNT,
            Self::DirectiveBetween | Self::PrefixBetween => &DIRECTIVE_BETWEEN,
            Self::MadeByMacro(..) | Self::InsideArguments | Self::HiddenWord(..) => &LOOP_FROM_MACRO,
            Self::Header(..) | Self::LoopInHeader | Self::RunsAtMostOnce { .. } => &UNUSUAL_HEADER,
            Self::VariableType(..) | Self::Volatile(..) | Self::NotPrivate(..) => &UNSUITABLE_VARIABLE,
            Self::NeverEnds(..) => &ENDLESS_LOOP,
            Self::UndefinedName(..) => &UNDEFINED_NAME,
            Self::NotInvariant(..)
            | Self::ReadsMemory
            | Self::AddressTaken(..)
            | Self::Bound(..)
            | Self::DependsOn(..) => &CHANGING_BOUND,
            Self::HiddenBreak(..) | Self::Label(..) => &EARLY_EXIT,
            Self::OnlyOnce(..) | Self::DirectiveInside => &UNCOPYABLE_BODY,
            Self::Jam(..) => &NOT_JAMMED,
            Self::ConditionalAcross
            | Self::TooManyConfigurations { .. }
            | Self::TooManyRegions
            | Self::RequestInBranch
            | Self::ConfigurationsDiffer(..) => &CONFIGURATIONS,
            Self::BudgetSpent { .. }
            | Self::TooManyCopies(..)
            | Self::TooMuchText { .. }
            | Self::LeftBefore
            | Self::InOtherBranch => &OVER_LIMIT,
            Self::HostDecides(..)
            | Self::MayRequest(..)
            | Self::MayDeclare { .. }
            | Self::RunsNot(..)
            | Self::OneTrip
            | Self::MacroStack => &HOST_DECIDES,
            Self::Divergent(..)
            | Self::DivergentStep(..)
            | Self::TestsBetweenBarriers(..)
            | Self::ManyMeetings(..)
            | Self::TestedMeetings { .. }
            | Self::ConditionalMeetings { .. } => &DIVERGENT_BARRIER,
            Self::LineNumbers => &LINE_NUMBERS,
            Self::Unreadable { .. }
            | Self::TooDeep
            | Self::Overflow
            | Self::FunctionUnreadable { .. }
            | Self::Trigraph => &UNREADABLE,
            Self::IncludesItself => &INCLUDE_LIMIT,
        }
    }
}
