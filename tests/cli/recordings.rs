//! `clunroll tune --recording`, on PoCL, with recordings that are made by hand. Which form is the fastest is not tested.

use crate::sandbox::Sandbox;

/// Two kernels with a request, and one without.
const SOURCE: &str = "#include \"scale.h\"
typedef struct { int width; float factor; } options;

__kernel void rows(__global const float *in, __global float *out, options o, __local float *tile) {
  const int row = get_global_id(0);
  tile[get_local_id(0)] = 0;
  float sum = 0;
  #pragma unroll 4
  for (int i = 0; i < o.width; i++)
    sum += in[row * o.width + i] * o.factor;
  out[row] = sum + tile[get_local_id(0)];
}

__kernel void scale(__global float *a, float by) {
  #pragma unroll
  for (int i = 0; i < N; i++)
    a[get_global_id(0) * N + i] *= SCALE(by);
}

__kernel void clear(__global float *a) { a[get_global_id(0)] = 0; }

__kernel void draw(__write_only image2d_t picture) {
  #pragma unroll
  for (int i = 0; i < 4; i++)
    write_imagef(picture, (int2)(i, 0), (float4)(0));
}
";

const INDEX: &str = r#"
format = 1
application = "simulation"
device = "Portable Computing Language, pthread"

[[program]]
source = "1/source.cl"
name = "simulation.cl"
options = "-DN=8 -I 1/headers -cl-mad-enable -save-temps=stolen"
launches = "1/launches.toml"
kernel = [
  { name = "rows", runs = 10, nanoseconds = 620 },
  { name = "scale", runs = 5, nanoseconds = 180 },
  { name = "clear", runs = 1, nanoseconds = 100 },
  { name = "draw", runs = 1, nanoseconds = 60 },
]

[[program]]
source = "2/source.cl"
kernel = [{ name = "other", runs = 1, nanoseconds = 40 }]
"#;

const LAUNCHES: &str = r#"
[[launch]]
kernel = "rows"
global = [32]
local = [8]
runs = 10
nanoseconds = 620
args = [
  { bytes = 8576, file = "in.bin" },
  { bytes = 128, value = 0 },
  { hex = "430000000000003f" },
  { local-bytes = 32 },
]

[[launch]]
kernel = "scale"
global = [32]
args = [{ bytes = 1026, file = "in.bin" }, { hex = "0000003f" }]

[[launch]]
kernel = "clear"
global = [32]
args = [{ bytes = 128, value = 1 }]

[[launch]]
kernel = "draw"
global = [1]
args = [{ not-recorded = "an image that is made from a buffer" }]
"#;

fn is_waived() -> bool {
    std::env::var("CLUNROLL_NO_OPENCL").as_deref() == Ok("1")
}

/// A folder with a recording in which some text is another one.
fn recording(old: &str, new: &str) -> Sandbox {
    let [index, launches, source] = [INDEX, LAUNCHES, SOURCE].map(|text| text.replace(old, new));
    let sandbox = Sandbox::with(&[
        ("rec/recording.toml", &index),
        ("rec/1/source.cl", &source),
        ("rec/1/launches.toml", &launches),
        ("rec/1/headers/scale.h", "#define SCALE(x) ((x) * 2)\n"),
        ("rec/2/source.cl", "__kernel void other(__global int *a) { a[0] = 1; }\n"),
    ]);
    let numbers: Vec<u8> = (0..2144_u16).flat_map(|number| f32::from(number % 7).to_le_bytes()).collect();
    sandbox.write("rec/1/in.bin", numbers);
    sandbox
}

/// What is said when the recording is tuned with these options.
fn tune(sandbox: &Sandbox, options: &[&str]) -> String {
    sandbox.run(&[&["tune", "--recording", "rec", "--factors", "2", "--time", "5"], options].concat())
}

#[test]
fn kernels_are_tuned_by_their_share_and_kept_in_a_profile() {
    if is_waived() {
        return;
    }
    let sandbox = recording("", "");
    let said = tune(&sandbox, &["--profile", "devices.toml"]);
    assert!(said.contains("exit status: 0\n"), "{said}");
    assert!(
        said.contains("clunroll: this builds and runs the kernels of the recording rec (simulation, on Portable"),
        "{said}"
    );
    assert!(said.contains("simulation.cl: these recorded options are not used: -save-temps=stolen\n"), "{said}");
    for kernel in ["rows", "scale"] {
        // The table of the kernel, and its line among all of them.
        assert!(said.contains(&format!("kernel `{kernel}` of simulation.cl on Portable")), "{said}");
    }
    let shares: Vec<_> = said.lines().filter(|line| line.contains("% of the device's time")).collect();
    assert_eq!(shares.len(), 5, "{said}");
    assert!(shares[0].starts_with("kernel `rows` of simulation.cl: 62 % of the device's time; "), "{said}");
    assert!(shares[1].starts_with("kernel `scale` of simulation.cl: 18 % of the device's time; "), "{said}");
    for tuned in &shares[..2] {
        assert!(tuned.contains("the program would gain ") || tuned.contains("nothing is faster than"), "{said}");
    }
    assert!(shares[2].ends_with("10 % of the device's time; not tuned: no loop of it has a request"), "{said}");
    assert!(shares[3].ends_with("`picture` was not recorded: an image that is made from a buffer"), "{said}");
    let last = "kernel `other` of 2/source.cl: 4 % of the device's time; not tuned: no launch was recorded";
    assert_eq!(shares[4], last);
    assert!(said.contains("All of them together: the program would gain "), "{said}");
    let profile = String::from_utf8(sandbox.read("devices.toml")).unwrap();
    assert_eq!(profile.matches("file = \"simulation.cl\"").count(), 2, "{profile}");
    assert!(profile.contains("function = \"rows\"\nline = 8\n"), "{profile}");
    // The profile serves a source of this name.
    sandbox.write("simulation.cl", SOURCE);
    let used = ["simulation.cl", "-Irec/1/headers", "--profile", "devices.toml", "--device", "pthread", "-o", "out.cl"];
    let said = sandbox.run(&used);
    assert!(said.contains("exit status: 0\n") && !said.contains("the profile has"), "{said}");
}

/// Each report is one file for all programs of the recording.
#[test]
fn reports_have_all_programs() {
    if is_waived() {
        return;
    }
    let sandbox = recording("", "");
    let other =
        "__kernel void other(__global int *a) {\n  #pragma unroll\n  for (int i = 0; i < 4; i++) a[i] = i;\n}\n";
    sandbox.write("rec/2/source.cl", other);
    let launch = "[[launch]]\nkernel = \"other\"\nglobal = [1]\nargs = [{ bytes = 16, value = 0 }]\n";
    sandbox.write("rec/2/launches.toml", launch);
    let index = INDEX.replace("source = \"2/source.cl\"", "source = \"2/source.cl\"\nlaunches = \"2/launches.toml\"");
    sandbox.write("rec/recording.toml", index);
    let reports = ["--json", "-", "--csv", "t.csv", "--t4", "t.t4.json", "--svg", "t.svg", "--html", "t.html"];
    let output = sandbox
        .command()
        .args(["tune", "--recording", "rec", "--factors", "2", "--time", "2"])
        .args(reports)
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["file"], "simulation");
    let names =
        |key: &str, of: &str| report[key].as_array().unwrap().iter().map(|one| one[of].clone()).collect::<Vec<_>>();
    assert_eq!(names("subjects", "name"), ["simulation.cl line 8", "simulation.cl line 15", "2/source.cl line 2"]);
    assert_eq!(names("groups", "program"), ["simulation.cl", "simulation.cl", "2/source.cl"]);
    assert_eq!(names("shares", "kernel"), ["rows", "scale", "clear", "draw", "other"]);
    assert_eq!(report["shares"][0]["share"], 0.62);
    assert!(report["shares"][0]["gain"].as_f64().unwrap() >= 1.0);
    assert_eq!(report["shares"][2]["failure"], "no loop of it has a request");
    let read = |name: &str| String::from_utf8(sandbox.read(name)).unwrap();
    let table = read("t.csv");
    let titles = "program,kernels,simulation.cl_line_8,simulation.cl_line_15,2/source.cl_line_2,is_chosen,";
    assert!(table.starts_with(titles), "{table}");
    assert!(table.contains("\nsimulation.cl,rows,") && table.contains("\n2/source.cl,other,,,"), "{table}");
    let results: serde_json::Value = serde_json::from_str(&read("t.t4.json")).unwrap();
    assert_eq!(results["results"][0]["configuration"]["program"], "simulation.cl");
    let page = read("t.html");
    for part in ["kernel <code>rows</code> of simulation.cl", "62 % of the device", "of 2/source.cl</h2>"] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(read("t.svg").contains("simulation.cl line 8"), "{}", read("t.svg"));
}

#[test]
fn reports_replace_no_file_of_the_recording() {
    let sandbox = recording("", "");
    for file in ["rec/recording.toml", "rec/1/in.bin", "./rec/1/../1/source.cl"] {
        let said = tune(&sandbox, &["--csv", file]);
        assert!(said.contains(&format!("cannot write the CSV table to {file}: it is the input\n")), "{said}");
    }
    let said = tune(&sandbox, &["--csv", "a", "--profile", "a"]);
    assert!(said.contains("exit status: 2\n"), "{said}");
}

#[test]
fn the_space_is_listed_with_the_options_of_the_recording() {
    if is_waived() {
        return;
    }
    let said = tune(&recording("", ""), &["--dry-run", "--kernel", "scale"]);
    // Only with -DN=8 are all copies written.
    assert!(said.contains("simulation.cl\nline 15: as written | ") && said.contains("| unroll | unroll 2\n"), "{said}");
    assert!(!said.contains("line 8: ") && said.contains("exit status: 0\n"), "{said}");
}

#[test]
fn a_hostile_recording_reads_nothing_else() {
    if is_waived() {
        return;
    }
    for (old, new, message) in [
        ("1/source.cl", "/etc/passwd", "`/etc/passwd` is not a path in the recording: it must be relative"),
        ("1/source.cl", "../k.cl", "`../k.cl` is not a path in the recording: it must be relative"),
        ("1/launches.toml", "3/launches.toml", "`3/launches.toml` is not a file of the recording"),
        ("format = 1", "format = 2", "it has the format 2, but this clunroll reads 1"),
        ("device = \"P", "device = \"\\u001b[31mP", "there is no OpenCL device named ?[31mP"),
        ("\"in.bin\"", "\"/etc/passwd\"", "`/etc/passwd` is not a path in the recording"),
        ("\"in.bin\"", "\"../../k.cl\"", "`../../k.cl` is not a path in the recording"),
        ("bytes = 8576", "bytes = 9000", "`in`: rec/1/in.bin has 8576 bytes, which is less than 9000 bytes"),
        ("bytes = 128, value = 0", "bytes = 99999999999999, value = 0", "a launch needs more than 4 GiB of memory"),
        ("430000000000003f", "4300000000003f", "`o` has 8 bytes, but the description has 7"),
        ("  { local-bytes = 32 },\n", "", "there are 3 arguments, but the kernel has 4 parameters"),
        ("-I 1/headers", "-I /usr/include", "`/usr/include` is not a path in the recording"),
        ("-I 1/headers", "-I 1/other", "`1/other` is not a folder of the recording"),
        ("\"scale.h\"", "\"/etc/passwd\"", "it includes /etc/passwd, which is not in the recording"),
        ("\"scale.h\"", "\"../../k.cl\"", "it includes rec/1/../../k.cl, which is not in the recording"),
        ("#include \"scale.h\"", "#include_next \"/etc/passwd\"", "`# include_next \"/etc/passwd\"` may read a file"),
        ("#include \"scale.h\"", "#include <nowhere.h>", "may read a file that is not in the recording"),
        (
            "#include \"scale.h\"",
            "#include \"scale.h\"\n#embed \"/etc/passwd\"",
            "`# embed \"/etc/passwd\"` may read a file",
        ),
        ("#include \"scale.h\"", "?\u{3f}=include \"/etc/passwd\"", "`?\u{3f}=` may read a file"),
        ("kernel = \"rows\"", "kernel = \"lines\"", "recording.toml has no kernel of this name"),
    ] {
        let sandbox = recording(old, new);
        sandbox.write("k.cl", "int secret;\n");
        let said = tune(&sandbox, &["--kernel", "rows", "-q"]);
        assert!(said.contains("exit status: 2\n") && said.contains(message), "{new}: {said}");
        assert!(!said.contains('\u{1b}') && !said.contains("root:"), "{said}");
    }
    // A configuration in the recording is not read.
    let sandbox = recording("", "");
    sandbox.write("rec/clunroll.toml", "no TOML");
    sandbox.write("rec/1/clunroll.toml", "no TOML");
    let said = tune(&sandbox, &["--dry-run"]);
    assert!(said.contains("exit status: 0\n"), "{said}");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("/etc/passwd", sandbox.path("rec/1/link.bin")).unwrap();
        let said = tune(&sandbox, &["--dry-run"]);
        let message = "rec/1/link.bin is a link: a recording does not contain such things";
        assert!(said.contains("exit status: 2\n") && said.contains(message), "{said}");
    }
}

#[test]
fn a_profile_that_cannot_be_written_ends_the_run() {
    if is_waived() {
        return;
    }
    let said = tune(&recording("", ""), &["--profile", "rec/1/in.bin/devices.toml", "--kernel", "scale"]);
    assert!(said.contains("exit status: 2\n"), "{said}");
    assert!(said.contains("clunroll: error: cannot write rec/1/in.bin/devices.toml: Not a directory\n"), "{said}");
    assert!(!said.contains("kernel `") && !said.contains("could be measured") && !said.contains("not tuned"), "{said}");
}

/// No device is needed to say so.
#[test]
fn a_kernel_that_is_not_in_the_recording_is_refused() {
    let said = tune(&recording("", ""), &["--kernel", "scale", "--kernel", "scle"]);
    let message = "clunroll: error: --kernel: the recording has no kernel `scle`; it has the kernels ";
    assert!(said.contains(message) && said.contains("exit status: 2\n"), "{said}");
}

#[test]
fn a_program_that_fails_is_reported() {
    if is_waived() {
        return;
    }
    let failed = "clunroll: simulation.cl: not tuned: `/usr/include` is not a path in the recording";
    for option in ["-q", "--dry-run"] {
        let said = tune(&recording("-I 1/headers", "-I /usr/include"), &[option]);
        assert!(said.contains("exit status: 2\n") && said.contains(failed), "{said}");
    }
}

#[test]
fn a_program_without_requests_is_not_built() {
    // No device is looked for either, so this needs none.
    let said = tune(&recording("", ""), &["--kernel", "clear", "--device", "nowhere"]);
    let why = "simulation.cl: not tuned: no loop of clear has a request (--all-loops also tunes loops without one)\n";
    assert!(said.contains(why) && said.contains("exit status: 2\n"), "{said}");
}

#[test]
fn what_is_in_a_recording_cannot_be_changed() {
    let sandbox = recording("", "");
    for option in ["--write", "--launch=x", "--arg=n=1", "--vary=N=1", "--only=1"] {
        let said = tune(&sandbox, &[option]);
        assert!(said.contains("exit status: 2\n") && said.contains("cannot be used with"), "{said}");
    }
    assert!(sandbox.run(&["tune"]).contains("exit status: 2\n"));
    assert!(sandbox.run(&["tune", "--recording", "/nope"]).contains("cannot read /nope: "));
}

#[test]
fn a_recording_can_be_deleted() {
    let sandbox = recording("", "");
    let delete = |folder: &str| sandbox.run(&["recording", "delete", folder]);
    for (folder, message) in [
        ("none", "cannot delete none: "),
        (".", ". is not a recording: it has no recording.toml"),
        ("rec/1", "rec/1 is not a recording: it has no recording.toml"),
    ] {
        let said = delete(folder);
        assert!(said.contains("exit status: 2\n") && said.contains(message), "{said}");
    }
    sandbox.write("rec/notes.txt", "mine");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("rec", sandbox.path("link")).unwrap();
        assert!(delete("link").contains("link is not a folder; a link is not followed"));
        // What a link in a folder of the recording leads to stays.
        std::os::unix::fs::symlink(sandbox.path("rec/notes.txt"), sandbox.path("rec/1/link")).unwrap();
    }
    let said = delete("rec");
    assert!(said.contains("deleted the recording in rec; 1 other files and folders stay"), "{said}");
    assert!(sandbox.path("rec/notes.txt").exists() && !sandbox.path("rec/1").exists());
    let sandbox = recording("", "");
    assert!(sandbox.run(&["recording", "delete", "rec"]).contains("deleted rec\n"));
    assert!(!sandbox.path("rec").exists());
}
