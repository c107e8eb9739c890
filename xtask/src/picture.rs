//! `cargo xtask picture`: draws `clunroll tune` at work, in `docs/tune.svg`
//!
//! The picture is text in an SVG: a command, and what it wrote to a terminal in a real run on PoCL (`script`, of util-linux, gives it one). So a reader can search and copy it, and
//! the style follows the light or dark scheme of the reader. No test makes it again, since each run measures other times.

use std::fmt::Write;
use std::fs;
use std::process::Command;

use crate::command::{cargo, output, run};
use crate::{Result, root};

/// The command of the tutorial. It names PoCL's platform, so that the same device is measured on each machine.
const COMMAND: [&str; 4] = ["tune", "examples/tutorial/rows.cl", "--device", "Portable"];

/// The columns of the terminal: as many as fit a page at the size of the text.
const COLUMNS: usize = 92;
/// Pixels of a line, and tenths of a pixel of a letter, for a font of 13 pixels.
const LINE: usize = 18;
const LETTER: usize = 79;
/// Pixels around the text.
const MARGIN: usize = 16;

const STYLE: &str = "\
    rect { fill: #f6f8fa; stroke: #d0d7de; }
    text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace; white-space: pre; fill: #1f2328; }
    .typed { font-weight: 600; }
    .chosen { font-weight: 600; fill: #116329; }
    .title { fill: #57606a; }
    @media (prefers-color-scheme: dark) {
      rect { fill: #161b22; stroke: #3d444d; }
      text { fill: #e6edf3; }
      .chosen { fill: #7ee787; }
      .title { fill: #9198a1; }
    }
";

/// Runs the command, and draws it.
///
/// # Errors
///
/// If it fails, as without PoCL.
pub(crate) fn picture() -> Result {
    run(&mut cargo(&["build", "--quiet"]))?;
    // An earlier run would be shown again without `--fresh`. A terminal of no lines has no width either.
    let command = COMMAND.join(" ");
    let typed =
        format!("stty rows 50 cols {COLUMNS} -echo && exec target/debug/clunroll {command} --fresh 2>/dev/null");
    let text = output(Command::new("script").current_dir(root()).args(["-qec", &typed, "/dev/null"]))?;
    let place = root().join("docs/tune.svg");
    fs::write(&place, svg(&command, &text)).map_err(|error| format!("{}: {error}", place.display()))?;
    println!("{}", place.display());
    Ok(())
}

/// The picture of a command of clunroll with what it wrote.
fn svg(command: &str, text: &str) -> String {
    let typed = format!("$ clunroll {command}");
    let lines: Vec<&str> = std::iter::once(&*typed).chain(text.trim_end().lines()).collect();
    let letters = lines.iter().map(|line| line.chars().count()).max().unwrap_or_default().max(COLUMNS);
    let (width, height) = (letters * LETTER / 10 + 2 * MARGIN, lines.len() * LINE + 2 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\" aria-label=\"A terminal: {}\">\n  <style>\n{STYLE}  </style>\n  \
         <rect x=\"0.5\" y=\"0.5\" width=\"{}\" height=\"{}\" rx=\"6\"/>\n",
        escaped(&typed),
        width - 1,
        height - 1
    );
    for (number, line) in lines.iter().enumerate().filter(|(_, line)| !line.is_empty()) {
        let class = match line {
            _ if number == 0 => " class=\"typed\"",
            line if line.starts_with("  >") => " class=\"chosen\"",
            line if line.starts_with("   line ") => " class=\"title\"",
            _ => "",
        };
        let y = MARGIN + number * LINE + LINE * 3 / 4;
        let _ =
            writeln!(svg, "  <text x=\"{MARGIN}\" y=\"{y}\" xml:space=\"preserve\"{class}>{}</text>", escaped(line));
    }
    svg.push_str("</svg>\n");
    svg
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped_and_the_chosen_line_is_marked() {
        let svg = svg("tune a.cl", "   line 1\n  >unroll <4> & \"5\"\n\nlast\n");
        assert!(svg.contains("class=\"typed\">$ clunroll tune a.cl</text>"), "{svg}");
        assert!(svg.contains("class=\"chosen\">  &gt;unroll &lt;4&gt; &amp; &quot;5&quot;</text>"), "{svg}");
        assert_eq!(svg.matches("<text ").count(), 4);
    }
}
