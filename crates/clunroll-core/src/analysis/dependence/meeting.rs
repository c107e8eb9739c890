//! Whether two subscripts can be equal in two iterations of a nest: the GCD test and Banerjee's bounds.
//!
//! Each subscript is a sum of constants times iteration numbers. Their difference is one too, and the subscripts are equal where
//! it is 0:
//!
//! ```text
//! c[16 * r + k]  and  c[16 * r + k + 1]        difference = 16 * distance + (k of the second) - (k of the first) + 1
//! ```
//!
//! Arithmetic is that of 32 bits, or of more, and wraps around. So the GCD test takes 2^32 as one more coefficient, and the
//! bounds show something only if the difference stays within ±[`LIMIT`], where no wrap around leads back to 0. A difference of wider
//! subscripts is a multiple of 2^64 only if it is one of 2^32, so that the width does not matter.
//!
//! The iterations are those that a jam takes in another order ([`Order`]): the second lies in a later iteration of the outer loop,
//! and in an earlier iteration of one of the inner loops around both (Allen and Kennedy: the direction vectors `(<, =, …, >, *, …)`).

/// A difference within this is 0 in the arithmetic of 32 bits only if it is 0.
const LIMIT: i128 = 1 << 30;
/// The greatest distance in the outer loop that is examined, since each distance is examined alone. No jam has so many copies.
const MAX_DISTANCE: u64 = 256;

/// A loop around one access or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoopTerm {
    /// What the first subscript grows by in each iteration.
    pub first: i128,
    /// What the second one grows by.
    pub second: i128,
    /// How often it runs, where that is known.
    pub trips: Option<u64>,
}

/// Two subscripts in different iterations of the outer loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subscripts {
    /// The second minus the first, where all iteration numbers are 0.
    pub constant: i128,
    /// What both grow by in each iteration of the outer loop.
    pub outer: i128,
    /// The second lies at most so many iterations of the outer loop after the first.
    pub farthest: u64,
    /// The loops around both, from the outermost in.
    pub common: Vec<LoopTerm>,
    /// What the difference grows by in each iteration of another loop, and how often that runs, where that is known.
    pub free: Vec<(i128, Option<u64>)>,
}

/// Which iterations of the common inner loops are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The same iteration of all of them.
    Same,
    /// The same of the first so many, and an earlier one of the next for the second access.
    Earlier(usize),
}

/// What a part of the difference can be: the least and the greatest value, unless it has no bounds; and what divides it.
struct Extent {
    low: i128,
    high: i128,
    is_bounded: bool,
    divisor: i128,
}

impl Extent {
    fn new() -> Self {
        Self { low: 0, high: 0, is_bounded: true, divisor: 1 << 32 }
    }

    /// Adds a part that is a multiple of `divisor` and lies at one of some corners, or between them.
    fn add(&mut self, divisor: i128, corners: Option<&[i128]>) {
        self.divisor = gcd(self.divisor, divisor);
        match corners {
            _ if divisor == 0 => {}
            Some(corners) => {
                self.low += corners.iter().min().copied().unwrap_or_default();
                self.high += corners.iter().max().copied().unwrap_or_default();
            }
            None => self.is_bounded = false,
        }
    }

    /// Adds a loop in which each access may be in any iteration, or in which both are in the same one.
    fn add_free(&mut self, coefficient: i128, trips: Option<u64>) {
        let corners = trips.map(|trips| [0, coefficient * (i128::from(trips) - 1)]);
        self.add(coefficient, corners.as_ref().map(|corners| &corners[..]));
    }
}

impl Subscripts {
    /// Whether the subscripts may be equal in such iterations. All numbers are at most 2^62.
    #[must_use]
    pub fn may_meet(&self, order: Order) -> bool {
        self.farthest > MAX_DISTANCE || (1..=self.farthest).any(|distance| self.may_meet_at(distance, order))
    }

    /// Whether they may be equal in the same iteration of all loops.
    #[must_use]
    pub fn may_meet_in_one_iteration(&self) -> bool {
        self.may_meet_at(0, Order::Same)
    }

    /// The same at one distance in the outer loop.
    fn may_meet_at(&self, distance: u64, order: Order) -> bool {
        let equal = match order {
            Order::Same => self.common.len(),
            Order::Earlier(equal) => equal,
        };
        let runs = |trips: Option<u64>, least: u64| trips.is_none_or(|trips| trips >= least);
        if !self.common.iter().all(|term| runs(term.trips, 1)) || !self.free.iter().all(|&(_, trips)| runs(trips, 1)) {
            return false;
        }
        let mut extent = Extent::new();
        let constant = self.constant + self.outer * i128::from(distance);
        for (at, term) in self.common.iter().enumerate() {
            let &LoopTerm { first, second, trips } = term;
            match order {
                _ if at < equal => extent.add_free(second - first, trips),
                Order::Earlier(reversed) if at == reversed => {
                    if !runs(trips, 2) {
                        return false;
                    }
                    // The second is in the iteration t, the first in t + d: a triangle with three corners.
                    let corners = trips.map(|trips| {
                        let last = i128::from(trips) - 1;
                        let value = |t: i128, d: i128| second * t - first * (t + d);
                        [value(0, 1), value(0, last), value(last - 1, 1)]
                    });
                    let divisor = gcd(second - first, first);
                    extent.add(divisor, corners.as_ref().map(|corners| &corners[..]));
                }
                _ => {
                    extent.add_free(second, trips);
                    extent.add_free(-first, trips);
                }
            }
        }
        for &(coefficient, trips) in &self.free {
            extent.add_free(coefficient, trips);
        }
        let (low, high) = (extent.low + constant, extent.high + constant);
        let is_disjoint = extent.is_bounded && -LIMIT < low && high < LIMIT && (low > 0 || high < 0);
        let is_indivisible = constant.rem_euclid(extent.divisor) != 0;
        !is_disjoint && !is_indivisible
    }
}

/// The greatest common divisor; that of 0 and a number is the number.
fn gcd(one: i128, other: i128) -> i128 {
    let (mut one, mut other) = (one.abs(), other.abs());
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that look random (xorshift).
    struct Dice(u64);

    impl Dice {
        fn below(&mut self, end: u64) -> u64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            self.0 % end
        }

        fn between(&mut self, low: i128, high: i128) -> i128 {
            low + i128::from(self.below((high - low + 1) as u64))
        }
    }

    /// All iterations of loops, one after the other.
    fn iterations(trips: &[u64]) -> Vec<Vec<i128>> {
        trips.iter().fold(vec![Vec::new()], |all, &trips| {
            let with = |one: &Vec<i128>| (0..trips).map(|t| [&one[..], &[i128::from(t)]].concat()).collect::<Vec<_>>();
            all.iter().flat_map(with).collect()
        })
    }

    /// Whether the subscripts are equal somewhere, with 32 bits; loops of unknown trip counts run `unknown` times.
    fn meets(subscripts: &Subscripts, order: Order, unknown: u64) -> bool {
        let of = |trips: Option<u64>| trips.unwrap_or(unknown);
        let common = iterations(&subscripts.common.iter().map(|term| of(term.trips)).collect::<Vec<_>>());
        let free = iterations(&subscripts.free.iter().map(|&(_, trips)| of(trips)).collect::<Vec<_>>());
        let in_order = |first: &[i128], second: &[i128]| match order {
            Order::Same => first == second,
            Order::Earlier(equal) => first[..equal] == second[..equal] && second[equal] < first[equal],
        };
        (1..=subscripts.farthest).any(|distance| {
            common.iter().any(|first| {
                common.iter().filter(|second| in_order(first, second)).any(|second| {
                    free.iter().any(|others| {
                        let mut difference = subscripts.constant + subscripts.outer * i128::from(distance);
                        for (at, term) in subscripts.common.iter().enumerate() {
                            difference += term.second * second[at] - term.first * first[at];
                        }
                        for (at, &(coefficient, _)) in subscripts.free.iter().enumerate() {
                            difference += coefficient * others[at];
                        }
                        difference.rem_euclid(1 << 32) == 0
                    })
                })
            })
        })
    }

    fn any_trips(dice: &mut Dice) -> Option<u64> {
        (dice.below(5) > 0).then(|| dice.below(5))
    }

    fn any(dice: &mut Dice) -> Subscripts {
        let scale = [1, 1, 2, 4, 1 << 16, 1 << 31][dice.below(6) as usize];
        let coefficient = |dice: &mut Dice| dice.between(-5, 5) * scale;
        let common = (0..dice.below(3)).map(|_| {
            let first = coefficient(dice);
            let second = if dice.below(2) == 0 { first } else { coefficient(dice) };
            LoopTerm { first, second, trips: any_trips(dice) }
        });
        let common = common.collect();
        let free = (0..dice.below(2)).map(|_| (coefficient(dice), any_trips(dice))).collect();
        let (outer, farthest) = (coefficient(dice) * dice.between(1, 8), dice.below(4));
        Subscripts { constant: dice.between(-9, 9), outer, farthest, common, free }
    }

    #[test]
    fn what_is_shown_never_to_meet_meets_nowhere() {
        let (mut dice, mut shown) = (Dice(0x9e37_79b9_7f4a_7c15), 0);
        for _ in 0..60_000 {
            let subscripts = any(&mut dice);
            let orders = (0..subscripts.common.len()).map(Order::Earlier).chain([Order::Same]);
            for order in orders {
                if subscripts.may_meet(order) {
                    continue;
                }
                shown += 1;
                for unknown in [0, 1, 2, 5] {
                    assert!(!meets(&subscripts, order, unknown), "{subscripts:?} {order:?} {unknown}");
                }
            }
        }
        assert!(shown > 20_000, "{shown}");
    }

    #[test]
    fn little_is_missed_where_all_is_known() {
        let (mut dice, mut missed, mut disjoint) = (Dice(7), 0, 0);
        for _ in 0..20_000 {
            let mut subscripts = any(&mut dice);
            subscripts.common.iter_mut().for_each(|term| term.trips = term.trips.or(Some(3)));
            subscripts.free.iter_mut().for_each(|(_, trips)| *trips = trips.or(Some(3)));
            if !meets(&subscripts, Order::Same, 0) {
                disjoint += 1;
                missed += u32::from(subscripts.may_meet(Order::Same));
            }
        }
        assert!(missed * 5 < disjoint, "{missed} of {disjoint}");
    }

    #[test]
    fn known_answers() {
        let inner = |trips| vec![LoopTerm { first: 1, second: 1, trips }];
        let rows = |outer, trips, constant| Subscripts {
            constant,
            outer,
            farthest: 3,
            common: inner(trips),
            free: Vec::new(),
        };
        // c[16 * r + k] with 16 and with 17 columns, and with an unknown number.
        assert!(!rows(16, Some(16), 0).may_meet(Order::Earlier(0)));
        assert!(rows(16, Some(17), 0).may_meet(Order::Earlier(0)));
        assert!(rows(16, None, 0).may_meet(Order::Earlier(0)));
        // The same iteration of the inner loop meets only itself.
        assert!(!rows(16, None, 0).may_meet(Order::Same));
        // c[16 * r + k] and c[16 * r + k - 16].
        assert!(rows(16, Some(16), -16).may_meet(Order::Same));
        assert!(!rows(16, Some(16), -16).may_meet(Order::Earlier(0)));
        assert!(rows(16, Some(16), -15).may_meet(Order::Earlier(0)));
        // Even and odd elements.
        let even = Subscripts { common: vec![LoopTerm { first: 2, second: 2, trips: None }], ..rows(4, None, 1) };
        assert!(!even.may_meet(Order::Earlier(0)));
        // 2^31 * 2 is 0 in 32 bits.
        assert!(rows(1 << 31, Some(1), 0).may_meet(Order::Same));
    }
}
