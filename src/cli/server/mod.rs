//! `clunroll server`: findings and actions for an editor, while a kernel is written.
//!
//! The server speaks the Language Server Protocol on standard input and output. The crates lsp-server and lsp-types have the types of its
//! messages. The server handles one message after the other: an answer takes milliseconds. Changes only mark documents as stale. A stale
//! document is checked if no message waits, or if a request needs its findings. So fast typing costs one check for all changes that have
//! arrived meanwhile. This needs no timer, and no check ever needs to be cancelled.
//!
//! - `pipes`, `limits`: reading and writing messages, and their sizes.
//! - `client`: the abilities of the client, and messages to it.
//! - `configuration`: the settings of the editor.
//! - `positions`, `documents`: texts, and the changes that the editor makes.
//! - `checked`: checks a document as `clunroll check` does.
//! - `findings`, `actions`, `factors`, `lenses`, `commands`: the results for the editor.
//! - `dispatch`: from a message to its answer.
//!
//! The exit status says how it ended: 0 after `shutdown` and `exit`, 1 if the connection ended otherwise, 2 if a message could
//! not be read or written.

mod actions;
mod checked;
mod client;
mod commands;
mod configuration;
mod dispatch;
mod documents;
mod factors;
mod findings;
mod lenses;
mod limits;
mod pipes;
mod positions;

use std::env;

use lsp_server::{Connection, ErrorCode, Message, RequestId, Response};
use lsp_types::{CodeActionKind, InitializeParams, TextDocumentSyncKind, Url};
use serde_json::{Value, json};

use self::actions::FIX_ALL;
use self::checked::DocumentChecker;
use self::client::{Abilities, Client, Closed};
use self::configuration::ShownInText;
use self::documents::{Document, DocumentOutput, Documents};
use super::arguments::ServerArguments;
use super::settings::Resolver;
use super::{COULD_NOT_RUN, DONE, FINDINGS, interrupt};
use clunroll::{Outcome, Session};
use clunroll_files::failure::Failure;

/// Serves an editor until it ends the connection, and returns the exit status.
pub(super) fn run(arguments: &ServerArguments) -> Result<u8, Failure> {
    pipes::report_panics_aside();
    let (connection, pipes) = pipes::open()?;
    let is_shut_down = serve(connection, arguments)?;
    Ok(match pipes.join() {
        Ok(()) if is_shut_down => DONE,
        Ok(()) => FINDINGS,
        Err(error) => {
            let failure = Failure::new(format!("the connection with the editor is broken: {error}"));
            interrupt::in_time(move || failure.print());
            COULD_NOT_RUN
        }
    })
}

/// Handles all messages. Returns whether the client has shut the server down.
///
/// Fails if the system cannot start a thread.
fn serve(connection: Connection, arguments: &ServerArguments) -> Result<bool, Failure> {
    let Some((id, params)) = first_request(&connection) else { return Ok(false) };
    #[expect(deprecated, reason = "clients without folders of the workspace have a root")]
    let InitializeParams { capabilities, initialization_options, workspace_folders, root_uri, .. } = params;
    let root = workspace_folders.and_then(|folders| folders.into_iter().next()).map(|folder| folder.uri).or(root_uri);
    if let Some(root) = root.and_then(|root| root.to_file_path().ok()) {
        // Relative paths in options are relative to this folder. If it does not exist, they are relative to the folder in which the editor
        // started.
        let _ = env::set_current_dir(root);
    }
    let abilities = Abilities::of(&capabilities);
    let client = Client::new(connection, abilities)?;
    client.respond(Response::new_ok(id, offer(abilities)));
    let mut server = Server {
        client,
        resolver: Resolver::new(&arguments.settings, &arguments.rules),
        session: Session::new(),
        documents: Documents::default(),
        shown: ShownInText { lenses: true, hints: true },
        state: State::Running,
    };
    if let Some(settings) = initialization_options {
        server.configure(&settings);
    }
    Ok(server.work())
}

/// Waits for the request `initialize`, with which every client begins; `None` if the connection ends before it.
fn first_request(connection: &Connection) -> Option<(RequestId, InitializeParams)> {
    loop {
        // `initialize_start` refuses all other requests, as the protocol demands.
        let (id, params) = connection.initialize_start().ok()?;
        match serde_json::from_value(params) {
            Ok(params) => return Some((id, params)),
            Err(error) => {
                let response = Response::new_err(id, ErrorCode::InvalidParams as i32, error.to_string());
                let _ = connection.sender.send(response.into());
            }
        }
    }
}

/// The abilities of the server.
fn offer(abilities: Abilities) -> Value {
    let mut offer = json!({
        "capabilities": {
            "positionEncoding": abilities.encoding.kind(),
            "textDocumentSync": {
                "openClose": true,
                "change": TextDocumentSyncKind::INCREMENTAL,
                "save": { "includeText": false },
            },
            "hoverProvider": true,
            "codeActionProvider": { "codeActionKinds": [CodeActionKind::QUICKFIX, FIX_ALL] },
            "executeCommandProvider": { "commands": commands::ALL },
        },
        "serverInfo": { "name": "clunroll", "version": env!("CARGO_PKG_VERSION") },
    });
    if abilities.shows_lenses {
        offer["capabilities"]["codeLensProvider"] = json!({ "resolveProvider": false });
    }
    if abilities.shows_hints {
        offer["capabilities"]["inlayHintProvider"] = json!(true);
    }
    offer
}

/// The state of the conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Running,
    /// The client has requested the end: only `exit` may follow.
    ShutDown,
    /// It has ended the server.
    Ended {
        was_shut_down: bool,
    },
}

/// A server with its client.
struct Server {
    client: Client,
    resolver: Resolver,
    session: Session,
    documents: Documents,
    shown: ShownInText,
    state: State,
}

impl Server {
    /// Works until the client ends the server. Returns whether the client has shut it down before.
    fn work(mut self) -> bool {
        while let Some(message) = self.next() {
            match message {
                Message::Request(request) => {
                    let response = self.answer(request);
                    self.client.respond(response);
                }
                Message::Notification(notification) => self.note(notification),
                Message::Response(_) => {}
            }
            if let State::Ended { was_shut_down } = self.state {
                return was_shut_down;
            }
        }
        false
    }

    /// The next message. Until one arrives, stale documents are checked.
    fn next(&mut self) -> Option<Message> {
        while self.documents.has_stale() {
            match self.client.poll() {
                Ok(Some(message)) => return Some(message),
                Ok(None) => self.check_next(),
                Err(Closed) => return None,
            }
        }
        self.client.wait()
    }

    fn check_next(&mut self) {
        if let Some(address) = self.documents.next_stale() {
            self.fresh(&address);
            if let Some(document) = self.documents.get(&address) {
                let found = findings::diagnostics(&address, document, self.client.abilities);
                self.client.publish(address, Some(document.version), found);
            }
        }
    }

    /// An open document, checked.
    fn fresh(&mut self, address: &Url) -> Option<&Document> {
        if self.documents.get(address)?.checked.is_none() {
            let buffers = self.documents.buffers();
            let checker = DocumentChecker { resolver: &self.resolver, session: &self.session, buffers: &buffers };
            let document = self.documents.get_mut(address)?;
            let (checked, includes) = checker.check(document);
            document.checked = Some(checked);
            document.output = None;
            document.includes = includes;
        }
        self.documents.get(address)
    }

    /// An open document and the outcome of writing its output; `None` if there is no output.
    fn written(&mut self, address: &Url) -> Option<(&Document, &Outcome)> {
        self.fresh(address)?.checked.as_ref()?.outcome()?;
        let buffers = self.documents.buffers();
        let checker = DocumentChecker { resolver: &self.resolver, session: &self.session, buffers: &buffers };
        let document = self.documents.get_mut(address)?;
        if document.output.is_none() {
            let output = checker.output(document);
            document.output =
                Some(output.map_or(DocumentOutput::Nothing, |one| DocumentOutput::Written(Box::new(one))));
        }
        let document = self.documents.get(address)?;
        match document.output.as_ref()? {
            DocumentOutput::Written(outcome) => Some((document, outcome)),
            DocumentOutput::Nothing => None,
        }
    }

    /// Takes over the settings of the editor.
    fn configure(&mut self, settings: &Value) {
        if let Err(message) = self.shown.configure(settings) {
            self.client.show_error(format!("clunroll: {message}"));
        }
        match configuration::arguments(settings) {
            Ok(Some(arguments)) => self.resolver = Resolver::new(&arguments.settings, &arguments.rules),
            Ok(None) => {}
            Err(message) => self.client.show_error(format!("clunroll: {message}")),
        }
    }

    /// Reads all configurations again, and checks all documents.
    fn reload(&mut self) {
        self.resolver = self.resolver.anew();
        self.documents.all_changed();
        self.client.ask_for_refresh();
    }
}
