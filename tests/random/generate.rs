//! Makes up whole programs: nests of up to three loops, and the text in and around them.
//!
//! Each body writes a trace of the values that it sees, so that order, number and values of the iterations can be read off the
//! output; conditions prefer values that the loop's variable really takes, so that jumps are taken in the middle.

use clunroll::{DeviceClass, Remainder};

use super::chosen::Place;
use super::dice::Dice;
use super::expressions::{Expression, Grammar};
use super::header::{Outer, Site, Wishes, header};
use super::heads::{Head, decorate};
use super::integer::Integer;
use super::program::{
    Basis, Block, Choice, Comparison, Form, Host, Jump, Loop, Program, Settings, Statement, Step, Target,
};
use super::unread::Unread;

/// Makes up the program with that number.
pub fn program(dice: Dice<'_>, number: u64) -> Program {
    let mut generator = Generator {
        dice,
        number,
        constants: Vec::new(),
        hosts: Vec::new(),
        choices: Vec::new(),
        conditions: Vec::new(),
        loops: 0,
    };
    let mut body = Vec::new();
    for _ in 0..generator.dice.weighted(&[(55, 1), (35, 2), (10, 3)]) {
        let depth = generator.dice.weighted(&[(35, 1), (35, 2), (30, 3)]);
        generator.top(depth, &mut body);
    }
    let mut settings = Settings {
        remainder: generator.dice.weighted(&[
            (68, Remainder::default()),
            (8, Remainder::Loop),
            (8, Remainder::Nested),
            (8, Remainder::Switch),
            (8, Remainder::Versions),
        ]),
        check_promises: generator.dice.chance(25),
        target: generator.dice.weighted(&[(70, DeviceClass::default()), (30, DeviceClass::Cpu)]),
        max_growth: None,
    };
    let has_work_group_size = generator.dice.chance(30);
    settings.max_growth =
        generator.dice.weighted(&[(88, None), (3, Some(300)), (3, Some(700)), (3, Some(1500)), (3, Some(4000))]);
    let unread = Unread::drawn(&mut generator.dice);
    let Generator { mut dice, constants, hosts, choices, .. } = generator;
    let head = Head::default();
    let mut program = Program { number, constants, hosts, choices, head, body, settings, has_work_group_size, unread };
    decorate(&mut program, &mut dice);
    program
}

/// A program that is being made up.
pub(super) struct Generator<'a> {
    pub(super) dice: Dice<'a>,
    pub(super) number: u64,
    pub(super) constants: Vec<(String, String)>,
    pub(super) hosts: Vec<Host>,
    pub(super) choices: Vec<Choice>,
    /// The conditions of groups so far.
    pub(super) conditions: Vec<String>,
    loops: usize,
}

/// The loops around the current place, and the names that are visible there.
#[derive(Clone, Default)]
struct Scope {
    /// Their variables, where they may serve as operands.
    outer: Vec<Outer>,
    /// How many there are.
    depth: usize,
    /// Whether a body changes the variable of its loop, so that the trip counts of inner loops are unknown.
    is_changed: bool,
}

/// The loop whose body is made up.
struct Own<'a> {
    header: &'a super::program::Header,
    form: Form,
    id: usize,
    values: &'a [i128],
    wishes: Wishes,
}

fn block(statements: Vec<Statement>) -> Block {
    Block { statements, braces: true }
}

fn text(text: impl Into<String>) -> Statement {
    Statement::Text(text.into())
}

impl Generator<'_> {
    /// A nest with something around it.
    fn top(&mut self, depth: usize, into: &mut Vec<Statement>) {
        let number = self.number;
        let site = self.site(depth, &Scope::default());
        let trace = || text(format!("t{number}(out, acc + 1u);"));
        let statement = match self.dice.below(100) {
            0..8 => {
                let braces = self.dice.chance(30);
                let otherwise = Block { statements: vec![trace()], braces };
                Statement::If("n != 1".to_owned(), Block { statements: vec![site], braces }, Some(otherwise))
            }
            8..12 => Statement::If(
                "m > 0u".to_owned(),
                Block { statements: vec![trace()], braces: false },
                Some(Block { statements: vec![site], braces: false }),
            ),
            12..18 => Statement::Switch(
                "n & 3".to_owned(),
                vec![
                    ("case 0".to_owned(), vec![trace()]),
                    ("case 1".to_owned(), vec![site, text("break;")]),
                    ("default".to_owned(), vec![trace()]),
                ],
            ),
            18..22 => Statement::Compound(vec![site, trace()]),
            _ => site,
        };
        into.push(statement);
        if self.dice.chance(30) {
            into.push(trace());
        }
        if self.dice.chance(8) {
            self.registers(into);
        }
    }

    /// An array that is to become scalars, in loops that can be unrolled altogether.
    fn registers(&mut self, into: &mut Vec<Statement>) {
        let n = self.number;
        self.loops += 1;
        let name = format!("r{}", self.loops);
        let length = self.dice.within(2, 6);
        let all = format!("#pragma unroll\n    for (int q = 0; q < {length}; q++)");
        let outer = self.dice.pick(&["", "#pragma unroll 2\n    ", "#pragma unroll 3\n    "]);
        let update = self.dice.pick(&[
            format!("{name}[q] = {name}[q] * 3 % 1000 + p;"),
            format!("{{ if (mem[(p + q) & 15] > 9) continue; {name}[q] += mem[q]; }}"),
            format!("{name}[q] ^= {name}[{length} - 1 - q] + acc;"),
        ]);
        into.push(text(format!(
            "#pragma promote_to_registers\n    int {name}[{length}];\n    {all} {name}[q] = (int)m + q;\n    \
             {outer}for (int p = 0; p < n; p++) {{\n    {all} {update}\n    }}\n    {all} t{n}(out, {name}[q]);"
        )));
    }

    fn site(&mut self, depth: usize, scope: &Scope) -> Statement {
        self.loops += 1;
        let id = self.loops;
        let limit = match (scope.depth, depth) {
            (0, 1) => 15,
            (0, _) => 8,
            _ => 5,
        };
        let wishes = Wishes::draw(&mut self.dice);
        let made = header(&mut self.dice, &Site { number: self.number, id, outer: &scope.outer, limit }, wishes);
        self.constants.extend(made.constants);
        self.hosts.extend(made.hosts);
        let mut inner = scope.clone();
        inner.depth += 1;
        // A body after its step sees other values.
        let is_tame = made.header.pointer.is_none()
            && !matches!(made.form, Form::WhileStepFirst | Form::ForStepInCondition | Form::WhileStepInCondition)
            && !wishes.is_at_limit
            && made.header.kind.promoted() == Integer::INT;
        if is_tame {
            let (name, kind) = (made.header.variable.clone(), made.header.kind);
            inner.outer.push(Outer { name, kind, values: made.every.iter().copied().collect() });
        }
        let own = Own { header: &made.header, form: made.form, id, values: &made.values, wishes };
        let body = self.body(&own, depth, &inner);
        let after =
            if self.dice.chance(15) { vec![format!("acc += {}u;", self.dice.within(1, 9))] } else { Vec::new() };
        let mut site = Loop {
            id,
            request: None,
            before: made.before,
            between: Vec::new(),
            form: made.form,
            header: made.header,
            body,
            after,
        };
        site.request = self.request(&site, scope.depth);
        if wishes.is_promised && !scope.is_changed {
            self.promise(&mut site, &made.counts);
        }
        // Text that the host chooses might break a promise, that of an inner loop or its own.
        if !format!("{site:?}").contains("promises: true") && self.dice.chance(10) {
            let place = Place { depth: scope.depth, limit, is_at_limit: wishes.is_at_limit };
            if let Some(chosen) = self.with_choice(&site, place) {
                return chosen;
            }
        }
        if !format!("{site:?}").contains("promises: true") && self.dice.chance(12) {
            let place = Place { depth: scope.depth, limit, is_at_limit: wishes.is_at_limit };
            return self.with_role(&site, place);
        }
        Statement::Loop(Box::new(site))
    }

    fn body(&mut self, own: &Own<'_>, depth: usize, scope: &Scope) -> Block {
        let has_inner = depth > 1;
        let anchor = Statement::Anchor(self.trace(own));
        // One statement without braces, where nothing else is wished for.
        let is_checked_inside = matches!(own.form, Form::Forever | Form::ForWithoutCondition);
        let is_free = !own.wishes.jumps && !own.wishes.is_hidden && !is_checked_inside && !Self::waits_for_body(own);
        if is_free && self.dice.chance(if has_inner { 20 } else { 35 }) {
            let statement = if has_inner {
                self.site(depth - 1, scope)
            } else if self.dice.chance(35) {
                let other = Statement::Anchor(self.trace(own));
                let otherwise = Block { statements: vec![other], braces: self.dice.chance(30) };
                let then = Block { statements: vec![anchor], braces: self.dice.chance(30) };
                Statement::If(self.condition(own), then, Some(otherwise))
            } else {
                anchor
            };
            return Block { statements: vec![statement], braces: false };
        }
        let mut rest = Vec::new();
        for _ in 0..self.dice.below(3) {
            rest.push(self.filler(own));
        }
        if own.wishes.jumps {
            rest.push(self.own_jump(own));
            if self.dice.chance(25) {
                rest.push(self.own_jump(own));
            }
        }
        if self.dice.chance(7) {
            rest.push(self.far_jump(own, scope));
        }
        if own.wishes.is_hidden {
            rest.push(self.hidden(own));
        }
        let is_changed = self.changes(own, &mut rest) || scope.is_changed;
        if has_inner {
            let inner = self.site(depth - 1, &Scope { is_changed, ..scope.clone() });
            let inner = if self.dice.chance(12) {
                let braces = self.dice.chance(50);
                let otherwise = self.dice.chance(50).then(|| Block { statements: vec![self.filler(own)], braces });
                Statement::If(self.condition(own), Block { statements: vec![inner], braces }, otherwise)
            } else {
                inner
            };
            rest.push(inner);
        }
        // The order is drawn, but the first trace stays in front.
        for last in (1..rest.len()).rev() {
            rest.swap(last, self.dice.below(last + 1));
        }
        let mut statements = vec![anchor];
        statements.extend(rest);
        if self.dice.chance(20) {
            statements.push(text(self.trace(own)));
        }
        block(statements)
    }

    /// Whether the header relies on something that the body does.
    fn waits_for_body(own: &Own<'_>) -> bool {
        own.header.bound.basis == Basis::Changeable
            || own.header.guard.as_ref().is_some_and(|guard| guard.contains("ok"))
    }

    /// The statements that a header with a changing bound or a flag needs in its body, and now and then a write to the
    /// variable; returns whether there is such a write.
    fn changes(&mut self, own: &Own<'_>, into: &mut Vec<Statement>) -> bool {
        let (n, id) = (self.number, own.id);
        if own.header.guard.as_ref().is_some_and(|guard| guard.contains("ok")) {
            into.push(text(format!("if ({}) ok{id} = 0;", self.condition(own))));
        }
        if own.header.bound.basis == Basis::Changeable {
            let condition = self.condition(own);
            let change = self.dice.pick(&[
                format!("lim{id} -= 1;"),
                format!("lim{id}--;"),
                format!("BUMP{n}(lim{id}, -1);"),
                format!("d{n}(&lim{id});"),
                format!("*&lim{id} -= 1;"),
            ]);
            // If a pointer was made before the loop, it is used for the write.
            into.push(text(format!("if ({condition}) {change}")));
        }
        let is_additive = matches!(own.header.step, Step::Increment { .. } | Step::Decrement { .. } | Step::Add { .. });
        let may_write = is_additive
            && !own.wishes.is_at_limit
            && own.header.comparison != Comparison::NotEqual
            && own.header.kind == Integer::INT
            && own.header.pointer.is_none()
            && !own.wishes.is_promised;
        let name = &own.header.variable;
        let is_written = may_write && self.dice.chance(5);
        if is_written {
            let is_up = match own.header.step {
                Step::Increment { .. } => true,
                Step::Add { amount, .. } => amount > 0,
                _ => false,
            };
            let sign = if is_up { '+' } else { '-' };
            let change = self.dice.pick(&[
                format!("{name} {sign}= 1;"),
                format!("BUMP{n}({name}, {sign}1);"),
                format!("{{ int *r{id} = &{name}; *r{id} {sign}= 1; }}"),
            ]);
            into.push(text(format!("if ({}) {change}", self.condition(own))));
        }
        if own.header.pointer.is_none() && self.dice.chance(4) {
            into.push(text(format!("{{ short {name} = {}; t{n}(out, {name}); }}", self.dice.within(1, 99))));
        }
        is_written
    }

    /// A trace of the loop's variable.
    fn trace(&mut self, own: &Own<'_>) -> String {
        let (n, name) = (self.number, &own.header.variable);
        if own.header.pointer.is_some() {
            return self.dice.pick(&[format!("t{n}(out, *{name});"), format!("t{n}(out, {name}[0] + 100);")]);
        }
        let mut choices = vec![
            format!("t{n}(out, {name});"),
            format!("t{n}(out, {name});"),
            format!("t{n}(out, (ulong){name} * 3u);"),
            format!("t{n}(out, {name} ^ acc);"),
        ];
        if self.dice.chance(50) {
            choices.push(format!("t{n}(out, {});", self.grammar(own).text));
            choices.push(format!("t{n}(out, {});", self.grammar(own).text));
        }
        if own.wishes.is_hidden && !own.wishes.is_at_limit {
            choices.push(format!("NOTE_TWICE{n}({name})"));
        }
        for (other, _) in &own.header.others {
            let other = other.split(' ').next().unwrap_or_default();
            choices.push(format!("t{n}(out, {other});"));
        }
        self.dice.pick(&choices)
    }

    /// An expression of the loop's variable and others.
    fn grammar(&mut self, own: &Own<'_>) -> Expression {
        let kind = own.header.kind;
        let variable = if own.header.pointer.is_some() {
            Expression::unknown(format!("(*{})", own.header.variable), kind)
        } else if kind == Integer::INT && !own.wishes.is_at_limit {
            // Wider than the variable of the loop: the body may write to the variable.
            Expression::name(own.header.variable.clone(), kind, (-1000, 1000))
        } else {
            Expression::unknown(own.header.variable.clone(), kind)
        };
        let (n, m) = (Expression::name("n", Integer::INT, (-1, 13)), Expression::name("m", Integer::UINT, (0, 13)));
        let leaves = [variable.clone(), variable, n, m, Expression::unknown("acc", Integer::UINT)];
        let depth = self.dice.within(1, 3) as usize;
        Grammar { dice: &mut self.dice, leaves: &leaves, number: self.number }.draw(depth)
    }

    /// A statement with some effect.
    fn filler(&mut self, own: &Own<'_>) -> Statement {
        let (n, id) = (self.number, own.id);
        let name = if own.header.pointer.is_some() {
            format!("*{}", own.header.variable)
        } else {
            own.header.variable.clone()
        };
        match self.dice.below(18) {
            0 | 1 => text(format!("acc = acc * 5u + (uint){name};")),
            14 => text(format!("acc = acc * 5u + (uint)({});", self.grammar(own).text)),
            15 => text(format!("acc ^= mem[{}];", self.grammar(own).fitting(0, 15).text)),
            16 => {
                let value = self.grammar(own);
                let kind = self.dice.pick(&Integer::ALL).name();
                text(format!("{{ const {kind} v{id} = {}; acc = acc * 3u + (uint)(v{id} >> 1); }}", value.text))
            }
            17 => text(format!("if (({}) & 1) acc += 11u;", self.grammar(own).text)),
            2 => text("mem[acc & 15u] ^= 3;"),
            3 => text(format!("mem[(uint){name} & 15u] ^= 5;")),
            4 => {
                let condition = self.condition(own);
                let then = Block { statements: vec![text("acc += 7u;")], braces: self.dice.chance(50) };
                let otherwise =
                    Block { statements: vec![text(format!("t{n}(out, acc);"))], braces: self.dice.chance(50) };
                let has_otherwise = self.dice.chance(50);
                Statement::If(condition, then, has_otherwise.then_some(otherwise))
            }
            // The sum of an index has a form of its own where the output is for a CPU.
            5 if self.dice.chance(50) => text(format!("acc ^= mem[(n & 1) + ({name} & 7)];")),
            5 => text(format!("acc ^= mem[({name} & 7)];")),
            6 => {
                let condition = self.condition(own);
                Statement::Skip(condition, vec![text(format!("t{n}(out, -1);")), text("acc += 2u;")])
            }
            7 | 8 => self.inner_switch(own),
            9 => text(format!("{{ const int v{id} = (int){name} & 31; acc += (uint)v{id}; }}")),
            10 => text(format!(
                "{{ uint i = acc & 3u; while (i-- > 0u) {{ if (i == 1u) continue; acc += i + 1u; }} t{n}(out, acc); }}"
            )),
            11 => text(format!("do {{ if ({}) break; acc += 3u; }} while (0);", self.condition(own))),
            12 => {
                text(format!("{{ volatile __global int *z{id} = mem; z{id}[3] += 1; acc += (uint)(z{id}[3] & 7); }}"))
            }
            _ => text(format!("t{n}(out, acc);")),
        }
    }

    fn inner_switch(&mut self, own: &Own<'_>) -> Statement {
        let n = self.number;
        let name = if own.header.pointer.is_some() {
            format!("*{}", own.header.variable)
        } else {
            own.header.variable.clone()
        };
        let mut arms = vec![
            ("case 0".to_owned(), vec![text("acc += 1u;")]),
            ("case 1".to_owned(), vec![text(format!("t{n}(out, 77);")), text("break;")]),
            ("default".to_owned(), vec![text("acc ^= 9u;")]),
        ];
        if self.dice.chance(40) {
            arms[0].1.push(text("break;"));
        }
        if own.wishes.jumps {
            let is_hidden = own.wishes.is_hidden && self.dice.chance(50);
            let condition = self.dice.chance(50).then(|| "acc & 1u".to_owned());
            arms[0].1.push(Statement::Jump(Jump { target: Target::Continue, condition, is_hidden }));
        }
        Statement::Switch(format!("{name} & 3"), arms)
    }

    fn own_jump(&mut self, own: &Own<'_>) -> Statement {
        let target = self.dice.pick(&[Target::Break, Target::Continue]);
        let condition = Some(self.condition(own));
        let is_hidden = own.wishes.is_hidden && self.dice.chance(50);
        let jump = Statement::Jump(Jump { target, condition, is_hidden });
        let n = self.number;
        match self.dice.below(10) {
            0 => {
                let name = self.condition(own);
                Statement::If(name, block(vec![text(format!("t{n}(out, 55);")), jump, text("acc += 3u;")]), None)
            }
            1 => {
                let otherwise = Block { statements: vec![text("acc += 4u;")], braces: false };
                let unconditional = Statement::Jump(Jump { target, condition: None, is_hidden: false });
                let then = Block { statements: vec![unconditional], braces: self.dice.chance(50) };
                Statement::If(self.condition(own), then, Some(otherwise))
            }
            2 => {
                let unconditional = Statement::Jump(Jump { target, condition: None, is_hidden: false });
                let then = block(vec![text(format!("t{n}(out, 66);")), unconditional]);
                let otherwise = Block { statements: vec![text("acc += 5u;")], braces: self.dice.chance(50) };
                let has_otherwise = self.dice.chance(30);
                Statement::If(self.condition(own), then, has_otherwise.then_some(otherwise))
            }
            _ => jump,
        }
    }

    fn far_jump(&mut self, own: &Own<'_>, scope: &Scope) -> Statement {
        let target = if self.dice.chance(30) { Target::Return } else { Target::Out(self.dice.below(scope.depth)) };
        let condition = Some(self.condition(own));
        let is_hidden = own.wishes.is_hidden && self.dice.chance(50);
        Statement::Jump(Jump { target, condition, is_hidden })
    }

    /// A write in a macro.
    fn hidden(&mut self, own: &Own<'_>) -> Statement {
        let (n, name) = (self.number, &own.header.variable);
        match self.dice.below(3) {
            0 if own.header.pointer.is_none() && !own.wishes.is_at_limit => text(format!("NOTE_TWICE{n}({name})")),
            1 => Statement::If(self.condition(own), block(vec![text(format!("BUMP{n}(acc, 6u);"))]), None),
            _ => text(format!("BUMP{n}(acc, 3u);")),
        }
    }

    /// A condition that holds in some iterations.
    fn condition(&mut self, own: &Own<'_>) -> String {
        let name = &own.header.variable;
        if own.header.pointer.is_some() {
            return self.dice.pick(&[
                format!("*{name} > 6"),
                "acc % 3u == 1u".to_owned(),
                format!("(*{name} & 3) == 1"),
            ]);
        }
        let kind = own.header.kind;
        if !own.values.is_empty() && self.dice.chance(50) {
            let value = own.values[self.dice.below(own.values.len())];
            // A literal of the variable's own type, so that the comparison is one of values.
            let literal = if kind.bits < 32 { Integer::INT.literal(value) } else { kind.literal(value) };
            return format!("{name} == {literal}");
        }
        let least = self.dice.within(0, 6);
        self.dice.pick(&[
            format!("({name} & 3) == 1"),
            format!("({name} & 1) == 0"),
            "acc % 3u == 1u".to_owned(),
            format!("n > {least}"),
            format!("mem[{name} & 7] > 9"),
        ])
    }
}
