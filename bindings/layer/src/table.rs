//! All programs that were made from source, and their kernels: how long each lives.
//!
//! A program lives as long as the application has a reference to it or to one of its kernels. The driver ensures that for
//! kernels of the application's own program. A kernel of a private program has an *anchor* here: one more reference to the application's
//! program, so that `CL_KERNEL_PROGRAM` can answer with a valid handle. So the layer counts the application's references to programs and
//! kernels. An entry leaves the table *before* the driver releases the last reference: from then on, the driver may give the same handle
//! to another object, on any thread. If the driver refuses the release, the entry comes back.
//!
//! There is one lock for everything. It is never held while a function of the driver runs, and dropping an entry calls the driver; so
//! what leaves the table is returned to the caller.

use std::sync::{Arc, Condvar, LazyLock, Mutex, MutexGuard, PoisonError};

use fnv::FnvHashMap;
use opencl_sys::cl_program;

use crate::aliasing::{KnownBuffers, LaunchCounts};
use crate::kernel_arguments::KernelArguments;
use crate::owned::{KernelHandle, OwnedProgram, ProgramHandle};
use crate::record::is_on;
use crate::restricted::{RestrictedProgram, SecondUse};
use crate::watched::{BuildRecord, Builder, PrivateProgram, ProgramState, WatchedProgram};

/// The programs and kernels of this process.
#[derive(Debug, Default)]
pub(crate) struct LayerTable {
    programs: FnvHashMap<usize, ProgramEntry>,
    kernels: FnvHashMap<usize, KernelEntry>,
    /// For the choice at each launch (`aliasing`).
    pub(crate) buffers: KnownBuffers,
    pub(crate) counts: LaunchCounts,
}

/// A program in the table.
#[derive(Debug)]
pub(crate) struct ProgramEntry {
    watched: Arc<WatchedProgram>,
    /// The references that the application has.
    references: u32,
    /// The kernels that have an anchor.
    anchors: u32,
    state: ProgramState,
}

/// A kernel in the table.
#[derive(Debug)]
pub(crate) struct KernelEntry {
    references: u32,
    origin: KernelOrigin,
    /// Its arguments, for a recording or the choice at each launch.
    arguments: KernelArguments,
    /// The same kernel with `restrict`, if there is one. It is dropped before the kernel's program.
    second: Option<SecondUse>,
}

/// Where a kernel comes from.
#[derive(Debug)]
pub(crate) struct KernelOrigin {
    pub(crate) watched: Arc<WatchedProgram>,
    /// The private program that it is made from, if it is not the application's own.
    pub(crate) private: Option<Arc<PrivateProgram>>,
    /// A reference to the application's program, if the kernel is made from another one. It is dropped after the kernel.
    pub(crate) anchor: Option<OwnedProgram>,
}

/// A program that was found, with its current program.
#[derive(Debug)]
pub(crate) struct FoundProgram {
    pub(crate) watched: Arc<WatchedProgram>,
    pub(crate) current: Option<Arc<PrivateProgram>>,
    /// Its second build, with `restrict`.
    pub(crate) restricted: Option<Arc<RestrictedProgram>>,
}

impl FoundProgram {
    /// The driver's program for builds, kernels and queries.
    pub(crate) fn program(&self) -> cl_program {
        self.current.as_ref().map_or(self.watched.handle.0, |current| current.program.raw())
    }
}

/// What a release means for the table.
#[derive(Debug)]
pub(crate) enum Release<T> {
    /// The table does not have the object, or the application has no reference to it: only the driver knows.
    Unknown,
    /// Other references stay.
    Kept,
    /// It was the last reference. The entry has left the table.
    Last(T),
}

static TABLE: LazyLock<Mutex<LayerTable>> = LazyLock::new(Mutex::default);
/// Somebody has ended a build.
static BUILT: Condvar = Condvar::new();

/// Locks the table. It is still right after a panic under the lock, since each change is small and complete.
pub(crate) fn lock() -> MutexGuard<'static, LayerTable> {
    TABLE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn key(program: ProgramHandle) -> usize {
    program.0 as usize
}

/// Adds a new program, to which the application has one reference.
pub(crate) fn add_program(watched: WatchedProgram) {
    let handle = watched.handle;
    let entry = ProgramEntry { watched: Arc::new(watched), references: 1, anchors: 0, state: ProgramState::default() };
    let old = lock().programs.insert(key(handle), entry);
    drop(old);
}

/// Finds a program.
pub(crate) fn program(handle: ProgramHandle) -> Option<FoundProgram> {
    let table = lock();
    let entry = table.programs.get(&key(handle))?;
    let ProgramState { current, restricted, .. } = &entry.state;
    Some(FoundProgram { watched: Arc::clone(&entry.watched), current: current.clone(), restricted: restricted.clone() })
}

/// How many references to the application's program the layer has.
pub(crate) fn anchors(handle: ProgramHandle) -> u32 {
    lock().programs.get(&key(handle)).map_or(0, |entry| entry.anchors)
}

/// Counts a reference that the driver has added.
pub(crate) fn retained_program(handle: ProgramHandle) {
    if let Some(entry) = lock().programs.get_mut(&key(handle)) {
        entry.references += 1;
    }
}

/// Counts a reference that the driver is about to release.
pub(crate) fn release_program(handle: ProgramHandle) -> Release<ProgramEntry> {
    let mut table = lock();
    let Some(entry) = table.programs.get_mut(&key(handle)).filter(|entry| entry.references > 0) else {
        return Release::Unknown;
    };
    entry.references -= 1;
    table.take_unused(handle).map_or(Release::Kept, Release::Last)
}

/// Takes back [`release_program`]: the driver refused.
pub(crate) fn keep_program(handle: ProgramHandle, released: Release<ProgramEntry>) {
    match released {
        Release::Unknown => {}
        Release::Kept => retained_program(handle),
        Release::Last(entry) => {
            let old = lock().programs.insert(key(handle), ProgramEntry { references: entry.references + 1, ..entry });
            drop(old);
        }
    }
}

/// Adds a new kernel, to which the application has one reference. `second` is the same kernel of the program's second build.
pub(crate) fn add_kernel(kernel: KernelHandle, origin: KernelOrigin, second: Option<SecondUse>) {
    let mut table = lock();
    // If another thread builds the program again, the two may be of different builds.
    let state = table.programs.get(&key(origin.watched.handle)).map(|entry| &entry.state);
    let is_of_both = |second: &SecondUse| state.is_some_and(|state| second.is_of(state.restricted.as_ref()));
    let (second, unused) = match second {
        Some(second) if !is_of_both(&second) => (None, Some(second)),
        second => (second, None),
    };
    let program = table.programs.get(&key(origin.watched.handle)).filter(|_| is_on());
    let builds = program.map(|entry| entry.state.builds.clone()).unwrap_or_default();
    let arguments = KernelArguments { builds, ..KernelArguments::default() };
    if origin.anchor.is_some()
        && let Some(entry) = table.programs.get_mut(&key(origin.watched.handle))
    {
        entry.anchors += 1;
    }
    let entry = KernelEntry { references: 1, origin, arguments, second };
    let old = table.kernels.insert(kernel.0 as usize, entry);
    drop(table);
    drop((old, unused));
}

/// Where a kernel comes from: the program, and the private program that it is made from.
pub(crate) fn kernel(kernel: KernelHandle) -> Option<FoundProgram> {
    let table = lock();
    let origin = &table.kernels.get(&(kernel.0 as usize))?.origin;
    Some(FoundProgram { watched: Arc::clone(&origin.watched), current: origin.private.clone(), restricted: None })
}

/// Looks at the arguments of a kernel, or changes them.
pub(crate) fn with_arguments<T>(kernel: KernelHandle, look: impl FnOnce(&mut KernelArguments) -> T) -> Option<T> {
    lock().kernels.get_mut(&(kernel.0 as usize)).map(|entry| look(&mut entry.arguments))
}

/// Takes the counts of launches out, if no thread has the lock at the end of the process.
pub(crate) fn take_counts() -> LaunchCounts {
    TABLE.try_lock().map(|mut table| std::mem::take(&mut table.counts)).unwrap_or_default()
}

/// Looks at the arguments of a kernel and its second kernel, or changes them; `None` if it has none. What `look` takes out can be dropped by
/// the caller.
pub(crate) fn with_second<T>(
    kernel: KernelHandle,
    look: impl FnOnce(&mut SecondUse, &mut KernelArguments) -> T,
) -> Option<T> {
    let mut table = lock();
    let KernelEntry { arguments, second, .. } = table.kernels.get_mut(&(kernel.0 as usize))?;
    second.as_mut().map(|second| look(second, arguments))
}

/// Gives a copy of a kernel the same arguments.
pub(crate) fn copy_arguments(from: KernelHandle, to: KernelHandle) {
    if let Some(arguments) = with_arguments(from, |arguments| arguments.clone()) {
        with_arguments(to, |copied| *copied = arguments);
    }
}

/// Counts a reference that the driver has added.
pub(crate) fn retained_kernel(kernel: KernelHandle) {
    if let Some(entry) = lock().kernels.get_mut(&(kernel.0 as usize)) {
        entry.references += 1;
    }
}

/// Counts a reference that the driver is about to release. With the last one, the program may leave the table too.
pub(crate) fn release_kernel(kernel: KernelHandle) -> Release<(KernelEntry, Option<ProgramEntry>)> {
    let mut table = lock();
    let Some(entry) = table.kernels.get_mut(&(kernel.0 as usize)) else { return Release::Unknown };
    entry.references = entry.references.saturating_sub(1);
    if entry.references > 0 {
        return Release::Kept;
    }
    let Some(entry) = table.kernels.remove(&(kernel.0 as usize)) else { return Release::Unknown };
    let mut unused = None;
    if entry.origin.anchor.is_some() {
        let handle = entry.origin.watched.handle;
        if let Some(program) = table.programs.get_mut(&key(handle)) {
            program.anchors = program.anchors.saturating_sub(1);
        }
        unused = table.take_unused(handle);
    }
    Release::Last((entry, unused))
}

/// Takes back [`release_kernel`]: the driver refused.
pub(crate) fn keep_kernel(kernel: KernelHandle, released: Release<(KernelEntry, Option<ProgramEntry>)>) {
    match released {
        Release::Unknown => {}
        Release::Kept => retained_kernel(kernel),
        Release::Last((entry, program)) => {
            if let Some(program) = program {
                let old = lock().programs.insert(key(program.watched.handle), program);
                drop(old);
            }
            // The layer no longer knows the arguments, so the kernel has no second form.
            add_kernel(kernel, entry.origin, None);
        }
    }
}

/// How many kernels the application has of the current program.
pub(crate) fn live_kernels(found: &FoundProgram) -> usize {
    let is_current = |private: Option<&Arc<PrivateProgram>>| match (private, &found.current) {
        (None, None) => true,
        (Some(private), Some(current)) => Arc::ptr_eq(private, current),
        _ => false,
    };
    let is_of =
        |origin: &KernelOrigin| Arc::ptr_eq(&origin.watched, &found.watched) && is_current(origin.private.as_ref());
    lock().kernels.values().filter(|entry| is_of(&entry.origin)).count()
}

/// Changes the state of a program, and returns what `change` returns; what it takes out can be dropped by the caller. If the table does not
/// have the program, what `change` holds is dropped after the lock.
pub(crate) fn with_state<T>(handle: ProgramHandle, change: impl FnOnce(&mut ProgramState) -> T) -> Option<T> {
    let mut table = lock();
    let entry = table.programs.get_mut(&key(handle))?;
    Some(change(&mut entry.state))
}

/// The right to build a program. It ends when it is dropped.
#[derive(Debug)]
pub(crate) struct BuildTurn(ProgramHandle);

impl BuildTurn {
    /// Waits until no other thread builds the program. `None` if this very thread does, in a callback of the driver.
    pub(crate) fn take(handle: ProgramHandle) -> Option<Self> {
        let here = Builder::here();
        let mut table = lock();
        loop {
            let entry = table.programs.get_mut(&key(handle))?;
            match entry.state.builder {
                Some(builder) if builder == here => return None,
                Some(builder) if builder.is_of(here) => {
                    table = BUILT.wait(table).unwrap_or_else(PoisonError::into_inner);
                }
                _ => {
                    entry.state.builder = Some(here);
                    return Some(Self(handle));
                }
            }
        }
    }
}

impl Drop for BuildTurn {
    fn drop(&mut self) {
        with_state(self.0, |state| state.builder = None);
        BUILT.notify_all();
    }
}

/// The builds of a program, and the program that is current.
pub(crate) fn builds(handle: ProgramHandle) -> Vec<BuildRecord> {
    with_state(handle, |state| state.builds.clone()).unwrap_or_default()
}

/// Replaces the builds of a program.
pub(crate) fn set_builds(handle: ProgramHandle, builds: Vec<BuildRecord>) {
    let old = with_state(handle, |state| std::mem::replace(&mut state.builds, builds));
    drop(old);
}

/// Makes another program current, and returns the one before.
pub(crate) fn set_current(handle: ProgramHandle, current: Option<Arc<PrivateProgram>>) -> Option<Arc<PrivateProgram>> {
    with_state(handle, |state| std::mem::replace(&mut state.current, current)).flatten()
}

/// Replaces the second build of a program, and returns the one before.
pub(crate) fn set_restricted(
    handle: ProgramHandle,
    restricted: Option<Arc<RestrictedProgram>>,
) -> Option<Arc<RestrictedProgram>> {
    with_state(handle, |state| std::mem::replace(&mut state.restricted, restricted)).flatten()
}

impl LayerTable {
    /// What the choice at a launch depends on; `None` for a kernel without a second one.
    pub(crate) fn second(&mut self, kernel: KernelHandle) -> Option<(&mut SecondUse, &KernelArguments, &KnownBuffers)> {
        let KernelEntry { arguments, second, .. } = self.kernels.get_mut(&(kernel.0 as usize))?;
        second.as_mut().map(|second| (second, &*arguments, &self.buffers))
    }

    /// Takes a program out if nothing needs it any longer.
    fn take_unused(&mut self, handle: ProgramHandle) -> Option<ProgramEntry> {
        let entry = self.programs.get(&key(handle))?;
        if entry.references > 0 || entry.anchors > 0 { None } else { self.programs.remove(&key(handle)) }
    }
}
