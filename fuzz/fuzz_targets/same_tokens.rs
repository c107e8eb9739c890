//! What a compiler sees of any bytes, before and after: see `same_tokens.rs`.

#![no_main]

use clunroll_fuzz::{mutation, same_tokens};
use libfuzzer_sys::{fuzz_mutator, fuzz_target};

fuzz_target!(|data: &[u8]| same_tokens::check(data));
fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    mutation::mutate(data, size, max_size, seed)
});
