//! Writing the output.
//!
//! A regular file is replaced as a whole: the text goes into a new file in the same folder, which is renamed over
//! the old one when all of it is written. Whoever reads the output at any time finds the old text or the new one,
//! and a full disk leaves the old one. The new file gets the old one's mode, and its owner where that is allowed;
//! without an old file, the mode that any new file gets. (Other hard links to the old file keep the old text.)
//! The file is not synced to the disk: it can be made again, and waiting for the disk would take longer than all
//! the rest.
//!
//! A process that is asked to end while it replaces a file would leave the new one beside the old. Whoever ends it calls
//! [`no_more`] first, which waits until no file is being replaced, and lets none be from then on.
//!
//! A file that holds the text already is left alone, with its time stamp, so that a build sees nothing to do behind it.
//!
//! Anything else is written to where it is. Its reader may go away before the end, as `head` does; that is no
//! failure.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::RwLockWriteGuard;
use std::sync::{PoisonError, RwLock};

use super::destination::Destination;
use super::failure::Failure;

/// Held for reading while a file is being replaced.
static REPLACING: RwLock<()> = RwLock::new(());

/// Waits until no file is being replaced. None will be, for as long as the guard is kept.
pub fn no_more() -> RwLockWriteGuard<'static, ()> {
    REPLACING.write().unwrap_or_else(PoisonError::into_inner)
}

/// Writes `text` to `destination`.
///
/// # Errors
///
/// If not all of it can be written; a regular file then has its old content.
pub fn write(destination: &Destination, text: &[u8]) -> io::Result<()> {
    if let Destination::File { path, old: Some(old) } = destination
        && holds(path, old, text)
    {
        return Ok(());
    }
    match destination {
        Destination::Stdout => stream(io::stdout().lock(), text),
        Destination::Stderr => stream(io::stderr().lock(), text),
        // Opening a descriptor by its name gives a file its own position, at the beginning. What was written
        // through the descriptor so far must stay, so this goes to the end.
        Destination::Descriptor(path) => open_stream(OpenOptions::new().append(true), path, text),
        Destination::Special(path) => open_stream(OpenOptions::new().write(true), path, text),
        Destination::File { path, old } => replace(path, old.as_ref(), text),
    }
}

/// Writes `text` to the file at `path`, and makes the folders that it lies in where there are none.
///
/// # Errors
///
/// If a folder or the file cannot be written.
pub fn write_file(path: &Path, text: &[u8]) -> Result<(), Failure> {
    let failure = |path: &Path, error| Failure::of_system("write", &path.display().to_string(), &error);
    if let Some(folder) = path.parent().filter(|folder| !folder.is_dir()) {
        fs::create_dir_all(folder).map_err(|error| match error.kind() {
            // A file stands where the folder should.
            io::ErrorKind::AlreadyExists => failure(folder, io::ErrorKind::NotADirectory.into()),
            _ => failure(folder, error),
        })?;
    }
    write(&Destination::of(Some(path))?, text).map_err(|error| failure(path, error))
}

/// Whether a file holds this text and nothing else. One that cannot be read is taken to hold something else.
fn holds(path: &Path, metadata: &Metadata, text: &[u8]) -> bool {
    if metadata.len() != text.len() as u64 {
        return false;
    }
    let mut content = Vec::with_capacity(text.len());
    // It may have grown since it was looked at.
    let limit = text.len() as u64 + 1;
    File::open(path).and_then(|file| file.take(limit).read_to_end(&mut content)).is_ok() && content == text
}

fn open_stream(options: &OpenOptions, path: &Path, text: &[u8]) -> io::Result<()> {
    stream(options.open(path)?, text)
}

fn stream(mut to: impl Write, text: &[u8]) -> io::Result<()> {
    match to.write_all(text).and_then(|()| to.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

fn replace(path: &Path, old: Option<&Metadata>, text: &[u8]) -> io::Result<()> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".clunroll-");
    if old.is_none() {
        make_as_any_new_file(&mut builder);
    }
    // The destination's path is absolute and has a file name, so it has a parent.
    let folder = path.parent().ok_or(io::ErrorKind::IsADirectory)?;
    let _replacing = REPLACING.read().unwrap_or_else(PoisonError::into_inner);
    // On every way out but the last, dropping this removes the file.
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(text)?;
    if let Some(old) = old {
        keep_owner(file.as_file(), old);
        file.as_file().set_permissions(old.permissions())?;
    }
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Lets the umask alone decide the mode; tempfile's own default is readable by the owner only.
#[cfg(unix)]
fn make_as_any_new_file(builder: &mut tempfile::Builder<'_, '_>) {
    use std::os::unix::fs::PermissionsExt;
    builder.permissions(fs::Permissions::from_mode(0o666));
}

#[cfg(not(unix))]
fn make_as_any_new_file(_builder: &mut tempfile::Builder<'_, '_>) {}

/// Only a privileged user may give files away; for anyone else the new file is theirs, as with any editor.
#[cfg(unix)]
fn keep_owner(file: &File, old: &Metadata) {
    use std::os::unix::fs::{MetadataExt, fchown};
    let same = file.metadata().is_ok_and(|new| (new.uid(), new.gid()) == (old.uid(), old.gid()));
    if !same {
        let _ = fchown(file, Some(old.uid()), Some(old.gid()));
    }
}

#[cfg(not(unix))]
fn keep_owner(_file: &File, _old: &Metadata) {}
