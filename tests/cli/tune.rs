//! `clunroll tune`, on PoCL. Which candidate is the fastest is not tested: other programs run at the same time.

use std::time::{Duration, Instant};

use serde_json::Value;

use crate::sandbox::Sandbox;

const KERNEL: &str = "float twice(float x) { return x * 2; }

__kernel void rows(__global const float *in, __global float *out, int width) {
  const int row = get_global_id(0);
  float sum = 0;
  #pragma unroll 4
  for (int i = 0; i < width; i++)
    sum += twice(in[row * width + i]);
  out[row] = sum;
}

__kernel void scale(__global float *a) {
  const int first = get_global_id(0) * 8;
  #pragma unroll
  for (int i = 0; i < 8; i++)
    a[first + i] *= 3;
}
";

const LAUNCHES: &str = "[[launch]]
kernel = 'rows'
global = [32]
local = [8]
[launch.args]
in = { size = 2144, random = { from = -1.0, to = 1.0 } }
out = { size = 32, value = 0 }
width = 67

[[launch]]
kernel = 'scale'
global = [32]
local = [8]
[launch.args]
a = { size = 256, random = { from = -1.0, to = 1.0 } }
";

fn is_waived() -> bool {
    std::env::var("CLUNROLL_NO_OPENCL").as_deref() == Ok("1")
}

/// What is said when the kernel is tuned with these options, and the JSON report, if there is one.
fn tune(sandbox: &Sandbox, options: &[&str]) -> (String, Value) {
    let said = sandbox.run(&[&["tune", "k.cl", "--factors", "2", "--json", "out.json"], options].concat());
    let report = std::fs::read(sandbox.path("out.json")).unwrap_or_default();
    (said, serde_json::from_slice(&report).unwrap_or_default())
}

fn with_launches() -> Sandbox {
    Sandbox::with(&[("k.cl", KERNEL), ("k.launch.toml", LAUNCHES)])
}

fn words(value: &Value) -> Vec<&str> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

#[test]
fn each_kernel_is_tuned_and_all_candidates_compute_the_same() {
    if is_waived() {
        return;
    }
    let sandbox = with_launches();
    let (said, report) = tune(&sandbox, &[]);
    assert!(said.contains("exit status: 0\n"), "{said}");
    let [rows, scale] = &report["groups"].as_array().expect("groups")[..] else { panic!("{report:#}") };
    assert_eq!((words(&rows["kernels"]), words(&scale["kernels"])), (vec!["rows"], vec!["scale"]));
    for (group, request) in [(rows, "line 6"), (scale, "line 14")] {
        assert_eq!(words(&group["subjects"]), [request]);
        assert_eq!(group["searched"]["size"], group["searched"]["tried"], "{group:#}");
        assert!(group["failure"].is_null() && group["chosen"].is_u64(), "{group:#}");
        let candidates = group["candidates"].as_array().expect("candidates");
        assert!(candidates.iter().all(|one| one["failure"].is_null()), "{group:#}");
        let finalists: Vec<_> = candidates.iter().filter(|one| one["is_finalist"] == true).collect();
        // The text as written and the text without pragmas are always among them.
        for choice in ["as written", "no pragma"] {
            assert!(finalists.iter().any(|one| words(&one["choices"]) == [choice]), "{group:#}");
        }
        for one in finalists {
            // The rounds that selected a candidate are not those that are reported.
            let times = ["selecting_times", "relative_times"].map(|name| one[name].as_array().expect("times"));
            assert!(times[0].len() == 15 && times[1].len() == 15 && times[0] != times[1], "{one:#}");
            let mut reported: Vec<f64> = times[1].iter().map(|time| time.as_f64().expect("a number")).collect();
            reported.sort_by(f64::total_cmp);
            let median = one["against_no_pragma"]["median"].as_f64().expect("a number");
            // The text without pragmas is not slower or faster than itself.
            let is_plain = words(&one["choices"]) == ["no pragma"];
            let expected = if is_plain { 1.0 } else { 1.0 / reported[7] };
            assert!((median - expected).abs() < 1e-9, "{one:#}");
            let time = &one["against_no_pragma"];
            let [low, median, high] = ["low", "median", "high"].map(|name| time[name].as_f64().expect("a number"));
            assert!(low > 0.0 && low <= median && median <= high, "{one:#}");
        }
    }
    let choices: Vec<_> =
        report["subjects"].as_array().into_iter().flatten().map(|one| words(&one["choices"])).collect();
    assert!(choices[0].contains(&"unroll 2") && choices[0].contains(&"compiler: unroll 2"), "{choices:?}");
    assert!(choices[1].contains(&"unroll") && !choices[0].contains(&"unroll"), "{choices:?}");
}

/// What the author wrote is judged by what clunroll makes of it, so that is measured however short the time is.
#[test]
fn a_search_without_time_tries_what_the_author_wrote() {
    if is_waived() {
        return;
    }
    let sandbox = with_launches();
    let (said, report) = tune(&sandbox, &["--kernel", "rows", "--factors", "2,3,4,8", "--time", "0.001"]);
    assert!(said.contains("exit status: 0\n"), "{said}");
    let group = &report["groups"][0];
    assert_eq!(group["searched"]["is_cut"], true, "{group:#}");
    let candidates = group["candidates"].as_array().expect("candidates");
    let mut tried: Vec<_> = candidates.iter().map(|one| words(&one["choices"])).collect();
    tried.sort_unstable();
    assert_eq!(tried, [["as written"], ["no pragma"], ["unroll 4"]]);
}

#[test]
fn the_choice_is_written_into_the_source_once() {
    if is_waived() {
        return;
    }
    let sandbox = with_launches();
    let (said, report) = tune(&sandbox, &["--kernel", "scale", "--write", "-q"]);
    assert!(said.contains("exit status: 0\n"), "{said}");
    let group = &report["groups"][0];
    let chosen = usize::try_from(group["chosen"].as_u64().expect("a candidate")).unwrap();
    let choice = words(&group["candidates"][chosen]["choices"])[0].to_owned();
    let request = match choice.strip_prefix("compiler: ") {
        _ if choice == "as written" => "  #pragma clunroll leave\n  #pragma unroll\n".to_owned(),
        _ if choice == "no pragma" => String::new(),
        Some("nounroll") => "  #pragma nounroll\n".to_owned(),
        Some(vendors) => format!("  #pragma clunroll leave\n  #pragma {vendors}\n"),
        None => format!("  #pragma {choice}\n"),
    };
    let expected = KERNEL.replace("  #pragma unroll\n", &request);
    assert_eq!(String::from_utf8(sandbox.read("k.cl")).unwrap(), expected, "{choice}");
}

#[test]
fn the_space_is_listed_without_measuring() {
    if is_waived() {
        return;
    }
    let sandbox = with_launches();
    let (said, report) = tune(&sandbox, &["--dry-run"]);
    let line = "line 14: as written | no pragma | compiler: nounroll | compiler: unroll 2 | unroll";
    assert!(said.contains(line) && report.is_null(), "{said}");
    let (said, _) = tune(&sandbox, &["--dry-run", "--only", "6"]);
    assert!(said.contains("line 6: ") && !said.contains("line 14: "), "{said}");
    let (said, _) = tune(&sandbox, &["--dry-run", "--only", "7"]);
    assert!(said.contains("--only: there is no request in line 7; the lines with requests: 6, 14"), "{said}");
    sandbox.write("k.cl", KERNEL.replace("  #pragma unroll\n", ""));
    let (said, _) = tune(&sandbox, &["--dry-run", "--kernel", "scale"]);
    assert!(said.contains("no loop of scale has a request"), "{said}");
    let (said, _) = tune(&sandbox, &["--dry-run", "--kernel", "scale", "--all-loops"]);
    assert!(said.contains("line 14: as written | compiler: nounroll | "), "{said}");
    // The end of a `do` without braces is no loop.
    sandbox.write(
        "k.cl",
        KERNEL.replace("  out[row] = sum;", "  do\n    sum -= 1;\n  while (sum > 9);\n  out[row] = sum;"),
    );
    let (said, _) = tune(&sandbox, &["--dry-run", "--kernel", "rows", "--all-loops"]);
    assert!(said.contains("line 9: as written") && !said.contains("line 11: "), "{said}");
}

#[test]
fn only_requests_of_this_build_are_tuned() {
    if is_waived() {
        return;
    }
    let sandbox = with_launches();
    let other = "  #ifdef OTHER\n  #pragma unroll 2\n  #else\n  #pragma unroll 4\n  #endif\n";
    sandbox.write("k.cl", KERNEL.replace("  #pragma unroll 4\n", other));
    let lines = |options: &[&str]| {
        let said = sandbox.run(&[&["tune", "k.cl", "--dry-run", "--kernel", "rows"], options].concat());
        let lines = said.lines().filter_map(|line| Some(line.strip_prefix("line ")?.split(':').next()?.to_owned()));
        lines.collect::<Vec<_>>()
    };
    assert_eq!(lines(&[]), ["9"]);
    assert_eq!(lines(&["-DOTHER"]), ["7"]);
    // A request that this build leaves out is not one that is missing.
    let said = sandbox.run(&["tune", "k.cl", "--dry-run", "--kernel", "rows", "--only", "7"]);
    let expected = "clunroll: error: the request in line 7 is in a branch of an `#if` that this build leaves out: give its macros with -D\n";
    assert!(said.contains("exit status: 2\n") && said.contains(expected), "{said}");
}

#[test]
fn helpers_of_several_kernels_are_tuned_in_the_order_of_the_source() {
    if is_waived() {
        return;
    }
    let helper = |name: &str| {
        format!(
            "int {name}(int x) {{\n  int s = 0;\n  #pragma unroll\n  for (int i = 0; i < 4; i++) s += x * i;\n  return s;\n}}\n"
        )
    };
    let kernel = |name: &str, value: &str| {
        format!("__kernel void {name}(__global int *a) {{ a[get_global_id(0)] = {value}; }}\n")
    };
    let source =
        helper("first") + &helper("second") + &kernel("one", "second(3)") + &kernel("two", "first(4) + second(5)");
    let launch = |name: &str| {
        format!("[[launch]]\nkernel = '{name}'\nglobal = [8]\n[launch.args]\na = {{ size = 8, value = 0 }}\n")
    };
    let sandbox = Sandbox::with(&[("k.cl", &source), ("k.launch.toml", &(launch("one") + &launch("two")))]);
    let (said, report) = tune(&sandbox, &["--assume", "restrict", "--time", "1"]);
    assert!(said.contains("exit status: 0\n"), "{said}");
    assert_eq!(words(&report["groups"][0]["kernels"]), ["one", "two"]);
    assert_eq!(words(&report["groups"][0]["subjects"])[..2], ["line 3", "line 9"]);
}

#[test]
fn a_promise_about_the_factor_allows_only_its_parts() {
    if is_waived() {
        return;
    }
    let sandbox = with_launches();
    sandbox.write("k.cl", KERNEL.replace("  #pragma unroll 4\n", "  #pragma clunroll exact\n  #pragma unroll 4\n"));
    let said = sandbox.run(&["tune", "k.cl", "--factors", "2,3,4,8", "--dry-run", "--kernel", "rows"]);
    let line = said.lines().find(|line| line.starts_with("line 7: ")).expect("a request");
    let choices: Vec<_> = line["line 7: ".len()..].split(" | ").filter(|choice| choice.starts_with("unroll")).collect();
    assert_eq!(choices, ["unroll 2", "unroll 4"], "{said}");
    assert!(line.contains("compiler: unroll 8"), "{said}");
    // No loop with the promise gets its first request.
    sandbox.write("k.cl", KERNEL.replace("  #pragma unroll 4\n", "  #pragma clunroll exact\n"));
    let said = sandbox.run(&["tune", "k.cl", "--all-loops", "--dry-run", "--kernel", "rows"]);
    assert!(said.contains("no loop of rows has a request"), "{said}");
}

#[test]
fn a_kernel_without_a_description_is_refused_with_the_command_that_prints_one() {
    if is_waived() {
        return;
    }
    let sandbox = Sandbox::with(&[("k.cl", KERNEL)]);
    let (said, _) = tune(&sandbox, &[]);
    let command = "clunroll k.cl --verify=run --print-launch -o /dev/null > k.launch.toml";
    assert!(said.contains(command) && said.contains("exit status: 2\n"), "{said}");
    let printed = sandbox.run(&["k.cl", "--verify=run", "--print-launch", "-o", "/dev/null"]);
    assert!(printed.contains("exit status: 0\n") && printed.contains("kernel = \"rows\""), "{printed}");
    let (said, _) = tune(&sandbox, &["--kernel", "rows", "--global", "8"]);
    assert!(said.contains("`rows` needs a value for `width`, so that it can be timed"), "{said}");
    let (said, _) = tune(&sandbox, &["--kernel", "no"]);
    assert!(said.contains("--kernel: there is no kernel `no`; there are the kernels rows, scale"), "{said}");
    let said = sandbox.run(&["tune", "-"]);
    assert!(said.contains("tune reads no standard input: name a file"), "{said}");
    let (said, _) = tune(&with_launches(), &["--device", "no such device"]);
    assert!(said.contains("cannot tune: there is no OpenCL device named no such device"), "{said}");
}

/// Loads that run first are a choice where they change the text, and so is each form of a remainder.
#[test]
fn the_space_has_loads_and_remainders_where_they_differ() {
    if is_waived() {
        return;
    }
    let sandbox = with_launches();
    let mapped = KERNEL
        .replace("const float *in", "const float *restrict in")
        .replace("*out, int", "*restrict out, int")
        .replace("    sum += twice(in[row * width + i]);", "    out[row * 0 + i % 4] = in[row * width + i];");
    let choices = |options: &[&str]| {
        let said =
            sandbox.run(&[&["tune", "k.cl", "--dry-run", "--kernel", "rows", "--factors", "4"], options].concat());
        let line =
            said.lines().find(|line| line.starts_with("line 6: ")).expect("a request")["line 6: ".len()..].to_owned();
        line.split(" | ").map(str::to_owned).collect::<Vec<_>>()
    };
    let has = |choices: &[String], choice: &str| choices.iter().any(|one| one == choice);
    let plain = choices(&[]);
    assert!(!plain.iter().any(|choice| choice.contains("loads")), "{plain:?}");
    for form in ["loop", "switch", "versions"] {
        assert!(has(&plain, &format!("unroll 4, remainder {form}")), "{plain:?}");
    }
    sandbox.write("k.cl", &mapped);
    let with = choices(&[]);
    assert!(has(&with, "unroll 4") && has(&with, "unroll 4, loads first never"), "{with:?}");
    // What the option says is no choice of its own.
    let without = choices(&["--loads-first", "never"]);
    assert!(has(&without, "unroll 4") && has(&without, "unroll 4, loads first proven"), "{without:?}");
}

/// A jam that needs the words is a choice if the user allows them.
#[test]
fn what_restrict_makes_possible_is_a_choice() {
    if is_waived() {
        return;
    }
    let nest = "  #pragma unroll 2
  for (int j = 0; j < 4; j++) {
    float sum = 0;
    for (int i = 0; i < width; i++)
      sum += in[j * width + i] * in[i];
    out[row * 4 + j] = sum;
  }
";
    let start = KERNEL.find("  float sum = 0;").expect("it is there");
    let end = KERNEL.find("  out[row] = sum;\n").expect("it is there") + "  out[row] = sum;\n".len();
    let sandbox = with_launches();
    sandbox.write("k.cl", [&KERNEL[..start], nest, &KERNEL[end..]].concat());
    let space = |options: &[&str]| {
        sandbox.run(&[&["tune", "k.cl", "--dry-run", "--kernel", "rows", "--factors", "4"], options].concat())
    };
    let (without, with) = (space(&[]), space(&["--assume", "restrict"]));
    assert!(!without.contains("unroll_and_jam") && !without.contains("pointers"), "{without}");
    assert!(with.contains(" | unroll_and_jam 4") && with.contains("pointers: as written | restrict\n"), "{with}");
}

/// A file is tuned where it is named: others stay, and the user is told.
#[test]
fn requests_in_included_files_stay() {
    if is_waived() {
        return;
    }
    let (helper, kernels) = KERNEL.split_at(KERNEL.find("__kernel").expect("it is there"));
    let looped = helper.replace("return x * 2;", "\n#pragma unroll 2\nfor (int i = 0; i < 2; i++) x += i;\nreturn x;");
    let sandbox = with_launches();
    sandbox.write("twice.h", &looped);
    let said = |source: &str| {
        sandbox.write("k.cl", format!("#include \"twice.h\"\n{source}"));
        tune(&sandbox, &["--kernel", "rows", "--time", "0.001", "--write"]).0
    };
    let told = "the requests in twice.h stay as they are: tune changes only the file that it is given\n";
    let alone = said(&kernels.replace("  #pragma unroll 4\n", ""));
    assert!(alone.contains("no loop of rows has a request") && alone.contains(told), "{alone}");
    let both = said(kernels);
    assert!(both.contains("exit status: 0\n") && both.contains(&format!("note: {told}")), "{both}");
    assert_eq!(String::from_utf8(sandbox.read("twice.h")).unwrap(), looped);
}

#[test]
fn a_launch_that_does_not_end_costs_its_time_limit() {
    if is_waived() {
        return;
    }
    // Memory decides whether it ends, so no compiler knows.
    let endless =
        KERNEL.replace("    a[first + i] *= 3;", "    a[first + i] *= 3;\n  while (a[first] < 8) a[first] *= 0.5f;");
    let sandbox = with_launches();
    sandbox.write("k.cl", endless);
    let begin = Instant::now();
    let (said, report) = tune(&sandbox, &["--kernel", "scale", "--timeout", "2"]);
    assert!(said.contains("not tuned: the launch does not end within 2 s"), "{said}");
    assert!(said.contains("exit status: 2\n") && report["groups"][0]["chosen"].is_null(), "{said}");
    // Once, and not once for each candidate. A busy machine takes some time for the rest.
    assert!(begin.elapsed() < Duration::from_secs(12), "{:?}: {said}", begin.elapsed());
}

#[test]
fn other_integers_in_the_build_that_is_timed_are_never_chosen() {
    if is_waived() {
        return;
    }
    // Without the pragma, the number of the line is another one. Only an optimising compiler sees it, as if it had a fault.
    let faulty = |what: &str| {
        let line = format!("#ifdef __OPTIMIZE__\n  {what} += __LINE__;\n#endif\n  out[row] = sum;");
        KERNEL.replace("  out[row] = sum;", &line)
    };
    let sandbox = with_launches();
    let float = faulty("sum");
    let integer = float.replace("__global float *out", "__global int *out");
    for source in [float, integer] {
        sandbox.write("k.cl", source);
        let (said, report) = tune(&sandbox, &["--kernel", "rows", "--time", "5"]);
        let why = "the compiler makes something else of it than of the text without pragmas: buffer `out`, element 0: ";
        assert!(said.contains(why) && said.contains("without optimisation, the results are the same"), "{said}");
        assert!(report["groups"][0]["chosen"].is_null() && !said.contains("computes something else"), "{said}");
        assert!(!report["groups"][0]["failure"]["miscompiled"].is_null(), "{report:#}");
    }
}

#[test]
fn values_of_macros_are_compared_with_the_first_ones() {
    if is_waived() {
        return;
    }
    let work = KERNEL.replace(
        "  a[first + i] *= 3;",
        "  a[first + i] *= 3;\n  for (int i = 0; i < WORK; i++) a[first] = sin(a[first]);",
    );
    let sandbox = with_launches();
    sandbox.write("k.cl", work);
    let values = |report: &Value, number: usize| report["values"][number]["against_first"].clone();
    let (said, report) = tune(&sandbox, &["--kernel", "scale", "--time", "2", "--vary", "WORK=20000,10"]);
    assert!(said.contains("The best values are -DWORK=10: all launches together are "), "{said}");
    assert_eq!(words(&report["best_defines"]), ["WORK=10"]);
    let [low, median, high] =
        ["low", "median", "high"].map(|name| values(&report, 1)[name].as_f64().expect("a number"));
    assert!(low > 2.0 && low <= median && median <= high, "{report:#}");
    assert_eq!(values(&report, 0)["median"], 1.0);
    // The first values stay if no others are faster.
    let (said, report) = tune(&sandbox, &["--kernel", "scale", "--time", "2", "--vary", "WORK=10,20000,(10)"]);
    assert!(said.contains("No values are faster than the first ones, -DWORK=10, beyond the noise."), "{said}");
    assert!(words(&report["best_defines"]) == ["WORK=10"] && values(&report, 1).is_null(), "{report:#}");
}

/// Each value is tuned alone, which takes minutes: so what gives the same twice is refused. No device is needed to say so.
#[test]
fn macros_that_change_nothing_are_refused() {
    let sandbox = with_launches();
    let refused = |options: &[&str], message: &str| {
        let said = sandbox.run(&[&["tune", "k.cl"], options].concat());
        assert!(said.contains(message) && said.contains("exit status: 2\n"), "{said}");
    };
    let unknown = "error: --vary WORK: neither the source nor its launch description mentions `WORK`\n";
    refused(&["--vary", "WORK=1,2"], unknown);
    refused(&["--vary", "width=1,2", "--vary", "width=3"], "error: --vary width is there twice: write all values");
    refused(&["--vary", "width=1,2,1"], "`width=1` is there twice\n");
}

#[test]
fn values_of_macros_are_named_above_what_is_tried() {
    if is_waived() {
        return;
    }
    let sandbox = with_launches();
    let said = sandbox.run(&["tune", "k.cl", "--kernel", "scale", "--dry-run", "--vary", "first=first,second"]);
    let headings: Vec<_> = said.lines().filter(|line| line.starts_with("with ")).collect();
    assert_eq!(headings, ["with first=first:", "with first=second:"], "{said}");
}

#[test]
fn what_cannot_be_checked_is_not_chosen() {
    if is_waived() {
        return;
    }
    // It must not be launched on its own results either: it would write outside of its memory.
    // Each launch adds the number of the work-items that came first, and PoCL runs them in any order on several cores.
    let kernel = "__kernel void count(__global int *next, __global int *places) {
  const int place = atomic_inc(next);
  int sum = 0;
  #pragma unroll 4
  for (int i = 0; i < 64; i++)
    sum += place * i + get_global_id(0) % (i + 1);
  places[place] = get_global_id(0) + sum;
}
";
    let launches = "[[launch]]
kernel = 'count'
global = [65536]
local = [1]
[launch.args]
next = { size = 1, value = 0 }
places = { size = 65536, value = 0 }
";
    let sandbox = Sandbox::with(&[("k.cl", kernel), ("k.launch.toml", launches)]);
    let (said, report) = tune(&sandbox, &[]);
    let group = &report["groups"][0];
    // On one core the order may be the same each time.
    if group["chosen"].is_null() {
        assert!(said.contains("two launches of the kernel on the same memory compute different results"), "{said}");
        assert!(said.contains("nothing could be measured") && said.contains("exit status: 2\n"), "{said}");
    }
    assert!(!said.contains("computes something else"), "{said}");
}
