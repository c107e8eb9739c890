//! One panel of a chart: values against factors.
//!
//! The factors are columns at equal distances, since the next factor is what a user compares. The vertical axis shows the values and their
//! intervals with a little room, and begins at no fixed value: differences of some hundredths matter. Marks of one column are beside one
//! another, so that none hides another one's interval.

use std::fmt::Write;

use clunroll_report::xml::escaped;

/// How far apart the marks of neighbouring series are in a column.
const STEP: f64 = 7.0;
/// The most lines of a grid.
const LINES: f64 = 6.0;
/// The part of an axis that is free above and below the values.
const ROOM: f64 = 0.08;

/// A panel with its values.
pub(super) struct Panel {
    pub(super) title: String,
    pub(super) series: Vec<Series>,
    /// The value of what has no factor.
    pub(super) level: Option<BrokenLine>,
    /// A value that the axis always shows, with a stronger line.
    pub(super) reference: Option<f64>,
}

/// Values that belong together.
pub(super) struct Series {
    pub(super) mark: Mark,
    pub(super) points: Vec<PlotPoint>,
}

/// A value at a factor.
pub(super) struct PlotPoint {
    /// The number of its column.
    pub(super) column: usize,
    pub(super) value: f64,
    pub(super) low: f64,
    pub(super) high: f64,
    /// What it is, for a reader who points at it.
    pub(super) name: String,
    pub(super) is_chosen: bool,
}

/// A value for all factors.
pub(super) struct BrokenLine {
    pub(super) value: f64,
    pub(super) name: String,
}

/// The shape and the line of a series, by a number below ten.
#[derive(Clone, Copy)]
pub(super) struct Mark(pub(super) usize);

impl Panel {
    /// The panel between these sides and ends.
    pub(super) fn text(&self, columns: &[String], (left, right): (f64, f64), (top, bottom): (f64, f64)) -> String {
        let (least, most) = self.range();
        let y_of = |value: f64| bottom - (value - least) / (most - least) * (bottom - top);
        let width = (right - left) / float(columns.len());
        let middle_of = |column: usize| left + (float(column) + 0.5) * width;
        let beside = |series: usize| (float(series) - (float(self.series.len()) - 1.0) / 2.0) * STEP;
        let mut text = format!("<text x=\"{left}\" y=\"{}\">{}</text>\n", top - 6.0, escaped(&self.title));
        self.grid(&mut text, (left, right), &y_of, (least, most));
        let _ = writeln!(text, "<path d=\"M{left} {top}V{bottom}H{right}\" stroke=\"#000\" fill=\"none\"/>");
        for (number, column) in columns.iter().enumerate() {
            let x = middle_of(number);
            let _ = writeln!(
                text,
                "<text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                bottom + 16.0,
                escaped(column)
            );
        }
        let (middle, below) = (f64::midpoint(left, right), bottom + 32.0);
        let _ = writeln!(text, "<text x=\"{middle}\" y=\"{below}\" text-anchor=\"middle\">factor</text>");
        if let Some(level) = &self.level {
            let title = escaped(&format!("{}: {}", level.name, in_words(level.value, self.is_whole())));
            let _ =
                writeln!(text, "<g><title>{title}</title>{}</g>", BrokenLine::line((left, right), y_of(level.value)));
        }
        for (number, series) in self.series.iter().enumerate() {
            let places: Vec<_> = series
                .points
                .iter()
                .map(|point| (middle_of(point.column) + beside(number), y_of(point.value)))
                .collect();
            let _ = writeln!(text, "{}", series.mark.line(&places));
            for (point, (x, y)) in series.points.iter().zip(places) {
                self.point(&mut text, series.mark, point, (x, y), &y_of);
            }
        }
        text
    }

    fn point(&self, text: &mut String, mark: Mark, point: &PlotPoint, (x, y): (f64, f64), y_of: &dyn Fn(f64) -> f64) {
        let says = |value: f64| in_words(value, self.is_whole());
        let has_interval = point.low < point.high;
        let interval =
            if has_interval { format!(" [{}, {}]", says(point.low), says(point.high)) } else { String::new() };
        let title = escaped(&format!("{}: {}{interval}", point.name, says(point.value)));
        let _ = write!(text, "<g class=\"point\"><title>{title}</title>");
        if has_interval {
            let (low, high, before, after) = (y_of(point.low), y_of(point.high), x - 3.0, x + 3.0);
            let bar =
                format!("M{x:.1} {low:.1}V{high:.1}M{before:.1} {low:.1}H{after:.1}M{before:.1} {high:.1}H{after:.1}");
            let _ = write!(text, "<path d=\"{bar}\" stroke=\"#000\" fill=\"none\"/>");
        }
        text.push_str(&mark.shape(x, y));
        if point.is_chosen {
            text.push_str(&Mark::ring(x, y));
        }
        text.push_str("</g>\n");
    }

    fn grid(&self, text: &mut String, (left, right): (f64, f64), y_of: &dyn Fn(f64) -> f64, (least, most): (f64, f64)) {
        let step = self.step(most - least);
        let mut value = (least / step).ceil() * step;
        while value <= most {
            let y = y_of(value);
            let is_reference = self.reference.is_some_and(|reference| (reference - value).abs() < step / 1e3);
            let stroke = if is_reference { "#000" } else { "#ccc" };
            let _ = writeln!(text, "<path d=\"M{left} {y:.1}H{right}\" stroke=\"{stroke}\" fill=\"none\"/>");
            let shown = if step >= 1.0 { format!("{value:.0}") } else { format!("{value:.2}") };
            let _ =
                writeln!(text, "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{shown}</text>", left - 6.0, y + 4.0);
            value += step;
        }
    }

    /// The values of the axis' ends.
    fn range(&self) -> (f64, f64) {
        let points = self.series.iter().flat_map(|series| &series.points);
        let values = points.flat_map(|point| [point.low, point.high]).chain(self.level.iter().map(|level| level.value));
        let values = values.chain(self.reference).filter(|value| value.is_finite());
        let (least, most) =
            values.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), value| (least.min(value), most.max(value)));
        let room = ((most - least) * ROOM).max(if self.is_whole() { 1.0 } else { 0.01 });
        ((least - room).max(0.0), most + room)
    }

    /// The distance of the lines of the grid: 1, 2 or 5 times a power of ten.
    fn step(&self, range: f64) -> f64 {
        let least = if self.is_whole() { (range / LINES).max(1.0) } else { (range / LINES).max(0.01) };
        let power = 10.0_f64.powf(least.log10().floor());
        [1.0, 2.0, 5.0, 10.0].map(|times| times * power).into_iter().find(|step| *step >= least).unwrap_or(10.0 * power)
    }

    /// Whether all values are counts.
    fn is_whole(&self) -> bool {
        self.reference.is_none()
    }
}

impl BrokenLine {
    pub(super) fn line((left, right): (f64, f64), y: f64) -> String {
        format!(
            "<path d=\"M{left} {y:.1}H{right}\" stroke=\"#000\" stroke-width=\"1.5\" stroke-dasharray=\"9 4\" fill=\"none\"/>"
        )
    }
}

impl Mark {
    /// The shape at a place.
    pub(super) fn shape(self, x: f64, y: f64) -> String {
        let path = match self.0 / 2 {
            0 => {
                return format!(
                    "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{}\" stroke=\"#000\"/>",
                    self.fill()
                );
            }
            1 => "m-4 -4h8v8h-8z",
            2 => "m0 -5l5 9h-10z",
            3 => "m0 -5l5 5l-5 5l-5 -5z",
            _ => "m0 5l-5 -9h10z",
        };
        format!("<path d=\"M{x:.1} {y:.1}{path}\" fill=\"{}\" stroke=\"#000\"/>", self.fill())
    }

    const fn fill(self) -> &'static str {
        if self.0.is_multiple_of(2) { "#000" } else { "#fff" }
    }

    /// The line through places.
    pub(super) fn line(self, places: &[(f64, f64)]) -> String {
        let dashes = ["none", "2 2", "6 2", "6 2 2 2"][self.0 % 4];
        let places: Vec<_> = places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let places = places.join(" ");
        format!("<polyline points=\"{places}\" stroke=\"#000\" stroke-dasharray=\"{dashes}\" fill=\"none\"/>")
    }

    /// What marks the chosen candidate.
    pub(super) fn ring(x: f64, y: f64) -> String {
        format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"9\" fill=\"none\" stroke=\"#000\" stroke-width=\"1.5\"/>")
    }
}

fn in_words(value: f64, is_whole: bool) -> String {
    if is_whole { format!("{value:.0}") } else { format!("{value:.2}") }
}

#[expect(clippy::cast_precision_loss, reason = "there are few columns and series")]
fn float(count: usize) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn panel(values: &[f64], reference: Option<f64>) -> Panel {
        let point = |(column, &value): (usize, &f64)| PlotPoint {
            column,
            value,
            low: value,
            high: value,
            name: String::new(),
            is_chosen: false,
        };
        let points = values.iter().enumerate().map(point).collect();
        Panel { title: String::new(), series: vec![Series { mark: Mark(0), points }], level: None, reference }
    }

    #[test]
    fn the_axis_holds_all_values_and_the_reference() {
        let (least, most) = panel(&[1.2, 1.4], Some(1.0)).range();
        assert!(least < 1.0 && 1.0 - least < 0.1 && most > 1.4 && most < 1.5, "{least} {most}");
        // Equal values have room too.
        assert_eq!(panel(&[40.0], None).range(), (39.0, 41.0));
        assert_eq!(panel(&[0.0], None).range(), (0.0, 1.0));
    }

    #[test]
    fn grids_have_round_steps() {
        let ratios = panel(&[1.0], Some(1.0));
        for (range, step) in [(0.02, 0.01), (0.4, 0.1), (1.1, 0.2), (2.5, 0.5), (40.0, 10.0)] {
            assert!((ratios.step(range) - step).abs() < 1e-9, "{range}: {}", ratios.step(range));
        }
        assert!((panel(&[1.0], None).step(3.0) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn the_series_of_a_chart_look_different() {
        let looks: std::collections::BTreeSet<_> = (0..10).map(|mark| Mark(mark).shape(0.0, 0.0)).collect();
        assert_eq!(looks.len(), 10);
    }

    #[test]
    fn larger_values_are_higher() {
        let text = panel(&[1.0, 2.0], Some(1.0)).text(&["1".to_owned(), "2".to_owned()], (0.0, 100.0), (0.0, 100.0));
        let heights: Vec<f64> = text
            .split("cy=\"")
            .skip(1)
            .map(|rest| rest.split('"').next().and_then(|y| y.parse().ok()).expect("a number"))
            .collect();
        assert!(heights.len() == 2 && heights[0] > heights[1] && heights[1] > 0.0 && heights[0] < 100.0, "{heights:?}");
    }
}
