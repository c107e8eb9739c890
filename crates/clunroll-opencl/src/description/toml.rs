//! Launch descriptions in TOML: one `[[launch]]` for each launch.
//!
//! Nothing is guessed. An unknown key and a value of another type are errors with line and column.

use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZero;
use std::path::{Path, PathBuf};

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Error as _, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use toml::Spanned;
use toml::de::{Error, ValueDeserializer};

use super::expression::evaluate;
use super::{Description, GivenArgument, GivenValue, WrittenNumber, place};
use crate::image::ImageFormat;
use crate::launch::{Fill, Magnitude, Number, Sampler};

/// Reads launch descriptions. Files that they name are relative to `folder`. A number may be a string that begins with `=`: an expression
/// over names whose values `value` knows.
///
/// # Errors
///
/// If it is not TOML, or has something impossible. The message begins with file, line and column.
pub fn read_toml(
    text: &str,
    file: &str,
    folder: &Path,
    value: &dyn Fn(&str) -> Option<i64>,
) -> Result<Vec<Description>, String> {
    let text = &with_numbers(text, file, value)?;
    let read: DescriptionFile = toml::from_str(text).map_err(|error: Error| {
        let offset = error.span().map_or(0, |span| span.start);
        format!("{}: {}", place(file, text, offset), error.message().replace('\n', ": "))
    })?;
    let argument = |(name, mut value): (Spanned<String>, GivenValue)| {
        if let GivenValue::Buffer { fill: Fill::File(path), .. } | GivenValue::Image { fill: Fill::File(path), .. } =
            &mut value
        {
            *path = folder.join(&*path);
        }
        let place = place(file, text, name.span().start);
        GivenArgument { place, name: name.into_inner(), element: None, value }
    };
    let description = |launch: Spanned<LaunchTable>| {
        let place = place(file, text, launch.span().start);
        let LaunchTable { kernel, global, local, args } = launch.into_inner();
        let [global, local] = [global, local].map(|sizes| sizes.map(|Sizes(sizes)| sizes));
        if let (Some(global), Some(local)) = (&global, &local)
            && global.len() != local.len()
        {
            let (global, local) = (global.len(), local.len());
            return Err(format!("{place}: `global` has {global} sizes, but `local` has {local}"));
        }
        let arguments = args.into_iter().map(argument).collect();
        Ok(Description { place, kernel: Some(kernel), global, local, arguments, is_in_order: false })
    };
    read.launch.into_iter().map(description).collect()
}

/// The text with the values of its expressions, each at the place of its expression.
fn with_numbers(text: &str, file: &str, value: &dyn Fn(&str) -> Option<i64>) -> Result<String, String> {
    let (mut with, mut from) = (String::new(), 0);
    let (mut quote, mut is_comment) = (None, false);
    for (at, character) in text.char_indices() {
        match (character, quote) {
            ('\n', _) => (quote, is_comment) = (None, false),
            _ if is_comment => {}
            ('#', None) => is_comment = true,
            ('"' | '\'', None) => quote = Some((character, at)),
            (_, Some((opened, start))) if opened == character => {
                quote = None;
                let Some(expression) = text[start + 1..at].strip_prefix('=') else { continue };
                let number = evaluate(expression, value)
                    .map_err(|why| format!("{}: `{}`: {why}", place(file, text, start), expression.trim()))?;
                with.push_str(&text[from..start]);
                with.push_str(&number.to_string());
                from = at + 1;
            }
            _ => {}
        }
    }
    with.push_str(&text[from..]);
    Ok(with)
}

/// Reads one argument from an option: a name, `=`, and a value as in a launch description. Files are relative to the current
/// folder.
///
/// # Errors
///
/// If the value is not TOML, or impossible.
pub fn read_argument(text: &str) -> Result<GivenArgument, String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    let name = name.trim();
    if name.is_empty() {
        return Err("expected a name before `=`".to_owned());
    }
    let value = ValueDeserializer::parse(value.trim()).and_then(GivenValue::deserialize);
    let value = value.map_err(|error| format!("`{name}`: {}", error.message().replace('\n', ": ")))?;
    Ok(GivenArgument { place: format!("--arg {name}"), name: name.to_owned(), element: None, value })
}

/// Reads sizes from an option: one to three numbers with `x` between them.
///
/// # Errors
///
/// If the text has another form.
pub fn read_size(text: &str) -> Result<Vec<usize>, String> {
    let sizes: Option<Vec<_>> = text.split('x').map(|size| size.parse().ok()).collect();
    let sizes = sizes.and_then(|sizes| Sizes::try_from(sizes).ok());
    let expected = "expected one to three numbers above 0, such as `64` or `2048x2048`";
    sizes.map(|Sizes(sizes)| sizes).ok_or_else(|| expected.to_owned())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DescriptionFile {
    #[serde(default)]
    launch: Vec<Spanned<LaunchTable>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LaunchTable {
    kernel: String,
    global: Option<Sizes>,
    local: Option<Sizes>,
    #[serde(default)]
    args: BTreeMap<Spanned<String>, GivenValue>,
}

/// One to three numbers above 0.
#[derive(Deserialize)]
#[serde(try_from = "Vec<NonZero<usize>>")]
struct Sizes(Vec<usize>);

impl TryFrom<Vec<NonZero<usize>>> for Sizes {
    type Error = &'static str;

    fn try_from(sizes: Vec<NonZero<usize>>) -> Result<Self, Self::Error> {
        let sizes: Vec<_> = sizes.into_iter().map(NonZero::get).collect();
        if (1..=3).contains(&sizes.len()) { Ok(Self(sizes)) } else { Err("expected one to three sizes") }
    }
}

/// A number, a list of numbers, or a table.
impl<'de> Deserialize<'de> for GivenValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(GivenVisitor)
    }
}

struct GivenVisitor;

impl<'de> Visitor<'de> for GivenVisitor {
    type Value = GivenValue;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a number, a list of numbers, or a table such as { size = 4096, value = 0 }")
    }

    fn visit_i64<E>(self, integer: i64) -> Result<GivenValue, E> {
        Ok(GivenValue::Value(vec![Number::Integer(integer)]))
    }

    fn visit_f64<E>(self, real: f64) -> Result<GivenValue, E> {
        Ok(GivenValue::Value(vec![Number::Real(real)]))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<GivenValue, A::Error> {
        let numbers = Vec::<WrittenNumber>::deserialize(SeqAccessDeserializer::new(list))?;
        Ok(GivenValue::Value(numbers.into_iter().map(Number::from).collect()))
    }

    fn visit_map<A: MapAccess<'de>>(self, table: A) -> Result<GivenValue, A::Error> {
        MemoryTable::deserialize(MapAccessDeserializer::new(table))?.value().map_err(A::Error::custom)
    }
}

/// A buffer, local memory, an image or a sampler, depending on the keys.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MemoryTable {
    size: Option<NonZero<usize>>,
    value: Option<WrittenNumber>,
    range: Option<RangeTable>,
    random: Option<RandomTable>,
    offsets: Option<OffsetsTable>,
    varied: Option<VariedTable>,
    file: Option<PathBuf>,
    local: Option<NonZero<usize>>,
    image: Option<Sizes>,
    format: Option<[String; 2]>,
    sampler: Option<Sampler>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RangeTable {
    #[serde(default = "zero")]
    from: WrittenNumber,
    #[serde(default = "one")]
    step: WrittenNumber,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RandomTable {
    #[serde(default = "first_seed")]
    seed: u64,
    from: WrittenNumber,
    to: WrittenNumber,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OffsetsTable {
    #[serde(default = "first_seed")]
    seed: u64,
    #[serde(default)]
    from: i64,
    #[serde(default)]
    least: u32,
    most: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct VariedTable {
    #[serde(default = "first_seed")]
    seed: u64,
    #[serde(default)]
    magnitude: Magnitude,
}

const fn zero() -> WrittenNumber {
    WrittenNumber::Integer(0)
}

const fn one() -> WrittenNumber {
    WrittenNumber::Integer(1)
}

const fn first_seed() -> u64 {
    1
}

impl MemoryTable {
    fn value(self) -> Result<GivenValue, String> {
        let Self { size, value, range, random, offsets, varied, file, local, image, format, sampler } = self;
        let range = range.map(|range| Fill::Range { from: range.from.into(), step: range.step.into() });
        let random = random.map(|RandomTable { seed, from, to }| {
            let (from, to) = (Number::from(from), Number::from(to));
            let is_right = from.real() <= to.real();
            is_right.then_some(Fill::Random { seed, from, to }).ok_or("`random` has a `from` that is larger than `to`")
        });
        let offsets = offsets.map(|OffsetsTable { seed, from, least, most }| {
            let is_right = least <= most;
            let offsets = Fill::Offsets { seed, from, least, most };
            is_right.then_some(offsets).ok_or("`offsets` has a `least` that is larger than `most`")
        });
        let value = value.map(|number| Fill::Constant(number.into()));
        let varied = varied.map(|VariedTable { seed, magnitude }| Fill::Varied { seed, magnitude, structure: None });
        let fills = [value, range, random.transpose()?, offsets.transpose()?, varied, file.map(Fill::File)];
        let fills: Vec<_> = fills.into_iter().flatten().collect();
        match (local, sampler, image, format, size, &fills[..]) {
            (Some(local), None, None, None, None, []) => Ok(GivenValue::Local(local.get())),
            (None, Some(sampler), None, None, None, []) => Ok(GivenValue::Sampler(sampler)),
            (None, None, Some(Sizes(size)), Some([order, channel]), None, [fill]) => {
                Ok(GivenValue::Image { size, format: ImageFormat::named(&order, &channel)?, fill: fill.clone() })
            }
            (None, None, Some(_), None, None, [_]) => {
                Err("an image needs `format`, such as [\"RGBA\", \"FLOAT\"]".to_owned())
            }
            (None, None, None, None, Some(size), [fill]) => {
                Ok(GivenValue::Buffer { size: Some(size.get()), fill: fill.clone() })
            }
            (None, None, None, None, None, [fill @ Fill::File(_)]) => {
                Ok(GivenValue::Buffer { size: None, fill: fill.clone() })
            }
            (None, None, None, None, None, [_]) => Err("a buffer needs `size`, the number of elements".to_owned()),
            _ => Err("a buffer has `size` and one of `value`, `range`, `random`, `offsets`, `varied` and `file`; an image has \
                      `image`, `format` and one of them; other memory has `local` or `sampler` alone"
                .to_owned()),
        }
    }
}
