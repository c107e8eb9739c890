//! Profiles: what `clunroll tune --profile` keeps, and `--profile` uses.

use clunroll::loop_choices::ChosenLoop;
use clunroll::profile::Profile;
use clunroll::{NoIncludes, Options, unroll};
use clunroll_core::loop_choices::{RequestPoint, SourceLoops};

use crate::sandbox::Sandbox;

const KERNEL: &str = "__kernel void rows(__global const int *in, __global int *out, int width) {
  const int row = get_global_id(0);
  int sum = 0;
  #pragma unroll 4
  for (int i = 0; i < width; i++)
    sum += in[(row * width + i) % 64];
  out[row] = sum;
}

__kernel void nest(__global const int *restrict in, __global int *restrict out) {
  #pragma unroll 8
  for (int y = 0; y < 8; y++) {
    int sum = 0;
    for (int x = 0; x < 8; x++)
      sum += in[y * 8 + x];
    out[y] = sum;
  }
}
";

/// The text of a profile with choices for the requests in these lines of a source.
fn profile(source: &str, choices: &[(usize, &str)]) -> String {
    let outcome = unroll(source.as_bytes(), &Options::new("k.cl"), &mut NoIncludes);
    let places = || outcome.requests.iter().map(|request| request.place);
    let loops = SourceLoops::of(source.as_bytes(), places());
    let points = RequestPoint::all(source.as_bytes(), places().map(|place| (place, ())));
    let chosen = choices.iter().map(|(line, words)| {
        let (point, ()) = points.iter().find(|(point, ())| point.line == *line).expect("a request");
        let identity = loops.at(point).expect("a loop").identity.clone();
        ChosenLoop::new("k.cl".to_owned(), identity, *line, words.parse().expect("a choice"))
    });
    let mut profile = Profile::default();
    profile.update("A platform, the CPU", "1.0", |_| false, chosen.collect());
    profile.to_string()
}

/// What a run says and writes with this profile.
fn with_profile(source: &str, profile: &str, options: &[&str]) -> (String, String) {
    let sandbox = Sandbox::with(&[("k.cl", source), ("devices.toml", profile)]);
    let used = ["k.cl", "--profile", "devices.toml", "--device", "cpu", "-o", "out.cl"];
    let said = sandbox.run(&[&used[..], options].concat());
    let text = std::fs::read(sandbox.path("out.cl")).unwrap_or_default();
    (said, String::from_utf8(text).expect("a text"))
}

/// What clunroll makes of a source with these pragmas.
fn rewritten(source: &str) -> String {
    let outcome = unroll(source.as_bytes(), &Options::new("k.cl"), &mut NoIncludes);
    String::from_utf8(outcome.text).expect("a text")
}

#[test]
fn a_choice_gives_the_text_that_its_pragmas_give() {
    for (choice, pragmas) in [
        ("unroll 2", "  #pragma unroll 2\n"),
        ("no pragma", ""),
        ("leave", "  #pragma clunroll leave\n  #pragma unroll 8\n"),
        ("nounroll", "  #pragma nounroll\n"),
        ("compiler: unroll 4", "  #pragma clunroll leave\n  #pragma unroll 4\n"),
        ("unroll 3, remainder loop", "  #pragma clunroll remainder(loop)\n  #pragma unroll 3\n"),
        ("unroll 4, loads first never", "  #pragma clunroll loads_first(never)\n  #pragma unroll 4\n"),
        ("unroll_and_jam 4", "  #pragma unroll_and_jam 4\n"),
    ] {
        let by_hand = rewritten(&KERNEL.replace("  #pragma unroll 8\n", pragmas));
        let (said, text) = with_profile(KERNEL, &profile(KERNEL, &[(11, choice)]), &[]);
        assert!(said.contains("exit status: 0\n") && !said.contains("profile has"), "{said}");
        assert_eq!(text, by_hand, "{choice}");
        let is_changed = choice == "unroll 2" || choice == "unroll_and_jam 4";
        assert!(!is_changed || text != rewritten(KERNEL), "{choice}");
    }
}

#[test]
fn applied_choices_compute_the_same_on_pocl() {
    if std::env::var("CLUNROLL_NO_OPENCL").as_deref() == Ok("1") {
        return;
    }
    let choices = profile(KERNEL, &[(4, "unroll 4, remainder nested"), (11, "unroll_and_jam 4")]);
    let (said, text) = with_profile(KERNEL, &choices, &["--verify=run"]);
    assert!(said.contains("exit status: 0\n") && said.contains("no difference found: 2 kernels"), "{said}");
    let by_hand = KERNEL
        .replace("  #pragma unroll 4\n", "  #pragma clunroll remainder(nested)\n  #pragma unroll 4\n")
        .replace("#pragma unroll 8", "#pragma unroll_and_jam 4");
    assert_eq!(text, rewritten(&by_hand));
}

#[test]
fn a_choice_survives_edits_elsewhere_and_no_others() {
    let choices = profile(KERNEL, &[(11, "unroll_and_jam 4")]);
    // Other lines, comments and requests: the loop is the same.
    let edited = KERNEL
        .replace(
            "__kernel void rows",
            "#define N 3\nint help(int x) { for (int i = 0; i < 3; i++) x += i; return x; }\n__kernel void rows",
        )
        .replace("#pragma unroll 8", "#pragma unroll 2")
        .replace("    int sum = 0;\n    for", "    int sum = 0; // none yet\n    #pragma unroll 4\n    for");
    let (said, text) = with_profile(&edited, &choices, &[]);
    assert!(!said.contains("profile has"), "{said}");
    assert_eq!(text, rewritten(&edited.replace("#pragma unroll 2", "#pragma unroll_and_jam 4")));
    // Another body, another header, another function: it is another loop.
    for (old, new) in [("y * 8 + x", "y + x * 8"), ("y < 8", "y < 7"), ("void nest", "void other")] {
        let edited = KERNEL.replace(old, new);
        let (said, text) = with_profile(&edited, &choices, &[]);
        let expected =
            "clunroll: k.cl: the profile has `unroll_and_jam 4` for line 11, in `nest`; this fits no loop any more";
        assert!(said.contains(expected) && said.contains("exit status: 0\n"), "{said}");
        assert_eq!(text, rewritten(&edited), "{new}");
    }
}

#[test]
fn a_choice_breaks_no_promise_about_the_factor() {
    let exact = |pragma: &str| KERNEL.replace("  #pragma unroll 4\n", &format!("  #pragma clunroll exact\n{pragma}"));
    let source = exact("  #pragma unroll 4\n");
    for (choice, pragma) in [
        ("unroll 2", "  #pragma unroll 2\n"),
        ("compiler: unroll 8", "  #pragma clunroll leave\n  #pragma unroll 8\n"),
        ("no pragma", ""),
    ] {
        let (said, text) = with_profile(&source, &profile(&source, &[(5, choice)]), &[]);
        assert!(!said.contains("fits no loop"), "{said}");
        assert_eq!(text, rewritten(&exact(pragma)), "{choice}");
    }
    // The trip count may be 4.
    for choice in ["unroll 8", "unroll", "unroll 3", "unroll_and_jam 8"] {
        let (said, text) = with_profile(&source, &profile(&source, &[(5, choice)]), &[]);
        assert!(said.contains("fits no loop any more"), "{said}");
        assert_eq!(text, rewritten(&source), "{choice}");
    }
}

/// A device of a profile: its name, its macro, and the choices by their lines.
type ProfileDevice<'a> = (&'a str, Option<&'a str>, &'a [(usize, &'a str)]);

/// A profile for several devices.
fn of_devices(choices: &[ProfileDevice<'_>]) -> String {
    let device = |(name, macro_name, choices): &ProfileDevice<'_>| {
        let one = profile(KERNEL, choices);
        let text = one.split_once("[[device]]").expect("a device").1;
        let macro_line = macro_name.map(|name| format!("macro = \"{name}\"\n")).unwrap_or_default();
        let name = format!("name = \"{name}\"\n{macro_line}");
        format!("[[device]]{}", text.replace("name = \"A platform, the CPU\"\n", &name))
    };
    choices.iter().map(device).collect()
}

/// What a run without --device says and writes with this profile.
fn for_all_devices(source: &str, profile: &str, options: &[&str]) -> (String, String) {
    let sandbox = Sandbox::with(&[("k.cl", source), ("devices.toml", profile)]);
    let said = sandbox.run(&[&["k.cl", "--profile", "devices.toml", "-o", "out.cl"], options].concat());
    let text = std::fs::read(sandbox.path("out.cl")).unwrap_or_default();
    (said, String::from_utf8(text).expect("a text"))
}

#[test]
fn one_text_serves_several_devices() {
    let profile = of_devices(&[
        ("GPU", Some("ON_GPU"), &[(4, "unroll 2"), (11, "unroll_and_jam 4")]),
        ("CPU", Some("ON_CPU"), &[(4, "unroll 4, remainder nested"), (11, "leave")]),
        ("other", None, &[(4, "unroll 16")]),
    ]);
    let (said, text) = for_all_devices(KERNEL, &profile, &[]);
    assert!(said.contains("exit status: 0\n") && !said.contains("fits no loop"), "{said}");
    let group = |cpu: &str, gpu: &str, author: &str| {
        format!("#if defined(ON_GPU)\n{gpu}#elif defined(ON_CPU)\n{cpu}#else\n{author}#endif\n")
    };
    let nested = "  #pragma clunroll remainder(nested)\n  #pragma unroll 4\n";
    let [four, eight] = ["  #pragma unroll 4\n", "  #pragma unroll 8\n"];
    let left = "  #pragma clunroll leave\n  #pragma unroll 8\n";
    let by_hand = KERNEL
        .replace(four, &group(nested, "  #pragma unroll 2\n", four))
        .replace(eight, &group(left, "  #pragma unroll_and_jam 4\n", eight));
    assert_eq!(text, rewritten(&by_hand));
    // No branch stays a loop that its pragma unrolls.
    assert!(text.matches("ON_GPU").count() >= 2 && !text.contains("#pragma unroll 2"), "{text}");
    // A device with no choice for a loop gets what is written.
    let profile = of_devices(&[("GPU", Some("ON_GPU"), &[(4, "unroll 2")])]);
    let (_, text) = for_all_devices(KERNEL, &profile, &[]);
    let group = format!("#if defined(ON_GPU)\n  #pragma unroll 2\n#else\n{four}#endif\n");
    assert_eq!(text, rewritten(&KERNEL.replace(four, &group)));
}

#[test]
fn the_text_for_several_devices_computes_the_same_on_pocl() {
    if std::env::var("CLUNROLL_NO_OPENCL").as_deref() == Ok("1") {
        return;
    }
    let profile = of_devices(&[
        ("GPU", Some("ON_GPU"), &[(4, "unroll 2"), (11, "unroll_and_jam 4")]),
        ("CPU", Some("ON_CPU"), &[(4, "unroll 4, remainder nested"), (11, "no pragma")]),
    ]);
    for device in [&[][..], &["--build-option=-DON_GPU"], &["--build-option=-DON_CPU"], &["-DON_GPU"], &["-DON_CPU=1"]]
    {
        let (said, text) = for_all_devices(KERNEL, &profile, &[&["--verify=run"], device].concat());
        assert!(said.contains("exit status: 0\n") && said.contains("no difference found: 2 kernels"), "{said}");
        assert!(text.contains("ON_GPU"), "{text}");
    }
}

/// The choices of profiles whose devices disagree on these loops.
const DISAGREEING: [[&str; 2]; 5] = [
    ["unroll 2", "leave"],
    ["compiler: unroll 2", "no pragma"],
    ["nounroll", "unroll_and_jam 2"],
    ["leave", "unroll 3"],
    // With these, nothing of the loop stays.
    ["unroll 2", "unroll 3"],
];

#[test]
fn a_second_run_for_several_devices_changes_nothing() {
    // A loop that the author requests nothing for stays as it is in a branch.
    let plain = KERNEL.replace("  #pragma unroll 4\n", "");
    for [gpu, cpu] in DISAGREEING {
        let profile = of_devices(&[
            ("GPU", Some("ON_GPU"), &[(4, gpu), (11, cpu)]),
            ("CPU", Some("ON_CPU"), &[(4, cpu), (11, gpu)]),
        ]);
        for source in [KERNEL, &plain] {
            let (_, text) = for_all_devices(source, &profile, &[]);
            let (said, again) = for_all_devices(&text, &profile, &[]);
            assert!(text.contains("ON_GPU") && said.contains("exit status: 0\n"), "{said}");
            assert!(!said.contains("fits no loop"), "{said}");
            assert_eq!(again, text, "{gpu}, {cpu}");
            assert_eq!(rewritten(&text), text, "{gpu}, {cpu}");
        }
    }
    // A request under a condition: the loop in the other branch has no request.
    let source = KERNEL.replace("  #pragma unroll 4\n", "#ifdef X\n  #pragma unroll 4\n#endif\n");
    let profile = of_devices(&[("GPU", Some("ON_GPU"), &[(4, "unroll 2")])]);
    let (_, text) = for_all_devices(&source, &profile, &[]);
    let (said, again) = for_all_devices(&text, &profile, &[]);
    assert!(text.contains("ON_GPU") && again == text && !said.contains("fits no loop"), "{said}{again}");
    let profile = of_devices(&[("GPU", Some("ON_GPU"), &[(4, "leave")])]);
    let (_, text) = for_all_devices(&plain.replace("#pragma unroll 8", ""), &profile.replace("leave", "nounroll"), &[]);
    let (said, again) = for_all_devices(&text, &profile, &[]);
    assert!(text.contains("ON_GPU") && again == text && !said.contains("fits no loop"), "{said}{again}");
}

/// A loop that an edit changed is not one that an earlier run rewrote.
#[test]
fn a_changed_loop_is_reported_beside_rewritten_ones() {
    let profile = of_devices(&[
        ("GPU", Some("ON_GPU"), &[(4, "unroll 2"), (11, "unroll 2")]),
        ("CPU", Some("ON_CPU"), &[(4, "unroll 3"), (11, "unroll 3")]),
    ]);
    let (_, text) = for_all_devices(KERNEL, &profile, &[]);
    assert!(text.contains("ON_GPU"), "{text}");
    // The first kernel has branches; the second one is another than the one that was measured.
    let first = &text[..text.rfind("__kernel").unwrap()];
    let second = &KERNEL[KERNEL.rfind("__kernel").unwrap()..];
    let (said, _) = for_all_devices(&(first.to_owned() + &second.replace("++)", "+= 1)")), &profile, &[]);
    assert_eq!(said.matches("fits no loop").count(), 2, "{said}");
    assert!(!said.contains("for line 4,"), "{said}");
}

#[test]
fn requests_for_several_devices_are_marked() {
    let source = "void k(global int *restrict c, int n) {
  for (int r = 0; r < 4; r++)
    for (int k = 0; k < n; k++) c[r * n + k] = k;
}
";
    let loops = SourceLoops::of(source.as_bytes(), []);
    let identities: Vec<_> = loops.all().map(|one| one.identity.clone()).collect();
    let device = |name: &str, choices: &[(usize, &str)]| {
        let chosen = choices.iter().map(|(at, words)| {
            ChosenLoop::new("k.cl".to_owned(), identities[*at].clone(), 2 + at, words.parse().expect("a choice"))
        });
        let mut profile = Profile::default();
        profile.update(name, "", |_| false, chosen.collect());
        profile
            .to_string()
            .replace(&format!("name = \"{name}\"\n"), &format!("name = \"{name}\"\nmacro = \"{name}\"\n"))
    };
    let words = ["unroll_and_jam 2", "unroll 2", "unroll", "nounroll", "compiler: unroll 4", "leave"];
    for (outer, inner) in words.iter().flat_map(|outer| words.iter().map(move |inner| (*outer, *inner))) {
        let profile = device("A", &[(0, outer)]) + &device("B", &[(0, inner), (1, "unroll 2")]);
        let (said, text) = for_all_devices(source, &profile, &[]);
        assert!(said.contains("exit status: 0\n") && !said.contains("fits no loop"), "{said}");
        assert_eq!(rewritten(&text), text, "{outer}, {inner}");
    }
}

#[test]
fn requests_are_marked_if_choices_unroll_nothing() {
    let source = KERNEL.replace("  #pragma unroll 8\n", "");
    let (_, text) = with_profile(&source, &profile(&source, &[(4, "unroll 2")]), &["--max-growth", "1"]);
    assert!(text.contains("#pragma unroll 2 /* clunroll: left as written */\n"), "{text}");
}

#[test]
fn devices_need_macros_for_one_text() {
    let choices: &[(usize, &str)] = &[(4, "unroll 2")];
    for (profile, message) in [
        (of_devices(&[("GPU", None, choices)]), "name a device, or give each device a `macro`"),
        (of_devices(&[("GPU", Some("A"), choices), ("CPU", Some("A"), choices)]), "two devices have the macro `A`"),
        (of_devices(&[("GPU", Some("A B"), choices)]), "`A B` is not a macro name"),
        (of_devices(&[("GPU", Some("A\\n#endif"), choices)]), "is not a macro name"),
        (of_devices(&[("GPU", Some("defined"), choices)]), "`defined` cannot be a macro"),
    ] {
        let (said, text) = for_all_devices(KERNEL, &profile, &[]);
        assert!(said.contains("exit status: 2\n") && said.contains(message) && text.is_empty(), "{said}");
    }
}

#[test]
fn tuning_keeps_the_macros_of_devices() {
    let text = of_devices(&[("GPU", Some("ON_GPU"), &[(4, "unroll 2")])]);
    let mut profile: Profile = text.parse().expect("a profile");
    profile.update("GPU", "2", |_| true, Vec::new());
    assert!(profile.to_string().contains("name = \"GPU\"\nmacro = \"ON_GPU\"\n"), "{profile}");
    assert_eq!(profile.loops_by_macro().map(|loops| loops.len()), Ok(0));
}

#[test]
fn the_order_counts_for_equal_loops() {
    let equal = "  #pragma unroll 2\n  for (int i = 0; i < 6; i++)\n    a[i] += i;\n";
    let source = format!("__kernel void k(__global int *a) {{\n{equal}{equal}}}\n");
    let (_, text) = with_profile(&source, &profile(&source, &[(5, "no pragma")]), &[]);
    let second = source.rfind("  #pragma unroll 2\n").expect("a request");
    let by_hand = [&source[..second], &source[second + "  #pragma unroll 2\n".len()..]].concat();
    assert_eq!(text, rewritten(&by_hand));
    assert_ne!(text, rewritten(&by_hand.replace("#pragma unroll 2", "")));
}

#[test]
fn a_request_that_a_macro_makes_is_replaced_where_it_is_used() {
    let source = KERNEL.replace("  #pragma unroll 8\n  for", "  EIGHT for");
    let source = format!("#define EIGHT _Pragma(\"unroll 8\")\n{source}");
    let (said, text) = with_profile(&source, &profile(&source, &[(12, "unroll 2")]), &[]);
    assert!(!said.contains("profile has"), "{said}");
    assert_eq!(text, rewritten(&source.replace("EIGHT for", "_Pragma(\"unroll 2\") for")));
}

#[test]
fn a_macro_that_makes_a_loop_stays() {
    let source = "#define TWICE _Pragma(\"unroll\") for (int t = 0; t < 2; t++)
__kernel void k(__global int *a) {
  TWICE
  for (int i = 0; i < 8; i++) a[i] += t;
}
";
    let loops = SourceLoops::of(source.as_bytes(), []);
    let identity = loops.all().next().expect("the loop over i").identity.clone();
    for words in ["no pragma", "unroll 2", "leave"] {
        let choice = ChosenLoop::new("k.cl".to_owned(), identity.clone(), 3, words.parse().expect("a choice"));
        let mut profile = Profile::default();
        profile.update("the CPU", "", |_| false, vec![choice]);
        let (said, text) = with_profile(source, &profile.to_string(), &[]);
        assert!(said.contains("this fits no loop any more"), "{said}");
        assert_eq!(text, rewritten(source));
    }
}

#[test]
fn messages_and_line_directives_name_lines_of_the_source() {
    // In a nest whose rows depend on each other, nothing is jammed.
    let source =
        KERNEL.replace("out[y] = sum;", "out[y] = sum + out[y + 1];").replace("in[y * 8 + x]", "out[y * 8 + x]");
    let (said, _) = with_profile(&source, &profile(&source, &[(11, "unroll_and_jam 4")]), &["-v"]);
    assert!(said.contains("k.cl:11:3: "), "{said}");
    let (_, text) =
        with_profile(KERNEL, &profile(KERNEL, &[(4, "no pragma"), (11, "no pragma")]), &["--line-directives"]);
    assert!(text.contains("#line 5 \"k.cl\"\n  for (int i"), "{text}");
    assert!(text.contains("#line 12\n  for (int y"), "{text}");
}

#[test]
fn a_profile_that_says_nothing_is_reported() {
    let choices = profile(KERNEL, &[(4, "unroll 2")]);
    let (said, text) = with_profile(KERNEL, &choices.replace("k.cl", "src/k.cl"), &[]);
    assert!(!said.contains("no choices"), "{said}");
    assert_eq!(text, rewritten(&KERNEL.replace("#pragma unroll 4", "#pragma unroll 2")));
    let (said, text) = with_profile(KERNEL, &choices.replace("k.cl", "other.cl"), &[]);
    assert!(said.contains("clunroll: the profile has no choices for k.cl"), "{said}");
    assert_eq!(text, rewritten(KERNEL));
    for (profile, message) in [
        (
            choices.replace("the CPU", "a GPU"),
            "cannot use devices.toml: it has no device `cpu`; its devices: `A platform, a GPU`",
        ),
        (choices.replace("unroll 2", "unroll two"), "`unroll two` is not a choice for a loop"),
        (
            choices.replace("line = ", "lines = "),
            "cannot use devices.toml: line 10, column 1: unknown field `lines`, expected ",
        ),
        (
            format!("{choices}\n[[device]]\nname = 'A platform, the CPU'\n"),
            "two devices have the name `A platform, the CPU`",
        ),
    ] {
        let (said, text) = with_profile(KERNEL, &profile, &[]);
        assert!(said.contains(message) && said.contains("exit status: 2\n") && text.is_empty(), "{said}");
    }
    let sandbox = Sandbox::with_kernel(KERNEL);
    let said = sandbox.run(&["k.cl", "--profile", "devices.toml", "--device", "cpu"]);
    assert!(said.contains("cannot read devices.toml: there is no such file"), "{said}");
}

#[test]
fn tune_keeps_what_it_found_beside_what_is_there() {
    if std::env::var("CLUNROLL_NO_OPENCL").as_deref() == Ok("1") {
        return;
    }
    let launch = "[[launch]]\nkernel = 'nest'\nglobal = [1]\n[launch.args]\nin = { size = 64, value = 1 }\nout = { size = 8, value = 0 }\n";
    let other = profile(KERNEL, &[(4, "unroll 2")]);
    let sandbox = Sandbox::with(&[("k.cl", KERNEL), ("k.launch.toml", launch), ("p/devices.toml", &other)]);
    let said = sandbox.run(&["tune", "k.cl", "--factors", "2", "--time", "1", "--profile", "p/devices.toml", "-q"]);
    assert!(said.contains("exit status: 0\n"), "{said}");
    let text = String::from_utf8(sandbox.read("p/devices.toml")).expect("a text");
    assert!(text.starts_with(other.trim_end()), "{text}");
    let kept: Profile = text.parse().expect("a profile");
    assert_eq!(kept.loops("a platform").expect("the other device").len(), 1);
    let [chosen] = &kept.loops("portable").expect("PoCL")[..] else { panic!("{text}") };
    assert_eq!((chosen.file.as_str(), chosen.line, chosen.identity.function.as_str()), ("k.cl", 11, "nest"));
    let said = sandbox.run(&["k.cl", "--profile", "p/devices.toml", "--device", "portable", "-o", "out.cl"]);
    assert!(said.contains("exit status: 0\n") && !said.contains("the profile"), "{said}");
}
