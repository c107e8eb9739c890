//! The texts of plans, from the outer loops in. Writing decides nothing: what a plan says is written.
//!
//! Each planned loop becomes a tree of texts ([`Text`](text::Text)) whose leaves are spans of the source and a little made text between
//! them. There is a file for each form, as there is in `legal/`; `render.rs` calls them, and `renderer.rs` is what all of them write with.

pub mod block;
pub mod bounds;
pub mod checked;
pub mod choice;
pub mod copies;
pub mod copy_counters;
pub mod countdown;
pub mod counted;
pub mod edits;
pub mod full;
pub mod guarded;
pub mod independence;
pub mod jam;
pub mod jam_names;
pub mod loads_first;
pub mod naming;
pub mod own_loop;
pub mod remainder;
pub mod render;
pub mod renderer;
pub mod stride_test;
pub mod text;
pub mod versions;
