//! Findings as text for people; one file per format.
