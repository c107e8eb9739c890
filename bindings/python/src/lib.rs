//! The extension module `clunroll._clunroll`: the one call into the library, and its result.
//!
//! This crate translates and decides nothing. `settings` reads keyword arguments into [`clunroll::Options`], `lookup` asks Python code for
//! included files, and `Rewritten` holds an outcome until a part of it is requested. The classes that users see are written in Python
//! (`python/clunroll/`). They are made of the JSON report, so that their fields are the fields of `docs/report.md`, and so that a caller
//! who only wants the text does not pay for them.
//!
//! The interpreter is released while the library works, so that other threads of Python run. It is acquired again for each included file
//! that Python code provides, perhaps on another thread: the library has one with its own stack. An exception in that code reaches the
//! caller.

mod lookup;
mod settings;

use pyo3::prelude::*;

/// The module.
#[pymodule]
mod _clunroll {
    use std::collections::HashSet;

    use clunroll::{BuildOptions, Outcome, unroll};
    use clunroll_report::{Checked, Colour, Renderer, full, json, short};
    use std::ffi::CString;

    use pyo3::exceptions::{PyRuntimeError, PyUserWarning, PyValueError};
    use pyo3::prelude::*;
    use pyo3::types::{PyBytes, PyDict, PyString};

    use crate::lookup::Lookup;
    use crate::settings::CallSettings;

    /// The version of the package, which is that of the library.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");

    /// The result of one call.
    #[pyclass(frozen, module = "clunroll._clunroll")]
    struct Rewritten {
        name: String,
        source_bytes: usize,
        outcome: Outcome,
        read_files: HashSet<String>,
    }

    #[pymethods]
    impl Rewritten {
        /// The text as `str`; an included file that is put in place need not be UTF-8.
        fn text<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
            PyString::from_encoded_object(&self.text_bytes(py), Some(c"utf-8"), Some(c"strict"))
        }

        /// The text as `bytes`.
        fn text_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
            PyBytes::new(py, &self.outcome.text)
        }

        /// Whether anything was found that counts as an error.
        fn has_errors(&self) -> bool {
            self.outcome.has_errors()
        }

        /// The names of the included files that were read, in the order in which they were.
        fn included_files(&self) -> Vec<&str> {
            // A definition of the command line is a source too, but no file.
            let names = self.outcome.sources.iter().skip(1).map(|file| &*file.name);
            names.filter(|name| self.read_files.contains(*name)).collect()
        }

        /// The report about this one source, as JSON.
        fn report<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
            let Self { name, source_bytes, outcome, .. } = self;
            let input = json::Input { name, bytes: *source_bytes, outcome, is_written: false, verification: None };
            let mut out = Vec::new();
            json::write(&mut out, &[input])?;
            Ok(PyBytes::new(py, &out))
        }

        /// The diagnostics as text.
        fn format(&self, style: &str, color: bool) -> PyResult<String> {
            let colour = if color { Colour::On } else { Colour::Off };
            let mut renderer: Box<dyn Renderer> = match style {
                "full" => Box::new(full::Full::new(colour)),
                "short" => Box::<short::Short>::default(),
                _ => return Err(PyValueError::new_err(format!("style must be 'full' or 'short', not {style:?}"))),
            };
            let Self { name, source_bytes, outcome, .. } = self;
            let mut out = Vec::new();
            renderer.file(&mut out, &Checked::new(name, *source_bytes, outcome))?;
            renderer.finish(&mut out)?;
            Ok(String::from_utf8_lossy(&out).into_owned())
        }
    }

    /// Rewrites a source with settings that are named as in `clunroll.toml`. `includes` is called with the name of each included file, and
    /// returns its text or `None`.
    #[pyfunction]
    fn rewrite(
        py: Python<'_>,
        source: &Bound<'_, PyAny>,
        includes: Option<Py<PyAny>>,
        settings: &Bound<'_, PyDict>,
        lint: bool,
    ) -> PyResult<Rewritten> {
        let text;
        let bytes: &[u8] = if let Ok(string) = source.cast::<PyString>() {
            text = string.to_cow()?;
            text.as_bytes()
        } else {
            // The function for users passes no other type.
            source.cast::<PyBytes>()?.as_bytes()
        };
        let CallSettings { options, folders } = CallSettings::read(settings)?;
        let options = options.lint(lint);
        let name = options.get_name().to_owned();
        let mut lookup = Lookup::new(includes, folders)?;
        let outcome = py.detach(|| unroll(bytes, &options, &mut lookup));
        let read_files = lookup.read_files()?;
        if let Some(fault) = &outcome.fault {
            return Err(PyRuntimeError::new_err(format!("cannot process {name}: {fault}")));
        }
        for chosen in &outcome.unfit {
            let message = format!("{name}: the profile has {chosen}; this fits no loop any more, and is not applied");
            let message = CString::new(message.replace('\0', "?"))?;
            PyErr::warn(py, &py.get_type::<PyUserWarning>(), &message, 3)?;
        }
        Ok(Rewritten { name, source_bytes: bytes.len(), outcome, read_files })
    }

    /// Checks settings that are used later.
    #[pyfunction]
    fn check_settings(settings: &Bound<'_, PyDict>) -> PyResult<()> {
        CallSettings::read(settings).map(drop)
    }

    /// The options of the program that a string of build options gives for a source, and with `others` also those for the final compile
    /// alone.
    #[pyfunction]
    fn compile_arguments(build_options: &str, others: bool) -> PyResult<Vec<String>> {
        let told: BuildOptions = build_options.parse().map_err(|error| PyValueError::new_err(format!("{error}")))?;
        let mut arguments: Vec<_> = told.macros.iter().map(ToString::to_string).collect();
        arguments.extend(told.include_folders.iter().map(|folder| format!("-I{}", folder.display())));
        arguments.extend(told.language.map(|version| format!("--cl-std={version}")));
        arguments.extend(told.uniform_work_groups.then(|| "--uniform-work-groups".to_owned()));
        if others {
            arguments.extend(told.others.iter().map(|option| format!("--build-option={option}")));
        }
        Ok(arguments)
    }
}
