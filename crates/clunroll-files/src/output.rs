//! Writing the output.
//!
//! A regular file is replaced as a whole: the text goes into a new file in the same folder, which is renamed over
//! the old one when all of it is written. A reader finds the old text or the new one at any time,
//! and a full disk leaves the old one. The new file gets the old one's mode, and its owner where that is allowed;
//! without an old file, the mode that any new file gets. (Other hard links to the old file keep the old text.)
//! The file is not synced to the disk: it can be made again, and waiting for the disk would take longer than all
//! the rest.
//!
//! A file that was read and is to be replaced by a new text ([`update`]) is compared with what was read, right before it is renamed over.
//! If somebody has changed or deleted it meanwhile, it stays as it is now, and that is an error: the new text was made from another
//! one. Its content is compared, and not its time stamp: some file systems count seconds, and an edit that was undone is none.
//!
//! A process that is asked to end while it replaces a file would leave the new one beside the old. A handler of signals calls
//! [`no_more`] first, which waits until no file is being replaced, and lets none be from then on.
//!
//! A file that holds the text already stays, with its time stamp, so that a build has nothing to do after it.
//!
//! Anything else is written to where it is. Its reader may go away before the end, as `head` does; that is no
//! failure.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::RwLockWriteGuard;
use std::sync::{PoisonError, RwLock};

use super::destination::Destination;
use super::failure::Failure;
use super::input;
use oclc_syntax::source::name_of_path;

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
    if let Destination::File { path, old: Some(_) } = destination
        && holds(path, text)
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
        Destination::File { path, old } => replace(path, old.as_ref(), text, || true).map(|_| ()),
    }
}

/// Writes `text` to standard output.
///
/// # Errors
///
/// If not all of it can be written.
pub fn print(text: &[u8]) -> Result<(), Failure> {
    write(&Destination::Stdout, text).map_err(|error| Failure::of_system("write", "<stdout>", &error))
}

/// Replaces the file at `path` by `text`, which was made from `read`, what it held before.
///
/// # Errors
///
/// If it does not hold that any more, or is not a regular file, or cannot be written. It stays as it is then.
pub fn update(path: &Path, read: &[u8], text: &[u8]) -> Result<(), Failure> {
    let (place, old) = regular(path)?;
    let Some(old) = old else { return Err(lost_meanwhile(path)) };
    let is_replaced =
        if text == read { Ok(holds(&place, read)) } else { replace(&place, Some(&old), text, || holds(&place, read)) };
    match is_replaced {
        Ok(true) => Ok(()),
        Ok(false) => Err(lost_meanwhile(path)),
        Err(error) => Err(Failure::of_system("write", &input::name(path), &error)),
    }
}

/// Says whether the file at `path` can be replaced, whatever is in it. One that is not there, or may not be written, is for others to
/// report.
///
/// # Errors
///
/// If it is a pipe, a device or a descriptor: it could be read once, and what is written to it does not replace what was there.
pub fn can_be_replaced(path: &Path) -> Result<(), Failure> {
    match Destination::of(Some(path)) {
        Ok(Destination::File { .. }) | Err(_) => Ok(()),
        Ok(_) => Err(not_regular(path)),
    }
}

/// Says whether a regular file can be written at `path`, whether there is one or not.
///
/// # Errors
///
/// If the folder does not exist, if the path is something other than a regular file, or if it cannot be written.
pub fn check_regular(path: &Path) -> Result<(), Failure> {
    regular(path).map(drop)
}

/// The place of a regular file, with the metadata of the one that is there.
fn regular(path: &Path) -> Result<(PathBuf, Option<Metadata>), Failure> {
    match Destination::of(Some(path))? {
        Destination::File { path, old } => Ok((path, old)),
        _ => Err(not_regular(path)),
    }
}

fn not_regular(path: &Path) -> Failure {
    Failure::new(format!("cannot replace {}: it is not a regular file", input::name(path)))
}

fn lost_meanwhile(path: &Path) -> Failure {
    let name = input::name(path);
    Failure::new(if path.exists() {
        format!(
            "cannot replace {name}: somebody has changed it since clunroll read it; it keeps that change, so run clunroll again"
        )
    } else {
        format!("cannot replace {name}: somebody has deleted it since clunroll read it")
    })
}

/// Writes `text` to the file at `path`, and makes the folders that it lies in where there are none.
///
/// # Errors
///
/// If a folder or the file cannot be written.
pub fn write_file(path: &Path, text: &[u8]) -> Result<(), Failure> {
    let failure = |path: &Path, error| Failure::of_system("write", &name_of_path(path), &error);
    if let Some(folder) = path.parent().filter(|folder| !folder.is_dir()) {
        fs::create_dir_all(folder).map_err(|error| match error.kind() {
            // There is a file in the place of the folder.
            io::ErrorKind::AlreadyExists => failure(folder, io::ErrorKind::NotADirectory.into()),
            _ => failure(folder, error),
        })?;
    }
    write(&Destination::of(Some(path))?, text).map_err(|error| failure(path, error))
}

/// Writes `text` to a file that only its user can read, in the place of one that is there, and makes the folders that it lies in for its
/// user alone. The path has a folder.
///
/// # Errors
///
/// If a folder or the file cannot be written. The old file stays then.
pub fn write_private(path: &Path, text: &[u8]) -> io::Result<()> {
    let folder = path.parent().ok_or(io::ErrorKind::IsADirectory)?;
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)?;
    let _replacing = REPLACING.read().unwrap_or_else(PoisonError::into_inner);
    // Others cannot read such a file.
    let mut file = tempfile::Builder::new().prefix(".clunroll-").tempfile_in(folder)?;
    file.write_all(text)?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Whether a file holds this text and nothing else. One that cannot be read is taken to hold something else.
fn holds(path: &Path, text: &[u8]) -> bool {
    // A pipe that has taken its place would be waited for.
    if !fs::symlink_metadata(path).is_ok_and(|found| found.is_file() && found.len() == text.len() as u64) {
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

/// Replaces a file, unless it `may_be_replaced` no more when the new one is complete; whether it was.
fn replace(
    path: &Path,
    old: Option<&Metadata>,
    text: &[u8],
    may_be_replaced: impl FnOnce() -> bool,
) -> io::Result<bool> {
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
    if !may_be_replaced() {
        return Ok(false);
    }
    file.persist(path).map_err(|error| error.error)?;
    Ok(true)
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder with a file in it.
    fn folder(text: &[u8]) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("k.cl");
        fs::write(&path, text).expect("a file");
        (folder, path)
    }

    fn names(folder: &tempfile::TempDir) -> usize {
        fs::read_dir(folder.path()).expect("a folder").count()
    }

    #[test]
    fn what_was_read_is_replaced() {
        let (folder, path) = folder(b"old");
        update(&path, b"old", b"new").expect("it is as it was");
        assert_eq!(fs::read(&path).expect("a file"), b"new");
        // Its time stamp is not its content.
        fs::write(&path, b"new").expect("a file");
        update(&path, b"new", b"newer").expect("it is as it was");
        assert_eq!(names(&folder), 1);
    }

    #[test]
    fn what_somebody_has_changed_meanwhile_is_kept() {
        for (edit, text) in [(&b"edited"[..], &b"new"[..]), (b"odl", b"new"), (b"edited", b"old"), (b"", b"new")] {
            let (folder, path) = folder(b"old");
            fs::write(&path, edit).expect("an edit");
            let failure = update(&path, b"old", text).expect_err("it has changed");
            assert!(
                failure.message().ends_with("it keeps that change, so run clunroll again"),
                "{}",
                failure.message()
            );
            assert_eq!(fs::read(&path).expect("a file"), edit);
            assert_eq!(names(&folder), 1);
        }
    }

    #[test]
    fn what_somebody_has_deleted_meanwhile_does_not_come_back() {
        for text in [b"new", b"old"] {
            let (folder, path) = folder(b"old");
            fs::remove_file(&path).expect("it was there");
            let failure = update(&path, b"old", text).expect_err("it is gone");
            assert!(
                failure.message().ends_with("somebody has deleted it since clunroll read it"),
                "{}",
                failure.message()
            );
            assert_eq!(names(&folder), 0);
        }
    }

    /// The comparison comes last, when the new text is on the disk.
    #[test]
    fn an_edit_while_the_new_text_is_written_is_kept() {
        let (folder, path) = folder(b"old");
        let is_replaced = replace(&path, None, b"new", || {
            let mut files = fs::read_dir(folder.path()).expect("a folder").flatten();
            assert!(files.any(|file| fs::read(file.path()).is_ok_and(|text| text == b"new")), "it is not written yet");
            fs::write(&path, b"edited").expect("an edit");
            holds(&path, b"old")
        });
        assert!(!is_replaced.expect("it is compared"));
        assert_eq!(fs::read(&path).expect("a file"), b"edited");
        assert_eq!(names(&folder), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_that_leads_elsewhere_by_now_is_followed_there() {
        let (folder, path) = folder(b"old");
        let (other, link) = (folder.path().join("other"), folder.path().join("link"));
        fs::write(&other, "its own").expect("a file");
        std::os::unix::fs::symlink(&path, &link).expect("a link");
        update(&link, b"old", b"new").expect("it is as it was");
        assert_eq!(fs::read(&path).expect("a file"), b"new");
        fs::remove_file(&link).expect("a link");
        std::os::unix::fs::symlink(&other, &link).expect("a link");
        update(&link, b"new", b"newer").expect_err("it leads to another text");
        assert_eq!(
            (fs::read(&path).expect("a file"), fs::read(&other).expect("a file")),
            (b"new".to_vec(), b"its own".to_vec())
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_is_not_waited_for() {
        let (folder, path) = folder(b"old");
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
        for path in [&pipe, Path::new("/dev/null"), Path::new("/dev/fd/0")] {
            can_be_replaced(path).expect_err("it is not a file");
            update(path, b"", b"new").expect_err("it is not a file");
        }
        can_be_replaced(&path).expect("it is a file");
        can_be_replaced(&folder.path().join("missing")).expect("reading it says more");
        fs::rename(&pipe, &path).expect("one folder");
        assert!(!holds(&path, b""));
    }
}
