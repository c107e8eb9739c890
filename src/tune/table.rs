//! The report as a person reads it: a table for each group of kernels, and a sentence about what to write.

use std::fmt::Write;

use super::choice::Choice;
use super::device::TrialFailure;
use super::report::{TuneReport, TunedCandidate, TunedGroup, TunedSubject};
use super::statistics::Estimate;
use clunroll_files::failure::printable_name;

/// How many candidates are shown that were not timed again.
const OTHERS: usize = 12;
/// How many characters of a failure are shown.
const WIDTH: usize = 100;

/// The tables and sentences of a report.
pub(crate) fn text(report: &TuneReport) -> String {
    let mut text = String::new();
    for group in &report.groups {
        let _ = writeln!(text, "{} of {} on {}", kernels(group), printable_name(&report.file), report.device);
        match &group.failure {
            Some(failure) => {
                let _ = writeln!(text, "  not tuned: {}", failure_in_words(failure));
            }
            None => {
                table(&mut text, group);
                let _ = writeln!(text, "{}", searched(group));
            }
        }
        text.push('\n');
    }
    for group in &report.groups {
        for failed in group.candidates.iter().filter(|one| matches!(one.failure, Some(TrialFailure::Different(_)))) {
            let _ = writeln!(text, "{}", bug_report(group, failed));
        }
    }
    for doubt in &report.doubts {
        let _ = writeln!(text, "note: {doubt}");
    }
    if let Some(best) = &report.best_defines {
        let _ = writeln!(text, "The least time in all launches together is that with {}.", defines(best));
    }
    for group in report.best_groups() {
        text.push_str(&advice(group, &report.subjects));
    }
    text
}

fn kernels(group: &TunedGroup) -> String {
    let names: Vec<_> = group.kernels.iter().map(|kernel| format!("`{kernel}`")).collect();
    let kernels = if names.len() == 1 { "kernel" } else { "kernels" };
    let with = if group.defines.is_empty() { String::new() } else { format!(" with {}", defines(&group.defines)) };
    format!("{kernels} {}{with}", names.join(", "))
}

/// Values of macros, as options.
fn defines(defines: &[String]) -> String {
    defines.iter().map(|define| format!("-D{}", printable_name(define))).collect::<Vec<_>>().join(" ")
}

/// One row for each candidate, with columns of equal width.
fn table(text: &mut String, group: &TunedGroup) {
    let has_spills = group.candidates.iter().any(|one| spills(one).is_some());
    let mut titles: Vec<String> = std::iter::once(String::new()).chain(group.subjects.iter().cloned()).collect();
    titles.extend(["time", "against no pragma", "against as written", "build"].map(str::to_owned));
    titles.extend(["registers", "private", "local", "binary"].map(str::to_owned));
    if has_spills {
        titles.push("spills".to_owned());
    }
    let mut rows = vec![titles];
    let shown = group.candidates.iter().enumerate().filter(|(number, one)| {
        let others = group.candidates.iter().take_while(|one| one.is_finalist).count();
        one.failure.is_none() && (one.is_finalist || *number < others + OTHERS)
    });
    for (number, one) in shown {
        rows.push(row(group, number, one, has_spills));
    }
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    let of_column =
        |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..columns).map(|column| of_column(column).unwrap_or_default()).collect();
    // A column in which nothing is known says nothing.
    let is_empty = |column: usize| rows.iter().skip(1).all(|row| row[column].is_empty() || row[column] == "-");
    let is_shown: Vec<bool> = (0..columns).map(|column| column == 0 || !is_empty(column)).collect();
    for row in &rows {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate().filter(|(column, _)| is_shown[*column]) {
            let width = widths[column] + if column == 0 { 0 } else { 2 };
            let _ = write!(line, "{cell:<width$}");
        }
        let _ = writeln!(text, "  {}", line.trim_end());
    }
    let hidden = group.candidates.iter().filter(|one| one.failure.is_none()).count() + 1 - rows.len();
    if hidden > 0 {
        let _ = writeln!(text, "  … and {hidden} slower ones");
    }
    for (number, one) in group.candidates.iter().enumerate().filter(|(_, one)| one.failure.is_some()).take(OTHERS) {
        let failure = one.failure.as_ref().map_or_else(String::new, failure_in_words);
        let _ = writeln!(text, "  {}: {failure}", in_words(&group.subjects, &group.candidates[number].choices));
    }
}

fn row(group: &TunedGroup, number: usize, one: &TunedCandidate, has_spills: bool) -> Vec<String> {
    let mark = if group.chosen == Some(number) { ">" } else { "" };
    let mut row = vec![mark.to_owned()];
    row.extend(one.choices.iter().map(ToString::to_string));
    let ratio = |estimate: &Option<Estimate>| match estimate {
        Some(Estimate { median, low, high }) => format!("{median:.2} [{low:.2}, {high:.2}]"),
        None => "-".to_owned(),
    };
    let time = match (&group.plain_nanoseconds[..], &one.against_no_pragma) {
        ([plain], Some(ratio)) => time(plain / ratio.median),
        _ => "-".to_owned(),
    };
    row.extend([time, ratio(&one.against_no_pragma), ratio(&one.against_as_written)]);
    row.push(one.build_time.map_or_else(|| "-".to_owned(), |time| format!("{:.2} s", time.as_secs_f64())));
    let largest = |of: &dyn Fn(&clunroll_opencl::KernelResources) -> Option<u64>, unit: &str| {
        let largest = one.resources.iter().filter_map(of).max();
        largest.map_or_else(|| "-".to_owned(), |number| format!("{number}{unit}"))
    };
    row.push(largest(&|resources| super::resources::registers(&resources.log), ""));
    row.push(largest(&|resources| resources.private, " B"));
    row.push(largest(&|resources| resources.local, " B"));
    row.push(largest(&|resources| resources.binary.map(|size| size as u64), " B"));
    if has_spills {
        row.push(spills(one).map_or_else(|| "-".to_owned(), |bytes| format!("{bytes} B")));
    }
    row
}

fn spills(one: &TunedCandidate) -> Option<u64> {
    one.resources.iter().filter_map(|resources| super::resources::spills(&resources.log)).max()
}

/// A time with a unit of its size.
fn time(nanoseconds: f64) -> String {
    match nanoseconds {
        short if short < 1e3 => format!("{short:.0} ns"),
        short if short < 1e6 => format!("{:.2} us", short / 1e3),
        short if short < 1e9 => format!("{:.2} ms", short / 1e6),
        long => format!("{:.2} s", long / 1e9),
    }
}

/// What was searched, as a sentence.
fn searched(group: &TunedGroup) -> String {
    let (searched, seconds) = (&group.searched, group.elapsed.as_secs_f64());
    let launches = if group.launches == 1 { String::new() } else { format!(" with {} launches each", group.launches) };
    let (tried, size) = (searched.tried, searched.size);
    let cut = if searched.is_cut && !searched.is_all() { "; the time was over (--time)" } else { "" };
    if searched.is_all() {
        format!("  all {size} configurations were tried{launches} in {seconds:.0} s")
    } else {
        format!("  {tried} of {size} configurations were tried{launches} in {seconds:.0} s{cut}")
    }
}

/// The choices of a configuration with their lines.
fn in_words(subjects: &[String], choices: &[Choice]) -> String {
    let parts = subjects.iter().zip(choices).map(|(subject, choice)| format!("{subject} {choice}"));
    parts.collect::<Vec<_>>().join("; ")
}

fn failure_in_words(failure: &TrialFailure) -> String {
    let cut = |text: &str| -> String {
        let line = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
        line.chars().take(WIDTH).collect()
    };
    let text: String = match failure {
        TrialFailure::NotBuilt(log) => format!("the compiler refuses it: {}", cut(log)),
        TrialFailure::Lost(how) => how.clone(),
        TrialFailure::NotLaunched(why) => format!("it cannot be launched: {}", cut(why)),
        TrialFailure::NotReproducible => {
            "two launches of the kernel on the same memory compute different results, so that nothing can be checked"
                .to_owned()
        }
        TrialFailure::Different(why) => format!("it computes something else: {}", cut(why)),
    };
    printable_name(&text)
}

/// A different result is never the user's fault.
fn bug_report(group: &TunedGroup, failed: &TunedCandidate) -> String {
    format!(
        "error: {} with {}: it computes something else, and is not used. Please report this, with the source and the launch description",
        kernels(group),
        in_words(&group.subjects, &failed.choices),
    )
}

/// What to write, what it gains, and how sure that is.
fn advice(group: &TunedGroup, subjects: &[TunedSubject]) -> String {
    let kernels = kernels(group);
    let Some(winner) = group.winner() else {
        let none = if group.failure.is_none() {
            format!("{kernels}: no configuration could be timed.\n")
        } else {
            String::new()
        };
        return none;
    };
    let of_group = |name: &String| subjects.iter().find(|one| one.name == *name);
    let parts: Vec<_> = group
        .subjects
        .iter()
        .zip(&winner.choices)
        .filter_map(|(name, &choice)| Some((of_group(name)?, choice)))
        .collect();
    let changed: Vec<_> = parts.iter().filter(|(subject, choice)| subject.default != *choice).collect();
    let gains = gains(winner);
    if changed.is_empty() {
        let who =
            if parts.iter().any(|(_, choice)| choice.is_written()) { ", and let clunroll rewrite it" } else { "" };
        return format!(
            "{kernels}: leave the source as written{who}: nothing is faster beyond the noise.\n  {gains}\n"
        );
    }
    let mut text = format!("{kernels}: write\n");
    for (subject, choice) in changed {
        let _ = writeln!(text, "  {}", change(subject, *choice));
    }
    let _ = writeln!(text, "  {gains}");
    text
}

/// What to write for one choice.
fn change(subject: &TunedSubject, choice: Choice) -> String {
    let (name, written) = (&subject.name, printable_name(&subject.written));
    match choice.pragmas(true) {
        None if choice == Choice::Restrict => {
            "`restrict` before the names of the pointers that it is true for".to_owned()
        }
        None => format!("in {name}: `#pragma clunroll leave` before `{written}`: the compiler does it better"),
        Some(pragmas) if pragmas.is_empty() => format!("in {name}: no pragma instead of `{written}`"),
        Some(pragmas) => {
            let pragmas: Vec<_> = pragmas.iter().map(|pragma| format!("`#pragma {pragma}`")).collect();
            let instead = if written.is_empty() { String::new() } else { format!(" instead of `{written}`") };
            format!("in {name}: {}{instead}", pragmas.join(" and "))
        }
    }
}

/// The gains of a candidate, as a sentence.
fn gains(winner: &TunedCandidate) -> String {
    let gain = |estimate: &Option<Estimate>, what: &str| {
        estimate.map(|Estimate { median, low, high }| {
            format!("{median:.2} times as fast as {what} (95 % interval {low:.2} to {high:.2})")
        })
    };
    let gains = [
        gain(&winner.against_no_pragma, "the text without pragmas"),
        gain(&winner.against_as_written, "what the compiler makes of the source"),
    ];
    format!("It is {}.", gains.into_iter().flatten().collect::<Vec<_>>().join(", and "))
}
