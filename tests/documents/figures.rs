//! The figures in sentences are those of the measurements.
//!
//! Each sentence, or row of a table, is written here once more, with its figures read from the tables of docs/PERFORMANCE.md, which
//! `performance_page` compares with the measurements, or from docs/performance/tuned/. README and the pages about choosing and comparing
//! have no other figures than these, apart from those that are listed here with a reason.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::measurements::{rows, tuned};

/// The columns of the tables.
const AGAINST_VENDOR: &str = "clunroll against vendor";
const FOR_CPU: &str = "`--target cpu` against vendor";

/// Figures that no file of measurements has.
const WITHOUT_FILE: [(&str, &str, &str); 3] = [
    ("README.md", "1.88", "a version of Rust"),
    ("docs/choosing.md", "0.54", "measured once, for the decision not to write this form"),
    ("docs/choosing.md", "0.82", "measured once, for the decision not to write this form"),
];

#[test]
fn figures_in_sentences_are_those_of_the_measurements() {
    let tables = Tables::read();
    let claims =
        [readme(&tables), choosing(&tables), comparison(&tables), tuning(&tables), performance(&tables)].concat();
    let mut wrong = Vec::new();
    for (page, claim) in &claims {
        if !words(&read(page)).contains(&words(claim)) {
            wrong.push(format!("{page} should say: {claim}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for page in ["README.md", "docs/choosing.md", "docs/comparison.md"] {
        let mut text = words(&outside_code(&outside_measured(&read(page))));
        for (_, claim) in claims.iter().filter(|(of, _)| *of == page) {
            text = text.replace(&words(claim), " ");
        }
        let known = WITHOUT_FILE.iter().filter(|(of, ..)| *of == page).map(|(_, figure, _)| *figure);
        let known: Vec<_> = known.collect();
        let unknown: Vec<_> = figures(&text).into_iter().filter(|figure| !known.contains(&&**figure)).collect();
        assert!(unknown.is_empty(), "{page}: add the sentences with {unknown:?} to tests/documents/figures.rs");
    }
}

type Claim = (&'static str, String);

fn readme(tables: &Tables) -> Vec<Claim> {
    let [(h200_mean, h200), (intel_mean, intel), (pocl_mean, pocl)] =
        ["h200", "intel", "pocl"].map(|name| tables.total(name));
    let claim = format!(
        "the output is on average {h200_mean} times as fast on an NVIDIA H200, and on an Intel Xeon {intel_mean} times with Intel's \
             CPU runtime and {pocl_mean} times with PoCL. The worst of 105 rows are {h200}, {intel} and {pocl}."
    );
    vec![("README.md", claim)]
}

fn choosing(tables: &Tables) -> Vec<Claim> {
    let cells = |column: &str, kernels: &[&str]| {
        let of = |device: &str| {
            let figures = kernels.iter().map(|kernel| tables.cell(device, kernel, column));
            figures.collect::<Vec<_>>().join(", ")
        };
        ["forms-h100", "forms-pocl", "forms-intel"].map(of).join(" | ")
    };
    let before_outer = "`#pragma unroll N` before the outer loop";
    let unrolled = cells("Unrolled", &["product_of_rows"]);
    let (others, intel) = unrolled.rsplit_once(" | ").expect("three cells");
    let sparse = tuned("h100").into_iter().find(|row| row.kernel == "csr_memory").expect("it was tuned");
    [
        format!(
            "rows of a product, outputs of a filter | `#pragma unroll_and_jam N` before the outer loop | {} |",
            cells("Jammed", &["product_of_rows", "fir"])
        ),
        format!("such as heat in rods | the same | {} |", cells("Jammed", &["convolve_rows", "heat"])),
        format!("dot products of rows | the same | {} |", cells("Jammed", &["dots"])),
        format!("unrolled as it is | {before_outer} | {others} | **{intel}** |"),
        format!("and `#pragma unroll N` | {} |", cells("`restrict`", &["polynomial_global", "waves"])),
        format!("`--loads-first promised` | {} |", cells("Loads first", &["waves"])),
        format!("`#pragma unroll 4` before the inner loop | {} |", cells("Unrolled", &["convolve"])),
        format!("or what `clunroll tune` finds | {} |", rounded(sparse.tuned)),
        format!("`#pragma unroll N` by default was [{}]", rounded(sparse.by_default)),
    ]
    .map(|claim| ("docs/choosing.md", claim))
    .to_vec()
}

fn comparison(tables: &Tables) -> Vec<Claim> {
    let [(mean, h200), (_, intel), (_, pocl)] = ["h200", "intel", "pocl"].map(|name| tables.total(name));
    vec![
        (
            "docs/comparison.md",
            format!("the output is {mean} times as fast on average, and {h200} times in the worst row"),
        ),
        (
            "docs/comparison.md",
            format!("on an Intel Xeon, the worst rows are {intel} with Intel's CPU runtime and {pocl} with PoCL."),
        ),
    ]
}

fn tuning(tables: &Tables) -> Vec<Claim> {
    let factors = ["blur 2", "blur 4", "blur 8", "blur 16"];
    let registers = |row: &str| {
        tables.cell("h200", row, "Registers: 1, vendor, clunroll").split(", ").map(str::to_owned).collect::<Vec<_>>()
    };
    let row = |cells: [String; 4]| cells.join(" | ");
    vec![
        (
            "docs/tune.md",
            format!(
                "It needs {} registers with `#pragma unroll 1`, and is {} times as fast as that without a pragma",
                registers("blur 2")[0],
                tables.cell("h200", "blur 2", "No pragma")
            ),
        ),
        ("docs/tune.md", format!("| Registers | {} |", row(factors.map(|factor| registers(factor)[1].clone())))),
        (
            "docs/tune.md",
            format!(
                "| Times as fast as `#pragma unroll 1` | {} |",
                row(factors.map(|factor| tables.cell("h200", factor, "Vendor")))
            ),
        ),
    ]
}

fn performance(tables: &Tables) -> Vec<Claim> {
    let intel = |row: &str| tables.cell("intel", row, AGAINST_VENDOR);
    let pocl = |row: &str| tables.cell("pocl", row, AGAINST_VENDOR);
    let [pocl_least, pocl_most] = span(["row_sums 2", "row_sums 4", "row_sums 8", "row_sums 16"].map(pocl).into_iter());
    let [cpu_least, cpu_most] = span(
        ["row_sums 2", "row_sums 4", "row_sums 8", "row_sums 16"]
            .map(|row| tables.cell("pocl", row, FOR_CPU))
            .into_iter(),
    );
    let [tiles_least, tiles_most] =
        span([2, 4, 8].map(|factor| pocl(&format!("matrix_product (tiles) {factor}"))).into_iter());
    let short = tables
        .rows("h200")
        .into_iter()
        .filter(|row| value(row, AGAINST_VENDOR).parse::<f64>().is_ok_and(|times| times < 0.97));
    assert_eq!(short.count(), 2, "docs/PERFORMANCE.md speaks of two rows");
    let claims = [
        format!(
            "**row_sums**, {} by 2, {} by 8, {} by 16, and {} by 4.",
            intel("row_sums 2"),
            intel("row_sums 8"),
            intel("row_sums 16"),
            intel("row_sums 4")
        ),
        format!(
            "it is {} by 2 to 8, and {} by 16.",
            tables.cell("intel", "row_sums 8", FOR_CPU),
            tables.cell("intel", "row_sums 16", FOR_CPU)
        ),
        format!("**blur by 8**, {}, for the same reason", intel("blur 8")),
        format!("- **row_sums**, {pocl_least} to {pocl_most}. `in[row"),
        format!("as the author wrote it: {cpu_least} to {cpu_most} by each factor."),
        format!("**register_tile full**, {}, has the same cause", pocl("register_tile full")),
        format!("**sum_of_rows by 8**, {}.", pocl("sum_of_rows 8")),
        format!("**sum_of_rows full**, {}.", pocl("sum_of_rows full")),
        format!(
            "**matrix_product (tiles)**, {tiles_least} to {tiles_most}, and **(tile) full**, {}.",
            pocl("matrix_product (tile) full")
        ),
        format!("as a loop it is {}.", pocl("matrix_product (tile) 8")),
        format!("**reduce by 16**, {}", pocl("reduce (share) 16")),
        format!("faster than LLVM's code ({}, {})", pocl("reduce (share) 2"), pocl("reduce (share) 4")),
        format!("**sharpen**, {}, though", pocl("sharpen 2")),
        format!("Rows of five cost most ({} by 16)", of_size("intel", "row_sums", "16", "5")),
        format!("({} for 64 elements)", of_size("pocl", "reduce (share)", "16", "64")),
        format!("**convolve by 4** of width 5 ({})", of_size("pocl", "convolve", "4", "5")),
        format!(
            "of radius 2 ({}, {}), **sum_by_factor by 2** of 5 ({}).",
            of_size("pocl", "blur", "2", "2"),
            of_size("pocl", "blur", "4", "2"),
            of_size("pocl", "sum_by_factor", "2", "5")
        ),
        format!("by 8 also of 509, {};", of_size("pocl", "reduce (share)", "8", "509")),
        format!(
            "`reduce_max` by 16 of 509 and 512, {} and {})",
            of_size("pocl", "reduce_max (share)", "16", "509"),
            of_size("pocl", "reduce_max (share)", "16", "512")
        ),
        format!(
            "of 16 and 17 ({}, {}) and **with_vec_type_hint by 16** of 64 ({})",
            of_size("pocl", "polynomial_global", "2", "16"),
            of_size("pocl", "polynomial_global", "2", "17"),
            of_size("pocl", "with_vec_type_hint", "16", "64")
        ),
        format!("`matrix_product_blocked` by 8 was 0.84 and is {}.", pocl("matrix_product_blocked 8")),
    ];
    claims.into_iter().map(|claim| ("docs/PERFORMANCE.md", claim)).collect()
}

/// The tables of docs/PERFORMANCE.md.
struct Tables {
    page: String,
}

/// Cells with the heading of their column.
type Row = Vec<(String, String)>;

impl Tables {
    fn read() -> Self {
        Self { page: read("docs/PERFORMANCE.md") }
    }

    fn part(&self, name: &str) -> &str {
        let (_, table) = self.page.split_once(&format!("<!-- measured: {name} -->")).expect("the table is there");
        table.split("<!-- end -->").next().expect("it ends")
    }

    fn rows(&self, name: &str) -> Vec<Row> {
        let mut lines = self.part(name).lines().filter(|line| line.starts_with('|')).map(cells);
        let head = lines.next().expect("it has headings");
        lines.skip(1).map(|cells| head.iter().cloned().zip(cells).collect()).collect()
    }

    /// The cell of a kernel, or of a kernel with a factor.
    fn cell(&self, name: &str, row: &str, column: &str) -> String {
        let is_meant = |cells: &&Row| {
            let (kernel, factor) = (&cells[0].1, &cells[1].1);
            row == kernel || row == format!("{kernel} {factor}")
        };
        let rows = self.rows(name);
        value(rows.iter().find(is_meant).expect(row), column)
    }

    /// The mean over all rows, and the least of them.
    fn total(&self, name: &str) -> (String, String) {
        let line = self.part(name).lines().find(|line| line.starts_with("Over all 105 rows")).expect("105 rows");
        let mut figures =
            line.split(['*', ' ']).filter_map(|word| word.parse::<f64>().ok()).filter(|one| one.fract() != 0.0);
        let mut next = || rounded(figures.next().expect("two figures"));
        (next(), next())
    }
}

fn value(row: &[(String, String)], column: &str) -> String {
    row.iter().find(|(name, _)| name == column).expect(column).1.clone()
}

fn cells(line: &str) -> Vec<String> {
    let line = line.trim().trim_start_matches('|').trim_end_matches('|');
    line.split('|').map(|cell| cell.trim().trim_matches('*').to_owned()).collect()
}

/// How many times as fast as the vendor's the output for one size is.
fn of_size(device: &str, case: &str, factor: &str, size: &str) -> String {
    let rows: Vec<BTreeMap<String, String>> = rows(&format!("{device}.csv"));
    let wanted = [("case", case), ("factor", factor), ("size", size), ("variant", "clunroll")];
    let row = rows.iter().find(|row| wanted.iter().all(|(column, cell)| row[*column] == *cell)).expect(case);
    rounded(row["against vendor"].parse().expect("a number"))
}

fn rounded(figure: f64) -> String {
    format!("{figure:.2}")
}

/// The least and the greatest of some figures.
fn span(figures: impl Iterator<Item = String>) -> [String; 2] {
    let mut figures: Vec<_> = figures.collect();
    figures.sort_by(|one, other| one.parse::<f64>().expect("a number").total_cmp(&other.parse().expect("a number")));
    [figures.first().expect("a figure").clone(), figures.last().expect("a figure").clone()]
}

/// All numbers with two decimals.
fn figures(text: &str) -> Vec<String> {
    let words = text.split(|one: char| !one.is_ascii_digit() && one != '.');
    let words = words.map(|word| word.trim_matches('.'));
    words.filter(|word| word.split_once('.').is_some_and(|(_, after)| after.len() == 2)).map(str::to_owned).collect()
}

/// What is not made from the measurements.
fn outside_measured(page: &str) -> String {
    match (page.split_once("<!-- tuned: "), page.split_once("<!-- end -->")) {
        (Some((before, _)), Some((_, after))) => [before, after].concat(),
        _ => page.to_owned(),
    }
}

fn outside_code(page: &str) -> String {
    page.split("```").step_by(2).collect()
}

/// The words with one blank between them.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn read(page: &str) -> String {
    fs::read_to_string(root().join(page)).expect(page)
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_path_buf()
}
