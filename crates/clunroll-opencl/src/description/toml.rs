//! Launch descriptions in TOML: one `[[launch]]` for each launch.
//!
//! Nothing is guessed. An unknown key and a value of another type are errors with line and column.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Error as DeError, MapAccess, SeqAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};
use toml::Spanned;
use toml::de::{Error, ValueDeserializer};

use super::expression::evaluate;
use super::{Description, GivenArgument, GivenSize, GivenValue, WrittenNumber, place};
use crate::image::ImageFormat;
use crate::launch::{Fill, Magnitude, Number, Sampler};

/// What is wrong with a file, in one line that begins with file, line and column.
pub(crate) fn misread(file: &str, text: &str, error: &Error) -> String {
    let offset = error.span().map_or(0, |span| span.start);
    format!("{}: {}", place(file, text, offset), error.message().replace('\n', ": "))
}

/// Reads launch descriptions. `path` makes the path of a file that they name, or says why it may not be read. A number may be a string
/// that begins with `=`: an expression over names whose values `value` knows.
///
/// # Errors
///
/// If it is not TOML, or has something impossible. The message begins with file, line and column.
pub fn read_toml(
    text: &str,
    file: &str,
    path: &dyn Fn(&Path) -> Result<PathBuf, String>,
    value: &dyn Fn(&str) -> Option<i64>,
) -> Result<Vec<Description>, String> {
    let text = &with_numbers(text, file, value)?;
    let read: DescriptionFile = toml::from_str(text).map_err(|error| misread(file, text, &error))?;
    let argument = |value: Spanned<GivenValue>, name: Option<Spanned<String>>, position: Option<usize>| {
        let start = name.as_ref().map_or(value.span().start, |name| name.span().start);
        let (place, mut value) = (place(file, text, start), value.into_inner());
        if let GivenValue::Buffer { fill: Fill::File(named), .. } | GivenValue::Image { fill: Fill::File(named), .. } =
            &mut value
        {
            *named = path(named).map_err(|why| format!("{place}: {why}"))?;
        }
        let name = name.map(Spanned::into_inner).unwrap_or_default();
        Ok(GivenArgument { place, name, position, element: None, value })
    };
    let description = |launch: Spanned<LaunchTable>| {
        let place = place(file, text, launch.span().start);
        let LaunchTable { kernel, global, local, args, runs, nanoseconds } = launch.into_inner();
        let [global, local] = [global, local].map(|sizes| sizes.map(|Sizes(sizes)| sizes));
        if let (Some(global), Some(local)) = (&global, &local)
            && global.len() != local.len()
        {
            let (global, local) = (global.len(), local.len());
            let sizes = if global == 1 { "size" } else { "sizes" };
            return Err(format!("{place}: `global` has {global} {sizes}, but `local` has {local}"));
        }
        let arguments: Result<_, String> = match args {
            LaunchArgumentsTable::Named(named) => {
                named.into_iter().map(|(name, value)| argument(value, Some(name), None)).collect()
            }
            LaunchArgumentsTable::InOrder(values) => {
                values.into_iter().enumerate().map(|(at, value)| argument(value, None, Some(at))).collect()
            }
        };
        Ok(Description { place, kernel: Some(kernel), global, local, arguments: arguments?, runs, nanoseconds })
    };
    read.launch.0.into_iter().map(description).collect()
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
    Ok(GivenArgument { place: format!("--arg {name}"), name: name.to_owned(), position: None, element: None, value })
}

/// Reads sizes from an option: one to three numbers with `x` between them.
///
/// # Errors
///
/// If the text has another form.
pub fn read_size(text: &str) -> Result<Vec<usize>, String> {
    let sizes: Option<Vec<_>> = text.split('x').map(|size| size.parse().ok()).collect();
    let sizes = sizes.and_then(Sizes::of);
    let expected = "expected one to three numbers above 0, such as `64` or `2048x2048`";
    sizes.map(|Sizes(sizes)| sizes).ok_or_else(|| expected.to_owned())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DescriptionFile {
    #[serde(default)]
    launch: LaunchTables,
}

/// Each `[[launch]]`.
#[derive(Default)]
struct LaunchTables(Vec<Spanned<LaunchTable>>);

impl<'de> Deserialize<'de> for LaunchTables {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let expected = "a list of launches, each of which begins with `[[launch]]`";
        deserializer.deserialize_any(ListVisitor(expected, PhantomData)).map(Self)
    }
}

/// Reads a list. If the value is not a list, the error says what was expected.
struct ListVisitor<T>(&'static str, PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ListVisitor<T> {
    type Value = Vec<T>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.0)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Vec<T>, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(list))
    }
}

/// A whole number that is not less than `LEAST`.
struct WholeNumber<const LEAST: u32>(usize);

impl<'de, const LEAST: u32> Deserialize<'de> for WholeNumber<LEAST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(WholeNumberVisitor::<LEAST>)
    }
}

struct WholeNumberVisitor<const LEAST: u32>;

impl<const LEAST: u32> Visitor<'_> for WholeNumberVisitor<LEAST> {
    type Value = WholeNumber<LEAST>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "a whole number, at least {LEAST}")
    }

    fn visit_i64<E: DeError>(self, number: i64) -> Result<WholeNumber<LEAST>, E> {
        let whole = usize::try_from(number).ok().filter(|&whole| whole >= LEAST as usize);
        whole.map(WholeNumber).ok_or_else(|| E::invalid_value(Unexpected::Signed(number), &self))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LaunchTable {
    kernel: String,
    global: Option<Sizes>,
    local: Option<Sizes>,
    #[serde(default)]
    args: LaunchArgumentsTable,
    runs: Option<u64>,
    nanoseconds: Option<u64>,
}

/// The arguments by the names of their parameters, or one for each parameter, in their order.
enum LaunchArgumentsTable {
    Named(BTreeMap<Spanned<String>, Spanned<GivenValue>>),
    InOrder(Vec<Spanned<GivenValue>>),
}

impl Default for LaunchArgumentsTable {
    fn default() -> Self {
        Self::Named(BTreeMap::new())
    }
}

impl<'de> Deserialize<'de> for LaunchArgumentsTable {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(LaunchArgumentsVisitor)
    }
}

struct LaunchArgumentsVisitor;

impl<'de> Visitor<'de> for LaunchArgumentsVisitor {
    type Value = LaunchArgumentsTable;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a table of arguments, or a list of them in the order of the parameters")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<LaunchArgumentsTable, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(list)).map(LaunchArgumentsTable::InOrder)
    }

    fn visit_map<A: MapAccess<'de>>(self, table: A) -> Result<LaunchArgumentsTable, A::Error> {
        BTreeMap::deserialize(MapAccessDeserializer::new(table)).map(LaunchArgumentsTable::Named)
    }
}

/// One to three numbers above 0.
struct Sizes(Vec<usize>);

impl Sizes {
    fn of(sizes: Vec<usize>) -> Option<Self> {
        ((1..=3).contains(&sizes.len()) && !sizes.contains(&0)).then_some(Self(sizes))
    }
}

impl<'de> Deserialize<'de> for Sizes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let expected = "a list of one to three sizes, such as [64, 48]";
        let sizes = deserializer.deserialize_any(ListVisitor::<WholeNumber<1>>(expected, PhantomData))?;
        let sizes = sizes.into_iter().map(|WholeNumber(size)| size).collect();
        Self::of(sizes).ok_or_else(|| DeError::custom("expected one to three sizes"))
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

/// A buffer, local memory, an image, a sampler, bytes, or why an argument was not recorded, depending on the keys.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct MemoryTable {
    size: Option<WholeNumber<1>>,
    bytes: Option<WholeNumber<1>>,
    value: Option<WrittenNumber>,
    range: Option<RangeTable>,
    random: Option<RandomTable>,
    offsets: Option<OffsetsTable>,
    varied: Option<VariedTable>,
    file: Option<PathBuf>,
    local: Option<WholeNumber<1>>,
    local_bytes: Option<WholeNumber<1>>,
    image: Option<Sizes>,
    format: Option<[String; 2]>,
    sampler: Option<Sampler>,
    null: Option<bool>,
    hex: Option<String>,
    not_recorded: Option<String>,
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

/// The difference of two neighbours.
#[derive(Default, Deserialize)]
#[serde(try_from = "WholeNumber<0>")]
struct Distance(u32);

impl TryFrom<WholeNumber<0>> for Distance {
    type Error = String;

    fn try_from(WholeNumber(number): WholeNumber<0>) -> Result<Self, String> {
        u32::try_from(number).map(Self).map_err(|_| format!("a difference is at most {}", u32::MAX))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OffsetsTable {
    #[serde(default = "first_seed")]
    seed: u64,
    #[serde(default)]
    from: i64,
    #[serde(default)]
    least: Distance,
    most: Distance,
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
        let is_null = self.null.is_some();
        let only = [self.hex.is_some(), self.not_recorded.is_some(), self.local.is_some(), self.local_bytes.is_some()];
        let is_alone =
            only.iter().filter(|is_there| **is_there).count() + usize::from(is_null) == 1 && self.is_without_memory();
        let Self { size, bytes, value, range, random, offsets, varied, file, image, format, sampler, .. } = self;
        match (self.hex, self.not_recorded, self.local, self.local_bytes) {
            (None, None, None, None) if !is_null => {}
            _ if !is_alone || self.null == Some(false) => return Err(FORMS.to_owned()),
            (Some(hex), ..) => return read_hex(&hex).map(GivenValue::Bytes),
            (_, Some(why), ..) => return Ok(GivenValue::NotRecorded(why)),
            (.., Some(local), _) => return Ok(GivenValue::Local(GivenSize::Elements(local.0))),
            (.., Some(bytes)) => return Ok(GivenValue::Local(GivenSize::Bytes(bytes.0))),
            (None, None, None, None) => return Ok(GivenValue::Null),
        }
        let size = match (size, bytes) {
            (None, None) => None,
            (Some(size), None) => Some(GivenSize::Elements(size.0)),
            (None, Some(bytes)) => Some(GivenSize::Bytes(bytes.0)),
            (Some(_), Some(_)) => return Err("a buffer has `size` or `bytes`, not both".to_owned()),
        };
        let range = range.map(|range| Fill::Range { from: range.from.into(), step: range.step.into() });
        let random = random.map(|RandomTable { seed, from, to }| {
            let (from, to) = (Number::from(from), Number::from(to));
            let is_right = from.real() <= to.real();
            is_right.then_some(Fill::Random { seed, from, to }).ok_or("`random` has a `from` that is larger than `to`")
        });
        let offsets = offsets.map(|OffsetsTable { seed, from, least: Distance(least), most: Distance(most) }| {
            let is_right = least <= most;
            let offsets = Fill::Offsets { seed, from, least, most };
            is_right.then_some(offsets).ok_or("`offsets` has a `least` that is larger than `most`")
        });
        let value = value.map(|number| Fill::Constant(number.into()));
        let varied = varied.map(|VariedTable { seed, magnitude }| Fill::Varied { seed, magnitude, structure: None });
        let fills = [value, range, random.transpose()?, offsets.transpose()?, varied, file.map(Fill::File)];
        let fills: Vec<_> = fills.into_iter().flatten().collect();
        match (sampler, image, format, size, &fills[..]) {
            (Some(sampler), None, None, None, []) => Ok(GivenValue::Sampler(sampler)),
            (None, Some(Sizes(size)), Some([order, channel]), None, [fill]) => {
                Ok(GivenValue::Image { size, format: ImageFormat::named(&order, &channel)?, fill: fill.clone() })
            }
            (None, Some(_), None, None, [_]) => {
                Err("an image needs `format`, such as [\"RGBA\", \"FLOAT\"]".to_owned())
            }
            (None, None, None, Some(size), [fill]) => Ok(GivenValue::Buffer { size: Some(size), fill: fill.clone() }),
            (None, None, None, None, [fill @ Fill::File(_)]) => {
                Ok(GivenValue::Buffer { size: None, fill: fill.clone() })
            }
            (None, None, None, None, [_]) => Err("a buffer needs `size`, the number of elements".to_owned()),
            _ => Err(FORMS.to_owned()),
        }
    }

    /// Whether there is nothing about a buffer, an image or a sampler.
    const fn is_without_memory(&self) -> bool {
        let Self { size, bytes, value, range, random, offsets, varied, file, image, format, sampler, .. } = self;
        size.is_none()
            && bytes.is_none()
            && value.is_none()
            && range.is_none()
            && random.is_none()
            && offsets.is_none()
            && varied.is_none()
            && file.is_none()
            && image.is_none()
            && format.is_none()
            && sampler.is_none()
    }
}

/// The keys that go together.
const FORMS: &str = "a buffer has `size` or `bytes`, and one of `value`, `range`, `random`, `offsets`, `varied` and `file`; an image has \
                     `image`, `format` and one of them; other arguments have `local`, `local-bytes`, `sampler`, `hex`, \
                     `null = true` or `not-recorded` alone";

/// The bytes of a value, each as two hexadecimal digits.
fn read_hex(digits: &str) -> Result<Vec<u8>, String> {
    let wrong = || "`hex` has two hexadecimal digits for each byte".to_owned();
    if digits.is_empty() || !digits.len().is_multiple_of(2) || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return Err(wrong());
    }
    (0..digits.len()).step_by(2).map(|at| u8::from_str_radix(&digits[at..at + 2], 16).map_err(|_| wrong())).collect()
}
