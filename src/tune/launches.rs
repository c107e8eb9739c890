//! The launches that are timed: described ones, complete.
//!
//! Made-up arguments say nothing about speed. So each launch must be described, with all its arguments.

use std::path::Path;
use std::time::Duration;

use clunroll_files::failure::Failure;
use clunroll_opencl::{Build, KernelInterface, KnownTypes, Launch, Lost, Runner};

use crate::verify::compile::FinalCompile;
use crate::verify::described::LaunchOptions;
use crate::verify::source_types;

/// The described launches of a source, in the order of its kernels.
pub(crate) fn described(
    runner: &mut Runner,
    compile: &FinalCompile,
    (path, source): (&Path, &[u8]),
    options: &LaunchOptions,
    limit: Duration,
) -> Result<Vec<Launch>, Failure> {
    let name = path.display();
    let text = compile.original(source);
    let build_options = compile.opencl_options(false);
    let kernels = match runner.build(&text, &build_options, limit) {
        Ok(Build::Built { program, kernels }) => {
            runner.forget(program);
            kernels
        }
        Ok(Build::Refused(log)) => return Err(Failure::new(format!("{name} does not build: {}", first_line(&log)))),
        Err(lost) => return Err(Failure::new(format!("the compiler {} on {name}", how(&lost)))),
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
    let mut types = KnownTypes::default();
    let mut launches = Vec::new();
    for kernel in kernels.iter().filter(|kernel| options.launches(&kernel.name)) {
        let Some(descriptions) = descriptions.get(&kernel.name) else { continue };
        let KernelInterface { name: kernel_name, parameters, .. } = kernel;
        let cannot = |why: &str| Failure::new(format!("kernel `{kernel_name}`: {why}"));
        let declared = parameters.as_ref().map_err(|why| cannot(why))?;
        let of_source = of_source.get(kernel_name).map_or(&[][..], Vec::as_slice);
        let of_source = |place: usize| of_source.get(place).filter(|_| of_source.len() == declared.len());
        let learnt = types.learn(runner, &text, &build_options, declared, limit);
        learnt.map_err(|lost| cannot(&format!("the platform {} when asked for types", how(&lost))))?;
        let resolved = declared.iter().enumerate();
        let resolved: Vec<_> =
            resolved.map(|(place, one)| one.resolve(|name| types.get(name), of_source(place))).collect();
        for description in descriptions {
            let place = &description.place;
            let arguments = description.arguments_for(&resolved).map_err(Failure::new)?;
            let missing =
                |what: &str| Failure::new(format!("{place}: `{kernel_name}` needs {what}, so that it can be timed"));
            let lacking = arguments.iter().zip(&resolved).find(|(argument, _)| argument.is_none());
            if let Some((_, parameter)) = lacking {
                return Err(missing(&format!("an argument for `{}`", parameter.name)));
            }
            let global = description.global.clone().ok_or_else(|| missing("the number of work-items (global)"))?;
            launches.push(Launch {
                kernel: kernel_name.clone(),
                global,
                local: description.local.clone(),
                arguments: arguments.into_iter().flatten().collect(),
            });
        }
    }
    if launches.is_empty() {
        return Err(Failure::new(format!("no launch description of {name} is for a kernel that this build has")));
    }
    Ok(launches)
}

fn first_line(log: &str) -> &str {
    log.lines().find(|line| line.contains("error")).or_else(|| log.lines().next()).unwrap_or_default()
}

/// How a worker was lost, as the rest of a sentence.
pub(super) fn how(lost: &Lost) -> String {
    match lost {
        Lost::Ended(how) => how.clone(),
        Lost::Silent(limit) => format!("does not end within {:.0} s", limit.as_secs_f64()),
    }
}
