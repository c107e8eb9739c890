//! Makes up the header of a loop.
//!
//! Types, limits, comparison and step are drawn, walked through with all values that they may have, and drawn again
//! if some walk is too long or overflows. That leaves loops which end, of every kind that ends, those at the limits of
//! their types among them.

use std::collections::BTreeSet;

use super::dice::Dice;
use super::integer::{Integer, Walk};
use super::program::{Basis, Comparison, Declared, Form, Header, Host, Operand, Pointee, Spelling, Step};

/// The wanted properties of a loop, so that the mix of loops is as promised.
#[allow(clippy::struct_excessive_bools, reason = "independent wishes")]
#[derive(Clone, Copy, Debug)]
pub struct Wishes {
    /// A type narrower than `int`, or two types in one test.
    pub is_mixed: bool,
    /// A variable that outlives the loop.
    pub is_outside: bool,
    /// Control flow or writes in macros.
    pub is_hidden: bool,
    /// Values next to the limits of the type.
    pub is_at_limit: bool,
    /// A bound that the host decides upon.
    pub is_hosted: bool,
    /// `break` or `continue`.
    pub jumps: bool,
    /// A promise about the trip count.
    pub is_promised: bool,
}

impl Wishes {
    /// Draws them.
    pub fn draw(dice: &mut Dice<'_>) -> Self {
        let is_at_limit = dice.chance(16);
        Self {
            is_mixed: dice.chance(18),
            is_outside: dice.chance(30),
            is_hidden: dice.chance(22),
            is_at_limit,
            is_hosted: !is_at_limit && dice.chance(20),
            jumps: dice.chance(38),
            is_promised: dice.chance(10),
        }
    }
}

/// A variable of a loop further out, which operands may depend on.
#[derive(Clone, Debug)]
pub struct Outer {
    /// Its name.
    pub name: String,
    /// Its type.
    pub kind: Integer,
    /// The values that it takes.
    pub values: Vec<i128>,
}

/// The surroundings of a header.
pub struct Site<'a> {
    /// The program's number.
    pub number: u64,
    /// The loop's.
    pub id: usize,
    /// Loops around it.
    pub outer: &'a [Outer],
    /// How often it may run.
    pub limit: usize,
}

/// A header with the declarations that it needs.
pub struct Made {
    /// How the loop is written.
    pub form: Form,
    /// The header.
    pub header: Header,
    /// Lines in front of the loop.
    pub before: Vec<String>,
    /// Macros that the file defines.
    pub constants: Vec<(String, String)>,
    /// Macros that the host defines.
    pub hosts: Vec<Host>,
    /// Values of the variable on one of its walks.
    pub values: Vec<i128>,
    /// The possible trip counts, unless the loop ends early; empty if they depend on its body.
    pub counts: Vec<usize>,
    /// The values that the variable takes in any run.
    pub every: BTreeSet<i128>,
}

/// How many sets of options each program with host macros is built with.
pub const BUILDS: usize = 4;

/// The values of the kernel's parameters; all walks must end for each.
pub const N: [i64; 8] = [13, 0, 1, -1, 3, 5, 8, 4];
/// The same for `m`, `w` and `b`.
pub const M: [i64; 8] = [3, 0, 5, 1, 8, 2, 13, 7];

/// A header that is being drawn.
pub(super) struct Attempt<'a, 'd, 'r> {
    pub(super) dice: &'a mut Dice<'r>,
    pub(super) site: &'a Site<'d>,
    pub(super) wishes: Wishes,
    /// The value around which all lies.
    pub(super) base: i128,
    before: Vec<String>,
    pub(super) constants: Vec<(String, String)>,
    pub(super) hosts: Vec<Host>,
}

/// Draws until something comes out that ends.
pub fn header(dice: &mut Dice<'_>, site: &Site<'_>, wishes: Wishes) -> Made {
    loop {
        let mut attempt =
            Attempt { dice, site, wishes, base: 0, before: Vec::new(), constants: Vec::new(), hosts: Vec::new() };
        if let Some(made) = attempt.draw() {
            return made;
        }
    }
}

impl Attempt<'_, '_, '_> {
    #[expect(clippy::too_many_lines, reason = "one choice after another")]
    fn draw(&mut self) -> Option<Made> {
        let wishes = self.wishes;
        let is_pointer = !wishes.is_mixed && !wishes.is_at_limit && !wishes.is_hosted && self.dice.chance(10);
        let pointer = is_pointer.then(|| self.dice.pick(&[Pointee::Global, Pointee::Private]));
        let kind = if is_pointer { Integer::INT } else { self.kind() };
        let counts_down = !is_pointer && !wishes.is_at_limit && !wishes.is_hosted && self.dice.chance(9);
        let form = if counts_down { self.form_of_countdown() } else { self.form() };
        let declared = match () {
            () if !wishes.is_outside && form.may_declare() => Declared::Inside,
            () if form.may_declare() && self.dice.chance(65) => Declared::Before,
            () => Declared::BeforeWithValue,
        };
        let is_geometric = !counts_down && pointer.is_none() && !wishes.is_at_limit && self.dice.chance(8);
        let up = !counts_down && self.dice.chance(70);
        let (step, amounts) = if is_geometric { (self.factor(up), vec![0]) } else { self.stride(up, kind, form) };
        if form.steps_in_condition() && !matches!(step, Step::Increment { .. } | Step::Decrement { .. }) {
            return None;
        }
        if form.steps_in_condition() && (wishes.is_at_limit || is_pointer) {
            return None;
        }
        // The body reads through the pointer also after the last step.
        if form == Form::WhileStepFirst && is_pointer {
            return None;
        }
        let (start, bound) = self.limits(kind, up, is_geometric);
        let is_bare = counts_down && self.dice.chance(60);
        let comparison = match counts_down {
            true if is_bare => Comparison::NotEqual,
            true => self.dice.pick(&[Comparison::NotEqual, Comparison::Greater]),
            false => self.comparison(up),
        };
        let is_plain = is_pointer || is_geometric;
        let start = self.operand(start, kind, false, is_plain);
        let zero = || Operand {
            text: "0".to_owned(),
            kind: Integer::INT,
            values: vec![0],
            basis: Basis::Constant,
            declaration: None,
        };
        let bound = if counts_down { zero() } else { self.operand(bound, kind, true, is_plain) };
        let bound = if !is_plain && bound.basis != Basis::Host && self.may_change(comparison, up) {
            self.changeable(bound)
        } else {
            bound
        };
        let paths = self.walk(kind, (&start, &bound), comparison, (&step, &amounts), form)?;
        let wraps = paths.iter().any(|path| path.wraps);
        let mut counts: Vec<_> = paths.iter().map(|path| path.values.len()).collect();
        let every: BTreeSet<_> = paths.iter().flat_map(|path| path.values.iter().copied()).collect();
        let longest = paths.into_iter().max_by_key(|path| path.values.len())?;
        if longest.values.is_empty() && !self.dice.chance(20) {
            return None;
        }
        let others = if pointer.is_none() && self.dice.chance(12) { self.others() } else { Vec::new() };
        let guard = if self.dice.chance(9) { Some(self.guard(pointer.is_some())) } else { None };
        if guard.is_some() || bound.basis == Basis::Changeable {
            counts.clear();
        }
        let header = Header {
            variable: format!("i{}", self.site.id),
            kind,
            pointer,
            declared,
            start,
            comparison,
            bound,
            is_bare,
            is_mirrored: self.dice.chance(10),
            step,
            step_is_hidden: wishes.is_hidden && !form.steps_in_condition() && self.dice.chance(30),
            others,
            guard,
            wraps,
            spelling: Spelling::default(),
        };
        Some(Made {
            form,
            header,
            before: std::mem::take(&mut self.before),
            constants: std::mem::take(&mut self.constants),
            hosts: std::mem::take(&mut self.hosts),
            values: longest.values,
            every,
            counts,
        })
    }

    fn kind(&mut self) -> Integer {
        if self.wishes.is_mixed && self.dice.chance(60) {
            return self.dice.pick(&Integer::ALL[4..]);
        }
        self.dice.weighted(&[(55, Integer::INT), (28, Integer::UINT), (9, Integer::LONG), (8, Integer::ULONG)])
    }

    fn form(&mut self) -> Form {
        if !self.wishes.is_outside {
            if self.wishes.is_hidden && self.dice.chance(25) {
                return self.dice.pick(&[Form::ForByMacro, Form::ForAroundArgument, Form::ForInArgument]);
            }
            return self.dice.weighted(&[(92, Form::For), (4, Form::ForWithoutCondition), (4, Form::ForWithoutStep)]);
        }
        self.dice.weighted(&[
            (45, Form::For),
            (3, Form::ForWithoutCondition),
            (3, Form::ForWithoutStep),
            (15, Form::While),
            (7, Form::WhileStepFirst),
            (7, Form::WhileStepInCondition),
            (10, Form::Do),
            (4, Form::DoStepInCondition),
            (6, Form::Forever),
        ])
    }

    fn form_of_countdown(&mut self) -> Form {
        let forms = [Form::For, Form::ForStepInCondition, Form::While, Form::WhileStepInCondition];
        self.dice.pick(if self.wishes.is_outside { &forms[..] } else { &forms[..2] })
    }

    fn stride(&mut self, up: bool, kind: Integer, form: Form) -> (Step, Vec<i128>) {
        let sign = if up { 1 } else { -1 };
        let drawn = if form.steps_in_condition() { 0 } else { self.dice.below(100) };
        match drawn {
            0..65 => {
                let is_prefix = self.dice.chance(30);
                (if up { Step::Increment { is_prefix } } else { Step::Decrement { is_prefix } }, vec![0])
            }
            65..90 => {
                let amount = sign * self.dice.within(1, 5);
                let is_converted = (self.wishes.is_mixed || self.wishes.is_at_limit) && self.dice.chance(60);
                let kinds = if is_converted { &Integer::ALL[1..4] } else { &[Integer::INT][..] };
                (Step::Add { amount, kind: self.dice.pick(kinds), in_full: self.dice.chance(25) }, vec![0])
            }
            _ => {
                let name = format!("by{}", self.site.id);
                let (text, values) = match self.dice.below(3) {
                    0 => ("2".to_owned(), vec![2]),
                    1 => ("1 + (int)(m & 1u)".to_owned(), vec![1, 2]),
                    _ => ("1 + (n & 3)".to_owned(), vec![1, 2, 3, 4]),
                };
                let other = if self.wishes.is_mixed { self.dice.pick(&Integer::ALL) } else { kind };
                let constant = self.dice.pick(&["", "const "]);
                self.before.push(format!("{constant}{} {name} = {text};", other.name()));
                (Step::Variable { name, kind: other, is_minus: !up }, values)
            }
        }
    }

    fn factor(&mut self, up: bool) -> Step {
        if up {
            let by = self.dice.pick(&[2, 3]);
            self.dice.pick(&[Step::Multiply(by), Step::ShiftLeft(1), Step::Double])
        } else {
            self.dice.pick(&[Step::Divide(2), Step::ShiftRight(1), Step::Divide(3)])
        }
    }

    /// Where the loop begins and where it ends, if all goes the usual way.
    fn limits(&mut self, kind: Integer, up: bool, is_geometric: bool) -> (i128, i128) {
        let limit = self.site.limit as i64;
        if self.wishes.is_at_limit {
            let lowest = if kind.signed { kind.min() } else { 0 };
            self.base = self.dice.pick(&[kind.max(), kind.max(), lowest]);
            let mut near = || kind.wrap(self.base + i128::from(self.dice.within(-10, 10)));
            return (near(), near());
        }
        let least = i64::from(is_geometric);
        let low = if self.wishes.is_promised { least } else { self.dice.within(least, 3) };
        let low = i128::from(low);
        let far = if is_geometric { self.dice.within(4, 90) } else { self.dice.within(1, limit) };
        let high = low + i128::from(far);
        if up { (low, high) } else { (high, low) }
    }

    fn comparison(&mut self, up: bool) -> Comparison {
        let is_wild = self.wishes.is_at_limit && self.dice.chance(30);
        if self.dice.chance(12) {
            Comparison::NotEqual
        } else if up != is_wild {
            self.dice.weighted(&[(75, Comparison::Less), (25, Comparison::LessEqual)])
        } else {
            self.dice.weighted(&[(50, Comparison::Greater), (50, Comparison::GreaterEqual)])
        }
    }

    /// All ways through the loop; `None` if one is too long.
    fn walk(
        &mut self,
        kind: Integer,
        (start, bound): (&Operand, &Operand),
        comparison: Comparison,
        (step, amounts): (&Step, &[i128]),
        form: Form,
    ) -> Option<Vec<super::integer::Path>> {
        let mut paths = Vec::new();
        for &first in &start.values {
            for &last in &bound.values {
                for &amount in amounts {
                    let walk = Walk {
                        kind,
                        start: first,
                        comparison,
                        bound: last,
                        bound_kind: bound.kind,
                        step,
                        amount,
                        is_tested_behind: form.is_tested_after(),
                    };
                    paths.push(walk.path(self.site.limit + 1)?);
                }
            }
        }
        Some(paths)
    }

    /// Whether the bound may be a variable that the body counts down.
    fn may_change(&mut self, comparison: Comparison, up: bool) -> bool {
        let is_upper = up && matches!(comparison, Comparison::Less | Comparison::LessEqual);
        is_upper && !self.wishes.is_at_limit && self.dice.chance(8)
    }

    fn changeable(&mut self, bound: Operand) -> Operand {
        let name = format!("lim{}", self.site.id);
        self.before.extend(bound.declaration);
        self.before.push(format!("int {name} = {};", bound.text));
        if self.dice.chance(60) {
            self.before.push(format!("int *q{} = &{name};", self.site.id));
        }
        Operand { text: name, kind: Integer::INT, basis: Basis::Changeable, declaration: None, ..bound }
    }

    fn others(&mut self) -> Vec<(String, String)> {
        let name = format!("j{}", self.site.id);
        let step = self.dice.pick(&["++", "--", " += 2"]);
        let first = self.dice.within(30, 40);
        let mut others = vec![(format!("{name} = {first}"), format!("{name}{step}"))];
        if self.dice.chance(25) {
            let name = format!("k{}", self.site.id);
            others.push((format!("{name} = 1"), format!("{name} ^= 3")));
        }
        others
    }

    fn guard(&mut self, is_pointer: bool) -> String {
        let (n, id) = (self.site.number, self.site.id);
        match self.dice.below(4) {
            0 | 1 => {
                self.before.push(format!("int ok{id} = 1;"));
                format!("&& ok{id}")
            }
            2 if !is_pointer => format!("&& p{n}(out, i{id})"),
            _ => "&& acc % 11u != 7u".to_owned(),
        }
    }
}
