//! Configurations, and the settings of the editor.

use serde_json::{Value, json};

use super::client::{Client, abilities};

/// Whether its loop is unrolled depends on `N`; its factor of 0 is a warning.
const KERNEL: &str = "kernel void k(global int *a) {\n#pragma unroll 0\nfor (int i = 0; i < N; i++) a[i] = i;\n}\n";

fn severity(found: &[Value], code: &str) -> Option<u64> {
    found.iter().find(|one| one["code"] == code).and_then(|one| one["severity"].as_u64())
}

#[test]
fn a_configuration_is_read_again_when_it_changes() {
    let mut client = Client::new(&[("k.cl", KERNEL)]);
    let asked = client.wait_for(|message| message["method"] == "client/registerCapability");
    client.send(&json!({ "jsonrpc": "2.0", "id": asked["id"], "result": null }));
    let watchers = asked["params"]["registrations"][0]["registerOptions"]["watchers"].to_string();
    assert!(watchers.contains("**/clunroll.toml"), "{asked}");
    client.open("k.cl", KERNEL);
    assert_eq!(severity(&client.diagnostics("k.cl", 1), "CLU101"), Some(2));
    let config = client.folder.path().join("clunroll.toml");
    let event = json!({ "uri": client.address("clunroll.toml"), "type": 1 });
    std::fs::write(&config, "[rules]\ndeny = ['CLU101']\n").unwrap();
    client.notify("workspace/didChangeWatchedFiles", json!({ "changes": [event] }));
    assert_eq!(severity(&client.diagnostics("k.cl", 1), "CLU101"), Some(1));
    std::fs::write(&config, "[rules]\ndenny = []\n").unwrap();
    client.notify("workspace/didChangeWatchedFiles", json!({ "changes": [event] }));
    let found = client.diagnostics("k.cl", 1);
    let message = found[0]["message"].as_str().unwrap();
    assert!(message.contains("clunroll.toml:2:1: unknown key `denny`"), "{message}");
    std::fs::write(&config, "exclude = ['k.cl']\n").unwrap();
    // A client that cannot watch files reports which files it saves.
    let document = json!({ "uri": client.address("k.cl") });
    client.notify("textDocument/didSave", json!({ "textDocument": document }));
    assert!(client.diagnostics("k.cl", 1).is_empty());
}

#[test]
fn a_client_that_cannot_watch_is_not_asked_to() {
    let mut client = Client::with(&[], &[], &json!({}), &Value::Null);
    client.open("k.cl", KERNEL);
    assert!(!client.diagnostics("k.cl", 1).is_empty());
    client.request("shutdown", Value::Null).expect("an end");
    client.notify("exit", Value::Null);
    let (status, said) = client.end();
    assert_eq!((status, said.as_str()), (Some(0), ""));
}

#[test]
fn known_findings_are_not_shown() {
    let mut client = Client::new(&[("k.cl", KERNEL), ("clunroll.toml", "baseline = 'known.json'\n")]);
    let folder = client.folder.path();
    let written = std::process::Command::new(assert_cmd::cargo::cargo_bin!("clunroll"))
        .args(["check", "-q", "--write-baseline"])
        .args([folder.join("known.json"), folder.join("k.cl")])
        .status()
        .unwrap();
    assert_eq!(written.code(), Some(0));
    client.open("k.cl", KERNEL);
    assert!(client.diagnostics("k.cl", 1).is_empty());
    client.change("k.cl", 2, json!([{ "text": KERNEL.replace("unroll 0", "unroll 00") }]));
    assert_eq!(client.diagnostics("k.cl", 2).len(), 1);
}

#[test]
fn options_are_typed_or_set_in_the_editor() {
    let mut client = Client::with(&[], &["--deny", "CLU101"], &abilities(), &Value::Null);
    client.open("k.cl", KERNEL);
    assert_eq!(severity(&client.diagnostics("k.cl", 1), "CLU101"), Some(1));
    let set = |arguments: Value| json!({ "settings": { "clunroll": { "arguments": arguments } } });
    client.notify("workspace/didChangeConfiguration", set(json!(["--ignore", "CLU101"])));
    assert!(client.diagnostics("k.cl", 1).is_empty());
    client.notify("workspace/didChangeConfiguration", set(json!(["--fix"])));
    let message = client.wait_for(|message| message["method"] == "window/showMessage");
    assert_eq!(
        message["params"]["message"],
        "clunroll: the setting `clunroll.arguments` is wrong: unexpected argument '--fix' found"
    );
    assert!(client.diagnostics("k.cl", 1).is_empty(), "the settings stay as they were");
    let options = json!({ "arguments": ["--warn", "CLU249", "--ignore", "CLU101"] });
    let mut client = Client::with(&[], &[], &abilities(), &options);
    client.open("k.cl", KERNEL);
    assert!(client.diagnostics("k.cl", 1).is_empty());
}

/// An option that names a folder is relative to the workspace, wherever the editor was started.
#[test]
fn folders_are_relative_to_the_workspace() {
    let kernel = "#include <sizes.h>\nkernel void k(global int *a) {\n#pragma unroll\nfor (int i = 0; i < N; i++) a[i] = i;\n}\n";
    let files = [("src/k.cl", kernel), ("inc dir/sizes.h", "#define N 4\n")];
    let mut client = Client::with(&files, &["-I", "inc dir"], &abilities(), &Value::Null);
    client.open("src/k.cl", kernel);
    let found = client.diagnostics("src/k.cl", 1);
    assert!(found.is_empty(), "{found:?}");
}
