//! `clBuildProgram` and `clCompileProgram`.
//!
//! The source is rewritten for the options of this build. If that changes it, a private program with the new source is built, and becomes
//! the current one. Otherwise, and if the driver refuses the new source, the application's own program is built and becomes current.
//!
//! A program can be built for its devices one after the other, and a kernel is for all of them. So all devices have the same program: a
//! build for some devices that leads to another text than earlier builds for other devices goes back to the original, for all of them.
//!
//! A program with kernels cannot be built again. The driver of the application's own program would say so, but it does not know of kernels
//! of a private program, nor does a new private program have any. So the driver is asked to repeat the last build of the current program;
//! if it refuses because of the kernels, that is the answer.
//!
//! The driver builds private programs while the caller waits. A callback is then called here, once, with the application's handle, after
//! everything is in place: it may create kernels. If the original is built, the driver calls it.

use std::ptr::null_mut;
use std::sync::Arc;

use opencl_sys::{CL_INVALID_DEVICE, CL_INVALID_OPERATION, CL_INVALID_PROGRAM, CL_INVALID_VALUE, CL_SUCCESS, cl_int};

use clunroll::loop_choices::ChosenLoop;

use crate::aliasing::{build_restricted, is_on as chooses_at_launches};
use crate::build_call::{BuildCall, kernels_off, program_of, repeat};
use crate::owned::ProgramHandle;
use crate::queries::{all_devices, build_log, device_name};
use crate::record::is_on;
use crate::restricted::RestrictedProgram;
use crate::rewriting::{self, Rewriting};
use crate::table::{self, BuildTurn, FoundProgram};
use crate::verify::{self, RewrittenBuild};
use crate::watched::{BuildRecord, PrivateProgram, WatchedProgram};
use crate::{dump, environment, log};

/// Builds a program of the application's, and returns the status for it.
///
/// # Safety
///
/// As for [`BuildCall::pass`].
pub(crate) unsafe fn build(handle: ProgramHandle, wanted: &BuildCall) -> cl_int {
    // A linked program has no source of its own.
    let Some(found) = table::program(handle).filter(|found| found.watched.parts.is_none()) else {
        // SAFETY: as for this function.
        return unsafe { wanted.pass(handle.0) };
    };
    if wanted.is_invalid() {
        // SAFETY: as for this function.
        return unsafe { wanted.pass(found.program()) };
    }
    // The standard's answer to a build before the end of another one.
    let Some(turn) = BuildTurn::take(handle) else { return CL_INVALID_OPERATION };
    // SAFETY: as for this function.
    let record = unsafe { wanted.record() };
    let headers = record.headers.as_deref().unwrap_or_default();
    let rewriting = if is_on() {
        Rewriting::left("its launches are recorded")
    } else if record.has_unread_header {
        Rewriting::left("a header has no source")
    } else {
        match choices(&found.watched, &record) {
            Ok(choices) => {
                let (source, options) = (&found.watched.text, record.options.as_deref());
                let rewritten = RewrittenBuild {
                    source,
                    options,
                    headers,
                    choices: choices.as_deref().unwrap_or_default(),
                    settings: &environment::settings().settings,
                };
                let rewriting = rewriting::rewrite(source, options, headers, &choices);
                verify::checked(rewriting, &rewritten, || device_names(&found.watched, &record))
            }
            Err(why) => Rewriting::left(&why),
        }
    };
    // Another build may have ended before this turn.
    let Some(found) = table::program(handle) else { return CL_INVALID_OPERATION };
    let builds = table::builds(handle);
    let left = |build: BuildRecord| build.without(record.devices.as_deref(), || all_devices(handle));
    let others = builds.iter().cloned().filter_map(left).collect();
    let run = BuildRun { found, wanted, record, rewriting, builds, others };
    // SAFETY: as for this function.
    unsafe { run.start(turn) }
}

/// The choices of the profile for the devices of a build, or the reason why there are none. An error if a device is off.
fn choices(watched: &WatchedProgram, record: &BuildRecord) -> Result<Result<Vec<ChosenLoop>, String>, String> {
    let settings = environment::settings();
    if !settings.needs_devices() {
        return Ok(Ok(Vec::new()));
    }
    let names = device_names(watched, record).ok_or("the driver does not say what its devices are")?;
    let is_off = |name: &&String| !settings.devices.iter().all(|list| list.allows(name));
    if let Some(name) = names.iter().find(is_off) {
        return Err(format!("the device `{name}` is off"));
    }
    Ok(settings.profile.as_ref().map_or_else(|| Ok(Vec::new()), |profile| profile.on(&names)))
}

/// The names of the devices of a build; `None` if the driver does not say them.
fn device_names(watched: &WatchedProgram, record: &BuildRecord) -> Option<Vec<String>> {
    let devices = record.devices.clone().unwrap_or_else(|| all_devices(watched.handle));
    let names: Option<Vec<String>> = devices.iter().map(|device| device_name(*device)).collect();
    names.filter(|names| !names.is_empty())
}

/// A build that has its turn.
struct BuildRun<'a> {
    /// The program, with the current program before this build.
    found: FoundProgram,
    wanted: &'a BuildCall,
    record: BuildRecord,
    rewriting: Rewriting,
    /// All builds before this one.
    builds: Vec<BuildRecord>,
    /// The parts of them that still count after this one.
    others: Vec<BuildRecord>,
}

impl BuildRun<'_> {
    /// Builds a private program if there is a new text, or else the original.
    unsafe fn start(self, turn: BuildTurn) -> cl_int {
        let private = self.private();
        let is_same = private.as_ref().map(Arc::as_ptr) == self.found.current.as_ref().map(Arc::as_ptr);
        if !is_same && table::live_kernels(&self.found) > 0 && refuses_because_of_kernels(&self.found, &self.builds) {
            return CL_INVALID_OPERATION;
        }
        let Some(private) = private else {
            let other = self.rewriting.text.is_some().then_some("; not used: other devices have another source");
            // SAFETY: as for `build`.
            return unsafe { self.original(turn, other) };
        };
        let handle = self.found.watched.handle;
        let second = table::set_restricted(handle, None);
        // Who asks for the state of the build from another thread asks about this program.
        let before = table::set_current(handle, Some(Arc::clone(&private)));
        // SAFETY: as above; without a callback, the driver is done when it returns.
        let status = unsafe { self.wanted.run(private.program.raw(), None, null_mut()) };
        if status == CL_INVALID_OPERATION && is_same && table::live_kernels(&self.found) > 0 {
            drop(table::set_restricted(handle, second));
            return status;
        }
        if status != CL_SUCCESS {
            let why = refusal(status, &private, &self.record);
            drop(before);
            // SAFETY: as above.
            return unsafe { self.original(turn, Some(&why)) };
        }
        // A compiled program has kernels only when it is linked.
        let off = if self.wanted.headers.is_none() { kernels_off(private.program.raw()) } else { None };
        if let Some(why) = off {
            drop(before);
            // SAFETY: as above.
            return unsafe { self.original(turn, Some(&format!("; not used: {why}"))) };
        }
        drop(second);
        let (restricted, words) = self.restricted();
        self.say(&words);
        dump::dump(&self.found.watched.text, self.record.options.as_deref(), &private);
        let (callback, data) = (self.wanted.callback, self.wanted.user_data);
        let mut builds = self.others;
        builds.push(self.record);
        table::set_builds(handle, builds);
        drop(table::set_restricted(handle, restricted));
        drop(turn);
        if let Some(callback) = callback {
            // SAFETY: the application wants this call.
            unsafe { callback(handle.0, data) };
        }
        CL_SUCCESS
    }

    /// The private program to build; `None` if the original is to be built.
    fn private(&self) -> Option<Arc<PrivateProgram>> {
        let text = self.rewriting.text.as_ref()?;
        match &self.found.current {
            Some(current) if current.text == *text => Some(Arc::clone(current)),
            _ if self.others.is_empty() => {
                let program = program_of(self.found.watched.context, text)?;
                Some(Arc::new(PrivateProgram { program, text: text.clone() }))
            }
            _ => None,
        }
    }

    /// The second build, with `restrict`, and what to log about it.
    fn restricted(&self) -> (Option<Arc<RestrictedProgram>>, String) {
        let is_whole = self.wanted.headers.is_none() && self.others.is_empty();
        let Some(text) = self.rewriting.restricted.as_ref().filter(|_| is_whole) else { return (None, String::new()) };
        match build_restricted(&self.found.watched, text, &self.record) {
            Ok(program) => {
                let words = format!("; built with `restrict` too, for {}", text.kernels.join(", "));
                (Some(Arc::new(program)), words)
            }
            Err(why) => (None, format!("; not built with `restrict`: {why}")),
        }
    }

    /// Builds the original, for the devices of earlier builds too. `why` is the reason if there is another text.
    unsafe fn original(self, turn: BuildTurn, why: Option<&str>) -> cl_int {
        let handle = self.found.watched.handle;
        if why.is_some() || !chooses_at_launches() {
            self.say(why.unwrap_or(""));
        }
        let replaced = (table::set_current(handle, None), table::set_restricted(handle, None));
        if self.found.current.is_some() {
            for build in &self.others {
                repeat(&self.found.watched, handle.0, build);
            }
        }
        table::set_builds(handle, self.others.iter().chain([&self.record]).cloned().collect());
        // A callback of the driver may build the program again, or make kernels of it. The second build is one for the kernels of this one.
        let turn = (chooses_at_launches() && self.wanted.callback.is_none()).then_some(turn);
        // SAFETY: as for `build`.
        let status = unsafe { self.wanted.pass(handle.0) };
        let (restricted, words) = if why.is_none() && status == CL_SUCCESS && turn.is_some() {
            self.restricted()
        } else {
            (None, String::new())
        };
        if why.is_none() && chooses_at_launches() {
            self.say(&words);
        }
        if [CL_INVALID_VALUE, CL_INVALID_DEVICE, CL_INVALID_OPERATION, CL_INVALID_PROGRAM].contains(&status) {
            // The driver has not begun, so that everything is as before.
            let current = table::set_current(handle, self.found.current);
            let restricted = table::set_restricted(handle, self.found.restricted);
            table::set_builds(handle, self.builds);
            drop((current, restricted));
        } else if turn.is_some() {
            drop(table::set_restricted(handle, restricted));
        }
        drop(turn);
        drop(replaced);
        status
    }

    /// Writes the line of the log.
    fn say(&self, more: &str) {
        if !log::is_on() {
            return;
        }
        let options = self.record.options.as_ref().map(|options| options.to_string_lossy()).unwrap_or_default();
        let text = &self.found.watched.text;
        log::say(&format!(
            "program {} of {} bytes, options \"{options}\": {}{more}; {:.1} ms",
            dump::digest(text),
            text.len(),
            self.rewriting.words,
            self.rewriting.time.as_secs_f64() * 1e3,
        ));
    }
}

/// Whether the driver refuses to build the current program again.
fn refuses_because_of_kernels(found: &FoundProgram, builds: &[BuildRecord]) -> bool {
    let Some(last) = builds.last().filter(|build| build.headers.is_none()) else { return false };
    repeat(&found.watched, found.program(), last) == CL_INVALID_OPERATION
}

/// What the driver says about a rewritten program that it refuses.
fn refusal(status: cl_int, private: &PrivateProgram, record: &BuildRecord) -> String {
    let device = record.devices.as_ref().and_then(|devices| devices.first().copied());
    let program = ProgramHandle(private.program.raw());
    let device = device.or_else(|| all_devices(program).first().copied()).filter(|_| log::is_on());
    let log = device.and_then(|device| build_log(program, device));
    let line = log.as_deref().and_then(|log| log.lines().find(|line| !line.trim().is_empty())).unwrap_or("");
    format!("; the driver refuses the rewritten source ({status}), so the original is built: {line}")
}
