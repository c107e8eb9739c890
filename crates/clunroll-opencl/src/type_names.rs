//! Finds the types that names in a source mean.
//!
//! `clGetKernelArgInfo` returns the name of a type in the source, such as `real_t`, and nothing else. So this module asks the compiler: it
//! appends a kernel that uses `_Generic` and writes for each name which of OpenCL's types it is. Every compiler based on clang accepts
//! this, and all current platforms have one. With other compilers, and for structures, a type stays unknown.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;
use std::time::Duration;

use crate::element::{ElementType, LANES, SCALARS};
use crate::launch::{ArgumentValue, Fill, Launch, LaunchArgument, Number};
use crate::parameters::DeclaredParameter;
use crate::runner::{Build, Runner};
use crate::worker::Lost;

/// The name of the kernel that reports types.
const PROBE: &str = "clunroll_types_of_parameters";

/// The types that names mean, if they are known.
#[derive(Clone, Debug, Default)]
pub struct KnownTypes(HashMap<String, Option<ElementType>>);

impl KnownTypes {
    /// Asks the compiler for the types of a kernel's parameters that are not known yet. `limit` is for the build, and again for the launch.
    ///
    /// # Errors
    ///
    /// If the worker crashes or does not answer in time.
    pub fn learn(
        &mut self,
        runner: &mut Runner,
        text: &str,
        options: &str,
        parameters: &[DeclaredParameter],
        limit: Duration,
    ) -> Result<(), Lost> {
        let names = parameters.iter().filter_map(DeclaredParameter::unknown_type);
        let names: BTreeSet<_> = names.filter(|name| !self.0.contains_key(*name)).map(str::to_owned).collect();
        let names: Vec<_> = names.into_iter().collect();
        if names.is_empty() {
            return Ok(());
        }
        // If the compiler refuses the text, or the platform the launch, the types stay unknown.
        let mut numbers = Vec::new();
        if let Build::Built { program, .. } = runner.build(&format!("{text}{}", probe(&names)), options, limit)? {
            if runner.launch(program, &probe_launch(names.len()), 0, limit)?.is_ok() {
                let bytes = runner.read(0, 0, limit)?;
                let words = bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
                numbers.extend(words);
            }
            runner.forget(program);
        }
        let numbers = numbers.into_iter().chain(std::iter::repeat(0));
        self.0.extend(names.into_iter().zip(numbers.map(numbered)));
        Ok(())
    }

    /// The type that a name means, if it is known.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<ElementType> {
        self.0.get(name).copied().flatten()
    }
}

/// A launch of one work-item, which writes `size` numbers.
fn probe_launch(size: usize) -> Launch {
    let argument = ArgumentValue::Buffer { size, fill: Fill::Constant(Number::Integer(0)) };
    let argument = LaunchArgument { name: String::new(), element: ElementType::UNKNOWN, argument };
    Launch { kernel: PROBE.to_owned(), global: vec![1], local: None, arguments: vec![argument] }
}

/// The text that is appended to a source to report the type of each name.
fn probe(names: &[String]) -> String {
    let mut types = String::new();
    for (scalar, (name, ..)) in SCALARS.iter().enumerate() {
        for (lane, lanes) in LANES.iter().enumerate() {
            let lanes = if *lanes == 1 { String::new() } else { lanes.to_string() };
            let _ = write!(types, "{name}{lanes}: {}, ", scalar * LANES.len() + lane + 1);
        }
    }
    // The source may end with a backslash.
    let mut text = format!("\n\n__kernel void {PROBE}(__global uint *clunroll_numbers) {{\n");
    for (number, name) in names.iter().enumerate() {
        let _ = writeln!(text, "clunroll_numbers[{number}] = _Generic(*(__private {name} *)0, {types}default: 0);");
    }
    text.push_str("}\n");
    text
}

/// The type with this number.
fn numbered(number: u32) -> Option<ElementType> {
    let number = (number as usize).checked_sub(1)?;
    let (_, width, is_float, is_signed) = *SCALARS.get(number / LANES.len())?;
    let lanes = LANES[number % LANES.len()];
    Some(ElementType { width, lanes: if lanes == 3 { 4 } else { lanes }, is_float, is_signed })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_text() {
        let text = probe(&["real_t".to_owned()]);
        assert!(text.contains("(*(__private real_t *)0, char: 1, char2: 2, "), "{text}");
        for (name, number) in [("char", 1), ("float3", 51), ("double16", 60)] {
            assert!(text.contains(&format!("{name}: {number}, ")), "{name} in {text}");
            assert_eq!(numbered(number), ElementType::named(name));
        }
        assert_eq!([numbered(0), numbered(61)], [None, None]);
    }
}
