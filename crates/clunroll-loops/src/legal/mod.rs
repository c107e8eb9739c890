//! Which forms are right for a loop, and what each of them takes: copies, bytes, barriers.
//!
//! There is a file for each form, as in `write/`. If a form is not right, its file gives the reason. Nothing here prefers one form to
//! another; but the copies of a form hold inner loops, and `choose/` plans these.

pub mod asserted;
pub mod assumption;
pub mod candidates;
pub mod checked;
pub mod countdown;
pub mod counted;
pub mod forms;
pub mod full;
pub mod growth;
pub mod guarded;
pub mod independence;
pub mod jam;
mod jam_hosted;
pub mod jam_inside;
mod jam_names;
pub mod limits;
pub mod loads_first;
pub mod size;
pub mod texts;
pub mod unfolded;
pub mod versions;
