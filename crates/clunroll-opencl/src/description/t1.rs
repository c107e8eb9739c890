//! Kernel Tuner's T1: the JSON format of the autotuning community for a kernel and its arguments.
//!
//! Only the parts for a launch are read: `KernelSpecification`, and the values of the tuning parameters in its sizes. A tuning parameter
//! has the value that the user passes with `-D`, or its default, or its only possible value.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::expression::evaluate;
use super::{Description, GivenArgument, GivenSize, GivenValue, WrittenNumber, place};
use crate::element::ElementType;
use crate::launch::{Fill, Number};

/// Reads the launch that a T1 file describes. Files that it names are relative to `folder`; `macros` are the user's.
///
/// # Errors
///
/// If it is not JSON, or has something impossible or unsupported. The message begins with file, line and column.
pub fn read_t1(
    text: &str,
    file: &str,
    folder: &Path,
    macros: &dyn Fn(&str) -> Option<i64>,
) -> Result<Description, String> {
    let document: T1 = serde_json::from_str(text).map_err(|error| {
        let (line, column, message) = (error.line(), error.column(), error.to_string());
        let message = message.split(" at line ").next().unwrap_or_default();
        format!("{file}:{line}:{column}: not a T1 file: {message}")
    })?;
    let defaults = document.configuration_space.tuning_parameters.iter().filter_map(TuningParameter::value);
    let defaults: BTreeMap<_, _> = defaults.collect();
    let value = |name: &str| macros(name).or_else(|| defaults.get(name).copied());
    let kernel = document.kernel_specification;
    let place =
        |part: &RawValue| place(file, text, (part.get().as_ptr() as usize).saturating_sub(text.as_ptr() as usize));
    let placed = |part: &RawValue, name: &str, why: String| format!("{}: `{name}` {why}", place(part));
    let sizes = |name: &str, SizeTexts { x, y, z }: &SizeTexts| {
        let sizes = [("X", Some(*x)), ("Y", *y), ("Z", *z)].map(|(key, size)| {
            size.map_or(Ok(1), |size| {
                self::size(size.get(), &value).map_err(|why| placed(size, &format!("{name}.{key}"), why))
            })
        });
        sizes.into_iter().collect::<Result<Vec<_>, String>>()
    };
    let mut global = sizes("GlobalSize", &kernel.global_size)?;
    let mut local = sizes("LocalSize", &kernel.local_size)?;
    let dimensions = (1..3).rfind(|&at| (global[at], local[at]) != (1, 1)).map_or(1, |at| at + 1);
    global.truncate(dimensions);
    local.truncate(dimensions);
    // CUDA counts work-groups, and OpenCL work-items.
    if kernel.global_size_type == "CUDA" {
        for (global, local) in global.iter_mut().zip(&local) {
            *global = global.checked_mul(*local).ok_or_else(|| format!("{file}: `GlobalSize` is too large"))?;
        }
    }
    let arguments = kernel.arguments.iter().enumerate().map(|(number, argument)| {
        let given = given_argument(argument, number, folder, &value);
        let given = given.map_err(|why| placed(argument, &format!("Arguments[{number}]"), why))?;
        Ok(GivenArgument { place: place(argument), position: Some(number), ..given })
    });
    Ok(Description {
        place: file.to_owned(),
        arguments: arguments.collect::<Result<_, String>>()?,
        kernel: Some(kernel.kernel_name),
        global: Some(global),
        local: Some(local),
        runs: None,
        nanoseconds: None,
    })
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct T1<'a> {
    #[serde(borrow)]
    kernel_specification: KernelSpecification<'a>,
    #[serde(default)]
    configuration_space: ConfigurationSpace,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
struct ConfigurationSpace {
    tuning_parameters: Vec<TuningParameter>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct TuningParameter {
    name: String,
    #[serde(default)]
    default: Value,
    /// A list such as `"[15]"`.
    #[serde(default)]
    values: Value,
}

impl TuningParameter {
    fn value(&self) -> Option<(&str, i64)> {
        let only = || self.values.as_str()?.trim().strip_prefix('[')?.strip_suffix(']')?.trim().parse().ok();
        Some((&self.name, self.default.as_i64().or_else(only)?))
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct KernelSpecification<'a> {
    kernel_name: String,
    #[serde(borrow)]
    global_size: SizeTexts<'a>,
    #[serde(borrow)]
    local_size: SizeTexts<'a>,
    #[serde(default)]
    global_size_type: String,
    #[serde(borrow, default)]
    arguments: Vec<&'a RawValue>,
}

/// Each size is a part of the text, so that its place is known.
#[derive(Deserialize)]
#[serde(rename_all = "UPPERCASE")]
struct SizeTexts<'a> {
    #[serde(borrow)]
    x: &'a RawValue,
    #[serde(borrow)]
    y: Option<&'a RawValue>,
    #[serde(borrow)]
    z: Option<&'a RawValue>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct T1Argument<'a> {
    name: Option<String>,
    #[serde(rename = "Type")]
    type_name: String,
    memory_type: String,
    #[serde(borrow)]
    size: Option<&'a RawValue>,
    fill_type: Option<String>,
    fill_value: Option<WrittenNumber>,
    random_seed: Option<i64>,
    data_source: Option<PathBuf>,
}

fn given_argument(
    text: &RawValue,
    number: usize,
    folder: &Path,
    value: &dyn Fn(&str) -> Option<i64>,
) -> Result<GivenArgument, String> {
    let argument: T1Argument = serde_json::from_str(text.get()).map_err(|error| {
        let message = error.to_string();
        format!("cannot be read: {}", message.split(" at line ").next().unwrap_or_default())
    })?;
    let size = argument.size.map(|size| self::size(size.get(), value).map(GivenSize::Elements)).transpose()?;
    let given = match argument.memory_type.as_str() {
        "Scalar" => {
            let number = argument.fill_value.ok_or("is a scalar and has no `FillValue`")?;
            GivenValue::Value(vec![number.into()])
        }
        "Vector" => GivenValue::Buffer { size, fill: fill(&argument, folder)? },
        "Local" => GivenValue::Local(size.ok_or("is local memory and has no `Size`")?),
        other => return Err(format!("has the `MemoryType` {other}, which OpenCL does not have")),
    };
    let name = argument.name.unwrap_or_else(|| format!("argument {}", number + 1));
    let element = element(&argument.type_name);
    Ok(GivenArgument { place: String::new(), name, position: None, element, value: given })
}

fn fill(argument: &T1Argument, folder: &Path) -> Result<Fill, String> {
    let number = argument.fill_value.map(Number::from);
    match argument.fill_type.as_deref().unwrap_or("Constant") {
        "Constant" => Ok(Fill::Constant(number.unwrap_or(Number::Integer(0)))),
        "Random" => {
            let to = number.unwrap_or(Number::Integer(1));
            let from = if let Number::Integer(_) = to { Number::Integer(0) } else { Number::Real(0.0) };
            if to.real() < 0.0 {
                return Err("has a negative `FillValue`, and its numbers are from 0 to that".to_owned());
            }
            Ok(Fill::Random { seed: (argument.random_seed.unwrap_or(1) & i64::MAX) as u64, from, to })
        }
        "BinaryRaw" => match &argument.data_source {
            Some(source) => Ok(Fill::File(folder.join(source))),
            None => Err("has no `DataSource`".to_owned()),
        },
        other => Err(format!("has the `FillType` {other}, which is not supported: use Constant, Random or BinaryRaw")),
    }
}

/// The type of that name; `None` for the user's own types.
fn element(name: &str) -> Option<ElementType> {
    let name = match name {
        "bool" | "custom" => return None,
        "int8" => "char",
        "uint8" => "uchar",
        "int16" => "short",
        "uint16" => "ushort",
        "int32" => "int",
        "uint32" => "uint",
        "int64" => "long",
        "uint64" => "ulong",
        other => other,
    };
    ElementType::named(name)
}

/// A size: a number, or an expression.
fn size(text: &str, value: &dyn Fn(&str) -> Option<i64>) -> Result<usize, String> {
    let size = match serde_json::from_str(text) {
        Ok(Value::Number(number)) => number.as_i64().ok_or("is not an integer")?,
        Ok(Value::String(text)) => evaluate(&text, value).map_err(|why| format!("cannot be computed: {why}"))?,
        _ => return Err("is not an integer or a string".to_owned()),
    };
    let size = usize::try_from(size).ok().filter(|size| *size > 0);
    size.ok_or_else(|| "is not above 0".to_owned())
}
