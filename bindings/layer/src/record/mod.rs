//! Recordings: the kernels that a program runs, with their sources, options and launches, in a folder of the user's.
//!
//! `docs/recordings.md` has the format, which `clunroll tune --recording` reads. Only with a recording does the layer see launches. While it
//! records, it rewrites nothing: the times are those of the sources as the program has them.
//!
//! A recording changes nothing that the program computes. Each launch goes to the driver as it is. Before it, the queue reads the buffers of
//! some launches, in its own order and without waiting (`memory`). After it, the event of the launch says how long it took; queues measure
//! that (`queues`) and the program does not see it. What is under way is collected when the program launches or waits for something. If
//! anything fails, the recording ends, and the program goes on.
//!
//! - `settings`: what the user asks for; `folder`: where it is written, and what is refused there.
//! - `entry`: the functions that see launches and arguments; `queues`: those for queues.
//! - `launch`: one launch, from the call to its end; `source`: what its kernel is built from; `arguments`, `memory`, `textures`: what it
//!   has.
//! - `recorder`: what is recorded, and which launches are kept; `included`: the files of a source; `text`: how it is written.

mod arguments;
mod entry;
mod folder;
mod included;
mod launch;
mod memory;
mod queues;
mod recorder;
mod settings;
mod source;
mod text;
mod textures;

use std::collections::VecDeque;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard};

use opencl_sys::CL_DRIVER_VERSION;

use self::folder::RecordFolder;
use self::launch::LaunchUnderway;
use self::recorder::{Recorder, RecordingAbout};
use self::settings::{RecordSettings, settings};
use crate::log;
use crate::next::call;
use crate::owned::DeviceHandle;
use crate::queries::device_name;
use crate::query;

pub(crate) use self::arguments::kinds;
pub(crate) use self::entry::replace;
pub(crate) use self::memory::MemoryHandle;
pub(crate) use self::queues::may_be_unseen;
pub(crate) use self::settings::is_on;

/// The recording of this process.
#[derive(Debug, Default)]
struct RecordState {
    /// The recording, and the device that it is of.
    recorder: Option<(Recorder, DeviceHandle)>,
    /// Launches whose end is not known yet.
    underway: VecDeque<LaunchUnderway>,
}

static STATE: LazyLock<Mutex<RecordState>> = LazyLock::new(Mutex::default);
static IS_STOPPED: AtomicBool = AtomicBool::new(false);

/// Whether this process records at the moment.
fn is_here() -> bool {
    !IS_STOPPED.load(Ordering::Relaxed) && is_this_process()
}

/// Whether this is the process that the loader started the layer in.
fn is_this_process() -> bool {
    settings().is_some_and(|settings| settings.process == std::process::id())
}

/// Ends the recording.
fn stop() {
    IS_STOPPED.store(true, Ordering::Relaxed);
}

/// The state, if this process still records.
fn lock() -> Option<MutexGuard<'static, RecordState>> {
    is_here().then(state).filter(|_| is_here())
}

/// The state of this process, in which the recording may have ended. A panic under the lock ends it.
fn state() -> MutexGuard<'static, RecordState> {
    STATE.lock().unwrap_or_else(|error| {
        stop();
        error.into_inner()
    })
}

/// Says something to the user, once for each process.
fn tell(words: &str) {
    log::tell(words);
    log::say(words);
}

/// Ends the recording because of an error.
fn fail(why: &io::Error) {
    if !IS_STOPPED.swap(true, Ordering::Relaxed) {
        let folder = settings().map(|settings| settings.folder.display().to_string()).unwrap_or_default();
        tell(&format!("the recording in {folder} ends here: {why}"));
    }
}

/// The application asks for a function with which it sets arguments past the layer. So they are not known from now on.
pub(crate) fn cannot_see_arguments() {
    if is_here() {
        stop();
        tell("the recording ends here: the program sets arguments with a function of an extension");
    }
}

/// Collects what has ended.
fn collect() {
    crate::boundary::guarded(launch::collect, stop);
}

/// Begins the recording at the first launch. `None` if it is refused.
fn begin(
    settings: &RecordSettings,
    about: RecordingAbout,
    device: DeviceHandle,
    state: &mut RecordState,
) -> Option<()> {
    let program = std::env::current_exe().map_or_else(|_| "a program".to_owned(), |path| path.display().to_string());
    let (shown, index) = (settings.folder.display(), text::head(&about));
    let begun = settings.most.clone().and_then(|most| {
        let folder = RecordFolder::begin(&settings.folder, most, &index).map_err(|error| error.to_string())?;
        // One buffer or image must not fill it.
        Ok((folder, most / 4))
    });
    match begun {
        Ok((folder, most_of_one)) => {
            tell(&format!(
                "recording the kernels of {program} in {shown}: their sources, build options and data, which may be secret"
            ));
            let size = index.len() as u64;
            state.recorder = Some((Recorder::new(folder, about, size, most_of_one), device));
            end_before_others();
            Some(())
        }
        Err(error) => {
            stop();
            tell(&format!("CLUNROLL_LAYER_RECORD={shown}: nothing is recorded: {error}"));
            None
        }
    }
}

/// What a recording says about its device.
fn about(device: DeviceHandle) -> RecordingAbout {
    // SAFETY: a queue of the program's is for this device.
    let driver = query::text(|size, value, needed| unsafe {
        call!(clGetDeviceInfo(device.0, CL_DRIVER_VERSION, size, value, needed))
    });
    let application = std::env::current_exe().ok();
    let application = application.as_deref().and_then(|path| path.file_name());
    RecordingAbout {
        application: application.map_or_else(String::new, |name| name.to_string_lossy().into_owned()),
        device: device_name(device).unwrap_or_default(),
        driver: driver.unwrap_or_default().trim().to_owned(),
    }
}

/// Writes what is known when the process ends. No function of the driver is called: it may be gone.
pub(crate) fn end() {
    if !is_on() || !is_here() {
        return;
    }
    // A thread that still runs may have the lock, and is not waited for.
    let Ok(mut state) = STATE.try_lock() else { return };
    if let Some((recorder, _)) = &mut state.recorder
        && let Err(error) = recorder.write(true)
    {
        fail(&error);
    }
}

/// The end of the process, for loaders that do not end their layers.
#[used]
#[unsafe(link_section = ".fini_array")]
static AT_EXIT: extern "C" fn() = at_exit;

extern "C" fn at_exit() {
    crate::boundary::guarded(end, || ());
}

/// Lets the end of the process begin with the recording. What the driver has is taken down later, while its threads may still run: what
/// takes time then makes it likelier that they fail. Handlers run in the opposite order, so this is called after the driver has begun.
fn end_before_others() {
    // SAFETY: the function stays in memory: the library is linked with `nodelete`.
    unsafe { libc::atexit(at_exit) };
}
