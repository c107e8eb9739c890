//! Launch descriptions: files and options about the launches of kernels, on PoCL.

use super::{is_waived, without_names};
use crate::sandbox::Sandbox;

/// A loop whose bounds are in memory.
const SUM: &str = "__kernel void sum(__global const int *rows, __global const int *values, __global int *sums, int n) {
  int row = get_global_id(0);
  if (row < n) {
    int sum = 0;
    for (int i = rows[row]; i < rows[row + 1]; i++) sum += values[i];
    sums[row] = sum;
  }
}
";

const ROWS: &str = "[[launch]]
kernel = 'sum'
global = [64]
local = [16]
[launch.args]
rows = { size = 65, offsets = { least = 120, most = 200 } }
values = { size = 16384, random = { from = 1, to = 100 } }
sums = { size = 64, value = 0 }
n = 64
";

/// The same, with a mistake that no made-up row is long enough to show.
fn wrong_where_rows_are_long() -> String {
    SUM.replace("sum += values[i];", "sum += values[i] + (i - rows[row] == 100);")
}

/// Compares two texts, with a launch description beside them.
fn verify(original: &str, rewritten: &str, description: Option<&str>, options: &[&str]) -> Option<String> {
    if is_waived("CLUNROLL_NO_OPENCL") {
        return None;
    }
    let sandbox = Sandbox::with(&[("a.cl", original), ("b.cl", rewritten)]);
    if let Some(description) = description {
        sandbox.write("a.launch.toml", description);
    }
    Some(without_names(&sandbox.run(&[&["verify", "--run", "a.cl", "b.cl"], options].concat())))
}

#[track_caller]
fn check(said: Option<String>, status: u8, lines: &[&str]) {
    let Some(said) = said else { return };
    assert!(said.contains(&format!("exit status: {status}\n")), "{said}");
    for line in lines {
        assert!(said.contains(line), "{line} is not in\n{said}");
    }
}

#[test]
fn a_description_beside_the_source_is_used() {
    let wrong = wrong_where_rows_are_long();
    check(verify(SUM, &wrong, None, &[]), 0, &["no difference found: 1 kernel on TOOL (88 launches)"]);
    let how = "b.cl: verification failed: kernel sum: in the launch of a.launch.toml:1:1, buffer `sums`, element ";
    check(verify(SUM, &wrong, Some(ROWS), &[]), 1, &[how]);
    let same = SUM.replace("sum += values[i]", "sum = values[i] + sum");
    check(verify(SUM, &same, Some(ROWS), &[]), 0, &["no difference found: 1 kernel on TOOL (1 launch); "]);
}

#[test]
fn options_win_over_a_description_and_the_rest_is_made_up() {
    let wrong = wrong_where_rows_are_long();
    let short = "rows={ size = 65, offsets = { least = 1, most = 9 } }";
    check(verify(SUM, &wrong, Some(ROWS), &["--arg", short]), 0, &["(1 launch)"]);
    let long = "rows={ size = 300, offsets = { least = 120, most = 200 } }";
    let how = "kernel sum: at size 1 in the launch of --arg, buffer `sums`, element 0: ";
    check(verify(SUM, &wrong, None, &["--arg", long]), 1, &[how]);
    let how = "kernel sum: in the launch of --global, buffer `sums`, element ";
    let others = ["--global=64", "--local=8", "--arg=n=64", "--arg=values={ size = 65536, value = 1 }"];
    let all = [&others[..], &["--arg", long, "--arg=sums={ size = 64, value = 0 }"]].concat();
    check(verify(SUM, &wrong, None, &all), 1, &[how]);
}

#[test]
fn what_is_printed_is_read_as_the_same_launches() {
    if is_waived("CLUNROLL_NO_OPENCL") {
        return;
    }
    let other = SUM.replace("sum += values[i]", "sum = values[i] + sum");
    let sandbox = Sandbox::with(&[("a.cl", SUM), ("b.cl", &other)]);
    let first =
        sandbox.shell("$clunroll verify --run -q --print-launch a.cl b.cl > a.launch.toml && cat a.launch.toml");
    assert!(first.contains("# Launches of a.cl. To use them, save them as a.launch.toml.\n"), "{first}");
    assert!(
        first.contains("rows = { size = 65536, offsets = { seed = 1, from = 0, least = 0, most = 40 } }\n"),
        "{first}"
    );
    let again = sandbox.shell("$clunroll verify --run -q --print-launch a.cl b.cl > again && sed '/^#/d' a.launch.toml > first && sed '/^#/d' again | diff -B first - && echo same");
    assert!(again.contains("same\n"), "{again}");
}

#[test]
fn images_and_samplers_are_passed_if_they_are_described() {
    let text =
        "__kernel void k(read_only image2d_t in, sampler_t s, write_only image2d_t out, __local float *l, float4 f) {
      int2 p = (int2)(get_global_id(0), get_global_id(1));
      l[get_local_id(0)] = f.y;
      write_imagef(out, p, read_imagef(in, s, p + 1) + l[get_local_id(0)]);
    }";
    let other = text.replace("p + 1)", "p + 2)");
    check(
        verify(text, &other, None, &[]),
        0,
        &["kernel k not verified: `in` has type image2d_t, which is not made up"],
    );
    let description = "[[launch]]
      kernel = 'k'
      global = [16, 8]
      local = [4, 2]
      args.in = { image = [16, 8], format = ['RGBA', 'UNORM_INT8'], random = { from = 0, to = 255 } }
      args.s = { sampler = { addressing = 'clamp' } }
      args.out = { image = [16, 8], format = ['RGBA', 'FLOAT'], value = 0 }
      args.l = { local = 4 }
      args.f = [0.5, 1.5, 2.5, 3.5]";
    check(
        verify(text, &other, Some(description), &[]),
        1,
        &["launch of a.launch.toml:1:1, image `out`, element 0, component 0: "],
    );
    let same = text.replace("p + 1)", "1 + p)");
    check(verify(text, &same, Some(description), &[]), 0, &["no difference found: 1 kernel on TOOL (1 launch)"]);
}

#[test]
fn kernel_tuners_description_is_used() {
    if is_waived("CLUNROLL_NO_OPENCL") {
        return;
    }
    let text = r#"{ "ConfigurationSpace": { "TuningParameters": [ { "Name": "block", "Type": "int", "Values": "[8, 16]", "Default": 8 } ] },
      "KernelSpecification": { "Language": "OpenCL", "KernelName": "sum", "KernelFile": "a.cl",
        "GlobalSize": { "X": "block * 4" }, "LocalSize": { "X": "block" }, "Arguments": [
          { "Type": "int32", "MemoryType": "Vector", "FillType": "BinaryRaw", "DataSource": "rows" },
          { "Type": "int32", "MemoryType": "Vector", "Size": 16384, "FillType": "Random", "FillValue": 100, "RandomSeed": 3 },
          { "Type": "int32", "MemoryType": "Vector", "Size": 64, "FillType": "Constant", "FillValue": 0 },
          { "Type": "int32", "MemoryType": "Scalar", "FillValue": 32 } ] } }"#;
    let rows: Vec<u8> = (0..65_u32).flat_map(|row| (row * 150).to_le_bytes()).collect();
    let sandbox = Sandbox::with(&[("a.cl", SUM), ("b.cl", &wrong_where_rows_are_long()), ("t1.json", text)]);
    sandbox.write("rows", rows);
    let said = sandbox.run(&["verify", "--run", "a.cl", "b.cl", "--launch", "t1.json"]);
    check(Some(said), 1, &["in the launch of t1.json, buffer `sums`, element 0: "]);
    let said = sandbox.run(&["verify", "--run", "a.cl", "b.cl", "--launch", "t1.json", "-Dblock=64", "--print-launch"]);
    check(Some(said), 1, &["global = [256]\nlocal = [64]\n", "rows = { size = 65, file = \"rows\" }\n"]);
}

#[test]
fn mistakes_end_the_run_before_anything_is_launched_or_written() {
    if is_waived("CLUNROLL_NO_OPENCL") {
        return;
    }
    let sandbox = Sandbox::with_kernel(SUM.replace("    for", "#pragma unroll 4\n    for"));
    let run = |description: &str, options: &[&str]| {
        sandbox.write("k.launch.toml", description);
        sandbox.run(&[&["k.cl", "-o", "out.cl", "--verify=run"], options].concat())
    };
    for (description, options, line) in [
        ("[[launch]]", &[][..], "error: k.launch.toml:1:1: missing field `kernel`"),
        (
            "[[launch]]\nkernel = 'other'",
            &[],
            "error: k.launch.toml:1:1: there is no kernel `other`; there are the kernels sum",
        ),
        (
            &ROWS.replace("n = 64", "m = 64"),
            &[],
            "error: k.launch.toml:9:1: the kernel has no parameter `m`; its parameters: rows,",
        ),
        ("", &["--kernel", "other"], "error: --kernel: there is no kernel `other`"),
        ("", &["--arg", "n=0.5"], "error: --arg n: `n` contains integers, and 0.5 is not one"),
        ("", &["--arg", "n"], "error: invalid value 'n' for '--arg <NAME=VALUE>': expected NAME=VALUE"),
        ("", &["--global", "8x8", "--local", "8"], "error: --global has 2 sizes, but --local has 1"),
        ("", &["--launch", "none.toml"], "error: cannot read none.toml: No such file"),
    ] {
        let said = run(description, options);
        check(Some(said), 2, &[line]);
    }
    sandbox.write("l.cl", SUM);
    for (line, message) in [
        (
            "k.cl --verify=run --print-launch",
            "error: --print-launch writes to standard output, and so does the unrolled text",
        ),
        ("k.cl -o out.cl --verify --arg n=1", "error: --arg needs --verify=run"),
        ("k.cl -o out.cl --arg n=1", "error: --arg needs --verify"),
        ("k.cl l.cl --out-dir out --verify=run --arg n=1", "error: --arg is for one source, but there are 2"),
        (
            "k.cl -o out.cl --verify=run --print-launch --report -",
            "error: cannot write the report to -: standard output already gets the launch description",
        ),
    ] {
        check(Some(sandbox.shell(&format!("$clunroll {line}"))), 2, &[message]);
    }
    assert_eq!(sandbox.names(), ["k.cl", "k.launch.toml", "l.cl"]);
}

/// The kernel may exist in another build.
#[test]
fn a_description_of_a_kernel_that_this_build_lacks_is_left_out() {
    let text = format!("{SUM}\n#ifdef MORE\n__kernel void more(__global int *a) {{ a[0] = 1; }}\n#endif\n");
    let other = text.replace("sum += values[i]", "sum = values[i] + sum");
    let description =
        format!("{ROWS}\n[[launch]]\nkernel = 'more'\nglobal = [7]\nargs.a = {{ size = 1, value = 0 }}\n");
    check(verify(&text, &other, Some(&description), &[]), 0, &["1 kernel on TOOL (1 launch)"]);
    check(verify(&text, &other, Some(&description), &["-DMORE"]), 0, &["2 kernels on TOOL (2 launches)"]);
}

#[test]
fn a_buffer_that_is_too_small_is_said_to_be() {
    let small = ROWS.replace("size = 64, value", "size = 32, value");
    let other = SUM.replace("sum += values[i]", "sum = values[i] + sum");
    let why = "kernel sum not verified: the original writes memory outside buffer `sums`, whose size is too small in its launch description";
    check(verify(SUM, &other, Some(&small), &[]), 0, &[why]);
}

/// What a user has described and was not compared has a line, also if other launches show no difference.
#[test]
fn a_described_launch_that_is_left_out_is_named() {
    let other = ROWS.replace("local = [16]", "local = [48]");
    let said = verify(SUM, &SUM.replace("n)", "n )"), Some(&format!("{ROWS}\n{other}")), &["--verify-described-only"]);
    let why = "kernel sum: the launch of a.launch.toml:11:1 was left out: clEnqueueNDRangeKernel: CL_INVALID_WORK_GROUP_SIZE: \
               work-groups of 48 work-items do not divide 64 work-items\n";
    check(said, 0, &[why, "no difference found: 1 kernel"]);
}

#[test]
fn several_kernels_need_a_name() {
    let text = format!("{SUM}__kernel void other(__global int *a) {{ a[get_global_id(0)] += 1; }}\n");
    let changed = text.replace("sum += values[i]", "sum = values[i] + sum");
    let why = "error: --arg needs --kernel, since there are the kernels other, sum";
    check(verify(&text, &changed, None, &["--arg", "n=1"]), 2, &[why]);
    check(verify(&text, &changed, None, &["--arg", "n=1", "--kernel", "sum"]), 0, &["2 kernels on TOOL (12 launches)"]);
}
