//! CLU102: a full unroll of a loop whose trip count is known only at run time.

pub(crate) mod words;

/// A name without a constant value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NonConstantName {
    /// The name.
    pub name: String,
    /// What it is.
    pub what: Varying,
}

impl NonConstantName {
    /// The name that the others have their values from.
    #[must_use]
    pub fn root(&self) -> &Self {
        match &self.what {
            Varying::Initialised(_, Some(by)) => by.root(),
            _ => self,
        }
    }
}

/// What has no constant value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Varying {
    /// A parameter of the function.
    Parameter,
    /// A variable that is not `const`, though nothing changes it.
    Variable,
    /// A variable that something changes.
    Changing,
    /// A `const` variable whose initialiser, this text, is not a constant; and the name in it that is the reason, if one is.
    Initialised(String, Option<Box<NonConstantName>>),
    /// An element of an array, or the target of a pointer.
    Memory,
    /// The result of a function.
    Call,
    /// The result of a function that depends on the work-item.
    WorkItem,
}
