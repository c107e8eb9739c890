//! The crate `clunroll-opencl` times launches of several programs in turn, each on the same contents of memory.

use std::time::Duration;

use clunroll_opencl::{
    ArgumentValue, Build, ElementType, Fill, Launch, LaunchArgument, Number, ProgramId, Runner, Timing, WorkerProgram,
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
    let path = env!("CARGO_BIN_EXE_clunroll").into();
    let worker = WorkerProgram { path, arguments: vec!["verify-worker".into()], is_sequential: false };
    let mut runner = Runner::start(worker, Some("Portable Computing Language"), LIMIT).expect("the device is there");
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
    let path = env!("CARGO_BIN_EXE_clunroll").into();
    let worker = WorkerProgram { path, arguments: vec!["verify-worker".into()], is_sequential: false };
    let mut runner = Runner::start(worker, Some("Portable Computing Language"), LIMIT).expect("the device is there");
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
