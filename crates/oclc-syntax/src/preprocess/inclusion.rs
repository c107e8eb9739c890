//! The fate of each `#include`.

use super::moment::Moment;
use super::standard_header::StandardHeader;
use crate::source::{FileId, Span};

/// Operators of conditions whose value depends on the file: where files are found, or how deep includes are nested.
pub const PLACE_WORDS: [&str; 4] = ["__has_include", "__has_include_next", "__has_embed", "__INCLUDE_LEVEL__"];

/// One `#include` outside of groups that are surely left out, and its fate.
#[derive(Clone, Debug)]
pub struct Inclusion {
    /// Index of the directive.
    pub directive: usize,
    /// Its fate.
    pub fate: Fate,
    /// How many directives have been read when it has been carried out, those of its file included.
    pub end: Moment,
    /// The first and last line of its file, where these are a guard whose condition is true.
    pub guard_lines: Option<[Span; 2]>,
    /// The operator by which its file is to be read once.
    pub once_operator: Option<Span>,
    /// The inclusion whose file contains it.
    pub(super) around: Option<usize>,
    /// The first file that could not be read and may have included the same one already, which is to be read once.
    pub(super) earliest: Option<Moment>,
}

/// The fate of an `#include`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The file was put in place.
    Read(FileId),
    /// The file has been read before, and by its guard, `#pragma once` or `#import` has nothing more to give.
    Spent(FileId),
    /// The file is not found, and is not needed: its definitions are known.
    Standard(StandardHeader),
    /// The file was not put in place, so that all it might define is unknown.
    Unread(Unread),
}

/// Why a file was not put in place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Unread {
    /// There is no file of this name.
    Missing(String),
    /// There is one of this name, which cannot be read.
    Unreadable(String),
    /// The macros of the line do not expand to the name of a file.
    Unnamed,
    /// It is to be read once, and a condition that is not known decides whether it has been read before.
    PerhapsBefore,
    /// It is the main file, which then includes itself, and is compiled in two states of its macros.
    Itself,
    /// It is nested too deep.
    TooDeep,
    /// Too much has been included before.
    TooMuch,
}
