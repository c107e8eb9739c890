//! The pipes of the editor: messages from standard input, and to standard output.
//!
//! ```text
//! Content-Length: 33
//!
//! {"jsonrpc":"2.0","method":"exit"}
//! ```
//!
//! lsp-server has the types of messages, and writes them. They are read here. Its own reader takes as much memory as a header announces
//! before a byte of the message has come, and its errors repeat the whole message. Here, memory grows with the bytes that have arrived, up
//! to a limit, and an error has one short line. After a message that cannot be read, nothing more is read: a change of a document may have
//! been in it, and where the next message begins is not known. An editor starts the server again.
//!
//! The server must never wait for standard error, which few editors read. So messages of panics go through a short queue, and are dropped
//! when it is full.

use std::io::{self, BufRead, Read, Write};
use std::panic;
use std::sync::mpsc;
use std::thread::{self, JoinHandle};

use lsp_server::{Connection, Message};
use lsp_types::notification::{self, Notification as _};

use super::limits::{MAX_HEADER, MAX_MESSAGE, MAX_REPORTS, MAX_SHOWN};
use clunroll_files::failure::Failure;

/// The threads that read and write.
pub(super) struct Pipes {
    reader: JoinHandle<io::Result<()>>,
    writer: JoinHandle<io::Result<()>>,
}

/// The connection over standard input and output.
///
/// Fails if the system cannot start a thread.
pub(super) fn open() -> Result<(Connection, Pipes), Failure> {
    let (server, Connection { sender, receiver }) = Connection::memory();
    let read_all = move || {
        let mut stdin = io::stdin().lock();
        while let Some(message) = read(&mut stdin)? {
            let is_last = matches!(&message, Message::Notification(it) if it.method == notification::Exit::METHOD);
            if sender.send(message).is_err() || is_last {
                break;
            }
        }
        Ok(())
    };
    let write_all = move || {
        let mut stdout = io::stdout().lock();
        receiver.into_iter().try_for_each(|message| message.write(&mut stdout))
    };
    Ok((server, Pipes { reader: start("reader", read_all)?, writer: start("writer", write_all)? }))
}

fn start(
    name: &str,
    work: impl FnOnce() -> io::Result<()> + Send + 'static,
) -> Result<JoinHandle<io::Result<()>>, Failure> {
    let thread = thread::Builder::new().name(name.to_owned()).spawn(work);
    thread.map_err(|error| Failure::of_system("start", "a thread for messages", &error))
}

impl Pipes {
    /// Waits for both threads, which end with the connection.
    ///
    /// Fails if a message could not be read or written.
    pub(super) fn join(self) -> io::Result<()> {
        let ended =
            |thread: JoinHandle<io::Result<()>>| thread.join().unwrap_or_else(|_| Err(io::Error::other("a panic")));
        ended(self.reader).and(ended(self.writer))
    }
}

/// Lets panics write their messages to standard error without waiting for a reader.
pub(super) fn report_panics_aside() {
    let (reports, queue) = mpsc::sync_channel::<String>(MAX_REPORTS);
    let say = move || {
        for report in queue {
            let _ = writeln!(io::stderr(), "{report}");
        }
    };
    if thread::Builder::new().name("reports".to_owned()).spawn(say).is_ok() {
        panic::set_hook(Box::new(move |report| drop(reports.try_send(report.to_string()))));
    }
}

/// The next message; `None` at the end.
fn read(from: &mut impl BufRead) -> io::Result<Option<Message>> {
    let Some(length) = read_header(from)? else { return Ok(None) };
    if length > MAX_MESSAGE {
        let most = MAX_MESSAGE >> 20;
        return Err(wrong(&format!("a message of {length} bytes is announced, and one may have at most {most} MiB")));
    }
    let mut body = Vec::new();
    from.take(length as u64).read_to_end(&mut body)?;
    if body.len() < length {
        return Err(wrong(&format!("a message ends after {} of {length} bytes", body.len())));
    }
    let message = serde_json::from_slice(&body);
    message.map(Some).map_err(|error| wrong(&format!("a message of {length} bytes cannot be parsed: {error}")))
}

/// The length of the message after the next header; `None` at the end.
fn read_header(from: &mut impl BufRead) -> io::Result<Option<usize>> {
    let mut from = from.take(MAX_HEADER);
    let mut length = None;
    loop {
        let mut line = String::new();
        from.read_line(&mut line)?;
        if from.limit() == 0 && !line.ends_with('\n') {
            return Err(wrong("the header of a message does not end"));
        }
        if line.is_empty() {
            return Ok(None);
        }
        let malformed = || wrong(&format!("a malformed header: {line:?}"));
        let field = line.strip_suffix("\r\n").ok_or_else(malformed)?;
        if field.is_empty() {
            return length.map(Some).ok_or_else(|| wrong("a header without Content-Length"));
        }
        let (name, value) = field.split_once(": ").ok_or_else(malformed)?;
        if name.eq_ignore_ascii_case("Content-Length") {
            length = Some(value.parse().map_err(|_| malformed())?);
        }
    }
}

fn wrong(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what.chars().take(MAX_SHOWN).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &[u8]) -> String {
        read(&mut &text[..]).expect_err("it is no message").to_string()
    }

    #[test]
    fn a_length_is_believed_when_the_bytes_have_come() {
        assert!(
            error(b"Content-Length: 18446744073709551615\r\n\r\n{}")
                .starts_with("a message of 18446744073709551615 bytes")
        );
        assert!(error(b"Content-Length: 184467440737095516150\r\n\r\n{}").starts_with("a malformed header"));
        assert_eq!(error(b"Content-Length: 100000000\r\n\r\n{}"), "a message ends after 2 of 100000000 bytes");
    }

    #[test]
    fn errors_and_headers_are_short() {
        assert_eq!(error(format!("{}\r\n\r\n", "x".repeat(1 << 12)).as_bytes()).chars().count(), MAX_SHOWN);
        for endless in ["x".repeat(1 << 20), "x: y\r\n".repeat(1 << 16)] {
            assert_eq!(error(endless.as_bytes()), "the header of a message does not end");
        }
    }

    #[test]
    fn messages_come_one_after_the_other() {
        let text = b"Content-Length: 33\r\nContent-Type: x\r\n\r\n{\"jsonrpc\":\"2.0\",\"method\":\"exit\"}content-length: 2\r\n\r\n[]";
        let mut from = &text[..];
        assert!(matches!(read(&mut from), Ok(Some(Message::Notification(it))) if it.method == "exit"));
        assert!(read(&mut from).is_err());
        assert!(matches!(read(&mut from), Ok(None)));
    }
}
