//! `--svg`: for each request, the time against the factor, and below it registers or private memory.
//!
//! A chart has the candidates that differ from the chosen one in this request alone. What clunroll writes, what the compiler is asked for,
//! and each form of a remainder are series of their own. They differ in their marks and lines, so that a chart can be read without colours.
//! The text as written is a broken line, since it has no factor of its own. The drawing is text and simple shapes: it needs no script, and
//! can stand in a page of HTML.

use std::collections::BTreeSet;
use std::fmt::Write;

use clunroll::Remainder;
use clunroll_report::xml::escaped;

use super::panel::{BrokenLine, Mark, Panel, PlotPoint, Series};
use super::report::{TuneReport, TunedCandidate, TunedGroup};
use super::table;
use clunroll_core::loop_choices::{CopyCount, LoopChoice};

const WIDTH: u32 = 720;
/// The height of a chart with its title, and with a second panel.
const HEIGHTS: [u32; 2] = [304, 490];
/// The place of a panel in its chart: left and right end.
const SIDES: (f64, f64) = (64.0, 470.0);
/// The upper and the lower end of each panel.
const ENDS: [(f64, f64); 2] = [(56.0, 256.0), (322.0, 442.0)];
/// How many characters of a title are shown.
const TITLE: usize = 90;
/// How many marks there are.
const MARKS: usize = 10;

/// The charts of all groups, as a file of its own.
pub(crate) fn text(report: &TuneReport) -> String {
    let charts: Vec<_> = report.groups.iter().flat_map(|group| charts(report, group)).collect();
    drawing(&charts)
}

/// The charts of one group, as an element for a page; `None` if none of its requests has factors to compare.
pub(crate) fn of_group(report: &TuneReport, group: &TunedGroup) -> Option<String> {
    let charts = charts(report, group);
    (!charts.is_empty()).then(|| drawing(&charts))
}

/// The drawing of one request.
struct Chart {
    text: String,
    height: u32,
}

/// Charts below one another.
fn drawing(charts: &[Chart]) -> String {
    let height = charts.iter().map(|chart| chart.height).sum::<u32>().max(40);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" viewBox=\"0 0 {WIDTH} {height}\" \
         font-family=\"sans-serif\" font-size=\"12\" stroke=\"none\" fill=\"#000\">\n\
         <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#fff\"/>\n"
    );
    let mut top = 0;
    for chart in charts {
        let _ = writeln!(text, "<g transform=\"translate(0 {top})\">\n{}</g>", chart.text);
        top += chart.height;
    }
    if charts.is_empty() {
        text += "<text x=\"8\" y=\"24\">No request has times for several factors.</text>\n";
    }
    text + "</svg>\n"
}

fn charts(report: &TuneReport, group: &TunedGroup) -> Vec<Chart> {
    let Some(winner) = group.winner().filter(|_| group.failure.is_none()) else { return Vec::new() };
    let charts = (0..winner.choices.len()).map(|place| OneRequest { group, winner, place }.chart(report));
    charts.flatten().collect()
}

/// A request of a group, with the other requests as in the winner.
struct OneRequest<'a> {
    group: &'a TunedGroup,
    winner: &'a TunedCandidate,
    place: usize,
}

impl OneRequest<'_> {
    /// The chart, if at least two factors have times.
    fn chart(&self, report: &TuneReport) -> Option<Chart> {
        let timed = self.timed();
        let columns: Vec<u32> =
            timed.iter().filter_map(|one| factor(self.choice(one))).collect::<BTreeSet<_>>().into_iter().collect();
        if columns.len() < 2 {
            return None;
        }
        let names: BTreeSet<_> = timed.iter().filter_map(|one| family(self.choice(one))).collect();
        let names: Vec<Family> = names.into_iter().collect();
        let speed = |one: &TunedCandidate| one.against_no_pragma.map(|ratio| (ratio.median, ratio.low, ratio.high));
        let mut panels = vec![Panel {
            title: "times as fast as without pragmas".to_owned(),
            series: self.series(&timed, &columns, &names, &speed),
            level: self.level(&timed, &speed),
            reference: Some(1.0),
        }];
        panels.extend(self.needs(&timed, &columns, &names));
        let mut text = self.titles(report);
        let columns: Vec<_> = columns.into_iter().map(factor_in_words).collect();
        for (panel, ends) in panels.iter().zip(ENDS) {
            text += &panel.text(&columns, SIDES, ends);
        }
        text += &self.legend(&names);
        Some(Chart { text, height: HEIGHTS[panels.len() - 1] })
    }

    /// The candidates that were timed, and differ from the winner in this request alone.
    fn timed(&self) -> Vec<&TunedCandidate> {
        let same = |one: &TunedCandidate| {
            let mut choices = one.choices.iter().zip(&self.winner.choices).enumerate();
            choices.all(|(place, (choice, chosen))| place == self.place || choice == chosen)
        };
        self.group.candidates.iter().filter(|one| one.failure.is_none() && same(one)).collect()
    }

    fn choice(&self, one: &TunedCandidate) -> LoopChoice {
        one.choices[self.place]
    }

    /// The panel of registers; that of private memory if no compiler says registers. `None` if nothing is known, or needed.
    fn needs(&self, timed: &[&TunedCandidate], columns: &[u32], names: &[Family]) -> Option<Panel> {
        let registers = |one: &TunedCandidate| one.registers().map(exact);
        let private = |one: &TunedCandidate| one.private().map(exact);
        let is_known = |of: &PlottedQuantity| timed.iter().any(|one| of(one).is_some_and(|(value, ..)| value > 0.0));
        let (title, of): (_, &PlottedQuantity) = if is_known(&registers) {
            ("registers of a work-item", &registers)
        } else if is_known(&private) {
            ("private memory of a work-item, in bytes", &private)
        } else {
            return None;
        };
        Some(Panel {
            title: title.to_owned(),
            series: self.series(timed, columns, names, of),
            level: self.level(timed, of),
            reference: None,
        })
    }

    fn series(
        &self,
        timed: &[&TunedCandidate],
        columns: &[u32],
        names: &[Family],
        of: &PlottedQuantity,
    ) -> Vec<Series> {
        let series = names.iter().enumerate().map(|(number, name)| {
            let mut points: Vec<_> = timed
                .iter()
                .filter(|one| family(self.choice(one)) == Some(*name))
                .filter_map(|one| {
                    let column = columns.iter().position(|column| Some(*column) == factor(self.choice(one)))?;
                    let (value, low, high) = of(one)?;
                    let is_chosen = one.choices == self.winner.choices;
                    Some(PlotPoint { column, value, low, high, name: self.choice(one).to_string(), is_chosen })
                })
                .collect();
            points.sort_by_key(|point| point.column);
            Series { mark: Mark(number % MARKS), points }
        });
        series.collect()
    }

    /// The value of the text as written.
    fn level(&self, timed: &[&TunedCandidate], of: &PlottedQuantity) -> Option<BrokenLine> {
        let written = timed.iter().find(|one| self.choice(one) == LoopChoice::AsWritten)?;
        of(written).map(|(value, ..)| BrokenLine { value, name: "as written".to_owned() })
    }

    fn titles(&self, report: &TuneReport) -> String {
        let (kernels, subject) = (table::kernels(self.group).replace('`', ""), &self.group.subjects[self.place]);
        let others = if self.winner.choices.len() > 1 { "; all else as chosen" } else { "" };
        let cut = |text: String| escaped(&text.chars().take(TITLE).collect::<String>());
        let first = cut(format!("{kernels}: {subject}{others}"));
        let second = cut(format!("{} on {}", report.file, report.device));
        format!(
            "<title>{first}</title>\n<text x=\"8\" y=\"18\" font-weight=\"bold\">{first}</text>\n<text x=\"8\" y=\"34\">{second}</text>\n"
        )
    }

    fn legend(&self, names: &[Family]) -> String {
        let (left, mut y) = (SIDES.1 + 24.0, ENDS[0].0 + 8.0);
        let mut text = String::new();
        let mut entry = |shape: &dyn Fn(f64) -> String, name: &str| {
            let _ =
                writeln!(text, "{}<text x=\"{}\" y=\"{}\">{}</text>", shape(y), left + 36.0, y + 4.0, escaped(name));
            y += 20.0;
        };
        for (number, name) in names.iter().enumerate() {
            let mark = Mark(number % MARKS);
            let line = |y: f64| mark.line(&[(left, y), (left + 28.0, y)]) + &mark.shape(left + 14.0, y);
            entry(&line, &name.in_words());
        }
        let level = |y: f64| BrokenLine::line((left, left + 28.0), y);
        let is_written = self.choice(self.winner) == LoopChoice::AsWritten;
        entry(&level, if is_written { "as written (chosen)" } else { "as written" });
        if !is_written {
            entry(&|y| Mark::ring(left + 14.0, y), "chosen");
        }
        text
    }
}

/// A value with its interval.
type PlottedValue = (f64, f64, f64);
/// What a panel shows of a candidate, if it is known.
type PlottedQuantity = dyn Fn(&TunedCandidate) -> Option<PlottedValue>;

/// A value that is counted.
fn exact(count: u64) -> PlottedValue {
    #[expect(clippy::cast_precision_loss, reason = "a pixel is larger")]
    let count = count as f64;
    (count, count, count)
}

/// What a choice asks, apart from its factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Family {
    NoPragma,
    Vendor,
    Unrolled(&'static str),
    Loads(&'static str),
    Jammed,
}

impl Family {
    fn in_words(self) -> String {
        match self {
            Self::NoPragma => "no pragma".to_owned(),
            Self::Vendor => "compiler: unroll".to_owned(),
            Self::Unrolled("") => "unroll".to_owned(),
            Self::Unrolled(remainder) => format!("unroll, remainder {remainder}"),
            Self::Loads(which) => format!("unroll, loads first {which}"),
            Self::Jammed => "unroll_and_jam".to_owned(),
        }
    }
}

/// `None` for a choice without a factor.
fn family(choice: LoopChoice) -> Option<Family> {
    match choice {
        LoopChoice::NoPragma => Some(Family::NoPragma),
        LoopChoice::Never | LoopChoice::Vendor(_) => Some(Family::Vendor),
        LoopChoice::Unrolled(_, Remainder::Auto) => Some(Family::Unrolled("")),
        LoopChoice::Unrolled(_, form) => Some(Family::Unrolled(form.name())),
        LoopChoice::Loads(_, which) => Some(Family::Loads(which.name())),
        LoopChoice::Jammed(_) => Some(Family::Jammed),
        _ => None,
    }
}

/// The largest number is a full unroll.
fn factor(choice: LoopChoice) -> Option<u32> {
    match choice {
        LoopChoice::NoPragma | LoopChoice::Never => Some(1),
        LoopChoice::Vendor(CopyCount::By(factor))
        | LoopChoice::Unrolled(CopyCount::By(factor), _)
        | LoopChoice::Loads(CopyCount::By(factor), _)
        | LoopChoice::Jammed(factor) => Some(factor),
        LoopChoice::Vendor(CopyCount::Full)
        | LoopChoice::Unrolled(CopyCount::Full, _)
        | LoopChoice::Loads(CopyCount::Full, _) => Some(u32::MAX),
        _ => None,
    }
}

fn factor_in_words(factor: u32) -> String {
    if factor == u32::MAX { "full".to_owned() } else { factor.to_string() }
}

#[cfg(test)]
mod tests {
    use roxmltree::Document;

    use super::super::sample;
    use super::*;

    fn texts(svg: &str) -> Vec<String> {
        let document = Document::parse(svg).expect("it is XML");
        document
            .descendants()
            .filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "text")))
            .map(|node| node.text().unwrap_or_default().to_owned())
            .collect()
    }

    #[test]
    fn a_request_with_factors_has_a_chart() {
        let svg = text(&sample::report());
        let texts = texts(&svg);
        // The second request has times for one factor only, and nothing of the other groups was timed.
        let titles: Vec<_> = texts.iter().filter(|text| text.contains("all else as chosen")).collect();
        assert_eq!(titles, ["kernels sum, scale: line 3; all else as chosen"]);
        let on = "a <b> & \"c\",?[31m.cl on A & B: <device>";
        for expected in [
            on,
            "1",
            "2",
            "4",
            "full",
            "unroll",
            "unroll_and_jam",
            "compiler: unroll",
            "no pragma",
            "as written",
            "chosen",
        ] {
            assert!(texts.iter().any(|text| text == expected), "{expected} is not in {texts:?}");
        }
        assert!(texts.iter().any(|text| text == "registers of a work-item"));
        // What failed has no series.
        assert!(texts.iter().all(|text| !text.contains("remainder")));
    }

    #[test]
    fn marks_say_their_numbers() {
        let svg = text(&sample::report());
        let document = Document::parse(&svg).expect("it is XML");
        let says: Vec<_> = document
            .descendants()
            .filter(|node| {
                node.parent().is_some_and(|node| node.attribute("class") == Some("point"))
                    && node.tag_name().name() == "title"
            })
            .filter_map(|node| node.text())
            .collect();
        assert_eq!(
            says,
            [
                "no pragma: 1.12 [0.98, 1.27]",
                "compiler: unroll: 1.50 [1.31, 1.69]",
                "unroll 4: 2.00 [1.75, 2.25]",
                "unroll_and_jam 2: 1.75 [1.53, 1.97]",
                "unroll 4: 40"
            ]
        );
        let heights =
            document.descendants().filter_map(|node| node.attribute("y").or(node.attribute("cy"))?.parse::<f64>().ok());
        assert!(heights.into_iter().all(|y| (0.0..=490.0).contains(&y)));
    }

    #[test]
    fn private_memory_is_shown_where_registers_are_unknown() {
        let mut report = sample::report();
        for one in &mut report.groups[0].candidates {
            one.resources.iter_mut().for_each(|kernel| kernel.log.clear());
        }
        assert!(texts(&text(&report)).iter().any(|text| text.starts_with("private memory")));
        for one in &mut report.groups[0].candidates {
            one.resources.clear();
        }
        let without = text(&report);
        assert!(texts(&without).iter().all(|text| !text.starts_with("private") && !text.starts_with("registers")));
        assert!(without.contains("height=\"304\""));
    }

    #[test]
    fn without_times_a_sentence_says_so() {
        let mut report = sample::report();
        report.groups.remove(0);
        assert!(report.groups.iter().all(|group| of_group(&report, group).is_none()));
        assert_eq!(texts(&text(&report)), ["No request has times for several factors."]);
    }
}
