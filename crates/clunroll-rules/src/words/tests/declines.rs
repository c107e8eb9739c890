//! Every reason to decline a loop or an array.

use crate::{
    BoundProblem, ConfigurationDifference, ConflictCause, Dependency, EndlessLoop, HeaderProblem, InitializerProblem,
    JamProblem, LabelProblem, MacroAtStop, Mention, NonConstantName, OnlyOnce, PromotionReason, Reason,
    RewriteObstacle, Varying,
};

/// The reasons that `reason` makes from all variants of its part.
fn each<T, R, const N: usize>(code: &'static str, reason: fn(T) -> R, parts: [T; N]) -> Vec<(&'static str, R)> {
    parts.map(|part| (code, reason(part))).into()
}

/// Every reason to decline a valid request.
#[expect(clippy::too_many_lines, reason = "a table")]
pub(super) fn of_declines() -> Vec<(&'static str, Reason)> {
    [
        whole_reasons(),
        jam_reasons(),
        each(
            "CLU204",
            Reason::Header,
            [
                HeaderProblem::NoTest,
                HeaderProblem::NoStep,
                HeaderProblem::TwoChanges,
                HeaderProblem::NotComparison,
                HeaderProblem::SeveralConditions,
                HeaderProblem::OtherComparison,
                HeaderProblem::BothSidesChange,
                HeaderProblem::NoVariableCompared,
                HeaderProblem::OtherChange,
                HeaderProblem::StepTooLarge,
                HeaderProblem::NotPlainInteger,
                HeaderProblem::NoInitialValue,
                HeaderProblem::StorageClass,
                HeaderProblem::ConstVariable,
                HeaderProblem::NamedLikeType,
                HeaderProblem::JumpInStep,
                HeaderProblem::StepNotConstant,
                HeaderProblem::StepPerhapsUndefined,
                HeaderProblem::BreakWithRuntimeStep,
                HeaderProblem::StepNotAdded,
                HeaderProblem::StepNotLast,
                HeaderProblem::StepSkipped,
                HeaderProblem::StepNamesBody,
                HeaderProblem::PassTooLarge,
            ],
        ),
        each(
            "CLU206",
            Reason::NeverEnds,
            [
                EndlessLoop::ZeroStep,
                EndlessLoop::AlwaysTrue,
                EndlessLoop::DevicesDiffer,
                EndlessLoop::Overflows,
                EndlessLoop::WrapsAround,
                EndlessLoop::TooManyIterations,
            ],
        ),
        each(
            "CLU208",
            Reason::Bound,
            [
                BoundProblem::NotInteger,
                BoundProblem::StartNotInteger,
                BoundProblem::UnknownValue,
                BoundProblem::UnknownStart,
                BoundProblem::CompilersDiffer,
                BoundProblem::PointerDirection,
                BoundProblem::PointerType,
                BoundProblem::DevicesDiffer,
                BoundProblem::MovesAway,
                BoundProblem::MayMoveAway,
                BoundProblem::EndTooLarge,
                BoundProblem::BoundTooLarge,
                BoundProblem::SignLost,
            ],
        ),
        each(
            "CLU208",
            Reason::DependsOn,
            [
                Dependency::NotInteger,
                Dependency::UnknownPart,
                Dependency::OtherForm,
                Dependency::TooLong,
                Dependency::CompilersDiffer,
                Dependency::OtherConstant,
                Dependency::Change,
                Dependency::OtherConversion,
                Dependency::DevicesDiffer,
                Dependency::ConfigurationsDiffer,
                Dependency::UnknownValue,
                Dependency::PerhapsNotInteger,
                Dependency::Call,
                Dependency::PerhapsNotPointer,
            ],
        ),
        each(
            "CLU209",
            Reason::Label,
            [LabelProblem::TargetFromOutside, LabelProblem::FromMacro, LabelProblem::InHeader, LabelProblem::Case],
        ),
        each(
            "CLU210",
            Reason::OnlyOnce,
            [
                OnlyOnce::Counter,
                OnlyOnce::TypeDefinition,
                OnlyOnce::Assembly,
                OnlyOnce::StaticDeclaration,
                OnlyOnce::SharedVariable,
                OnlyOnce::ErrorAttribute,
            ],
        ),
        each(
            "CLU225",
            Reason::ConfigurationsDiffer,
            [
                ConfigurationDifference::Form,
                ConfigurationDifference::Request,
                ConfigurationDifference::Text,
                ConfigurationDifference::Body,
                ConfigurationDifference::Jumps,
            ],
        ),
    ]
    .concat()
}

/// The reasons against a jam.
fn jam_reasons() -> Vec<(&'static str, Reason)> {
    let name = || "sum".to_owned();
    let conflict = |second: &str, cause| {
        ("CLU231", Reason::Jam(JamProblem::Conflict { first: name(), second: second.to_owned(), cause }))
    };
    vec![
        ("CLU231", Reason::Jam(JamProblem::NoInnerLoop)),
        ("CLU231", Reason::Jam(JamProblem::SecondLoop)),
        ("CLU231", Reason::Jam(JamProblem::TooDeep)),
        ("CLU231", Reason::Jam(JamProblem::Header)),
        ("CLU231", Reason::Jam(JamProblem::InnerHeader)),
        ("CLU231", Reason::Jam(JamProblem::Statement)),
        ("CLU231", Reason::Jam(JamProblem::Directive)),
        ("CLU231", Reason::Jam(JamProblem::Request)),
        ("CLU231", Reason::Jam(JamProblem::HostMacro(name()))),
        ("CLU231", Reason::Jam(JamProblem::Include)),
        ("CLU231", Reason::Jam(JamProblem::Writes(name()))),
        ("CLU231", Reason::Jam(JamProblem::Pointer(name()))),
        ("CLU231", Reason::Jam(JamProblem::Call(name()))),
        ("CLU231", Reason::Jam(JamProblem::Access)),
        ("CLU231", Reason::Jam(JamProblem::Uncertain(name()))),
        ("CLU231", Reason::Jam(JamProblem::Name(name()))),
        ("CLU231", Reason::Jam(JamProblem::NameInMacro { name: name(), invoked: name(), is_argument: false })),
        ("CLU231", Reason::Jam(JamProblem::NameInMacro { name: name(), invoked: name(), is_argument: true })),
        conflict("sum", ConflictCause::Pointers),
        conflict("b[i]", ConflictCause::Pointers),
        conflict("b[i]", ConflictCause::OneObject(name())),
        conflict("b[i]", ConflictCause::Changed(name())),
        conflict("b[i]", ConflictCause::Unknown(name())),
        ("CLU231", Reason::Jam(JamProblem::Untestable("c[x[i]]".to_owned()))),
        ("CLU231", Reason::Jam(JamProblem::Plain)),
        ("CLU231", Reason::Jam(JamProblem::TooManyLive { live: 80, limit: 64, factor: Some(6) })),
        ("CLU231", Reason::Jam(JamProblem::TooManyLive { live: 80, limit: 64, factor: None })),
        ("CLU231", Reason::Jam(JamProblem::Form)),
    ]
}

/// Every other reason to decline a valid request.
fn whole_reasons() -> Vec<(&'static str, Reason)> {
    let name = || "n".to_owned();
    let of = |what| Some(Box::new(NonConstantName { name: "size".to_owned(), what }));
    let runtime = |what| Reason::RuntimeTrips {
        text: "n / 2".to_owned(),
        non_constant: Some(NonConstantName { name: name(), what }),
    };
    let each_lane = |is_defined| Some(MacroAtStop { name: "EACH_LANE".to_owned(), is_defined });
    vec![
        ("CLU235", Reason::NotCounted(Box::new(Reason::AddressTaken("n".to_owned())))),
        ("CLU235", Reason::NotCounted(Box::new(Reason::RuntimeTrips { text: "n".to_owned(), non_constant: None }))),
        ("CLU102", Reason::RuntimeTrips { text: name(), non_constant: None }),
        ("CLU102", runtime(Varying::Parameter)),
        ("CLU102", runtime(Varying::Variable)),
        ("CLU102", runtime(Varying::Changing)),
        ("CLU102", runtime(Varying::Initialised("size[0]".to_owned(), None))),
        ("CLU102", runtime(Varying::Initialised("size[0]".to_owned(), of(Varying::Memory)))),
        ("CLU102", runtime(Varying::Initialised("get_local_id(0)".to_owned(), of(Varying::WorkItem)))),
        ("CLU102", runtime(Varying::WorkItem)),
        ("CLU102", runtime(Varying::Memory)),
        ("CLU102", runtime(Varying::Call)),
        ("CLU201", Reason::DirectiveBetween),
        ("CLU201", Reason::PrefixBetween),
        ("CLU203", Reason::MadeByMacro(name())),
        ("CLU203", Reason::MadeByMacro(String::new())),
        ("CLU203", Reason::InsideArguments),
        ("CLU204", Reason::LoopInHeader),
        ("CLU204", Reason::RunsAtMostOnce { runs: true }),
        ("CLU204", Reason::RunsAtMostOnce { runs: false }),
        ("CLU205", Reason::VariableType(name())),
        ("CLU205", Reason::Volatile(name())),
        ("CLU205", Reason::NotPrivate(name())),
        ("CLU207", Reason::UndefinedName(name())),
        ("CLU203", Reason::HiddenWord("uint")),
        ("CLU211", Reason::RunsNot(name())),
        ("CLU211", Reason::OneTrip),
        ("CLU211", Reason::MacroStack),
        ("CLU208", Reason::NotInvariant(name())),
        ("CLU208", Reason::ReadsMemory),
        ("CLU208", Reason::MayStoreTo(name())),
        ("CLU208", Reason::MayStoreAnywhere(name())),
        ("CLU208", Reason::AddressTaken(name())),
        ("CLU209", Reason::HiddenBreak(name())),
        ("CLU210", Reason::DirectiveInside),
        ("CLU225", Reason::ConditionalAcross),
        ("CLU225", Reason::RequestInBranch),
        ("CLU225", Reason::TooManyConfigurations { limit: 64, macros: vec!["DK=64".to_owned(), name()] }),
        ("CLU225", Reason::TooManyRegions),
        ("CLU213", Reason::BudgetSpent { macros: Vec::new(), by_include: false }),
        ("CLU213", Reason::BudgetSpent { macros: vec!["DK=64".to_owned(), name()], by_include: false }),
        ("CLU213", Reason::BudgetSpent { macros: vec!["DK=64".to_owned(), name()], by_include: true }),
        ("CLU211", Reason::HostDecides(name())),
        ("CLU211", Reason::HostDecides(String::new())),
        ("CLU211", Reason::MayRequest(name())),
        ("CLU211", Reason::HostDecides("float".to_owned())),
        ("CLU211", Reason::MayDeclare { by: "LOCALS".to_owned(), name: name() }),
        ("CLU212", Reason::Divergent(name())),
        ("CLU212", Reason::DivergentStep(name())),
        ("CLU212", Reason::TestsBetweenBarriers(name())),
        ("CLU212", Reason::ManyMeetings(name(), 4)),
        ("CLU212", Reason::ConditionalMeetings { name: name(), most: 6 }),
        ("CLU212", Reason::TestedMeetings { name: name(), copies: 9, left: 4 }),
        ("CLU213", Reason::TooManyCopies(5000, 1024)),
        ("CLU213", Reason::TooMuchText { growth: 3_000_000, left: 7, enough: 0, nest: vec![32, 32, 16] }),
        ("CLU213", Reason::LeftBefore),
        ("CLU214", Reason::LineNumbers),
        ("CLU215", Reason::Unreadable { by: None }),
        ("CLU215", Reason::Unreadable { by: each_lane(false) }),
        ("CLU215", Reason::TooDeep),
        ("CLU215", Reason::Overflow),
        ("CLU215", Reason::FunctionUnreadable { is_where: true, by: None }),
        ("CLU215", Reason::FunctionUnreadable { is_where: true, by: each_lane(true) }),
        ("CLU215", Reason::Trigraph),
        ("CLU216", Reason::IncludesItself),
    ]
}

/// Every reason to decline an array.
pub(super) fn of_arrays() -> Vec<(&'static str, PromotionReason)> {
    [
        whole_array_reasons(),
        each(
            "CLU228",
            PromotionReason::Mentioned,
            [Mention::Pragma, Mention::Label, Mention::Assembly, Mention::IncludedFile],
        ),
        each(
            "CLU229",
            PromotionReason::Initializer,
            [
                InitializerProblem::NotList,
                InitializerProblem::UsesArray,
                InitializerProblem::MacroOfValues,
                InitializerProblem::NoVectorLiteral,
                InitializerProblem::StringOfElements,
                InitializerProblem::TooManyValues,
                InitializerProblem::NamesElements,
                InitializerProblem::SomeBraces,
            ],
        ),
        each(
            "CLU229",
            PromotionReason::Surroundings,
            [
                RewriteObstacle::IncludesItself,
                RewriteObstacle::Trigraph,
                RewriteObstacle::LineNumbers,
                RewriteObstacle::Counter,
                RewriteObstacle::MacroStack,
                RewriteObstacle::TooMuchExpansion,
            ],
        ),
    ]
    .concat()
}

/// Every other reason to decline an array.
fn whole_array_reasons() -> Vec<(&'static str, PromotionReason)> {
    let name = || "N".to_owned();
    vec![
        ("CLU227", PromotionReason::Varies { name: name(), in_loop: true }),
        ("CLU227", PromotionReason::Varies { name: name(), in_loop: false }),
        ("CLU227", PromotionReason::NotConstant),
        ("CLU227", PromotionReason::HostIndex(name())),
        ("CLU227", PromotionReason::OutOfBounds { index: -1, length: 4 }),
        ("CLU228", PromotionReason::Whole),
        ("CLU228", PromotionReason::Address),
        ("CLU228", PromotionReason::HostMacro(name())),
        ("CLU228", PromotionReason::Uncertain),
        ("CLU228", PromotionReason::UnreadInclude),
        ("CLU229", PromotionReason::Length),
        ("CLU229", PromotionReason::HostLength(name())),
        ("CLU229", PromotionReason::InChoice),
        ("CLU229", PromotionReason::TooLarge(5000, 256)),
        ("CLU229", PromotionReason::Arrays),
        ("CLU229", PromotionReason::Element),
        ("CLU229", PromotionReason::Parentheses),
        ("CLU229", PromotionReason::HostType(name())),
        ("CLU229", PromotionReason::Volatile),
        ("CLU229", PromotionReason::NotPrivate),
        ("CLU229", PromotionReason::Attribute),
        ("CLU229", PromotionReason::Directive),
        ("CLU229", PromotionReason::MadeByMacro(name())),
        ("CLU229", PromotionReason::MadeByMacro(String::new())),
        ("CLU229", PromotionReason::TooMuchText(3_000_000, 7)),
        ("CLU229", PromotionReason::LeftBefore),
        ("CLU229", PromotionReason::NotParsed(None)),
        ("CLU229", PromotionReason::NotParsed(Some(")".to_owned()))),
        ("CLU229", PromotionReason::TooDeep),
    ]
}
