//! A client: a real process of `clunroll server`, and real messages on its pipes.
//!
//! A message is a header with its length, an empty line, and JSON. A thread reads the server's messages and puts them into a channel. A
//! test that waits for a message in vain fails after [`PATIENCE`].

#![expect(clippy::needless_pass_by_value, reason = "messages are written where they are sent")]

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

/// How long an answer may take, in a build that is not optimised, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

pub struct Client {
    process: Child,
    to: Option<ChildStdin>,
    from: Receiver<Value>,
    /// The messages that have arrived and were not yet waited for.
    waiting: Vec<Value>,
    next_id: i64,
    /// The folder of the workspace.
    pub folder: TempDir,
    /// The server's answer to `initialize`.
    pub offer: Value,
}

/// The abilities of a modern editor.
pub fn abilities() -> Value {
    json!({
        "general": { "positionEncodings": ["utf-8", "utf-16"] },
        "textDocument": { "publishDiagnostics": { "relatedInformation": true } },
        "workspace": {
            "workspaceEdit": { "documentChanges": true },
            "didChangeWatchedFiles": { "dynamicRegistration": true },
            "didChangeConfiguration": { "dynamicRegistration": true },
        },
    })
}

impl Client {
    /// A server with the abilities of a modern editor, and a workspace with these files.
    pub fn new(files: &[(&str, &str)]) -> Self {
        Self::with(files, &[], &abilities(), &Value::Null)
    }

    pub fn with(files: &[(&str, &str)], arguments: &[&str], abilities: &Value, options: &Value) -> Self {
        let mut client = Self::silent(files, arguments);
        let params = json!({
            "processId": null,
            "rootUri": client.address(""),
            "capabilities": abilities,
            "initializationOptions": options,
        });
        client.offer = client.request("initialize", params).expect("a server");
        client.notify("initialized", json!({}));
        client
    }

    /// A server without any message so far.
    pub fn silent(files: &[(&str, &str)], arguments: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        let mut process = Command::new(assert_cmd::cargo::cargo_bin!("clunroll"))
            .arg("server")
            .args(arguments)
            // Not the workspace: an editor may be started anywhere.
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (to, from) = (process.stdin.take(), process.stdout.take().unwrap());
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || {
            let mut from = BufReader::new(from);
            while let Some(message) = read(&mut from) {
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        Self { process, to, from: receiver, waiting: Vec::new(), next_id: 1, folder, offer: Value::Null }
    }

    /// The address of a file in the workspace.
    pub fn address(&self, name: &str) -> String {
        address(&self.folder.path().join(name))
    }

    /// Sends bytes unchanged.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let to = self.to.as_mut().expect("an open connection");
        // The server may have ended; its messages in that case are tested.
        let _ = to.write_all(bytes).and_then(|()| to.flush());
    }

    pub fn send(&mut self, message: &Value) {
        let text = message.to_string();
        self.send_bytes(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }

    pub fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// The result of a request, or its error.
    pub fn request(&mut self, method: &str, params: Value) -> Result<Value, Value> {
        let id = self.next_id;
        self.next_id += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        let mut answer = self.wait_for(|message| message["id"] == id && message.get("method").is_none());
        if answer.get("error").is_some() { Err(answer["error"].take()) } else { Ok(answer["result"].take()) }
    }

    /// The first matching message that was not yet waited for.
    pub fn wait_for(&mut self, is_wanted: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.waiting.iter().position(&is_wanted) {
            return self.waiting.remove(at);
        }
        loop {
            let message = self.from.recv_timeout(PATIENCE).expect("the server says nothing more");
            if is_wanted(&message) {
                return message;
            }
            self.waiting.push(message);
        }
    }

    /// The messages that have arrived and were not yet waited for.
    pub fn waiting(&self) -> impl Iterator<Item = &Value> {
        self.waiting.iter()
    }

    pub fn open(&mut self, name: &str, text: &str) {
        self.open_address(&self.address(name), text);
    }

    pub fn open_address(&mut self, address: &str, text: &str) {
        let document = json!({ "uri": address, "languageId": "opencl", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Makes changes, each a range and a text, or the whole text without a range.
    pub fn change(&mut self, name: &str, version: i32, changes: Value) {
        let document = json!({ "uri": self.address(name), "version": version });
        self.notify("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
    }

    /// The diagnostics of a version of a document.
    pub fn diagnostics(&mut self, name: &str, version: i32) -> Vec<Value> {
        let address = self.address(name);
        self.published(|params| params["uri"] == address && params["version"] == version)
    }

    /// The published diagnostics of the first matching document.
    pub fn published(&mut self, is_wanted: impl Fn(&Value) -> bool) -> Vec<Value> {
        let message = self.wait_for(|message| {
            message["method"] == "textDocument/publishDiagnostics" && is_wanted(&message["params"])
        });
        message["params"]["diagnostics"].as_array().expect("a list").clone()
    }

    /// The actions for a range of a document, of some kinds or of all.
    pub fn actions(&mut self, name: &str, range: Value, only: Option<&str>) -> Vec<Value> {
        let mut context = json!({ "diagnostics": [] });
        if let Some(only) = only {
            context["only"] = json!([only]);
        }
        let document = json!({ "uri": self.address(name) });
        let params = json!({ "textDocument": document, "range": range, "context": context });
        self.request("textDocument/codeAction", params).expect("actions").as_array().expect("a list").clone()
    }

    pub fn hover(&mut self, name: &str, line: u32, character: u32) -> Value {
        let document = json!({ "uri": self.address(name) });
        let position = json!({ "line": line, "character": character });
        self.request("textDocument/hover", json!({ "textDocument": document, "position": position })).expect("a hover")
    }

    pub fn execute(&mut self, command: &str, arguments: Value) -> Result<Value, Value> {
        self.request("workspace/executeCommand", json!({ "command": command, "arguments": arguments }))
    }

    /// Ends the server as the protocol demands, and returns its exit status.
    pub fn shut_down(mut self) -> Option<i32> {
        self.request("shutdown", Value::Null).expect("an end");
        self.notify("exit", Value::Null);
        self.end().0
    }

    /// Closes the connection, and returns the exit status and the text on standard error.
    pub fn end(&mut self) -> (Option<i32>, String) {
        self.to = None;
        let mut said = String::new();
        self.process.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        let status: ExitStatus = self.process.wait().unwrap();
        (status.code(), said)
    }
}

impl Drop for Client {
    /// A test that fails leaves no server running.
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A range in the form of a message.
pub fn range(start: (u32, u32), end: (u32, u32)) -> Value {
    let position = |(line, character): (u32, u32)| json!({ "line": line, "character": character });
    json!({ "start": position(start), "end": position(end) })
}

/// A text after the edits of an action, whose columns count bytes.
pub fn edited(text: &str, action: &Value) -> String {
    let edits = action["edit"]["documentChanges"][0]["edits"].as_array().expect("edits");
    let starts: Vec<_> = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let offset = |position: &Value| {
        let number = |key: &str| usize::try_from(position[key].as_u64().unwrap()).unwrap();
        starts[number("line")] + number("character")
    };
    let mut text = text.to_owned();
    // From the end, so that offsets before it stay.
    for edit in edits.iter().rev() {
        let range = offset(&edit["range"]["start"])..offset(&edit["range"]["end"]);
        text.replace_range(range, edit["newText"].as_str().unwrap());
    }
    text
}

fn address(path: &Path) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte);
    let encoded = path
        .to_str()
        .unwrap()
        .bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") });
    format!("file://{}", encoded.collect::<String>())
}

fn read(from: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if from.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end() {
            "" => break,
            header => {
                if let Some(value) = header.strip_prefix("Content-Length: ") {
                    length = value.parse().unwrap();
                }
            }
        }
    }
    let mut text = vec![0; length];
    from.read_exact(&mut text).ok()?;
    Some(serde_json::from_slice(&text).unwrap())
}
