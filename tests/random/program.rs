//! The programs of the random test: a small tree, which the printer writes as OpenCL C.
//!
//! The tree describes loops. The parts of a loop (its form, types, operands, step, jumps, the parts that a macro
//! hides) are data, so that they can be counted, and simplified if a program fails; all else is lines of text. A tree
//! need not be a valid program: when a failing one is shrunk, most attempts do not compile, and are skipped.

use clunroll::{DeviceClass, Remainder};

use super::heads::Head;
use super::integer::Integer;
use super::unread::Unread;

/// One kernel with the declarations before it.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its number, a part of all file-scope names, so that many programs share one translation unit.
    pub number: u64,
    /// Constants that the file defines for sure: name and value.
    pub constants: Vec<(String, String)>,
    /// Macros that the host may define.
    pub hosts: Vec<Host>,
    /// Macros whose definition the host chooses.
    pub choices: Vec<Choice>,
    /// The text before them.
    pub head: Head,
    /// The kernel's statements.
    pub body: Vec<Statement>,
    /// More options of clunroll.
    pub settings: Settings,
    /// Whether the kernel requires the size of its work-groups, which is the same for all.
    pub has_work_group_size: bool,
    /// An include that clunroll cannot read.
    pub unread: Option<Unread>,
}

impl Program {
    /// Whether the host chooses any of its text.
    pub fn has_choice(&self) -> bool {
        self.hosts.iter().any(|host| host.is_switch)
    }
}

/// The options of clunroll that choose another text and no other meaning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// The remainder of loops without a choice of their own.
    pub remainder: Remainder,
    /// Whether promises are put to the test; they may then be broken.
    pub check_promises: bool,
    /// The kind of device that the output is for.
    pub target: DeviceClass,
    /// By how many bytes it may grow, if that is to be little.
    pub max_growth: Option<u64>,
}

/// A macro that the host may define otherwise.
#[derive(Clone, Debug)]
pub struct Host {
    /// Its name.
    pub name: String,
    /// Its parameters in their parentheses, if it has any.
    pub parameters: &'static str,
    /// The definition by `#ifndef`, if there is one.
    pub default: Option<String>,
    /// The value that clunroll gets.
    pub told: Option<String>,
    /// The value in each build; `None` leaves it to the default.
    pub builds: Vec<Option<String>>,
    /// Whether it is not a value, but chooses text.
    pub is_switch: bool,
    /// Whether each build gives it another value of the same role.
    pub has_role: bool,
}

/// A macro with two definitions; the host chooses one.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Its name.
    pub name: String,
    /// The line that asks for the host's switch, `#ifdef` or `#if`.
    pub condition: String,
    /// Its definition if that holds.
    pub set: String,
    /// Its definition otherwise.
    pub unset: String,
}

/// A statement.
#[derive(Clone, Debug)]
pub enum Statement {
    /// Any text that is one statement or declaration.
    Text(String),
    /// A `Text` that must stay, since without it a loop could run without a trace.
    Anchor(String),
    /// `if`, with or without `else`.
    If(String, Block, Option<Block>),
    /// A compound statement.
    Compound(Vec<Statement>),
    /// A loop.
    Loop(Box<Loop>),
    /// `switch`: its operand, and the labels with their statements.
    Switch(String, Vec<(String, Vec<Statement>)>),
    /// A jump.
    Jump(Jump),
    /// Statements that a `goto` may skip, to a label after them.
    Skip(String, Vec<Statement>),
}

/// A jump out of a statement.
#[derive(Clone, Debug)]
pub struct Jump {
    /// Where it goes.
    pub target: Target,
    /// The condition under which it does, if any.
    pub condition: Option<String>,
    /// Whether a macro hides it.
    pub is_hidden: bool,
}

/// Where a jump goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// `break`
    Break,
    /// `continue`
    Continue,
    /// `return`
    Return,
    /// `goto` to the end of the loop so many levels further out.
    Out(usize),
}

/// Statements in braces, or one without.
#[derive(Clone, Debug)]
pub struct Block {
    /// The statements.
    pub statements: Vec<Statement>,
    /// Whether braces are written where none are needed.
    pub braces: bool,
}

/// A loop.
#[derive(Clone, Debug)]
pub struct Loop {
    /// Its number in the program, part of the names that belong to it.
    pub id: usize,
    /// The request before it.
    pub request: Option<Request>,
    /// Lines in front of it.
    pub before: Vec<String>,
    /// Lines after those and the declaration of its variable, before the request and the loop.
    pub between: Vec<String>,
    /// How it is written.
    pub form: Form,
    /// Its header.
    pub header: Header,
    /// Its body.
    pub body: Block,
    /// Lines after it.
    pub after: Vec<String>,
}

/// A request to unroll.
#[derive(Clone, Debug)]
pub struct Request {
    /// How it is spelled: a line with a pragma, or an attribute.
    pub text: String,
    /// Whether it asks for anything: factors of 0 and 1 do not.
    pub asks: bool,
    /// Whether it promises a multiple of the factor.
    pub promises: bool,
}

/// How a loop is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `for (init; condition; step)`
    For,
    /// The same by a macro that makes the header.
    ForByMacro,
    /// The same by a macro that makes the header, and has the body as its argument.
    ForAroundArgument,
    /// The same as the argument of a macro.
    ForInArgument,
    /// `for (init; ; step)` with a `break` at the head of the body.
    ForWithoutCondition,
    /// `for (init; condition; )` with the step at the end of the body.
    ForWithoutStep,
    /// `while (condition)` with the step at the end of the body.
    While,
    /// `while (condition)` with the step at the head of the body.
    WhileStepFirst,
    /// `for (init; variable-- > bound; )`
    ForStepInCondition,
    /// `while (variable++ < bound)`
    WhileStepInCondition,
    /// `do … while (condition)` with the step at the end of the body.
    Do,
    /// `do … while (++variable < bound)`
    DoStepInCondition,
    /// `for (;;)` with a `break` at the head and the step at the end of the body.
    Forever,
}

impl Form {
    /// Whether the header can declare the variable.
    pub fn may_declare(self) -> bool {
        use Form as F;
        self.is_plain() || matches!(self, F::ForWithoutCondition | F::ForWithoutStep | F::ForStepInCondition)
    }

    /// Whether it is a `for` loop with all parts, whatever macro makes it.
    pub fn is_plain(self) -> bool {
        self == Self::For || self.is_by_macro()
    }

    /// Whether a macro makes it.
    pub fn is_by_macro(self) -> bool {
        matches!(self, Self::ForByMacro | Self::ForAroundArgument | Self::ForInArgument)
    }

    /// Whether a `continue` skips the step, unless it steps itself.
    pub fn steps_last(self) -> bool {
        matches!(self, Self::ForWithoutStep | Self::While | Self::Do | Self::Forever)
    }

    /// Whether the step is part of the test.
    pub fn steps_in_condition(self) -> bool {
        matches!(self, Self::ForStepInCondition | Self::WhileStepInCondition | Self::DoStepInCondition)
    }

    /// Whether the body runs before the first test.
    pub fn is_tested_after(self) -> bool {
        matches!(self, Self::Do | Self::DoStepInCondition)
    }
}

/// The header of a loop.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a property of the header that was drawn")]
pub struct Header {
    /// The induction variable.
    pub variable: String,
    /// Its type.
    pub kind: Integer,
    /// Whether it is a pointer to `int` instead, and what it points into; start and bound are then offsets.
    pub pointer: Option<Pointee>,
    /// Where it is declared.
    pub declared: Declared,
    /// Its first value.
    pub start: Operand,
    /// The test.
    pub comparison: Comparison,
    /// The other side of the test.
    pub bound: Operand,
    /// Whether the test is the variable alone, which counts down to zero.
    pub is_bare: bool,
    /// Whether the bound is written first.
    pub is_mirrored: bool,
    /// The step.
    pub step: Step,
    /// Whether a macro hides the step.
    pub step_is_hidden: bool,
    /// More induction variables: declarator with initialiser, and step.
    pub others: Vec<(String, String)>,
    /// A further test, with its operator: `&& ok`.
    pub guard: Option<String>,
    /// Whether the walk through it met a limit of its type.
    pub wraps: bool,
    /// The parts of it that the host chooses.
    pub spelling: Spelling,
}

/// The names in place of parts of a header, if the host chooses these parts.
#[derive(Clone, Debug, Default)]
pub struct Spelling {
    /// For the variable's type.
    pub kind: Option<String>,
    /// For the comparison.
    pub comparison: Option<String>,
}

/// The target of a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pointee {
    /// The kernel's buffer.
    Global,
    /// A private array.
    Private,
}

/// Where an induction variable is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Declared {
    /// In the header.
    Inside,
    /// Before the loop; the header assigns it.
    Before,
    /// Before the loop, with its first value; the header has no initialiser.
    BeforeWithValue,
}

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `!=`
    NotEqual,
}

/// A step.
#[derive(Clone, Debug)]
pub enum Step {
    /// `++`
    Increment { is_prefix: bool },
    /// `--`
    Decrement { is_prefix: bool },
    /// `+= amount`, or `-=` of a negative one, as a constant of that type; in full `i = i + amount`.
    Add { amount: i64, kind: Integer, in_full: bool },
    /// `+= name`, or `-= name`.
    Variable { name: String, kind: Integer, is_minus: bool },
    /// `*= by`
    Multiply(u32),
    /// `/= by`
    Divide(u32),
    /// `<<= by`
    ShiftLeft(u32),
    /// `>>= by`
    ShiftRight(u32),
    /// `i += i`
    Double,
}

/// One side of a test, or a first value.
#[derive(Clone, Debug)]
pub struct Operand {
    /// Its text; needs no parentheses as an operand of a comparison.
    pub text: String,
    /// Its type.
    pub kind: Integer,
    /// Values that it may have.
    pub values: Vec<i128>,
    /// The kind of value that it depends on.
    pub basis: Basis,
    /// The declaration that it needs in front of the loop.
    pub declaration: Option<String>,
}

/// The kind of value that an operand depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// A number that nothing outside the program can change.
    Constant,
    /// A macro of the host's.
    Host,
    /// Something that only the run knows.
    Run,
    /// A variable that the loop may change: the header gives its name.
    Changeable,
}

impl Loop {
    /// Whether the trip count is constant by the header, so that a request without a factor has an effect by the
    /// extension; with `host_is_told`, a macro of the host's counts as a number.
    pub fn is_constant(&self, host_is_told: bool) -> bool {
        let header = &self.header;
        self.form.is_plain()
            && header.declared != Declared::BeforeWithValue
            && header.pointer.is_none()
            && header.guard.is_none()
            && header.start.basis == Basis::Constant
            && (header.bound.basis == Basis::Constant || (header.bound.basis == Basis::Host && host_is_told))
            && !matches!(header.step, Step::Variable { .. })
    }
}
