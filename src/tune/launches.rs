//! The launches that are timed: described ones.
//!
//! Made-up sizes say nothing about speed. So each launch must be described, with its sizes and all its numbers. Memory that a description
//! leaves out is made up, as for verification, with a doubt about the times.

use std::path::Path;
use std::time::Duration;

use clunroll_files::failure::Failure;
use clunroll_opencl::description::Description;
use clunroll_opencl::recording::check_memory;
use clunroll_opencl::{Build, KernelInterface, KnownTypes, Launch, Lost, ParameterKind, Runner, SourceParameter};

use super::device::lost_in_words;
use crate::verify::compile::FinalCompile;
use crate::verify::described::LaunchOptions;
use crate::verify::made_up::{self, KernelToLaunch};
use crate::verify::run::{TypedText, parameters};
use crate::verify::source_types;

/// The launches to time.
#[derive(Default)]
pub(crate) struct DescribedLaunches {
    pub(crate) launches: Vec<Launch>,
    /// What makes their times less certain.
    pub(crate) doubts: Vec<String>,
    /// The kernels of a recording that cannot be launched, with the reason.
    pub(crate) left_out: Vec<(String, String)>,
}

/// The described launches of a source, in the order of its kernels.
pub(crate) fn described(
    runner: &mut Runner,
    compile: &FinalCompile,
    (path, source): (&Path, &[u8]),
    options: &LaunchOptions,
    limit: Duration,
) -> Result<DescribedLaunches, Failure> {
    let name = path.display();
    let text = compile.original(source);
    let build_options = compile.opencl_options(false);
    let kernels = match runner.build(&text, &build_options, limit) {
        Ok(Build::Built { program, kernels }) => {
            runner.forget(program);
            kernels
        }
        Ok(Build::Refused(log)) => return Err(Failure::new(format!("{name} does not build: {}", first_line(&log)))),
        Err(lost) => return Err(Failure::new(format!("{name}: {}", lost_in_words("the compiler", &lost)))),
    };
    let names: Vec<_> = kernels.iter().map(|kernel| kernel.name.as_str()).collect();
    let names = options.launched(&names)?;
    let descriptions = options.read(Some(path), &compile.macros)?.by_kernel(&names, &text)?;
    if descriptions.is_empty() {
        return Err(Failure::new(format!(
            "there is no launch description for {name}, and made-up arguments say nothing about speed: print one with \
             `clunroll {name} --verify=run --print-launch -o /dev/null > {}`, and edit its sizes",
            path.with_extension("launch.toml").display()
        )));
    }
    let tokens = source_types::expanded(compile, &text);
    let of_source = source_types::parameters(&tokens);
    let mut found = DescribedLaunches::default();
    let mut reader =
        LaunchReader { runner, types: KnownTypes::default(), text: &text, build_options: &build_options, limit };
    for kernel in kernels.iter().filter(|kernel| options.launches(&kernel.name)) {
        let Some(descriptions) = descriptions.get(&kernel.name) else { continue };
        let of_source = of_source.get(&kernel.name).map_or(&[][..], Vec::as_slice);
        let read = reader.of_kernel(kernel, descriptions, of_source);
        let read = read.and_then(|read| if options.recorded.is_some() { within_bounds(read) } else { Ok(read) });
        match read {
            Ok((launches, doubts)) => {
                found.launches.extend(launches);
                found.doubts.extend(doubts);
            }
            // The other kernels of a recording can be tuned.
            Err(why) if options.recorded.is_some() => found.left_out.push((kernel.name.clone(), why.message())),
            Err(why) => return Err(why),
        }
    }
    match found.left_out.first() {
        Some((_, why)) if found.launches.is_empty() => Err(Failure::new(why)),
        None if found.launches.is_empty() => {
            Err(Failure::new(format!("no launch description of {name} is for a kernel that this build has")))
        }
        _ => Ok(found),
    }
}

/// Reads the launches of one build.
struct LaunchReader<'a> {
    runner: &'a mut Runner,
    types: KnownTypes,
    text: &'a str,
    build_options: &'a str,
    limit: Duration,
}

impl LaunchReader<'_> {
    /// The launches of a kernel, and what makes their times less certain.
    fn of_kernel(
        &mut self,
        kernel: &KernelInterface,
        descriptions: &[Description],
        of_source: &[SourceParameter],
    ) -> Result<ReadLaunches, Failure> {
        let KernelInterface { name: kernel_name, required, .. } = kernel;
        let cannot = |why: &str| Failure::new(format!("kernel `{kernel_name}`: {why}"));
        let typed = TypedText { text: self.text, options: self.build_options, of_source };
        let parameters = parameters(self.runner, &mut self.types, &typed, (self.limit, Lost::to_string), kernel);
        let resolved = parameters.map_err(|why| cannot(&why))?;
        let dimensions = made_up::dimensions(self.text);
        let (mut launches, mut doubts) = (Vec::new(), Vec::new());
        for description in descriptions {
            let place = &description.place;
            let arguments = description.arguments_for(&resolved).map_err(Failure::new)?;
            let missing =
                |what: &str| Failure::new(format!("{place}: `{kernel_name}` needs {what}, so that it can be timed"));
            let lacking: Vec<_> = arguments.iter().zip(&resolved).filter(|(argument, _)| argument.is_none()).collect();
            let is_value = |kind: &ParameterKind| matches!(kind, ParameterKind::Value(_) | ParameterKind::Structure(_));
            if let Some((_, parameter)) = lacking.iter().find(|(_, parameter)| is_value(&parameter.kind)) {
                return Err(missing(&format!("a value for `{}`", parameter.name)));
            }
            let global = description.global.clone().ok_or_else(|| missing("the number of work-items (global)"))?;
            let (kernel, local) = (kernel_name.clone(), description.local.clone());
            if lacking.is_empty() {
                let arguments = arguments.into_iter().flatten().collect();
                launches.push(Launch { kernel, global, local, arguments });
                continue;
            }
            let names: Vec<_> = lacking.iter().map(|(_, parameter)| format!("`{}`", parameter.name)).collect();
            let names = names.join(", ");
            doubts.push(format!(
                "{place}: {names} of `{kernel_name}` is made up; if its contents matter for speed, describe it"
            ));
            let (parameters, source) = (&resolved[..], self.text);
            let kernel = KernelToLaunch { name: kernel_name, parameters, dimensions, required: *required, source };
            let made_up = made_up::launches(kernel, Some(description)).map_err(|why| cannot(&why))?;
            launches.extend(made_up.into_iter().next().map(|one| one.launch));
        }
        Ok((launches, doubts))
    }
}

/// Launches with their doubts.
type ReadLaunches = (Vec<Launch>, Vec<String>);

/// Checks that launches of a recording do not ask for too much memory.
fn within_bounds(read: ReadLaunches) -> Result<ReadLaunches, Failure> {
    read.0.iter().try_for_each(check_memory).map_err(Failure::new)?;
    Ok(read)
}

fn first_line(log: &str) -> &str {
    log.lines().find(|line| line.contains("error")).or_else(|| log.lines().next()).unwrap_or_default()
}
