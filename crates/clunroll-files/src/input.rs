//! Reading the input.
//!
//! The input is bytes, in any encoding. Two things are refused: more than [`MAX_SOURCE`] bytes, which a device or a pipe may
//! give without an end, and a NUL byte, since no encoding of C source that clunroll can read has one. It is UTF-16 or no
//! source at all, and an "unrolled" binary would be worse than none.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::failure::Failure;
use oclc_syntax::limits::MAX_SOURCE;
use oclc_syntax::source::name_of_path;

/// The name that messages show for the input.
#[must_use]
pub fn name(path: &Path) -> String {
    if is_standard_input(path) { "<stdin>".to_owned() } else { name_of_path(path) }
}

/// Reads the whole input.
///
/// # Errors
///
/// If it cannot be read, is a directory, holds a NUL byte, or has more than [`MAX_SOURCE`] bytes.
pub fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let name = name(path);
    let bytes = read_bytes(path).map_err(|error| Failure::of_system("read", &name, &error))?;
    let Some(bytes) = bytes else { return Err(too_large(&name)) };
    has_no_nul(&name, &bytes)?;
    Ok(bytes)
}

/// Checks whether a text can be a source.
pub fn is_source(name: &str, bytes: &[u8]) -> Result<(), Failure> {
    if bytes.len() > MAX_SOURCE { Err(too_large(name)) } else { has_no_nul(name, bytes) }
}

fn has_no_nul(name: &str, bytes: &[u8]) -> Result<(), Failure> {
    let Some(at) = memchr::memchr(0, bytes) else { return Ok(()) };
    let line = memchr::memchr_iter(b'\n', &bytes[..at]).count() + 1;
    Err(Failure::new(format!("{name} is not OpenCL C: it contains a NUL byte (line {line}, offset {at})")))
}

fn too_large(name: &str) -> Failure {
    Failure::new(format!("{name} is too large: a source may have at most {} MiB", MAX_SOURCE >> 20))
}

/// `/dev/stdin` by name would be opened again, and read from its beginning if it is a file.
#[must_use]
pub fn is_standard_input(path: &Path) -> bool {
    ["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"].iter().any(|name| path == Path::new(name))
}

/// `None` if there is more than [`MAX_SOURCE`].
fn read_bytes(path: &Path) -> io::Result<Option<Vec<u8>>> {
    if is_standard_input(path) {
        return read_limited(io::stdin().lock(), 0);
    }
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    if metadata.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    // Checked before reading, so that the user does not wait for a file that is then rejected.
    if metadata.len() > MAX_SOURCE as u64 {
        return Ok(None);
    }
    read_limited(file, metadata.len() as usize)
}

/// Reads about so many bytes; a device, a pipe or a growing file may have more or less.
fn read_limited(reader: impl Read, expected: usize) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::with_capacity(expected + 1);
    reader.take(MAX_SOURCE as u64 + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() <= MAX_SOURCE).then_some(bytes))
}
