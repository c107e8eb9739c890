//! Results of earlier runs, in the user's cache folder: the same run is answered without measuring.
//!
//! An entry is one JSON file with the whole key, the report and the time when it was measured. Its name is a hash of the key; an entry with
//! another key in it is not used. Entries are written to another file first, which then takes their place, so that two programs at once
//! and a full disk leave no half entry. Those that were used least recently are removed if there are many.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use std::{env, fs};

use clunroll_files::output;
use fnv::FnvHasher;
use serde::{Deserialize, Serialize};
use std::hash::Hasher;

use super::busy;
use super::report::TuneReport;

/// The most entries, and their most bytes together.
const MOST: usize = 200;
const MOST_BYTES: u64 = 64 << 20;

/// The folder with the results of earlier runs.
#[derive(Debug)]
pub(crate) struct ResultCache(PathBuf);

/// The results of an earlier run.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct CachedResult {
    key: String,
    /// Seconds since 1970.
    measured: u64,
    pub(crate) report: TuneReport,
}

impl CachedResult {
    /// How long ago it was measured, in words.
    pub(crate) fn age(&self) -> String {
        let seconds = now().saturating_sub(self.measured);
        let (count, unit) = match seconds {
            0..120 => (seconds, "second"),
            120..7_200 => (seconds / 60, "minute"),
            7_200..172_800 => (seconds / 3_600, "hour"),
            _ => (seconds / 86_400, "day"),
        };
        format!("{count} {unit}{} ago", if count == 1 { "" } else { "s" })
    }
}

impl ResultCache {
    /// The folder that `CLUNROLL_CACHE` names, or else one in the user's cache folder; `None` if the variable is empty, or if there is no
    /// such folder.
    pub(crate) fn of_user() -> Option<Self> {
        let variable = |name: &str| env::var_os(name).map(PathBuf::from);
        let absolute = |name: &str| variable(name).filter(|folder| folder.is_absolute());
        if let Some(named) = variable("CLUNROLL_CACHE") {
            return (!named.as_os_str().is_empty()).then_some(Self(named));
        }
        let folder = absolute("XDG_CACHE_HOME").or_else(|| absolute("LOCALAPPDATA").filter(|_| cfg!(windows)));
        let home = || env::home_dir().filter(|home| home.is_absolute()).map(|home| home.join(".cache"));
        Some(Self(folder.or_else(home)?.join("clunroll").join("tune")))
    }

    /// The results with this key, if there are any. A result that a busy CPU disturbed is used only if it is still busy. An error says
    /// which entry is damaged.
    pub(crate) fn get(&self, key: &str) -> Result<Option<CachedResult>, String> {
        self.get_if(key, || busy::doubt().is_some())
    }

    fn get_if(&self, key: &str, is_busy: impl FnOnce() -> bool) -> Result<Option<CachedResult>, String> {
        let file = self.entry(key);
        let Ok(bytes) = fs::read(&file) else { return Ok(None) };
        let Ok(cached) = serde_json::from_slice::<CachedResult>(&bytes) else {
            return Err(format!("{} is damaged: it is not used", file.display()));
        };
        let is_disturbed = cached.report.doubts.iter().any(|doubt| doubt.starts_with(busy::OTHERS));
        if cached.key != key || (is_disturbed && !is_busy()) {
            return Ok(None);
        }
        // An entry that was used stays longer. If its date cannot be changed, it only goes earlier.
        let _ = fs::File::options().append(true).open(&file).and_then(|file| file.set_modified(SystemTime::now()));
        Ok(Some(cached))
    }

    /// Keeps the results with this key. That it fails costs only time later on.
    pub(crate) fn keep(&self, key: &str, report: &TuneReport) {
        let cached = CachedResult { key: key.to_owned(), measured: now(), report: report.clone() };
        let Ok(bytes) = serde_json::to_vec(&cached) else { return };
        // JSON has no infinity, so a report with one could not be read.
        if serde_json::from_slice::<CachedResult>(&bytes).is_err() {
            return;
        }
        if output::write_file(&self.entry(key), &bytes).is_ok() {
            self.remove_old(MOST, MOST_BYTES);
        }
    }

    fn entry(&self, key: &str) -> PathBuf {
        let mut hasher = FnvHasher::default();
        hasher.write(key.as_bytes());
        self.0.join(format!("{:016x}.json", hasher.finish()))
    }

    /// Removes the entries that were used least recently, until there are at most so many entries and bytes.
    fn remove_old(&self, most: usize, most_bytes: u64) {
        let is_entry = |path: &Path| path.extension().is_some_and(|ending| ending == "json");
        let entry = |path: PathBuf| {
            let file = fs::symlink_metadata(&path).ok().filter(fs::Metadata::is_file)?;
            Some((file.modified().ok()?, file.len(), path))
        };
        let Ok(listed) = fs::read_dir(&self.0) else { return };
        let paths = listed.flatten().map(|one| one.path()).filter(|path| is_entry(path));
        let mut entries: Vec<_> = paths.filter_map(entry).collect();
        entries.sort_by_key(|(date, ..)| std::cmp::Reverse(*date));
        let mut bytes = 0;
        for (number, (_, length, path)) in entries.iter().enumerate() {
            bytes += length;
            if number >= most || bytes > most_bytes {
                let _ = fs::remove_file(path);
            }
        }
    }
}

fn now() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or(Duration::ZERO).as_secs()
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    fn cache() -> (tempfile::TempDir, ResultCache) {
        let folder = tempfile::tempdir().expect("it can be made");
        let cache = ResultCache(folder.path().join("a").join("tune"));
        (folder, cache)
    }

    #[test]
    fn what_is_kept_is_found_by_its_whole_key() {
        let (_folder, cache) = cache();
        let report = sample::report();
        assert!(cache.get("k").expect("there is nothing").is_none());
        cache.keep("k", &report);
        let found = cache.get("k").expect("it is not damaged").expect("it is there");
        let data = |report: &TuneReport| serde_json::to_value(report).expect("it is data");
        assert_eq!(data(&found.report), data(&report));
        assert!(cache.get("other").expect("there is nothing").is_none());
        // Another key with the same hash.
        fs::copy(cache.entry("k"), cache.entry("other")).expect("it can be copied");
        assert!(cache.get("other").expect("it is not damaged").is_none());
        // Cut off.
        let bytes = fs::read(cache.entry("k")).expect("it is there");
        fs::write(cache.entry("k"), &bytes[..bytes.len() / 2]).expect("it can be written");
        let why = cache.get("k").expect_err("it is cut off");
        assert!(why.ends_with(".json is damaged: it is not used"), "{why}");
        cache.keep("k", &report);
        assert!(cache.get("k").expect("it is not damaged").is_some());
    }

    #[test]
    fn what_others_disturbed_is_used_only_while_they_go_on() {
        let (_folder, cache) = cache();
        let mut report = sample::report();
        cache.keep("k", &report);
        assert!(cache.get_if("k", || false).is_ok_and(|found| found.is_some()));
        report.doubts.push(format!("{}1.5 of 2 cores", busy::OTHERS));
        cache.keep("k", &report);
        assert!(cache.get_if("k", || true).is_ok_and(|found| found.is_some()));
        assert!(cache.get_if("k", || false).is_ok_and(|found| found.is_none()));
    }

    #[test]
    fn those_that_were_not_used_for_long_are_removed() {
        let (_folder, cache) = cache();
        let at = |seconds: u64| SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
        for (number, key) in (1..).zip(["a", "b", "c", "d"]) {
            cache.keep(key, &sample::report());
            let file = fs::File::options().append(true).open(cache.entry(key)).expect("it is there");
            file.set_modified(at(number)).expect("it is ours");
        }
        let is_there = || ["a", "b", "c", "d"].map(|key| cache.entry(key).exists());
        // It is used.
        assert!(cache.get("a").is_ok_and(|found| found.is_some()));
        fs::write(cache.0.join("notes.txt"), "").expect("it can be written");
        cache.remove_old(3, u64::MAX);
        assert_eq!(is_there(), [true, false, true, true]);
        let length = fs::metadata(cache.entry("a")).expect("it is there").len();
        cache.remove_old(3, 2 * length);
        assert_eq!(is_there(), [true, false, false, true]);
        assert!(cache.0.join("notes.txt").exists());
    }

    #[test]
    fn ages_have_one_unit() {
        let age =
            |seconds| CachedResult { key: String::new(), measured: now() - seconds, report: sample::report() }.age();
        assert_eq!([3 * 60 + 30, 3 * 3_600, 3 * 86_400].map(age), ["3 minutes ago", "3 hours ago", "3 days ago"]);
    }
}
