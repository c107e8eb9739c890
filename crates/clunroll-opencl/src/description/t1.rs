//! Kernel Tuner's T1: the JSON in which the autotuning community describes a kernel and its arguments.
//!
//! Only what a launch needs is read: `KernelSpecification`, and the values of tuning parameters that sizes are computed from.
//! A tuning parameter has the value that the user passes with `-D`, or its default, or the only value that it may have.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::expression::evaluate;
use super::position::{Problem, place};
use super::{Description, GivenArgument, GivenValue};
use crate::element::ElementType;
use crate::launch::{Fill, Number};

/// Reads the launch that a T1 file describes. Files that it names are relative to `folder`; `macros` are the user's.
///
/// # Errors
///
/// If it is not JSON, or says something that cannot be, or that this version does not support. The message begins with file,
/// line and column.
pub fn read_t1(
    text: &str,
    file: &str,
    folder: &Path,
    macros: &dyn Fn(&str) -> Option<i64>,
) -> Result<Description, String> {
    read(text, file, folder, macros).map_err(|problem| problem.placed(file, text))
}

fn read(text: &str, file: &str, folder: &Path, macros: &dyn Fn(&str) -> Option<i64>) -> Result<Description, Problem> {
    let document: &RawValue = serde_json::from_str(text).map_err(|error| {
        let line_start = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum::<usize>();
        Problem::new(line_start + error.column().saturating_sub(1), format!("not valid JSON: {error}"))
    })?;
    let document = T1Item { path: String::new(), text, value: document };
    let root = document.object()?;
    let defaults = tuning_parameters(&root)?;
    let value = |name: &str| macros(name).or_else(|| defaults.get(name).copied());
    let Some(kernel) = root.get("KernelSpecification") else {
        return Err(document.problem("has no `KernelSpecification`"));
    };
    let keys = kernel.object()?;
    let needed = |key: &str| keys.get(key).ok_or_else(|| kernel.problem(&format!("has no `{key}`")));
    let mut description = Description { place: place(file, text, kernel.offset()), ..Description::default() };
    description.kernel = Some(needed("KernelName")?.string()?);
    description.is_in_order = true;
    let mut global = sizes(needed("GlobalSize")?, &value)?;
    let local = sizes(needed("LocalSize")?, &value)?;
    let dimensions = global.len().max(local.len());
    global.resize(dimensions, 1);
    let mut local = local;
    local.resize(dimensions, 1);
    // CUDA counts work-groups, and OpenCL work-items.
    let counts_groups = match keys.get("GlobalSizeType") {
        Some(kind) => kind.string()? == "CUDA",
        None => false,
    };
    if counts_groups {
        for (global, local) in global.iter_mut().zip(&local) {
            *global =
                global.checked_mul(*local).ok_or_else(|| kernel.problem("has a `GlobalSize` that is too large"))?;
        }
    }
    description.global = Some(global);
    description.local = Some(local);
    for (number, argument) in
        keys.get("Arguments").map(T1Item::list).transpose()?.unwrap_or_default().iter().enumerate()
    {
        description.arguments.push(GivenArgument {
            place: place(file, text, argument.offset()),
            ..self::argument(argument, number, folder, &value)?
        });
    }
    Ok(description)
}

/// The values of tuning parameters that are known.
fn tuning_parameters(root: &BTreeMap<String, T1Item>) -> Result<BTreeMap<String, i64>, Problem> {
    let mut values = BTreeMap::new();
    let Some(space) = root.get("ConfigurationSpace") else { return Ok(values) };
    let Some(parameters) = space.object()?.remove("TuningParameters") else { return Ok(values) };
    for parameter in parameters.list()? {
        let keys = parameter.object()?;
        let Some(name) = keys.get("Name") else { continue };
        let default = keys.get("Default").and_then(|default| default.any().as_i64());
        // Such as "[15]".
        let only = keys.get("Values").and_then(|values| {
            let text = values.any();
            text.as_str()?.trim().strip_prefix('[')?.strip_suffix(']')?.trim().parse().ok()
        });
        if let Some(value) = default.or(only) {
            values.insert(name.string()?, value);
        }
    }
    Ok(values)
}

/// `X`, `Y` and `Z`.
fn sizes(item: &T1Item, value: &dyn Fn(&str) -> Option<i64>) -> Result<Vec<usize>, Problem> {
    let keys = item.object()?;
    let mut sizes = Vec::new();
    for key in ["X", "Y", "Z"] {
        match keys.get(key) {
            Some(size) => sizes.push(size.size(value)?),
            None if sizes.is_empty() => return Err(item.problem("has no `X`")),
            None => sizes.push(1),
        }
    }
    while sizes.len() > 1 && sizes.last() == Some(&1) {
        sizes.pop();
    }
    Ok(sizes)
}

fn argument(
    item: &T1Item,
    number: usize,
    folder: &Path,
    value: &dyn Fn(&str) -> Option<i64>,
) -> Result<GivenArgument, Problem> {
    let keys = item.object()?;
    let text = |key: &str| keys.get(key).map(T1Item::string).transpose();
    let needed = |key: &str| text(key)?.ok_or_else(|| item.problem(&format!("has no `{key}`")));
    let size = || keys.get("Size").map(|size| size.size(value)).transpose();
    let element = element(&needed("Type")?);
    let name = text("Name")?.unwrap_or_else(|| format!("argument {}", number + 1));
    let value = match needed("MemoryType")?.as_str() {
        "Scalar" => match keys.get("FillValue").map(T1Item::number).transpose()? {
            Some(number) => GivenValue::Value(vec![number]),
            None => return Err(item.problem("is a scalar and has no `FillValue`")),
        },
        "Vector" => GivenValue::Buffer { size: size()?, fill: fill(item, &keys, folder)? },
        "Local" => match size()? {
            Some(size) => GivenValue::Local(size),
            None => return Err(item.problem("is local memory and has no `Size`")),
        },
        other => return Err(item.problem(&format!("has the `MemoryType` {other}, which OpenCL does not have"))),
    };
    Ok(GivenArgument { place: String::new(), name, element, value })
}

fn fill(item: &T1Item, keys: &BTreeMap<String, T1Item>, folder: &Path) -> Result<Fill, Problem> {
    let number = |key: &str| keys.get(key).map(T1Item::number).transpose();
    let kind = keys.get("FillType").map(T1Item::string).transpose()?.unwrap_or_else(|| "Constant".to_owned());
    match kind.as_str() {
        "Constant" => Ok(Fill::Constant(number("FillValue")?.unwrap_or(Number::Integer(0)))),
        "Random" => {
            let seed = match number("RandomSeed")? {
                Some(Number::Integer(seed)) => (seed & i64::MAX) as u64,
                _ => 1,
            };
            let to = number("FillValue")?.unwrap_or(Number::Integer(1));
            let from = if let Number::Integer(_) = to { Number::Integer(0) } else { Number::Real(0.0) };
            if to.real() < 0.0 {
                return Err(item.problem("has a negative `FillValue`, and its numbers are from 0 to that"));
            }
            Ok(Fill::Random { seed, from, to })
        }
        "BinaryRaw" => match keys.get("DataSource") {
            Some(source) => Ok(Fill::File(folder.join(source.string()?))),
            None => Err(item.problem("has no `DataSource`")),
        },
        other => Err(item.problem(&format!(
            "has the `FillType` {other}, which is not supported: use Constant, Random or BinaryRaw"
        ))),
    }
}

/// The type of that name; nothing for types of the user's own.
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

/// A value with its path, for messages. It is a part of the text, so that its place is known.
#[derive(Clone)]
struct T1Item<'a> {
    path: String,
    text: &'a str,
    value: &'a RawValue,
}

impl<'a> T1Item<'a> {
    fn offset(&self) -> usize {
        (self.value.get().as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize)
    }

    fn problem(&self, message: &str) -> Problem {
        let path = if self.path.is_empty() { "the file" } else { &self.path };
        Problem::new(self.offset(), format!("`{path}` {message}"))
    }

    fn read<T: Deserialize<'a>>(&self, what: &str) -> Result<T, Problem> {
        serde_json::from_str(self.value.get()).map_err(|_| self.problem(&format!("is {what}")))
    }

    fn any(&self) -> Value {
        serde_json::from_str(self.value.get()).unwrap_or_default()
    }

    fn object(&self) -> Result<BTreeMap<String, Self>, Problem> {
        let object: BTreeMap<String, &'a RawValue> = self.read("an object")?;
        let path = |key: &str| if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) };
        let item = |(key, value)| (String::clone(&key), Self { path: path(&key), text: self.text, value });
        Ok(object.into_iter().map(item).collect())
    }

    fn list(&self) -> Result<Vec<Self>, Problem> {
        let list: Vec<&'a RawValue> = self.read("a list")?;
        let item = |(number, value)| Self { path: format!("{}[{number}]", self.path), text: self.text, value };
        Ok(list.into_iter().enumerate().map(item).collect())
    }

    fn string(&self) -> Result<String, Problem> {
        self.read("a string")
    }

    fn number(&self) -> Result<Number, Problem> {
        match self.any() {
            Value::Number(number) => match (number.as_i64(), number.as_f64()) {
                (Some(integer), _) => Ok(Number::Integer(integer)),
                (None, Some(real)) => Ok(Number::Real(real)),
                (None, None) => Err(self.problem("is a number")),
            },
            _ => Err(self.problem("is a number")),
        }
    }

    /// A size: a number, or an expression.
    fn size(&self, value: &dyn Fn(&str) -> Option<i64>) -> Result<usize, Problem> {
        let size = match self.any() {
            Value::Number(number) => number.as_i64().ok_or_else(|| "is an integer".to_owned()),
            Value::String(text) => evaluate(&text, value).map_err(|why| format!("cannot be computed: {why}")),
            _ => Err("is an integer or a string".to_owned()),
        };
        let size = size.map_err(|why| self.problem(&why))?;
        usize::try_from(size)
            .ok()
            .filter(|size| *size > 0)
            .ok_or_else(|| self.problem(&format!("is {size}, which is not above 0")))
    }
}
