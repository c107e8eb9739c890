//! The folder of a recording.
//!
//! It holds data of the user's, so it is the user's own and only he can read it. The folder is opened for each use, without following a
//! link, and must be the one that the recording began in: a path can lead elsewhere later, and a program may close descriptors that it
//! does not know. Every file is made new, by its name in the open folder. Nothing is written that would exceed the size of the recording, or
//! leave too little free on the disk.

use std::ffi::CString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use crate::signals::writing;

/// The name of the file that lists the programs, as `clunroll tune` looks for it.
pub(super) const INDEX: &str = "recording.toml";
/// The bytes of a disk that stay free.
const LEAST_FREE: u64 = 256 << 20;

/// The folder of a recording that has begun.
#[derive(Debug)]
pub(super) struct RecordFolder {
    path: PathBuf,
    /// The device and the number that the file system knows it by.
    identity: (u64, u64),
    /// The most bytes that the recording may have.
    most: u64,
    /// The bytes of all files.
    used: u64,
}

impl RecordFolder {
    /// Begins a recording. The folder is made, or is an empty one of the user's own.
    pub(super) fn begin(path: &Path, most: u64, index: &str) -> io::Result<Self> {
        let name = c_string(path.as_os_str().as_bytes())?;
        // SAFETY: the name is a C string.
        let made = unsafe { libc::mkdir(name.as_ptr(), 0o700) };
        if made != 0 {
            let error = io::Error::last_os_error();
            if error.kind() != io::ErrorKind::AlreadyExists {
                return Err(error);
            }
        }
        let open = opened(path)?;
        let found = open.metadata()?;
        // SAFETY: the call has no argument and cannot fail.
        let user = unsafe { libc::geteuid() };
        let is_empty = || Ok::<_, io::Error>(fs::read_dir(path)?.next().is_none());
        if let Some(why) = refusal(found.uid(), user, is_empty()?) {
            return Err(io::Error::other(why));
        }
        // SAFETY: the descriptor is open.
        if unsafe { libc::fchmod(open.as_raw_fd(), 0o700) } != 0 {
            return Err(io::Error::last_os_error());
        }
        let mut folder = Self { path: path.to_owned(), identity: (found.dev(), found.ino()), most, used: 0 };
        // Of two processes, only one can make it.
        folder.add(INDEX, index.as_bytes())?;
        Ok(folder)
    }

    /// The bytes that it may still have.
    fn room(&self) -> u64 {
        self.most.saturating_sub(self.used)
    }

    /// The bytes of sources and data that may still be recorded. The rest is for the lists.
    pub(super) fn room_for_data(&self) -> u64 {
        self.room().saturating_sub(self.most / 16)
    }

    /// Opens the folder, if it is still the same one.
    fn open(&self) -> io::Result<File> {
        let open = opened(&self.path)?;
        let found = open.metadata()?;
        if (found.dev(), found.ino()) == self.identity {
            return Ok(open);
        }
        Err(io::Error::other("another folder is in its place"))
    }

    /// Opens a folder in it; `""` is the folder itself.
    fn open_inner(&self, inner: &str) -> io::Result<File> {
        let mut open = self.open()?;
        for part in inner.split('/').filter(|part| !part.is_empty()) {
            open = at(&open, part, libc::O_RDONLY | libc::O_DIRECTORY)?;
        }
        Ok(open)
    }

    /// Makes the folders of a path.
    pub(super) fn make(&self, path: &str) -> io::Result<()> {
        let mut open = self.open()?;
        for part in path.split('/') {
            let name = c_string(part.as_bytes())?;
            // SAFETY: the descriptor is open, and the name a C string. What is there already is opened next.
            unsafe { libc::mkdirat(open.as_raw_fd(), name.as_ptr(), 0o700) };
            open = at(&open, part, libc::O_RDONLY | libc::O_DIRECTORY)?;
        }
        Ok(())
    }

    /// Writes a new file.
    pub(super) fn add(&mut self, path: &str, bytes: &[u8]) -> io::Result<()> {
        let (inner, name) = path.rsplit_once('/').unwrap_or(("", path));
        let open = self.open_inner(inner)?;
        let size = bytes.len() as u64;
        if let Some(why) = no_room(size, self.room(), free(&open)?) {
            return Err(io::Error::other(why));
        }
        let mut file = at(&open, name, libc::O_WRONLY | libc::O_CREAT | libc::O_EXCL)?;
        if let Err(error) = writing(|| file.write_all(bytes)) {
            // Half a file is of no use.
            remove_at(&open, name);
            return Err(error);
        }
        self.used += size;
        Ok(())
    }

    /// Writes a file again: all of it or nothing.
    pub(super) fn replace(&mut self, path: &str, before: u64, bytes: &[u8]) -> io::Result<()> {
        let (inner, name) = path.rsplit_once('/').unwrap_or(("", path));
        let new = format!("{name}.new");
        let open = self.open_inner(inner)?;
        remove_at(&open, &new);
        let new_path = if inner.is_empty() { new.clone() } else { format!("{inner}/{new}") };
        self.add(&new_path, bytes)?;
        let (from, to) = (c_string(new.as_bytes())?, c_string(name.as_bytes())?);
        // SAFETY: the descriptor is open, and both names are C strings.
        if unsafe { libc::renameat(open.as_raw_fd(), from.as_ptr(), open.as_raw_fd(), to.as_ptr()) } != 0 {
            return Err(io::Error::last_os_error());
        }
        self.used = self.used.saturating_sub(before);
        Ok(())
    }

    /// Removes a file of the recording.
    pub(super) fn remove(&mut self, path: &str, size: u64) {
        let (inner, name) = path.rsplit_once('/').unwrap_or(("", path));
        if self.open_inner(inner).is_ok_and(|open| remove_at(&open, name)) {
            self.used = self.used.saturating_sub(size);
        }
    }
}

/// Why a folder that is there is refused.
fn refusal(owner: u32, user: u32, is_empty: bool) -> Option<&'static str> {
    if owner != user {
        Some("the folder is another user's")
    } else if !is_empty {
        Some("the folder is not empty; `clunroll recording delete` removes an old recording")
    } else {
        None
    }
}

/// Why a file of this size cannot be written.
fn no_room(size: u64, room: u64, free: u64) -> Option<&'static str> {
    if size > room {
        Some("the recording is full: CLUNROLL_LAYER_RECORD_MIB says how large it may be")
    } else if size.saturating_add(LEAST_FREE) > free {
        Some("there is too little free space")
    } else {
        None
    }
}

/// Opens a folder that is not a link.
fn opened(path: &Path) -> io::Result<File> {
    let name = c_string(path.as_os_str().as_bytes())?;
    let flags = libc::O_RDONLY | libc::O_DIRECTORY | libc::O_NOFOLLOW | libc::O_CLOEXEC;
    // SAFETY: the name is a C string.
    owned(unsafe { libc::open(name.as_ptr(), flags) }).map_err(|error| match error.raw_os_error() {
        Some(libc::ELOOP | libc::ENOTDIR) => io::Error::other("it is not a folder; a link is not followed"),
        _ => error,
    })
}

/// Opens a file in an open folder. A new one is for the user alone.
fn at(folder: &File, name: &str, flags: libc::c_int) -> io::Result<File> {
    let name = c_string(name.as_bytes())?;
    let flags = flags | libc::O_NOFOLLOW | libc::O_CLOEXEC;
    let mode: libc::c_uint = 0o600;
    // SAFETY: the descriptor is open, and the name a C string.
    owned(unsafe { libc::openat(folder.as_raw_fd(), name.as_ptr(), flags, mode) })
}

fn remove_at(folder: &File, name: &str) -> bool {
    // SAFETY: the descriptor is open, and the name a C string.
    c_string(name.as_bytes()).is_ok_and(|name| unsafe { libc::unlinkat(folder.as_raw_fd(), name.as_ptr(), 0) == 0 })
}

/// The free bytes of the disk that a folder is on.
fn free(folder: &File) -> io::Result<u64> {
    // SAFETY: the structure is plain data that the call fills in, and the descriptor is open.
    unsafe {
        let mut found = std::mem::zeroed::<libc::statvfs>();
        if libc::fstatvfs(folder.as_raw_fd(), &raw mut found) != 0 {
            return Err(io::Error::last_os_error());
        }
        Ok(found.f_bavail.saturating_mul(found.f_frsize))
    }
}

fn owned(descriptor: libc::c_int) -> io::Result<File> {
    if descriptor < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the descriptor is new, and nothing else has it.
    Ok(File::from(unsafe { OwnedFd::from_raw_fd(descriptor) }))
}

fn c_string(bytes: &[u8]) -> io::Result<CString> {
    CString::new(bytes).map_err(|_| io::Error::other("a path contains a NUL"))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::symlink_metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn only_the_user_can_read_it() {
        let place = tempfile::tempdir().unwrap();
        for name in ["new", "empty"] {
            let path = place.path().join(name);
            if name == "empty" {
                fs::create_dir(&path).unwrap();
                fs::set_permissions(&path, fs::Permissions::from_mode(0o777)).unwrap();
            }
            let mut folder = RecordFolder::begin(&path, 100, "x").unwrap();
            folder.make("1/i0").unwrap();
            folder.add("1/i0/a.h", b"12").unwrap();
            folder.replace(INDEX, 1, b"xyz").unwrap();
            assert_eq!(folder.room(), 95);
            assert_eq!([mode(&path), mode(&path.join("1")), mode(&path.join("1/i0"))], [0o700; 3]);
            assert_eq!([mode(&path.join(INDEX)), mode(&path.join("1/i0/a.h"))], [0o600; 2]);
            assert_eq!(fs::read(path.join(INDEX)).unwrap(), b"xyz");
            folder.remove("1/i0/a.h", 2);
            assert!(folder.room() == 97 && !path.join("1/i0/a.h").exists());
        }
    }

    #[test]
    fn no_link_is_followed() {
        let place = tempfile::tempdir().unwrap();
        let [path, other, link] = ["new", "other", "link"].map(|name| place.path().join(name));
        fs::create_dir(&other).unwrap();
        symlink(&other, &link).unwrap();
        let error = RecordFolder::begin(&link, 100, "").unwrap_err();
        assert!(error.to_string().contains("a link is not followed"), "{error}");
        let mut folder = RecordFolder::begin(&path, 100, "").unwrap();
        symlink("../other/stolen", path.join("0.bin")).unwrap();
        assert!(folder.add("0.bin", b"1").is_err());
        symlink("../other", path.join("1")).unwrap();
        assert!(folder.make("1").is_err() && folder.add("1/0.bin", b"1").is_err());
        // The link itself is replaced.
        symlink("other/stolen", path.join("recording.toml.new")).unwrap();
        folder.replace(INDEX, 0, b"1").unwrap();
        assert_eq!(fs::read_dir(&other).unwrap().count(), 0);
        // A link in the place of the folder.
        fs::rename(&path, place.path().join("moved")).unwrap();
        symlink(&other, &path).unwrap();
        assert!(folder.add("2.bin", b"1").is_err());
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        assert!(folder.add("2.bin", b"1").unwrap_err().to_string().contains("another folder"));
    }

    #[test]
    fn a_folder_with_something_in_it_is_refused() {
        let place = tempfile::tempdir().unwrap();
        fs::write(place.path().join("file"), "").unwrap();
        let error = RecordFolder::begin(place.path(), 100, "").unwrap_err();
        assert!(error.to_string().contains("clunroll recording delete"), "{error}");
        assert!(RecordFolder::begin(&place.path().join("file"), 100, "").is_err());
        assert!(RecordFolder::begin(&place.path().join("none/new"), 100, "").is_err());
        assert!(refusal(1001, 1000, true).is_some_and(|why| why.contains("another user")));
        assert!(refusal(0, 1000, true).is_some());
        assert_eq!(refusal(1000, 1000, true), None);
    }

    #[test]
    fn its_size_is_bounded() {
        let place = tempfile::tempdir().unwrap();
        let mut folder = RecordFolder::begin(&place.path().join("new"), 10, "12").unwrap();
        folder.add("0.bin", &[0; 8]).unwrap();
        assert!(folder.add("1.bin", &[0; 1]).unwrap_err().to_string().contains("is full"));
        assert!(!place.path().join("new/1.bin").exists());
        folder.remove("0.bin", 8);
        folder.add("1.bin", &[0; 8]).unwrap();
        assert_eq!(no_room(10, 10, LEAST_FREE + 10), None);
        assert!(no_room(10, 10, LEAST_FREE + 9).is_some_and(|why| why.contains("free space")));
        assert!(no_room(11, 10, u64::MAX).is_some());
    }
}
