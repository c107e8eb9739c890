//! Queues that measure, although the program did not ask for that.
//!
//! How long a launch takes is known from its event, if its queue has profiling. So the layer adds that to the queues that a program makes,
//! and answers as the queue would without it: its properties, and the times of its events, which are not available then.

#![expect(non_snake_case, reason = "the functions have the names that OpenCL gives them")]

use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, Mutex, PoisonError};

use fnv::FnvHashMap;
use opencl_sys::{
    CL_EVENT_COMMAND_QUEUE, CL_INVALID_VALUE, CL_PROFILING_INFO_NOT_AVAILABLE, CL_QUEUE_ON_DEVICE,
    CL_QUEUE_PROFILING_ENABLE, CL_QUEUE_PROPERTIES, CL_QUEUE_PROPERTIES_ARRAY, CL_QUEUE_REFERENCE_COUNT, CL_SUCCESS,
    cl_command_queue, cl_command_queue_info, cl_command_queue_properties, cl_context, cl_device_id, cl_event, cl_int,
    cl_profiling_info, cl_queue_properties, cl_uint,
};

use crate::boundary::{guarded, write};
use crate::next::call;
use crate::query;

/// A queue to which profiling was added. An event keeps its queue, so the entry stays until another queue has the handle.
#[derive(Debug)]
struct AddedQueue {
    /// The properties that the application gave, with the end; empty if it gave no list.
    list: Option<Vec<cl_queue_properties>>,
}

static ADDED: LazyLock<Mutex<FnvHashMap<usize, AddedQueue>>> = LazyLock::new(Mutex::default);

fn with_queue<T>(queue: cl_command_queue, look: impl FnOnce(&mut AddedQueue) -> T) -> Option<T> {
    // A thread of the parent may have the lock when it makes another process.
    if !super::is_this_process() {
        return None;
    }
    ADDED.lock().unwrap_or_else(PoisonError::into_inner).get_mut(&(queue as usize)).map(look)
}

fn add(queue: cl_command_queue, list: Option<Vec<cl_queue_properties>>) {
    guarded(
        || drop(ADDED.lock().unwrap_or_else(PoisonError::into_inner).insert(queue as usize, AddedQueue { list })),
        || (),
    );
}

/// A new queue has the properties that the application gave. An old one with this handle is gone.
fn remove(queue: cl_command_queue) {
    let remove = || {
        if super::is_this_process() {
            ADDED.lock().unwrap_or_else(PoisonError::into_inner).remove(&(queue as usize));
        }
    };
    guarded(remove, || ());
}

/// Whether profiling may be added to a queue of these properties. One on the device is not for launches.
fn is_without(properties: cl_command_queue_properties) -> bool {
    properties & (CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_ON_DEVICE) == 0
}

pub(super) unsafe extern "C" fn clCreateCommandQueue(
    context: cl_context,
    device: cl_device_id,
    properties: cl_command_queue_properties,
    status: *mut cl_int,
) -> cl_command_queue {
    // SAFETY: the arguments are the application's, apart from a property.
    let make = |properties| unsafe { call!(clCreateCommandQueue(context, device, properties, status)) };
    if super::is_here() && is_without(properties) {
        let queue = make(properties | CL_QUEUE_PROFILING_ENABLE);
        if !queue.is_null() {
            add(queue, None);
            return queue;
        }
    }
    let queue = make(properties);
    remove(queue);
    queue
}

pub(super) unsafe extern "C" fn clCreateCommandQueueWithProperties(
    context: cl_context,
    device: cl_device_id,
    properties: *const cl_queue_properties,
    status: *mut cl_int,
) -> cl_command_queue {
    // SAFETY: the arguments are the application's, or a list of this function's own.
    let make = |list| unsafe { call!(clCreateCommandQueueWithProperties(context, device, list, status)) };
    // SAFETY: the list is the application's.
    let given = unsafe { list_of(properties) };
    if super::is_here()
        && let Some(with) = with_profiling(&given)
    {
        let queue = make(with.as_ptr());
        if !queue.is_null() {
            add(queue, Some(given));
            return queue;
        }
    }
    let queue = make(properties);
    remove(queue);
    queue
}

/// A list with its end; empty for NULL.
unsafe fn list_of(properties: *const cl_queue_properties) -> Vec<cl_queue_properties> {
    let mut list = Vec::new();
    if properties.is_null() {
        return list;
    }
    // SAFETY: the list has pairs, and ends with 0 in the place of a name.
    unsafe {
        while properties.add(list.len()).read() != 0 {
            list.extend([properties.add(list.len()).read(), properties.add(list.len() + 1).read()]);
        }
    }
    list.push(0);
    list
}

/// The list with profiling; `None` if nothing may be added.
fn with_profiling(given: &[cl_queue_properties]) -> Option<Vec<cl_queue_properties>> {
    let mut list = given[..given.len().saturating_sub(1)].to_vec();
    match list.chunks_exact_mut(2).find(|pair| pair[0] == cl_queue_properties::from(CL_QUEUE_PROPERTIES)) {
        Some(pair) if is_without(pair[1]) => pair[1] |= CL_QUEUE_PROFILING_ENABLE,
        Some(_) => return None,
        None => list.extend([cl_queue_properties::from(CL_QUEUE_PROPERTIES), CL_QUEUE_PROFILING_ENABLE]),
    }
    list.push(0);
    Some(list)
}

/// Whether the application may make queues with a function of an extension, which the layer does not see.
static ARE_UNSEEN: AtomicBool = AtomicBool::new(false);

/// The application asks for such a function.
pub(crate) fn may_be_unseen() {
    ARE_UNSEEN.store(true, Ordering::Relaxed);
}

fn is_last_reference(queue: cl_command_queue) -> bool {
    // SAFETY: the queue is the application's.
    let ask = |size, value, needed| unsafe {
        call!(clGetCommandQueueInfo(queue, CL_QUEUE_REFERENCE_COUNT, size, value, needed))
    };
    query::value::<cl_uint>(ask) == Some(1)
}

pub(super) unsafe extern "C" fn clReleaseCommandQueue(queue: cl_command_queue) -> cl_int {
    super::collect();
    // From the release on, the handle may be that of a queue that the layer does not see.
    if ARE_UNSEEN.load(Ordering::Relaxed) && guarded(|| is_last_reference(queue), || false) {
        remove(queue);
    }
    // SAFETY: the argument is the application's.
    unsafe { call!(clReleaseCommandQueue(queue)) }
}

pub(super) unsafe extern "C" fn clGetCommandQueueInfo(
    queue: cl_command_queue,
    name: cl_command_queue_info,
    size: usize,
    value: *mut c_void,
    size_ret: *mut usize,
) -> cl_int {
    let list = guarded(|| with_queue(queue, |queue| queue.list.clone()), || None);
    if let (CL_QUEUE_PROPERTIES_ARRAY, Some(Some(list))) = (name, &list) {
        // Older drivers do not know the question.
        // SAFETY: the queue is the application's, and nothing is written.
        let status =
            unsafe { call!(clGetCommandQueueInfo(queue, name, 0, std::ptr::null_mut(), std::ptr::null_mut())) };
        if status != CL_SUCCESS {
            return status;
        }
        let bytes = size_of_val(list.as_slice());
        if !value.is_null() {
            if size < bytes {
                return CL_INVALID_VALUE;
            }
            // SAFETY: the application's place has room for so many bytes.
            unsafe { std::ptr::copy_nonoverlapping(list.as_ptr().cast(), value.cast::<u8>(), bytes) };
        }
        // SAFETY: the place is the application's.
        unsafe { write(size_ret, bytes) };
        return CL_SUCCESS;
    }
    // SAFETY: the arguments are the application's.
    let status = unsafe { call!(clGetCommandQueueInfo(queue, name, size, value, size_ret)) };
    if name == CL_QUEUE_PROPERTIES && status == CL_SUCCESS && list.is_some() && !value.is_null() {
        let value = value.cast::<cl_command_queue_properties>();
        // SAFETY: the driver has written the properties here.
        unsafe { value.write_unaligned(value.read_unaligned() & !CL_QUEUE_PROFILING_ENABLE) };
    }
    status
}

pub(super) unsafe extern "C" fn clGetEventProfilingInfo(
    event: cl_event,
    name: cl_profiling_info,
    size: usize,
    value: *mut c_void,
    size_ret: *mut usize,
) -> cl_int {
    let is_added = guarded(
        || {
            // SAFETY: the event is the application's.
            let ask = |size, value, needed| unsafe {
                call!(clGetEventInfo(event, CL_EVENT_COMMAND_QUEUE, size, value, needed))
            };
            query::value::<usize>(ask).is_some_and(|queue| with_queue(queue as cl_command_queue, |_| ()).is_some())
        },
        || false,
    );
    if is_added {
        return CL_PROFILING_INFO_NOT_AVAILABLE;
    }
    // SAFETY: the arguments are the application's.
    unsafe { call!(clGetEventProfilingInfo(event, name, size, value, size_ret)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profiling_is_added_once() {
        const NAME: cl_queue_properties = CL_QUEUE_PROPERTIES as cl_queue_properties;
        assert_eq!(with_profiling(&[]), Some(vec![NAME, 2, 0]));
        assert_eq!(with_profiling(&[0]), Some(vec![NAME, 2, 0]));
        assert_eq!(with_profiling(&[NAME, 1, 0]), Some(vec![NAME, 3, 0]));
        assert_eq!(with_profiling(&[0x1094, 5, 0]), Some(vec![0x1094, 5, NAME, 2, 0]));
        assert_eq!(with_profiling(&[NAME, 2, 0]), None);
        assert_eq!(with_profiling(&[NAME, CL_QUEUE_ON_DEVICE | 1, 0]), None);
        let list = [NAME, 1, 0x1094, 5, 0];
        // SAFETY: the list ends with 0.
        assert_eq!(unsafe { list_of(list.as_ptr()) }, list);
    }
}
