//! Launch descriptions in TOML: one `[[launch]]` for each launch.
//!
//! Nothing is guessed. A key that is not known, and a value of another type, are errors with line, column and key.

use std::ops::Range;
use std::path::Path;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::position::{Problem, place};
use super::{Description, GivenArgument, GivenValue};
use crate::image::ImageFormat;
use crate::launch::{Addressing, Fill, Magnitude, Number, Sampler};

/// What a buffer or an image contains is said by one of these keys.
const FILLS: [&str; 6] = ["value", "range", "random", "offsets", "varied", "file"];

/// Reads launch descriptions. Files that they name are relative to `folder`.
///
/// # Errors
///
/// If it is not TOML, or says something that cannot be. The message begins with file, line and column.
pub fn read_toml(text: &str, file: &str, folder: &Path) -> Result<Vec<Description>, String> {
    let placed = |problem: Problem| problem.placed(file, text);
    let table = DeTable::parse(text).map_err(|error| {
        let offset = error.span().map_or(0, |span| span.start);
        placed(Problem::new(offset, error.message()))
    })?;
    let reader = Reader { file, text, folder };
    let mut descriptions = Vec::new();
    for item in items(table.get_ref()) {
        let launches =
            item.known(&["launch"], "the file").and_then(|()| item.list("a list of tables, as in [[launch]]"));
        for launch in launches.map_err(placed)? {
            descriptions.push(reader.launch(launch).map_err(placed)?);
        }
    }
    Ok(descriptions)
}

/// Reads one argument from an option: a name, `=`, and a value as in a launch description. Files are relative to the current
/// folder.
///
/// # Errors
///
/// If the value is not TOML, or says something that cannot be.
pub fn read_argument(text: &str) -> Result<GivenArgument, String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    let (name, value) = (name.trim(), value.trim());
    if name.is_empty() {
        return Err("expected a name before `=`".to_owned());
    }
    let parsed = DeValue::parse(value).map_err(|error| format!("`{name}`: {}", error.message()))?;
    let item = Item { key: name, key_offset: 0, value: &parsed };
    let value = given_value(item, Path::new("")).map_err(|problem| problem.message)?;
    Ok(GivenArgument { place: format!("--arg {name}"), name: name.to_owned(), element: None, value })
}

/// Reads sizes from an option: one to three numbers with `x` between them.
///
/// # Errors
///
/// If it is something else.
pub fn read_size(text: &str) -> Result<Vec<usize>, String> {
    let sizes = text.split('x').map(|size| size.parse().ok().filter(|size| *size > 0)).collect::<Option<Vec<_>>>();
    let sizes = sizes.filter(|sizes| sizes.len() <= 3);
    sizes.ok_or_else(|| "expected one to three numbers above 0, such as `64` or `2048x2048`".to_owned())
}

/// A key with its value.
#[derive(Clone, Copy)]
struct Item<'a> {
    key: &'a str,
    key_offset: usize,
    value: &'a Spanned<DeValue<'a>>,
}

/// The keys of a table, in the order of the file.
fn items<'a>(table: &'a DeTable<'a>) -> Vec<Item<'a>> {
    let item = |(key, value): (&'a Spanned<_>, &'a Spanned<DeValue<'a>>)| {
        let text: &'a std::borrow::Cow<'a, str> = key.get_ref();
        Item { key: text, key_offset: key.span().start, value }
    };
    table.iter().map(item).collect()
}

impl<'a> Item<'a> {
    fn problem(self, message: &str) -> Problem {
        self.problem_at(&self.value.span(), message)
    }

    fn problem_at(self, span: &Range<usize>, message: &str) -> Problem {
        Problem::new(span.start, format!("`{}` {message}", self.key))
    }

    /// Fails unless the key is one of those that are known here.
    fn known(self, keys: &[&str], what: &str) -> Result<(), Problem> {
        if keys.contains(&self.key) {
            return Ok(());
        }
        let keys = keys.join(", ");
        Err(Problem::new(self.key_offset, format!("unknown key `{}`; {what} may have: {keys}", self.key)))
    }

    fn string(self) -> Result<&'a str, Problem> {
        match self.value.get_ref() {
            DeValue::String(text) => Ok(text),
            _ => Err(self.problem("is a string")),
        }
    }

    fn boolean(self) -> Result<bool, Problem> {
        match self.value.get_ref() {
            DeValue::Boolean(value) => Ok(*value),
            _ => Err(self.problem("is true or false")),
        }
    }

    fn table(self) -> Result<Vec<Item<'a>>, Problem> {
        match self.value.get_ref() {
            DeValue::Table(table) => Ok(items(table)),
            _ => Err(self.problem("is a table")),
        }
    }

    /// The values of a list, as if each had the key.
    fn list(self, what: &str) -> Result<Vec<Self>, Problem> {
        match self.value.get_ref() {
            DeValue::Array(values) => Ok(values.iter().map(|value| Self { value, ..self }).collect()),
            _ => Err(self.problem(&format!("is {what}"))),
        }
    }

    fn number(self) -> Result<Number, Problem> {
        match self.value.get_ref() {
            DeValue::Integer(value) => i64::from_str_radix(value.as_str(), value.radix())
                .map(Number::Integer)
                .map_err(|_| self.problem("does not fit into 64 bits with a sign")),
            DeValue::Float(value) => {
                value.as_str().parse().map(Number::Real).map_err(|_| self.problem("is not a number"))
            }
            _ => Err(self.problem("is a number")),
        }
    }

    /// An integer between two bounds.
    fn integer(self, least: i64, most: i64) -> Result<i64, Problem> {
        match self.number()? {
            Number::Integer(integer) if (least..=most).contains(&integer) => Ok(integer),
            _ => Err(self.problem(&format!("is an integer from {least} to {most}"))),
        }
    }

    /// A number of elements.
    fn size(self) -> Result<usize, Problem> {
        match self.number() {
            Ok(Number::Integer(integer)) if integer > 0 => Ok(integer as usize),
            _ => Err(self.problem("is a number of elements above 0")),
        }
    }

    /// One to three numbers of elements.
    fn sizes(self) -> Result<Vec<usize>, Problem> {
        const WANTED: &str = "a list of one to three sizes, such as [64, 64]";
        let sizes = self.list(WANTED)?.into_iter().map(Self::size).collect::<Result<Vec<_>, _>>()?;
        if (1..=3).contains(&sizes.len()) { Ok(sizes) } else { Err(self.problem(&format!("is {WANTED}"))) }
    }
}

/// What all of a file has in common.
struct Reader<'a> {
    file: &'a str,
    text: &'a str,
    folder: &'a Path,
}

impl Reader<'_> {
    fn launch(&self, launch: Item) -> Result<Description, Problem> {
        let offset = launch.value.span().start;
        let mut description = Description { place: place(self.file, self.text, offset), ..Description::default() };
        for item in launch.table()? {
            item.known(&["kernel", "global", "local", "args"], "a launch")?;
            match item.key {
                "kernel" => description.kernel = Some(item.string()?.to_owned()),
                "global" => description.global = Some(item.sizes()?),
                "local" => description.local = Some(item.sizes()?),
                _ => {
                    for argument in item.table()? {
                        description.arguments.push(GivenArgument {
                            place: place(self.file, self.text, argument.key_offset),
                            name: argument.key.to_owned(),
                            element: None,
                            value: given_value(argument, self.folder)?,
                        });
                    }
                }
            }
        }
        if description.kernel.is_none() {
            return Err(Problem::new(offset, "a launch needs `kernel`, the name of the kernel"));
        }
        if let (Some(global), Some(local)) = (&description.global, &description.local)
            && global.len() != local.len()
        {
            let (global, local) = (global.len(), local.len());
            return Err(Problem::new(offset, format!("`global` has {global} sizes, but `local` has {local}")));
        }
        Ok(description)
    }
}

/// What is passed for one parameter.
fn given_value(argument: Item, folder: &Path) -> Result<GivenValue, Problem> {
    match argument.value.get_ref() {
        DeValue::Integer(_) | DeValue::Float(_) => Ok(GivenValue::Value(vec![argument.number()?])),
        DeValue::Array(_) => {
            let components = argument.list("a number or a list of numbers")?;
            Ok(GivenValue::Value(components.into_iter().map(Item::number).collect::<Result<_, _>>()?))
        }
        DeValue::Table(table) => memory(argument, &items(table), folder),
        DeValue::String(_) | DeValue::Boolean(_) | DeValue::Datetime(_) => {
            Err(argument.problem("is a number, a list of numbers, or a table such as { size = 4096, value = 0 }"))
        }
    }
}

/// A buffer, local memory, an image or a sampler: the keys say which.
fn memory(argument: Item, items: &[Item], folder: &Path) -> Result<GivenValue, Problem> {
    let get = |key: &str| items.iter().find(|item| item.key == key).copied();
    let known = |keys: &[&str], what| items.iter().try_for_each(|item| item.known(keys, what));
    if let Some(local) = get("local") {
        known(&["local"], "local memory")?;
        return local.size().map(GivenValue::Local);
    }
    if let Some(item) = get("sampler") {
        known(&["sampler"], "a sampler")?;
        return sampler(item).map(GivenValue::Sampler);
    }
    if let Some(image) = get("image") {
        known(&[&["image", "format"][..], &FILLS].concat(), "an image")?;
        let format = get("format").ok_or_else(|| argument.problem("needs `format`, such as [\"RGBA\", \"FLOAT\"]"))?;
        let names = format.list("two names, such as [\"RGBA\", \"FLOAT\"]")?;
        let names = names.into_iter().map(Item::string).collect::<Result<Vec<_>, _>>()?;
        let [order, channel] = names[..] else {
            return Err(format.problem("is two names, such as [\"RGBA\", \"FLOAT\"]"));
        };
        let format =
            ImageFormat::named(order, channel).map_err(|why| format.problem(&format!("is not known: {why}")))?;
        return Ok(GivenValue::Image { size: image.sizes()?, format, fill: fill(argument, items, folder)? });
    }
    known(&[&["size"][..], &FILLS, &["local", "image", "sampler"]].concat(), "an argument")?;
    let fill = fill(argument, items, folder)?;
    let size = get("size").map(Item::size).transpose()?;
    if size.is_none() && !matches!(fill, Fill::File(_)) {
        return Err(argument.problem("needs `size`, the number of elements"));
    }
    Ok(GivenValue::Buffer { size, fill })
}

/// What memory contains.
fn fill(argument: Item, items: &[Item], folder: &Path) -> Result<Fill, Problem> {
    let fills: Vec<_> = items.iter().filter(|item| FILLS.contains(&item.key)).copied().collect();
    let [item] = fills[..] else {
        return Err(argument.problem("needs one of `value`, `range`, `random`, `offsets`, `varied` and `file`"));
    };
    if item.key == "value" {
        return item.number().map(Fill::Constant);
    }
    if item.key == "file" {
        return Ok(Fill::File(folder.join(item.string()?)));
    }
    let table = item.table()?;
    let get = |key: &str| table.iter().find(|item| item.key == key).copied();
    let known = |keys: &[&str]| table.iter().try_for_each(|entry| entry.known(keys, &format!("`{}`", item.key)));
    let number = |key: &str| get(key).map(Item::number).transpose();
    let integer = |key: &str, most: i64| get(key).map(|item| item.integer(0, most)).transpose();
    let seed = || Ok(integer("seed", i64::MAX)?.map_or(1, |seed| seed as u64));
    Ok(match item.key {
        "range" => {
            known(&["from", "step"])?;
            let from = number("from")?.unwrap_or(Number::Integer(0));
            Fill::Range { from, step: number("step")?.unwrap_or(Number::Integer(1)) }
        }
        "random" => {
            known(&["seed", "from", "to"])?;
            let (Some(from), Some(to)) = (number("from")?, number("to")?) else {
                return Err(item.problem("needs `from` and `to`"));
            };
            if from.real() > to.real() || from.real().is_nan() || to.real().is_nan() {
                return Err(item.problem("has a `from` that is larger than `to`"));
            }
            Fill::Random { seed: seed()?, from, to }
        }
        "varied" => {
            known(&["seed", "magnitude"])?;
            let wanted = get("magnitude").map(|item| Ok::<_, Problem>((item, item.string()?))).transpose()?;
            let magnitude = wanted.map_or(Ok(Magnitude::Whole), |(item, name)| {
                let found = Magnitude::ALL.iter().find(|(known, _)| *known == name);
                let names = Magnitude::ALL.map(|(name, _)| name).join(", ");
                found.map(|(_, magnitude)| *magnitude).ok_or_else(|| item.problem(&format!("is one of {names}")))
            })?;
            Fill::Varied { seed: seed()?, magnitude, structure: None }
        }
        _ => {
            known(&["seed", "from", "least", "most"])?;
            let most = integer("most", i64::from(u32::MAX))?.ok_or_else(|| item.problem("needs `most`"))?;
            let least = integer("least", most)?.unwrap_or(0);
            let from = get("from").map(|item| item.integer(i64::MIN, i64::MAX)).transpose()?.unwrap_or(0);
            Fill::Offsets { seed: seed()?, from, least: least as u32, most: most as u32 }
        }
    })
}

fn sampler(item: Item) -> Result<Sampler, Problem> {
    let mut sampler = Sampler { is_normalized: false, addressing: Addressing::ClampToEdge, is_linear: false };
    for entry in item.table()? {
        entry.known(&["normalized", "addressing", "linear"], "a sampler")?;
        match entry.key {
            "normalized" => sampler.is_normalized = entry.boolean()?,
            "linear" => sampler.is_linear = entry.boolean()?,
            _ => {
                let name = entry.string()?;
                let found = Addressing::ALL.iter().find(|(known, _)| *known == name);
                let names = Addressing::ALL.map(|(name, _)| name).join(", ");
                sampler.addressing = found.ok_or_else(|| entry.problem(&format!("is one of {names}")))?.1;
            }
        }
    }
    Ok(sampler)
}
