//! Finds launch descriptions, and assigns them to kernels.
//!
//! A description is beside its source: `conv.launch.toml` beside `conv.cl`. Options name another file, or describe a launch themselves.
//! They override a file.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use clunroll_opencl::description::{Description, read_t1, read_toml, write_launch};
use clunroll_opencl::{Launch, Magnitude};
use oclc_syntax::host::Define;
use oclc_syntax::lex::{lex, text};
use oclc_syntax::preprocess::parse_integer;
use oclc_syntax::source::FileId;

use super::made_up::TrialLaunch;
use super::trial::Tally;
use clunroll_files::failure::{Failure, printable_name};

/// The user's options for launches.
#[derive(Clone, Debug, Default)]
pub(crate) struct LaunchOptions {
    /// The file of the descriptions, instead of the one beside the source.
    pub(crate) file: Option<PathBuf>,
    /// Descriptions that were read already, of a recording, instead of those of a file.
    pub(crate) recorded: Option<Vec<Description>>,
    /// The description in the options themselves.
    pub(crate) description: Option<Description>,
    /// The kernels to launch; all, if none is named.
    pub(crate) only: Vec<String>,
    /// The option that names them.
    pub(crate) only_option: &'static str,
    /// Whether to report progress from time to time.
    pub(crate) shows_progress: bool,
    /// Whether a kernel gets only its described launches.
    pub(crate) described_only: bool,
}

/// All descriptions for one source.
#[derive(Debug)]
pub(crate) struct Descriptions {
    of_file: Vec<Description>,
    of_options: Option<Description>,
}

impl LaunchOptions {
    /// Whether a kernel is launched.
    pub(crate) fn launches(&self, kernel: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|only| only == kernel)
    }

    /// The kernels, among these, that are launched. Fails if a named kernel does not exist.
    pub(crate) fn launched<'a>(&self, kernels: &[&'a str]) -> Result<Vec<&'a str>, Failure> {
        match self.only.iter().find(|only| !kernels.contains(&only.as_str())) {
            Some(only) => {
                let option = self.only_option;
                Err(Failure::new(format!("{option}: there is no kernel `{only}`; there are {}", list(kernels))))
            }
            None => Ok(kernels.iter().copied().filter(|kernel| self.launches(kernel)).collect()),
        }
    }

    /// Reads the descriptions for the source at this path; there is no path for standard input.
    pub(crate) fn read(&self, source: Option<&Path>, macros: &[Define]) -> Result<Descriptions, Failure> {
        let beside = || source.map(|source| source.with_extension("launch.toml")).filter(|file| file.is_file());
        let of_file = match (&self.recorded, self.file.clone()) {
            (Some(recorded), _) => recorded.clone(),
            (None, file) => file.or_else(beside).map_or_else(|| Ok(Vec::new()), |file| read_file(&file, macros))?,
        };
        Ok(Descriptions { of_file, of_options: self.description.clone() })
    }
}

fn read_file(file: &Path, macros: &[Define]) -> Result<Vec<Description>, Failure> {
    let name = file.display().to_string();
    let bytes = fs::read(file).map_err(|error| Failure::of_system("read", &name, &error))?;
    let text = String::from_utf8(bytes).map_err(|_| Failure::new(format!("{name} is not valid UTF-8")))?;
    let folder = file.parent().unwrap_or(Path::new(""));
    let value = |wanted: &str| {
        let define = macros.iter().rfind(|define| define.name() == wanted && define.parameters().is_none())?;
        i64::try_from(parse_integer(define.value().trim())?.value).ok()
    };
    let descriptions = if file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json")) {
        read_t1(&text, &name, folder, &value).map(|description| vec![description])
    } else {
        read_toml(&text, &name, &|file| Ok(folder.join(file)), &value)
    };
    descriptions.map_err(Failure::new)
}

impl Descriptions {
    /// The descriptions for each of these kernels of a source.
    ///
    /// Fails if one is for a kernel that the source does not mention. A kernel that it mentions may exist in other builds.
    pub(crate) fn by_kernel(
        self,
        kernels: &[&str],
        source: &str,
    ) -> Result<BTreeMap<String, Vec<Description>>, Failure> {
        let mut by_kernel: BTreeMap<String, Vec<Description>> = BTreeMap::new();
        for description in self.of_file {
            let kernel = description.kernel.clone().unwrap_or_default();
            check_kernel(&kernel, &description.place, kernels, source)?;
            by_kernel.entry(kernel).or_default().push(description);
        }
        if let Some(options) = self.of_options {
            let kernel = match (&options.kernel, kernels) {
                (Some(kernel), _) => kernel.clone(),
                (None, [kernel]) => (*kernel).to_owned(),
                (None, _) => {
                    let place = &options.place;
                    return Err(Failure::new(format!("{place} needs --kernel, since there are {}", list(kernels))));
                }
            };
            check_kernel(&kernel, "--kernel", kernels, source)?;
            let descriptions = by_kernel.entry(kernel).or_default();
            if descriptions.is_empty() {
                descriptions.push(options);
            } else {
                for description in descriptions {
                    description.override_by(&options);
                }
            }
        }
        Ok(by_kernel)
    }
}

fn check_kernel(kernel: &str, place: &str, kernels: &[&str], source: &str) -> Result<(), Failure> {
    let bytes = source.as_bytes();
    let is_mentioned = || lex(FileId::MAIN, bytes).iter().any(|token| text(bytes, token) == kernel);
    if kernels.contains(&kernel) || is_mentioned() {
        return Ok(());
    }
    Err(Failure::new(format!("{place}: there is no kernel `{kernel}`; there are {}", list(kernels))))
}

fn list(kernels: &[&str]) -> String {
    if kernels.is_empty() { "no kernels".to_owned() } else { format!("the kernels {}", kernels.join(", ")) }
}

/// The head of the printed launches of one source.
pub(super) fn printed_head(name: &str) -> String {
    let name = printable_name(name);
    let file = Path::new(&name).with_extension("launch.toml");
    format!("# Launches of {name}. To use them, save them as {}.\n", file.display())
}

/// The launches of one kernel in the printed form: all described ones, and one made-up launch, the first of the largest that could be
/// compared.
pub(super) fn printed(candidates: &[TrialLaunch], tally: &Tally) -> String {
    let mut text = String::new();
    let mut push = |comment: String, launch: &Launch| {
        text.push('\n');
        text.push_str(&comment);
        text.push_str(&write_launch(launch));
    };
    let is_described = |candidate: &&TrialLaunch| candidate.place.is_some() && candidate.size.is_none();
    for candidate in candidates.iter().filter(is_described) {
        push(String::new(), &candidate.launch);
    }
    let made_up = || {
        candidates.iter().enumerate().filter(|(_, candidate)| {
            // Small numbers are easier to read.
            candidate.size.is_some() && candidate.magnitude == Magnitude::Small
        })
    };
    let compared = made_up().filter(|(number, _)| tally.compared.contains(number)).map(|(_, candidate)| candidate);
    let largest = compared.reduce(|best, next| if next.size > best.size { next } else { best });
    if let Some(candidate) = largest.or_else(|| made_up().next().map(|(_, candidate)| candidate)) {
        let count = made_up().count();
        let comment = match (count, largest) {
            (1, _) => "# This launch was made up.\n".to_owned(),
            (_, Some(_)) => {
                format!("# {count} launches were made up. This is one of the largest that were compared.\n")
            }
            (_, None) => format!("# {count} launches were made up, and none could be compared. This is the first.\n"),
        };
        push(comment, &candidate.launch);
    }
    text
}
