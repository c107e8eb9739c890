//! The source that a recorded kernel is built from, and whether that source is enough.
//!
//! A kernel of a linked program comes from one of its parts. A recording has one source for each program, so a part is recorded if a
//! program that is linked from it alone has the kernel: then no other part belongs to it. Drivers say which kernels a part has only after
//! a link. So each part of several is compiled and linked once more, alone, and the driver is asked. A part that needs functions of
//! others cannot be linked alone; its kernels are only counted.

use std::ffi::CString;
use std::ptr::{null, null_mut};

use opencl_sys::{CL_SUCCESS, cl_device_id};

use crate::build_call::{program_of, repeat};
use crate::kernel_source::KernelSource;
use crate::next::call;
use crate::owned::{DeviceHandle, OwnedProgram, ProgramHandle};
use crate::queries::kernel_names;
use crate::watched::{BuildRecord, LinkedPart, LinkedParts, WatchedProgram};

/// A program that is built from this source alone, with one more option.
pub(super) fn alone(
    source: &KernelSource,
    watched: &WatchedProgram,
    device: cl_device_id,
    option: &str,
) -> Option<OwnedProgram> {
    let options = format!("{} {option}", source.options);
    let build = BuildRecord {
        devices: Some(vec![DeviceHandle(device)]),
        options: Some(CString::new(options).ok()?),
        ..source.build.clone()
    };
    let program = program_of(watched.context, &source.text)?;
    if repeat(watched, program.raw(), &build) != CL_SUCCESS {
        return None;
    }
    if build.headers.is_none() {
        return Some(program);
    }
    let (part, mut status) = (program.raw(), CL_SUCCESS);
    let options = CString::new(source.link_options.as_str()).ok()?;
    // SAFETY: the context, the device and the program are valid, and there is one of each.
    let linked = unsafe {
        call!(clLinkProgram(
            watched.context.0,
            1,
            &raw const device,
            if options.is_empty() { null() } else { options.as_ptr() },
            1,
            &raw const part,
            None,
            null_mut(),
            &raw mut status,
        ))
    };
    let linked = (!linked.is_null()).then(|| OwnedProgram::new(linked));
    linked.filter(|_| status == CL_SUCCESS)
}

/// The last build for a device.
fn build_for(builds: &[BuildRecord], device: cl_device_id) -> Option<&BuildRecord> {
    let device = DeviceHandle(device);
    builds.iter().rfind(|build| build.devices.as_ref().is_none_or(|all| all.contains(&device)))
}

/// The source of a kernel. `builds` are those of its program, unless that was linked. An error says why it is not known.
pub(super) fn of_kernel(
    kernel: &str,
    watched: &WatchedProgram,
    builds: &[BuildRecord],
    device: cl_device_id,
) -> Result<KernelSource, String> {
    let Some(parts) = &watched.parts else {
        let build = build_for(builds, device).filter(|build| build.headers.is_none());
        let source = build.and_then(|build| KernelSource::new(&watched.text, build.clone(), ""));
        return source.ok_or_else(|| "its build options are not known".to_owned());
    };
    let known = || parts.known.iter().map(|part| of_part(part, device));
    if let ([part], false) = (&parts.known[..], parts.has_others) {
        return of_part(part, device)
            .ok_or_else(|| "it is not known how the part of its program was compiled".to_owned());
    }
    let holders: Vec<KernelSource> = known()
        .zip(kernels_of(parts, watched, device))
        .filter_map(|(source, kernels)| source.filter(|_| kernels.iter().any(|name| name == kernel)))
        .collect();
    if let Some(source) = only(holders)? {
        return Ok(source);
    }
    let mentions = |source: &KernelSource| has_word(&source.text, kernel.as_bytes());
    let source = only(known().flatten().filter(mentions).collect())?;
    let mut source = source.ok_or("no part of its program that has a source contains it")?;
    source.counted = Some("it needs other parts of the linked program".to_owned());
    Ok(source)
}

/// The only one; an error if there are several.
fn only(mut sources: Vec<KernelSource>) -> Result<Option<KernelSource>, String> {
    if sources.len() > 1 {
        return Err("several parts of its program may contain it".to_owned());
    }
    Ok(sources.pop())
}

fn of_part(part: &LinkedPart, device: cl_device_id) -> Option<KernelSource> {
    KernelSource::new(&part.text, build_for(&part.builds, device)?.clone(), &part.link_options)
}

/// The kernels of each part that can be linked alone.
fn kernels_of<'a>(parts: &'a LinkedParts, watched: &WatchedProgram, device: cl_device_id) -> &'a [Vec<String>] {
    if let Some(known) = parts.kernels.get() {
        return known;
    }
    // Another thread may ask too, and is not waited for: the driver runs meanwhile.
    let kernels = |part| {
        let program = alone(&of_part(part, device)?, watched, device, "")?;
        let names = kernel_names(ProgramHandle(program.raw()))?;
        Some(names.split(';').filter(|name| !name.is_empty()).map(str::to_owned).collect())
    };
    let all = parts.known.iter().map(|part| kernels(part).unwrap_or_default()).collect();
    parts.kernels.get_or_init(|| all)
}

/// Whether a text contains a word.
fn has_word(text: &[u8], word: &[u8]) -> bool {
    let is_of_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    text.split(|byte| !is_of_word(byte)).any(|found| found == word)
}

#[cfg(test)]
mod tests {
    use crate::dump::build_name;

    use super::*;

    fn source(options: &str, headers: &[(&str, &str)], link_options: &str) -> KernelSource {
        let KernelSource { build, text, .. } = KernelSource::of_test("kernel", options, headers);
        KernelSource::new(&text, build, link_options).unwrap()
    }

    #[test]
    fn what_is_built_in_another_way_has_another_name() {
        let plain = source("-DN=4", &[], "-create-library -enable-link-options");
        let build = build_name(b"kernel", b"-DN=4");
        assert_eq!((plain.name.as_str(), plain.link_options.as_str()), (&*format!("{build}.cl"), ""));
        let others = [
            source("-DN=5", &[], ""),
            source("-DN=4", &[("a.h", "1")], ""),
            source("-DN=4", &[("a.h", "2")], ""),
            source("-DN=4", &[("b.h", "2")], ""),
            source("-DN=4", &[], "-cl-finite-math-only"),
        ];
        let mut names: Vec<_> = others.iter().map(|one| one.name.as_str()).chain([plain.name.as_str()]).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), 6, "{names:?}");
        assert!(others[1..].iter().all(|one| one.name.starts_with(&format!("{build}."))));
    }

    #[test]
    fn a_kernel_is_a_whole_word() {
        for (text, is_there) in
            [("kernel void a(", true), ("kernel void a1(", false), ("b_a a_b", false), ("F(a)", true)]
        {
            assert_eq!(has_word(text.as_bytes(), b"a"), is_there, "{text}");
        }
    }
}
