//! `clunroll server`, as an editor uses it: a process, and messages on its pipes.
//!
//! - `client`: the scripted client.
//! - `findings`: diagnostics, and the positions of everything.
//! - `offers`: fixes, hovers and commands.
//! - `lenses`: lenses, inlay hints, and changes of factors.
//! - `odd`: unusual documents and clients.
//! - `settings`: configurations, and the settings of the editor.
//! - `protocol`: the begin and the end of a connection, and messages without a valid answer.
//!
//! `tests/time/server_answers.rs` measures how long an answer takes.

#[allow(dead_code, reason = "tests/time/ sends more of its messages")]
mod client;
mod findings;
mod lenses;
mod odd;
mod offers;
mod protocol;
mod settings;
