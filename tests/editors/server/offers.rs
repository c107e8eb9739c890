//! The offers of the editor: fixes, the output for a request, and texts to show.

use std::process::Command;

use serde_json::{Value, json};

use super::client::{Client, edited, range};

const TWO_MISTAKES: &str = "\
kernel void k(global int *a) {
#pragma unrol 2
for (int i = 0; i < 4; i++) a[i] = i;
#pragma unroll(4)
for (int i = 0; i < 8; i++) a[i] = i;
}
";

const MAP: &str = "\
kernel void map(global const float *in, global float *out, int n) {
#pragma unroll 4
for (int i = 0; i < n; i++) out[i] = native_exp(in[i]);
}
";

fn titles(actions: &[Value]) -> Vec<&str> {
    actions.iter().map(|action| action["title"].as_str().unwrap()).collect()
}

#[test]
fn a_safe_fix_is_preferred() {
    let mut client = Client::new(&[]);
    client.open("k.cl", TWO_MISTAKES);
    let actions = client.actions("k.cl", range((1, 10), (1, 10)), Some("quickfix"));
    assert_eq!(titles(&actions)[1..], ["Allow CLU110 here, with a comment"]);
    assert_eq!((&actions[0]["kind"], &actions[0]["isPreferred"]), (&json!("quickfix"), &json!(true)));
    assert_eq!(actions[0]["diagnostics"][0]["code"], "CLU110");
    assert_eq!(edited(TWO_MISTAKES, &actions[0]), TWO_MISTAKES.replace("unrol 2", "unroll 2"));
    assert_eq!(actions[0]["edit"]["documentChanges"][0]["textDocument"]["version"], 1);
}

#[test]
fn an_unsafe_fix_is_named_so() {
    let mut client = Client::new(&[]);
    client.open("k.cl", MAP);
    let found = client.diagnostics("k.cl", 1);
    let place = &found.iter().find(|one| one["code"] == "CLU233").expect("a finding")["range"];
    let actions = client.actions("k.cl", place.clone(), Some("quickfix"));
    assert_eq!(actions.len(), 2, "{actions:?}");
    assert!(actions[0]["title"].as_str().unwrap().ends_with(" (unsafe: only you can know that it is right)"));
    assert_eq!(actions[0]["isPreferred"], false);
    assert!(edited(MAP, &actions[0]).contains("restrict"));
    assert!(client.actions("k.cl", range((0, 0), (3, 0)), Some("source.fixAll")).is_empty());
}

/// The action is offered at the reason and on the line of the request, and the finding is gone afterwards.
#[test]
fn a_finding_can_be_allowed() {
    const LATER: &str = "\
kernel void k(global int *a, int n) {
#pragma unroll
for (int i = 0; i < n; i++) a[i] = i;
#pragma unroll // full
for (int i = 0; i < n; i++) a[i] = i;
}
";
    let mut client = Client::with(&[], &["--stdio"], &json!({}), &Value::Null);
    client.open("k.cl", LATER);
    let found = client.diagnostics("k.cl", 1);
    assert_eq!(found.iter().filter(|one| one["code"] == "CLU102").count(), 2, "{found:?}");
    let place = found[0]["range"].clone();
    for here in [place, range((1, 2), (1, 2))] {
        let actions = client.actions("k.cl", here, Some("quickfix"));
        let allow = actions.iter().find(|one| one["title"] == "Allow CLU102 here, with a comment").expect("the action");
        let address = client.address("k.cl");
        let edit = &allow["edit"]["changes"][&address][0];
        assert_eq!(
            (&edit["newText"], &edit["range"]),
            (&json!(" // clunroll: allow(CLU102)"), &range((1, 14), (1, 14)))
        );
    }
    // A line with a comment gets no second one.
    let actions = client.actions("k.cl", range((3, 2), (3, 2)), Some("quickfix"));
    assert!(titles(&actions).iter().all(|title| !title.starts_with("Allow ")), "{actions:?}");
    let allowed = LATER.replacen("unroll\n", "unroll // clunroll: allow(CLU102)\n", 1);
    client.change("k.cl", 2, json!([{ "text": allowed }]));
    assert_eq!(client.diagnostics("k.cl", 2).iter().filter(|one| one["code"] == "CLU102").count(), 1);
}

/// All fixes together have the result of `clunroll check --fix`.
#[test]
fn all_fixes_are_those_of_check() {
    let source = TWO_MISTAKES.replace("for (int i = 0; i < 8", "/* é */\r\nfor (int i = 0; i < 8");
    let mut client = Client::new(&[("k.cl", &source)]);
    client.open("k.cl", &source);
    for only in ["source", "source.fixAll", "source.fixAll.clunroll"] {
        let actions = client.actions("k.cl", range((0, 0), (0, 0)), Some(only));
        assert_eq!(titles(&actions), ["Make all safe fixes of clunroll"]);
        let path = client.folder.path().join("k.cl");
        std::fs::write(&path, &source).unwrap();
        let program = assert_cmd::cargo::cargo_bin!("clunroll");
        Command::new(program).args(["check", "--fix", "-q"]).arg(&path).output().unwrap();
        assert_eq!(edited(&source, &actions[0]), std::fs::read_to_string(path).unwrap());
        assert_ne!(edited(&source, &actions[0]), source);
    }
    assert!(client.actions("k.cl", range((0, 0), (0, 0)), Some("source.fixAll.other")).is_empty());
    assert!(client.actions("k.cl", range((0, 0), (0, 0)), Some("refactor")).is_empty());
}

/// A client without versions of documents gets the edits by address.
#[test]
fn edits_are_what_the_client_takes() {
    let mut client = Client::with(&[], &[], &json!({}), &Value::Null);
    client.open("k.cl", TWO_MISTAKES);
    let actions = client.actions("k.cl", range((1, 9), (1, 9)), Some("quickfix"));
    let address = client.address("k.cl");
    assert!(actions[0]["edit"]["changes"][&address][0]["newText"].is_string(), "{actions:?}");
    assert!(actions[0]["edit"].get("documentChanges").is_none());
}

#[test]
fn a_hover_says_what_a_request_becomes() {
    let mut client = Client::new(&[]);
    client.open("k.cl", &MAP.replace("int n)", "int n) /* é */"));
    let hover = client.hover("k.cl", 1, 9);
    let page = hover["contents"]["value"].as_str().unwrap();
    for line in ["**unroll 4: unrolled**", "- Form: counted, with factor 4", "- Remainder: nested"] {
        assert!(page.contains(line), "{page}");
    }
    assert_eq!(hover["contents"]["kind"], "markdown");
    assert_eq!(hover["range"], range((1, 0), (1, 16)));
    assert_eq!(client.hover("k.cl", 2, 3), Value::Null);
    assert_eq!(client.hover("other.cl", 2, 3), Value::Null);
}

/// The text is the output of `clunroll` for the text in the editor.
#[test]
fn the_unrolled_source_is_shown() {
    let mut client = Client::new(&[("k.cl", MAP), ("clunroll.toml", "remainder = 'loop'\n")]);
    client.open("k.cl", MAP);
    let actions = client.actions("k.cl", range((1, 3), (1, 3)), None);
    let show = actions.iter().find(|one| one["title"] == "Show the unrolled source").expect("the action");
    let command = &show["command"];
    let text = client.execute(command["command"].as_str().unwrap(), command["arguments"].clone()).expect("a text");
    let written = Command::new(assert_cmd::cargo::cargo_bin!("clunroll"))
        .arg(client.folder.path().join("k.cl"))
        .output()
        .unwrap()
        .stdout;
    assert_eq!(text.as_str().unwrap().as_bytes(), written);
    assert_ne!(text, MAP);
    assert!(!titles(&client.actions("k.cl", range((3, 0), (3, 1)), None)).contains(&"Show the unrolled source"));
    client.change("k.cl", 2, json!([{ "text": MAP.replace("unroll 4", "unroll -4") }]));
    let error =
        client.execute("clunroll.showUnrolled", json!([client.address("k.cl")])).expect_err("nothing is written");
    assert_eq!(error["code"], -32803);
    assert!(error["message"].as_str().unwrap().contains("k.cl has errors"), "{error}");
}

#[test]
fn a_rule_is_explained() {
    let mut client = Client::new(&[]);
    client.open("k.cl", TWO_MISTAKES);
    let actions = client.actions("k.cl", range((1, 10), (1, 10)), None);
    let explain = actions.iter().find(|one| one["title"] == "Explain CLU110 (misspelt-pragma)").expect("the action");
    let command = &explain["command"];
    let page = client.execute(command["command"].as_str().unwrap(), command["arguments"].clone()).expect("a page");
    let (page, rule) = (page.as_str().unwrap(), clunroll::rules::find("CLU110").unwrap());
    assert!(page.starts_with("# CLU110: misspelt-pragma") && page.ends_with(rule.page), "{page}");
}

#[test]
fn a_command_that_is_wrong_is_an_error() {
    let mut client = Client::new(&[]);
    for (command, arguments) in [
        ("clunroll.showUnrolled", json!([])),
        ("clunroll.showUnrolled", json!([1])),
        ("clunroll.showUnrolled", json!(["no address"])),
        ("clunroll.showUnrolled", json!(["file:///not/open.cl"])),
        ("clunroll.explainRule", json!(["CLU999"])),
        ("other.command", json!(["CLU101"])),
    ] {
        let error = client.execute(command, arguments.clone()).expect_err("an error");
        assert_eq!(error["code"], -32602, "{command} {arguments}: {error}");
    }
}
