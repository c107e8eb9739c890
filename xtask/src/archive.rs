//! Archives: `.tar.gz` files with one folder, the same bytes for the same files
//!
//! Entries are sorted, have no owner, and have one of two modes, so that an archive does not depend on the machine that makes it.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};
use tar::{Archive, Builder, EntryType, Header};

use crate::Result;

/// Writes all files below a folder to an archive, under the name of that folder. Links stay links.
///
/// # Errors
///
/// If a file cannot be read, or the archive cannot be written.
pub(crate) fn pack(folder: &Path, archive: &Path) -> Result {
    let name = PathBuf::from(folder.file_name().expect("the folder has a name"));
    let write = || -> io::Result<()> {
        let compressed = GzEncoder::new(BufWriter::new(File::create(archive)?), Compression::best());
        let mut builder = Builder::new(compressed);
        append(&mut builder, folder, &name)?;
        builder.into_inner()?.finish()?.flush()
    };
    write().map_err(|error| format!("{}: {error}", archive.display()))
}

fn append(builder: &mut Builder<impl Write>, path: &Path, name: &Path) -> io::Result<()> {
    let about = fs::symlink_metadata(path)?;
    let mut header = Header::new_gnu();
    header.set_mtime(0);
    header.set_mode(if about.is_dir() || is_program(&about, path) { 0o755 } else { 0o644 });
    header.set_size(0);
    if about.is_symlink() {
        header.set_entry_type(EntryType::Symlink);
        return builder.append_link(&mut header, name, fs::read_link(path)?);
    }
    if about.is_file() {
        header.set_size(about.len());
        return builder.append_data(&mut header, name, BufReader::new(File::open(path)?));
    }
    header.set_entry_type(EntryType::Directory);
    builder.append_data(&mut header, name, io::empty())?;
    let mut entries: Vec<_> = fs::read_dir(path)?.collect::<io::Result<_>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    entries.iter().try_for_each(|entry| append(builder, &entry.path(), &name.join(entry.file_name())))
}

#[cfg(unix)]
fn is_program(about: &fs::Metadata, _path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    about.permissions().mode() & 0o100 != 0
}

#[cfg(not(unix))]
fn is_program(_about: &fs::Metadata, path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "exe")
}

/// The files in an archive, in its order.
///
/// # Errors
///
/// If the file is not such an archive.
pub(crate) fn files(archive: &Path) -> Result<Vec<String>> {
    let read = || -> io::Result<Vec<String>> {
        let mut archive = Archive::new(GzDecoder::new(BufReader::new(File::open(archive)?)));
        let paths = archive.entries()?.map(|entry| Ok(entry?.path()?.to_string_lossy().into_owned()));
        paths.collect()
    };
    read().map_err(|error| format!("{}: {error}", archive.display()))
}

/// The checksum of a file, in hexadecimal digits.
///
/// # Errors
///
/// If the file cannot be read.
pub(crate) fn sha256(path: &Path) -> Result<String> {
    let read = || -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        File::open(path)?.read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    let bytes = read().map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(Sha256::digest(bytes).iter().fold(String::new(), |sum, byte| sum + &format!("{byte:02x}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_files_give_the_same_bytes() {
        let folder = tempfile::tempdir().unwrap();
        let sums: Vec<_> = ["one", "two"]
            .iter()
            .map(|name| {
                let files_of = folder.path().join(name).join("p-1.0");
                fs::create_dir_all(files_of.join("man")).unwrap();
                for (file, text) in [("b", "b"), ("a", "a"), ("man/p.1", "page")] {
                    fs::write(files_of.join(file), text).unwrap();
                }
                let archive = folder.path().join(format!("{name}.tar.gz"));
                pack(&files_of, &archive).unwrap();
                let names = files(&archive).unwrap();
                assert_eq!(names, ["p-1.0", "p-1.0/a", "p-1.0/b", "p-1.0/man", "p-1.0/man/p.1"]);
                sha256(&archive).unwrap()
            })
            .collect();
        assert_eq!(sums[0], sums[1]);
        assert!(files(&folder.path().join("one/p-1.0/a")).is_err());
    }

    #[test]
    fn a_checksum_is_that_of_the_standard() {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), "abc").unwrap();
        assert_eq!(sha256(file.path()).unwrap(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
