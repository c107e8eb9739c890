//! The report as a person reads it: a table for each group of kernels, and a sentence about what to write.

use std::fmt::Write;
use std::time::Duration;

use super::device::TrialFailure;
use super::report::{TuneReport, TunedCandidate, TunedGroup, TunedSubject};
use super::search::Searched;
use super::statistics::Estimate;
use super::target;
use clunroll_core::loop_choices::LoopChoice;
use clunroll_files::failure::printable_name;
use clunroll_report::wrap::wrapped;

/// How many candidates are shown that were not timed again.
const OTHERS: usize = 12;
/// How many characters of a failure are shown.
const WIDTH: usize = 100;

/// The tables and sentences of a report, for a terminal of this many columns.
pub(crate) fn text(report: &TuneReport, width: Option<usize>) -> String {
    let mut text = String::new();
    for group in &report.groups {
        let title = format!("{} of {} on {}\n", kernels(group), printable_name(&report.file), report.device);
        text.push_str(&for_width(&title, width));
        if let Some(failure) = &group.failure {
            text.push_str(&for_width(&format!("  not tuned: {}\n", failure_in_words(failure)), width));
        } else {
            table(&mut text, group, width);
            text.push_str(&for_width(&format!("{}\n", searched(group)), width));
        }
        text.push('\n');
    }
    text.push_str(&for_width(&sentences(report), width));
    text
}

fn for_width(text: &str, width: Option<usize>) -> String {
    width.map_or_else(|| text.to_owned(), |width| wrapped(text, width))
}

/// What follows after the tables.
fn sentences(report: &TuneReport) -> String {
    let mut text = String::new();
    for group in &report.groups {
        for bug in bug_reports(group) {
            let _ = writeln!(text, "{bug}");
        }
    }
    for doubt in &report.doubts {
        let _ = writeln!(text, "note: {doubt}");
    }
    for values in report.values.iter().skip(1) {
        if let Some(Estimate { median, low, high }) = values.against_first {
            let _ = writeln!(
                text,
                "with {}: {median:.2} [{low:.2}, {high:.2}] against the first values",
                defines(&values.defines)
            );
        }
    }
    if let Some(best) = best_values(report) {
        let _ = writeln!(text, "{best}");
    }
    for group in report.best_groups() {
        text.push_str(&advice(group, report));
    }
    if let Some(advice) = target::advice(&report.targets) {
        let _ = writeln!(text, "{advice}");
    }
    text
}

pub(super) fn kernels(group: &TunedGroup) -> String {
    let names: Vec<_> = group.kernels.iter().map(|kernel| format!("`{kernel}`")).collect();
    let kernels = if names.len() == 1 { "kernel" } else { "kernels" };
    let with = if group.defines.is_empty() { String::new() } else { format!(" with {}", defines(&group.defines)) };
    let of = group.program.as_ref().map_or_else(String::new, |program| format!(" of {}", printable_name(program)));
    format!("{kernels} {}{of}{with}", names.join(", "))
}

/// Which values of macros that vary are the best, as a sentence.
pub(super) fn best_values(report: &TuneReport) -> Option<String> {
    let (best, first) = (report.best_defines.as_ref()?, report.values.first()?);
    let compared = report.values.iter().find(|values| values.defines == *best)?.against_first;
    if first.defines == *best {
        return Some(format!("No values are faster than the first ones, {}, beyond the noise.", defines(best)));
    }
    let gain = compared.map_or_else(String::new, |Estimate { median, low, high }| {
        let first = defines(&first.defines);
        format!(": all launches together are {median:.2} times as fast as with {first} (95 % interval {low:.2} to {high:.2})")
    });
    Some(format!("The best values are {}{gain}.", defines(best)))
}

/// Values of macros, as options.
fn defines(defines: &[String]) -> String {
    defines.iter().map(|define| format!("-D{}", printable_name(define))).collect::<Vec<_>>().join(" ")
}

/// One row for each candidate, with columns of equal width. A narrow terminal gets fewer columns, but always the speed against no pragma.
fn table(text: &mut String, group: &TunedGroup, width: Option<usize>) {
    let mut rows = vec![titles(group)];
    let shown = group.candidates.iter().enumerate().filter(|(number, one)| {
        let others = group.candidates.iter().take_while(|one| one.is_finalist).count();
        one.failure.is_none() && (one.is_finalist || *number < others + OTHERS)
    });
    for (number, one) in shown {
        rows.push(row(group, number, one));
    }
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    let of_column =
        |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..columns).map(|column| of_column(column).unwrap_or_default()).collect();
    // A column in which nothing is known says nothing.
    let is_empty = |column: usize| rows.iter().skip(1).all(|row| row[column].is_empty() || row[column] == "-");
    let shown: Vec<usize> = (0..columns).filter(|&column| column == 0 || !is_empty(column)).collect();
    let place = |column: usize| widths[column] + if column == 0 { 0 } else { 2 };
    // The last column needs no blanks behind it.
    let fits = |count: usize| {
        shown[..count].iter().map(|&column| place(column)).sum::<usize>() + 2 <= width.unwrap_or(usize::MAX)
    };
    let least = shown.iter().filter(|&&column| column <= group.subjects.len() + 2).count();
    let count = (least..=shown.len()).rev().find(|&count| fits(count)).unwrap_or(least);
    for row in &rows {
        let mut line = String::new();
        for &column in &shown[..count] {
            let _ = write!(line, "{:<width$}", row[column], width = place(column));
        }
        let _ = writeln!(text, "  {}", line.trim_end());
    }
    if count < shown.len() {
        let left_out: Vec<_> = shown[count..].iter().map(|&column| rows[0][column].as_str()).collect();
        let _ =
            writeln!(text, "{}", for_width(&format!("  a wider terminal also shows: {}", left_out.join(", ")), width));
    }
    let hidden = group.candidates.iter().filter(|one| one.failure.is_none()).count() + 1 - rows.len();
    if hidden > 0 {
        let _ = writeln!(text, "  … and {hidden} slower ones");
    }
    for (number, one) in group.candidates.iter().enumerate().filter(|(_, one)| one.failure.is_some()).take(OTHERS) {
        let failure = one.failure.as_ref().map_or_else(String::new, failure_in_words);
        let failed = format!("  {}: {failure}\n", in_words(&group.subjects, &group.candidates[number].choices));
        text.push_str(&for_width(&failed, width));
    }
}

/// The titles of the columns of [`row`]; the first one has none.
pub(super) fn titles(group: &TunedGroup) -> Vec<String> {
    let time = if group.launches == 1 { "time" } else { "mean time" };
    let others =
        [time, "against no pragma", "against as written", "build", "registers", "private", "local", "binary", "spills"];
    std::iter::once(String::new()).chain(group.subjects.iter().cloned()).chain(others.map(str::to_owned)).collect()
}

/// The cells of a candidate; `-` for what is unknown.
pub(super) fn row(group: &TunedGroup, number: usize, one: &TunedCandidate) -> Vec<String> {
    let mark = if group.chosen == Some(number) { ">" } else { "" };
    let mut row = vec![mark.to_owned()];
    row.extend(one.choices.iter().map(ToString::to_string));
    let ratio = |estimate: &Option<Estimate>| match estimate {
        Some(Estimate { median, low, high }) => format!("{median:.2} [{low:.2}, {high:.2}]"),
        None => "-".to_owned(),
    };
    row.push(group.nanoseconds(one).map_or_else(|| "-".to_owned(), time));
    row.extend([ratio(&one.against_no_pragma), ratio(&one.against_as_written)]);
    row.push(one.build_time.map_or_else(|| "-".to_owned(), |time| format!("{:.2} s", time.as_secs_f64())));
    let known =
        |number: Option<u64>, unit: &str| number.map_or_else(|| "-".to_owned(), |number| format!("{number}{unit}"));
    row.push(known(one.registers(), ""));
    row.extend([one.private(), one.local(), one.binary(), one.spills()].map(|bytes| known(bytes, " B")));
    row
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
pub(super) fn searched(group: &TunedGroup) -> String {
    let (searched, seconds) = (&group.searched, group.elapsed.as_secs_f64());
    let launches = if group.launches == 1 { String::new() } else { format!(" with {} launches each", group.launches) };
    let (tried, size) = (searched.tried, size_in_words(searched.size));
    let cut = match searched {
        _ if searched.is_all() => "",
        Searched { is_interrupted: true, .. } => "; the search was interrupted",
        Searched { is_cut: true, .. } => "; the time was over (--time)",
        _ => "",
    };
    let building: Duration = group.candidates.iter().filter_map(|one| one.build_time).sum();
    let most = if building > group.elapsed / 2 {
        format!(", {:.0} s of them for builds", building.as_secs_f64())
    } else {
        String::new()
    };
    let tried = if searched.is_all() { format!("all {size}") } else { format!("{tried} of {size}") };
    format!("  {tried} configurations were tried{launches} in {seconds:.0} s{most}{cut}")
}

/// A number of configurations. For a very large one, the power of ten is enough.
pub(super) fn size_in_words(size: u64) -> String {
    match size.checked_ilog10() {
        Some(digits @ 9..) => format!("more than 10^{digits}"),
        _ => size.to_string(),
    }
}

/// The choices of a configuration with their lines.
fn in_words(subjects: &[String], choices: &[LoopChoice]) -> String {
    let parts = subjects.iter().zip(choices).map(|(subject, choice)| format!("{subject} {choice}"));
    parts.collect::<Vec<_>>().join("; ")
}

pub(super) fn failure_in_words(failure: &TrialFailure) -> String {
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
        TrialFailure::Miscompiled(why) => {
            format!("the compiler makes something else of it than of the text without pragmas: {why}")
        }
    };
    printable_name(&text)
}

/// A different result is never the user's fault.
pub(super) fn bug_reports(group: &TunedGroup) -> Vec<String> {
    let is_different = |one: &&TunedCandidate| matches!(one.failure, Some(TrialFailure::Different(_)));
    let report = |one: &TunedCandidate| {
        format!(
            "error: {} with {}: it computes something else, and is not used. Please report this, with the source and the launch description",
            kernels(group),
            in_words(&group.subjects, &one.choices),
        )
    };
    group.candidates.iter().filter(is_different).map(report).collect()
}

/// What to write, what it gains, and how sure that is.
pub(super) fn advice(group: &TunedGroup, report: &TuneReport) -> String {
    let kernels = kernels(group);
    let Some(winner) = group.winner() else {
        let none = if group.failure.is_none() {
            format!("{kernels}: no configuration could be timed.\n")
        } else {
            String::new()
        };
        return none;
    };
    let of_group = |name: &String| report.subjects.iter().find(|one| one.name == *name);
    let parts: Vec<_> = group
        .subjects
        .iter()
        .zip(&winner.choices)
        .filter_map(|(name, &choice)| Some((of_group(name)?, choice)))
        .collect();
    let changed: Vec<_> = parts.iter().filter(|(subject, choice)| subject.default != *choice).collect();
    let gains = gains(winner, &parts);
    if changed.is_empty() {
        let who =
            if parts.iter().any(|(_, choice)| choice.is_written()) { ", and let clunroll rewrite it" } else { "" };
        let what = if group.searched.is_all() { "nothing" } else { "nothing that was tried" };
        return format!("{kernels}: leave the source as written{who}: {what} is faster beyond the noise.\n{gains}");
    }
    let mut text = format!("{kernels}: write\n");
    let changes = changed.into_iter().map(|(subject, choice)| match report.option_for(&subject.name) {
        Some(option) => (None, format!("for {}: {option}", subject.name)),
        None => change(subject, *choice),
    });
    for line in by_lines(changes) {
        let _ = writeln!(text, "  {line}");
    }
    text + &gains
}

/// Each change with the places where it is made; the same change in several lines is one.
fn by_lines<'t>(changes: impl Iterator<Item = (Option<&'t str>, String)>) -> Vec<String> {
    let mut grouped: Vec<(Option<Vec<&str>>, String)> = Vec::new();
    for (place, what) in changes {
        let number = place.and_then(|place| place.strip_prefix("line "));
        let known = grouped.iter_mut().find(|(lines, known)| lines.is_some() && *known == what);
        match (number, known) {
            (Some(number), Some((Some(lines), _))) => lines.push(number),
            (Some(number), _) => grouped.push((Some(vec![number]), what)),
            (None, _) => {
                let text = place.map_or_else(|| what.clone(), |place| format!("in {place}: {what}"));
                grouped.push((None, text));
            }
        }
    }
    let line = |(lines, what): (Option<Vec<&str>>, String)| match lines.as_deref() {
        None | Some([]) => what,
        Some([line]) => format!("in line {line}: {what}"),
        Some([lines @ .., last]) => format!("in lines {} and {last}: {what}", lines.join(", ")),
    };
    grouped.into_iter().map(line).collect()
}

/// What to write for one choice, and where, if that is one place.
fn change(subject: &TunedSubject, choice: LoopChoice) -> (Option<&str>, String) {
    let written = printable_name(&subject.written);
    let what = match choice.pragmas() {
        None if choice == LoopChoice::Restrict => {
            return (
                None,
                "`restrict` before the names of pointer parameters; or pass `--assume restrict` to clunroll".to_owned(),
            );
        }
        None if choice == LoopChoice::AsWritten && subject.choices.contains(&LoopChoice::Restrict) => {
            return (None, "no `restrict`: leave out `--assume restrict`".to_owned());
        }
        None if subject.default == LoopChoice::Restrict => {
            let what = "the pointers as written, so no `--assume restrict`: the promise does not gain";
            return (None, what.to_owned());
        }
        None => format!("`#pragma clunroll leave` before `{written}`: the compiler does it better"),
        Some(pragmas) if pragmas.is_empty() => format!("no pragma instead of `{written}`"),
        Some(pragmas) => {
            let pragmas: Vec<_> = pragmas.iter().map(|pragma| format!("`#pragma {pragma}`")).collect();
            let instead = if written.is_empty() { String::new() } else { format!(" instead of `{written}`") };
            format!("{}{instead}", pragmas.join(" and "))
        }
    };
    (Some(&subject.name), what)
}

/// The gains of a candidate with these choices, as a line; empty if there is nothing to say. A text is not compared with itself.
fn gains(winner: &TunedCandidate, parts: &[(&TunedSubject, LoopChoice)]) -> String {
    let gain = |estimate: Option<Estimate>, what: &str| {
        estimate.map(|Estimate { median, low, high }| {
            format!("{median:.2} times as fast as {what} (95 % interval {low:.2} to {high:.2})")
        })
    };
    let is_as_written = parts.iter().all(|(_, choice)| *choice == LoopChoice::AsWritten);
    let is_plain = parts.iter().all(|(subject, choice)| match choice {
        LoopChoice::NoPragma => true,
        LoopChoice::AsWritten => subject.written.is_empty(),
        _ => false,
    });
    let gains = [
        gain(winner.against_no_pragma.filter(|_| !is_plain), "the text without pragmas"),
        gain(winner.against_as_written.filter(|_| !is_as_written), "what the compiler makes of the source"),
    ];
    let gains: Vec<_> = gains.into_iter().flatten().collect();
    match &gains[..] {
        [] if is_as_written => String::new(),
        [] => "  The source as written could not be timed.\n".to_owned(),
        gains => format!("  It is {}.\n", gains.join(", and ")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::{by_lines, size_in_words, text};

    #[test]
    fn a_narrow_terminal_gets_fewer_columns() {
        let report = sample::report();
        let (all, narrow) = (text(&report, None), text(&report, Some(90)));
        let title = |text: &str| text.lines().nth(1).unwrap_or_default().to_owned();
        assert!(title(&all).contains("binary") && title(&all).chars().count() > 90, "{all}");
        assert!(title(&narrow).contains("against no pragma") && !title(&narrow).contains("binary"), "{narrow}");
        assert!(narrow.contains("\n  a wider terminal also shows: "), "{narrow}");
        assert!(narrow.lines().all(|line| line.chars().count() <= 90), "{narrow}");
        assert_eq!(text(&report, Some(1000)).lines().nth(1), all.lines().nth(1));
    }

    #[test]
    fn one_change_in_several_lines_is_one() {
        let change = |place: Option<&'static str>, what: &str| (place, what.to_owned());
        let changes = [
            change(Some("line 3"), "no pragma"),
            change(Some("line 5"), "leave"),
            change(None, "`restrict`"),
            change(Some("line 7"), "no pragma"),
            change(Some("a.h, line 3"), "no pragma"),
            change(Some("line 9"), "no pragma"),
        ];
        let lines = by_lines(changes.into_iter());
        assert_eq!(
            lines,
            ["in lines 3, 7 and 9: no pragma", "in line 5: leave", "`restrict`", "in a.h, line 3: no pragma"]
        );
    }

    #[test]
    fn long_numbers_are_magnitudes() {
        assert_eq!(size_in_words(882_000), "882000");
        assert_eq!(size_in_words(u64::MAX), "more than 10^19");
    }
}
