//! Types of variables, as far as a loop depends on them (OpenCL C 6.3, 6.7).

use std::rc::Rc;

use lang_c::ast::{
    ArraySize, DeclarationSpecifier, Declarator, DeclaratorKind, DerivedDeclarator, Expression, Identifier,
    Initializer, InitializerListItem, PointerQualifier, SpecifierQualifier, StructDeclaration, StructType,
    TypeQualifier, TypeSpecifier,
};
use lang_c::span::Node;

use crate::limits::MAX_TYPES_OF_NAME;

use oclc_syntax::preprocess::IntegerType;
use oclc_syntax::tree::{scalar_type, vector_type};

/// Where an object lives (OpenCL C 6.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    /// Memory of one work-item.
    Private,
    /// Memory of one work-group.
    Local,
    /// Read-only during a kernel's run.
    Constant,
    /// Memory of the device, or any other memory if the pointer is generic.
    Global,
}

/// The declarations that a type may depend on.
pub trait TypeNames {
    /// The type that a name, or a tag, means where the source declares it.
    fn typedef_type(&self, name: &Node<Identifier>) -> Option<Type>;

    /// Whether the source may declare a name somewhere, even in text that was not read, as a type that is not arithmetic, or as `bool`.
    fn may_be_other(&self, name: &str) -> bool;

    /// The number of elements that an array is declared with, if it is a constant.
    fn array_length(&self, size: &ArraySize) -> ArrayLength;
}

/// A type without its qualifiers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypeKind {
    /// A scalar integer other than `bool`.
    Integer(IntegerType),
    /// `bool`
    Bool,
    /// A type that is assumed to be arithmetic, and not `bool`, and is otherwise unknown: an enumeration, a name without a declaration in
    /// the files that were read, or a choice of conditions among such types.
    Arithmetic,
    /// `half`, `float` or `double`, by its size in bytes.
    Floating(u32),
    /// A vector, by its elements and their number.
    Vector(Box<TypeKind>, u32),
    /// A pointer.
    Pointer(Box<Type>),
    /// An array, by its elements and their count.
    Array(Box<Type>, ArrayLength),
    /// A struct or union, with the members that are known at least in part.
    Record(Members),
    /// One of several object types, none of them an array: conditions choose among them.
    OneOf(Rc<[TypeKind]>),
    /// A function.
    Function,
    /// Anything.
    Unknown,
}

/// How many elements an array has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArrayLength {
    /// As many in every final compile.
    Final(u32),
    /// As many with the known values of these macros of the host.
    Hosted(u32, Rc<[String]>),
    /// An unknown number.
    Unknown,
}

impl ArrayLength {
    /// The number, if nothing outside the source can change it.
    #[must_use]
    pub const fn if_final(&self) -> Option<u32> {
        match self {
            Self::Final(length) => Some(*length),
            Self::Hosted(..) | Self::Unknown => None,
        }
    }

    /// The number, also if it is one with the known values of the host's macros.
    #[must_use]
    pub const fn likely(&self) -> Option<u32> {
        match self {
            Self::Final(length) | Self::Hosted(length, _) => Some(*length),
            Self::Unknown => None,
        }
    }
}

/// The members of a struct or union, shared by all objects of its type.
#[derive(Clone, Debug, Eq)]
pub struct Members(Rc<[Member]>);

impl PartialEq for Members {
    /// Each definition is one type. A comparison of the members would take as long as there are paths to the innermost ones.
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Members {
    /// Whether two definitions have the same members, of the same types.
    #[must_use]
    pub fn are_alike(&self, other: &Self) -> bool {
        self.0 == other.0
    }

    /// Whether the type may have a member of that name that is not in the list.
    #[must_use]
    pub fn may_lack(&self, name: &str) -> bool {
        self.kind(name).is_none() && self.0.iter().any(|member| member.name.is_empty())
    }

    /// The type of a member.
    #[must_use]
    pub fn kind(&self, name: &str) -> Option<&Type> {
        self.0.iter().find(|member| member.name == name).map(|member| &member.kind)
    }
}

/// A member of a struct or union.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Its name; empty if it was not read.
    pub name: String,
    /// Its type.
    pub kind: Type,
}

impl TypeKind {
    fn size(&self) -> Option<u32> {
        match self {
            Self::Integer(kind) if !kind.is_size => Some(kind.bits / 8),
            Self::Floating(bytes) => Some(*bytes),
            // A vector of three is as large as one of four (OpenCL C 6.3.5).
            Self::Vector(element, length) => Some(element.size()? * if *length == 3 { 4 } else { *length }),
            Self::Array(element, length) => element.size()?.checked_mul(length.if_final()?),
            _ => None,
        }
    }
}

/// A type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Type {
    /// The kind of type.
    pub shape: TypeKind,
    /// Whether it is `const`.
    pub is_const: bool,
    /// Whether it is `volatile` or atomic.
    pub is_volatile: bool,
    /// The address space of objects of the type.
    pub space: Space,
}

impl Type {
    /// An unknown type.
    #[must_use]
    pub fn unknown() -> Self {
        Self::plain(TypeKind::Unknown)
    }

    /// A type that is assumed to be arithmetic, and not `bool`.
    #[must_use]
    pub fn arithmetic() -> Self {
        Self::plain(TypeKind::Arithmetic)
    }

    fn plain(shape: TypeKind) -> Self {
        Self { shape, is_const: false, is_volatile: false, space: Space::Private }
    }

    /// One of several types. `None` where one of them is not an object type, or is an array, and where there are more than
    /// `MAX_TYPES_OF_NAME`.
    #[must_use]
    pub fn one_of(types: impl IntoIterator<Item = Self>) -> Option<Self> {
        let mut found: Vec<TypeKind> = Vec::new();
        for kind in types {
            if kind.is_volatile || kind.space != Space::Private {
                return None;
            }
            let alternatives = match &kind.shape {
                TypeKind::Array(..) | TypeKind::Function | TypeKind::Unknown => return None,
                TypeKind::OneOf(alternatives) => &alternatives[..],
                one => std::slice::from_ref(one),
            };
            for alternative in alternatives {
                if !found.contains(alternative) {
                    found.push(alternative.clone());
                }
            }
            if found.len() > MAX_TYPES_OF_NAME {
                return None;
            }
        }
        (!found.is_empty()).then(|| Self::plain(TypeKind::OneOf(found.into())))
    }

    /// Whether it is a pointer.
    #[must_use]
    pub const fn is_pointer(&self) -> bool {
        matches!(self.shape, TypeKind::Pointer(_))
    }

    /// The type that a pointer points to, or of the elements of an array.
    #[must_use]
    pub fn pointee(&self) -> Option<&Self> {
        match &self.shape {
            TypeKind::Pointer(element) | TypeKind::Array(element, _) => Some(element),
            _ => None,
        }
    }

    /// Whether objects of both types surely have the same type, qualifiers aside.
    #[must_use]
    pub fn is_same_object(&self, other: &Self) -> bool {
        match (&self.shape, &other.shape) {
            (TypeKind::Record(members), TypeKind::Record(others)) => Rc::ptr_eq(&members.0, &others.0),
            (TypeKind::Pointer(element), TypeKind::Pointer(same)) => element.is_same_object(same),
            (
                TypeKind::Unknown
                | TypeKind::Arithmetic
                | TypeKind::OneOf(_)
                | TypeKind::Array(..)
                | TypeKind::Function,
                _,
            ) => false,
            (shape, other) => shape == other,
        }
    }

    /// The integer type, if it is one.
    #[must_use]
    pub fn integer(&self) -> Option<IntegerType> {
        match self.shape {
            TypeKind::Integer(kind) => Some(kind),
            _ => None,
        }
    }

    /// The size in bytes of an object of the type, if it is the same on every device.
    #[must_use]
    pub fn size(&self) -> Option<u32> {
        self.shape.size()
    }

    fn qualify(&mut self, qualifier: &TypeQualifier) {
        match qualifier {
            TypeQualifier::Const => self.is_const = true,
            TypeQualifier::Volatile | TypeQualifier::Atomic => self.is_volatile = true,
            // The parse buffer writes the address spaces in this way; see `oclc-syntax/src/tree/buffer.rs`.
            TypeQualifier::Nonnull => self.space = Space::Local,
            TypeQualifier::Nullable => self.space = Space::Constant,
            TypeQualifier::NullUnspecified => self.space = Space::Global,
            TypeQualifier::Restrict => {}
        }
    }
}

/// The type that the specifiers of a declaration name.
pub fn of_declaration(specifiers: &[Node<DeclarationSpecifier>], names: &dyn TypeNames) -> Type {
    let types = specifiers.iter().filter_map(|specifier| match &specifier.node {
        DeclarationSpecifier::TypeSpecifier(kind) => Some(&kind.node),
        _ => None,
    });
    let mut result = of_specifiers(types, names);
    for specifier in specifiers {
        if let DeclarationSpecifier::TypeQualifier(qualifier) = &specifier.node {
            result.qualify(&qualifier.node);
        }
    }
    result
}

/// The type that a type name without its declarator names.
pub fn of_type_name(specifiers: &[Node<SpecifierQualifier>], names: &dyn TypeNames) -> Type {
    let types = specifiers.iter().filter_map(|specifier| match &specifier.node {
        SpecifierQualifier::TypeSpecifier(kind) => Some(&kind.node),
        _ => None,
    });
    let mut result = of_specifiers(types, names);
    for specifier in specifiers {
        if let SpecifierQualifier::TypeQualifier(qualifier) = &specifier.node {
            result.qualify(&qualifier.node);
        }
    }
    result
}

/// The type that a declarator declares, with `base` as the type of its specifiers.
pub fn derived(base: Type, declarator: &Declarator, names: &dyn TypeNames) -> Type {
    // `*` binds weaker than `[]` and `()`, and comes before them in the list only if there are no parentheses.
    let mut result = base;
    if matches!(declarator.kind.node, DeclaratorKind::Declarator(_)) {
        return Type::unknown();
    }
    // Among several array lengths, the last one is that of the innermost arrays.
    let pointers = declarator.derived.iter().filter(|part| !is_array(part));
    let arrays = declarator.derived.iter().rev().filter(|part| is_array(part));
    for part in pointers.chain(arrays) {
        result = match &part.node {
            DerivedDeclarator::Pointer(qualifiers) => {
                let mut pointer = Type::plain(TypeKind::Pointer(Box::new(result)));
                for qualifier in qualifiers {
                    if let PointerQualifier::TypeQualifier(qualifier) = &qualifier.node {
                        pointer.qualify(&qualifier.node);
                    }
                }
                pointer
            }
            DerivedDeclarator::Array(array) => {
                let space = result.space;
                Type { space, ..Type::plain(TypeKind::Array(Box::new(result), names.array_length(&array.node.size))) }
            }
            DerivedDeclarator::Function(_) | DerivedDeclarator::KRFunction(_) => Type::plain(TypeKind::Function),
            DerivedDeclarator::Block(_) => Type::unknown(),
        };
    }
    result
}

fn is_array(part: &Node<DerivedDeclarator>) -> bool {
    matches!(part.node, DerivedDeclarator::Array(_))
}

/// The members of a struct or union from its definition.
pub fn members(record: &StructType, names: &dyn TypeNames) -> Members {
    let mut found = Vec::new();
    for declaration in record.declarations.iter().flatten() {
        let StructDeclaration::Field(field) = &declaration.node else { continue };
        let base = of_type_name(&field.node.specifiers, names);
        let unread = || Member { name: String::new(), kind: Type::unknown() };
        if field.node.declarators.is_empty() {
            found.push(unread());
        }
        for declarator in &field.node.declarators {
            let is_bit_field = declarator.node.bit_width.is_some();
            let Some(declarator) = declarator.node.declarator.as_ref() else { continue };
            let DeclaratorKind::Identifier(name) = &declarator.node.kind.node else {
                found.push(unread());
                continue;
            };
            // Its width decides what it is promoted to (C99 6.3.1.1p2).
            let kind = if is_bit_field { Type::unknown() } else { derived(base.clone(), &declarator.node, names) };
            found.push(Member { name: name.node.name.clone(), kind });
        }
    }
    Members(found.into())
}

fn of_specifiers<'t>(specifiers: impl Iterator<Item = &'t TypeSpecifier>, names: &dyn TypeNames) -> Type {
    let mut unsigned = false;
    let mut longs = 0;
    let mut bits = None;
    for specifier in specifiers {
        match specifier {
            TypeSpecifier::Unsigned => {
                unsigned = true;
                bits = bits.or(Some(32));
            }
            TypeSpecifier::Signed | TypeSpecifier::Int => bits = bits.or(Some(32)),
            TypeSpecifier::Char => bits = Some(8),
            TypeSpecifier::Short => bits = Some(16),
            TypeSpecifier::Long => {
                longs += 1;
                bits = Some(64);
            }
            TypeSpecifier::Float => return Type::plain(TypeKind::Floating(4)),
            TypeSpecifier::Double => return Type::plain(TypeKind::Floating(8)),
            TypeSpecifier::Bool => return Type::plain(TypeKind::Bool),
            TypeSpecifier::Struct(record) => {
                // A tag alone is looked up like a name.
                let tag = record.node.identifier.as_ref().filter(|_| record.node.declarations.is_none());
                let known = tag
                    .and_then(|tag| names.typedef_type(tag))
                    .filter(|kind| matches!(kind.shape, TypeKind::Record(_)));
                return known.unwrap_or_else(|| Type::plain(TypeKind::Record(members(&record.node, names))));
            }
            TypeSpecifier::TypedefName(name) => {
                // A name that the source declares hides the name of OpenCL C.
                let text = &name.node.name;
                return match (names.typedef_type(name), named(text)) {
                    (Some(declared), _) => declared,
                    (None, _) if names.may_be_other(text) => Type::unknown(),
                    (None, Some(own)) => own,
                    (None, None) => Type::arithmetic(),
                };
            }
            TypeSpecifier::Enum(_) => return Type::arithmetic(),
            _ => return Type::unknown(),
        }
    }
    match bits {
        // OpenCL C reserves it (6.3.1): compilers use 64 bits or 128.
        Some(_) if longs > 1 => Type::arithmetic(),
        Some(bits) => {
            let kind = if unsigned { IntegerType::unsigned(bits) } else { IntegerType::signed(bits) };
            Type::plain(TypeKind::Integer(kind))
        }
        None => Type::unknown(),
    }
}

/// A type of OpenCL C by its name.
fn named(name: &str) -> Option<Type> {
    let shape = match (scalar_shape(name), vector_type(name)) {
        (Some(shape), _) => shape,
        (None, Some((element, length))) => TypeKind::Vector(Box::new(element_shape(element)?), length),
        (None, None) => return None,
    };
    Some(Type::plain(shape))
}

fn scalar_shape(name: &str) -> Option<TypeKind> {
    match name {
        "bool" => Some(TypeKind::Bool),
        "half" => Some(TypeKind::Floating(2)),
        _ => scalar_type(name).map(TypeKind::Integer),
    }
}

/// The shape of a vector's elements, keywords of C included.
fn element_shape(name: &str) -> Option<TypeKind> {
    Some(match name {
        "char" => TypeKind::Integer(IntegerType::signed(8)),
        "short" => TypeKind::Integer(IntegerType::signed(16)),
        "int" => TypeKind::Integer(IntegerType::INT),
        "long" => TypeKind::Integer(IntegerType::LONG),
        "float" => TypeKind::Floating(4),
        "double" => TypeKind::Floating(8),
        _ => return scalar_shape(name),
    })
}

/// The number of elements that an initialiser list gives an array without a length, if each element is one scalar.
pub(super) fn initializer_count(
    element: &Type,
    declarator: &Declarator,
    items: &[Node<InitializerListItem>],
) -> Option<u32> {
    let is_scalar = matches!(element.shape, TypeKind::Integer(_) | TypeKind::Floating(_) | TypeKind::Bool);
    let is_flat = items.iter().all(|item| matches!(item.node.initializer.node, Initializer::Expression(_)));
    let has_no_length = declarator.derived.iter().all(
        |part| matches!(&part.node, DerivedDeclarator::Array(array) if matches!(array.node.size, ArraySize::Unknown)),
    );
    let count = u32::try_from(items.len()).ok()?;
    (is_scalar && is_flat && has_no_length).then_some(count)
}

/// Whether a list item initialises the element at its position, and no other. A string may initialise all elements.
pub(super) fn is_one_element(item: &InitializerListItem) -> bool {
    let is_string = matches!(&item.initializer.node, Initializer::Expression(value)
        if matches!(value.node, Expression::StringLiteral(_)));
    item.designation.is_empty() && !is_string
}
