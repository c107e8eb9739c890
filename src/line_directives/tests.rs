//! Small texts with their lines numbered.
