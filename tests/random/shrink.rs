//! Programs as a strategy of proptest, and how a failing one is made smaller.
//!
//! Each program is drawn from a seed of its own, made of the run's seed and its number, so that one program can be had
//! again without those before it. A value tree holds the smallest program known to fail and the number of the next
//! edit to try on it; edits are numbered by one walk over the tree, in which each node offers the parts that could be
//! left out or simplified. An edit may well give a program that does not compile: that one does not fail, and is
//! passed over.

use proptest::strategy::{NewTree, Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use super::dice::Dice;
use super::generate::program;
use super::heads::Head;
use super::integer::Integer;
use super::program::{Basis, Block, Declared, Form, Loop, Operand, Program, Settings, Spelling, Statement, Step};

/// All programs with one number.
#[derive(Clone, Copy, Debug)]
pub struct Programs {
    /// The number.
    pub number: u64,
}

impl Strategy for Programs {
    type Tree = Tree;
    type Value = Program;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        Ok(Tree::new(program(Dice(runner.rng()), self.number)))
    }
}

/// The tree of the program with that number, in the run with that seed.
pub fn tree(seed: u64, number: u64) -> Tree {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes[8..16].copy_from_slice(&number.to_le_bytes());
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    Programs { number }.new_tree(&mut runner).expect("the generator rejects nothing")
}

/// A program on its way to a smaller one.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The smallest that fails, as far as is known.
    best: Program,
    /// The current attempt.
    current: Program,
    /// The edit that made it.
    edit: usize,
    /// Whether `current` is an edit of `best`.
    is_edited: bool,
    /// Whether this pass over the edits has found anything.
    has_shrunk: bool,
}

impl Tree {
    fn new(program: Program) -> Self {
        Self { best: program.clone(), current: program, edit: 0, is_edited: false, has_shrunk: false }
    }

    /// Tries the next edit, from `self.edit` on; passes continue until one finds nothing.
    fn attempt(&mut self) -> bool {
        let mut candidate = self.best.clone();
        if Edit::apply(self.edit, &mut candidate) {
            (self.current, self.is_edited) = (candidate, true);
            return true;
        }
        if !std::mem::take(&mut self.has_shrunk) {
            (self.current, self.is_edited) = (self.best.clone(), false);
            return false;
        }
        self.edit = 0;
        self.attempt()
    }
}

impl ValueTree for Tree {
    type Value = Program;

    fn current(&self) -> Program {
        self.current.clone()
    }

    /// The current program fails: continues from it.
    fn simplify(&mut self) -> bool {
        self.has_shrunk |= self.is_edited;
        self.best = self.current.clone();
        self.attempt()
    }

    /// The current program does not fail: goes back, and tries the next edit.
    fn complicate(&mut self) -> bool {
        self.edit += 1;
        self.attempt()
    }
}

/// The walk that finds the edit with one number and makes it.
struct Edit {
    /// Edits yet to pass over.
    left: usize,
    is_done: bool,
    /// Whether loops must keep their trip counts, since one of them has a promise.
    keeps_counts: bool,
}

impl Edit {
    /// Makes the edit with that number; false where there are fewer.
    fn apply(number: usize, program: &mut Program) -> bool {
        let keeps_counts = format!("{:?}", program.body).contains("promises: true");
        let mut edit = Self { left: number, is_done: false, keeps_counts };
        edit.statements(&mut program.body);
        for host in &mut program.hosts {
            if host.default.is_some() && host.told.is_some() && edit.is_it() {
                host.default = None;
            }
        }
        if program.settings != Settings::default() && edit.is_it() {
            program.settings = Settings::default();
        }
        if program.has_work_group_size && edit.is_it() {
            program.has_work_group_size = false;
        }
        if program.head.parameters.is_some() && edit.is_it() {
            program.head = Head::default();
        }
        if program.unread.is_some() && edit.is_it() {
            program.unread = None;
        }
        let builds = program.hosts.iter().map(|host| host.builds.len()).max().unwrap_or(0);
        for build in (0..builds).rev() {
            if builds > 1 && edit.is_it() {
                for host in program.hosts.iter_mut().filter(|host| build < host.builds.len()) {
                    host.builds.remove(build);
                }
            }
        }
        // A constant that is not used any more is removed, which does not count as an edit.
        let text = format!("{:?}", program.body);
        program.constants.retain(|(name, _)| text.contains(name.as_str()));
        program.choices.retain(|choice| text.contains(choice.name.as_str()));
        let text = format!("{text}{:?}{:?}", program.choices, program.head);
        program.hosts.retain(|host| text.contains(host.name.as_str()));
        edit.is_done
    }

    /// Whether this edit is the one to make.
    fn is_it(&mut self) -> bool {
        if self.is_done {
            return false;
        }
        if self.left == 0 {
            self.is_done = true;
            return true;
        }
        self.left -= 1;
        false
    }

    fn statements(&mut self, statements: &mut Vec<Statement>) {
        let mut at = 0;
        while at < statements.len() && !self.is_done {
            if !matches!(statements[at], Statement::Anchor(_)) && self.is_it() {
                statements.remove(at);
                return;
            }
            if let Some(inner) = inside(&statements[at])
                && self.is_it()
            {
                statements.splice(at..=at, inner);
                return;
            }
            self.statement(&mut statements[at]);
            at += 1;
        }
    }

    fn block(&mut self, block: &mut Block) {
        self.statements(&mut block.statements);
        if !block.braces && self.is_it() {
            block.braces = true;
        }
    }

    fn statement(&mut self, statement: &mut Statement) {
        match statement {
            Statement::Text(_) | Statement::Anchor(_) => {}
            Statement::If(_, then, otherwise) => {
                if otherwise.is_some() && self.is_it() {
                    *otherwise = None;
                }
                self.block(then);
                if let Some(otherwise) = otherwise {
                    self.block(otherwise);
                }
            }
            Statement::Compound(inner) | Statement::Skip(_, inner) => self.statements(inner),
            Statement::Switch(_, arms) => {
                for at in (0..arms.len()).rev() {
                    if self.is_it() {
                        arms.remove(at);
                        return;
                    }
                    self.statements(&mut arms[at].1);
                }
            }
            Statement::Jump(jump) => {
                if jump.is_hidden && self.is_it() {
                    jump.is_hidden = false;
                }
                if jump.condition.is_some() && self.is_it() {
                    jump.condition = None;
                }
            }
            Statement::Loop(site) => self.site(site),
        }
    }

    fn site(&mut self, site: &mut Loop) {
        if site.request.is_some() && self.is_it() {
            site.request = None;
        }
        if let Some(request) = &mut site.request
            && request.asks
        {
            // Plainest first, so that no edit takes back another.
            let plain = ["#pragma unroll", "#pragma unroll 2", "#pragma unroll 3"];
            for text in plain.iter().take_while(|plain| request.text != **plain) {
                if self.is_it() {
                    (*text).clone_into(&mut request.text);
                    request.promises = false;
                    return;
                }
            }
        }
        if !site.after.is_empty() && self.is_it() {
            site.after.clear();
        }
        for at in (0..site.before.len()).rev() {
            if self.is_it() {
                site.before.remove(at);
                return;
            }
        }
        for at in (0..site.between.len()).rev() {
            if self.is_it() {
                site.between.remove(at);
                return;
            }
        }
        for form in [Form::For, Form::While] {
            if site.form != form && (form == Form::For || site.form != Form::For) && self.is_it() {
                site.form = form;
            }
        }
        if self.keeps_counts {
            self.block(&mut site.body);
            return;
        }
        let header = &mut site.header;
        if header.declared != Declared::Inside && site.form.may_declare() && self.is_it() {
            header.declared = Declared::Inside;
        }
        if !header.others.is_empty() && self.is_it() {
            header.others.clear();
        }
        if header.guard.is_some() && self.is_it() {
            header.guard = None;
        }
        if header.is_mirrored && self.is_it() {
            header.is_mirrored = false;
        }
        if header.step_is_hidden && self.is_it() {
            header.step_is_hidden = false;
        }
        if (header.spelling.kind.is_some() || header.spelling.comparison.is_some()) && self.is_it() {
            header.spelling = Spelling::default();
        }
        if header.pointer.is_some() && self.is_it() {
            header.pointer = None;
        }
        if header.kind != Integer::INT && self.is_it() {
            header.kind = Integer::INT;
        }
        if !matches!(header.step, Step::Increment { .. }) && self.is_it() {
            header.step = Step::Increment { is_prefix: false };
        }
        self.operand(&mut header.start, &[0]);
        self.operand(&mut header.bound, &[1, 2, 3, 5]);
        self.block(&mut site.body);
    }

    fn operand(&mut self, operand: &mut Operand, numbers: &[i128]) {
        for &number in numbers {
            let is_plainer = operand.text.parse::<i128>().map_or(true, |value| number < value);
            if is_plainer && self.is_it() {
                *operand = Operand {
                    text: number.to_string(),
                    kind: Integer::INT,
                    values: vec![number],
                    basis: Basis::Constant,
                    declaration: None,
                };
            }
        }
        if operand.text != "n" && operand.basis == Basis::Run && self.is_it() {
            *operand = Operand { text: "n".to_owned(), kind: Integer::INT, declaration: None, ..operand.clone() };
        }
    }
}

/// The statements of a statement that holds some.
fn inside(statement: &Statement) -> Option<Vec<Statement>> {
    match statement {
        Statement::Text(_) | Statement::Anchor(_) | Statement::Jump(_) => None,
        Statement::If(_, then, _) => Some(then.statements.clone()),
        Statement::Compound(inner) | Statement::Skip(_, inner) => Some(inner.clone()),
        Statement::Loop(site) => {
            // A statement that traces the loop's variable needs the loop.
            let stays = |inner: &&Statement| !matches!(inner, Statement::Anchor(_));
            Some(site.body.statements.iter().filter(stays).cloned().collect())
        }
        Statement::Switch(_, arms) => Some(arms.iter().flat_map(|(_, inner)| inner.clone()).collect()),
    }
}

#[test]
fn a_program_shrinks_to_what_makes_it_fail() {
    // The failure is a `uchar` variable in a loop that asks.
    let fails = |program: &Program| {
        let text = super::print::print(program).text;
        let asks = |(at, _)| text[at..].lines().nth(1).is_some_and(|line| line.contains("for (uchar"));
        text.match_indices("#pragma unroll").any(asks)
    };
    let (mut found, mut number) = (None, 0);
    while found.is_none() {
        let candidate = tree(1, number);
        found = fails(&candidate.current()).then_some(candidate);
        number += 1;
    }
    let mut tree = found.expect("it was found");
    let before = super::print::print(&tree.current()).text.len();
    while if fails(&tree.current()) { tree.simplify() } else { tree.complicate() } {}
    let after = tree.current();
    assert!(fails(&after), "what is left fails");
    assert!(super::print::print(&after).text.len() < before);
    assert_eq!(format!("{:?}", after.body).matches("Loop(").count(), 1, "{:?}", after.body);
}
