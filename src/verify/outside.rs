//! Judges accesses outside of buffers and of local memory.
//!
//! A write of the original outside of memory makes a launch meaningless. So does a read outside of a buffer whose size the user has
//! described. A read outside of a made-up buffer is allowed: the bytes there are the same in every launch, and many kernels need larger
//! buffers than made-up ones. The output may do none of this unless the original does it too.

use std::collections::BTreeSet;

use clunroll_opencl::Outside;

use super::made_up::TrialLaunch;

/// The reason why a launch is meaningless if the original has these accesses.
pub(super) fn of_original(outside: &BTreeSet<Outside>, candidate: &TrialLaunch) -> Option<String> {
    let is_described = |buffer: &Option<String>| match buffer {
        Some(name) => candidate.described.contains(name),
        // It may be any buffer.
        None => candidate.size.is_none(),
    };
    let access = outside.iter().find(|access| access.is_write || is_described(&access.buffer))?;
    let how = if access.is_write { "writes" } else { "reads" };
    let size = if is_described(&access.buffer) { "is too small in its launch description" } else { "is made up" };
    Some(match &access.buffer {
        Some(name) => format!("the original {how} memory outside buffer `{name}`, whose size {size}"),
        None => format!("the original {how} memory outside of its buffers or its local memory, whose size {size}"),
    })
}

/// The reason why a launch is meaningless if the original accesses memory outside of the local memory of this parameter.
pub(super) fn of_local_memory(name: &str, candidate: &TrialLaunch) -> String {
    let is_described = candidate.described.iter().any(|described| described == name);
    let size = if is_described { "is too small in its launch description" } else { "is made up" };
    format!("the original accesses memory outside local memory `{name}`, whose size {size}")
}

/// An access of the output that the original does not make, in words.
pub(super) fn of_output(outside: &BTreeSet<Outside>, original: &BTreeSet<Outside>) -> Option<String> {
    let access = outside.difference(original).max()?;
    let how = if access.is_write { "writes" } else { "reads" };
    let what = match &access.buffer {
        Some(name) => format!("buffer `{name}`"),
        None => "of its buffers or its local memory".to_owned(),
    };
    Some(format!("the output {how} memory outside {what}, and the original does not"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clunroll_opencl::{Launch, Magnitude};

    #[test]
    fn the_original_may_read_outside_what_is_made_up() {
        let launch = Launch { kernel: String::new(), global: vec![1], local: None, arguments: Vec::new() };
        let described = vec!["a".to_owned()];
        let candidate =
            TrialLaunch { launch, size: Some(1), place: None, described, magnitude: Magnitude::Small, varied: None };
        let access = |is_write, name: &str| Outside { is_write, buffer: Some(name.to_owned()) };
        let word = |is_write, name| of_original(&[access(is_write, name)].into(), &candidate);
        assert_eq!(word(false, "b"), None);
        let is_made_up = word(true, "b").is_some_and(|why| why.ends_with("is made up"));
        assert!(is_made_up && word(false, "a").is_some() && word(true, "a").is_some());
        let (read, write) = (access(false, "a"), access(true, "a"));
        assert_eq!(of_output(&[read.clone()].into(), &[read.clone()].into()), None);
        let why = "the output writes memory outside buffer `a`, and the original does not";
        assert_eq!(of_output(&[read.clone(), write].into(), &[read].into()).as_deref(), Some(why));
    }
}
