//! What is recorded: the programs, their kernels, and how often and how long each launch ran.
//!
//! Launches of a kernel with the same sizes and arguments are one launch. What is in their buffers does not count. The buffers of the first
//! ones are kept. Later, a launch that takes twice as long in all as the least of those takes its place, with its next run. So in the end
//! the recording has those that take the most time. No function of the driver is called here.

use std::io;
use std::time::{Duration, Instant};

use fnv::FnvHashMap;

use super::folder::{INDEX, RecordFolder};
use super::included::NeededFiles;
use super::memory::{ArgumentForm, ArgumentMemory};
use super::text;
use crate::kernel_source::KernelSource;
use crate::log;

/// The most launches of a kernel whose buffers are kept.
pub(super) const MOST_KEPT: usize = 8;
/// The most different launches of a kernel that are counted each.
const MOST_LAUNCHES: usize = 256;
/// The most programs, and kernels of a program: what `clunroll tune` reads, and a part of it.
const MOST_PROGRAMS: usize = 4096;
const MOST_KERNELS: usize = 500;
/// How often the recording is brought up to date while the program runs.
const INTERVAL: Duration = Duration::from_millis(500);

/// A recording that has begun.
#[derive(Debug)]
pub(super) struct Recorder {
    folder: RecordFolder,
    pub(super) about: RecordingAbout,
    pub(super) programs: Vec<ProgramRecord>,
    /// The programs by their names; `None` for one that is not recorded.
    by_name: FnvHashMap<String, Option<usize>>,
    is_changed: bool,
    written: Option<Instant>,
    index_size: u64,
    /// The bytes of memory that is being read for the recording.
    reserved: u64,
    most_of_one: u64,
}

/// What the recording is of.
#[derive(Debug)]
pub(super) struct RecordingAbout {
    pub(super) application: String,
    pub(super) device: String,
    pub(super) driver: String,
}

/// A source with its options.
#[derive(Debug)]
pub(super) struct ProgramRecord {
    pub(super) name: String,
    pub(super) options: String,
    /// Whether its launches are recorded, and not only counted.
    pub(super) has_launches: bool,
    pub(super) kernels: Vec<KernelRecord>,
    is_changed: bool,
    launches_size: u64,
    files: usize,
    /// Files that are removed once no launch names them.
    removed: Vec<(String, u64)>,
}

/// A kernel.
#[derive(Debug)]
pub(super) struct KernelRecord {
    pub(super) name: String,
    pub(super) time: RunTime,
    pub(super) launches: Vec<LaunchRecord>,
}

/// How often something ran, and how long.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RunTime {
    pub(super) runs: u64,
    timed: u64,
    measured: u64,
}

impl RunTime {
    /// The time of all runs. Those that were not measured took as long as the others.
    pub(super) fn nanoseconds(self) -> u64 {
        let all = u128::from(self.measured) * u128::from(self.runs) / u128::from(self.timed.max(1));
        // TOML has 64 bits with a sign.
        u64::try_from(all).unwrap_or(u64::MAX).min(i64::MAX as u64)
    }

    fn add(&mut self, time: u64) {
        self.timed += 1;
        self.measured = self.measured.saturating_add(time);
    }
}

/// The sizes and arguments of a launch.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct LaunchForm {
    pub(super) global: Vec<usize>,
    pub(super) local: Option<Vec<usize>>,
    pub(super) arguments: Vec<ArgumentForm>,
}

impl LaunchForm {
    /// Whether all arguments can be recorded.
    pub(super) fn is_whole(&self) -> bool {
        !self.arguments.iter().any(|argument| matches!(argument, ArgumentForm::NotRecorded(_)))
    }
}

/// A launch.
#[derive(Debug)]
pub(super) struct LaunchRecord {
    pub(super) form: LaunchForm,
    pub(super) time: RunTime,
    pub(super) kept: KeptLaunch,
}

/// Whether the buffers of a launch are kept.
#[derive(Debug)]
pub(super) enum KeptLaunch {
    No,
    Underway,
    Yes(Vec<KeptContents>),
}

/// The contents of an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum KeptContents {
    /// It has no memory.
    None,
    /// They are not recorded, for this reason.
    Unread(&'static str),
    /// A file, and its size.
    File(String, u64),
}

/// Contents that were read.
#[derive(Debug)]
pub(super) enum ReadContents {
    None,
    Unread(&'static str),
    Bytes(Vec<u8>),
}

/// A launch that is under way.
#[derive(Clone, Copy, Debug)]
pub(super) struct LaunchId {
    program: usize,
    kernel: usize,
    launch: Option<usize>,
}

/// What to do with a launch.
pub(super) struct BegunLaunch {
    pub(super) id: LaunchId,
    /// For each argument, why it is not read; `None` if its buffers are not kept now.
    pub(super) reads: Option<Vec<Option<&'static str>>>,
}

impl Recorder {
    pub(super) fn new(folder: RecordFolder, about: RecordingAbout, index_size: u64, most_of_one: u64) -> Self {
        Self {
            folder,
            about,
            programs: Vec::new(),
            by_name: FnvHashMap::default(),
            is_changed: false,
            written: None,
            index_size,
            reserved: 0,
            most_of_one,
        }
    }

    /// Counts a launch before it begins. `form` is `None` if it can only be counted.
    pub(super) fn begin(
        &mut self,
        source: &KernelSource,
        kernel: &str,
        form: Option<LaunchForm>,
        memory: &[Option<ArgumentMemory>],
    ) -> io::Result<Option<BegunLaunch>> {
        let Some(at) = self.program(source)? else { return Ok(None) };
        let record = &mut self.programs[at];
        let Some(kernel) = record.kernel(kernel) else { return Ok(None) };
        self.is_changed = true;
        record.is_changed = true;
        record.kernels[kernel].time.runs += 1;
        let form = form.filter(|_| record.has_launches);
        let launch = form.and_then(|form| record.kernels[kernel].launch(form));
        let id = LaunchId { program: at, kernel, launch };
        let Some(launch) = launch else { return Ok(Some(BegunLaunch { id, reads: None })) };
        record.kernels[kernel].launches[launch].time.runs += 1;
        let is_kept = record.keep(kernel, launch);
        let reads = is_kept.then(|| self.reads(memory));
        Ok(Some(BegunLaunch { id, reads }))
    }

    /// For each argument, why it is not read. What is read is reserved.
    fn reads(&mut self, memory: &[Option<ArgumentMemory>]) -> Vec<Option<&'static str>> {
        let one = |memory: &Option<ArgumentMemory>| {
            let memory = memory.as_ref()?;
            let bytes = memory.bytes as u64;
            let why = if memory.unread.is_some() {
                memory.unread
            } else if bytes > self.most_of_one {
                Some("it is too large")
            } else if bytes > self.folder.room_for_data().saturating_sub(self.reserved) {
                Some("the recording is full")
            } else {
                None
            };
            if why.is_none() {
                self.reserved += bytes;
            }
            why
        };
        memory.iter().map(one).collect()
    }

    /// Gives back what was reserved for memory that is read no longer.
    pub(super) fn unreserve(&mut self, bytes: u64) {
        self.reserved = self.reserved.saturating_sub(bytes);
    }

    /// Takes back a launch that the driver refused.
    pub(super) fn refused(&mut self, id: LaunchId) {
        let kernel = &mut self.programs[id.program].kernels[id.kernel];
        kernel.time.runs = kernel.time.runs.saturating_sub(1);
        if let Some(launch) = id.launch.map(|launch| &mut kernel.launches[launch]) {
            launch.time.runs = launch.time.runs.saturating_sub(1);
        }
    }

    /// Takes note of the time of a launch.
    pub(super) fn ran(&mut self, id: LaunchId, time: u64) {
        let program = &mut self.programs[id.program];
        program.is_changed = true;
        let kernel = &mut program.kernels[id.kernel];
        kernel.time.add(time);
        if let Some(launch) = id.launch {
            kernel.launches[launch].time.add(time);
        }
        self.is_changed = true;
    }

    /// Writes what was in the memory of a launch; `None` if it is not known.
    pub(super) fn read(&mut self, id: LaunchId, contents: Option<Vec<ReadContents>>) -> io::Result<()> {
        let Some(launch) = id.launch else { return Ok(()) };
        let mut kept = None;
        if let Some(contents) = contents {
            let mut all = Vec::new();
            for contents in contents {
                all.push(match contents {
                    ReadContents::None => KeptContents::None,
                    ReadContents::Unread(why) => KeptContents::Unread(why),
                    ReadContents::Bytes(bytes) => self.keep_bytes(id.program, &bytes)?,
                });
            }
            kept = Some(all);
        }
        let program = &mut self.programs[id.program];
        program.is_changed = true;
        program.kernels[id.kernel].launches[launch].kept = kept.map_or(KeptLaunch::No, KeptLaunch::Yes);
        self.is_changed = true;
        Ok(())
    }

    /// Writes contents to a file.
    fn keep_bytes(&mut self, program: usize, bytes: &[u8]) -> io::Result<KeptContents> {
        let size = bytes.len() as u64;
        let record = &mut self.programs[program];
        let name = format!("{}.bin", record.files);
        record.files += 1;
        if size > self.folder.room_for_data() {
            return Ok(KeptContents::Unread("the recording is full"));
        }
        self.folder.add(&format!("{}/{name}", program + 1), bytes)?;
        Ok(KeptContents::File(name, size))
    }

    /// Finds or adds a program; `None` if there are too many.
    fn program(&mut self, source: &KernelSource) -> io::Result<Option<usize>> {
        let KernelSource { name, text, .. } = source;
        if let Some(at) = self.by_name.get(name) {
            return Ok(*at);
        }
        if self.programs.len() == MOST_PROGRAMS {
            return Ok(None);
        }
        let at = self.programs.len();
        let number = format!("{}", at + 1);
        let needed = NeededFiles::of(source, &number);
        if let Err(why) = &needed {
            log::say(&format!("program {name}: its launches are not recorded: {why}"));
        }
        let has_launches = needed.is_ok();
        let needed = needed.unwrap_or_default();
        let bytes = needed.files.values().map(|file| file.len()).fold(text.len(), usize::saturating_add);
        if bytes as u64 > self.folder.room_for_data().saturating_sub(self.reserved) {
            log::say(&format!("program {name} is not recorded: the recording is full"));
            self.by_name.insert(name.clone(), None);
            return Ok(None);
        }
        self.folder.make(&number)?;
        self.folder.add(&format!("{number}/source.cl"), text)?;
        self.folder.add(&format!("{number}/launches.toml"), b"")?;
        for folder in &needed.folders {
            self.folder.make(&format!("{number}/{folder}"))?;
        }
        for (path, text) in &needed.files {
            if let Some((inner, _)) = path.rsplit_once('/') {
                self.folder.make(&format!("{number}/{inner}"))?;
            }
            self.folder.add(&format!("{number}/{path}"), text)?;
        }
        self.programs.push(ProgramRecord {
            name: name.clone(),
            options: needed.options,
            has_launches,
            kernels: Vec::new(),
            is_changed: true,
            launches_size: 0,
            files: 0,
            removed: Vec::new(),
        });
        self.by_name.insert(name.clone(), Some(at));
        Ok(Some(at))
    }

    /// Writes the lists, if it is time. The index comes first, so that it has all kernels of the launches.
    pub(super) fn write(&mut self, is_last: bool) -> io::Result<()> {
        let is_early = self.written.is_some_and(|written| written.elapsed() < INTERVAL);
        if !self.is_changed || (is_early && !is_last) {
            return Ok(());
        }
        let index = text::index(self);
        self.folder.replace(INDEX, self.index_size, index.as_bytes())?;
        self.index_size = index.len() as u64;
        for (at, program) in self.programs.iter_mut().enumerate().filter(|(_, program)| program.is_changed) {
            let launches = text::launches(program);
            self.folder.replace(&format!("{}/launches.toml", at + 1), program.launches_size, launches.as_bytes())?;
            program.launches_size = launches.len() as u64;
            program.is_changed = false;
            for (name, size) in program.removed.drain(..) {
                self.folder.remove(&format!("{}/{name}", at + 1), size);
            }
        }
        self.is_changed = false;
        self.written = Some(Instant::now());
        Ok(())
    }
}

impl ProgramRecord {
    /// Finds or adds a kernel; `None` if there are too many.
    fn kernel(&mut self, name: &str) -> Option<usize> {
        let found = self.kernels.iter().position(|kernel| kernel.name == name);
        if found.is_none() && self.kernels.len() < MOST_KERNELS {
            self.kernels.push(KernelRecord { name: name.to_owned(), time: RunTime::default(), launches: Vec::new() });
            return Some(self.kernels.len() - 1);
        }
        found
    }

    /// Whether the buffers of a launch are to be kept now. It may take the place of another one.
    fn keep(&mut self, kernel: usize, launch: usize) -> bool {
        let launches = &mut self.kernels[kernel].launches;
        if !launches[launch].form.is_whole() {
            // It only says why the kernel cannot be tuned.
            launches[launch].kept = KeptLaunch::Yes(vec![KeptContents::None; launches[launch].form.arguments.len()]);
            return false;
        }
        if !matches!(launches[launch].kept, KeptLaunch::No) {
            return false;
        }
        let has_place = |other: &&LaunchRecord| other.form.is_whole() && !matches!(other.kept, KeptLaunch::No);
        let kept = launches.iter().filter(has_place).count();
        if kept >= MOST_KEPT {
            let time = launches[launch].time.nanoseconds();
            let is_kept = |other: &&mut LaunchRecord| other.form.is_whole() && matches!(other.kept, KeptLaunch::Yes(_));
            let least = launches.iter_mut().filter(is_kept).min_by_key(|other| other.time.nanoseconds());
            let Some(least) = least.filter(|least| time / 2 > least.time.nanoseconds()) else { return false };
            if let KeptLaunch::Yes(contents) = std::mem::replace(&mut least.kept, KeptLaunch::No) {
                let files = contents.into_iter().filter_map(|contents| match contents {
                    KeptContents::File(name, size) => Some((name, size)),
                    _ => None,
                });
                self.removed.extend(files);
            }
        }
        launches[launch].kept = KeptLaunch::Underway;
        true
    }
}

impl KernelRecord {
    /// Finds or adds a launch; `None` if there are too many.
    fn launch(&mut self, form: LaunchForm) -> Option<usize> {
        let found = self.launches.iter().position(|launch| launch.form == form);
        if found.is_none() && self.launches.len() < MOST_LAUNCHES {
            self.launches.push(LaunchRecord { form, time: RunTime::default(), kept: KeptLaunch::No });
            return Some(self.launches.len() - 1);
        }
        found
    }
}

#[cfg(test)]
mod tests;
