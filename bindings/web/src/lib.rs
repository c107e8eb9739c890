//! The playground: clunroll in a browser, as WebAssembly.
//!
//! The page sends a question as JSON and gets an answer as JSON ([`answer`]). WebAssembly passes only numbers, so both lie in the memory of
//! the module: the page asks for a buffer, writes the question there, and reads the answer at the address that it gets.
//!
//! - `question` is what the page may ask.
//! - `rewritten` rewrites a kernel, with its findings.
//! - `line_links` says which lines of the output come from which line of the source.
//! - `candidates` tries the choices for one loop.
//!
//! A module that ends with a trap (WebAssembly has no other end of a panic) is of no more use: the page loads a new one.

#![expect(unsafe_code, reason = "the page passes addresses")]

mod candidates;
mod line_links;
mod question;
mod rewritten;

use std::sync::{Mutex, PoisonError};

use serde_json::{Value, json};

pub use question::{PageKernel, PageQuestion};

/// The question and the answer that the page reads, and writes, by their addresses.
static BUFFERS: Mutex<PageMemory> = Mutex::new(PageMemory { question: Vec::new(), answer: Vec::new() });

struct PageMemory {
    question: Vec<u8>,
    answer: Vec<u8>,
}

/// The address of a buffer for a question of this many bytes. It is valid until the next call.
#[unsafe(no_mangle)]
pub extern "C" fn clunroll_web_question(length: usize) -> *mut u8 {
    let mut buffers = BUFFERS.lock().unwrap_or_else(PoisonError::into_inner);
    buffers.question = vec![0; length];
    buffers.question.as_mut_ptr()
}

/// Answers the question in the buffer, and returns the address of the answer. It is valid until the next call.
#[unsafe(no_mangle)]
pub extern "C" fn clunroll_web_answer() -> *const u8 {
    let mut buffers = BUFFERS.lock().unwrap_or_else(PoisonError::into_inner);
    buffers.answer = answer(&buffers.question).to_string().into_bytes();
    buffers.answer.as_ptr()
}

/// The number of bytes of the last answer.
#[unsafe(no_mangle)]
pub extern "C" fn clunroll_web_answer_length() -> usize {
    BUFFERS.lock().unwrap_or_else(PoisonError::into_inner).answer.len()
}

/// The answer to a question. If there is none, `error` says why.
#[must_use]
pub fn answer(question: &[u8]) -> Value {
    let question = match serde_json::from_slice(question) {
        Ok(question) => question,
        Err(error) => return json!({ "error": error.to_string() }),
    };
    let answer = match question {
        PageQuestion::Rewrite { kernel } => rewritten::rewritten(&kernel),
        PageQuestion::Candidates { kernel, line } => candidates::candidates(&kernel, line),
        PageQuestion::Rule { code } => rewritten::rule(&code),
    };
    answer.unwrap_or_else(|error| json!({ "error": error }))
}
