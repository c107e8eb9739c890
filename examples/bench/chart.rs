//! The chart: for each case, time and registers against the factor.
//!
//! Time is relative to `#pragma unroll 1`, which is a factor of one, so that kernels of all lengths fit one scale. If the
//! compiler reports registers, they are in a second row of panels below.

use std::path::Path;

use plotters::prelude::*;

use super::records::Record;
use super::statistics::geometric_mean;
use super::variants::{CLUNROLL, Factor, ONE, VENDOR};

const COLUMNS: usize = 5;
const PANEL: (u32, u32) = (230, 170);

/// One line of a panel: the measured values, by the index of the factor.
struct Line {
    color: RGBColor,
    points: Vec<(f64, f64)>,
}

/// Writes the chart.
pub fn write(file: &Path, records: &[Record]) -> Result<(), String> {
    draw(file, records).map_err(|error| format!("{}: {error}", file.display()))
}

fn draw(file: &Path, records: &[Record]) -> Result<(), Box<dyn std::error::Error>> {
    let mut cases: Vec<&str> = Vec::new();
    for record in records {
        if !cases.contains(&&*record.case) {
            cases.push(&record.case);
        }
    }
    let tells = records.iter().any(|record| record.registers.is_some());
    let parts = if tells { 2 } else { 1 };
    let rows = cases.len().div_ceil(COLUMNS);
    let size = (PANEL.0 * COLUMNS as u32, PANEL.1 * (rows * parts) as u32 + 40);
    let area = SVGBackend::new(file, size).into_drawing_area();
    area.fill(&WHITE)?;
    let device = records.first().map_or("", |record| &record.device);
    let title = format!("{device}: time relative to unroll 1 against factor (red: vendor, blue: clunroll)");
    let area = area.titled(&title, ("sans-serif", 15))?;
    let panels = area.split_evenly((rows * parts, COLUMNS));
    for (at, case) in cases.iter().enumerate() {
        let own: Vec<_> = records.iter().filter(|record| record.case == **case).collect();
        let place = at / COLUMNS * parts * COLUMNS + at % COLUMNS;
        let factors = factors(&own);
        panel(&panels[place], case, &factors, &times(&own, &factors))?;
        if tells {
            panel(&panels[place + COLUMNS], "registers", &factors, &registers(&own, &factors))?;
        }
    }
    area.present()?;
    Ok(())
}

fn factors(records: &[&Record]) -> Vec<Factor> {
    let mut factors: Vec<_> = records.iter().filter_map(|record| record.factor).collect();
    factors.sort();
    factors.dedup();
    factors
}

fn lines(records: &[&Record], factors: &[Factor], value: &dyn Fn(&[&Record]) -> Option<f64>) -> Vec<Line> {
    let of = |name: &str, factor: Option<Factor>| -> Option<f64> {
        let meant: Vec<_> =
            records.iter().copied().filter(|record| record.variant == name && record.factor == factor).collect();
        value(&meant)
    };
    [(VENDOR, RED), (CLUNROLL, BLUE)]
        .into_iter()
        .map(|(name, color)| {
            let first = of(ONE, None).map(|value| (0.0, value));
            let others = factors.iter().enumerate().filter_map(|(at, &factor)| {
                let value = of(name, Some(factor))?;
                Some(((at + 1) as f64, value))
            });
            Line { color, points: first.into_iter().chain(others).collect() }
        })
        .collect()
}

fn times(records: &[&Record], factors: &[Factor]) -> Vec<Line> {
    lines(records, factors, &|records| {
        let speeds = records.iter().map(|record| record.against_one.median);
        (!records.is_empty()).then(|| 1.0 / geometric_mean(speeds))
    })
}

fn registers(records: &[&Record], factors: &[Factor]) -> Vec<Line> {
    lines(records, factors, &|records| records.first()?.registers.map(f64::from))
}

fn panel(
    area: &DrawingArea<SVGBackend<'_>, plotters::coord::Shift>,
    title: &str,
    factors: &[Factor],
    lines: &[Line],
) -> Result<(), Box<dyn std::error::Error>> {
    let highest = lines.iter().flat_map(|line| &line.points).map(|point| point.1).fold(0.1, f64::max);
    let mut chart = ChartBuilder::on(area)
        .caption(title, ("sans-serif", 13))
        .margin(6)
        .x_label_area_size(18)
        .y_label_area_size(32)
        .build_cartesian_2d(-0.3..factors.len() as f64 + 0.3, 0.0..highest * 1.1)?;
    let name = |place: &f64| {
        let at = place.round();
        if (place - at).abs() > 0.01 || at < 0.0 {
            return String::new();
        }
        match at as usize {
            0 => "1".to_owned(),
            at => factors.get(at - 1).map_or_else(String::new, ToString::to_string),
        }
    };
    chart
        .configure_mesh()
        .disable_x_mesh()
        .max_light_lines(0)
        .x_labels(factors.len() + 1)
        .x_label_formatter(&name)
        .y_labels(3)
        .label_style(("sans-serif", 10))
        .draw()?;
    for line in lines {
        chart.draw_series(LineSeries::new(line.points.iter().copied(), line.color.stroke_width(2)))?;
        chart.draw_series(line.points.iter().map(|&point| Circle::new(point, 3, line.color.filled())))?;
    }
    Ok(())
}
