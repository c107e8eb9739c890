//! Launch descriptions: any part of a launch, which a user gives in a file or as options.
//!
//! A description may omit any part, and the caller makes up the others. Unlike a [`Launch`](crate::Launch), it does not know the types of
//! the parameters, or the parameters that it does not name. When the kernel is known, [`Description::arguments_for`] matches it with the
//! parameters, and reports mismatches.
//!
//! - `toml` reads launch descriptions, `t1` the JSON of Kernel Tuner, and `expression` the sizes in it.
//! - `write` writes launches as launch descriptions.

mod expression;
mod t1;
mod toml;
mod write;

use std::fs;

use serde::Deserialize;

pub use self::t1::read_t1;
pub(crate) use self::toml::misread;
pub use self::toml::{read_argument, read_size, read_toml};
pub use self::write::write_launch;

use crate::element::ElementType;
use crate::image::ImageFormat;
use crate::launch::{ArgumentValue, Fill, LaunchArgument, Number, Sampler};
use crate::parameters::{KernelParameter, ParameterKind};
use crate::structure::Structure;

/// A launch description.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Description {
    /// Its place for messages: a file with line and column, or an option.
    pub place: String,
    /// The kernel; only options omit it.
    pub kernel: Option<String>,
    /// Work-items in each dimension.
    pub global: Option<Vec<usize>>,
    /// Work-items of a work-group in each dimension.
    pub local: Option<Vec<usize>>,
    /// Some of the arguments, or all of them.
    pub arguments: Vec<GivenArgument>,
    /// How often a recorded program made this launch.
    pub runs: Option<u64>,
    /// How long all of these launches took together.
    pub nanoseconds: Option<u64>,
}

/// One argument of a description.
#[derive(Clone, Debug, PartialEq)]
pub struct GivenArgument {
    /// Its place, for messages.
    pub place: String,
    /// The name of the parameter.
    pub name: String,
    /// The position of the parameter, if the description has one argument for each, in their order. The name is then ignored.
    pub position: Option<usize>,
    /// The type, if the description has one.
    pub element: Option<ElementType>,
    /// The value.
    pub value: GivenValue,
}

/// The value of an argument in a description.
#[derive(Clone, Debug, PartialEq)]
pub enum GivenValue {
    /// A scalar, or the components of a vector.
    Value(Vec<Number>),
    /// A scalar, vector or structure, as its bytes in memory.
    Bytes(Vec<u8>),
    /// Global or constant memory.
    Buffer {
        /// Its size; `None` for all elements of a file.
        size: Option<GivenSize>,
        /// Its contents before the launch.
        fill: Fill,
    },
    /// A null pointer.
    Null,
    /// Local memory.
    Local(GivenSize),
    /// An image.
    Image {
        /// One to three sizes.
        size: Vec<usize>,
        /// The format of a pixel.
        format: ImageFormat,
        /// Its contents before the launch.
        fill: Fill,
    },
    /// A sampler.
    Sampler(Sampler),
    /// The argument was not recorded, for this reason.
    NotRecorded(String),
}

/// The size of memory in a description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GivenSize {
    /// The number of elements of the parameter's type.
    Elements(usize),
    /// The number of bytes: a recording does not know the types.
    Bytes(usize),
}

impl GivenSize {
    /// The least number of elements that has this size.
    const fn elements(self, element: ElementType) -> usize {
        match self {
            Self::Elements(elements) => elements,
            Self::Bytes(bytes) => bytes.div_ceil(element.size()),
        }
    }
}

impl Description {
    /// For each parameter, its argument, if the description has one.
    ///
    /// # Errors
    ///
    /// If an argument does not fit its parameter. The message begins with the place.
    pub fn arguments_for(&self, parameters: &[KernelParameter]) -> Result<Vec<Option<LaunchArgument>>, String> {
        let mut arguments = vec![None; parameters.len()];
        let given = self.arguments.iter().filter(|given| given.position.is_some()).count();
        if given > 0 && given != parameters.len() {
            let (place, taken) = (&self.place, parameters.len());
            let arguments = if given == 1 { "is 1 argument".to_owned() } else { format!("are {given} arguments") };
            let parameters = if taken == 1 { "parameter" } else { "parameters" };
            return Err(format!("{place}: there {arguments}, but the kernel has {taken} {parameters}"));
        }
        for given in &self.arguments {
            let found = || parameters.iter().position(|parameter| parameter.name == given.name);
            let Some(index) = given.position.or_else(found) else {
                let names: Vec<_> = parameters.iter().map(|parameter| parameter.name.as_str()).collect();
                let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
                let GivenArgument { place, name, .. } = given;
                return Err(format!("{place}: the kernel has no parameter `{name}`; its parameters: {names}"));
            };
            let argument = given.argument_for(&parameters[index]);
            arguments[index] = Some(argument.map_err(|why| format!("{}: {why}", given.place))?);
        }
        Ok(arguments)
    }

    /// Replaces the parts that another description has too, as options do with a file.
    pub fn override_by(&mut self, other: &Self) {
        if other.global.is_some() {
            self.global.clone_from(&other.global);
            // A work-group that fits the old sizes may not fit the new ones.
            self.local.clone_from(&other.local);
        }
        if other.local.is_some() {
            self.local.clone_from(&other.local);
        }
        for given in &other.arguments {
            match self.arguments.iter_mut().find(|argument| argument.name == given.name) {
                Some(argument) => *argument = GivenArgument { position: argument.position, ..given.clone() },
                None => self.arguments.push(given.clone()),
            }
        }
    }
}

impl GivenArgument {
    fn argument_for(&self, parameter: &KernelParameter) -> Result<LaunchArgument, String> {
        let KernelParameter { name, kind } = parameter;
        let wanted = |what: &str| Err(format!("`{name}` {what}"));
        let (element, argument) = match (kind, &self.value) {
            (_, GivenValue::NotRecorded(why)) => return wanted(&format!("was not recorded: {why}")),
            (
                ParameterKind::Value(_) | ParameterKind::Structure(_) | ParameterKind::Other(_),
                GivenValue::Bytes(bytes),
            ) => of_bytes(parameter, bytes)?,
            (ParameterKind::Value(element), GivenValue::Value(components)) => {
                check_components(name, *element, components)?;
                (*element, ArgumentValue::Value(components.clone()))
            }
            (ParameterKind::Value(element), _) => {
                return wanted(&format!("takes a value and no memory: it is {}", with_article(&element.described())));
            }
            (ParameterKind::Buffer(element), GivenValue::Buffer { size, fill }) => {
                check_fill(name, *element, fill)?;
                let (element, size) = buffer_size(name, *element, *size, fill)?;
                (element, ArgumentValue::Buffer { size, fill: fill.clone() })
            }
            (ParameterKind::Structures(structure), GivenValue::Buffer { size, fill }) => {
                check_fill(name, ElementType::UNKNOWN, fill)?;
                let (element, size) = buffer_size(name, ElementType::UNKNOWN, *size, fill)?;
                let fill = match fill {
                    Fill::Varied { seed, magnitude, .. } => {
                        Fill::Varied { seed: *seed, magnitude: *magnitude, structure: Some(structure.clone()) }
                    }
                    other => other.clone(),
                };
                (element, ArgumentValue::Buffer { size, fill })
            }
            (ParameterKind::Buffer(element), GivenValue::Null) => (*element, ArgumentValue::Null),
            (ParameterKind::Structures(_), GivenValue::Null) => (ElementType::UNKNOWN, ArgumentValue::Null),
            (ParameterKind::Structure(structure), GivenValue::Value(components)) => {
                (ElementType::UNKNOWN, of_fields(name, structure, components)?)
            }
            (ParameterKind::Structure(_), _) => return wanted("takes a list of the numbers in its fields"),
            (ParameterKind::Buffer(_) | ParameterKind::Structures(_), _) => {
                return wanted("takes a buffer, such as { size = 4096, value = 0 }");
            }
            (ParameterKind::Local(element), GivenValue::Local(size)) => {
                (*element, ArgumentValue::Local { size: size.elements(*element) })
            }
            (ParameterKind::Local(_), _) => return wanted("takes local memory, such as { local = 1024 }"),
            (ParameterKind::Image(kind, type_name), GivenValue::Image { size, format, fill }) => {
                if size.len() != kind.dimensions() {
                    return wanted(&format!("has type {type_name}, which has {} sizes", kind.dimensions()));
                }
                check_fill(name, format.element(), fill)?;
                let argument =
                    ArgumentValue::Image { kind: *kind, size: size.clone(), format: *format, fill: fill.clone() };
                (ElementType::UNKNOWN, argument)
            }
            (ParameterKind::Image(..), _) => {
                return wanted(
                    "takes an image, such as { image = [64, 64], format = [\"RGBA\", \"FLOAT\"], value = 0 }",
                );
            }
            (ParameterKind::Sampler, GivenValue::Sampler(sampler)) => {
                (ElementType::UNKNOWN, ArgumentValue::Sampler(*sampler))
            }
            (ParameterKind::Sampler, _) => return wanted("takes a sampler, such as { sampler = {} }"),
            (ParameterKind::Object(type_name) | ParameterKind::Other(type_name), _) => {
                return wanted(&format!("has type {type_name}, which a description cannot pass"));
            }
        };
        if let Some(given) = self.element.filter(|given| !given.is_stored_like(element)) {
            let (given, taken) = (with_article(&given.described()), with_article(&element.described()));
            return wanted(&format!("is {taken} in the kernel, but {given} in the description"));
        }
        Ok(LaunchArgument { name: name.clone(), element, argument })
    }
}

/// A number in a file.
#[derive(Clone, Copy, Deserialize)]
#[serde(untagged, expecting = "expected a number")]
enum WrittenNumber {
    Integer(i64),
    Real(f64),
}

impl From<WrittenNumber> for Number {
    fn from(number: WrittenNumber) -> Self {
        match number {
            WrittenNumber::Integer(integer) => Self::Integer(integer),
            WrittenNumber::Real(real) => Self::Real(real),
        }
    }
}

/// File, line and column of an offset. Both count from 1, and columns count characters.
fn place(file: &str, text: &str, offset: usize) -> String {
    let before = text.get(..offset).unwrap_or(text);
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    format!("{file}:{}:{column}", before.matches('\n').count() + 1)
}

fn with_article(words: &str) -> String {
    format!("{} {words}", if words.starts_with('i') { "an" } else { "a" })
}

/// The argument for a structure that is passed by value, by the numbers in its fields.
fn of_fields(name: &str, structure: &Structure, components: &[Number]) -> Result<ArgumentValue, String> {
    let (given, taken) = (components.len(), structure.components().count());
    if given != taken {
        let has_vectors = structure.fields.iter().any(|field| field.element.lanes >= 4);
        let hint = if has_vectors { " (a vector of three components has four numbers in it)" } else { "" };
        return Err(format!("`{name}` is a structure of {taken} numbers{hint}, but the description has {given}"));
    }
    let types = structure.components().map(|(_, element)| element);
    types.zip(components).try_for_each(|(element, number)| check_number(name, element, *number))?;
    Ok(ArgumentValue::Structure { structure: structure.clone(), components: components.to_vec() })
}

/// The argument for a parameter that is passed by value.
fn of_bytes(parameter: &KernelParameter, bytes: &[u8]) -> Result<(ElementType, ArgumentValue), String> {
    let KernelParameter { name, kind } = parameter;
    let (element, size) = match kind {
        ParameterKind::Value(element) => (*element, Some(element.size())),
        ParameterKind::Structure(structure) => (ElementType::UNKNOWN, Some(structure.size)),
        // The platform knows its size.
        _ => (ElementType::UNKNOWN, None),
    };
    match size {
        Some(size) if size != bytes.len() => {
            Err(format!("`{name}` has {size} bytes, but the description has {}", bytes.len()))
        }
        _ => Ok((element, ArgumentValue::Bytes(bytes.to_vec()))),
    }
}

/// The elements of a buffer and their number: as given, or as many as its file has.
fn buffer_size(
    name: &str,
    element: ElementType,
    size: Option<GivenSize>,
    fill: &Fill,
) -> Result<(ElementType, usize), String> {
    let Fill::File(path) = fill else {
        let size = size.ok_or_else(|| format!("`{name}` needs a size"))?;
        return Ok((element, size.elements(element)));
    };
    let shown = path.display();
    let length = fs::metadata(path).map_err(|error| format!("`{name}`: cannot read {shown}: {error}"))?.len();
    let length = usize::try_from(length).unwrap_or(usize::MAX);
    let too_short = |size: usize, unit: &str| {
        Err(format!("`{name}`: {shown} has {length} bytes, which is less than {size} {unit}"))
    };
    match size {
        Some(GivenSize::Elements(size)) if size > length / element.size() => {
            too_short(size, &format!("elements of {} bytes", element.size()))
        }
        Some(GivenSize::Bytes(size)) if size > length => too_short(size, "bytes"),
        Some(GivenSize::Elements(size)) => Ok((element, size)),
        // The last element may be cut off.
        Some(GivenSize::Bytes(size)) if size % element.size() != 0 => Ok((ElementType::BYTE, size)),
        Some(GivenSize::Bytes(size)) => Ok((element, size / element.size())),
        None if length < element.size() => Err(format!("`{name}`: {shown} has less than one element")),
        None => Ok((element, length / element.size())),
    }
}

/// Checks that a value has the components of its type, and that each fits.
fn check_components(name: &str, element: ElementType, components: &[Number]) -> Result<(), String> {
    let (count, lanes) = (components.len(), element.lanes);
    // A vector of three components has the size of one of four.
    if count != lanes && !(lanes == 4 && count == 3) {
        let components = match lanes {
            1 => "is one number".to_owned(),
            4 => "has 4 components, or 3".to_owned(),
            _ => format!("has {lanes} components"),
        };
        return Err(format!("`{name}` {components}, but the description has {count}"));
    }
    components.iter().try_for_each(|component| check_number(name, element, *component))
}

/// Checks that the numbers of a fill fit the elements.
fn check_fill(name: &str, element: ElementType, fill: &Fill) -> Result<(), String> {
    match fill {
        Fill::Constant(number) => check_number(name, element, *number),
        Fill::Range { from, step } => {
            check_number(name, element, *from)?;
            check_number(name, element, *step)
        }
        Fill::Random { from, to, .. } => {
            check_number(name, element, *from)?;
            check_number(name, element, *to)
        }
        Fill::Offsets { .. } | Fill::Varied { .. } | Fill::File(_) => Ok(()),
    }
}

/// Checks that a number fits a type. An integer type may be signed or unsigned.
fn check_number(name: &str, element: ElementType, number: Number) -> Result<(), String> {
    let bits = 8 * element.width as u32;
    match number {
        _ if element.is_float => Ok(()),
        Number::Real(real) => Err(format!("`{name}` contains integers, and {real:?} is not one")),
        Number::Integer(integer) if bits < 64 && !(-(1_i64 << (bits - 1))..1 << bits).contains(&integer) => {
            Err(format!("`{name}` contains integers of {bits} bits, and {integer} does not fit"))
        }
        Number::Integer(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests;
