//! The README and the pages that it links to are true: their examples are real, and their options are those of `--help`. `commands.rs`
//! checks that their commands run.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use assert_cmd::Command;
const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn page(name: &str) -> String {
    fs::read_to_string(Path::new(ROOT).join(name)).unwrap()
}

/// The contents of the fenced blocks that begin with `fence`, in order.
fn blocks<'a>(page: &'a str, fence: &str) -> Vec<&'a str> {
    page.split(&format!("{fence}\n")).skip(1).map(|rest| rest.split_once("```").expect("a fence is closed").0).collect()
}

fn clunroll() -> Command {
    Command::new(assert_cmd::cargo::cargo_bin!("clunroll"))
}

/// README is a front page: details are in the pages that it links to.
#[test]
fn the_readme_is_short() {
    let words = page("README.md").split_whitespace().count();
    assert!(words <= 1500, "README.md has {words} words");
}

/// The picture of README is the one that `cargo xtask picture` draws of the tutorial's command.
#[test]
fn the_picture_shows_the_command_of_the_tutorial() {
    let text = page("docs/tune.svg");
    let picture = roxmltree::Document::parse(&text).expect("an SVG");
    let lines: Vec<_> =
        picture.descendants().filter(|node| node.has_tag_name("text")).filter_map(|node| node.text()).collect();
    let command =
        lines[0].strip_prefix("$ ").and_then(|line| line.strip_suffix(" --device Portable")).expect("a command");
    assert!(page("docs/tutorial.md").contains(&format!("```sh\n{command}\n```")), "{command}");
    assert!(lines.iter().any(|line| line.starts_with("  >")), "no line is chosen: {lines:?}");
    assert!(page("README.md").contains("](docs/tune.svg)"));
}

/// Each page is one click from README, so each setting, rule and form is two: the index, on one of these pages, links to all of them.
#[test]
fn the_readme_leads_to_each_page() {
    let readme = page("README.md");
    let pages = fs::read_dir(Path::new(ROOT).join("docs")).unwrap().map(|entry| entry.unwrap().path());
    for path in pages.filter(|path| path.extension().is_some_and(|extension| extension == "md")) {
        let name = path.file_name().unwrap().to_str().unwrap();
        // The order of the book, and a list for those who make a release.
        let is_for_readers = !["SUMMARY.md", "release-checklist.md"].contains(&name);
        assert!(!is_for_readers || readme.contains(&format!("](docs/{name}")), "README does not link to docs/{name}");
    }
}

#[test]
fn before_and_after_are_real() {
    for (name, kernel) in [
        ("README.md", "kernels/convolution.cl"),
        ("docs/loops.md", "kernels/conditional.cl"),
        ("docs/pragmas.md", "kernels/register_tile.cl"),
    ] {
        let page = page(name);
        let [before, after] = blocks(&page, "```c")[..] else { panic!("{name} shows {kernel} before and after") };
        let source = fs::read_to_string(Path::new(ROOT).join(kernel)).unwrap();
        assert!(source.contains(before), "{name}: `before` is not a part of {kernel}:\n{before}");
        let output = clunroll().arg(kernel).current_dir(ROOT).output().unwrap();
        let written = String::from_utf8(output.stdout).unwrap();
        assert!(written.contains(after), "{name}: `after` is not a part of the output, which is:\n{written}");
    }
}

/// The page about several devices shows the profile that its commands use.
#[test]
fn the_profile_for_several_devices_is_shown() {
    let shown = page("docs/devices.md");
    assert_eq!(blocks(&shown, "```toml"), [page("examples/tutorial/devices.toml")]);
}

/// The make rule of the page builds, notices a changed header, and then has nothing more to do.
#[test]
fn the_make_rule_works() {
    if std::process::Command::new("make").arg("--version").output().is_err() {
        return;
    }
    let page = page("docs/build-systems.md");
    let [makefile] = blocks(&page, "```make")[..] else { panic!("the page shows one make rule") };
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    fs::write(file("Makefile"), makefile).unwrap();
    fs::write(file("n.h"), "#define N 2\n").unwrap();
    fs::write(file("k.cl"), "#include \"n.h\"\nkernel void k(global int *a) { a[0] = N; }\n").unwrap();
    let program = assert_cmd::cargo::cargo_bin!("clunroll");
    let path = std::env::join_paths(
        [program.parent().unwrap().to_path_buf()]
            .into_iter()
            .chain(std::env::split_paths(&std::env::var_os("PATH").unwrap())),
    );
    let path = path.unwrap();
    let runs = || {
        let make = Command::new("make").arg("k.unrolled.cl").env("PATH", &path).current_dir(&folder).output().unwrap();
        assert!(make.status.success(), "{}", String::from_utf8_lossy(&make.stderr));
        String::from_utf8(make.stdout).unwrap().contains("clunroll k.cl")
    };
    assert!(runs() && !runs());
    fs::File::options().append(true).open(file("k.unrolled.cl")).unwrap().set_modified(std::time::UNIX_EPOCH).unwrap();
    fs::File::options().append(true).open(file("k.cl")).unwrap().set_modified(std::time::UNIX_EPOCH).unwrap();
    assert!(runs(), "the header is newer");
    assert!(!runs());
    fs::write(file("k.cl"), "kernel void k(global int *a) { a[0] = 2; }\n").unwrap();
    fs::remove_file(file("n.h")).unwrap();
    assert!(runs() && !runs());
}

#[test]
fn the_options_are_those_of_help() {
    let described = described(&["--help"]);
    assert!(described.contains("--keep-going") && described.contains("-D"), "{described:?}");
    assert_eq!(listed(&page("docs/use.md")), described);
    // Options of both commands are in the first table; `--diff` is about fixes here.
    let listed = &listed(&page("docs/lint.md")) - &BTreeSet::from(["--diff".to_owned()]);
    assert_eq!(listed, &self::described(&["check", "--help"]) - &described);
}

/// The options of `clunroll verify` are those of the other commands and those of its page.
#[test]
fn the_page_about_verification_speaks_of_its_options() {
    let page = page("docs/verify.md");
    let others = described(&["--help"]);
    let own = &described(&["verify", "--help"]) - &others;
    assert_eq!(own, BTreeSet::from(["--run".to_owned()]));
    for option in others.iter().filter(|option| option.starts_with("--verify")).chain(&own) {
        let option = option.trim_end_matches('[');
        assert!(page.contains(&format!("`{option}")), "docs/verify.md does not speak of {option}");
    }
}

/// The options that the help describes.
fn described(arguments: &[&str]) -> BTreeSet<String> {
    let help = String::from_utf8(clunroll().args(arguments).output().unwrap().stdout).unwrap();
    help.lines()
        // The text about an option is further to the right.
        .filter(|line| line.trim_start().starts_with('-') && line.len() - line.trim_start().len() < 10)
        // The explanation follows after two blanks or more.
        .flat_map(|line| flags(line.trim_start().split("  ").next().unwrap_or_default()))
        .collect()
}

/// The options in the tables of a page.
fn listed(page: &str) -> BTreeSet<String> {
    page.lines()
        .filter(|line| line.starts_with("| `-"))
        .flat_map(|line| flags(line.split('|').nth(1).unwrap_or_default()))
        .collect()
}

/// The options named in `text`, without their values.
fn flags(text: &str) -> Vec<String> {
    text.split([' ', ',', '`', '=', '<'])
        .filter(|word| word.starts_with('-') && word.len() > 1)
        .map(str::to_owned)
        .collect()
}

#[test]
fn the_exit_statuses_are_those_of_help() {
    for (name, table, arguments) in [
        ("docs/use.md", "\n| Exit status | ", &["--help"][..]),
        ("docs/lint.md", "\n| Exit status of `check` | ", &["check", "--help"]),
    ] {
        let page = page(name);
        let help = String::from_utf8(clunroll().args(arguments).output().unwrap().stdout).unwrap();
        let table = page.split_once(table).unwrap().1.split_once("\n\n").unwrap().0;
        for status in 0..=2 {
            assert!(help.contains(&format!("\n  {status}  ")), "{arguments:?} does not explain {status}");
            assert!(table.contains(&format!("\n| {status} | ")), "{name} does not explain {status}");
        }
    }
}

/// The table of rules names existing rules with their severities, and all rules except the notes about declined loops.
#[test]
fn the_rules_are_those_that_there_are() {
    let page = page("docs/lint.md");
    let rows = page.lines().filter(|line| line.starts_with("| CLU") && !line.starts_with("| CLU2xx "));
    let named: BTreeSet<_> = rows
        .map(|line| {
            let cells: Vec<_> = line.split('|').map(str::trim).collect();
            (cells[1].to_owned(), cells[2].to_owned())
        })
        .collect();
    let rules = String::from_utf8(clunroll().arg("rules").output().unwrap().stdout).unwrap();
    let rules = rules.lines().skip(1).map(|line| {
        let cells: Vec<_> = line.split_whitespace().collect();
        (cells[0].to_owned(), cells[2].to_owned())
    });
    let rules: BTreeSet<_> = rules.collect();
    assert!(named.is_subset(&rules), "{:?}", &named - &rules);
    for (code, severity) in &rules - &named {
        assert!(code.starts_with("CLU2") && severity == "note", "docs/lint.md does not name {code}");
    }
}
