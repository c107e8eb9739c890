//! docs/gallery.md shows what clunroll writes, and what was measured.
//!
//! A marker names a kernel of `kernels/`, a change to its text, and options. The part below it has the kernel, the difference that
//! `clunroll --diff` gives for it, and a row of figures for each device. The playground reads its examples from the same parts.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use assert_cmd::Command;

use crate::measurements::{DEVICES, TunedKernel, forms, geometric_mean, hold, speed, tuned};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

const PAGE: &str = "docs/gallery.md";
/// The kernels of the page.
const KERNELS: usize = 10;
/// How many lines of a difference are shown.
const SHOWN: usize = 44;

/// The cell of a row with the best speed.
const BEST: usize = 3;

/// What a marker says: ``FILE KERNEL[; `TEXT` becomes `TEXT`][; OPTIONS]``.
struct GalleryKernel<'m> {
    file: &'m str,
    name: &'m str,
    change: Option<(&'m str, &'m str)>,
    options: &'m str,
}

impl<'m> GalleryKernel<'m> {
    fn new(marker: &'m str) -> Self {
        let mut parts = marker.split("; ");
        let (file, name) = parts.next().and_then(|part| part.split_once(' ')).expect("a file and a kernel");
        let (mut change, mut options) = (None, "");
        for part in parts {
            match part.split_once("` becomes `") {
                Some((before, after)) => change = Some((&before[1..], &after[..after.len() - 1])),
                None => options = part,
            }
        }
        Self { file, name, change, options }
    }

    fn whole_file(&self) -> String {
        fs::read_to_string(Path::new(ROOT).join(self.file)).expect("the file is there")
    }

    /// The kernel alone, with the comment before it and the macros that it uses, and with the change.
    fn source(&self) -> String {
        let file = self.whole_file();
        let lines: Vec<&str> = file.lines().collect();
        let is_head = |line: &&str| line.starts_with("__kernel") && line.contains(&format!(" {}(", self.name));
        let head = lines.iter().position(is_head).expect("the file has the kernel");
        let length = lines[head..].iter().position(|line| *line == "}").expect("a kernel ends") + 1;
        let comments = lines[..head].iter().rev().take_while(|line| line.starts_with("// ")).count();
        let kernel = lines[head - comments..head + length].join("\n");
        let is_used = |line: &&str| {
            line.strip_prefix("#define ")
                .and_then(|rest| rest.split(' ').next())
                .is_some_and(|name| kernel.contains(name))
        };
        let macros = lines.iter().copied().filter(is_used).flat_map(|line| [line, ""]);
        let source = macros.chain([&*kernel, ""]).collect::<Vec<_>>().join("\n");
        let Some((before, after)) = self.change else { return source };
        assert!(source.contains(before), "{}: there is no `{before}`", self.name);
        source.replacen(before, after, 1)
    }

    /// The difference that clunroll gives for the source, without the names of the files.
    fn difference(&self, source: &str) -> String {
        let folder = tempfile::tempdir().expect("a folder");
        let file = format!("{}.cl", self.name);
        fs::write(folder.path().join(&file), source).expect("it can be written");
        let mut clunroll = Command::new(assert_cmd::cargo::cargo_bin!("clunroll"));
        clunroll.args(["--isolated", "--diff"]).args(self.options.split(' ').filter(|option| !option.is_empty()));
        let output = clunroll.arg(&file).current_dir(&folder).output().expect("clunroll starts");
        let text = String::from_utf8(output.stdout).expect("it writes text");
        assert_eq!(output.status.code(), Some(1), "{}: {}", self.name, String::from_utf8_lossy(&output.stderr));
        let lines: Vec<&str> = text.lines().skip_while(|line| !line.starts_with("@@")).collect();
        let hidden = lines.len().saturating_sub(SHOWN);
        let shown = lines[..lines.len() - hidden].join("\n");
        let rest = if hidden > 0 { format!("\n… and {hidden} more lines") } else { String::new() };
        format!("{shown}{rest}\n")
    }

    /// The variant of examples/bench.rs that is the text of the page.
    fn variant(&self, source: &str) -> &'static str {
        if self.options.contains("restrict") {
            "restrict"
        } else if source.contains("loads_first(promised)") {
            "loads first"
        } else {
            "jammed"
        }
    }

    /// The row of a device.
    fn row(&self, source: &str, device: &str) -> [String; 5] {
        let file = Path::new(self.file).file_name().expect("a file has a name").to_string_lossy();
        let tuned = tuned(device).into_iter().find(|row| row.file == file && row.kernel == self.name);
        if let Some(row) = tuned {
            let speeds = [row.as_written, row.by_default, row.tuned].map(|speed| format!("{speed:.2}"));
            let [vendor, default, best] = speeds;
            return [time(row.microseconds), vendor, default, best, self.choice(&row)];
        }
        let rows = forms(device);
        let times: Vec<f64> = rows
            .iter()
            .filter(|row| row.case == self.name && row.variant == "no pragma")
            .map(|row| row.microseconds)
            .collect();
        let variant = self.variant(source);
        // A request for a jam is carried out by default.
        let default = if variant == "jammed" { variant } else { "clunroll" };
        let speed = |variant| {
            format!("{:.2}", speed(&rows, self.name, variant).unwrap_or_else(|| panic!("{}: {variant}", self.name)))
        };
        [
            time(geometric_mean(&times)),
            speed("vendor"),
            speed(default),
            speed(variant),
            "the form above; not tuned".into(),
        ]
    }

    /// The choices of a row, with the counters of the loops instead of lines.
    fn choice(&self, row: &TunedKernel) -> String {
        let file = self.whole_file();
        let choices: Vec<_> = row.choice.split("; ").filter_map(|part| part.split_once(": ")).collect();
        let loops = choices.iter().filter(|(subject, _)| *subject != "pointers").count();
        let mut words = Vec::new();
        for (subject, choice) in choices {
            let said =
                if matches!(choice, "as written" | "no pragma") { choice.to_owned() } else { format!("`{choice}`") };
            match subject.strip_prefix("line ") {
                None if choice == "as written" => {}
                None => words.push(said),
                Some(_) if loops == 1 => words.push(said),
                Some(line) => {
                    let line: usize = line.parse().expect("a number");
                    let text = file.lines().nth(line - 1).unwrap_or_default().trim_start();
                    let is_loop_or_request = text.starts_with("for (") || text.contains("#pragma unroll");
                    assert!(is_loop_or_request, "{}:{line} is neither a loop nor a request: {text}", self.file);
                    words.push(format!("{}: {said}", counter(&file, line)));
                }
            }
        }
        words.join("; ")
    }

    fn part(&self) -> String {
        let source = self.source();
        let from = format!("From [{0}](../{0})", self.file);
        let change =
            self.change.map_or_else(String::new, |(before, after)| format!(", with `{after}` instead of `{before}`"));
        let options = if self.options.is_empty() { "--diff".to_owned() } else { format!("{} --diff", self.options) };
        let mut text = format!(
            "```c\n{source}```\n\n{from}{change}. `clunroll {options}` writes:\n\n```diff\n{}```\n\n\
             | Device | No pragma | Vendor's compiler | By default | Best | The best form |\n|---|---|---|---|---|---|\n",
            self.difference(&source)
        );
        for (device, name) in DEVICES {
            let _ = writeln!(text, "| {name} | {} |", self.row(&source, device).join(" | "));
        }
        text
    }
}

/// The variable of the loop in a line, or after it.
fn counter(file: &str, line: usize) -> String {
    let header =
        file.lines().skip(line - 1).find_map(|line| line.trim_start().strip_prefix("for (")).expect("a loop follows");
    let counter = header.split(" = ").next().and_then(|declaration| declaration.split(' ').next_back());
    format!("`{}`", counter.expect("a loop has a counter"))
}

fn time(microseconds: f64) -> String {
    if microseconds < 1000.0 { format!("{microseconds:.0} µs") } else { format!("{:.2} ms", microseconds / 1000.0) }
}

/// The best speed of each kernel on each device.
fn overview() -> String {
    let page = fs::read_to_string(Path::new(ROOT).join(PAGE)).expect("the page is there");
    let names = DEVICES.map(|(_, name)| name).join(" | ");
    let mut text = format!("| Kernel | {names} |\n|---|---|---|---|\n");
    for section in page.split("\n## ").skip(1) {
        let (title, rest) = section.split_once('\n').expect("a title has a line");
        let marker = rest.split("<!-- gallery: ").nth(1).and_then(|rest| rest.split(" -->").next()).expect("a kernel");
        let kernel = GalleryKernel::new(marker);
        let source = kernel.source();
        let best = DEVICES.map(|(device, _)| kernel.row(&source, device)[BEST].clone()).join(" | ");
        let anchor = title.to_lowercase().replace(' ', "-");
        let _ = writeln!(text, "| [{title}](#{anchor}) | {best} |");
    }
    text
}

#[test]
fn the_gallery_is_as_measured() {
    hold(PAGE, "overview", 1, |_| overview());
    hold(PAGE, "gallery", KERNELS, |marker| GalleryKernel::new(marker).part());
}
