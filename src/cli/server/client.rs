//! The client: its abilities, and the messages to it.
//!
//! If the client is gone, messages are lost. The server ends after the client's last message, so the results of sending are not checked.
//!
//! lsp-server passes on a message only when it is taken, so the server could not see whether another one waits. A thread takes all messages
//! and keeps them in a queue.

use std::cell::Cell;
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;

use lsp_server::{Connection, Message, Notification, Request, Response};
use lsp_types::notification::{self, Notification as _};
use lsp_types::request::{self, Request as _};
use lsp_types::{ClientCapabilities, Diagnostic, MessageType, PublishDiagnosticsParams, ShowMessageParams, Url};
use serde::Serialize;
use serde_json::{Value, json};

use super::configuration::SECTION;
use super::positions::Encoding;
use clunroll_files::failure::Failure;

/// The watched files: configurations, and files that others include.
const WATCHED: [&str; 2] = ["**/clunroll.toml", "**/*.{cl,clh,opencl,ocl,h}"];

/// The other end of a connection.
pub(super) struct Client {
    connection: Connection,
    /// The messages that have arrived.
    from: Receiver<Message>,
    /// The number of requests to it.
    asked: Cell<i32>,
    pub(super) abilities: Abilities,
}

/// The abilities of a client.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is an ability that a client has or not")]
pub(super) struct Abilities {
    /// The unit of columns.
    pub(super) encoding: Encoding,
    /// Whether an edit may say which version of a document it changes.
    pub(super) takes_versioned_edits: bool,
    /// Whether a diagnostic may have related places.
    pub(super) shows_related: bool,
    /// Whether it shows lenses, and inlay hints.
    pub(super) shows_lenses: bool,
    pub(super) shows_hints: bool,
    /// Whether it can ask for lenses, and for inlay hints, once more.
    refreshes_lenses: bool,
    refreshes_hints: bool,
    /// Whether it can report changes of files.
    watches_files: bool,
    /// Whether it can report changes of its settings.
    watches_settings: bool,
}

impl Abilities {
    pub(super) fn of(client: &ClientCapabilities) -> Self {
        let ClientCapabilities { workspace, text_document, general, .. } = client;
        let workspace = workspace.as_ref();
        let diagnostics = text_document.as_ref().and_then(|document| document.publish_diagnostics.as_ref());
        let edits = workspace.and_then(|workspace| workspace.workspace_edit.as_ref());
        let files = workspace.and_then(|workspace| workspace.did_change_watched_files);
        let lenses = workspace.and_then(|workspace| workspace.code_lens.as_ref());
        let hints = workspace.and_then(|workspace| workspace.inlay_hint.as_ref());
        let settings = workspace.and_then(|workspace| workspace.did_change_configuration);
        Self {
            encoding: Encoding::among(general.as_ref().and_then(|general| general.position_encodings.as_deref())),
            takes_versioned_edits: edits.and_then(|edits| edits.document_changes) == Some(true),
            shows_related: diagnostics.and_then(|diagnostics| diagnostics.related_information) == Some(true),
            shows_lenses: text_document.as_ref().is_some_and(|document| document.code_lens.is_some()),
            shows_hints: text_document.as_ref().is_some_and(|document| document.inlay_hint.is_some()),
            refreshes_lenses: lenses.and_then(|lenses| lenses.refresh_support) == Some(true),
            refreshes_hints: hints.and_then(|hints| hints.refresh_support) == Some(true),
            watches_files: files.and_then(|files| files.dynamic_registration) == Some(true),
            watches_settings: settings.and_then(|settings| settings.dynamic_registration) == Some(true),
        }
    }
}

impl Client {
    /// Fails if the system cannot start a thread.
    pub(super) fn new(connection: Connection, abilities: Abilities) -> Result<Self, Failure> {
        let (queue, from) = mpsc::channel();
        let messages = connection.receiver.clone();
        let take = move || messages.into_iter().all(|message| queue.send(message).is_ok());
        thread::Builder::new()
            .name("messages".to_owned())
            .spawn(take)
            .map_err(|error| Failure::of_system("start", "a thread for messages", &error))?;
        Ok(Self { connection, from, asked: Cell::new(0), abilities })
    }

    /// The next message; `None` after the last one.
    pub(super) fn wait(&self) -> Option<Message> {
        self.from.recv().ok()
    }

    /// The next message, if it has already arrived.
    ///
    /// Fails after the last one.
    pub(super) fn poll(&self) -> Result<Option<Message>, Closed> {
        match self.from.try_recv() {
            Ok(message) => Ok(Some(message)),
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => Err(Closed),
        }
    }

    pub(super) fn respond(&self, response: Response) {
        let _ = self.connection.sender.send(response.into());
    }

    /// Replaces the diagnostics of a document.
    pub(super) fn publish(&self, uri: Url, version: Option<i32>, diagnostics: Vec<Diagnostic>) {
        let params = PublishDiagnosticsParams { uri, diagnostics, version };
        self.notify(notification::PublishDiagnostics::METHOD, params);
    }

    /// Shows an error to the user.
    pub(super) fn show_error(&self, message: String) {
        self.notify(notification::ShowMessage::METHOD, ShowMessageParams { typ: MessageType::ERROR, message });
    }

    /// Asks the client to report changes of files and of its settings, if it can.
    pub(super) fn ask_for_changes(&self) {
        let watchers = WATCHED.map(|glob| json!({ "globPattern": glob }));
        let all = [
            (
                self.abilities.watches_files,
                notification::DidChangeWatchedFiles::METHOD,
                json!({ "watchers": watchers }),
            ),
            (
                self.abilities.watches_settings,
                notification::DidChangeConfiguration::METHOD,
                json!({ "section": SECTION }),
            ),
        ];
        let wanted = all.into_iter().filter(|(is_able, ..)| *is_able);
        let registrations: Vec<_> = wanted
            .map(|(_, method, options)| json!({ "id": method, "method": method, "registerOptions": options }))
            .collect();
        if !registrations.is_empty() {
            self.ask(request::RegisterCapability::METHOD, json!({ "registrations": registrations }));
        }
    }

    /// Asks the client to request lenses and inlay hints once more, if it can.
    pub(super) fn ask_for_refresh(&self) {
        if self.abilities.refreshes_lenses {
            self.ask(request::CodeLensRefresh::METHOD, Value::Null);
        }
        if self.abilities.refreshes_hints {
            self.ask(request::InlayHintRefreshRequest::METHOD, Value::Null);
        }
    }

    /// Sends a request. The client's answer makes no difference.
    fn ask(&self, method: &str, params: Value) {
        let id = self.asked.get() + 1;
        self.asked.set(id);
        let request = Request { id: id.into(), method: method.to_owned(), params };
        let _ = self.connection.sender.send(request.into());
    }

    fn notify(&self, method: &str, params: impl Serialize) {
        let _ = self.connection.sender.send(Notification::new(method.to_owned(), params).into());
    }
}

/// There are no further messages.
#[derive(Clone, Copy, Debug)]
pub(super) struct Closed;
