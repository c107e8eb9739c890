//! What became of each `#include`.

use super::moment::Moment;
use super::standard_header::StandardHeader;
use crate::source::{FileId, Span};

/// Words by which a condition asks where files are, or how deep they stand in one another: in another file, it asks something else.
pub const PLACE_WORDS: [&str; 4] = ["__has_include", "__has_include_next", "__has_embed", "__INCLUDE_LEVEL__"];

/// One `#include` that stands in no group that is surely left out, and what became of it.
#[derive(Clone, Debug)]
pub struct Inclusion {
    /// Index of the directive.
    pub directive: usize,
    /// What became of it.
    pub fate: Fate,
    /// How many directives have been read when it has been carried out, those of its file included.
    pub end: Moment,
    /// The first and last line of its file, where these are a guard whose condition is true.
    pub guard_lines: Option<[Span; 2]>,
    /// The operator by which its file is to be read once.
    pub once_operator: Option<Span>,
    /// The inclusion whose file it stands in.
    pub(super) around: Option<usize>,
    /// The first file that could not be read and may have included the same one already, which is to be read once.
    pub(super) earliest: Option<Moment>,
}

/// What became of an `#include`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The file was put in place.
    Read(FileId),
    /// The file has been read before, and by its guard, `#pragma once` or `#import` has nothing more to give.
    Spent(FileId),
    /// Nobody finds the file, and none is needed: what it defines is known.
    Standard(StandardHeader),
    /// The file was not put in place, so that all it might define is unknown.
    Unread(Unread),
}

/// Why a file was not put in place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unread {
    /// There is none of this name.
    Missing(String),
    /// There is one of this name, which cannot be read.
    Unreadable(String),
    /// The macros of the line do not expand to the name of a file.
    Unnamed,
    /// It is to be read once, and a condition that is not known decides whether it has been read before.
    PerhapsBefore,
    /// It is the main file, which then stands in itself, and is compiled in two states of its macros.
    Itself,
    /// It stands too deep.
    TooDeep,
    /// Too much has been included before.
    TooMuch,
}
