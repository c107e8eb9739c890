//! The memory that statements access: one model for jams, loads that run first, tests of promises, and the lint.
//!
//! [`Walk`] goes through a tree once and lists accesses, calls, and what it cannot follow, in the order of evaluation. It judges nothing.
//! Each reader of the list decides what it accepts:
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
//! A use of a variable is not an access: [`Function`](crate::Function) lists the uses of variables. [`bases`] determines the base of an
//! access, and which two accesses never meet. [`roots`] determines the object that a pointer expression leads into.

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

/// An item of a walk's list.
#[derive(Clone, Copy, Debug)]
pub enum WalkItem<'t> {
    /// An access to memory.
    Access(MemoryAccess<'t>),
    /// A call, before its arguments.
    Call(Call<'t>),
    /// Something that contains, or may contain, more than accesses. What it contains follows.
    Other(Other<'t>, Span),
}

/// An access to memory: an element of an array, or the object that a pointer leads to, or a part of that.
#[derive(Clone, Copy, Debug)]
pub struct MemoryAccess<'t> {
    /// The expression: the object, or a pointer to [several elements](Element::Several).
    pub node: &'t Node<Expression>,
    /// The pointer or the array that it goes through.
    pub pointer: &'t Node<Expression>,
    /// The accessed element, relative to that pointer or array.
    pub element: Element<'t>,
    /// Whether it reads or writes.
    pub kind: AccessKind,
    /// Whether a condition may skip it.
    pub is_conditional: bool,
}

/// The position of an access relative to its pointer or array.
#[derive(Clone, Copy, Debug)]
pub enum Element<'t> {
    /// The element that the pointer points to.
    First,
    /// The element at this distance after it. This may be the pointer, if no operand is known to be one.
    At(&'t Node<Expression>),
    /// The elements of a vector.
    Vector(VectorElements<'t>),
    /// Several elements somewhere in the same object.
    Several,
}

/// The elements that `vload4(number, pointer + distance)` loads, or that a `vstore` stores.
#[derive(Clone, Copy, Debug)]
pub struct VectorElements<'t> {
    /// The call.
    pub call: &'t Node<Expression>,
    /// The number of the vector.
    pub number: &'t Node<Expression>,
    /// How far the vectors of two neighbouring numbers are apart.
    pub stride: u32,
    /// How many elements it has.
    pub length: u32,
    /// How far the first vector is after the pointer, if it is not there.
    pub distance: Option<&'t Node<Expression>>,
}

/// A call.
#[derive(Clone, Copy, Debug)]
pub struct Call<'t> {
    /// The function's name.
    pub name: &'t str,
    /// Its effect, if it is a built-in function.
    pub effect: Option<Effect>,
    /// The span of its name.
    pub callee: Span,
}

/// Code that a walk cannot see through.
#[derive(Clone, Copy, Debug)]
pub enum Other<'t> {
    /// A jump or assembly. Some iterations may skip the code after it.
    Jump,
    /// A `continue`. Some iterations may skip the code after it.
    Continue,
    /// A loop. What it contains may be executed more than once.
    Loop,
    /// A statement other than an expression, a block and an `if`, or a declaration that declares more than variables.
    Statement,
    /// An expression whose value does not come from its parts alone, but which evaluates nothing but these.
    Expression,
    /// An expression that may do anything.
    Unknown,
    /// An array as a pointer to its first element.
    Array(&'t str),
    /// A pointer that is passed to a function of that name.
    PointerArgument(&'t str),
}
