//! The variable in a place: the induction variable, or a constant that is computed from it, of each integer type.

/// An integer type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Type {
    pub name: &'static str,
    /// The signed type of the same size, and the unsigned one.
    pub signed: &'static str,
    pub unsigned: &'static str,
    pub is_signed: bool,
    /// Whether it has at least the size of `int`.
    pub is_wide: bool,
}

const fn signed(name: &'static str, unsigned: &'static str, is_wide: bool) -> Type {
    Type { name, signed: name, unsigned, is_signed: true, is_wide }
}

const fn unsigned(name: &'static str, signed: &'static str, is_wide: bool) -> Type {
    Type { name, signed, unsigned: name, is_signed: false, is_wide }
}

const TYPES: [Type; 9] = [
    signed("int", "uint", true),
    unsigned("uint", "int", true),
    signed("long", "ulong", true),
    unsigned("ulong", "long", true),
    unsigned("size_t", "long", true),
    signed("char", "uchar", false),
    unsigned("uchar", "char", false),
    signed("short", "ushort", false),
    unsigned("ushort", "short", false),
];

/// A variable that changes in each iteration.
#[derive(Clone, Copy, Debug)]
pub struct Subject {
    /// The type of the induction variable.
    pub counter: Type,
    /// The type of a constant in the body that is computed from it.
    pub local: Option<Type>,
    /// Whether a `typedef` names both types.
    pub is_renamed: bool,
}

impl Subject {
    /// All subjects, and the number of those that are at least as wide as `int`. These come first.
    pub fn all() -> (Vec<Self>, usize) {
        let mut all = Vec::new();
        for local in TYPES {
            for is_renamed in [false, true] {
                all.push(Self { counter: local, local: None, is_renamed });
                all.push(Self { counter: local, local: Some(local), is_renamed });
            }
            for counter in [TYPES[0], TYPES[1], TYPES[2]] {
                if counter != local {
                    all.push(Self { counter, local: Some(local), is_renamed: false });
                }
            }
        }
        all.sort_by_key(|subject| !subject.is_wide());
        let wide = all.iter().filter(|subject| subject.is_wide()).count();
        (all, wide)
    }

    /// Its type.
    pub fn kind(&self) -> Type {
        self.local.unwrap_or(self.counter)
    }

    /// Its name.
    pub fn name(&self) -> &'static str {
        if self.local.is_some() { "k" } else { "i" }
    }

    /// Whether the types are at least as wide as `int`.
    pub fn is_wide(&self) -> bool {
        self.counter.is_wide && self.kind().is_wide
    }

    /// A type as the program names it.
    pub fn text(&self, kind: Type) -> String {
        if self.is_renamed { format!("my_{}", kind.name) } else { kind.name.to_owned() }
    }

    /// The first value of the induction variable.
    pub fn start(&self) -> i64 {
        if self.counter.is_signed && self.kind().is_signed { -2 } else { 0 }
    }
}

/// The declarations of other names for all types.
pub fn type_definitions() -> String {
    TYPES.map(|kind| format!("typedef {0} my_{0};\n", kind.name)).concat()
}
