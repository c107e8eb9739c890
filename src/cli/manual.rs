//! Manual pages, and completions for shells. Both are made from the definition of the arguments.

use std::fs;
use std::path::Path;

use clap::CommandFactory;
use clap_mangen::Man;

use super::DONE;
use super::arguments::{Arguments, CompletionsArguments, ManArguments};
use clunroll_files::failure::Failure;
use clunroll_files::output;

/// Prints the script that completes arguments.
pub(super) fn completions(arguments: &CompletionsArguments) -> Result<u8, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "clunroll", &mut script);
    output::print(&script).map(|()| DONE)
}

/// Prints the manual page of the program, or writes all pages into a folder.
pub(super) fn man(arguments: &ManArguments) -> Result<u8, Failure> {
    let mut program = Arguments::command();
    // Gives the commands the names of their pages, and their whole usage: `clunroll-check`, `clunroll check`.
    program.build();
    let Some(folder) = &arguments.out_dir else {
        return output::print(&page(&Man::new(program))?).map(|()| DONE);
    };
    fs::create_dir_all(folder)
        .map_err(|error| Failure::of_system("make the folder", &folder.display().to_string(), &error))?;
    let source = program.render_version();
    for command in program.get_subcommands() {
        // Usage as `--help` shows it; by default, the page would list all options without their values.
        let usage = command.clone().render_usage().to_string();
        let usage = usage.trim_start_matches("Usage: ").to_owned();
        write_into(folder, &Man::new(command.clone().override_usage(usage)).source(source.trim_end()))?;
    }
    write_into(folder, &Man::new(program)).map(|()| DONE)
}

fn write_into(folder: &Path, man: &Man) -> Result<(), Failure> {
    output::write_file(&folder.join(man.get_filename()), &page(man)?)
}

fn page(man: &Man) -> Result<Vec<u8>, Failure> {
    let mut text = Vec::new();
    man.render(&mut text).map_err(|error| Failure::of_system("write", "the page", &error))?;
    Ok(text)
}
