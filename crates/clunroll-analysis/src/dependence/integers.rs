//! Whether linear equations and inequalities have a common solution in integers.
//!
//! ```text
//! r2 = r1 + d, 1 <= d <= 3, 0 <= k1 < n, 0 <= k2 < n, 16 * r1 + k1 = 16 * r2 + k2 …
//! ```
//!
//! Equations are eliminated first. The greatest common divisor of the coefficients must divide the constant; a variable with the
//! coefficient 1 is replaced by its solution; and if there is none, Euclid's algorithm makes one by changes of variables that map integers
//! to integers, both ways. This is exact. Then Fourier-Motzkin elimination removes one variable after the other from the inequalities: each
//! lower bound is at most each upper bound. That is exact if one of the two has the coefficient 1, and variables with small coefficients
//! come first. Each inequality is divided by the greatest common divisor of its coefficients, and its constant is rounded down, which also
//! detects many systems whose only solutions are fractions (Pugh, *The Omega Test*, 1991). If all solutions may be fractions, a sum of
//! variables with only a few values gets each of them in turn.
//!
//! The answer "no solution" is always right. The answer "a solution" may be wrong: it is also the answer if the search takes too long, or
//! if a number becomes too large.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use crate::limits::{MAX_INEQUALITIES, MAX_INEQUALITIES_OF_PAIR};

/// The limit of numbers: a number and its negative are far from the limits of the arithmetic.
const MAX_NUMBER: u128 = 1 << 120;
/// The most values of a sum that gets each of them in turn.
const MAX_CASES: i128 = 16;

/// A sum of variables, each by its number, with coefficients and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    terms: BTreeMap<usize, i128>,
    constant: i128,
}

/// A number is too great, or the work is too much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TooMuch;

impl Sum {
    /// A constant.
    #[must_use]
    pub fn constant(constant: i128) -> Self {
        Self { terms: BTreeMap::new(), constant }
    }

    /// A multiple of a variable.
    #[must_use]
    pub fn of(variable: usize, coefficient: i128) -> Self {
        Self::default().and(variable, coefficient)
    }

    /// This and a multiple of a variable.
    #[must_use]
    pub fn and(mut self, variable: usize, coefficient: i128) -> Self {
        self.set(variable, self.coefficient(variable).saturating_add(coefficient));
        self
    }

    /// This and a multiple of another sum. All numbers are far from the limits of the arithmetic.
    #[must_use]
    pub fn plus(&self, other: &Self, factor: i128) -> Self {
        let mut sum = self.clone();
        for (&variable, &coefficient) in &other.terms {
            sum = sum.and(variable, coefficient.saturating_mul(factor));
        }
        sum.constant = sum.constant.saturating_add(other.constant.saturating_mul(factor));
        sum
    }

    /// Multiples of two sums, added.
    fn combined(&self, factor: i128, other: &Self, of_other: i128) -> Result<Self, TooMuch> {
        let add = |one: i128, two: i128| {
            let sum = one.checked_mul(factor)?.checked_add(two.checked_mul(of_other)?)?;
            (sum.unsigned_abs() < MAX_NUMBER).then_some(sum)
        };
        let mut sum = Self::constant(add(self.constant, other.constant).ok_or(TooMuch)?);
        for &variable in self.terms.keys().chain(other.terms.keys()) {
            let coefficient = add(self.coefficient(variable), other.coefficient(variable)).ok_or(TooMuch)?;
            sum.set(variable, coefficient);
        }
        Ok(sum)
    }

    fn coefficient(&self, variable: usize) -> i128 {
        self.terms.get(&variable).copied().unwrap_or_default()
    }

    fn set(&mut self, variable: usize, coefficient: i128) {
        if coefficient == 0 {
            self.terms.remove(&variable);
        } else {
            self.terms.insert(variable, coefficient);
        }
    }

    /// The greatest common divisor of the coefficients; 0 if there are none.
    fn divisor(&self) -> i128 {
        self.terms.values().fold(0, |divisor, &coefficient| gcd(divisor, coefficient))
    }

    fn divided(mut self, divisor: i128) -> Self {
        self.terms.values_mut().for_each(|coefficient| *coefficient /= divisor);
        self.constant = self.constant.div_euclid(divisor);
        self
    }
}

/// Equations and inequalities of integers.
#[derive(Clone, Debug, Default)]
pub struct System {
    variables: usize,
    zero: Vec<Sum>,
    not_negative: Vec<Sum>,
}

impl System {
    /// A new variable.
    pub fn variable(&mut self) -> usize {
        self.variables += 1;
        self.variables - 1
    }

    /// A new variable that is 0 or more.
    pub fn count(&mut self) -> usize {
        let count = self.variable();
        self.not_negative(Sum::of(count, 1));
        count
    }

    /// Adds the equation that the sum is 0.
    pub fn zero(&mut self, sum: Sum) {
        self.zero.push(sum);
    }

    /// Adds the inequality that the sum is 0 or more.
    pub fn not_negative(&mut self, sum: Sum) {
        self.not_negative.push(sum);
    }

    /// Whether there may be a solution, and how many inequalities were processed.
    #[must_use]
    pub fn may_have_solution(self) -> (bool, usize) {
        let mut work = 0;
        let answer = self.solve(&mut work);
        (answer.unwrap_or(true), work)
    }

    fn solve(self, work: &mut usize) -> Result<bool, TooMuch> {
        let mut cases = vec![self];
        while let Some(case) = cases.pop() {
            let variables = case.variables;
            let Some(bounds) = case.without_equations(work)? else { continue };
            match bounds.clone().eliminate(work)? {
                Solution::None => {}
                Solution::Integers => return Ok(true),
                Solution::Perhaps => {
                    let Some((band, values)) = bounds.narrowest() else { return Ok(true) };
                    let not_negative: Vec<Sum> = bounds.sums().collect();
                    cases.extend(values.map(|value| {
                        let zero = vec![band.plus(&Sum::constant(value), -1)];
                        Self { variables, zero, not_negative: not_negative.clone() }
                    }));
                }
            }
            if *work > MAX_INEQUALITIES_OF_PAIR {
                return Err(TooMuch);
            }
        }
        Ok(false)
    }

    /// The inequalities after all equations are eliminated; `None` if there is no solution.
    fn without_equations(mut self, work: &mut usize) -> Result<Option<Bounds>, TooMuch> {
        *work += self.not_negative.len() + self.zero.len();
        while let Some(equation) = self.zero.pop() {
            let divisor = equation.divisor();
            if divisor == 0 && equation.constant != 0 || divisor != 0 && equation.constant % divisor != 0 {
                return Ok(None);
            }
            let equation = equation.divided(divisor.max(1));
            let Some((&variable, &coefficient)) = equation.terms.iter().min_by_key(|(_, one)| one.unsigned_abs())
            else {
                continue;
            };
            if coefficient.abs() == 1 {
                // coefficient * variable + rest = 0
                let mut rest = equation;
                rest.set(variable, 0);
                self.replace(variable, &rest, -coefficient)?;
                continue;
            }
            // The variable is replaced by a new one, from which multiples of the others are subtracted, so that their coefficients become
            // remainders.
            let others = equation.terms.iter().filter(|(other, _)| **other != variable);
            let change = others.fold(Sum::of(variable, 1), |change, (&other, &of_other)| {
                change.and(other, -of_other.div_euclid(coefficient))
            });
            self.zero.push(equation);
            self.replace(variable, &change, 1)?;
        }
        let mut bounds = Bounds::default();
        for sum in self.not_negative {
            if !bounds.add(sum)? {
                return Ok(None);
            }
        }
        Ok(Some(bounds))
    }

    /// Replaces a variable by a multiple of a sum.
    fn replace(&mut self, variable: usize, by: &Sum, factor: i128) -> Result<(), TooMuch> {
        for sum in self.zero.iter_mut().chain(&mut self.not_negative) {
            let coefficient = sum.coefficient(variable);
            if coefficient != 0 {
                let mut rest = std::mem::take(sum);
                rest.set(variable, 0);
                *sum = rest.combined(1, by, coefficient * factor)?;
            }
        }
        Ok(())
    }
}

/// The result of elimination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Solution {
    /// There is no solution.
    None,
    /// There is a solution in integers.
    Integers,
    /// There is a solution in fractions.
    Perhaps,
}

/// Inequalities. Only the strongest of those with the same coefficients are kept.
#[derive(Clone, Debug, Default)]
struct Bounds(BTreeMap<Vec<(usize, i128)>, i128>);

impl Bounds {
    /// Adds an inequality. Returns whether it may hold.
    fn add(&mut self, sum: Sum) -> Result<bool, TooMuch> {
        let divisor = sum.divisor();
        if divisor == 0 {
            return Ok(sum.constant >= 0);
        }
        let Sum { terms, constant } = sum.divided(divisor);
        let weakest = self.0.entry(terms.into_iter().collect()).or_insert(constant);
        *weakest = constant.min(*weakest);
        if self.0.len() > MAX_INEQUALITIES { Err(TooMuch) } else { Ok(true) }
    }

    fn sums(&self) -> impl Iterator<Item = Sum> {
        self.0.iter().map(|(terms, &constant)| Sum { terms: terms.iter().copied().collect(), constant })
    }

    /// Eliminates all variables, one after the other.
    fn eliminate(mut self, work: &mut usize) -> Result<Solution, TooMuch> {
        let mut solution = Solution::Integers;
        while let Some((variable, is_exact)) = self.next() {
            if !is_exact {
                solution = Solution::Perhaps;
            }
            let (mut low, mut high, mut rest) = (Vec::new(), Vec::new(), Self::default());
            for sum in self.sums() {
                match sum.coefficient(variable) {
                    0 => {
                        rest.add(sum)?;
                    }
                    1.. => low.push(sum),
                    _ => high.push(sum),
                }
            }
            *work += low.len() * high.len();
            for least in &low {
                for most in &high {
                    let (up, down) = (least.coefficient(variable), -most.coefficient(variable));
                    let common = gcd(up, down);
                    if !rest.add(least.combined(down / common, most, up / common)?)? {
                        return Ok(Solution::None);
                    }
                }
            }
            self = rest;
        }
        Ok(solution)
    }

    /// The sum of variables with the fewest values, if these are few, and the values.
    fn narrowest(&self) -> Option<(Sum, RangeInclusive<i128>)> {
        let bands = self.0.iter().filter_map(|(terms, &constant)| {
            let turned: Vec<(usize, i128)> =
                terms.iter().map(|&(variable, coefficient)| (variable, -coefficient)).collect();
            let greatest = *self.0.get(&turned)?;
            (greatest + constant < MAX_CASES).then_some((terms, -constant, greatest))
        });
        let (terms, least, greatest) = bands.min_by_key(|(_, least, greatest)| greatest - least)?;
        Some((Sum { terms: terms.iter().copied().collect(), constant: 0 }, least..=greatest))
    }

    /// The variable to eliminate next, and whether that is exact: if all its lower bounds or all its upper bounds have the coefficient 1,
    /// no solution in integers appears or disappears. With greater coefficients, more may appear. Among several variables, it is the one
    /// that makes the fewest inequalities.
    fn next(&self) -> Option<(usize, bool)> {
        let mut uses: BTreeMap<usize, [(i128, i128); 2]> = BTreeMap::new();
        for &(variable, coefficient) in self.0.keys().flatten() {
            let (count, greatest) = &mut uses.entry(variable).or_default()[usize::from(coefficient < 0)];
            *count += 1;
            *greatest = coefficient.abs().max(*greatest);
        }
        let cost = |[(low, up), (high, down)]: [(i128, i128); 2]| (up.min(down), low * high - low - high);
        let (variable, of_variable) = uses.into_iter().min_by_key(|&(_, of_variable)| cost(of_variable))?;
        Some((variable, cost(of_variable).0 <= 1))
    }
}

/// The greatest common divisor; the divisor of 0 and a number is the number.
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
    use crate::dependence::dice::Dice;

    impl Dice {
        fn sum(&mut self, variables: usize) -> Sum {
            let scale = [1, 1, 1, 2, 3, 1 << 32][self.between(0, 5) as usize];
            let constant = Sum::constant(self.between(-12, 12));
            (0..variables).fold(constant, |sum, one| {
                let factor = if self.between(0, 4) == 0 { scale } else { 1 };
                let coefficient = if self.between(0, 2) == 0 { 0 } else { self.between(-4, 4) * factor };
                sum.and(one, coefficient)
            })
        }
    }

    const LAST: i128 = 4;

    /// Whether there is a solution with all variables from 0 to [`LAST`].
    fn has_solution(system: &System) -> bool {
        let values = (LAST + 1) as usize;
        (0..values.pow(system.variables as u32)).any(|number| {
            let value = |sum: &Sum| {
                let of = |(&one, &coefficient): (&usize, &i128)| {
                    (number / values.pow(one as u32) % values) as i128 * coefficient
                };
                sum.terms.iter().map(of).sum::<i128>() + sum.constant
            };
            system.zero.iter().all(|sum| value(sum) == 0) && system.not_negative.iter().all(|sum| value(sum) >= 0)
        })
    }

    #[test]
    fn nothing_with_a_solution_is_denied_and_little_without_is_missed() {
        let (mut dice, mut without, mut missed) = (Dice::new(), 0, 0);
        for _ in 0..20_000 {
            let mut system = System::default();
            for _ in 0..dice.between(1, 4) {
                let one = system.count();
                system.not_negative(Sum::constant(LAST).and(one, -1));
            }
            for _ in 0..dice.between(0, 2) {
                let sum = dice.sum(system.variables);
                system.zero(sum);
            }
            for _ in 0..dice.between(0, 3) {
                let sum = dice.sum(system.variables);
                system.not_negative(sum);
            }
            let (is_solved, may_be) = (has_solution(&system), system.clone().may_have_solution().0);
            assert!(may_be || !is_solved, "{system:?}");
            without += u32::from(!is_solved);
            missed += u32::from(may_be && !is_solved);
        }
        assert!(without > 5_000 && missed * 50 < without, "{missed} of {without}");
    }

    #[test]
    fn known_answers() {
        let may_be = |zero: &[Sum], not_negative: &[Sum]| {
            let system = System { variables: 2, zero: zero.to_vec(), not_negative: not_negative.to_vec() };
            system.may_have_solution().0
        };
        let (x, y) = (|coefficient| Sum::of(0, coefficient), |coefficient| Sum::of(1, coefficient));
        let number = Sum::constant;
        // 4x + 6y = 3, 4x + 6y = 2
        assert!(!may_be(&[x(4).plus(&y(6), 1).plus(&number(-3), 1)], &[]));
        assert!(may_be(&[x(4).plus(&y(6), 1).plus(&number(-2), 1)], &[]));
        // 1 <= 3x <= 2
        assert!(!may_be(&[], &[x(3).plus(&number(-1), 1), x(-3).plus(&number(2), 1)]));
        // x < y < x + 1, x < y < x + 2
        let after = y(1).plus(&x(-1), 1).plus(&number(-1), 1);
        assert!(!may_be(&[], &[after.clone(), x(1).plus(&y(-1), 1)]));
        assert!(may_be(&[], &[after, x(1).plus(&y(-1), 1).plus(&number(1), 1)]));
        // Numbers that are too great prove nothing.
        assert!(may_be(&[x(1 << 90).plus(&y((1 << 90) - 1), 1).plus(&number(1 << 120), 1)], &[]));
    }
}
