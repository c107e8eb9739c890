//! What is known of one program that was made from source.
//!
//! The program has one *current* program: its own, or a private one with rewritten source. Kernels, links and most queries go there. The
//! builds that the current program consists of are kept, because a program can be built for its devices one after the other, each with
//! options of its own: if a later build has to go back to the original, the earlier ones are repeated with it.

use std::ffi::CString;
use std::sync::{Arc, OnceLock};
use std::thread::{self, ThreadId};

use crate::owned::{ContextHandle, DeviceHandle, OwnedProgram, ProgramHandle};
use crate::restricted::RestrictedProgram;

/// A program of the application that was made from source, or linked. It does not change.
#[derive(Debug)]
pub(crate) struct WatchedProgram {
    /// The handle that the application has.
    pub(crate) handle: ProgramHandle,
    /// Its context, which lives as long as it does.
    pub(crate) context: ContextHandle,
    /// The source: all strings, one after the other. A linked program has none.
    pub(crate) text: Arc<[u8]>,
    /// What a linked program consists of. Only a recording needs it.
    pub(crate) parts: Option<LinkedParts>,
}

/// The programs that a program is linked from. A library is its own parts.
#[derive(Debug, Default)]
pub(crate) struct LinkedParts {
    /// Those that were made from source, as they were compiled when they were linked.
    pub(crate) known: Vec<LinkedPart>,
    /// Whether there are others.
    pub(crate) has_others: bool,
    /// The kernels of each known part if it is linked alone, once they have been asked for.
    pub(crate) kernels: OnceLock<Vec<Vec<String>>>,
}

/// A part of a linked program.
#[derive(Clone, Debug)]
pub(crate) struct LinkedPart {
    pub(crate) text: Arc<[u8]>,
    pub(crate) builds: Vec<BuildRecord>,
    /// The options of all links that it went through.
    pub(crate) link_options: String,
}

/// A private program.
#[derive(Debug)]
pub(crate) struct PrivateProgram {
    /// The driver's program.
    pub(crate) program: OwnedProgram,
    /// Its source.
    pub(crate) text: Vec<u8>,
}

/// A header of `clCompileProgram`: its name and its source.
#[derive(Clone, Debug)]
pub(crate) struct EmbeddedHeader {
    pub(crate) name: CString,
    pub(crate) text: Arc<[u8]>,
}

/// A build that the current program consists of.
#[derive(Clone, Debug)]
pub(crate) struct BuildRecord {
    /// The devices; `None` for all of the program's.
    pub(crate) devices: Option<Vec<DeviceHandle>>,
    pub(crate) options: Option<CString>,
    /// The headers of `clCompileProgram`; `None` for `clBuildProgram`.
    pub(crate) headers: Option<Vec<EmbeddedHeader>>,
    /// Whether there are other headers, whose source is not known. Such a build is one of the original.
    pub(crate) has_unread_header: bool,
}

impl BuildRecord {
    /// The part of this build that still counts after another build for `devices`. `all` are the devices of the program.
    pub(crate) fn without(
        mut self,
        devices: Option<&[DeviceHandle]>,
        all: impl FnOnce() -> Vec<DeviceHandle>,
    ) -> Option<Self> {
        let built = devices?;
        let mut left = self.devices.take().unwrap_or_else(all);
        left.retain(|device| !built.contains(device));
        (!left.is_empty()).then_some(Self { devices: Some(left), ..self })
    }
}

/// Who builds a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Builder {
    process: u32,
    thread: ThreadId,
}

impl Builder {
    /// The caller.
    pub(crate) fn here() -> Self {
        Self { process: std::process::id(), thread: thread::current().id() }
    }

    /// Whether it is a thread of this process: after `fork`, the child has only the thread that called it.
    pub(crate) fn is_of(self, other: Self) -> bool {
        self.process == other.process
    }
}

/// What changes of a program.
#[derive(Debug, Default)]
pub(crate) struct ProgramState {
    /// The current program, if it is a private one.
    pub(crate) current: Option<Arc<PrivateProgram>>,
    /// The second build of the current program, with `restrict`.
    pub(crate) restricted: Option<Arc<RestrictedProgram>>,
    /// The builds of the current program.
    pub(crate) builds: Vec<BuildRecord>,
    /// Who builds it at the moment.
    pub(crate) builder: Option<Builder>,
}
