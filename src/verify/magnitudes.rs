//! Launches with numbers that reveal more differences than small ones: with signs, high bits and many magnitudes.
//!
//! Small numbers hide a wrong mask, a shift in place of a division, or a lost sign. So some launches are repeated with other values for
//! parameters that only give values ([`value_flow`](super::value_flow)): first with integers of 8 bits, whose sums and products stay in
//! range, and then with all values of each type.

use std::collections::BTreeSet;

use clunroll_opencl::{
    ArgumentValue, ElementType, Fill, KernelParameter, LaunchArgument, Magnitude, Number, ParameterKind, Structure,
};

use super::made_up::TrialLaunch;

/// The range of sizes at which launches are repeated: below it, most loops run once.
const LEAST: u32 = 3;
const MOST: u32 = 64;

/// The number of seeds for one size: more than a kernel has parameters.
const SEEDS: u64 = 1 << 10;

/// Floating-point values of parameters.
const REALS: [f64; 8] = [2.236_068, -117.3, 0.0123, -0.75, 1021.7, 0.333_333_34, -6.25, 41.9];

/// The candidates, some of them repeated with other numbers for parameters that only give values.
pub(super) fn with_magnitudes(
    candidates: Vec<TrialLaunch>,
    parameters: &[KernelParameter],
    free: &BTreeSet<String>,
) -> Vec<TrialLaunch> {
    let has_integers = candidates.iter().any(|candidate| candidate.size > Some(1));
    let mut all: Vec<TrialLaunch> = Vec::new();
    for candidate in candidates {
        let begins_size = all.last().is_none_or(|last| (last.size, &last.place) != (candidate.size, &candidate.place));
        let is_repeated =
            begins_size && candidate.size.is_some_and(|size| (LEAST..=MOST).contains(&size) || !has_integers);
        if !is_repeated {
            all.push(candidate);
            continue;
        }
        let varied = |magnitude| {
            let is_free = |argument: &LaunchArgument| {
                free.contains(&argument.name) && !candidate.described.contains(&argument.name)
            };
            let mut varied = TrialLaunch { magnitude, ..candidate.clone() };
            let arguments = varied.launch.arguments.iter_mut().zip(parameters).enumerate();
            for (place, (argument, parameter)) in arguments.filter(|(_, (argument, _))| is_free(argument)) {
                vary(argument, &parameter.kind, (place, candidate.size), magnitude);
            }
            varied
        };
        let medium = varied(Magnitude::Medium);
        let whole = varied(Magnitude::Whole);
        let is_new = [medium.launch != candidate.launch, is_wider(&medium, &whole)];
        all.push(candidate);
        all.extend([medium, whole].into_iter().zip(is_new).filter(|(_, is_new)| *is_new).map(|(varied, _)| varied));
    }
    all
}

/// Whether the second candidate has other numbers than the first.
fn is_wider(medium: &TrialLaunch, whole: &TrialLaunch) -> bool {
    let is_wide =
        |element: ElementType| !element.is_float && (element.width == 2 || element.is_signed && element.width > 1);
    let arguments = medium.launch.arguments.iter().zip(&whole.launch.arguments);
    arguments.filter(|(medium, whole)| medium != whole).any(|(_, LaunchArgument { element, argument, .. })| {
        match argument {
            ArgumentValue::Buffer { fill: Fill::Varied { structure: Some(structure), .. }, .. } => {
                structure.components().any(|(_, element)| is_wide(element))
            }
            ArgumentValue::Buffer { .. } | ArgumentValue::Value(_) => is_wide(*element),
            _ => false,
        }
    })
}

/// Replaces the numbers of an argument. They differ from size to size: a maximum, say, shows nothing but the largest number.
fn vary(
    argument: &mut LaunchArgument,
    kind: &ParameterKind,
    (place, size): (usize, Option<u32>),
    magnitude: Magnitude,
) {
    let seed = place as u64 + 1 + SEEDS * u64::from(size.unwrap_or_default());
    match (&mut argument.argument, kind) {
        (ArgumentValue::Buffer { fill, .. }, ParameterKind::Buffer(_)) => {
            *fill = Fill::Varied { seed, magnitude, structure: None };
        }
        (ArgumentValue::Buffer { fill, .. }, ParameterKind::Structures(structure)) => {
            *fill = structures(structure, seed, magnitude);
        }
        (ArgumentValue::Value(components), ParameterKind::Value(element)) => {
            for (lane, component) in components.iter_mut().enumerate() {
                *component = number(*element, place + lane + size.unwrap_or_default() as usize, magnitude);
            }
        }
        _ => {}
    }
}

/// The contents of a buffer of structures.
pub(super) fn structures(structure: &Structure, seed: u64, magnitude: Magnitude) -> Fill {
    Fill::Varied { seed, magnitude, structure: Some(structure.clone()) }
}

/// A value that is not small. `place` is the index of the parameter, moved by the size: so each parameter has both signs in some launch.
fn number(element: ElementType, place: usize, magnitude: Magnitude) -> Number {
    if element.is_float {
        return Number::Real(REALS[place % REALS.len()]);
    }
    let number = match magnitude {
        Magnitude::Small | Magnitude::Medium => 77 + 11 * (place as i64 % 4),
        Magnitude::Whole => {
            let bits = 8 * element.width as u32;
            // High bits, and a sign at every second place.
            (0x5A3C_96E1_4B78_D20F_i64 >> (64 - bits)) ^ if element.is_signed && place % 2 == 1 { -1 } else { 0 }
        }
    };
    Number::Integer(number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clunroll_opencl::Launch;

    #[test]
    fn what_only_gives_values_varies_and_the_rest_stays() {
        let int = ElementType::UNKNOWN;
        let parameter = |name: &str, kind| KernelParameter { name: name.to_owned(), kind };
        let parameters = [
            parameter("a", ParameterKind::Buffer(int)),
            parameter("b", ParameterKind::Buffer(int)),
            parameter("n", ParameterKind::Value(int)),
            parameter("m", ParameterKind::Value(int)),
        ];
        let argument = |parameter: &KernelParameter| LaunchArgument {
            name: parameter.name.clone(),
            element: int,
            argument: match parameter.kind {
                ParameterKind::Buffer(_) => ArgumentValue::Buffer { size: 8, fill: Fill::Constant(Number::Integer(0)) },
                _ => ArgumentValue::Value(vec![Number::Integer(4)]),
            },
        };
        let arguments = parameters.iter().map(argument).collect();
        let launch = Launch { kernel: "k".to_owned(), global: vec![1], local: None, arguments };
        let described = vec!["b".to_owned()];
        let candidate =
            TrialLaunch { launch, size: Some(4), place: None, described, magnitude: Magnitude::Small, varied: None };
        let free = ["a", "b", "m"].map(str::to_owned).into();
        let varied = with_magnitudes(vec![candidate.clone()], &parameters, &free);
        assert_eq!(
            varied.iter().map(|one| one.magnitude).collect::<Vec<_>>(),
            [Magnitude::Small, Magnitude::Medium, Magnitude::Whole]
        );
        let changed = |one: &TrialLaunch| {
            let pairs = one.launch.arguments.iter().zip(&candidate.launch.arguments);
            pairs.filter(|(one, other)| one != other).map(|(one, _)| one.name.clone()).collect::<Vec<_>>()
        };
        assert_eq!(varied.iter().map(changed).collect::<Vec<_>>(), [vec![], vec!["a", "m"], vec!["a", "m"]]);
        assert_eq!(with_magnitudes(vec![candidate.clone()], &parameters, &BTreeSet::new()).len(), 1);
        // No two parameters and no two sizes have the same numbers.
        let sizes = [4, 5].map(|size| TrialLaunch { size: Some(size), described: Vec::new(), ..candidate.clone() });
        let varied = with_magnitudes(sizes.into(), &parameters, &["a", "b"].map(str::to_owned).into());
        let contents =
            varied.iter().flat_map(|one| &one.launch.arguments).map(|argument| format!("{:?}", argument.argument));
        let contents: BTreeSet<String> = contents.filter(|argument| argument.contains("Whole")).collect();
        assert_eq!(contents.len(), 4, "{contents:?}");
    }

    /// `scale` of `sum += in[i] * scale` had no sign where it was the first parameter, or the third.
    #[test]
    fn each_scalar_has_both_signs() {
        let char = ElementType { width: 1, is_signed: true, ..ElementType::UNKNOWN };
        for place in 0..4 {
            let sign = |size| {
                let mut argument = LaunchArgument {
                    name: "scale".to_owned(),
                    element: char,
                    argument: ArgumentValue::Value(vec![Number::Integer(4)]),
                };
                vary(&mut argument, &ParameterKind::Value(char), (place, Some(size)), Magnitude::Whole);
                matches!(&argument.argument, ArgumentValue::Value(numbers) if matches!(numbers[..], [Number::Integer(number)] if number < 0))
            };
            assert_ne!(sign(3), sign(4), "{place}");
        }
    }
}
