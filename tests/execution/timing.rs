//! The crate `clunroll-opencl` times launches of several programs in turn, each on the same contents of memory.

use std::time::{Duration, Instant};

use clunroll_opencl::{
    ArgumentValue, Build, ElementType, EndlessStep, Fill, Launch, LaunchArgument, NotTimed, Number, ProgramId, Runner,
    TimedStep, Timing, WorkerProgram,
};

const LIMIT: Duration = Duration::from_secs(60);

/// The number of passes is in memory. The kernel may change it at the end, so that the next launch has nothing to do.
const SOURCE: &str = "__kernel void k(__global int *passes, __global float *out) {
    float x = out[0];
    for (int i = 0; i < passes[0]; i++)
        x = sin(x) + 1.0f;
    out[0] = x;
    END
}
";

#[test]
fn each_launch_has_the_same_contents_of_memory() {
    let mut runner = started();
    let programs = ["", "passes[0] = 0;"].map(|end| built(&mut runner, &SOURCE.replace("END", end)));
    let batch = Duration::from_millis(3);
    let timing = Timing { rounds: 5, batch, flush: 1 << 16, limit: LIMIT, ..Timing::default() };
    let times = |passes: i64, runner: &mut Runner| {
        let times = runner.time(&programs, &launch(passes), &timing).expect("both are launched");
        assert!(times.is_reproducible && times.programs[0].difference.is_none(), "{times:?}");
        let difference = times.programs[1].difference.as_ref().expect("it changes the number of passes");
        assert!(difference.is_gross && !difference.is_in_floats, "{difference:?}");
        let times: Vec<_> = times.programs.into_iter().map(|program| program.nanoseconds).collect();
        assert!(times.len() == 2 && times.iter().all(|times| times.len() == 5), "{times:?}");
        times.into_iter().map(median).collect::<Vec<_>>()
    };
    let (few, many) = (times(1_000, &mut runner), times(30_000, &mut runner));
    // One that finds its own results has nothing to do after its first launch: its mean would be a small part of that of the other.
    assert!(many[1] > many[0] / 3.0 && many[0] > many[1] / 3.0, "{few:?} {many:?}");
    assert!(many.iter().zip(&few).all(|(many, few)| *many > few * 5.0), "{few:?} {many:?}");
}

/// A kernel whose last work-item may write a byte near the end of large memory.
const LARGE: &str = "__kernel void k(__global uchar *a, int n) {
    const int i = get_global_id(0);
    for (int at = i; at < n; at += get_global_size(0))
        a[at] = (uchar)(at * 7);
    CHANGE
}
";

#[test]
fn a_difference_in_one_byte_of_large_memory_is_noticed() {
    let mut runner = started();
    let changes = ["", "(void)i;", "if (i == 0) a[n] = 1;", "if (i == 0) a[n + 12] = 1;"];
    let programs = changes.map(|change| built(&mut runner, &LARGE.replace("CHANGE", change)));
    // The size is no multiple of what a work-item compares.
    let size = (1 << 20) + 13;
    let element = |width, is_signed| ElementType { width, lanes: 1, is_float: false, is_signed };
    let memory = ArgumentValue::Buffer { size, fill: Fill::Constant(Number::Integer(0)) };
    let arguments = vec![
        LaunchArgument { name: "a".to_owned(), element: element(1, false), argument: memory },
        LaunchArgument {
            name: "n".to_owned(),
            element: element(4, true),
            argument: ArgumentValue::Value(vec![Number::Integer(1 << 20)]),
        },
    ];
    let launch = Launch { kernel: "k".to_owned(), global: vec![64], local: Some(vec![64]), arguments };
    let timing = Timing { rounds: 1, limit: LIMIT, ..Timing::default() };
    let times = runner.time(&programs, &launch, &timing).expect("all are launched");
    let same: Vec<_> = times.programs.iter().map(|program| program.difference.is_none()).collect();
    assert_eq!(same, [true, true, false, false]);
    assert!(times.is_reproducible);
}

/// A kernel that changes one element of each of some parts of large memory, and may not end.
const SPARSE: &str = "__kernel void k(__global int *a, int n) {
    const long i = get_global_id(0);
    for (long at = i * 1000; at < n && i < 40; at += 1000 * 1024) {
        a[at] += 3;
        CHANGE
    }
}
";

#[test]
fn what_a_launch_changes_of_large_memory_is_restored_in_little_time() {
    let mut runner = started();
    // The last one changes a part that the others do not change.
    let changes = ["", "(void)i;", "a[at + 500000] += 1;"];
    let programs = changes.map(|change| built(&mut runner, &SPARSE.replace("CHANGE", change)));
    let size = 32 << 20;
    let timing = Timing { rounds: 15, limit: LIMIT, ..Timing::default() };
    let begin = Instant::now();
    let times = runner.time(&programs, &large(size), &timing).expect("all are launched");
    // Each copy of all memory takes 20 ms or more, and there are thousands of launches.
    assert!(begin.elapsed() < Duration::from_secs(40), "{:?}", begin.elapsed());
    let same: Vec<_> = times.programs.iter().map(|program| program.difference.is_none()).collect();
    assert!(times.is_reproducible && same == [true, true, false], "{times:?}");
    // The next programs find the same memory.
    let again = runner.time(&programs[..2], &large(size), &timing).expect("both are launched");
    assert!(again.programs.iter().all(|program| program.difference.is_none()), "{again:?}");
}

#[test]
fn a_launch_that_does_not_end_is_noticed_with_its_program() {
    let mut runner = started();
    let changes = ["", "while (a[at + 1] == 7) a[at]++;", "(void)i;"];
    let programs = changes.map(|change| built(&mut runner, &SPARSE.replace("CHANGE", change)));
    let limit = Duration::from_secs(2);
    let timing = Timing { rounds: 3, limit, ..Timing::default() };
    let begin = Instant::now();
    let times = runner.time(&programs, &large(1 << 20), &timing);
    assert_eq!(times, Err(NotTimed::Endless(EndlessStep { program: 1, step: TimedStep::Run })));
    assert!(begin.elapsed() > limit && begin.elapsed() < limit * 6, "{:?}", begin.elapsed());
    // Another process goes on.
    let times = runner.time(&[programs[0], programs[2]], &large(1 << 20), &timing).expect("both end");
    assert!(times.is_reproducible);
}

fn started() -> Runner {
    let path = env!("CARGO_BIN_EXE_clunroll").into();
    let worker = WorkerProgram { path, arguments: vec!["verify-worker".into()], is_sequential: false };
    Runner::start(worker, Some("Portable Computing Language"), LIMIT).expect("the device is there")
}

/// A launch with this many `int`s.
fn large(size: usize) -> Launch {
    let element = ElementType { width: 4, lanes: 1, is_float: false, is_signed: true };
    let argument = |name: &str, argument| LaunchArgument { name: name.to_owned(), element, argument };
    let memory = ArgumentValue::Buffer { size, fill: Fill::Constant(Number::Integer(7)) };
    let arguments = vec![
        argument("a", memory),
        argument("n", ArgumentValue::Value(vec![Number::Integer(i64::try_from(size).unwrap() - 600_000)])),
    ];
    Launch { kernel: "k".to_owned(), global: vec![64], local: Some(vec![64]), arguments }
}

fn built(runner: &mut Runner, source: &str) -> ProgramId {
    match runner.build(source, "", LIMIT) {
        Ok(Build::Built { program, .. }) => program,
        other => panic!("{other:?}"),
    }
}

fn launch(passes: i64) -> Launch {
    let argument = |name: &str, is_float, number| LaunchArgument {
        name: name.to_owned(),
        element: ElementType { width: 4, lanes: 1, is_float, is_signed: true },
        argument: ArgumentValue::Buffer { size: 1, fill: Fill::Constant(number) },
    };
    let arguments = vec![argument("passes", false, Number::Integer(passes)), argument("out", true, Number::Real(0.5))];
    Launch { kernel: "k".to_owned(), global: vec![1], local: Some(vec![1]), arguments }
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
