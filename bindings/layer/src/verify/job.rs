//! One verification: the files and the command line for the worker, and what it answers.
//!
//! The worker is `clunroll` with `--verify=run --verify-strict`. It gets the source and all that the layer has rewritten it with, rewrites
//! it again, and writes its text to a file only if it has found no difference. So the layer's text is verified if that file has the same
//! bytes.

use std::ffi::{CStr, CString, OsStr};
use std::fmt::Write as _;
use std::fs::{DirBuilder, File, OpenOptions, Permissions};
use std::io::{self, Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Component, Path, PathBuf};

use clunroll::BuildOptions;
use clunroll::loop_choices::ChosenLoop;
use clunroll::profile::Profile;
use clunroll::settings::{Setting, Value};
use tempfile::TempDir;

use crate::dump::build_name;
use crate::profile::ProgramChoices;
use crate::rewriting::NAME;
use crate::trust::are_defines_final;
use crate::watched::EmbeddedHeader;

/// The word that makes `clunroll` end when its standard input does.
const WORKER: &str = "layer-worker";
/// What the worker says if it has found no difference.
const SAME: &str = "no difference found: ";
/// Bytes of what the worker says that are read.
const SAID: u64 = 1 << 20;

/// What was rewritten, and with what.
pub(crate) struct RewrittenBuild<'a> {
    pub(crate) source: &'a [u8],
    pub(crate) options: Option<&'a CStr>,
    pub(crate) headers: &'a [EmbeddedHeader],
    /// The choices of the profile for the devices of the build.
    pub(crate) choices: &'a [ChosenLoop],
    /// The settings of the user.
    pub(crate) settings: &'a [(&'static Setting, Value)],
}

/// The files of a verification. They are gone when this is dropped.
#[derive(Debug)]
pub(super) struct WorkerFiles {
    folder: TempDir,
    /// The command line, without the program.
    pub(super) arguments: Vec<CString>,
}

impl WorkerFiles {
    /// Writes the files. An error is the reason why the text cannot be verified.
    pub(super) fn write(build: &RewrittenBuild<'_>, device: &str) -> Result<Self, String> {
        let failed = |error: io::Error| format!("a file for the worker cannot be written: {error}");
        let given = build.options.map_or(Ok(""), CStr::to_str).map_err(|error| error.to_string())?;
        if !are_defines_final(given)? {
            return Err("drivers read its options in different ways".to_owned());
        }
        let options: BuildOptions = given.parse().map_err(|error| format!("{error}"))?;
        let folder =
            tempfile::Builder::new().prefix("clunroll-layer-").permissions(Permissions::from_mode(0o700)).tempdir();
        let folder = folder.map_err(failed)?;
        let files = Self { folder, arguments: Vec::new() };
        let source = files.path(SOURCES).join(NAME);
        write(&source, build.source).map_err(failed)?;
        for header in build.headers {
            let name = Path::new(OsStr::from_bytes(header.name.to_bytes()));
            if !name.components().all(|part| matches!(part, Component::Normal(_))) {
                return Err(format!("the header `{}` is in no folder of its own", name.display()));
            }
            write(&files.path(SOURCES).join(name), &header.text).map_err(failed)?;
        }
        write(&files.path(CONFIGURATION), settings(build.settings).as_bytes()).map_err(failed)?;
        let mut words = words(&options, device);
        if !build.headers.is_empty() {
            words.splice(0..0, ["-I".to_owned(), text_of(&files.path(SOURCES))?]);
        }
        let chosen =
            ProgramChoices::select(build.choices, build.source, &build_name(build.source, given.as_bytes()), NAME);
        if !chosen.fitting.is_empty() {
            let mut profile = Profile::default();
            profile.update(device, "", |_| false, chosen.fitting);
            write(&files.path(PROFILE), profile.to_string().as_bytes()).map_err(failed)?;
            words.extend([
                "--profile".to_owned(),
                text_of(&files.path(PROFILE))?,
                "--device".to_owned(),
                device.to_owned(),
            ]);
        }
        let paths = [("--config", files.path(CONFIGURATION)), ("-o", files.path(REWRITTEN))];
        for (option, path) in paths {
            words.extend([option.to_owned(), text_of(&path)?]);
        }
        let all = [WORKER.to_owned()].into_iter().chain(words).chain(["--".to_owned(), text_of(&source)?]);
        let arguments: Result<_, _> = all.map(CString::new).collect();
        Ok(Self { arguments: arguments.map_err(|error| error.to_string())?, ..files })
    }

    /// The file for what the worker says.
    pub(super) fn said(&self) -> io::Result<File> {
        new_file(&self.path(SAID_FILE))
    }

    /// What the worker has found: that it is this text and has no difference, in words; an error is the reason why it is not.
    pub(super) fn answer(&self, text: &[u8], device: &str) -> Result<String, String> {
        let said = read(&self.path(SAID_FILE), SAID).unwrap_or_default();
        let said = String::from_utf8_lossy(&said).replace(&self.path(SOURCES).join(NAME).display().to_string(), NAME);
        let lines = || said.lines().filter_map(|line| line.strip_prefix("clunroll: "));
        let own = |line: &str| line.strip_prefix(&format!("{NAME}: ")).unwrap_or(line).to_owned();
        let written = read(&self.path(REWRITTEN), text.len() as u64 + 1).ok();
        let Some(written) = written else {
            let has = |words: &str| lines().find(|line| line.contains(words)).map(own);
            let why = has("verification failed").or_else(|| has("not verified")).or_else(|| has("error: "));
            return Err(why.unwrap_or_else(|| "not verified: the worker has ended without an answer".to_owned()));
        };
        if written != text {
            return Err(
                "not verified: the worker writes another text: it finds other included files, or has another version"
                    .to_owned(),
            );
        }
        let same = lines().find(|line| line.starts_with(SAME) && line.contains(&format!(" on {device} (")));
        same.map(str::to_owned).ok_or_else(|| "not verified: the worker has used another device".to_owned())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

/// The names in the folder. Headers are among the sources.
const SOURCES: &str = "sources";
const CONFIGURATION: &str = "clunroll.toml";
const PROFILE: &str = "profile.toml";
const REWRITTEN: &str = "rewritten.cl";
const SAID_FILE: &str = "said";

/// The options for the final compile, and for verification.
fn words(options: &BuildOptions, device: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut add = |option: &str, value: &str| words.extend([option.to_owned(), value.to_owned()]);
    for one in &options.macros {
        // `-DN=4`, `-UN`.
        let one = one.to_string();
        let (option, value) = one.split_at(2);
        add(option, value);
    }
    for folder in &options.include_folders {
        add("-I", &folder.to_string_lossy());
    }
    if let Some(language) = options.language {
        add("--cl-std", language.name());
    }
    for other in &options.others {
        add("--build-option", other);
    }
    add("--verify-with", &format!("opencl:{device}"));
    if options.uniform_work_groups {
        words.push("--uniform-work-groups".to_owned());
    }
    words.extend(["--trust-defines", "--verify=run", "--verify-strict", "--color=never"].map(str::to_owned));
    words
}

/// The settings of the user, as a configuration.
fn settings(settings: &[(&'static Setting, Value)]) -> String {
    let mut text = String::new();
    for (at, (setting, value)) in settings.iter().enumerate() {
        // The last one counts.
        if settings[at + 1..].iter().any(|(later, _)| later.name == setting.name) {
            continue;
        }
        let _ = match value {
            Value::Flag(is_on) => writeln!(text, "{} = {is_on}", setting.name),
            Value::Word(word) => writeln!(text, "{} = '{word}'", setting.name),
            Value::Number(number) => writeln!(text, "{} = {number}", setting.name),
        };
    }
    text
}

fn text_of(path: &Path) -> Result<String, String> {
    path.to_str().map(str::to_owned).ok_or_else(|| "the folder for temporary files is not UTF-8".to_owned())
}

/// Writes a new file, with the folders around it.
fn write(path: &Path, text: &[u8]) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(path.parent().unwrap_or(path))?;
    new_file(path)?.write_all(text)
}

fn new_file(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)
}

/// The first bytes of a file.
fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}
