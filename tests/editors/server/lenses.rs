//! Lenses and inlay hints: what they say, the loop that a lens shows, and the settings that turn them off.

use std::process::Command;

use serde_json::{Value, json};

use super::client::{Client, abilities, edited, range};

/// A loop of 8 iterations, a nest whose inner loop is a part of the outer one, a loop of unknown trip count, and one that stays.
const LOOPS: &str = "\
kernel void k(global int *a, int n) {
#pragma unroll 4
for (int i = 0; i < 8; i++) a[i] = i;
    #pragma unroll
    for (int i = 0; i < 2; i++) {
        #pragma unroll
        for (int j = 0; j < 3; j++)
            a[i * 3 + j] += 7;
    }
#pragma unroll 2
for (int i = 0; i < n; i++) a[i] ^= i;
#pragma unroll
for (int i = 0; i < n; i++) a[i] += n;
}
";

/// An editor that shows both, and can ask for them once more.
fn shows() -> Value {
    let mut abilities = abilities();
    abilities["textDocument"]["codeLens"] = json!({});
    abilities["textDocument"]["inlayHint"] = json!({});
    abilities["workspace"]["codeLens"] = json!({ "refreshSupport": true });
    abilities["workspace"]["inlayHint"] = json!({ "refreshSupport": true });
    abilities
}

fn lenses(client: &mut Client, name: &str) -> Vec<Value> {
    let document = json!({ "uri": client.address(name) });
    let lenses = client.request("textDocument/codeLens", json!({ "textDocument": document })).expect("lenses");
    lenses.as_array().expect("a list").clone()
}

fn hints(client: &mut Client, name: &str, range: &Value) -> Vec<Value> {
    let document = json!({ "uri": client.address(name) });
    let hints = client.request("textDocument/inlayHint", json!({ "textDocument": document, "range": range }));
    hints.expect("hints").as_array().expect("a list").clone()
}

fn show(client: &mut Client, lens: &Value) -> String {
    let command = &lens["command"];
    let text = client.execute(command["command"].as_str().unwrap(), command["arguments"].clone()).expect("a text");
    text.as_str().unwrap().to_owned()
}

#[test]
fn a_lens_says_what_a_loop_becomes_and_shows_it() {
    let mut client = Client::with(&[("k.cl", LOOPS)], &[], &shows(), &Value::Null);
    client.open("k.cl", LOOPS);
    let lenses = lenses(&mut client, "k.cl");
    let lines: Vec<_> = lenses.iter().map(|lens| lens["range"]["start"]["line"].as_u64().unwrap()).collect();
    assert_eq!(lines, [1, 3, 5, 9], "{lenses:?}");
    let title = |at: usize| lenses[at]["command"]["title"].as_str().unwrap();
    assert!(title(0).starts_with("8 copies, +") && title(0).ends_with(" bytes, show"), "{}", title(0));
    // The inner loop is written with the outer one.
    assert_eq!(title(2), "3 copies, show");
    let written = Command::new(assert_cmd::cargo::cargo_bin!("clunroll"))
        .arg(client.folder.path().join("k.cl"))
        .output()
        .unwrap()
        .stdout;
    let written = String::from_utf8(written).unwrap();
    let shown: Vec<_> = lenses.iter().map(|lens| show(&mut client, lens)).collect();
    for (text, own) in shown.iter().zip(["= i;", "+= 7;", "+= 7;", "^= i"]) {
        assert!(written.contains(text.as_str()) && text.ends_with('\n'), "{text}");
        assert!(text.contains(own), "{own}: {text}");
    }
    assert_eq!(shown[1], shown[2]);
    // Together they are all that is not in the source.
    let rest = [0, 1, 3].iter().fold(written.clone(), |rest, &at| rest.replacen(&shown[at], "", 1));
    let lines: Vec<_> = LOOPS.lines().collect();
    let [left, mark] = ["#pragma unroll", " /* clunroll: left as written */"];
    assert_eq!(rest, format!("{}\n{left}{mark}\n{}\n}}\n", lines[0], lines[12]));
}

/// Whatever else is written, a lens shows its own loop.
#[test]
fn a_loop_is_found_among_other_changes() {
    const SOURCE: &str = "\
kernel void k(global int *a, global const int *b) {
#pragma promote_to_registers
    int sum[2];
    #pragma unroll
    for (int i = 0; i < 2; i++) sum[i] = b[i];
    a[0] = sum[0] + sum[1];
    #pragma unroll
    for (int i = 0; i < 2; i++)
        a[i] *= 3;
    #pragma unroll
    for (int i = 0; i < 2; i++)
        a[i] -= 5;
}
";
    for arguments in [&[][..], &["--assume", "restrict"], &["--remainder", "loop"]] {
        let mut client = Client::with(&[], arguments, &shows(), &Value::Null);
        client.open("k.cl", SOURCE);
        let lenses = lenses(&mut client, "k.cl");
        let shown: Vec<_> = lenses.iter().map(|lens| show(&mut client, lens)).collect();
        let [first, second, third] = &shown[..] else { panic!("{shown:?}") };
        let count = |text: &str| ["b[", "*= 3;", "-= 5;"].map(|body| text.matches(body).count());
        assert_eq!(count(first), [2, 0, 0], "{arguments:?}: {first}");
        assert_eq!(count(second), [0, 2, 0], "{arguments:?}: {second}");
        assert_eq!(count(third), [0, 0, 2], "{arguments:?}: {third}");
    }
    // The output of a raw string is shown with its file.
    let host = format!("const char *k = R\"cl(\n{SOURCE})cl\";\n");
    let mut client = Client::with(&[], &[], &shows(), &Value::Null);
    client.open("host.cpp", &host);
    for lens in lenses(&mut client, "host.cpp") {
        assert!(show(&mut client, &lens).starts_with("const char *k"));
    }
}

/// The lens of a version that is gone leads to the loop that is there now, or to none.
#[test]
fn a_loop_is_looked_for_in_the_current_text() {
    let mut client = Client::with(&[], &[], &shows(), &Value::Null);
    client.open("k.cl", LOOPS);
    let lens = lenses(&mut client, "k.cl").remove(0);
    client.change("k.cl", 2, json!([{ "text": LOOPS.replace("a[i] = i", "a[i] = 9 * i") }]));
    assert!(show(&mut client, &lens).contains("a[i] = 9 * i"));
    client.change("k.cl", 3, json!([{ "text": LOOPS.replace("#pragma unroll 4", "// nothing") }]));
    let (command, arguments) = (&lens["command"]["command"], &lens["command"]["arguments"]);
    let error = client.execute(command.as_str().unwrap(), arguments.clone()).expect_err("no loop");
    assert_eq!(error["message"], "no loop is unrolled for a request at this place");
    // Where clunroll writes nothing, no loop becomes anything.
    client.change("k.cl", 4, json!([{ "text": LOOPS.replace("unroll 2", "unroll -2") }]));
    assert!(lenses(&mut client, "k.cl").is_empty());
    for arguments in [json!([]), json!([client.address("k.cl")]), json!([client.address("k.cl"), 1]), json!([1, {}])] {
        assert_eq!(client.execute("clunroll.showLoop", arguments).expect_err("an error")["code"], -32602);
    }
}

#[test]
fn known_trip_counts_are_hints() {
    let text = LOOPS.replace("i < 8", "i < N");
    let mut client = Client::with(&[], &["-D", "N=4"], &shows(), &Value::Null);
    client.open("k.cl", &text.replace("unroll 4", "unroll"));
    let all = hints(&mut client, "k.cl", &range((0, 0), (99, 0)));
    let labels: Vec<_> = all.iter().map(|hint| hint["label"].as_str().unwrap()).collect();
    // The number is that of one value of N.
    assert_eq!(labels, ["of 4 iterations if (N) == 4", "of 2 iterations", "of 3 iterations"]);
    assert_eq!(all[1]["position"], json!({ "line": 3, "character": 18 }));
    assert!(all[1]["tooltip"]["value"].as_str().unwrap().contains("- Trip count: 2"), "{all:?}");
    assert_eq!(hints(&mut client, "k.cl", &range((4, 0), (6, 0))).len(), 1);
}

/// An editor gets what it shows, and only if its user wants it.
#[test]
fn both_depend_on_the_editor_and_its_settings() {
    let mut plain = Client::new(&[]);
    let offered = |client: &Client, name: &str| !client.offer["capabilities"][name].is_null();
    assert!(!offered(&plain, "codeLensProvider") && !offered(&plain, "inlayHintProvider"));
    plain.open("k.cl", LOOPS);
    plain.notify("textDocument/didSave", json!({ "textDocument": { "uri": plain.address("k.cl") } }));
    plain.hover("k.cl", 1, 1);
    assert!(plain.waiting().all(|message| !message["method"].as_str().unwrap_or_default().ends_with("/refresh")));

    let settings = json!({ "clunroll": { "codeLens": false } });
    let mut client = Client::with(&[], &[], &shows(), &settings);
    assert!(offered(&client, "codeLensProvider") && offered(&client, "inlayHintProvider"));
    client.open("k.cl", LOOPS);
    let all = range((0, 0), (99, 0));
    assert!(lenses(&mut client, "k.cl").is_empty());
    assert_eq!(hints(&mut client, "k.cl", &all).len(), 3);
    let settings = json!({ "settings": { "clunroll": { "codeLens": true, "inlayHints": false } } });
    client.notify("workspace/didChangeConfiguration", settings);
    assert_eq!(lenses(&mut client, "k.cl").len(), 4);
    assert!(hints(&mut client, "k.cl", &all).is_empty());
    for method in ["workspace/codeLens/refresh", "workspace/inlayHint/refresh"] {
        client.wait_for(|message| message["method"] == method);
    }
    let settings = json!({ "settings": { "clunroll": { "inlayHints": "yes" } } });
    client.notify("workspace/didChangeConfiguration", settings);
    let said = client.wait_for(|message| message["method"] == "window/showMessage");
    assert!(said["params"]["message"].as_str().unwrap().contains("`clunroll.inlayHints` is neither"), "{said}");
}

const FULL: &str = "\
kernel void k(global int *a, int n) {
    #pragma unroll // all
    for (int i = 0; i < n; i++) a[i] = i;
    __attribute__((opencl_unroll_hint))
    for (int i = 0; i < n; i++) a[i] = i;
    #pragma unroll 16
    for (int i = 0; i < 8; i++) a[i] = i;
}
";

/// A factor can be given at the request, anywhere on its line, and at the reason; and what was asked for is then done.
#[test]
fn a_factor_can_be_given_and_lowered() {
    let mut client = Client::new(&[]);
    client.open("k.cl", FULL);
    let reason = client.diagnostics("k.cl", 1).iter().find(|one| one["code"] == "CLU102").unwrap()["range"].clone();
    let after = |action: &Value| edited(FULL, action);
    let titled = |client: &mut Client, place: Value, start: &str| -> Vec<Value> {
        let actions = client.actions("k.cl", place, Some("quickfix"));
        actions.into_iter().filter(|one| one["title"].as_str().unwrap().starts_with(start)).collect()
    };
    for place in [range((1, 0), (1, 0)), range((1, 8), (1, 8)), range((1, 25), (1, 25))] {
        let given = titled(&mut client, place, "Give the factor ");
        let titles: Vec<_> = given.iter().map(|one| one["title"].as_str().unwrap()).collect();
        assert_eq!(titles, ["Give the factor 2", "Give the factor 4", "Give the factor 8"]);
        assert_eq!(after(&given[1]), FULL.replace("unroll //", "unroll 4 //"));
        assert_eq!((&given[1]["isPreferred"], &given[1]["diagnostics"][0]["code"]), (&json!(false), &json!("CLU102")));
    }
    let given = titled(&mut client, range((3, 6), (3, 6)), "Give the factor 4");
    assert_eq!(after(&given[0]), FULL.replace("unroll_hint", "unroll_hint(4)"));
    let given = titled(&mut client, reason, "Give the factor 4");
    assert!(after(&given[0]).contains("unroll 4 //"), "{given:?}");
    for column in [0, 10, 21] {
        let lowered = titled(&mut client, range((5, column), (5, column)), "Lower the factor to 8");
        assert_eq!(after(&lowered[0]), FULL.replace("unroll 16", "unroll 8"));
    }
    let changed =
        FULL.replace("unroll //", "unroll 4 //").replace("_hint", "_hint(4)").replace("unroll 16", "unroll 8");
    client.change("k.cl", 2, json!([{ "text": changed }]));
    let found = client.diagnostics("k.cl", 2);
    assert!(
        found.iter().all(|one| one["code"] != "CLU102" && one["code"] != "CLU219" && one["code"] != "CLU120"),
        "{found:?}"
    );
}

/// The text of a request that a macro makes is not at its place, so nothing is changed there.
#[test]
fn a_factor_of_a_macro_stays() {
    let text = FULL
        .replace("#pragma unroll // all", "do_unroll")
        .replace("unroll 16", "unroll F")
        .replace("kernel", "#define do_unroll _Pragma(\"unroll\")\n#define F 16\nkernel");
    let mut client = Client::new(&[]);
    client.open("k.cl", &text);
    let found = client.diagnostics("k.cl", 1);
    assert!(found.iter().any(|one| one["code"] == "CLU102") && found.iter().any(|one| one["code"] == "CLU120"));
    for line in [3, 7] {
        let actions = client.actions("k.cl", range((line, 6), (line, 6)), Some("quickfix"));
        let mut titles = actions.iter().map(|one| one["title"].as_str().unwrap());
        assert!(titles.all(|title| !title.contains("factor")), "{actions:?}");
    }
}
