//! CLU102: a full unroll of a loop whose trip count is known only at run time.

pub(crate) mod words;

/// A name without a constant value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NonConstantName {
    /// The name.
    pub name: String,
    /// Its kind.
    pub what: Varying,
}

impl NonConstantName {
    /// The name that the value comes from in the end.
    #[must_use]
    pub fn root(&self) -> &Self {
        match &self.what {
            Varying::Initialised(_, Some(by)) => by.root(),
            _ => self,
        }
    }
}

/// The kinds of names without a constant value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Varying {
    /// A parameter of the function.
    Parameter,
    /// A variable that is not `const`, though nothing changes it.
    Variable,
    /// A variable that something changes.
    Changing,
    /// A `const` variable whose initialiser is not a constant: the text of the initialiser, and the name in it that is the reason, if any.
    Initialised(String, Option<Box<NonConstantName>>),
    /// An element of an array, or the target of a pointer.
    Memory,
    /// The result of a function.
    Call,
    /// The result of a function that depends on the work-item.
    WorkItem,
}
