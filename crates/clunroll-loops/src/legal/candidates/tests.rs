//! The candidates of some loops.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::fmt::Write as _;

use super::*;
use crate::amount::Amount;
use crate::choose::rules::Rules;
use crate::directive::{Target, bind, find_requests};
use crate::plan::Unroll;
use crate::planner::{BoundRequest, PlannedRequest};
use crate::policy::Policy;
use crate::settings::{DeviceClass, FormSettings, Forms, Guard, LoadsFirst, Remainder};
use crate::terms::{HostedTrips, RemainingLimits, Terms, TooLarge};
use clunroll_analysis::{Assumptions, Env, Function, ProgramFunctions};
use clunroll_rules::Decline;
use oclc_syntax::preprocess::{Configuration, Unit};
use oclc_syntax::tree::{Declarations, Items, Trees};

const SETTINGS: FormSettings = FormSettings {
    remainder: Remainder::Auto,
    guard: Guard::Preprocessor,
    checked: true,
    forms: Forms::All,
    loads_first: LoadsFirst::Proven,
    target: DeviceClass::Any,
    max_copies: 1024,
    max_live: 64,
    trusts_ivdep: false,
    checks_promises: false,
};

/// Takes one form, for any request.
#[derive(Debug)]
struct Always(LoopForm);

impl Policy for Always {
    fn choose<'u, 't>(
        &self,
        planner: &Planner<'_, 'u, 't>,
        planned: &PlannedRequest<'_, '_, 'u, 't>,
    ) -> Result<Unroll<'t>, Decline> {
        planner.sure_form(&LoopFacts::new(planned), self.0)
    }
}

/// The candidates of the first requested loop of a source, by 4, one in a line: its cost, or the reason against it.
fn candidates(source: &str) -> String {
    with_planner(source, &Rules, |planner, terms| {
        let request = &planner.requests[0];
        let (site, body) = planner.looked_at(request).expect("it can be copied");
        let planned = PlannedRequest { request, site, body, env: &Env::default(), terms };
        let mut text = String::new();
        for Candidate { form, verdict } in planner.candidates(&LoopFacts::new(&planned), &[4]) {
            let verdict = match verdict {
                Ok(Cost { copies, live, condition: None, .. }) => format!("{copies} copies, {live} live"),
                Ok(Cost { copies, live, condition: Some(pins), .. }) => {
                    format!("{copies} copies, {live} live, if {}", pins.condition())
                }
                Err(Against::Form(FormRefusal::Declined(decline))) => format!("not: {:?}", decline.reason),
                Err(Against::Form(refusal)) => format!("not: {refusal:?}"),
                Err(Against::Loads(refusal)) => format!("not: {refusal:?}"),
            };
            writeln!(text, "{form:?}: {verdict}").expect("a string takes all");
        }
        text
    })
}

/// Does something with a planner of the first requested loop of a source, by 4.
fn with_planner(
    source: &str,
    policy: &dyn Policy,
    act: impl FnOnce(&Planner<'_, '_, '_>, Terms<'_>) -> String,
) -> String {
    let unit = Unit::alone(source.as_bytes());
    let (requests, items) = (find_requests(&unit), Items::find(&unit));
    let (trees, configuration) = (Trees::default(), Configuration::default());
    let program = ProgramFunctions::new(&unit, &items, Assumptions::default());
    let Target::Loop(code) = bind(&unit, &configuration, &requests[0]) else { panic!("it is before a loop") };
    let item = items.containing(code);
    let declarations = Declarations::find(&unit, &items);
    let parsed =
        declarations.parse_item(&unit, &items, &trees, item, &rustc_hash::FxHashSet::default(), &configuration);
    let parsed = parsed.unwrap_or_else(|_| panic!("it can be parsed"));
    let function = Function::new(&unit, &program, &parsed);
    let bound = [BoundRequest {
        number: 0,
        as_written: &requests[0],
        token: parsed.token_at_code(code).expect("it is in the tree"),
        amount: Amount::By(4),
        has_final_factor: true,
        is_inside_arguments: false,
        is_left: false,
    }];
    let planner = Planner {
        function: &function,
        requests: &bound,
        entry_point: item.map(|item| (&program, &items.all()[item])),
        policy,
        settings: SETTINGS,
        indent_unit: 4,
        serves_others: false,
        settled: &HashMap::new(),
        conditional_meetings: OnceCell::new(),
        memory: RefCell::default(),
    };
    let too_large = TooLarge::default();
    let remaining = RemainingLimits::for_function(1 << 20);
    let terms = Terms::new(&SETTINGS, remaining, &too_large).with_hosted_trips(HostedTrips::Assumed);
    act(&planner, terms)
}

fn check(source: &str, expected: &[&str]) {
    let found = candidates(source);
    assert_eq!(found.lines().collect::<Vec<_>>(), expected, "{source}");
}

#[test]
fn a_trip_count_that_nobody_can_change() {
    check(
        "__kernel void k(__global int *a)\n{\n#pragma unroll 4\nfor (int i = 0; i < 10; i++) a[i] = i;\n}\n",
        &[
            "AsWritten: 1 copies, 0 live",
            "LeftToCompiler: 1 copies, 0 live",
            "Rewritten(Full): 10 copies, 0 live",
            "LoadsFirst(Full): not: NoLoads",
            "Rewritten(Assumed): not: OtherLoops(PinnedTrips)",
            "Rewritten(Rechecked(10)): 11 copies, 0 live",
            "Rewritten(Passes(4)): 6 copies, 0 live",
            "LoadsFirst(Passes(4)): not: NoLoads",
            "Rewritten(AssumedPasses(4)): not: OtherLoops(PinnedTrips)",
            "Rewritten(Exact(4)): not: OtherLoops(Promised)",
            "Rewritten(Counted(4, Loop, OfMainLoop)): 5 copies, 0 live",
            "LoadsFirst(Counted(4, Loop, OfMainLoop)): not: NoLoads",
            "Rewritten(Counted(4, Nested, OfMainLoop)): 7 copies, 0 live",
            "LoadsFirst(Counted(4, Nested, OfMainLoop)): not: NoLoads",
            "Rewritten(Counted(4, Switch, OfMainLoop)): 7 copies, 0 live",
            "LoadsFirst(Counted(4, Switch, OfMainLoop)): not: NoLoads",
            "Rewritten(Counted(4, Versions, OfMainLoop)): 22 copies, 0 live",
            "LoadsFirst(Counted(4, Versions, OfMainLoop)): not: NoLoads",
            "Rewritten(Checked(4, Final(10))): 4 copies, 0 live",
            "Rewritten(Jam(4)): not: Jam(NoInnerLoop)",
        ],
    );
}

#[test]
fn a_trip_count_that_the_run_knows() {
    check(
        "__kernel void k(__global int *restrict a, __global const int *restrict b, int n, int s)\n{\n#pragma unroll 4\n\
         for (int i = 0; i < n; i += 2) a[i] = b[i];\n}\n",
        &[
            "AsWritten: 1 copies, 0 live",
            "LeftToCompiler: 1 copies, 0 live",
            "Rewritten(Full): not: RuntimeTrips { text: \"n\", non_constant: Some(NonConstantName { name: \"n\", what: \
             Parameter }) }",
            "Rewritten(Assumed): not: OtherLoops(PinnedTrips)",
            "Rewritten(Passes(4)): not: OtherLoops(FinalTrips)",
            "Rewritten(AssumedPasses(4)): not: OtherLoops(PinnedTrips)",
            "Rewritten(Exact(4)): not: OtherLoops(Promised)",
            "Rewritten(Counted(4, Loop, OfMainLoop)): 5 copies, 0 live",
            "LoadsFirst(Counted(4, Loop, OfMainLoop)): 5 copies, 4 live",
            "Rewritten(Counted(4, Nested, OfMainLoop)): not: Remainder(Unproven(StepAboveOne))",
            "Rewritten(Counted(4, Switch, OfMainLoop)): not: Remainder(Unproven(StepAboveOne))",
            "Rewritten(Counted(4, Versions, OfMainLoop)): not: Remainder(Unproven(StepAboveOne))",
            "Rewritten(Checked(4, Unknown)): 4 copies, 0 live",
            "Rewritten(Jam(4)): not: Jam(NoInnerLoop)",
        ],
    );
}

#[test]
fn a_trip_count_that_the_host_decides() {
    check(
        "#ifndef N\n#define N 8\n#endif\n__kernel void k(__global int *a)\n{\n#pragma unroll 4\n\
         for (int i = 0; i < N; i++) a[i] = i;\n}\n",
        &[
            "AsWritten: 1 copies, 0 live",
            "LeftToCompiler: 1 copies, 0 live",
            "Rewritten(Full): not: OtherLoops(FinalTrips)",
            "Rewritten(Assumed): 8 copies, 0 live, if (N) == 8",
            "LoadsFirst(Assumed): not: NoLoads",
            "Rewritten(Rechecked(8)): 9 copies, 0 live",
            "Rewritten(Passes(4)): not: OtherLoops(FinalTrips)",
            "Rewritten(AssumedPasses(4)): 4 copies, 0 live, if (N) == 8",
            "LoadsFirst(AssumedPasses(4)): not: NoLoads",
            "Rewritten(Exact(4)): not: OtherLoops(Promised)",
            "Rewritten(Counted(4, Loop, OfMainLoop)): 5 copies, 0 live",
            "LoadsFirst(Counted(4, Loop, OfMainLoop)): not: NoLoads",
            "Rewritten(Counted(4, Nested, OfMainLoop)): 7 copies, 0 live",
            "LoadsFirst(Counted(4, Nested, OfMainLoop)): not: NoLoads",
            "Rewritten(Counted(4, Switch, OfMainLoop)): 7 copies, 0 live",
            "LoadsFirst(Counted(4, Switch, OfMainLoop)): not: NoLoads",
            "Rewritten(Counted(4, Versions, OfMainLoop)): not: Remainder(NotKnownBefore)",
            "Rewritten(Checked(4, Likely(8))): 4 copies, 0 live",
            "Rewritten(Jam(4)): not: Jam(NoInnerLoop)",
        ],
    );
}

#[test]
fn a_nest_with_a_jam() {
    let found = candidates(
        "__kernel void k(__global float *restrict c, __global const float *restrict a, int n)\n{\n#pragma unroll 4\n\
         for (int r = 0; r < 8; r++) {\nfloat sum = 0.0f;\nfor (int i = 0; i < n; i++) sum += a[r * n + i];\nc[r] = sum;\n}\n}\n",
    );
    let jam = found.lines().find(|line| line.contains("Jam")).expect("it is listed");
    // Each copy keeps `r` and `sum`; one load is in the inner loop.
    assert_eq!(jam, "Rewritten(Jam(4)): 4 copies, 9 live");
    assert!(found.contains("LoadsFirst(Full): not: Problem(NotFollowed(\"for\"))\n"), "{found}");
}

#[test]
fn a_loop_without_a_step_keeps_its_tests() {
    let found = candidates(
        "__kernel void k(__global int *a)\n{\nint p = 0;\n#pragma unroll 4\nwhile (a[p] != 0) { a[p] = 1; p = a[p + 1]; }\n}\n",
    );
    let legal: Vec<&str> = found.lines().filter(|line| !line.contains(": not: ")).collect();
    assert_eq!(
        legal,
        [
            "AsWritten: 1 copies, 0 live",
            "LeftToCompiler: 1 copies, 0 live",
            "Rewritten(Checked(4, Unknown)): 4 copies, 0 live",
        ]
    );
}

#[test]
fn another_policy_takes_another_form() {
    let source = "__kernel void k(__global int *a)\n{\n#pragma unroll 4\nfor (int i = 0; i < 12; i++) a[i] = i;\n}\n";
    let copies = |policy: &dyn Policy| {
        with_planner(source, policy, |planner, terms| {
            let plan = planner.plan(&planner.requests[0], &Env::default(), terms);
            format!("{:?}", plan.unrolled().map(|unroll| unroll.copies))
        })
    };
    assert_eq!(copies(&Rules), "Some(4)");
    assert_eq!(copies(&Always(LoopForm::Full)), "Some(12)");
    // No policy takes a form that is not legal.
    assert_eq!(copies(&Always(LoopForm::Jam(4))), "None");
}
