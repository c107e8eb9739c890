//! Any bytes through the lexer: see `lexing.rs`.

#![no_main]

use clunroll_fuzz::{lexing, mutation};
use libfuzzer_sys::{fuzz_mutator, fuzz_target};

fuzz_target!(|data: &[u8]| lexing::check(data));
fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    mutation::mutate(data, size, max_size, seed)
});
