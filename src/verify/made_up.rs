//! Made-up launches of a kernel: work sizes, and arguments.
//!
//! The meaning of a kernel's arguments is unknown. Small numbers are tried first, for which most kernels stay within their buffers, and
//! then larger ones. Some are tried in all combinations with the shapes of launches that the kernel may distinguish. Among them is every
//! remainder after a pass of a main loop. 0 comes last, since a division by it ends the process.
//!
//! Buffers contain numbers from -1 to 1, or integers from 0 to 15, which are possible trip counts and indices. If the source shows that
//! integers bound loops or are indices of buffers ([`buffer_roles`]), they are made for this use.
//!
//! A kernel's integers often bound one another, as in `begin` and `end`. So there are three launches: one with the same number for all of
//! them, one in which they decrease from parameter to parameter, and one in which they increase.
//!
//! Only those parts of a launch are made up that the user does not describe.

use std::collections::{BTreeMap, BTreeSet};

use clunroll_opencl::description::Description;
use clunroll_opencl::{
    ArgumentValue, ElementType, Fill, KernelParameter, Launch, LaunchArgument, Magnitude, Number, ParameterKind,
};
use oclc_syntax::lex::{Punct, Token, TokenKind, lex, text};
use oclc_syntax::preprocess::parse_integer;
use oclc_syntax::source::FileId;

use super::buffer_roles::{self, Role};
use super::magnitudes::structures;

/// The values of integer parameters that are tried with all shapes.
const SIZES: [u32; 11] = [1, 2, 3, 4, 5, 8, 16, 17, 33, 64, 0];
/// The values that are tried with one shape: with those above, they give all remainders of factors up to 8.
const REMAINDERS: [u32; 9] = [6, 7, 9, 10, 11, 12, 13, 14, 15];
/// A value that is tried with one shape, if there is time: some loops stride by a work-group.
pub(super) const LARGE: u32 = 257;
/// The largest factor whose remainders are all tried.
const LARGEST_FACTOR: u32 = 64;
/// The largest factor that clunroll chooses by itself for loops whose trip count it does not know.
const FACTOR: u32 = 8;
/// The largest difference between offsets, and the largest trip count.
const TRIPS: u32 = 40;
/// Indices of buffers are below this; times a stride of 64, they are within the smallest buffer.
const INDICES: i64 = 1 << 10;
/// The number of elements of a buffer, and its largest size in bytes.
const ELEMENTS: usize = 1 << 16;
const LARGEST: usize = 1 << 20;
/// The number of elements of local memory.
const LOCAL_ELEMENTS: usize = 1 << 10;

/// How integer parameters differ from one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Slope {
    Level,
    Falling,
    Rising,
}

impl Slope {
    /// The value of the integer parameter at index `place` of `count`.
    fn value(self, size: u32, place: usize, count: usize) -> u32 {
        let shift = match self {
            Self::Level => 0,
            Self::Falling => place,
            Self::Rising => count - 1 - place,
        };
        size >> (shift % 3)
    }
}

/// A function that may bound a loop instead of an argument.
pub(super) const LOCAL_SIZE: &str = "get_local_size";

/// The name of a work-group's size in messages.
const GROUP: &str = "local";

/// A launch to try.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TrialLaunch {
    pub(crate) launch: Launch,
    /// The size that made-up integers are derived from; `None` if the launch is fully described.
    pub(super) size: Option<u32>,
    /// The place of the description, if there is one.
    pub(super) place: Option<String>,
    /// The parameters whose arguments come from the description.
    pub(super) described: Vec<String>,
    /// The magnitude of numbers that only give values.
    pub(super) magnitude: Magnitude,
    /// The argument that is varied, with its value.
    pub(super) varied: Option<(String, i64)>,
}

impl TrialLaunch {
    /// Whether it has another work-group size than the launch that it varies.
    pub(super) fn varies_group(&self) -> bool {
        self.varied.as_ref().is_some_and(|(name, _)| name == GROUP)
    }

    /// The launch in words, for messages.
    pub(super) fn at(&self) -> String {
        let launch = match (self.size, &self.place) {
            (Some(size), None) => format!("at size {size}"),
            (Some(size), Some(place)) => format!("at size {size} in the launch of {place}"),
            (None, Some(place)) => format!("in the launch of {place}"),
            (None, None) => "in its launch".to_owned(),
        };
        let launch = match self.magnitude {
            Magnitude::Small => launch,
            Magnitude::Medium => format!("{launch} with numbers of many magnitudes"),
            Magnitude::Whole => format!("{launch} with all values of integer types"),
        };
        match &self.varied {
            Some((name, value)) => format!("{launch} with {name} = {value}"),
            None => launch,
        }
    }
}

/// The number of dimensions in which a text asks for the index of the work-item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Dimensions {
    /// The number that is certain.
    surely: usize,
    /// Whether there may be more: by an argument that is not a number, or in an included file.
    perhaps_more: bool,
}

/// A kernel to launch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KernelToLaunch<'a> {
    pub(crate) name: &'a str,
    pub(crate) parameters: &'a [KernelParameter],
    pub(crate) dimensions: Dimensions,
    /// The work-group size that it requires, if any.
    pub(crate) required: Option<[usize; 3]>,
    pub(crate) source: &'a str,
}

/// All launches for a kernel, with all combinations for the parts that a description omits; or the reason why it cannot be launched.
pub(crate) fn launches(kernel: KernelToLaunch, description: Option<&Description>) -> Result<Vec<TrialLaunch>, String> {
    let KernelToLaunch { name, parameters, dimensions, required, source } = kernel;
    let given = match description {
        Some(description) => description.arguments_for(parameters)?,
        None => vec![None; parameters.len()],
    };
    let described: Vec<_> = given.iter().flatten().map(|argument| argument.name.clone()).collect();
    let is_made_up =
        |(parameter, given): &(&KernelParameter, &Option<LaunchArgument>)| given.is_none() && is_integer(parameter);
    let integers = parameters.iter().zip(&given).filter(is_made_up).count();
    let global = description.and_then(|description| description.global.clone());
    let local = description.and_then(|description| description.local.clone());
    let shapes = match (global, local) {
        (Some(global), Some(local)) => vec![(global, Some(local))],
        (Some(global), None) => {
            let local = required.map(|local| local[..global.len()].to_vec());
            vec![(global, local)]
        }
        (None, Some(local)) => multiples(&local),
        (None, None) => shapes(dimensions, required),
    };
    let is_complete = description.is_some() && shapes.len() == 1 && given.iter().all(Option::is_some);
    let buffers = parameters.iter().filter(|parameter| matches!(parameter.kind, ParameterKind::Buffer(_)));
    let roles = buffer_roles::roles(source, name, &buffers.map(|parameter| parameter.name.as_str()).collect());
    let sizes = if integers == 0 { vec![SIZES[0]] } else { sizes(source) };
    let mut candidates = Vec::new();
    for size in sizes {
        let is_tried_with_all = SIZES.contains(&size);
        let tried = if is_tried_with_all { &shapes[..] } else { &shapes[..1] };
        for (number, (global, local)) in tried.iter().enumerate() {
            for slope in [Slope::Level, Slope::Falling, Slope::Rising] {
                if slope == Slope::Level || is_tried_with_all && number == 0 && integers > 1 && size > 1 {
                    let arguments = arguments(parameters, &given, &roles, (size, slope, integers))?;
                    let (kernel, global, local) = (name.to_owned(), global.clone(), local.clone());
                    candidates.push(TrialLaunch {
                        launch: Launch { kernel, global, local, arguments },
                        size: Some(size).filter(|_| !is_complete),
                        place: description.map(|description| description.place.clone()),
                        described: described.clone(),
                        magnitude: Magnitude::Small,
                        varied: None,
                    });
                }
            }
        }
    }
    Ok(candidates)
}

/// The same launch with other values for the integer arguments with these names, or for all if `names` is `None`. A described value is the
/// largest one, since the buffers fit it.
///
/// A described launch, or one with all arguments of one size, runs each loop in only one way. These launches run it in other ways.
pub(super) fn variations(base: &TrialLaunch, names: Option<&BTreeSet<String>>, source: &str) -> Vec<TrialLaunch> {
    let sizes = sizes(source);
    let largest = factors(source).last().copied().unwrap_or_default().max(FACTOR);
    let items =
        |sizes: &[usize]| sizes.iter().product::<usize>().try_into().unwrap_or(i64::MAX / (2 * i64::from(LARGE)));
    let group = base.launch.local.as_deref().map_or(1, items);
    let strides = [1, group, items(&base.launch.global)];
    let mut variations = Vec::new();
    for (at, argument) in base.launch.arguments.iter().enumerate() {
        let is_named = names.is_none_or(|names| names.contains(&argument.name));
        let ArgumentValue::Value(numbers) = &argument.argument else { continue };
        let [Number::Integer(now)] = numbers[..] else { continue };
        if !is_named || argument.element.is_float || now < 2 {
            continue;
        }
        let most = if base.described.contains(&argument.name) { now } else { i64::from(LARGE) };
        let mut small = sizes.iter().map(|size| i64::from(*size)).filter(|size| *size < most);
        let mut values: Vec<i64> = Vec::new();
        for number in 1..=largest {
            // The stride of a loop may be a work-group, or all work-items.
            let fewer = strides.map(|stride| now - i64::from(number) * stride).into_iter().filter(|value| *value > 0);
            values.extend(small.next().into_iter().chain(fewer));
        }
        // 0 comes last.
        values.extend(small);
        let mut seen = BTreeSet::from([now]);
        for value in values.into_iter().filter(|value| seen.insert(*value)) {
            let mut launch = base.launch.clone();
            launch.arguments[at].argument = ArgumentValue::Value(vec![Number::Integer(value)]);
            variations.push(TrialLaunch { launch, varied: Some((argument.name.clone(), value)), ..base.clone() });
        }
    }
    let is_named = names.is_none_or(|names| names.contains(LOCAL_SIZE));
    if let (true, Some(local)) = (is_named, &base.launch.local) {
        let now = local[0];
        // Platforms compile for each size, so those come first that leave other numbers of iterations to a remainder.
        let (number, below) = (1..=largest as usize, |number| now.saturating_sub(number));
        let fewer = number.clone().map(below).chain(number);
        let mut seen = BTreeSet::from([0, now]);
        for size in fewer.filter(|size| *size < now && seen.insert(*size)).collect::<Vec<_>>() {
            let mut launch = base.launch.clone();
            launch.global[0] = launch.global[0] / now * size;
            launch.local.iter_mut().for_each(|local| local[0] = size);
            let varied = Some((GROUP.to_owned(), size as i64));
            variations.push(TrialLaunch { launch, varied, ..base.clone() });
        }
    }
    variations
}

/// The made-up launches to vary: those with the largest remainders for each factor.
pub(super) fn to_vary<'a>(candidates: &'a [TrialLaunch], source: &str) -> Vec<&'a TrialLaunch> {
    let factors = factors(source).into_iter().chain([FACTOR]);
    let sizes: BTreeSet<u32> = factors.map(|factor| 2 * factor - 1).collect();
    sizes
        .into_iter()
        .rev()
        .filter_map(|size| candidates.iter().find(|candidate| candidate.size == Some(size)))
        .collect()
}

/// The values of integer parameters for a source, in rising order, and then 0.
fn sizes(source: &str) -> Vec<u32> {
    let mut sizes: BTreeSet<u32> = SIZES.into_iter().chain(REMAINDERS).chain([LARGE]).collect();
    for factor in factors(source) {
        sizes.extend(factor..2 * factor);
    }
    sizes.remove(&0);
    sizes.into_iter().chain([0]).collect()
}

/// The factors that a source requests, in rising order.
fn factors(source: &str) -> BTreeSet<u32> {
    let bytes = source.as_bytes();
    let tokens = lex(FileId::MAIN, bytes);
    let requests = tokens.iter().enumerate().filter(|(_, token)| text(bytes, token) == "unroll");
    let factors = requests.filter_map(|(at, _)| {
        let mut after = tokens[at + 1..].iter().take(2).skip_while(|token| token.is(Punct::LeftParen));
        let number = after.next().and_then(|token| parse_integer(&text(bytes, token)));
        number.and_then(|number| u32::try_from(number.value).ok())
    });
    factors.filter(|factor| (1..=LARGEST_FACTOR).contains(factor)).collect()
}

/// Global and local sizes.
type LaunchSizes = (Vec<usize>, Option<Vec<usize>>);

/// A launch of several work-groups of this size, and a launch of one.
fn multiples(local: &[usize]) -> Vec<LaunchSizes> {
    let twice = local.iter().map(|size| if *size > 1 { 2 * size } else { 1 }).collect();
    vec![(twice, Some(local.to_vec())), (local.to_vec(), Some(local.to_vec()))]
}

/// Made-up sizes of launches.
fn shapes(dimensions: Dimensions, required: Option<[usize; 3]>) -> Vec<LaunchSizes> {
    if let Some(local) = required {
        return multiples(&local);
    }
    let mut shapes = match dimensions.surely {
        1 => vec![([8, 1, 1], [4, 1, 1]), ([96, 1, 1], [32, 1, 1]), ([256, 1, 1], [4, 1, 1]), ([1, 1, 1], [1, 1, 1])],
        2 => vec![([8, 4, 1], [4, 2, 1]), ([16, 16, 1], [8, 8, 1]), ([32, 16, 1], [2, 2, 1]), ([1, 1, 1], [1, 1, 1])],
        _ => vec![([4, 4, 4], [2, 2, 2]), ([1, 1, 1], [1, 1, 1])],
    };
    if dimensions.perhaps_more && dimensions.surely < 3 {
        shapes.push(([4, 4, 4], [2, 2, 2]));
    }
    shapes.into_iter().map(|(global, local)| (global.to_vec(), Some(local.to_vec()))).collect()
}

fn arguments(
    parameters: &[KernelParameter],
    given: &[Option<LaunchArgument>],
    roles: &BTreeMap<String, Role>,
    (size, slope, integers): (u32, Slope, usize),
) -> Result<Vec<LaunchArgument>, String> {
    let mut places = 0..integers;
    let argument = |(place, (parameter, given)): (usize, (&KernelParameter, &Option<LaunchArgument>))| {
        if let Some(given) = given {
            return Ok(given.clone());
        }
        let KernelParameter { name, kind } = parameter;
        let integer = if is_integer(parameter) { places.next() } else { None };
        let integer = integer.map(|place| slope.value(size, place, integers));
        let (element, argument) = match kind {
            ParameterKind::Buffer(element) => (*element, buffer(*element, place, roles.get(name).copied())),
            ParameterKind::Local(element) => (*element, ArgumentValue::Local { size: LOCAL_ELEMENTS }),
            ParameterKind::Value(element) => (*element, value(*element, place, integer)),
            ParameterKind::Image(_, type_name) => return Err(not_made_up(name, type_name)),
            ParameterKind::Sampler => return Err(not_made_up(name, "sampler_t")),
            ParameterKind::Object(type_name) => return Err(format!("`{name}` has type {type_name}")),
            ParameterKind::Structures(structure) => {
                let bytes = (ELEMENTS * structure.size).min(LARGEST);
                let fill = structures(structure, place as u64 + 1, Magnitude::Small);
                (ElementType::UNKNOWN, ArgumentValue::Buffer { size: bytes / ElementType::UNKNOWN.size(), fill })
            }
            ParameterKind::Structure(structure) => {
                let number = |(number, (_, element)): (usize, (usize, ElementType))| match integer {
                    Some(integer) if !element.is_float => Number::Integer(i64::from(integer)),
                    _ => real(place + number, 0),
                };
                let components = structure.components().enumerate().map(number).collect();
                (ElementType::UNKNOWN, ArgumentValue::Structure { structure: structure.clone(), components })
            }
            ParameterKind::Other(type_name) => {
                return Err(format!("`{name}` has type {type_name}, which is not a scalar or vector"));
            }
        };
        Ok(LaunchArgument { name: name.clone(), element, argument })
    };
    parameters.iter().zip(given).enumerate().map(argument).collect()
}

fn not_made_up(name: &str, type_name: &str) -> String {
    format!("`{name}` has type {type_name}, which is not made up: say in a launch description what to pass")
}

fn is_integer(parameter: &KernelParameter) -> bool {
    match &parameter.kind {
        ParameterKind::Value(element) => !element.is_float,
        ParameterKind::Structure(structure) => structure.components().any(|(_, element)| !element.is_float),
        _ => false,
    }
}

/// A buffer. Its contents depend on the index of the parameter.
fn buffer(element: ElementType, place: usize, role: Option<Role>) -> ArgumentValue {
    let seed = place as u64 + 1;
    let random = |to: i64| Fill::Random { seed, from: Number::Integer(0), to: Number::Integer(to) };
    let range = |step: u32| Fill::Range { from: Number::Integer(0), step: Number::Integer(i64::from(step)) };
    let fill = match role {
        _ if element.is_float => Fill::Random { seed, from: Number::Real(-1.0), to: Number::Real(1.0) },
        // The roles need larger numbers than these integers can hold.
        _ if element.width < 4 => random(15),
        None => random(15),
        Some(Role::Counts) => random(i64::from(TRIPS)),
        Some(Role::Indices) => random(INDICES - 1),
        Some(Role::Offsets) => Fill::Offsets { seed, from: 0, least: 0, most: TRIPS },
        Some(Role::Starts) => range(TRIPS),
        // Each loop runs once more than the previous one.
        Some(Role::Ends) => range(TRIPS + 1),
    };
    ArgumentValue::Buffer { size: ELEMENTS.min(LARGEST / element.size()), fill }
}

/// The given integer, or a number that depends on the index of the parameter. The components of a vector differ.
fn value(element: ElementType, place: usize, integer: Option<u32>) -> ArgumentValue {
    let component = |lane: usize| match integer {
        Some(integer) => Number::Integer(i64::from(integer) + lane as i64),
        None => real(place, lane),
    };
    ArgumentValue::Value((0..element.lanes).map(component).collect())
}

fn real(place: usize, lane: usize) -> Number {
    Number::Real(0.5 + 0.25 * f64::from((place % 8) as u8) + f64::from(lane as u8) / 128.0)
}

/// The number of dimensions in which a text asks for the index of the work-item. In other dimensions, work-items would only repeat the same
/// work on the same memory.
pub(crate) fn dimensions(source: &str) -> Dimensions {
    let bytes = source.as_bytes();
    let tokens = lex(FileId::MAIN, bytes);
    let word = |token: &Token| text(bytes, token);
    let asked = tokens.windows(2).enumerate().filter(|(_, call)| {
        call[1].is(Punct::LeftParen) && ["get_global_id", "get_local_id", "get_group_id"].contains(&&*word(&call[0]))
    });
    let mut dimensions = Dimensions { surely: 1, perhaps_more: false };
    for (at, _) in asked {
        let number = match tokens.get(at + 2..at + 4) {
            Some([number, end]) if end.is(Punct::RightParen) => parse_integer(&word(number)),
            _ => None,
        };
        match number.and_then(|number| usize::try_from(number.value).ok()) {
            Some(dimension) if dimension < 3 => dimensions.surely = dimensions.surely.max(dimension + 1),
            Some(_) => {}
            None => dimensions.perhaps_more = true,
        }
    }
    let includes = |pair: &[Token]| {
        pair[0].begins_directive() && matches!(&*word(&pair[1]), "include" | "include_next" | "import")
    };
    dimensions.perhaps_more |= tokens.windows(2).any(includes);
    dimensions
}

/// Whether a text mentions `FP_CONTRACT` outside of comments.
pub(super) fn speaks_of_contraction(source: &str) -> bool {
    let bytes = source.as_bytes();
    let is_named = |token: &Token| text(bytes, token).contains("FP_CONTRACT");
    source.contains("FP_CONTRACT") && lex(FileId::MAIN, bytes).iter().any(is_named)
}

/// Whether texts, or files that they include, may compute in floating point.
pub(super) fn may_use_floats(texts: &[String]) -> bool {
    texts.iter().any(|source| {
        let bytes = source.as_bytes();
        lex(FileId::MAIN, bytes).iter().any(|token| {
            let word = text(bytes, token);
            match token.kind {
                TokenKind::Identifier => {
                    ["include", "float", "double", "half"].iter().any(|start| word.starts_with(start))
                }
                TokenKind::Number => word.contains('.') || (!word.starts_with("0x") && word.contains(['e', 'E'])),
                _ => false,
            }
        })
    })
}

#[cfg(test)]
mod tests {

    use clunroll_opencl::description::read_toml;

    use super::*;

    #[test]
    fn work_items_are_made_where_a_text_asks_for_them() {
        for (text, surely, perhaps_more) in [
            ("a[get_global_id(0)]", 1, false),
            ("int y = get_global_id ( /* rows */ 1);", 2, false),
            ("get_group_id(2) + get_local_id(1u)", 3, false),
            ("// get_global_id(2)\nget_global_size(1); get_global_id(y); get_local_id(7)", 1, true),
            ("get_global_id((1))", 1, true),
            ("#include \"kernels.h\"\nget_global_id(1)", 2, true),
            ("", 1, false),
        ] {
            assert_eq!(dimensions(text), Dimensions { surely, perhaps_more }, "{text}");
        }
        let shapes = |perhaps_more| shapes(Dimensions { surely: 1, perhaps_more }, None).len();
        assert_eq!((shapes(false), shapes(true)), (4, 5));
    }

    #[test]
    fn floats_are_types_and_numbers() {
        for (text, expected) in [
            ("int a = 0xe + 1; // float", false),
            ("float4 a;", true),
            ("int a = 3 * 1.5;", true),
            ("int a = 1e3;", true),
            ("#include <real.h>", true),
        ] {
            assert_eq!(may_use_floats(&[text.to_owned()]), expected, "{text}");
        }
    }

    const LINE: Dimensions = Dimensions { surely: 1, perhaps_more: false };

    fn integers(count: usize) -> Vec<KernelParameter> {
        let kind = ParameterKind::Value(ElementType::UNKNOWN);
        (0..count).map(|place| KernelParameter { name: format!("n{place}"), kind: kind.clone() }).collect()
    }

    fn candidates(
        parameters: &[KernelParameter],
        required: Option<[usize; 3]>,
        description: Option<&Description>,
    ) -> Vec<TrialLaunch> {
        let kernel = KernelToLaunch { name: "k", parameters, dimensions: LINE, required, source: "" };
        launches(kernel, description).expect("integers can be made up")
    }

    fn numbers(candidate: &TrialLaunch) -> Vec<ArgumentValue> {
        candidate.launch.arguments.iter().map(|argument| argument.argument.clone()).collect()
    }

    #[test]
    fn integers_bound_one_another_in_both_orders() {
        assert_eq!(candidates(&[], None, None).len(), 4);
        let candidates = candidates(&integers(2), None, None);
        let at_16 = candidates.iter().filter(|candidate| candidate.size == Some(16) && candidate.launch.global[0] == 8);
        let expected = [[16, 16], [16, 8], [8, 16]];
        let expected =
            expected.map(|pair| pair.map(|number| ArgumentValue::Value(vec![Number::Integer(number)])).to_vec());
        assert_eq!(at_16.map(numbers).collect::<Vec<_>>(), expected);
        assert_eq!(candidates.last().map(|candidate| candidate.size), Some(Some(0)));
    }

    #[test]
    fn all_remainders_of_a_request_are_tried() {
        for (source, factors) in
            [("", 1..=8), ("#pragma unroll 16\n#pragma unroll(11)\n#pragma unroll 1000\n", 11..=11)]
        {
            let sizes = sizes(source);
            assert!(
                factors.into_iter().all(|factor| (factor..2 * factor).all(|size| sizes.contains(&size))),
                "{sizes:?}"
            );
        }
        assert!((16..32).all(|size| sizes("__attribute__((opencl_unroll_hint))\n#pragma unroll 16\n").contains(&size)));
        assert_eq!(sizes("unroll").last(), Some(&0));
    }

    #[test]
    fn a_required_size_is_kept() {
        let candidates = candidates(&integers(1), Some([16, 4, 1]), None);
        assert!(candidates.iter().all(|candidate| candidate.launch.local == Some(vec![16, 4, 1])));
        assert_eq!(candidates[0].launch.global, [32, 8, 1]);
    }

    #[test]
    fn what_is_described_is_kept_and_the_rest_is_made_up() {
        let text = "[[launch]]\nkernel = 'k'\nargs.n1 = 7\n";
        let mut description =
            read_toml(text, "k.launch.toml", &|file| Ok(file.to_owned()), &|_| None).expect("it is right").remove(0);
        let partly = candidates(&integers(2), None, Some(&description));
        assert_eq!(partly.len(), SIZES.len() * 4 + REMAINDERS.len() + 1);
        assert!(partly.iter().all(|candidate| numbers(candidate)[1] == ArgumentValue::Value(vec![Number::Integer(7)])));
        assert_eq!(partly[0].at(), "at size 1 in the launch of k.launch.toml:1:1");
        description.global = Some(vec![32, 8]);
        let fully = candidates(&integers(2)[1..], Some([16, 4, 1]), Some(&description));
        assert_eq!(fully.len(), 1);
        assert_eq!(
            (fully[0].at().as_str(), &fully[0].launch.local),
            ("in the launch of k.launch.toml:1:1", &Some(vec![16, 4]))
        );
        let unknown = KernelToLaunch { name: "k", parameters: &[], dimensions: LINE, required: None, source: "" };
        assert!(launches(unknown, Some(&description)).is_err_and(|why| why.starts_with("k.launch.toml:3:6: ")));
    }

    #[test]
    fn the_components_of_a_vector_differ() {
        let vector = ElementType { width: 4, lanes: 2, is_float: true, is_signed: true };
        assert_eq!(value(vector, 1, None), ArgumentValue::Value(vec![Number::Real(0.75), Number::Real(0.757_812_5)]));
        assert_eq!(value(vector, 1, Some(3)), ArgumentValue::Value(vec![Number::Integer(3), Number::Integer(4)]));
    }
}
