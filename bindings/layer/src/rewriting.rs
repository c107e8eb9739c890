//! From the source of a program and the options of a build to a rewritten text.
//!
//! This runs in programs of others, so it is careful. A source that cannot have a request costs a search. Everything else happens on a
//! thread of its own, on which no signal handler of the program runs, and with limits: of size and nesting before, of time while it
//! runs. The library itself parses on a stack that its own limits fit. What exceeds a limit stays as it is, and so does a source with
//! an error.

use std::ffi::CStr;
use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use clunroll::loop_choices::ChosenLoop;
use clunroll::settings::{Setting, Value};
use clunroll::{BuildOptions, Done, Locations, Options, Outcome, Promotion, unroll};
use oclc_syntax::lex::may_spell;

use crate::aliasing::is_on as chooses_at_launches;
use crate::dump::build_name;
use crate::environment;
use crate::includes::LayerIncludes;
use crate::profile::{ProgramChoices, may_fit, unfit};
use crate::restricted::RestrictedText;
use crate::signals::without_signals;
use crate::trust::are_defines_final;
use crate::watched::EmbeddedHeader;

/// Bytes of the largest source that is rewritten. The largest programs known have 2 MB; reading takes about 0.1 s for each MB.
pub(crate) const MOST_BYTES: usize = 8 << 20;
/// How deep brackets may be nested, in comments and strings too. The library has the same limit for code.
const MOST_NESTING: usize = 256;
/// How long the rewriting of one program may take. Nearly all take a few milliseconds.
const MOST_TIME: Duration = Duration::from_secs(10);
/// The stack of the thread that calls the library. The library makes a large one for the parser.
const STACK: usize = 8 << 20;
/// The name of each source: a program has none.
pub(crate) const NAME: &str = "program.cl";
/// What a request contains, or an include that may bring one.
const WORDS: [&[u8]; 3] = [b"unroll", b"promote_to_registers", b"include"];

/// The result for one build.
#[derive(Debug)]
pub(crate) struct Rewriting {
    /// The new text; `None` if the original is to be built.
    pub(crate) text: Option<Vec<u8>>,
    /// The same with `restrict`, if the user asks for a choice at each launch and a kernel may gain.
    pub(crate) restricted: Option<RestrictedText>,
    /// What was done and what was not, in words.
    pub(crate) words: String,
    /// How long it took.
    pub(crate) time: Duration,
}

impl Rewriting {
    /// Nothing is rewritten, for a reason.
    pub(crate) fn left(why: &str) -> Self {
        Self { text: None, restricted: None, words: format!("not rewritten: {why}"), time: Duration::ZERO }
    }
}

/// Rewrites a source for a build. `choices` are those of the profile for its devices, or the reason why there are none.
pub(crate) fn rewrite(
    source: &Arc<[u8]>,
    options: Option<&CStr>,
    headers: &[EmbeddedHeader],
    choices: &Result<Vec<ChosenLoop>, String>,
) -> Rewriting {
    let start = Instant::now();
    let rewriting = attempt(source, options, headers, choices).unwrap_or_else(|why| Rewriting::left(&why));
    Rewriting { time: start.elapsed(), ..rewriting }
}

/// Whether the application does what needs its own programs built.
static IS_STOPPED: AtomicBool = AtomicBool::new(false);

/// Rewrites nothing from now on.
pub(crate) fn stop() {
    IS_STOPPED.store(true, Ordering::Relaxed);
}

type Attempt = Result<Rewriting, String>;

fn attempt(
    source: &Arc<[u8]>,
    options: Option<&CStr>,
    headers: &[EmbeddedHeader],
    choices: &Result<Vec<ChosenLoop>, String>,
) -> Attempt {
    let bytes = options.map_or(&b""[..], CStr::to_bytes);
    let chosen = choices.as_deref().unwrap_or_default();
    let may_have_request = || WORDS.iter().any(|word| may_spell(source, word) || may_spell(bytes, word));
    if !chooses_at_launches() && !may_fit(chosen, source) && !may_have_request() {
        return Ok(Rewriting { words: "no request".to_owned(), ..Rewriting::left("") });
    }
    if IS_STOPPED.load(Ordering::Relaxed) {
        return Err("the application uses functions that need its own program".to_owned());
    }
    if source.len() > MOST_BYTES {
        return Err(format!("it has {} bytes, more than {MOST_BYTES}", source.len()));
    }
    if source.contains(&0) {
        return Err("it contains a NUL".to_owned());
    }
    if nesting(source) > MOST_NESTING {
        return Err(format!("its brackets are nested more than {MOST_NESTING} deep"));
    }
    let given = str::from_utf8(bytes).map_err(|_| "the build options are not UTF-8".to_owned())?;
    let is_final = are_defines_final(given)?;
    let parsed: BuildOptions = given.parse().map_err(|error| format!("{error}"))?;
    let mut includes = LayerIncludes::new(headers, &parsed.include_folders)?;
    let options = Options::new(NAME).build_options(&parsed).trust_defines(is_final).only_requests(true);
    let options = with_settings(options, &environment::settings().settings);
    let (text, chosen, why_none) = (Arc::clone(source), chosen.to_vec(), choices.as_ref().err().cloned());
    let build = build_name(source, bytes);
    on_a_thread(move || {
        let mut selected = ProgramChoices::select(&chosen, &text, &build, NAME);
        selected.words.extend(why_none);
        let options = options.chosen_loops(selected.fitting);
        let rewriting = in_words(&text, unroll(&text, &options, &mut includes), &selected.words)?;
        let restricted = || RestrictedText::of(unroll(&text, &options.assume_restrict(true), &mut includes));
        Ok(Rewriting { restricted: chooses_at_launches().then(restricted).flatten(), ..rewriting })
    })?
}

/// Options with the settings of the user.
fn with_settings(mut options: Options, settings: &[(&'static Setting, Value)]) -> Options {
    for (setting, value) in settings {
        setting.set(&mut options, *value);
    }
    options
}

/// How deep brackets are nested.
fn nesting(source: &[u8]) -> usize {
    let (mut depth, mut most) = (0_usize, 0);
    for byte in source {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        most = most.max(depth);
    }
    most
}

/// Runs work on a thread without signals, and waits for it as long as the limit allows. A thread that takes longer is not
/// stopped: it ends later, since the library's work is bounded.
pub(crate) fn on_a_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, String> {
    let (sender, receiver) = mpsc::channel();
    let thread = thread::Builder::new().name("clunroll".to_owned()).stack_size(STACK);
    let spawned = without_signals(|| {
        thread.spawn(move || {
            // Without a receiver, the time was over.
            let _ = sender.send(work());
        })
    });
    let spawned = spawned.map_err(|error| format!("there is no thread: {error}"))?;
    match receiver.recv_timeout(MOST_TIME) {
        Ok(result) => {
            // It is about to end. A host that counts its threads finds none of the layer's.
            let _ = spawned.join();
            Ok(result)
        }
        Err(mpsc::RecvTimeoutError::Timeout) => Err(format!("it takes more than {} s", MOST_TIME.as_secs())),
        Err(mpsc::RecvTimeoutError::Disconnected) => Err("clunroll has a bug: please report it".to_owned()),
    }
}

/// What an outcome means for the build.
fn in_words(source: &[u8], outcome: Outcome, choices: &[String]) -> Attempt {
    if let Some(fault) = &outcome.fault {
        return Err(fault.to_string());
    }
    let mut locations = Locations::new(&outcome.sources);
    if let Some(error) = outcome.diagnostics.iter().find(|found| found.severity == clunroll::rules::Severity::Error) {
        let place = locations.of(error.primary.place);
        let line = place.map_or_else(String::new, |place| format!("line {}: ", place.start.line));
        return Err(format!("{line}{}", error.message));
    }
    let mut done = Vec::new();
    let mut left = Vec::new();
    let mut sort = |place, cause: Option<&clunroll::rules::Cause>| {
        let line = locations.of(place).map_or(0, |location| location.start.line);
        match cause {
            None => done.push(line.to_string()),
            Some(cause) => {
                let why = outcome.reason(place, cause).map_or("it was declined before", |found| &found.message);
                left.push(format!("line {line} ({why})"));
            }
        }
    };
    for request in &outcome.requests {
        match &request.done {
            Done::Unrolled { .. } => sort(request.place, None),
            Done::Left { cause } => sort(request.place, Some(cause)),
            // Any other result leaves the loop as requested.
            _ => {}
        }
    }
    for promotion in &outcome.promotions {
        match &promotion.done {
            Promotion::Promoted { .. } => sort(promotion.place, None),
            Promotion::Left { cause } => sort(promotion.place, Some(cause)),
            _ => {}
        }
    }
    let mut words = String::new();
    match &done[..] {
        [] if outcome.requests.is_empty() && outcome.promotions.is_empty() => words.push_str("no request"),
        // Requests that are to stay, such as those that a profile leaves to the driver's compiler.
        [] if left.is_empty() => words.push_str("nothing to unroll"),
        [] => words.push_str("unrolled nothing"),
        [line] => _ = write!(words, "unrolled line {line}"),
        lines => _ = write!(words, "unrolled lines {}", lines.join(", ")),
    }
    if !left.is_empty() {
        _ = write!(words, "; left {}", left.join(", "));
    }
    for more in choices.iter().cloned().chain(outcome.unfit.iter().map(unfit)) {
        _ = write!(words, "; {more}");
    }
    let is_changed = outcome.text != source;
    Ok(Rewriting { text: is_changed.then_some(outcome.text), words, ..Rewriting::left("") })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rewritten(source: &str, options: &CStr) -> Rewriting {
        rewrite(&source.as_bytes().into(), Some(options), &[], &Ok(Vec::new()))
    }

    const LOOP: &str = "kernel void k(global int *a) {\n#pragma unroll\nfor (int i = 0; i < N; i++) a[i] = i;\n}\n";

    #[test]
    fn defines_are_final() {
        let found = rewritten(LOOP, c"-DN=2");
        assert_eq!(found.words, "unrolled line 2");
        let text = String::from_utf8(found.text.unwrap()).unwrap();
        assert!(!text.contains("for") && !text.contains("#if"), "{text}");
    }

    #[test]
    fn what_is_in_doubt_stays() {
        for (source, options, why) in [
            ("kernel void k(void) {}", c"-DN=2", "no request"),
            (LOOP, c"-DN=2 -include x.h", "not rewritten: the option -include"),
            (LOOP, c"-DN=\xff", "not rewritten: the build options are not UTF-8"),
            (&LOOP.replace("#pragma unroll", "#pragma unroll -1"), c"-DN=2", "not rewritten: line 2: "),
            (&format!("{LOOP}{}", "(".repeat(300)), c"-DN=2", "not rewritten: its brackets"),
            (&format!("{LOOP}\0"), c"-DN=2", "not rewritten: it contains a NUL"),
        ] {
            let found = rewritten(source, options);
            assert!(found.words.starts_with(why), "{}", found.words);
            assert!(found.text.is_none(), "{why}");
        }
    }

    #[test]
    fn choices_of_a_profile_take_the_place_of_requests() {
        let profile = |loops: &str| -> Vec<ChosenLoop> {
            let text = format!("[[device]]\nname = 'd'\n{loops}");
            text.parse::<clunroll::profile::Profile>().unwrap().loops_of("d")
        };
        let one = |function: &str, fingerprint: &str, choice: &str| {
            format!(
                "[[device.loop]]\nfile = 'x.cl'\nfunction = '{function}'\nline = 7\nfingerprint = '{fingerprint}'\n\
                 choice = '{choice}'\n"
            )
        };
        let with =
            |source: &str, loops: &str| rewrite(&source.as_bytes().into(), Some(c"-DN=64"), &[], &Ok(profile(loops)));
        let loops = clunroll_core::loop_choices::SourceLoops::of(LOOP.as_bytes(), []);
        let print = format!("{:016x}", loops.all().next().unwrap().identity.fingerprint);
        let print = print.as_str();
        let plain = LOOP.replace("#pragma unroll\n", "");
        let found = with(&plain, &one("k", print, "unroll 4"));
        assert_eq!(found.words, "unrolled line 2");
        assert!(String::from_utf8(found.text.unwrap()).unwrap().contains("+= 4"));
        assert_eq!(with(&plain, &one("other", print, "unroll 4")).words, "no request");
        let changed = with(&plain.replace("= i;", "= -i;"), &one("k", print, "unroll 4"));
        assert_eq!(
            changed.words,
            "no request; the profile has `unroll 4` for line 7, in `k`; this fits no loop any more"
        );
        assert!(changed.text.is_none());
        let left = with(LOOP, &one("k", print, "leave"));
        assert_eq!(left.words, "nothing to unroll");
        let both = with(&plain, &(one("k", print, "unroll 4") + &one("k", print, "unroll 2")));
        assert!(both.words.contains("and another choice for the same loop") && both.text.is_none(), "{}", both.words);
        // What was measured in this very build comes first.
        let build = build_name(plain.as_bytes(), b"-DN=64");
        for file in [format!("{build}.cl"), format!("dumped/{build}.before.cl")] {
            let own = one("k", print, "unroll 2").replace("x.cl", &file);
            let found = with(&plain, &(one("k", print, "unroll 4") + &own + &one("k", print, "unroll 8")));
            assert!(String::from_utf8(found.text.unwrap()).unwrap().contains("+= 2"), "{}", found.words);
        }
        let none = rewrite(&plain.as_bytes().into(), None, &[], &Err("no device".to_owned()));
        assert_eq!(none.words, "no request");
    }

    #[test]
    fn a_bug_leaves_the_source() {
        let found = rewritten(&format!("{LOOP}// clunroll_fails_on_purpose\n"), c"-DN=2");
        assert!(found.text.is_none());
        assert!(found.words.contains("bug"), "{}", found.words);
    }
}
