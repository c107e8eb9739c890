//! The begin and the end of a connection, and messages without a valid answer.

use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::{Client, range};

#[test]
fn the_server_says_what_it_can_do() {
    let client = Client::new(&[]);
    let can = &client.offer["capabilities"];
    assert_eq!(can["textDocumentSync"]["change"], 2);
    assert_eq!(can["hoverProvider"], true);
    assert_eq!(can["codeActionProvider"]["codeActionKinds"], json!(["quickfix", "source.fixAll.clunroll"]));
    let commands = &can["executeCommandProvider"]["commands"];
    assert_eq!(commands, &json!(["clunroll.showUnrolled", "clunroll.showLoop", "clunroll.explainRule"]));
    assert_eq!(client.offer["serverInfo"], json!({ "name": "clunroll", "version": env!("CARGO_PKG_VERSION") }));
    assert_eq!(client.shut_down(), Some(0));
}

#[test]
fn a_client_that_does_not_shut_down_gets_another_status() {
    let mut client = Client::new(&[]);
    client.notify("exit", Value::Null);
    assert_eq!(client.end(), (Some(1), String::new()));
    let mut client = Client::new(&[]);
    assert_eq!(client.end(), (Some(1), String::new()));
    let mut client = Client::silent(&[], &[]);
    assert_eq!(client.end(), (Some(1), String::new()));
    let mut client = Client::silent(&[], &[]);
    client.notify("exit", Value::Null);
    assert_eq!(client.end(), (Some(1), String::new()));
}

#[test]
fn nothing_but_the_end_comes_after_shutdown() {
    let mut client = Client::new(&[]);
    client.request("shutdown", Value::Null).expect("an end");
    let error = client.execute("clunroll.explainRule", json!(["CLU101"])).expect_err("it is too late");
    assert_eq!(error["code"], -32600);
    client.notify("exit", Value::Null);
    assert_eq!(client.end().0, Some(0));
}

#[test]
fn a_request_before_initialize_is_refused() {
    let mut client = Client::silent(&[], &[]);
    let error = client.request("textDocument/hover", json!({})).expect_err("it is too early");
    assert_eq!(error["code"], -32002);
    let error = client.request("initialize", json!({ "capabilities": 7 })).expect_err("wrong parameters");
    assert_eq!(error["code"], -32602);
    client.request("initialize", json!({ "processId": null, "capabilities": {} })).expect("a server");
    assert_eq!(client.shut_down(), Some(0));
}

/// Each gets an error or is ignored, and the server continues.
#[test]
fn what_is_not_known_or_wrong_changes_nothing() {
    let mut client = Client::new(&[]);
    let error = client.request("textDocument/rename", json!({})).expect_err("it is not known");
    assert_eq!(error["code"], -32601);
    for (method, params) in [
        ("textDocument/hover", json!({})),
        (
            "textDocument/hover",
            json!({ "textDocument": { "uri": "no address" }, "position": { "line": 0, "character": 0 } }),
        ),
        (
            "textDocument/hover",
            json!({ "textDocument": { "uri": "file:///k.cl" }, "position": { "line": -1, "character": 0 } }),
        ),
        ("textDocument/codeAction", json!([1, 2])),
        ("workspace/executeCommand", json!("command")),
    ] {
        let error = client.request(method, params.clone()).expect_err("wrong parameters");
        assert_eq!(error["code"], -32602, "{method} {params}");
    }
    for (method, params) in [
        ("textDocument/didOpen", json!({})),
        (
            "textDocument/didChange",
            json!({ "textDocument": { "uri": "file:///k.cl", "version": 2 }, "contentChanges": [{ "text": "" }] }),
        ),
        ("textDocument/didChange", json!({ "textDocument": 1 })),
        ("textDocument/didClose", json!({ "textDocument": { "uri": "file:///k.cl" } })),
        ("textDocument/didSave", Value::Null),
        ("workspace/didChangeConfiguration", Value::Null),
        ("workspace/didChangeConfiguration", json!({ "settings": null })),
        ("workspace/didChangeWatchedFiles", json!(7)),
        ("$/cancelRequest", json!({ "id": 1 })),
        ("$/setTrace", json!({ "value": "off" })),
        ("telemetry/nonsense", json!([])),
    ] {
        client.notify(method, params);
    }
    client.send(&json!({ "jsonrpc": "2.0", "id": 9999, "result": "nobody asked" }));
    client.open("k.cl", "#pragma unroll 0\n");
    let line = u32::MAX;
    client.change("k.cl", 2, json!([{ "range": range((line, line), (0, 0)), "text": "\r" }]));
    assert!(!client.diagnostics("k.cl", 2).is_empty());
    assert!(client.actions("k.cl", range((line, line), (0, 0)), None).iter().all(Value::is_object));
    assert_eq!(client.shut_down(), Some(0));
}

/// After bytes that are not a message, the beginning of the next message is unknown.
#[test]
fn bytes_that_are_no_message_end_the_server() {
    for bytes in [
        &b"Content-Length: 7\r\n\r\nno JSON"[..],
        b"Content-Length: many\r\n\r\n{}",
        b"\xff\xfe\r\n\r\n",
        b"Content-Length: 100\r\n\r\n{\"jsonrpc\"",
        b"Content-Length: 2\r\n\r\n[]",
        b"Content-Length: 2\r\n\r\n\xff\xff",
        b"Content-Length: 18446744073709551615\r\n\r\n{}",
        b"Content-Length: 9223372036854775807\r\n\r\n{}",
        b"Content-Length: 99999999999999\r\n\r\n{}",
        b"Content-Length: 100000000000000000000000\r\n\r\n{}",
    ] {
        let mut client = Client::new(&[]);
        client.send_bytes(bytes);
        let (status, said) = client.end();
        assert_eq!(status, Some(2), "{bytes:?}: {said}");
        assert!(said.starts_with("clunroll: error: the connection with the editor is broken: "), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}

/// The error about a message is one short line, whatever the message's length, and the server does not wait for a reader.
#[test]
fn a_large_message_that_is_none_ends_a_server_without_readers() {
    let mut client = Client::new(&[]);
    let body = format!("[{}]", "\"x\",".repeat(1 << 20));
    client.send_bytes(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    let (status, said) = client.end();
    assert_eq!(status, Some(2));
    assert!(said.len() < 400, "{} bytes", said.len());

    let (_reader, writer) = std::io::pipe().unwrap();
    let mut filler = writer.try_clone().unwrap();
    // More than any pipe can hold.
    thread::spawn(move || filler.write_all(&vec![b'.'; 1 << 24]));
    let mut server = Command::new(assert_cmd::cargo::cargo_bin!("clunroll"))
        .arg("server")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(writer)
        .spawn()
        .unwrap();
    let mut to = server.stdin.take().unwrap();
    to.write_all(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes()).unwrap();
    to.flush().unwrap();
    let deadline = Instant::now() + Duration::from_secs(60);
    while server.try_wait().unwrap().is_none() && Instant::now() < deadline {
        thread::sleep(Duration::from_millis(20));
    }
    let status = server.try_wait().unwrap().and_then(|status| status.code());
    let _ = server.kill();
    assert_eq!(status, Some(2), "it waits");
}
