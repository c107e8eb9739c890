//! The memory that statements access: one model for jams, loads that run first, tests of promises, and the lint.
//!
//! [`Walk`] goes through a tree once and lists what it finds, in the order of evaluation: accesses, calls, and what it cannot follow.
//! It judges nothing. Each reader of the list decides what it accepts:
//!
//! ```text
//! out[gid] += table[k][j] * min(*p++, n);
//!
//! access  table[k][j]   read     the whole of `table`
//! call    min                    it only computes
//! access  *p            read     through `p++`
//! access  out[gid]      update   through `out`, element `gid`
//! ```
//!
//! A variable is no access: [`Function`](crate::Function) lists the uses of variables. [`bases`] says what an access goes through,
//! and which two accesses never meet. [`roots`] says which object a pointer expression leads into.

pub mod bases;
mod roots;
mod variable;
mod walk;

use lang_c::ast::Expression;
use lang_c::span::{Node, Span};

use clunroll_rules::AccessKind;
use oclc_syntax::tree::Effect;

pub use bases::Bases;
pub use variable::pointer_variable;
pub use walk::Walk;

/// What a walk finds.
#[derive(Clone, Copy, Debug)]
pub enum Found<'t> {
    /// An access to memory.
    Access(MemoryAccess<'t>),
    /// A call, before its arguments.
    Call(Call<'t>),
    /// Something that contains, or may contain, more than accesses. What it contains follows.
    Other(Other<'t>, Span),
}

/// An access to memory: an element of an array, or what a pointer leads to, or a part of that.
#[derive(Clone, Copy, Debug)]
pub struct MemoryAccess<'t> {
    /// The expression: the object, or a pointer to [several elements](Element::Several).
    pub node: &'t Node<Expression>,
    /// The pointer or the array that it goes through.
    pub pointer: &'t Node<Expression>,
    /// Where it is, seen from there.
    pub element: Element<'t>,
    /// Whether it reads or writes.
    pub kind: AccessKind,
    /// Whether a condition may leave it out.
    pub is_conditional: bool,
}

/// Where an access is, seen from its pointer or array.
#[derive(Clone, Copy, Debug)]
pub enum Element<'t> {
    /// It is what the pointer points to.
    First,
    /// It is so many elements after that. In `i[a]`, this is the array.
    At(&'t Node<Expression>),
    /// It is a number of elements somewhere in the same object.
    Several,
}

/// A call.
#[derive(Clone, Copy, Debug)]
pub struct Call<'t> {
    /// The function's name.
    pub name: &'t str,
    /// What it does, if it is a built-in function.
    pub effect: Option<Effect>,
    /// Where its name is.
    pub callee: Span,
}

/// What a walk does not see through.
#[derive(Clone, Copy, Debug)]
pub enum Other<'t> {
    /// A jump or assembly. Some iterations may leave out what comes after it.
    Jump,
    /// A loop. What it contains may be executed more than once.
    Loop,
    /// Another statement than an expression, a block and an `if`, or a declaration of more than variables.
    Statement,
    /// An expression whose value does not come from its parts alone, and which evaluates nothing else than these.
    Expression,
    /// An expression that may do anything.
    Unknown,
    /// An array as a pointer to its first element.
    Array(&'t str),
    /// A pointer that is given to a function of that name.
    PointerArgument(&'t str),
}
