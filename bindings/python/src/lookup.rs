//! Included files: from Python code, and from folders.
//!
//! Python code is asked first: a function that gets a name and returns the text of that file, or `None`. Names are tried as the library
//! tries them for any function ([`Includes`]). If Python code does not know a file, the folders are searched, if there are any.
//!
//! Each name is asked for once in a call, so a function that returns another text each time cannot confuse a run.
//!
//! Such a function may call this package again. The depth is limited, since each level takes stack of the thread: Python's own limit counts
//! only Python functions, and any code may raise it.
//!
//! The library has no way to fail here: a file that cannot be read is merely unknown. So the first exception is stored, and no more files
//! are requested; the caller raises it after the run.

use std::cell::Cell;
use std::collections::{HashMap, HashSet};

use clunroll::{FileIncludes, Includes};
use pyo3::exceptions::PyRecursionError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

/// The limit of nested calls. One or two are enough in practice, and a thread has stack for many more.
const MOST_NESTED: u32 = 32;

thread_local! {
    /// The number of functions for included files that this thread is in.
    static NESTED: Cell<u32> = const { Cell::new(0) };
}

/// The sources of included files.
pub(crate) struct Lookup {
    answers: CallbackResults,
    folders: Option<FileIncludes>,
    /// The names of the files that were read.
    read: HashSet<String>,
}

/// The results of Python code.
struct CallbackResults {
    function: Option<Py<PyAny>>,
    /// The number of other such functions that it is called in.
    nested: u32,
    /// By name.
    known: HashMap<String, Option<Vec<u8>>>,
    raised: Option<PyErr>,
}

impl Lookup {
    /// Fails if the call is nested too deeply in functions for included files.
    pub(crate) fn new(function: Option<Py<PyAny>>, folders: Option<FileIncludes>) -> PyResult<Self> {
        let nested = NESTED.get();
        if nested > MOST_NESTED {
            return Err(PyRecursionError::new_err("a function for included files calls clunroll without end"));
        }
        Ok(Self {
            answers: CallbackResults { function, nested, known: HashMap::new(), raised: None },
            folders,
            read: HashSet::new(),
        })
    }

    /// The names of the files that were read, or the first exception of the function.
    pub(crate) fn read_files(self) -> PyResult<HashSet<String>> {
        self.answers.raised.map_or(Ok(self.read), Err)
    }
}

impl Includes for Lookup {
    fn resolve(&mut self, header_name: &str, includer: Option<&str>) -> Option<String> {
        let Self { answers, folders, .. } = self;
        (|name: &str| answers.text(name)).resolve(header_name, includer).or_else(|| {
            // A file from Python code has no folder.
            let includer = includer.filter(|name| !answers.known.contains_key(*name));
            folders.as_mut()?.resolve(header_name, includer)
        })
    }

    fn read(&mut self, name: &str) -> Option<Vec<u8>> {
        let text = self.answers.known.get(name).cloned().flatten().or_else(|| self.folders.as_mut()?.read(name))?;
        self.read.insert(name.to_owned());
        Some(text)
    }
}

impl CallbackResults {
    /// The text of the file of that name.
    fn text(&mut self, name: &str) -> Option<Vec<u8>> {
        let function = self.function.as_ref()?;
        if self.raised.is_some() {
            return None;
        }
        if let Some(answer) = self.known.get(name) {
            return answer.clone();
        }
        let outside = NESTED.replace(self.nested + 1);
        let answer = Python::attach(|py| text(name, &function.bind(py).call1((name,))?));
        NESTED.set(outside);
        let answer = answer.unwrap_or_else(|raised| {
            self.raised = Some(raised);
            None
        });
        self.known.insert(name.to_owned(), answer.clone());
        answer
    }
}

/// The text that a function has returned for a name.
fn text(name: &str, given: &Bound<'_, PyAny>) -> PyResult<Option<Vec<u8>>> {
    if given.is_none() {
        Ok(None)
    } else if let Ok(text) = given.cast::<PyString>() {
        Ok(Some(text.to_cow()?.as_bytes().to_vec()))
    } else if let Ok(bytes) = given.cast::<PyBytes>() {
        Ok(Some(bytes.as_bytes().to_vec()))
    } else {
        let wrong = given.py().import("clunroll._arguments")?.getattr("wrong")?;
        Err(PyErr::from_value(wrong.call1((format!("includes for {name:?}"), "str, bytes or None", given))?))
    }
}
