//! What is true of a loop, whatever form it takes: how often it runs, where it stands, how copies may come by its variable.

pub mod branches;
pub mod guards;
pub mod position;
pub mod style;
pub mod trip_count;
