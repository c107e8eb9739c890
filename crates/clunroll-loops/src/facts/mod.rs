//! Facts about a loop, whatever form it takes: its trip count, its place, and how copies can get the value of its variable.

pub mod branches;
pub mod guards;
pub mod numbers_in_place;
pub mod position;
pub mod style;
pub mod trip_count;
