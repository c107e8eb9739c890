//! Any calls of the C interface: see `c_interface.rs`.

#![no_main]

use clunroll_fuzz::{c_interface, mutation};
use libfuzzer_sys::{fuzz_mutator, fuzz_target};

fuzz_target!(|data: &[u8]| c_interface::check(data));
fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    mutation::mutate(data, size, max_size, seed)
});
