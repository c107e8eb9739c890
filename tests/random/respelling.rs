//! Another spelling of a random program, in which it must compute the same.

use proptest::test_runner::{RngAlgorithm, TestRng};

use super::dice::Dice;
use super::respell::{Change, respelled};
use super::{seed, setting};

/// The share of places that are spelled differently, in percent.
const PERCENT: usize = 20;

/// The text otherwise, if that is wanted: `CLUNROLL_RANDOM_RESPELL=0` leaves it out.
pub fn otherwise(text: &str, number: u64) -> Option<String> {
    if setting("CLUNROLL_RANDOM_RESPELL") == Some(0) {
        return None;
    }
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed().to_le_bytes());
    bytes[8..16].copy_from_slice(&number.to_le_bytes());
    bytes[16] = 211;
    let mut random = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    let mut dice = Dice(&mut random);
    // Few kinds at a time, so that each also comes without the others: some keep a loop from being rewritten.
    let changes: Vec<_> = Change::ALL.into_iter().filter(|_| dice.chance(30)).collect();
    Some(respelled(text, &mut dice, &changes, PERCENT)?.text)
}
