//! The command line: arguments, files, exit status.
