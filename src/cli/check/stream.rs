//! The output of a check: a stream while it has a reader, or a file that is replaced at the end.

use std::io::{self, Write};

use crate::cli::side_file::SideFile;
use clunroll_files::failure::Failure;

/// The destination of findings, or of texts beside them.
pub(super) struct OutputStream {
    to: StreamTarget,
    /// The reason why nothing can be written any more. A reader that has gone away is not a failure.
    error: Option<io::Error>,
}

enum StreamTarget {
    Stream(Box<dyn Write>),
    /// The reader has gone away.
    Closed,
    /// A file, with its future content.
    File(Box<SideFile>, Vec<u8>),
}

impl OutputStream {
    pub(super) fn new(to: Box<dyn Write>) -> Self {
        Self { to: StreamTarget::Stream(to), error: None }
    }

    pub(super) fn file(file: SideFile) -> Self {
        Self { to: StreamTarget::File(Box::new(file), Vec::new()), error: None }
    }

    pub(super) fn write(&mut self, text: &[u8]) {
        match &mut self.to {
            StreamTarget::Stream(to) if !text.is_empty() => {
                if let Err(error) = to.write_all(text).and_then(|()| to.flush()) {
                    self.to = StreamTarget::Closed;
                    self.error = Some(error).filter(|error| error.kind() != io::ErrorKind::BrokenPipe);
                }
            }
            StreamTarget::Stream(_) | StreamTarget::Closed => {}
            StreamTarget::File(_, held) => held.extend_from_slice(text),
        }
    }

    /// Writes the file, if it is one. Fails if not all could be written.
    pub(super) fn end(self) -> Result<(), Failure> {
        match (self.to, self.error) {
            (StreamTarget::File(file, text), _) => file.write(&text),
            (_, Some(error)) => Err(Failure::of_system("write", "<stdout>", &error)),
            (_, None) => Ok(()),
        }
    }
}
