//! `crates/clunroll/public.txt` lists everything that the library `clunroll` makes public.
//!
//! rustdoc follows each re-export and expands macros, so the list is read from its pages: the declaration of each item with its public
//! fields and variants, its own functions, and the traits that it implements. `#[doc(hidden)]` items are not in it. All features are on.
//! The pages are from Rust 1.95; other versions may write declarations differently.
//!
//! After a change of the interface, `CLUNROLL_INTERFACE=write cargo test --test build_systems library_interface` writes the list
//! again. The difference is for the changelog.

use std::fs;
use std::path::Path;
use std::process::Command;

const LIST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/crates/clunroll/public.txt");
/// A separate folder: pages made with other features must not be among these.
const FOLDER: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/interface");

#[test]
fn what_is_public_is_listed() {
    let output = Command::new(env!("CARGO"))
        .args(["doc", "--offline", "--no-deps", "--package=clunroll", "--all-features", "--target-dir", FOLDER])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("RUSTDOCFLAGS", "-D warnings")
        .output()
        .expect("cargo starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let made = list(&Path::new(FOLDER).join("doc/clunroll"));
    if std::env::var("CLUNROLL_INTERFACE").as_deref() == Ok("write") {
        fs::write(LIST, &made).expect("the list can be written");
    }
    let listed = fs::read_to_string(LIST).expect("there is a list");
    let missing: Vec<_> = listed.lines().filter(|line| !made.contains(line)).collect();
    let new: Vec<_> = made.lines().filter(|line| !listed.contains(line)).collect();
    assert!(
        listed == made,
        "gone: {missing:#?}\nnew: {new:#?}\nthe head of this test says how to write the list again"
    );
}

/// All items, in the order of their paths.
fn list(folder: &Path) -> String {
    let read = |page: &str| fs::read_to_string(folder.join(page)).expect("rustdoc writes the page");
    let all = read("all.html");
    let links = between(&all, "<li><a href=\"", "</a></li>");
    let mut items: Vec<_> = links.iter().filter_map(|link| link.split_once("\">")).collect();
    // The other links are to headings.
    items.retain(|(page, _)| Path::new(page).extension().is_some_and(|kind| kind == "html"));
    items.sort_by_key(|(_, path)| *path);
    assert!(items.len() > 50, "no list of items: {items:?}");
    items.iter().map(|(page, path)| item(path, &read(page))).collect()
}

/// An item, as Rust declares it.
fn item(path: &str, page: &str) -> String {
    let declared = between(page, "<pre class=\"rust item-decl\"><code>", "</code></pre>");
    assert!(!declared.is_empty(), "{path} has no declaration");
    // The page of an alias also declares the type that the alias means.
    let declarations: Vec<_> = declared.iter().map(|declared| text(declared).trim_end().to_owned()).collect();
    let part = |name: &str| {
        let from = page.split_once(&format!("<div id=\"{name}-list\">")).map_or("", |(_, rest)| rest);
        from.split("<h2 ").next().unwrap_or_default()
    };
    let headers = |part: &str, level: &str| -> Vec<String> {
        between(part, &format!("<{level} class=\"code-header\">"), &format!("</{level}>"))
            .into_iter()
            .map(|header| text(header).split_whitespace().collect::<Vec<_>>().join(" "))
            .collect()
    };
    let own = headers(part("implementations"), "h4");
    let mut traits = headers(part("trait-implementations"), "h3");
    traits.extend(headers(part("implementors"), "h3"));
    traits.sort();
    traits.dedup();
    let lines = [own, traits].concat().join("\n");
    let item = format!("clunroll::{path}\n{}\n{lines}", declarations.join("\n"));
    item.trim_end().to_owned() + "\n\n"
}

/// The texts between each `start` and the next `end`.
fn between<'t>(text: &'t str, start: &str, end: &str) -> Vec<&'t str> {
    text.split(start).skip(1).filter_map(|part| part.split_once(end)).map(|(inside, _)| inside).collect()
}

/// The text of a piece of a page.
fn text(html: &str) -> String {
    // The button that shows a long declaration contains words.
    let mut parts = html.split("<summary");
    let first = parts.next().unwrap_or_default().to_owned();
    let html = parts.fold(first, |html, part| html + part.split_once("</summary>").map_or("", |(_, rest)| rest));
    // A sign opens a note about the type that a function returns.
    let pieces = html.replace("</div>", "</div>\n").replace("<div class=\"where\">", " ").replace("ⓘ", "");
    let mut pieces = pieces.split('<');
    let first = pieces.next().unwrap_or_default().to_owned();
    let text = pieces.fold(first, |text, piece| text + piece.split_once('>').map_or("", |(_, words)| words));
    let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&nbsp;", " "), ("&amp;", "&")];
    let text = entities.iter().fold(text, |text, (entity, character)| text.replace(entity, character));
    text.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}
