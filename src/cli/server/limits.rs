//! Limits on messages of an editor, each with the reason for its number.

use oclc_syntax::limits::MAX_SOURCE;

/// Bytes of the largest message. The largest text that clunroll reads fits into it, even if every second byte needs a backslash. A larger
/// message is not a document, and could fill the memory.
pub(super) const MAX_MESSAGE: usize = 2 * MAX_SOURCE;

/// Bytes of the largest header of a message. There are two fields, of less than a hundred bytes each.
pub(super) const MAX_HEADER: u64 = 8 << 10;

/// Characters of a wrong message that an error shows. The error may contain the message.
pub(super) const MAX_SHOWN: usize = 200;

/// How many reports of panics may wait for a reader of standard error. The first ones show what is wrong.
pub(super) const MAX_REPORTS: usize = 16;
