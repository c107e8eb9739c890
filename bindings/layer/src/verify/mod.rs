//! Verification of rewritten texts before they are built, for users who ask for it.
//!
//! A worker, the program `clunroll` beside this library, compares the source and the rewritten text on each device of the build, by
//! launches that it makes up. If it finds no difference, the rewritten text is built; in all other cases the original is. What comes of a
//! text is remembered for this process.
//!
//! - `settings`: what is there to verify with. `job`: one verification. `orphan`: the process of the worker.

mod job;
mod orphan;
mod settings;

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::os::fd::OwnedFd;
use std::sync::{LazyLock, Mutex};
use std::time::Instant;

pub(crate) use self::job::RewrittenBuild;
pub(crate) use self::settings::prepare;

use self::job::WorkerFiles;
use self::orphan::OrphanProcess;
use self::settings::{WorkerSettings, settings};
use crate::rewriting::Rewriting;
use crate::signals::writing;

/// How many answers are remembered.
const MOST_ANSWERS: usize = 4096;

/// What was found out about a text: that no difference was found, in words, or why it is not to be used.
type WorkerFinding = Result<String, String>;

/// The answers of this process.
#[derive(Default)]
struct KnownAnswers {
    /// The keys are random, so nobody can prepare two texts that have the same hash.
    hashers: [RandomState; 2],
    known: HashMap<[u64; 2], WorkerFinding>,
}

static ANSWERS: LazyLock<Mutex<KnownAnswers>> = LazyLock::new(Mutex::default);

/// The rewriting after its verification, if the user wants one: without its text if that is not verified. `devices` gives the names of
/// the build's devices.
pub(crate) fn checked(
    rewriting: Rewriting,
    build: &RewrittenBuild<'_>,
    devices: impl FnOnce() -> Option<Vec<String>>,
) -> Rewriting {
    let Some((settings, text)) = settings().zip(rewriting.text.as_deref()) else { return rewriting };
    let begin = Instant::now();
    let answer = on_all(settings, build, text, devices());
    // The text with `restrict` is not verified.
    let rewriting = Rewriting { restricted: None, ..rewriting };
    let words = &rewriting.words;
    let seconds = begin.elapsed().as_secs_f64();
    match answer {
        Ok(found) => Rewriting { words: format!("{words}; verified in {seconds:.1} s: {found}"), ..rewriting },
        Err(why) => {
            Rewriting { text: None, words: format!("{words}; not used after {seconds:.1} s: {why}"), ..rewriting }
        }
    }
}

/// The answer for all devices.
fn on_all(
    settings: &WorkerSettings,
    build: &RewrittenBuild<'_>,
    text: &[u8],
    devices: Option<Vec<String>>,
) -> WorkerFinding {
    let mut devices = devices.unwrap_or_default();
    devices.sort();
    devices.dedup();
    let answers: Result<Vec<String>, String> =
        devices.iter().map(|device| remembered(settings, build, text, device)).collect();
    match answers?.as_slice() {
        [] => Err("not verified: the driver does not say what its devices are".to_owned()),
        all => Ok(all.join("; ")),
    }
}

/// The answer for one device, which may be known.
fn remembered(settings: &WorkerSettings, build: &RewrittenBuild<'_>, text: &[u8], device: &str) -> WorkerFinding {
    let headers: Vec<_> = build.headers.iter().map(|header| (&header.name, &header.text)).collect();
    let all = (build.source, text, build.options, headers, device);
    // After `fork`, another thread may have this lock for ever.
    let known = ANSWERS.try_lock().ok().map(|answers| {
        let key = answers.hashers.each_ref().map(|hasher| hasher.hash_one(&all));
        (key, answers.known.get(&key).cloned())
    });
    if let Some((_, Some(answer))) = known {
        return answer;
    }
    let answer = ask(settings, build, text, device);
    if let (Some((key, _)), Ok(mut answers)) = (known, ANSWERS.try_lock())
        && answers.known.len() < MOST_ANSWERS
    {
        answers.known.insert(key, answer.clone());
    }
    answer
}

/// Asks a worker.
fn ask(settings: &WorkerSettings, build: &RewrittenBuild<'_>, text: &[u8], device: &str) -> WorkerFinding {
    let not_verified = |why: String| format!("not verified: {why}");
    let program = settings.program.as_ref().map_err(|why| not_verified(why.clone()))?;
    let files = writing(|| WorkerFiles::write(build, device)).map_err(not_verified)?;
    let run = || -> io::Result<bool> {
        let said = files.said()?;
        // The worker ends with this process, too.
        let (input, _lives) = io::pipe()?;
        let standard = [OwnedFd::from(input), said.try_clone()?.into(), said.into()];
        OrphanProcess::start(program, &files.arguments, &settings.environment, standard)?.wait(settings.limit)
    };
    match run() {
        Ok(true) => files.answer(text, device),
        Ok(false) => Err(not_verified(format!("the worker takes more than {} s", settings.limit.as_secs()))),
        Err(error) => Err(not_verified(format!("there is no worker: {error}"))),
    }
}
