//! Builds two texts, launches each kernel of both with the same arguments, and compares every byte of every buffer.
//!
//! A comparison proves something only if the original gives one answer and does something. So the original is launched twice and
//! must agree with itself, must leave the guard zones alone, and must change a byte in at least one of its runs; a case that fails
//! this is reported like a difference. Each report of a platform on the rewritten text (`reports.rs`) must also be one on the
//! original.
//!
//! A platform may lack a feature that a case needs: a type, a work-group of that size, so much local memory. If it refuses both
//! texts, the build is skipped, and listed as such; the caller checks whether any platform took it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::ptr;

use opencl3::kernel::{ExecuteKernel, Kernel};
use opencl3::memory::{Buffer, CL_MEM_READ_WRITE};
use opencl3::program::Program;
use opencl3::types::CL_BLOCKING;
use serde::{Deserialize, Serialize};

use super::arguments::{Element, Kind, Parameter, guard_is_whole, parameters};
use super::derive::derived;
use super::device::Machine;
use super::plan::{Exception, Plan, Run, include_folder};
use super::platforms::is_meant;
use super::reports::Reports;

/// The number of comparisons, and their results.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Kernels that were launched, once per build.
    pub kernels: usize,
    /// Builds whose options were derived.
    pub derived: usize,
    /// Launches of original and rewritten text that were compared.
    pub runs: usize,
    /// Bytes that were compared.
    pub bytes: usize,
    /// Builds that both texts refused, as they must.
    pub refused: usize,
    /// Launches of originals with a report of the platform.
    pub reported: usize,
    /// Builds that the platform refuses for both texts, with the reason.
    pub skipped: BTreeMap<String, String>,
    /// Differences, and faults that make the case worthless.
    pub failures: Vec<String>,
}

impl Tally {
    /// Adds another file's counts and failures.
    pub fn add(&mut self, other: Self) {
        self.kernels += other.kernels;
        self.derived += other.derived;
        self.runs += other.runs;
        self.bytes += other.bytes;
        self.refused += other.refused;
        self.reported += other.reported;
        self.skipped.extend(other.skipped);
        self.failures.extend(other.failures);
    }
}

/// Compares `original` with `rewritten` in all builds and runs of the plan, and in the builds derived from them. `progress` is
/// called before each step that can take long.
pub fn compare(
    machine: &Machine,
    plan: &Plan,
    original: &[u8],
    rewritten: &[u8],
    progress: &mut dyn FnMut(&str),
) -> Tally {
    match derived(plan, original) {
        Ok(derived) => {
            let builds = [&plan.builds[..], &derived].concat();
            let mut tally = compare_builds(machine, plan, &builds, original, rewritten, progress);
            tally.derived = derived.len();
            tally
        }
        Err(why) => Tally { failures: vec![why], ..Tally::default() },
    }
}

/// The same in these builds and no others.
pub fn compare_builds(
    machine: &Machine,
    plan: &Plan,
    builds: &[String],
    original: &[u8],
    rewritten: &[u8],
    progress: &mut dyn FnMut(&str),
) -> Tally {
    let mut tally = Tally::default();
    let mut written = BTreeMap::new();
    for (number, options) in builds.iter().enumerate() {
        let label = if options.is_empty() { "plain build" } else { options };
        progress(label);
        // The version holds for every build.
        let version =
            plan.options.get_language().map_or_else(String::new, |version| format!(" -cl-std={}", version.name()));
        // A flat text must do without the folder that the original needs.
        let folder = format!("-I{}", include_folder().display());
        // The rewritten text stands in for the extension, so the original is built as by a compiler that has it.
        let extension = if plan.is_on("provide-extension") { " -Dcl_nv_pragma_unroll=1" } else { "" };
        let rewritten_folder = if plan.is_on("flatten") { "" } else { &*folder };
        match (
            build(machine, original, &format!("-w {folder}{extension}{version}"), options),
            build_without_warnings(
                machine,
                plan,
                [original, rewritten],
                [&format!("{folder}{extension}{version}"), &format!("{rewritten_folder}{version}")],
                options,
            ),
        ) {
            (Ok(original), Ok(rewritten)) => {
                compare_build(machine, plan, [&original, &rewritten], label, &mut tally, &mut written, progress);
            }
            // The first build is the proof that the platform takes the case at all.
            (Err(log), Err(_)) if number == 0 => {
                tally.skipped.insert(label.to_owned(), format!("the original does not build\n{log}"));
                return tally;
            }
            (Err(_), Err(_)) => tally.refused += 1,
            (Ok(_), Err(_)) if is_beyond_conditions(options, rewritten) => tally.refused += 1,
            (Ok(_), Err(log)) => {
                tally.failures.push(format!("{label}: the rewritten text does not build\n{log}"));
            }
            (Err(_), Ok(_)) => {
                tally.failures.push(format!("{label}: the rewritten text builds and the original does not"));
            }
        }
    }
    for (kernel, changed) in written {
        let is_skipped = || tally.skipped.keys().any(|what| what.starts_with(&format!("kernel {kernel}:")));
        if changed == Some(false) || changed.is_none() && !is_skipped() {
            tally.failures.push(format!("kernel {kernel}: changed no byte in any run, so nothing was tested"));
        }
    }
    tally
}

/// Whether a macro gets a value that `#if` cannot read, or reads as another one (a cast, `sizeof`, a variable, a floating-point
/// number), and a choice in the rewritten text compares that macro; or a value that is not a constant of the expected sign in
/// parentheses, and an assertion there names that macro. Such a text need not build: docs/limits.md says so.
fn is_beyond_conditions(options: &str, rewritten: &[u8]) -> bool {
    let rewritten = String::from_utf8_lossy(rewritten);
    let is_compared = |name: &str| {
        let term = format!("({name}) == ");
        rewritten.lines().any(|line| line.starts_with("#if ") && line.contains(&term))
    };
    let has_word = |value: &str| {
        let mut words = value.split(|character: char| !character.is_ascii_alphanumeric() && character != '_');
        words.any(|word| word.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_'))
    };
    let defines = options.split_whitespace().filter_map(|option| option.strip_prefix("-D")?.split_once('='));
    let is_asserted = |name: &str| {
        let word = format!("(({name}) | ");
        rewritten.lines().any(|line| line.trim_start().starts_with("(void)sizeof(char[(") && line.contains(&word))
    };
    defines.into_iter().any(|(name, value)| {
        let is_odd = has_word(value) || value.contains('.');
        let digits = value.trim_end_matches(['u', 'L']);
        let is_large = digits.parse::<i64>().is_ok_and(|number| number > i64::from(i32::MAX));
        let is_no_bound = is_odd || is_large || value.starts_with('-') || value.contains(['&', '|', '?', 'u']);
        (is_odd && is_compared(name)) || (is_no_bound && is_asserted(name))
    })
}

/// OpenCL takes text, and opencl3 takes only UTF-8: other bytes, which only occur in comments and strings, are read as Latin-1.
fn text_of(source: &[u8]) -> String {
    match str::from_utf8(source) {
        Ok(text) => text.to_owned(),
        Err(_) => source.iter().map(|&byte| char::from(byte)).collect(),
    }
}

fn build(machine: &Machine, source: &[u8], folder: &str, options: &str) -> Result<Program, String> {
    let options = format!("-cl-kernel-arg-info {folder} {options}");
    Program::create_and_build_from_source(&machine.context, &text_of(source), &options)
}

/// Builds the rewritten text; with warnings as errors, if the original builds so.
fn build_without_warnings(
    machine: &Machine,
    plan: &Plan,
    [original, rewritten]: [&[u8]; 2],
    [folder, rewritten_folder]: [&str; 2],
    options: &str,
) -> Result<Program, String> {
    let strict = build(machine, rewritten, &format!("-Werror {rewritten_folder}"), options);
    let Err(log) = strict else { return strict };
    // The optimiser may leave another request undone than in the original: it warns of those, too.
    let is_of_optimiser =
        |line: &str| line.contains("the optimizer was unable to perform the requested transformation");
    let mut errors = log.lines().filter(|line| line.contains("error: "));
    let is_accepted = !plan.warns.is_empty() || errors.all(is_of_optimiser);
    // Most vendors do not know all pragmas: of those that both texts have they warn in both.
    let relaxed = build(machine, rewritten, &format!("-w {rewritten_folder}"), options);
    if relaxed.is_ok() && !is_accepted && build(machine, original, &format!("-Werror {folder}"), options).is_ok() {
        return Err(format!("with -Werror, which the original builds with:\n{log}"));
    }
    relaxed
}

fn compare_build(
    machine: &Machine,
    plan: &Plan,
    programs: [&Program; 2],
    label: &str,
    tally: &mut Tally,
    written: &mut BTreeMap<String, Option<bool>>,
    progress: &mut dyn FnMut(&str),
) {
    let [names, others] = programs.map(|program| {
        let mut names: Vec<_> = program.kernel_names().split(';').map(str::to_owned).collect();
        names.sort();
        names
    });
    if names != others {
        tally.failures.push(format!("{label}: the kernels are {names:?} and {others:?}"));
        return;
    }
    for name in names {
        let is_this = |exception: &&Exception| {
            exception.kernel.as_deref() == Some(&*name) && is_meant(&machine.name, &exception.platform)
        };
        if let Some(exception) = plan.except.iter().find(is_this) {
            tally.skipped.insert(format!("kernel {name}: not run here"), exception.reason.clone());
            written.entry(name).or_default();
            continue;
        }
        progress(&format!("{label}, kernel {name}"));
        tally.kernels += 1;
        let changed = written.entry(name.clone()).or_default();
        if let Err(why) = compare_kernel(machine, plan, programs, &name, tally, changed) {
            tally.failures.push(format!("{label}, kernel {name}: {why}"));
        }
    }
}

fn compare_kernel(
    machine: &Machine,
    plan: &Plan,
    programs: [&Program; 2],
    name: &str,
    tally: &mut Tally,
    changed: &mut Option<bool>,
) -> Result<(), String> {
    let open = |program| Kernel::create(program, name).map_err(|error| format!("clCreateKernel: {error}"));
    let (original, rewritten) = (open(programs[0])?, open(programs[1])?);
    let parameters = parameters(&original)?;
    let mut arguments = Arguments::new(machine, &parameters)?;
    let required = original.get_compile_work_group_size(machine.context.default_device()).unwrap_or_default();
    let is_meant = |run: &&Run| run.kernel.as_deref().is_none_or(|only| only == name) && has_groups_of(run, &required);
    for run in plan.runs.iter().filter(is_meant) {
        for &size in &run.sizes {
            let place = |why: String| format!("size {size}: {why}");
            let (first, mut reports) = match arguments.launch(machine, &original, run, size) {
                Ok(launched) => launched,
                Err(why) => {
                    if arguments.launch(machine, &rewritten, run, size).is_ok() {
                        return Err(place(format!("the original cannot be launched, the rewritten text can: {why}")));
                    }
                    tally.skipped.insert(format!("kernel {name}: size {size}, {:?}", run.local), why);
                    continue;
                }
            };
            let (again, more) = arguments.launch(machine, &original, run, size).map_err(place)?;
            reports.extend(more);
            tally.reported += usize::from(!reports.is_empty());
            // The results of work-items that race are random: two equal runs of the original prove nothing.
            if let Some(race) = reports.iter().find(|report| report.contains("race")) {
                return Err(place(format!("the work-items of the original race: {race}")));
            }
            if let Some(why) = difference(&parameters, &first, &again) {
                return Err(place(format!("two runs of the original differ: {why}")));
            }
            if !first.iter().all(|buffer| guard_is_whole(buffer)) {
                return Err(place("the original writes out of bounds".to_owned()));
            }
            *changed = Some(*changed == Some(true) || first != arguments.initial);
            let (other, reports_of_other) = arguments.launch(machine, &rewritten, run, size).map_err(place)?;
            if let Some(why) = difference(&parameters, &first, &other) {
                return Err(place(format!("original and rewritten text differ: {why}")));
            }
            if let Some(report) = reports_of_other.difference(&reports).next() {
                return Err(place(format!("of the rewritten text alone the platform says: {report}")));
            }
            tally.runs += 1;
            tally.bytes += first.iter().map(Vec::len).sum::<usize>();
        }
    }
    Ok(())
}

/// Describes where two sets of buffers first differ.
fn difference(parameters: &[Parameter], left: &[Vec<u8>], right: &[Vec<u8>]) -> Option<String> {
    let buffers = parameters.iter().filter_map(|parameter| match parameter.kind {
        Kind::Buffer(element) => Some((&parameter.name, element)),
        _ => None,
    });
    for (((name, element), left), right) in buffers.zip(left).zip(right) {
        let Some(at) = left.iter().zip(right).position(|(left, right)| left != right) else {
            continue;
        };
        let index = at / element.size();
        let range = index * element.size()..((index + 1) * element.size()).min(left.len());
        let count = left.iter().zip(right).filter(|(left, right)| left != right).count();
        let mut text = format!("buffer {name} at byte {at} (element {index}), {count} bytes in all:");
        for bytes in [&left[range.clone()], &right[range]] {
            let _ = write!(text, " {}", shown(element, bytes));
        }
        return Some(text);
    }
    None
}

/// An element as a number where it is one lane, else as bytes.
fn shown(element: Element, bytes: &[u8]) -> String {
    match (element.float, bytes.len()) {
        (true, 4) => bytes.try_into().map_or_else(|_| String::new(), |raw| f32::from_le_bytes(raw).to_string()),
        (true, 8) => bytes.try_into().map_or_else(|_| String::new(), |raw| f64::from_le_bytes(raw).to_string()),
        (false, 1..=8) => {
            let mut raw = [0; 8];
            raw[..bytes.len()].copy_from_slice(bytes);
            u64::from_le_bytes(raw).to_string()
        }
        _ => format!("{bytes:02x?}"),
    }
}

/// The contents of the buffers after a launch, and the platform's reports on it.
type Launched = (Vec<Vec<u8>>, BTreeSet<String>);

/// The buffers of one kernel, shared by all its launches.
struct Arguments<'a> {
    parameters: &'a [Parameter],
    buffers: Vec<Buffer<u8>>,
    initial: Vec<Vec<u8>>,
}

impl<'a> Arguments<'a> {
    fn new(machine: &Machine, parameters: &'a [Parameter]) -> Result<Self, String> {
        let mut arguments = Self { parameters, buffers: Vec::new(), initial: Vec::new() };
        for (seed, parameter) in parameters.iter().enumerate() {
            if let Kind::Buffer(element) = parameter.kind {
                let bytes = element.contents(seed as u64 + 1);
                // SAFETY: no host memory is handed over.
                let buffer =
                    unsafe { Buffer::create(&machine.context, CL_MEM_READ_WRITE, bytes.len(), ptr::null_mut()) };
                arguments.buffers.push(buffer.map_err(|error| format!("clCreateBuffer: {error}"))?);
                arguments.initial.push(bytes);
            }
        }
        Ok(arguments)
    }

    /// Fills the buffers again, launches the kernel, and returns the contents of the buffers and the reports.
    fn launch(&mut self, machine: &Machine, kernel: &Kernel, run: &Run, size: i64) -> Result<Launched, String> {
        for (buffer, bytes) in self.buffers.iter_mut().zip(&self.initial) {
            // SAFETY: the write blocks, and both sides are as long as `bytes`.
            unsafe { machine.queue.enqueue_write_buffer(buffer, CL_BLOCKING, 0, bytes, &[]) }
                .map_err(|error| format!("clEnqueueWriteBuffer: {error}"))?;
        }
        let mut execution = ExecuteKernel::new(kernel);
        let mut buffers = self.buffers.iter();
        for parameter in self.parameters {
            match parameter.kind {
                Kind::Buffer(_) => {
                    let buffer = buffers.next().ok_or("a buffer is missing")?;
                    // SAFETY: the parameter is a pointer to global or constant memory.
                    unsafe { execution.set_arg(buffer) };
                }
                // SAFETY: the parameter is a pointer to local memory.
                Kind::Local(bytes) => unsafe {
                    execution.set_arg_local_buffer(bytes);
                },
                Kind::Scalar(element) => {
                    let set = run.set.iter().find(|(name, _)| *name == parameter.name);
                    let value = set.map_or(size, |(_, value)| value.at(size));
                    set_scalar(&mut execution, &element.bytes_of(value))?;
                }
            }
        }
        execution.set_global_work_sizes(&run.global).set_local_work_sizes(&run.local);
        // SAFETY: all arguments are set; the cases promise that kernels stay in bounds.
        unsafe { execution.enqueue_nd_range(&machine.queue) }
            .map_err(|error| format!("clEnqueueNDRangeKernel: {error}"))?;
        machine.queue.finish().map_err(|error| format!("clFinish: {error}"))?;
        let mut results = Vec::new();
        for (buffer, bytes) in self.buffers.iter().zip(&self.initial) {
            let mut result = vec![0; bytes.len()];
            // SAFETY: the read blocks, and both sides are equally long.
            unsafe { machine.queue.enqueue_read_buffer(buffer, CL_BLOCKING, 0, &mut result, &[]) }
                .map_err(|error| format!("clEnqueueReadBuffer: {error}"))?;
            results.push(result);
        }
        let reports = machine.reports.as_ref().map_or_else(|| Ok(BTreeSet::new()), Reports::latest)?;
        Ok((results, reports))
    }
}

/// Whether a run has groups of the size that a kernel requires; 0 means any size. Macros of a build may decide that size, so a case
/// has a run for each.
fn has_groups_of(run: &Run, required: &[usize]) -> bool {
    let sizes = run.local.iter().chain(std::iter::repeat(&1));
    required.contains(&0) || required.iter().zip(sizes).all(|(required, size)| required == size)
}

/// Sets a scalar or vector argument of any size that OpenCL has.
fn set_scalar(execution: &mut ExecuteKernel, bytes: &[u8]) -> Result<(), String> {
    fn set<const N: usize>(execution: &mut ExecuteKernel, bytes: &[u8]) {
        let mut value = [0; N];
        value.copy_from_slice(bytes);
        // SAFETY: the runtime checks the size, and any bytes are a number.
        unsafe { execution.set_arg(&value) };
    }
    match bytes.len() {
        1 => set::<1>(execution, bytes),
        2 => set::<2>(execution, bytes),
        4 => set::<4>(execution, bytes),
        8 => set::<8>(execution, bytes),
        16 => set::<16>(execution, bytes),
        32 => set::<32>(execution, bytes),
        64 => set::<64>(execution, bytes),
        size => return Err(format!("no scalar has {size} bytes")),
    }
    Ok(())
}
