//! Puts text that a switch of the host chooses before, into and after a loop.
//!
//! `#ifdef SWITCH` decides between two texts, at the place itself or in the definitions of a macro that is used there. One is
//! harmless, or empty; the other declares the bound anew, writes it, takes its address, jumps, or is half of a block, an `else` or
//! the head of another loop. Both are valid in all builds, and all loops still end: each other bound is walked through first.

use super::generate::Generator;
use super::header::{BUILDS, M, N};
use super::integer::{Integer, Walk};
use super::print::sign;
use super::program::{
    Basis, Block, Choice, Comparison, Declared, Header, Host, Loop, Operand, Spelling, Statement, Step,
};

/// The name that the bound of a loop depends on.
struct Bound {
    /// Its spelling as the target of an assignment.
    name: String,
    kind: Integer,
    /// Values for which the loop ends soon.
    values: Vec<i128>,
    /// Whether it is declared right before the loop, in its block.
    is_local: bool,
    /// Whether it may be written there: no constant, and nothing that loops further out count on.
    is_writable: bool,
    /// Whether it may be declared again.
    is_name: bool,
}

/// The surroundings of the loop.
#[derive(Clone, Copy)]
pub struct Place {
    /// How many loops are around it.
    pub depth: usize,
    /// How often it may run.
    pub limit: usize,
    /// Whether its values lie at the limits of their type.
    pub is_at_limit: bool,
}

impl Generator<'_> {
    /// The loop with something that the host chooses, if anything suits it.
    pub(super) fn with_choice(&mut self, site: &Loop, place: Place) -> Option<Statement> {
        let first = self.dice.below(10);
        (first..first + 10).find_map(|kind| match kind % 10 {
            _ if self.dice.chance(10) => self.with_another_language(site),
            0 => self.declared_anew(site, place),
            1 => self.written(site, place),
            2 => self.pointed_to(site, place),
            3 => self.after_a_head(site, place),
            4 => self.in_half_a_block(site, place),
            5 => self.jumped_into(site, place),
            6 => self.with_a_statement(site, place),
            7 => self.spelled(site, place),
            8 => self.with_a_chosen_request(site),
            _ => Some(self.before_an_else(site)),
        })
    }

    /// The condition of a group: a new switch, a new and an earlier one, or the condition of another group.
    fn switch(&mut self, id: usize) -> String {
        if self.dice.chance(25) && !self.conditions.is_empty() {
            return self.dice.pick(&self.conditions);
        }
        let before: Vec<String> =
            self.hosts.iter().filter(|host| host.is_switch).map(|host| host.name.clone()).collect();
        let other = if before.is_empty() { None } else { Some(self.dice.pick(&before)) };
        if self.dice.chance(12) && self.hosts.iter().all(|host| !host.name.starts_with("__")) {
            return self.version();
        }
        let name = format!("S{}_{id}", self.number);
        let mut builds = vec![None, Some("1".to_owned())];
        while builds.len() < BUILDS {
            builds.push(self.dice.pick(&[None, Some("0".to_owned()), Some("2".to_owned())]));
        }
        let told = self.dice.chance(15).then(|| "1".to_owned());
        let first = usize::from(told.is_some());
        builds.swap(0, first);
        let condition = self.dice.weighted(&[
            (50, format!("#ifdef {name}")),
            (15, format!("#ifndef {name}")),
            (20, format!("#if {name} == 1")),
            (15, format!("#if defined({name}) && {name} > 0")),
        ]);
        let condition = match other.filter(|_| self.dice.chance(30)) {
            Some(other) => self.dice.pick(&[
                format!("#if defined({name}) || {other} == 1"),
                format!("#if {other} > 1 || defined({name})"),
                format!("#if defined({name}) && defined({other})"),
                format!("#if !(defined({name}) && {other} == 1)"),
            ]),
            None => condition,
        };
        self.hosts.push(Host { name, parameters: "", default: None, told, builds, is_switch: true, has_role: false });
        self.conditions.push(condition.clone());
        condition
    }

    /// The text where one of two texts is to be; `is_statement` if it needs a semicolon.
    fn choice(&mut self, condition: &str, (set, unset): (&str, &str), is_statement: bool) -> String {
        let end = if is_statement { ";" } else { "" };
        if self.dice.chance(35) {
            let line = |text: &str| if text.is_empty() { String::new() } else { format!("{text}{end}\n") };
            let otherwise = if unset.is_empty() { String::new() } else { format!("#else\n{}", line(unset)) };
            return format!("{condition}\n{}{otherwise}#endif", line(set));
        }
        let name = format!("X{}_{}", self.number, self.choices.len() + 1);
        let (condition, set, unset) = (condition.to_owned(), set.to_owned(), unset.to_owned());
        self.choices.push(Choice { name: name.clone(), condition, set, unset });
        format!("{name}{end}")
    }

    /// The text in place of a harmful one.
    fn harmless(&mut self) -> String {
        let n = self.number;
        self.dice.weighted(&[(60, String::new()), (20, format!("t{n}(out, 9)")), (20, "acc += 2u".to_owned())])
    }

    pub(super) fn loop_with(site: Loop) -> Statement {
        Statement::Loop(Box::new(site))
    }

    /// `X; for (…; i < n; …)`, where `X` may be `int n = 3`.
    fn declared_anew(&mut self, site: &Loop, place: Place) -> Option<Statement> {
        let bound = bound(site, place).filter(|bound| bound.is_name && !bound.is_local)?;
        let value = self.dice.pick(&bound.values);
        let (name, kind) = (&bound.name, bound.kind.name());
        let declaration = self.dice.pick(&[
            format!("{kind} {name} = {value}"),
            format!("const {kind} {name} = {value}"),
            format!("enum {{ {name} = {value} }}"),
            format!("int z{}, {name} = {value}", site.id),
            format!("{kind} {name}; {name} = {value}"),
        ]);
        let otherwise = self.harmless();
        let condition = self.switch(site.id);
        let first = self.choice(&condition, (&declaration, &otherwise), true);
        Some(Statement::Compound(vec![Statement::Text(first), Self::loop_with(site.clone())]))
    }

    /// `X; for (…; i < n; …)`, where `X` may be `n = 3`.
    fn written(&mut self, site: &Loop, place: Place) -> Option<Statement> {
        let bound = bound(site, place).filter(|bound| bound.is_writable)?;
        let value = self.dice.pick(&bound.values);
        let name = &bound.name;
        let write = self.dice.pick(&[
            format!("{name} = {value}"),
            format!("*&{name} = {value}"),
            format!("acc++, {name} = {value}"),
            format!("if (acc != 2u) {name} = {value}"),
        ]);
        let otherwise = self.harmless();
        let condition = self.switch(site.id);
        let mut site = site.clone();
        site.before.push(self.choice(&condition, (&write, &otherwise), true));
        Some(Self::loop_with(site))
    }

    /// `int *v = X; for (…; i < n; …) … *v = 3;`, where `X` may be `&n`.
    fn pointed_to(&mut self, site: &Loop, place: Place) -> Option<Statement> {
        let bound = bound(site, place).filter(|bound| bound.is_writable && !bound.name.contains('['))?;
        if site.header.comparison == Comparison::NotEqual || !site.body.braces || !is_additive(&site.header) {
            return None;
        }
        let (id, kind) = (site.id, bound.kind.name());
        let value = self.dice.pick(&bound.values);
        let condition = self.switch(id);
        let mut site = site.clone();
        site.before.push(format!("{kind} y{id} = 0;"));
        let (pointed, other) = (format!("&{}", bound.name), format!("&y{id}"));
        let pointer = if self.dice.chance(50) {
            let address = self.choice(&condition, (&pointed, &other), false);
            // A group inside an expression takes lines of its own.
            if address.contains('\n') {
                format!("{kind} *v{id} =\n{address}\n;")
            } else {
                format!("{kind} *v{id} = {address};")
            }
        } else {
            let declarations = (format!("{kind} *v{id} = {pointed}"), format!("{kind} *v{id} = {other}"));
            self.choice(&condition, (&declarations.0, &declarations.1), true)
        };
        site.before.push(pointer);
        site.body.statements.push(Statement::Text(format!("if (acc % 3u == 1u) *v{id} = {value};")));
        Some(Self::loop_with(site))
    }

    /// The head of a statement whose body is the loop, if the host says so.
    fn head(&mut self, id: usize) -> String {
        self.dice.pick(&[
            "if (n > 2)".to_owned(),
            format!("for (int r{id} = 0; r{id} < 2; r{id}++)"),
            format!("if (acc % 2u == 1u) t{}(out, 3); else", self.number),
            format!("for (int r{id} = n; r{id} > 2; r{id} -= 4)"),
        ])
    }

    /// `X #pragma unroll 2 for (…)`, where `X` may be `if (n > 2)`.
    fn after_a_head(&mut self, site: &Loop, place: Place) -> Option<Statement> {
        let is_again = site.header.declared != Declared::Inside;
        if site.header.declared == Declared::Before || place.is_at_limit || (is_again && !may_run_again(site)) {
            return None;
        }
        let head = self.head(site.id);
        let otherwise = if self.dice.chance(75) { String::new() } else { format!("t{}(out, 9);", self.number) };
        let condition = self.switch(site.id);
        let mut site = site.clone();
        site.between.push(self.choice(&condition, (&head, &otherwise), false));
        Some(Self::loop_with(site))
    }

    /// `X for (…) … Y`, where `X` may be `{ int n = 3;` and `Y` then is `}`.
    fn in_half_a_block(&mut self, site: &Loop, place: Place) -> Option<Statement> {
        if place.is_at_limit {
            return None;
        }
        let opening = match bound(site, place).filter(|bound| bound.is_name && !bound.is_local) {
            Some(bound) if self.dice.chance(60) => {
                format!("{{ {} {} = {};", bound.kind.name(), bound.name, self.dice.pick(&bound.values))
            }
            _ => format!("{} {{", self.head(site.id)),
        };
        let condition = self.switch(site.id);
        let mut site = site.clone();
        let first = self.choice(&condition, (&opening, ""), false);
        // Text before the loop is also put inside, so that each iteration has it.
        site.before.insert(0, first);
        site.after.push(self.choice(&condition, ("}", ""), false));
        Some(Self::loop_with(site))
    }

    /// `if (…) for (…) … X t(…);`, where `X` may be `else`.
    fn before_an_else(&mut self, site: &Loop) -> Statement {
        let condition = self.switch(site.id);
        let word = self.choice(&condition, ("else", ""), false);
        let asked = self.dice.pick(&["n > 2", "m != 3u", "acc % 2u == 1u"]);
        let braces = self.dice.chance(30);
        let inner = if self.dice.chance(30) {
            // Whose `else` it is rests on the loop's own `if`.
            let inner = Block { statements: vec![Self::loop_with(site.clone())], braces: false };
            Statement::If("acc != 4u".to_owned(), inner, None)
        } else {
            Self::loop_with(site.clone())
        };
        let choice = Statement::If(asked.to_owned(), Block { statements: vec![inner], braces }, None);
        let behind = Statement::Text(format!("{word}\nt{}(out, 6);", self.number));
        Statement::Compound(vec![choice, behind])
    }

    /// `if (n > 4) X; for (…) { in: …`, where `X` may be `goto in`.
    fn jumped_into(&mut self, site: &Loop, place: Place) -> Option<Statement> {
        if site.header.declared != Declared::BeforeWithValue || !site.body.braces || place.is_at_limit {
            return None;
        }
        may_run_again(site).then_some(())?;
        let otherwise = self.harmless();
        let condition = self.switch(site.id);
        let label = format!("in{}", site.id);
        let (jump, asked) = (format!("goto {label}"), self.dice.pick(&["n > 4", "m != 3u"]));
        let word = self.choice(&condition, (&jump, &otherwise), true);
        let mut site = site.clone();
        site.between.push(if word.contains('\n') {
            format!("if ({asked}) {{\n{word}\n}}")
        } else {
            format!("if ({asked}) {word}")
        });
        site.body.statements.insert(0, Statement::Text(format!("{label}: ;")));
        Some(Self::loop_with(site))
    }

    /// `for (…) { … X; … }`, where `X` may leave the loop or write a variable that it counts with.
    fn with_a_statement(&mut self, site: &Loop, place: Place) -> Option<Statement> {
        if !site.body.braces {
            return None;
        }
        let mut harmful = vec!["break".to_owned(), "return".to_owned(), format!("t{}(out, 8)", self.number)];
        if !site.form.steps_last() {
            harmful.push("continue".to_owned());
        }
        let header = &site.header;
        if header.comparison != Comparison::NotEqual && is_additive(header) && !place.is_at_limit {
            let is_up = !matches!(header.step, Step::Decrement { .. } | Step::Add { amount: ..=0, .. });
            if header.pointer.is_none() && header.kind == Integer::INT && is_innermost(site) {
                harmful.push(format!("{}{}", header.variable, if is_up { "++" } else { "--" }));
            }
            if let Some(bound) = bound(site, place).filter(|bound| bound.is_writable) {
                harmful.push(format!("{} = {}", bound.name, self.dice.pick(&bound.values)));
            }
        }
        let harmful = self.dice.pick(&harmful);
        let otherwise = self.harmless();
        let condition = self.switch(site.id);
        let word = self.choice(&condition, (&harmful, &otherwise), true);
        let asked = self.dice.pick(&["acc % 3u == 1u", "n > 4", "acc % 4u != 2u"]);
        let text = match self.dice.below(3) {
            _ if word.contains('\n') => format!("if ({asked}) {{\n{word}\n}}"),
            0 => format!("if ({asked}) {{ {word} }}"),
            1 => format!("if ({asked}) {word} else acc += 3u;"),
            _ => format!("if ({asked}) {word}"),
        };
        let mut site = site.clone();
        let at = 1 + self.dice.below(site.body.statements.len());
        site.body.statements.insert(at.min(site.body.statements.len()), Statement::Text(text));
        Some(Self::loop_with(site))
    }

    /// The loop with its type, its comparison or its whole head chosen.
    fn spelled(&mut self, site: &Loop, place: Place) -> Option<Statement> {
        let header = &site.header;
        if place.is_at_limit || header.pointer.is_some() || !is_innermost(site) {
            return None;
        }
        let mut site = site.clone();
        if self.dice.chance(50) && !matches!(header.step, Step::Variable { .. }) && header.others.is_empty() {
            let other = self.dice.pick(&Integer::ALL);
            ends(&Header { kind: other, ..header.clone() }, &header.bound.values, &site, place).then_some(())?;
            let condition = self.switch(site.id);
            let chosen = self.choice(&condition, (other.name(), header.kind.name()), false);
            let chosen = within_a_line(chosen, &site)?;
            site.header.spelling = Spelling { kind: Some(chosen), comparison: None };
            return Some(Self::loop_with(site));
        }
        let other = match header.comparison {
            Comparison::Less => Comparison::LessEqual,
            Comparison::LessEqual => Comparison::Less,
            Comparison::Greater => Comparison::GreaterEqual,
            Comparison::GreaterEqual => Comparison::Greater,
            Comparison::NotEqual => return None,
        };
        let changed = Header { comparison: other, ..header.clone() };
        ends(&changed, &header.bound.values, &site, place).then_some(())?;
        let condition = self.switch(site.id);
        let (set, unset) = (sign(&changed), sign(header));
        let chosen = self.choice(&condition, (set, unset), false);
        let chosen = within_a_line(chosen, &site)?;
        site.header.spelling = Spelling { kind: None, comparison: Some(chosen) };
        Some(Self::loop_with(site))
    }

    /// The loop with a request that the host chooses.
    fn with_a_chosen_request(&mut self, site: &Loop) -> Option<Statement> {
        let mut site = site.clone();
        let request = site.request.as_mut().filter(|request| request.asks && !request.text.contains('\n'))?;
        let other = self.dice.pick(&["#pragma unroll 2", "#pragma unroll 3", "#pragma unroll 1", ""]);
        let condition = self.switch(site.id);
        request.text = match (self.dice.chance(50), operator(&request.text), operator(other)) {
            (true, Some(set), Some(unset)) => {
                let name = format!("X{}_{}", self.number, self.choices.len() + 1);
                self.choices.push(Choice { name: name.clone(), condition, set, unset });
                name
            }
            _ if other.is_empty() => format!("{condition}\n{}\n#endif", request.text),
            _ => format!("{condition}\n{}\n#else\n{other}\n#endif", request.text),
        };
        Some(Self::loop_with(site))
    }
}

/// A request as a macro can make it.
fn operator(request: &str) -> Option<String> {
    match request.strip_prefix("#pragma ") {
        Some(pragma) => (!pragma.contains('"')).then(|| format!("_Pragma(\"{pragma}\")")),
        None => (!request.starts_with('#')).then(|| request.to_owned()),
    }
}

/// The text with lines of its own for a group, if there may be lines in the loop's header.
fn within_a_line(text: String, site: &Loop) -> Option<String> {
    match text.contains('\n') {
        true if site.form.is_by_macro() => None,
        true => Some(format!("\n{text}\n")),
        false => Some(text),
    }
}

/// Whether there are loops in the body.
fn is_innermost(site: &Loop) -> bool {
    !format!("{:?}", site.body).contains("Loop(")
}

/// Whether the loop ends however often it is entered with the value that its variable has after it.
fn may_run_again(site: &Loop) -> bool {
    let header = &site.header;
    // A pointer would leave its array.
    header.comparison != Comparison::NotEqual
        && is_additive(header)
        && header.others.is_empty()
        && header.pointer.is_none()
}

fn is_additive(header: &Header) -> bool {
    matches!(header.step, Step::Increment { .. } | Step::Decrement { .. } | Step::Add { .. })
}

/// Whether the loop ends soon for all these bounds.
pub(super) fn ends(header: &Header, bounds: &[i128], site: &Loop, place: Place) -> bool {
    let amounts = if matches!(header.step, Step::Variable { .. }) { 1..=4 } else { 0..=0 };
    let starts = &header.start.values;
    starts.iter().all(|&start| {
        bounds.iter().all(|&bound| {
            amounts.clone().all(|amount| {
                let walk = Walk {
                    kind: header.kind,
                    start,
                    comparison: header.comparison,
                    bound,
                    bound_kind: header.bound.kind,
                    step: &header.step,
                    amount,
                    is_tested_behind: site.form.is_tested_after(),
                };
                walk.path(place.limit + 3).is_some()
            })
        })
    })
}

/// The name that the bound of a loop depends on, if there is one.
fn bound(site: &Loop, place: Place) -> Option<Bound> {
    let header = &site.header;
    let Operand { text, kind, values, basis, declaration } = &header.bound;
    if place.is_at_limit || header.comparison == Comparison::NotEqual {
        return None;
    }
    let is_word = text.chars().all(|c| c.is_alphanumeric() || c == '_') && text.starts_with(char::is_alphabetic);
    let is_macro = text.starts_with("LEN") || text.starts_with('H');
    let parameters =
        [("n", Integer::INT, N), ("m", Integer::UINT, M), ("w", Integer::LONG, M), ("b", Integer::UCHAR, M)];
    if let Some(declaration) = declaration
        .as_ref()
        .or(site.before.iter().find(|line| *basis == Basis::Changeable && line.starts_with(&format!("int {text} "))))
    {
        let values = near(header, values, site, place);
        let is_writable = !declaration.starts_with("const") && !values.is_empty();
        let (name, kind) = (text.clone(), *kind);
        return (!values.is_empty()).then_some(Bound {
            name,
            kind,
            values,
            is_local: true,
            is_writable,
            is_name: true,
        });
    }
    if text.starts_with("mem[") {
        let (name, values) = (text.clone(), (0..9).collect());
        return Some(Bound {
            name,
            kind: *kind,
            values,
            is_local: false,
            is_writable: place.depth == 0,
            is_name: false,
        });
    }
    for (name, kind, values) in parameters {
        if text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name) {
            let values = values.map(i128::from).to_vec();
            let (name, is_writable) = (name.to_owned(), place.depth == 0);
            return Some(Bound { name, kind, values, is_local: false, is_writable, is_name: true });
        }
    }
    // A name further out or at file scope: a variable of another loop, an enumerator, a constant.
    if is_word && !is_macro {
        let values = near(header, values, site, place);
        let (name, kind) = (text.clone(), *kind);
        let is_local = values.is_empty();
        return (!is_local).then_some(Bound { name, kind, values, is_local, is_writable: false, is_name: true });
    }
    None
}

/// Bounds next to those that there are for which the loop ends soon.
fn near(header: &Header, values: &[i128], site: &Loop, place: Place) -> Vec<i128> {
    let least = values.iter().copied().min().unwrap_or(0);
    let candidates = (least - 1..=least + 4).filter(|value| (0..100).contains(value));
    candidates.filter(|&value| ends(header, &[value], site, place)).collect()
}
