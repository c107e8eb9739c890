//! The limits on the output: copies of one loop, growth of one file. A second run does not get more.
//!
//! Requests that a limit declines in a rewritten file get a marker, and are declined in every later run, whatever its limits are. A file in
//! which nothing is rewritten stays unchanged, and can be tried again with larger limits.

use std::fs;
use std::path::Path;

use clunroll::rules::Diagnostic;
use clunroll::{Guard, Limits, NoIncludes, Options, Outcome, unroll};

use crate::plan;

const MARK: &str = "clunroll: left as written";

/// The number of requests that markers count for.
fn marked(text: &str) -> usize {
    let after = text.split(MARK).skip(1);
    let next = |after: &str| after.strip_prefix(", like the next ")?.split(' ').next()?.parse::<usize>().ok();
    after.map(|after| 1 + next(after).unwrap_or(0)).sum()
}

fn run(source: &str, limits: Limits) -> Outcome {
    let options = Options::default().limits(limits).checked(true);
    unroll(source.as_bytes(), &options, &mut NoIncludes)
}

/// The output of a run, after a check that a second run does not change it.
fn settled(source: &str, limits: Limits) -> (String, Vec<Diagnostic>) {
    let outcome = run(source, limits);
    let text = String::from_utf8(outcome.text).expect("ASCII comes out as ASCII");
    let again = run(&text, limits);
    assert_eq!(String::from_utf8_lossy(&again.text), text, "a second run changes the output");
    (text, outcome.diagnostics)
}

fn codes(diagnostics: &[Diagnostic]) -> Vec<&str> {
    diagnostics.iter().map(|diagnostic| diagnostic.rule.code).collect()
}

fn kernel(loops: &str) -> String {
    format!("__kernel void k(__global int *a, int n) {{\n{loops}}}\n")
}

fn full(trips: u32) -> String {
    format!("  #pragma unroll\n  for (int i = 0; i < {trips}; i++) a[i] = a[i] * 3 + a[i + 1] * 5 + i;\n")
}

#[test]
fn copies_are_counted_with_the_remainder_that_is_written_out() {
    let limits = Limits::default().max_copies(8);
    for (factor, trips, is_unrolled) in [
        ("", 8, true),
        ("", 9, false),
        ("5", 13, true),
        ("5", 14, false),
        ("8", 16, true),
        ("8", 15, false),
        ("9", 90, false),
    ] {
        let source = kernel(&format!("  #pragma unroll {factor}\n  for (int i = 0; i < {trips}; i++) a[i] = i;\n"));
        let (text, diagnostics) = settled(&source, limits);
        assert_eq!(text != source, is_unrolled, "{source}");
        assert_eq!(codes(&diagnostics), if is_unrolled { vec![] } else { vec!["CLU213"] }, "{source}");
    }
}

#[test]
fn the_note_gives_the_numbers() {
    let (_, diagnostics) = settled(&kernel(&full(1025)), Limits::default());
    assert!(diagnostics[0].message.contains("1025") && diagnostics[0].message.contains("1024"), "{diagnostics:?}");
}

/// A file of many loops grows by no more than the limit, including the markers after declined requests.
#[test]
fn marks_are_a_part_of_the_growth() {
    let loops = kernel(&(full(60).repeat(40) + &full(9)));
    let programs = format!("auto a = R\"cl({loops})cl\";\nauto b = R\"cl({loops})cl\";\n");
    for source in [loops, programs] {
        let mut is_marked = false;
        for limit in (0..20_000).step_by(400) {
            let (text, _) = settled(&source, Limits::default().max_growth(limit));
            let growth = text.len().saturating_sub(source.len());
            assert!(growth as u64 <= limit, "{growth} bytes, and {limit} are allowed");
            is_marked |= text.contains(MARK);
        }
        assert!(is_marked);
    }
}

/// Even with the largest limits, a plan never takes more memory than the machine has.
#[test]
fn the_growth_has_a_limit_of_its_own() {
    let limits = Limits::default().max_copies(u32::MAX).max_growth(u64::MAX);
    for (factor, bound) in [("", "25000000"), ("", "2000000000"), ("20000000", "n"), ("2147483647", "n")] {
        let source = kernel(&format!("#pragma unroll {factor}\nfor (int i = 0; i < {bound}; i++) a[i] = i;\n"));
        let (text, diagnostics) = settled(&source, limits);
        assert_eq!(text, source);
        assert_eq!(codes(&diagnostics), ["CLU213"]);
        assert!(
            diagnostics[0].message.ends_with(&format!("may grow by only {} more", Limits::MOST_GROWTH)),
            "{diagnostics:?}"
        );
    }
}

#[test]
fn loops_share_the_growth_of_the_file() {
    // Each loop takes somewhat more than a third of the limit.
    let limits = Limits::default().max_growth(10_500);
    let (text, diagnostics) = settled(&kernel(&full(60).repeat(4)), limits);
    // One note lists both loops.
    assert_eq!(codes(&diagnostics), ["CLU213"]);
    assert_eq!(text.matches("#pragma unroll").count(), 2);
    assert_eq!(marked(&text), 2, "{text}");
    assert!(text.len() < kernel(&full(60).repeat(4)).len() + 10_500);
}

#[test]
fn of_a_nest_the_inner_loop_wins() {
    let limits = Limits::default().max_growth(20_000);
    let nest = "  #pragma unroll\n  for (int j = 0; j < 50; j++) {\n    #pragma unroll\n    for (int i = 0; i < 50; i++)\n      \
                a[i] = a[i] * 3 + a[i + 1] * 5 + j;\n  }\n";
    let (text, diagnostics) = settled(&kernel(nest), limits);
    assert_eq!(codes(&diagnostics), ["CLU213"]);
    assert!(text.contains("for (int j = 0; j < 50; j++)") && !text.contains("i < 50"), "{text}");
}

#[test]
fn a_loop_that_is_too_large_by_itself_is_declined_without_a_marker() {
    let source = kernel(&full(60));
    let (text, diagnostics) = settled(&source, Limits::default().max_growth(1000));
    assert_eq!((text, codes(&diagnostics)), (source, vec!["CLU213"]));
}

#[test]
fn nests_are_multiplied() {
    let nest = |k: u32| {
        format!(
            "  #pragma unroll\n  for (int k = 0; k < {k}; k++)\n    #pragma unroll\n    for (int j = 0; j < 10; j++)\n      \
             #pragma unroll\n      for (int i = 0; i < 10; i++)\n        a[i] = a[i] * 3 + a[i + 1] * 5 + a[i + 2] * 7 + j + k;\n"
        )
    };
    let grown = |k: u32, limits: Limits| {
        let source = kernel(&nest(k));
        let (text, diagnostics) = settled(&source, limits);
        (text.len() - source.len(), diagnostics.len(), text.contains("k++"))
    };
    let small = Limits::default().max_growth(64 << 10);
    // Each of the loops has ten or eleven trips and is well within both limits; the three together exceed the small one.
    let (growth, notes, keeps_outer) = grown(11, Limits::default());
    assert!(growth > 64 << 10 && notes == 0 && !keeps_outer, "{growth} {notes}");
    let (growth, notes, keeps_outer) = grown(11, small);
    assert!(growth <= 64 << 10 && notes == 1 && keeps_outer, "{growth} {notes}");
    let (_, notes, keeps_outer) = grown(2, small);
    assert!(notes == 0 && !keeps_outer);
}

#[test]
fn requests_that_stay_in_copies_count_with_their_markers() {
    let inner = "#pragma unroll\n                  for (int z = 0; z < 5000; z++)\n                      a[z] += y;\n";
    let nest =
        |y: u32| kernel(&format!("  #pragma unroll\n  for (int y = 0; y < {y}; y++)\n                  {inner}"));
    let limits = Limits::default().max_growth(10_000);
    let unrolled: Vec<u32> = (10..200).filter(|&y| !settled(&nest(y), limits).0.contains("y++")).collect();
    let most = *unrolled.last().expect("ten copies are well within the limit");
    assert!(unrolled.len() < 190);
    let growth = settled(&nest(most), limits).0.len() - nest(most).len();
    // Each marker counts until it is known that one is enough for all copies.
    assert!((4_000..10_500).contains(&growth), "{most} copies take {growth}");
}

/// The cost of configurations is counted for a whole file, and differs in the output file.
#[test]
fn loops_that_there_were_too_many_configurations_for_stay_for_later_runs() {
    let loops = "    else\n        #pragma unroll 4\n        for (int i = 0; i < n; i++) hash = hash * 31 + a[i];\n"
        .repeat(130);
    let source = kernel(&format!("    if (n)\n{loops}#if A\n    else\n#elif B\n?\n#endif\n{loops}"));
    let (text, diagnostics) = settled(&source, Limits::default());
    let left = codes(&diagnostics).iter().filter(|code| **code == "CLU213").count();
    assert!(left > 0 && left < 260, "{left}");
    assert_eq!(marked(&text), left);
    assert_eq!(text.matches("#pragma unroll 4").count(), left);
}

/// Each of the outer loops contains the conditional, and cannot be unrolled with it. After a number of attempts, the remaining loops are
/// not tried.
#[test]
fn loops_that_were_no_more_chosen_by_conditionals_stay_for_later_runs() {
    let outer = "    #pragma unroll 2\n    for (int i = 0; i < n; i++)\n".repeat(6);
    let inner = "    #pragma unroll 2\n    for (int i = 0; i < n; i++)\n";
    let chosen =
        format!("    #pragma unroll 2\n#if 0\n#endif\n    for (int i = 0; i < n; i++)\n{inner}    a[i] += n;\n");
    let source = kernel(&format!("{outer}    ++\n{chosen}"));
    let (text, diagnostics) = settled(&source, Limits::default());
    assert!(codes(&diagnostics).contains(&"CLU225") && text.contains("#pragma unroll 2\n#if 0"));
    assert_eq!(marked(&text), text.matches("#pragma unroll 2").count());
}

#[test]
fn what_is_declined_in_a_rewritten_file_stays_for_later_runs() {
    // Too many copies, too large by itself, and too large for the remaining growth; before and after rewritten loops.
    let large = kernel(&full(900)).replace("void k", "void first");
    let others = kernel(&format!("{}{}{}", full(40), full(1025), full(200)));
    let limits = Limits::default().max_growth(12_000);
    let (text, diagnostics) = settled(&format!("{large}{others}"), limits);
    // The loops that exceed the growth of the file have one note.
    assert_eq!(codes(&diagnostics), ["CLU213", "CLU213"]);
    assert_eq!(marked(&text), 3, "{text}");
    for later in [Limits::default(), Limits::default().max_copies(u32::MAX).max_growth(u64::MAX)] {
        assert_eq!(String::from_utf8_lossy(&run(&text, later).text), text);
    }
}

#[test]
fn an_untouched_file_can_be_tried_again_with_larger_limits() {
    for limits in [Limits::default().max_copies(2), Limits::default().max_growth(100)] {
        let source = kernel(&full(20));
        let (text, diagnostics) = settled(&source, limits);
        assert_eq!((&*text, codes(&diagnostics)), (&*source, vec!["CLU213"]));
        assert!(!settled(&text, Limits::default()).0.contains("#pragma"));
    }
}

#[test]
fn without_room_nothing_is_rewritten() {
    let source = kernel(&format!("{}{}", full(2), full(3)));
    let (text, diagnostics) = settled(&source, Limits::default().max_growth(0));
    assert_eq!((text, diagnostics.len()), (source, 1));
}

/// All cases, with conditions, macros, includes and raw strings: none grows by more than allowed, and none changes in a later run.
#[test]
fn no_file_grows_by_more_than_allowed() {
    let mut failures = Vec::new();
    for path in plan::sources(&["tests/cases"]) {
        let source = fs::read(&path).expect("a listed file can be read");
        let name = plan::name(&path);
        for max_growth in [300, 650, 1000, 3000] {
            let limits = Limits::default().max_growth(max_growth);
            let run = |source: &[u8], limits: Limits| {
                let mut plan = plan::read(source).unwrap_or_else(|why| panic!("{name}: {why}"));
                unroll(source, &plan.options.limits(limits).flatten(false), &mut plan.includes)
            };
            let outcome = run(&source, limits);
            // Text about the extension does not count.
            let growth = outcome.text.len() as i64 - source.len() as i64;
            // The size of a loop is estimated before it is written.
            if growth > max_growth as i64 * 6 / 5 + 64 {
                failures.push(format!("{name}: grows by {growth}, and may by {max_growth}"));
            }
            for later in [limits, Limits::default()] {
                if outcome.text != source && run(&outcome.text, later).text != outcome.text {
                    failures.push(format!("{name}: a second run with {later:?} changes the output for {max_growth}"));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}

/// A loop that is declined for lack of remaining growth must not be written by the next run, whatever the limit is.
#[test]
fn what_conditionals_and_macros_make_is_settled_at_any_limit() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/conditions/no_room_around_a_written_loop.cl");
    let source = fs::read_to_string(path).expect("a case");
    let (head, function) = source.split_once("__kernel").expect("its kernel");
    let function = format!("__kernel{function}");
    // The same without an end, so that each loop is parsed alone.
    let open = format!("{}{}", function.trim_end().trim_end_matches('}'), "        LOOP4(b) out[b] += b;\n".repeat(3));
    for source in [format!("{head}{function}{}", function.replace("around", "again")), format!("{head}{open}")] {
        for max_growth in (0..12_000).step_by(131) {
            settled(&source, Limits::default().max_copies(128).max_growth(max_growth));
        }
    }
}

/// In each branch, all loops are unrolled, so the loop that never runs is gone.
#[test]
fn a_loop_that_never_runs_is_gone_in_the_branch_that_asks_for_it() {
    let source = kernel(
        "    #pragma unroll 2\n    for (int i = 0; i < n; i++) {\n#ifdef A\n        #pragma unroll\n#endif\n        \
         for (int j = 5; j < 3; j++) a[j] += i;\n    }\n",
    );
    let (text, diagnostics) = settled(&source, Limits::default());
    assert!(diagnostics.is_empty() && !text.contains("#pragma unroll /*"), "{text}");
    let (asked, other) = text.split_once("#else").expect("a branch without the request");
    assert!(!asked.contains("j < 3") && other.contains("for (int j = 5; j < 3; j++) a[j] += i;"), "{text}");
}

/// The outer loop contains `c`, which is unknown when the inner one is parsed alone.
#[test]
fn what_is_declined_in_a_loop_that_was_read_alone_stays() {
    let source = kernel(
        "    n ?: 3;\n    #pragma unroll 2\n    for (uchar i = 0; i < n; i++) {\n        const size_t c = 7;\n        \
         #pragma unroll 2\n        for (long j = -1; j < c; j++) a[i] += j;\n    }\n",
    );
    let (text, diagnostics) = settled(&source, Limits::default());
    assert_eq!(codes(&diagnostics), ["CLU230", "CLU206"]);
    assert_eq!(marked(&text), 2, "{text}");
}

/// The macro is unrolled together with the loop that it ends, and is no longer before the request.
#[test]
fn what_a_macro_before_its_request_hides_stays() {
    let source = kernel(
        "    #pragma unroll 2\n    for (int i = 0; i < n; i++) do a[i] += 1; while (0) SEMI\n    #pragma unroll 2\n    \
         for (int i = 0; i < n; i++) a[i] += 2;\n",
    );
    let head = "#ifdef A\n#define SEMI ;\n#else\n#define SEMI ;\n#endif\n";
    let (text, diagnostics) = settled(&format!("{head}{source}"), Limits::default());
    assert_eq!(codes(&diagnostics), ["CLU203"]);
    assert!(text.contains(MARK) && text.contains("i_base"), "{text}");
}

/// After each copy of a promised loop there may be code that reports a broken promise.
#[test]
fn what_tells_of_broken_promises_counts() {
    let promised = "    #pragma clunroll exact\n    #pragma unroll 16\n    while (a[n] < n) a[n] += n;\n";
    let source = kernel(&promised.repeat(20));
    let limits = Limits::default().max_growth(20_000);
    let outcome = unroll(source.as_bytes(), &Options::default().limits(limits).check_promises(true), &mut NoIncludes);
    let growth = outcome.text.len() - source.len();
    assert!((10_000..20_000 * 6 / 5).contains(&growth), "{growth}");
}

/// Directives between a header and its body move before the loop, and are repeated before its remainder.
#[test]
fn directives_before_a_body_count() {
    let header = "  #pragma unroll\n  for (int i = 0; i < N; i++)\n";
    let one = format!("{header}{header}{}  {{ a[i] = n; }}\n", "  #pragma vendor\n".repeat(40));
    let source = kernel(&one.repeat(20));
    let most = 32768;
    let options = Options::from_build_options("-DN=4")
        .expect("build options")
        .limits(Limits::default().max_growth(most))
        .guard(Guard::Tests);
    let growth = unroll(source.as_bytes(), &options, &mut NoIncludes).text.len() - source.len();
    assert!((most / 2..most * 6 / 5).contains(&(growth as u64)), "grows by {growth}");
}

#[test]
fn what_break_and_continue_become_counts() {
    let one =
        "  #pragma unroll 4\n  for (int i = 0; i < 11; i++) { if (i == n) break; if (i == 2) continue; a[i] = n; }\n";
    let source = kernel(&one.repeat(40));
    let most = 16384;
    let growth = settled(&source, Limits::default().max_growth(most)).0.len() - source.len();
    // Markers are added to that, at most 40 of them.
    assert!(growth as u64 <= most + 40 * MARK.len() as u64 + 320, "grows by {growth}");
    assert!(growth as u64 > most / 2, "grows by {growth}");
}

/// The macro could be expanded once the loop is in a branch of its own.
#[test]
fn a_loop_of_one_branch_that_ends_inside_a_macro_stays() {
    let source = kernel(
        "    {\n    #pragma unroll 4\n    for (int i = 0; i < n; i++) {\n#ifdef A\n        CLOSE\n#else\n        a[i] += 2;\n    \
         }\n    }\n#endif\n    n ?: 3;\n",
    );
    let (text, diagnostics) = settled(&format!("#define CLOSE }} a[0] += n; }} n += 7;\n{source}"), Limits::default());
    assert_eq!(codes(&diagnostics), ["CLU203", "CLU230"]);
    assert!(text.contains(MARK), "{text}");
}

/// Text that is expanded for one array may prevent the promotion of another one, and the limit may prevent that of the first one.
#[test]
fn an_array_that_was_declined_among_others_stays() {
    let source = "\
        #define GET(x, i) x[i]\n\
        #define LOOP(v, b) for (int v = 0; v < b; v++)\n\
        kernel void first(int n, global int *g) {\n\
        #pragma promote_to_registers\n  short a[4] = { n, n };\n  g[0] = a[0] - GET(a, 1 + 0);\n\
        #pragma promote_to_registers\n  short b[3][3][2];\n  b[0][0][0] = n;\n  g[1] = b[0][0][0];\n}\n\
        kernel void second(int n, global int *g) {\n\
        #pragma promote_to_registers\n  uint x[1];\n  x[0] = n;\n\
        #pragma unroll\n  LOOP(j, 1) { g[j] += x[0]; }\n}\n";
    for growth in (0..600).step_by(2) {
        settled(source, Limits::default().max_growth(growth));
    }
}

/// A nest whose loops all have requests; before some of them, a condition adds another loop.
fn nest(depth: usize, chosen: &[usize]) -> String {
    let header = "    for (int i = 0; i < 4; i++)\n";
    let loops = (0..depth).map(|level| {
        let other = if chosen.contains(&level) { format!("#if N{level} > 4\n{header}#endif\n") } else { String::new() };
        format!("    #pragma unroll\n{other}{header}")
    });
    kernel(&format!("{}    a[i] += n;\n", loops.collect::<String>()))
}

/// Once the innermost loops are unrolled, those around them are less deep, and could be parsed and unrolled too.
#[test]
fn loops_that_nest_too_deep_stay() {
    let head = "#define unroll_for __attribute__((opencl_unroll_hint)) for\n";
    let source =
        head.to_owned() + &kernel(&("    unroll_for (int i = 0; i < 3; i++)\n".repeat(70) + "    a[i] += n;\n"));
    let (text, diagnostics) = settled(&source, Limits::default().max_growth(1 << 15));
    assert!(codes(&diagnostics).contains(&"CLU215"), "{:?}", codes(&diagnostics));
    assert!(text.len() > source.len() && marked(&text) > 60, "{text}");
}

/// The size of a marker in each branch is known once the branches are written.
#[test]
fn marks_in_branches_count() {
    for chosen in [&[5][..], &[5, 10], &[20, 23]] {
        let source = nest(40, chosen);
        let most = source.len() * 2 * chosen.len();
        let growth = settled(&source, Limits::default().max_growth(most as u64)).0.len() - source.len();
        assert!(growth <= most, "grows by {growth}, and may grow by {most}");
    }
}

/// The output of a function has at most five barriers in loops that an iteration may skip, or as many as the input.
#[test]
fn barriers_that_may_be_skipped_are_counted_in_all_that_is_written() {
    let barrier = "if (n > 1) barrier(CLK_LOCAL_MEM_FENCE);";
    let inner =
        |request: &str, body: &str| format!("{request}\n  for (int j = 0; j < n; j++) {{ a[j] += 1; {body} }}\n");
    let around = |request: &str, trips: &str, body: &str| {
        format!("{request}\n  for (int i = 0; i < {trips}; i++) {{\n{body} }}\n")
    };
    let two = inner("#pragma unroll 2", barrier);
    let checked = "#pragma unroll 2\n  for (int j = 0; j < n; j += a[0]) { ".to_owned() + barrier + " a[0] += 1; }\n";
    for (loops, written) in [
        (inner("#pragma unroll 4", barrier), 5),
        (inner("#pragma unroll 5", barrier), 1),
        (inner("#pragma unroll 4", &format!("{barrier} {barrier}")), 2),
        (inner("#pragma clunroll remainder(nested)\n  #pragma unroll 4", barrier), 1),
        (inner("#pragma clunroll remainder(nested)\n  #pragma unroll 3", barrier), 5),
        (around("#pragma unroll 2", "n", &two), 3),
        // A compiler obeys a request that stays if it knows the trip count. So the inner loop stays here.
        (around("#pragma unroll 3", "10", &two), 4),
        (around("#pragma unroll", "2", &two), 2),
        (around("#pragma unroll", "2", &inner("", barrier)), 2),
        (around("#pragma unroll", "6", &inner("", barrier)), 1),
        (around("", "n", &around("#pragma unroll", "6", barrier)), 1),
        (around("", "n", &around("#pragma unroll", "6", &barrier.replace("n > 1", "i < 4"))), 6),
        (around("#pragma unroll", "6", barrier), 6),
        (around("#pragma unroll", "6", &barrier.replace("n > 1", "i < 4")), 6),
        (around("#pragma unroll", "6", &barrier.replace("n > 1", "n > i")), 1),
        (around("#pragma unroll", "5", &barrier.replace("n > 1", "n > i")), 5),
        (two.repeat(2), 4),
        (two.repeat(3), 5),
        (two.clone() + &inner("", barrier).repeat(2), 5),
        (two.clone() + &inner("", barrier).repeat(3), 4),
        (checked, 1),
    ] {
        let (text, _) = settled(&kernel(&loops), Limits::default());
        assert_eq!(text.matches("barrier(").count(), written, "{text}");
    }
}
