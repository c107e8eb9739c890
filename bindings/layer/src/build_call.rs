//! One call of `clBuildProgram` or `clCompileProgram`: what it was, and the same once more for another program.

use std::ffi::{CStr, c_char, c_void};
use std::ptr::{null, null_mut};

use opencl_sys::{CL_OUT_OF_HOST_MEMORY, CL_SUCCESS, cl_device_id, cl_int, cl_program, cl_uint};

use crate::boundary::{elements, owned_text};
use crate::environment;
use crate::next::call;
use crate::owned::{ContextHandle, DeviceHandle, OwnedProgram, ProgramHandle};
use crate::queries::{kernel_names, source_of};
use crate::watched::{BuildRecord, EmbeddedHeader, WatchedProgram};

/// What an application wants to be called at the end of a build.
pub(crate) type BuildCallback = Option<unsafe extern "C" fn(cl_program, *mut c_void)>;

/// One call of `clBuildProgram` or `clCompileProgram`, without its program.
pub(crate) struct BuildCall {
    pub(crate) device_count: cl_uint,
    pub(crate) devices: *const cl_device_id,
    pub(crate) options: *const c_char,
    /// The number of headers, the headers and their names; `None` for `clBuildProgram`.
    pub(crate) headers: Option<(cl_uint, *const cl_program, *mut *const c_char)>,
    pub(crate) callback: BuildCallback,
    pub(crate) user_data: *mut c_void,
}

impl BuildCall {
    /// Passes the call on, for a program.
    ///
    /// # Safety
    ///
    /// The pointers are those of an application, which follows the rules of OpenCL.
    pub(crate) unsafe fn pass(&self, program: cl_program) -> cl_int {
        // SAFETY: the caller guarantees it.
        unsafe { self.run(program, self.callback, self.user_data) }
    }

    /// Passes the call on, with another callback.
    ///
    /// # Safety
    ///
    /// As for [`BuildCall::pass`].
    pub(crate) unsafe fn run(&self, program: cl_program, callback: BuildCallback, data: *mut c_void) -> cl_int {
        let Self { device_count, devices, options, headers, .. } = *self;
        // SAFETY: as for `pass`.
        unsafe {
            match headers {
                None => call!(clBuildProgram(program, device_count, devices, options, callback, data)),
                Some((count, headers, names)) => call!(clCompileProgram(
                    program,
                    device_count,
                    devices,
                    options,
                    count,
                    headers,
                    names,
                    callback,
                    data
                )),
            }
        }
    }

    /// Whether the arguments contradict each other; the driver says how.
    pub(crate) fn is_invalid(&self) -> bool {
        let has_headers = self.headers.is_some_and(|(count, headers, names)| {
            (count == 0) != headers.is_null() || (count == 0) != names.is_null()
        });
        (self.device_count == 0) != self.devices.is_null()
            || (self.callback.is_none() && !self.user_data.is_null())
            || has_headers
    }

    /// What has to be known to repeat it.
    ///
    /// # Safety
    ///
    /// As for [`BuildCall::pass`].
    pub(crate) unsafe fn record(&self) -> BuildRecord {
        // SAFETY: as for `pass`: the arrays have so many elements.
        unsafe {
            let devices: Vec<_> =
                elements(self.devices, self.device_count as usize).iter().map(|device| DeviceHandle(*device)).collect();
            let headers = self.headers.map(|(count, headers, names)| {
                let headers = elements(headers, count as usize);
                let names = elements(names.cast_const(), count as usize);
                let both = headers.iter().zip(names);
                both.map(|(header, name)| embedded(*header, *name)).collect::<Vec<_>>()
            });
            let has_unread_header = headers.iter().flatten().any(Option::is_none);
            let headers = headers.map(|headers| headers.into_iter().flatten().collect());
            BuildRecord {
                devices: (!devices.is_empty()).then_some(devices),
                options: owned_text(self.options),
                headers,
                has_unread_header,
            }
        }
    }
}

/// A header with its source; `None` if the driver does not have it. The answer for a program from a binary may be an empty source.
unsafe fn embedded(header: cl_program, name: *const c_char) -> Option<EmbeddedHeader> {
    // SAFETY: a header is a program, and its name a C string.
    unsafe {
        let text = source_of(ProgramHandle(header)).filter(|text| !text.is_empty())?;
        Some(EmbeddedHeader { name: owned_text(name)?, text: text.into() })
    }
}

/// Makes a program of a text.
pub(crate) fn program_of(context: ContextHandle, text: &[u8]) -> Option<OwnedProgram> {
    let (mut string, length, mut status) = (text.as_ptr().cast::<c_char>(), text.len(), CL_SUCCESS);
    // SAFETY: the context lives as long as the program that the text is of, and there is one string of this length.
    let program =
        unsafe { call!(clCreateProgramWithSource(context.0, 1, &raw mut string, &raw const length, &raw mut status)) };
    (!program.is_null() && status == CL_SUCCESS).then(|| OwnedProgram::new(program))
}

/// Why the kernels of a program are off, if they are.
pub(crate) fn kernels_off(program: cl_program) -> Option<String> {
    let lists = &environment::settings().kernels;
    if lists.is_empty() {
        return None;
    }
    // A driver says it of a library, if at all, only after the program is linked that contains it.
    let Some(names) = kernel_names(ProgramHandle(program)).filter(|names| !names.is_empty()) else {
        return Some("the driver does not say which kernels it has".to_owned());
    };
    let each = names.split(';').filter(|name| !name.is_empty());
    let is_off = !lists.iter().all(|list| list.allows_together(each.clone()));
    is_off.then(|| format!("the kernels {} are not all on", each.collect::<Vec<_>>().join(", ")))
}

/// Repeats an earlier build, for another program. Its status does not matter: who asks the driver about the program gets it.
pub(crate) fn repeat(watched: &WatchedProgram, program: cl_program, build: &BuildRecord) -> cl_int {
    let devices: Vec<cl_device_id> = build.devices.iter().flatten().map(|device| device.0).collect();
    let first = if devices.is_empty() { null() } else { devices.as_ptr() };
    let options = build.options.as_deref().map_or(null(), CStr::as_ptr);
    let mut again = BuildCall {
        device_count: devices.len() as cl_uint,
        devices: first,
        options,
        headers: None,
        callback: None,
        user_data: null_mut(),
    };
    let Some(headers) = &build.headers else {
        // SAFETY: the arrays have these elements, and the driver only reads them.
        return unsafe { again.pass(program) };
    };
    let made: Option<Vec<_>> = headers.iter().map(|header| program_of(watched.context, &header.text)).collect();
    let Some(made) = made else { return CL_OUT_OF_HOST_MEMORY };
    let programs: Vec<cl_program> = made.iter().map(OwnedProgram::raw).collect();
    let mut names: Vec<*const c_char> = headers.iter().map(|header| header.name.as_ptr()).collect();
    again.headers = Some(if programs.is_empty() {
        (0, null(), null_mut())
    } else {
        (programs.len() as cl_uint, programs.as_ptr(), names.as_mut_ptr())
    });
    // SAFETY: as above.
    unsafe { again.pass(program) }
}
