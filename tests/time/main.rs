//! The time of clunroll. These tests are a program of their own, so that few other tests run at the same time.
//!
//! - `linear_growth`: time and memory grow like the size of the input.
//! - `doubling_names`: names that double the work with each definition end in time.
//! - `hostile_input`: clunroll never panics, overflows the stack, or runs endlessly, whatever the input.
//! - `server_answers`: how soon the language server answers.
//!
//! `tests/corpus.rs` measures the time for each real kernel.

#[path = "../editors/server/client.rs"]
#[allow(dead_code, reason = "few of its messages are sent here")]
mod client;
mod doubling_names;
mod hostile_input;
mod linear_growth;
mod server_answers;
