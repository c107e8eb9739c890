//! From a message to its answer.
//!
//! Every request gets one answer: its result, or an error that says what is wrong with it. A notification has no answer. The server ignores
//! notifications that are invalid or unknown.

use lsp_server::{ErrorCode, Notification, Request, Response};
use lsp_types::notification::{self, Notification as _};
use lsp_types::request::{self, Request as _};
use lsp_types::{
    CodeAction, CodeActionParams, CodeLens, CodeLensParams, ExecuteCommandParams, Hover, HoverContents, HoverParams,
    InlayHint, InlayHintParams, MarkupContent, MarkupKind,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::actions::Offer;
use super::checked::{CheckResult, DocumentChecker};
use super::commands::ServerCommand;
use super::{Server, State, lenses};
use crate::cli::catalogue;
use clunroll_report::effect;
use oclc_syntax::source::FileId;

/// The reason why a request has no result.
struct RequestRefusal {
    code: ErrorCode,
    message: String,
}

impl RequestRefusal {
    fn invalid(message: impl Into<String>) -> Self {
        Self { code: ErrorCode::InvalidParams, message: message.into() }
    }

    fn failed(message: impl Into<String>) -> Self {
        Self { code: ErrorCode::RequestFailed, message: message.into() }
    }
}

impl Server {
    /// The answer to a request.
    pub(super) fn answer(&mut self, request: Request) -> Response {
        let Request { id, method, params } = request;
        let result = if self.state == State::ShutDown {
            let message = format!("`{method}` comes after `shutdown`");
            Err(RequestRefusal { code: ErrorCode::InvalidRequest, message })
        } else {
            match method.as_str() {
                request::Shutdown::METHOD => {
                    self.state = State::ShutDown;
                    Ok(Value::Null)
                }
                request::HoverRequest::METHOD => with(params, |params| Ok(self.hover(&params))),
                request::CodeActionRequest::METHOD => with(params, |params| Ok(self.actions(&params))),
                request::CodeLensRequest::METHOD => with(params, |params| Ok(self.lenses(&params))),
                request::InlayHintRequest::METHOD => with(params, |params| Ok(self.hints(&params))),
                request::ExecuteCommand::METHOD => with(params, |params| self.execute(&params)),
                _ => {
                    let message = format!("clunroll does not know `{method}`");
                    Err(RequestRefusal { code: ErrorCode::MethodNotFound, message })
                }
            }
        };
        match result {
            Ok(value) => Response::new_ok(id, value),
            Err(RequestRefusal { code, message }) => Response::new_err(id, code as i32, message),
        }
    }

    /// Handles a notification of the client.
    pub(super) fn note(&mut self, notification: Notification) {
        let Notification { method, params } = notification;
        let encoding = self.client.abilities.encoding;
        match method.as_str() {
            notification::Initialized::METHOD => self.client.ask_for_changes(),
            notification::Exit::METHOD => {
                self.state = State::Ended { was_shut_down: self.state == State::ShutDown };
            }
            notification::DidOpenTextDocument::METHOD => {
                understood::<notification::DidOpenTextDocument>(params, |it| {
                    let document = it.text_document;
                    self.documents.open(&document.uri, document.version, document.text, encoding);
                });
            }
            notification::DidChangeTextDocument::METHOD => {
                understood::<notification::DidChangeTextDocument>(params, |it| {
                    let document = it.text_document;
                    self.documents.change(&document.uri, document.version, it.content_changes, encoding);
                });
            }
            notification::DidCloseTextDocument::METHOD => {
                understood::<notification::DidCloseTextDocument>(params, |it| {
                    let address = it.text_document.uri;
                    if self.documents.close(&address) {
                        self.client.publish(address, None, Vec::new());
                    }
                });
            }
            notification::DidChangeConfiguration::METHOD => {
                understood::<notification::DidChangeConfiguration>(params, |it| {
                    self.configure(&it.settings);
                    self.reload();
                });
            }
            // Not every client can watch files, but every one reports which documents it saves.
            notification::DidSaveTextDocument::METHOD | notification::DidChangeWatchedFiles::METHOD => self.reload(),
            _ => {}
        }
    }

    /// The result of the unroll request at a position.
    fn hover(&mut self, params: &HoverParams) -> Option<Hover> {
        let at = &params.text_document_position_params;
        let document = self.fresh(&at.text_document.uri)?;
        let outcome = document.checked.as_ref()?.outcome()?;
        let offset = document.offset(at.position);
        let is_here = |span: std::ops::Range<usize>| span.start <= offset && offset <= span.end;
        let mut requests = outcome.requests.iter();
        let request = requests.find(|one| one.place.file == FileId::MAIN && is_here(one.place.span.range()))?;
        let value = effect::markdown(request, outcome);
        Some(Hover {
            contents: HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value }),
            range: Some(document.lines.range(document.text.as_bytes(), request.place.span)),
        })
    }

    fn actions(&mut self, params: &CodeActionParams) -> Vec<CodeAction> {
        let address = &params.text_document.uri;
        self.fresh(address);
        let buffers = self.documents.buffers();
        let checker = DocumentChecker { resolver: &self.resolver, session: &self.session, buffers: &buffers };
        let Some(document) = self.documents.get(address) else { return Vec::new() };
        let Some(outcome) = document.checked.as_ref().and_then(CheckResult::outcome) else { return Vec::new() };
        let selected = document.offset(params.range.start)..document.offset(params.range.end);
        let (abilities, is_part) = (self.client.abilities, self.documents.is_included(address));
        Offer { address, document, outcome, abilities, is_part, selected }.actions(&params.context, checker)
    }

    fn lenses(&mut self, params: &CodeLensParams) -> Vec<CodeLens> {
        if !self.shown.lenses {
            return Vec::new();
        }
        let address = &params.text_document.uri;
        self.written(address).map_or_else(Vec::new, |(document, output)| lenses::lenses(address, document, output))
    }

    fn hints(&mut self, params: &InlayHintParams) -> Vec<InlayHint> {
        if !self.shown.hints {
            return Vec::new();
        }
        let document = self.fresh(&params.text_document.uri);
        let checked = document.and_then(|document| Some((document, document.checked.as_ref()?.outcome()?)));
        checked.map_or_else(Vec::new, |(document, outcome)| lenses::hints(document, outcome, params.range))
    }

    fn execute(&mut self, params: &ExecuteCommandParams) -> Result<String, RequestRefusal> {
        match ServerCommand::of(&params.command, &params.arguments).map_err(RequestRefusal::invalid)? {
            ServerCommand::ExplainRule(rule) => Ok(catalogue::page(rule)),
            ServerCommand::ShowUnrolled(address) => {
                let not_open = || RequestRefusal::invalid(format!("`{address}` is not open"));
                let document = self.documents.get(&address).ok_or_else(not_open)?;
                let buffers = self.documents.buffers();
                let checker = DocumentChecker { resolver: &self.resolver, session: &self.session, buffers: &buffers };
                let output = checker.output(document).map_err(|failure| RequestRefusal::failed(failure.message()))?;
                Ok(String::from_utf8_lossy(&output.text).into_owned())
            }
            ServerCommand::ShowLoop(address, position) => {
                let shown = self
                    .written(&address)
                    .and_then(|(document, output)| lenses::rewritten(output, document.offset(position)));
                shown.ok_or_else(|| RequestRefusal::failed("no loop is unrolled for a request at this place"))
            }
        }
    }
}

/// The result of a request, if its parameters are valid.
fn with<P: DeserializeOwned, R: Serialize>(
    params: Value,
    answer: impl FnOnce(P) -> Result<R, RequestRefusal>,
) -> Result<Value, RequestRefusal> {
    let params = serde_json::from_value(params).map_err(|error| RequestRefusal::invalid(error.to_string()))?;
    serde_json::to_value(answer(params)?).map_err(|error| RequestRefusal::failed(error.to_string()))
}

/// Handles a notification, if its parameters are valid.
fn understood<N: notification::Notification>(params: Value, note: impl FnOnce(N::Params)) {
    if let Ok(params) = serde_json::from_value(params) {
        note(params);
    }
}
