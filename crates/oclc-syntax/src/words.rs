//! Enumerations whose values users write as one word: on a command line, in a configuration, in a report.
//!
//! [`words!`](crate::words!) gives such an enumeration its words once, and everything that follows from them: the constant `ALL`, the
//! method `name`, [`Display`](fmt::Display), [`FromStr`](std::str::FromStr) and [`Word`]. So the same word means the same in every
//! interface, and one message lists the words. Case does not matter when a word is read: `cl1.2` is `CL1.2`, as in compilers.

use std::fmt;

/// A value that is one of several words.
pub trait Word: Copy + Send + Sync + 'static {
    /// All values, in the order in which they are listed to users.
    const ALL: &'static [Self];

    /// Their words, in the same order.
    const NAMES: &'static [&'static str];

    /// The word.
    fn name(self) -> &'static str;

    /// The value of that word, in either case.
    ///
    /// # Errors
    ///
    /// If no value has that word.
    fn of(text: &str) -> Result<Self, UnknownWord> {
        find(text, Self::NAMES).map(|at| Self::ALL[at])
    }
}

/// Which of `words` the text is, in either case.
///
/// # Errors
///
/// If it is not one of them.
pub fn find(text: &str, words: &'static [&'static str]) -> Result<usize, UnknownWord> {
    let found = words.iter().position(|word| word.eq_ignore_ascii_case(text));
    found.ok_or_else(|| UnknownWord { text: text.to_owned(), expected: words })
}

/// The word that a misspelt one most likely means, if one is similar enough.
#[must_use]
pub fn most_alike<'w>(misspelt: &str, words: impl IntoIterator<Item = &'w str>) -> Option<&'w str> {
    /// How similar they must be.
    const ALIKE: f64 = 0.8;
    let words = words.into_iter().map(|word| (strsim::jaro_winkler(misspelt, word), word));
    let best = words.max_by(|one, other| one.0.total_cmp(&other.0));
    best.filter(|(alike, _)| *alike >= ALIKE).map(|(_, word)| word)
}

/// A text that is not one of the expected words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownWord {
    text: String,
    expected: &'static [&'static str],
}

impl UnknownWord {
    /// The words that were expected.
    #[must_use]
    pub fn expected(&self) -> &[&'static str] {
        self.expected
    }
}

impl fmt::Display for UnknownWord {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "expected one of {}, not `{}`", self.expected.join(", "), self.text)
    }
}

impl std::error::Error for UnknownWord {}

/// With the feature `serde`, lets a type that has `Display` and `FromStr` be a string in data, the same that it is for people.
#[doc(hidden)]
#[macro_export]
#[cfg(feature = "serde")]
macro_rules! text_in_data {
    ($($type:ident),+) => {
        $(
            impl $crate::serde::Serialize for $type {
                fn serialize<S: $crate::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    serializer.collect_str(self)
                }
            }

            impl<'de> $crate::serde::Deserialize<'de> for $type {
                fn deserialize<D: $crate::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    let text = <::std::borrow::Cow<'_, str> as $crate::serde::Deserialize>::deserialize(deserializer)?;
                    text.parse().map_err(<D::Error as $crate::serde::de::Error>::custom)
                }
            }
        )+
    };
}

/// Without the feature `serde`, does nothing.
#[doc(hidden)]
#[macro_export]
#[cfg(not(feature = "serde"))]
macro_rules! text_in_data {
    ($($type:ident),+) => {};
}

/// Gives each value of an enumeration its word; see [`words`](mod@crate::words).
///
/// ```
/// #[derive(Clone, Copy, Debug, PartialEq, Eq)]
/// enum Side {
///     Left,
///     Right,
/// }
///
/// oclc_syntax::words!(Side { Left => "left", Right => "right" });
///
/// assert_eq!("Left".parse(), Ok(Side::Left));
/// assert_eq!(Side::Right.to_string(), "right");
/// assert_eq!("up".parse::<Side>().unwrap_err().to_string(), "expected one of left, right, not `up`");
/// ```
#[macro_export]
macro_rules! words {
    ($type:ident { $($variant:ident => $word:literal),+ $(,)? }) => {
        impl $type {
            /// All of them.
            pub const ALL: [Self; [$($word),+].len()] = [$(Self::$variant),+];

            /// The word for it.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }
        }

        impl $crate::words::Word for $type {
            const ALL: &'static [Self] = &Self::ALL;
            const NAMES: &'static [&'static str] = &[$($word),+];

            fn name(self) -> &'static str {
                self.name()
            }
        }

        impl ::std::fmt::Display for $type {
            /// The word for it.
            fn fmt(&self, out: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                out.pad(self.name())
            }
        }

        impl ::std::str::FromStr for $type {
            type Err = $crate::words::UnknownWord;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                $crate::words::Word::of(text)
            }
        }

        $crate::text_in_data!($type);
    };
}
