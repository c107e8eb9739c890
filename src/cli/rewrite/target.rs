//! The destination of the rewritten texts: one place, a folder, their inputs, or a diff.

use std::path::{Path, PathBuf};

use clap::CommandFactory;

use crate::cli::arguments::{Arguments, RewriteArguments};
use crate::cli::side_file::UsedDestination;
use clunroll_files::batch::{BatchPlan, SourceJob};
use clunroll_files::destination::{self, Destination};
use clunroll_files::failure::{self, Failure};
use clunroll_files::walk::Choice;
use clunroll_files::{input, output};

/// The destination of the texts.
#[derive(Debug)]
pub(super) enum OutputTarget<'a> {
    /// The text of the only input, to the name given with `-o`, or to standard output.
    Single(Option<&'a Path>, Destination),
    /// Each to its place below this folder.
    Below(&'a Path),
    /// Each over its input.
    InPlace,
    /// To standard output, as differences.
    Diff,
}

impl<'a> OutputTarget<'a> {
    /// The target that the arguments ask for, and the sources.
    ///
    /// Fails if the inputs do not fit the target.
    pub(super) fn of(arguments: &'a RewriteArguments, choice: &dyn Choice) -> Result<(Self, BatchPlan), Failure> {
        let inputs = &arguments.inputs[..];
        refuse_misspelt_command(inputs)?;
        if let Some(folder) = &arguments.out_dir {
            return Ok((Self::Below(folder), BatchPlan::below(folder, inputs, choice)?));
        }
        if arguments.in_place {
            if inputs.iter().any(|input| input::is_standard_input(input)) {
                return Err(Failure::new("cannot replace standard input: --in-place needs files"));
            }
            let plan = BatchPlan::in_place(inputs, choice);
            // Checked before anything is read: reading a pipe would block, and it could not be replaced.
            plan.jobs.iter().try_for_each(|job| output::can_be_replaced(&job.input))?;
            return Ok((Self::InPlace, plan));
        }
        if arguments.diff {
            return Ok((Self::Diff, BatchPlan::in_place(inputs, choice)));
        }
        let output = arguments.output.as_deref();
        let [input] = inputs else {
            return Err(several(inputs));
        };
        if input.is_dir() {
            let name = input.display();
            return Err(Failure::new(format!("{name} is a folder, which needs --out-dir, --in-place or --diff")));
        }
        Ok((Self::Single(output, Destination::of(output)?), BatchPlan::in_place(inputs, choice)))
    }

    /// The single destination of all output, if there is one.
    pub(super) fn stream(&self) -> Option<UsedDestination<'_>> {
        match self {
            Self::Single(_, destination) => {
                Some(UsedDestination { destination, what: "unrolled text", option: Some("-o") })
            }
            Self::Diff => Some(UsedDestination { destination: &Destination::Stdout, what: "diff", option: None }),
            Self::Below(_) | Self::InPlace => None,
        }
    }

    /// The name of a job's output for a depfile, if it differs from the input's.
    pub(super) fn name(&self, job: &SourceJob) -> Option<PathBuf> {
        match self {
            Self::Single(Some(name), _) if *name != Path::new("-") => Some(name.to_path_buf()),
            Self::Below(folder) => Some(folder.join(&job.place)),
            Self::Single(..) | Self::InPlace | Self::Diff => None,
        }
    }

    /// Writes the text of a job, which was made from `source`.
    ///
    /// Fails if not all of it can be written, or if an input has changed since it was read; a regular file then has its old content.
    pub(super) fn write(&self, job: &SourceJob, source: &[u8], text: &[u8]) -> Result<(), Failure> {
        match self {
            Self::Single(Some(name), destination) if destination.is_file(&job.input) => {
                output::update(name, source, text)
            }
            Self::Single(name, destination) => write(destination, text, *name),
            Self::Below(folder) => output::write_file(&folder.join(&job.place), text),
            Self::InPlace => output::update(&job.input, source, text),
            Self::Diff => write(&Destination::Stdout, text, None),
        }
    }
}

/// The failure of several inputs without a place for their outputs. Many tools take the output as the second name.
fn several(inputs: &[PathBuf]) -> Failure {
    let hint = match inputs {
        [input, output] if input.is_file() && !output.is_dir() => {
            format!("; to write {}, put `-o` before it", failure::printable_name(&output.display().to_string()))
        }
        _ => String::new(),
    };
    Failure::new(format!("several inputs need --out-dir, --in-place or --diff{hint}"))
}

/// Fails if the first input is not a file, but a misspelt name of a command.
fn refuse_misspelt_command(inputs: &[PathBuf]) -> Result<(), Failure> {
    let Some(word) = inputs.first().filter(|path| !path.exists()).and_then(|path| path.to_str()) else { return Ok(()) };
    let program = Arguments::command();
    let mut commands = program.get_subcommands().map(clap::Command::get_name);
    match commands.find(|command| strsim::osa_distance(word, command) <= word.chars().count() / 3) {
        Some(command) => Err(Failure::new(format!("there is no file {word}; did you mean `clunroll {command}`?"))),
        None => Ok(()),
    }
}

fn write(destination: &Destination, text: &[u8], name: Option<&Path>) -> Result<(), Failure> {
    output::write(destination, text).map_err(|error| Failure::of_system("write", &destination::name(name), &error))
}
