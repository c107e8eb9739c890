//! What the user asks for, through variables of the environment and through `clunroll.toml`.
//!
//! All of it is read once, when the loader starts the layer. In a program that runs with other rights than its caller (`setuid`), the
//! environment is the caller's and not to be believed, and neither are the folders that it names. So nothing is read, and the layer is off.
//! If anything is wrong, such as a mistake in a configuration, the layer is off too, and the log says why.
//!
//! A variable replaces what configurations say. The user's own configuration may say everything; one that is found from the working folder
//! may not (`configuration`).

use std::env;
use std::ffi::OsString;
use std::path::{self, Path, PathBuf};
use std::sync::OnceLock;

use clunroll::settings::{Setting, Value};
use clunroll_files::config::{LayerConfig, NameList};

use crate::configuration::LayerFiles;
use crate::log::LogFile;
use crate::profile::DeviceChoices;

/// Turns the layer off with `0`, and on with `1`.
const SWITCH: &str = "CLUNROLL_LAYER";
/// Names the layers that the loader loads.
const LAYERS: &str = "OPENCL_LAYERS";

/// What the user asks for.
#[derive(Debug, Default)]
pub(crate) struct LayerEnvironment {
    /// Whether anything is rewritten.
    pub(crate) is_active: bool,
    /// If not, the reason.
    pub(crate) why_inactive: String,
    /// Where to report.
    pub(crate) log: Option<LogFile>,
    /// The folder for sources.
    pub(crate) dump: Option<PathBuf>,
    /// Whether rewritten programs are verified.
    pub(crate) verify: bool,
    /// The longest time of one verification in seconds, if the user says it.
    pub(crate) verify_seconds: Option<u64>,
    /// The kernels and the devices that are on; each list must allow a name.
    pub(crate) kernels: Vec<NameList>,
    pub(crate) devices: Vec<NameList>,
    /// Whether each launch chooses between kernels as written and with `restrict`.
    pub(crate) is_by_launch: bool,
    /// The choices of the profile.
    pub(crate) profile: Option<DeviceChoices>,
    /// The settings of the library, the ones that count last.
    pub(crate) settings: Vec<(&'static Setting, Value)>,
    /// What to log at the start.
    pub(crate) notes: Vec<String>,
}

/// Where the answers come from.
pub(crate) struct HostProcess<'h> {
    /// Whether the process has other rights than its caller.
    pub(crate) is_privileged: bool,
    /// Reads a variable of the environment.
    pub(crate) variable: &'h dyn Fn(&str) -> Option<OsString>,
    /// The name of the program.
    pub(crate) program: String,
    /// The working folder.
    pub(crate) folder: PathBuf,
}

impl HostProcess<'_> {
    /// A variable that is set and not empty.
    pub(crate) fn word(&self, name: &str) -> Option<OsString> {
        (self.variable)(name).filter(|value| !value.is_empty())
    }

    /// A variable that is 0 or 1.
    fn flag(&self, name: &str) -> Result<Option<bool>, String> {
        match self.word(name) {
            None => Ok(None),
            Some(word) if word == "0" || word == "1" => Ok(Some(word == "1")),
            Some(word) => Err(format!("{name} is {}, and neither 0 nor 1", word.to_string_lossy())),
        }
    }

    /// A variable that is a whole number.
    fn number(&self, name: &str) -> Result<Option<u64>, String> {
        self.word(name).map(|word| whole_number(name, &word.to_string_lossy())).transpose()
    }

    /// A list of names with commas between them.
    fn names(&self, name: &str, of_item: fn(&str) -> Result<NameList, String>) -> Result<Option<NameList>, String> {
        let Some(items) = self.word(name) else { return Ok(None) };
        let items = items.into_string().map_err(|_| format!("{name} is not UTF-8"))?;
        let list = NameList::of_items(items.split(',').map(str::trim), of_item);
        list.map(Some).map_err(|why| format!("{name}: {why}"))
    }
}

/// The value of a variable that is a whole number.
pub(crate) fn whole_number(name: &str, word: &str) -> Result<u64, String> {
    word.trim().parse().map_err(|_| format!("{name} is {word}, and no whole number"))
}

/// The settings of this process.
pub(crate) fn settings() -> &'static LayerEnvironment {
    static SETTINGS: OnceLock<LayerEnvironment> = OnceLock::new();
    SETTINGS.get_or_init(|| {
        let program = env::current_exe().unwrap_or_default();
        let program = program.file_name().unwrap_or_default().to_string_lossy();
        LayerEnvironment::of(&HostProcess {
            is_privileged: is_privileged(),
            variable: &|name| env::var_os(name),
            // The kernel adds this if the file was removed meanwhile.
            program: program.strip_suffix(" (deleted)").unwrap_or(&program).to_owned(),
            folder: PathBuf::new(),
        })
    })
}

impl LayerEnvironment {
    pub(crate) fn of(host: &HostProcess<'_>) -> Self {
        if host.is_privileged {
            return Self::default();
        }
        let mut read = Self {
            log: host.word("CLUNROLL_LAYER_LOG").and_then(|name| LogFile::named(&name, "CLUNROLL_LAYER_LOG")),
            // The program may change its working folder.
            dump: host.word("CLUNROLL_LAYER_DUMP").and_then(|folder| path::absolute(folder).ok()),
            ..Self::default()
        };
        match host.word(SWITCH) {
            Some(switch) if switch != "1" => read.why_inactive = "off: CLUNROLL_LAYER is not 1".into(),
            switch => match read.with_files(host, switch.is_some()) {
                Ok(()) => read.is_active = true,
                Err(why) => read.why_inactive = format!("off: {why}"),
            },
        }
        read
    }

    /// Reads everything but the switch; an error is the reason why the layer is off.
    fn with_files(&mut self, host: &HostProcess<'_>, is_on: bool) -> Result<(), String> {
        let files = LayerFiles::read(host)?;
        // With a log in the user's configuration, what follows is in it.
        if let Some(own) = &files.own {
            let log = own.log.as_ref().filter(|_| host.word("CLUNROLL_LAYER_LOG").is_none());
            self.log = self.log.take().or_else(|| LogFile::named(log?.as_os_str(), "`log`"));
            self.dump = self.dump.take().or_else(|| own.dump.clone());
        }
        let is_named =
            host.word(LAYERS).is_some_and(|layers| env::split_paths(&layers).any(|path| is_this_library(&path)));
        let variable = host.names("CLUNROLL_LAYER_PROGRAMS", NameList::of_name)?;
        let is_from_variable = variable.is_some();
        let lists = variable.map_or_else(|| files.lists(|config| config.programs.as_ref()), |list| vec![list]);
        let program = &host.program;
        // With the switch, the user asks for this very run.
        if (!is_on || is_from_variable) && !lists.iter().all(|list| list.allows(program)) {
            return Err(format!("the program `{program}` is not on"));
        }
        // A file that is found from the working folder cannot turn the layer on.
        let own = files.own.as_ref().and_then(|own| own.programs.as_ref());
        let is_wanted = || if is_from_variable { lists.first() } else { own }.is_some_and(|list| list.names(program));
        if !is_on && !is_named && !is_wanted() {
            return Err("it is installed; CLUNROLL_LAYER=1 turns it on".to_owned());
        }
        let own = files.own.as_ref().and_then(|own| own.verify);
        self.verify = host.flag("CLUNROLL_LAYER_VERIFY")?.or(own).unwrap_or(false);
        self.verify_seconds = host.number("CLUNROLL_LAYER_VERIFY_SECONDS")?;
        let kernels = host.names("CLUNROLL_LAYER_KERNELS", NameList::of_name)?;
        self.kernels = kernels.map_or_else(|| files.lists(|config| config.kernels.as_ref()), |list| vec![list]);
        let devices = host.names("CLUNROLL_LAYER_DEVICES", NameList::of_part)?;
        self.devices = devices.map_or_else(|| files.lists(|config| config.devices.as_ref()), |list| vec![list]);
        let aliasing = match host.word("CLUNROLL_LAYER_ALIASING") {
            Some(word) => Some(LayerConfig::is_by_launch(&word.to_string_lossy())),
            None => files.own.as_ref().and_then(|own| own.aliasing).map(Ok),
        };
        let aliasing = aliasing.transpose().map_err(|why| format!("CLUNROLL_LAYER_ALIASING: {why}"))?;
        // The worker does not compare the text with `restrict`.
        self.is_by_launch = aliasing.unwrap_or(false) && !self.verify;
        let profile = host.word("CLUNROLL_LAYER_PROFILE").map(PathBuf::from).or_else(|| files.profile());
        self.settings = files.settings();
        self.notes = files.notes;
        if aliasing == Some(true) && self.verify {
            self.notes
                .push("no launches with `restrict`: rewritten programs are verified, and these would not be".into());
        }
        if let Some(path) = profile {
            match DeviceChoices::read(&path) {
                Ok(choices) => self.profile = Some(choices),
                Err(why) => self.notes.push(format!("the profile {} cannot be used: {why}", path.display())),
            }
        }
        Ok(())
    }

    /// Whether the devices of a build must be known by name.
    pub(crate) fn needs_devices(&self) -> bool {
        self.profile.is_some() || !self.devices.is_empty()
    }
}

fn is_this_library(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().contains("clunroll_layer"))
}

/// Whether the process has other rights than its caller.
fn is_privileged() -> bool {
    // SAFETY: the call reads a value that the kernel has passed to the process.
    unsafe { libc::getauxval(libc::AT_SECURE) != 0 }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn read(variables: &[(&str, &str)], folder: &Path) -> LayerEnvironment {
        let variable = |name: &str| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| OsString::from(value))
        };
        let (program, folder) = ("sim".to_owned(), folder.to_owned());
        LayerEnvironment::of(&HostProcess { is_privileged: false, variable: &variable, program, folder })
    }

    #[test]
    fn a_program_with_other_rights_reads_nothing() {
        let variable: &dyn Fn(&str) -> Option<OsString> = &|name| panic!("{name} is read");
        let (program, folder) = ("sim".to_owned(), PathBuf::from("/nowhere"));
        let read = LayerEnvironment::of(&HostProcess { is_privileged: true, variable, program, folder });
        assert!(!read.is_active && read.why_inactive.is_empty() && read.log.is_none() && read.dump.is_none());
    }

    #[test]
    fn the_switch_decides_first() {
        let named = ("OPENCL_LAYERS", "/x/other.so:/opt/libclunroll_layer.so");
        let is_active = |variables: &[(&str, &str)]| read(variables, Path::new("/nowhere")).is_active;
        assert!(is_active(&[named]) && is_active(&[named, (SWITCH, "")]) && is_active(&[(SWITCH, "1")]));
        assert!(!is_active(&[named, (SWITCH, "0")]) && !is_active(&[]));
        assert!(!is_active(&[("OPENCL_LAYERS", "/x/other.so")]));
        let programs = |list| ("CLUNROLL_LAYER_PROGRAMS", list);
        assert!(is_active(&[programs("a,s*")]) && is_active(&[(SWITCH, "1"), programs("!a, sim")]));
        assert!(!is_active(&[programs("a")]) && !is_active(&[(SWITCH, "1"), programs("!sim")]));
        assert!(!is_active(&[(SWITCH, "1"), programs("s[")]), "a mistake turns it off");
        for (seconds, is_right) in [("5", true), ("", true), ("5 s", false), ("-3", false)] {
            assert_eq!(is_active(&[(SWITCH, "1"), ("CLUNROLL_LAYER_VERIFY_SECONDS", seconds)]), is_right, "{seconds}");
        }
    }

    #[test]
    fn the_own_configuration_may_turn_a_program_on() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("clunroll/clunroll.toml");
        fs::create_dir(file.parent().unwrap()).unwrap();
        let own = ("XDG_CONFIG_HOME", folder.path().to_str().unwrap());
        let with = |text: &str, variables: &[(&str, &str)]| {
            fs::write(&file, text).unwrap();
            read(&[&[own], variables].concat(), Path::new("/nowhere"))
        };
        let named = ("OPENCL_LAYERS", "libclunroll_layer.so");
        assert!(with("[layer]\nprograms = ['s*']\n", &[]).is_active);
        assert!(!with("[layer]\nprograms = ['!x']\n", &[]).is_active, "no program is named");
        assert!(!with("[layer]\nprograms = ['!sim']\n", &[named]).is_active);
        assert!(with("[layer]\nprograms = ['!sim']\n", &[(SWITCH, "1")]).is_active, "this run is asked for");
        let wrong = with("[layer]\nprogram = []\n", &[(SWITCH, "1")]);
        assert!(
            !wrong.is_active && wrong.why_inactive.contains("2:1: unknown key `program`"),
            "{}",
            wrong.why_inactive
        );
        let read = with("[layer]\nkernels = ['!k']\ndump = 'd'\nmax-copies = 8\n", &[named]);
        assert_eq!(read.dump.as_deref(), Some(&*folder.path().join("clunroll/d")));
        assert!(!read.kernels[0].allows("k") && read.settings.len() == 1);
        let dump = with("", &[named, ("CLUNROLL_LAYER_DUMP", "d")]).dump;
        assert_eq!(dump, Some(env::current_dir().unwrap().join("d")), "the program may change its working folder");
        let verifies = |text: &str, word: &str| with(text, &[named, ("CLUNROLL_LAYER_VERIFY", word)]).verify;
        assert!(verifies("[layer]\nverify = true\n", "") && verifies("", "1") && !verifies("", ""));
        assert!(!verifies("[layer]\nverify = true\n", "0"));
        assert!(!with("", &[named, ("CLUNROLL_LAYER_VERIFY", "yes")]).is_active, "a mistake turns the layer off");
        let replaced = with("[layer]\nkernels = ['!k']\n", &[named, ("CLUNROLL_LAYER_KERNELS", "!j")]);
        assert!(replaced.kernels.len() == 1 && replaced.kernels[0].allows("k"));
    }

    #[test]
    fn a_choice_at_each_launch_is_asked_for() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("clunroll")).unwrap();
        let own = ("XDG_CONFIG_HOME", folder.path().to_str().unwrap());
        let with = |table: &str, word: &str| {
            fs::write(folder.path().join("clunroll/clunroll.toml"), format!("[layer]\n{table}")).unwrap();
            read(&[own, (SWITCH, "1"), ("CLUNROLL_LAYER_ALIASING", word)], Path::new("/nowhere"))
        };
        let by_launch = "aliasing = 'by-launch'\n";
        let verified = with("verify = true\n", "by-launch");
        assert!(
            verified.verify && !verified.is_by_launch && verified.notes.iter().any(|note| note.contains("restrict"))
        );
        assert!(!with("", "").is_by_launch && with(by_launch, "").is_by_launch && with("", "by-launch").is_by_launch);
        assert!(!with(by_launch, "off").is_by_launch, "the variable counts");
        let wrong = with("", "always");
        let why = "off: CLUNROLL_LAYER_ALIASING: `always` is neither `by-launch` nor `off`";
        assert!(!wrong.is_active && wrong.why_inactive == why, "{}", wrong.why_inactive);
    }

    #[test]
    fn a_pipe_is_not_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("clunroll/clunroll.toml");
        fs::create_dir(file.parent().unwrap()).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(&file).status().unwrap().success());
        let own = ("XDG_CONFIG_HOME", folder.path().to_str().unwrap());
        let read = read(&[own, (SWITCH, "1")], Path::new("/nowhere"));
        assert!(!read.is_active && read.why_inactive.ends_with("it is not a regular file"), "{}", read.why_inactive);
    }

    #[test]
    fn a_found_configuration_may_only_do_what_is_harmless() {
        let folder = tempfile::tempdir().unwrap();
        let named = ("OPENCL_LAYERS", "libclunroll_layer.so");
        let with = |text: &str, variables: &[(&str, &str)]| {
            fs::write(folder.path().join("clunroll.toml"), text).unwrap();
            fs::create_dir_all(folder.path().join("a/b")).unwrap();
            read(variables, &folder.path().join("a/b"))
        };
        assert!(!with("[layer]\nprograms = ['sim']\n", &[]).is_active, "it turns nothing on");
        assert!(!with("[layer]\nprograms = ['!sim']\n", &[named]).is_active);
        let many = with(&format!("[layer]\nkernels = [{}]\n", "'*a',".repeat(100_000)), &[named]);
        assert!(!many.is_active && many.why_inactive.ends_with("at most 250 names"), "{}", many.why_inactive);
        let read = with(
            "[layer]\nkernels = ['!k']\ndump = 'd'\nlog = 'l'\naliasing = 'by-launch'\nprofile = '../p'\nverify = true\n",
            &[named],
        );
        assert!(
            read.is_active
                && !read.verify
                && !read.is_by_launch
                && read.dump.is_none()
                && read.log.is_none()
                && !read.kernels[0].allows("k")
        );
        for key in ["`log`", "`dump`", "`aliasing`", "`profile`", "`verify`"] {
            assert!(read.notes.iter().any(|note| note.contains(key)), "{key}: {:?}", read.notes);
        }
    }
}
