//! The symbols that a declaration adds to a scope, during the walk over a function's tree (C99 6.7).
//!
//! If conditionals declare a name more than once, each declaration is a symbol of its own. If a type name may refer to more than one of
//! them, its type is unknown.

use lang_c::ast::{
    Declaration, DeclarationSpecifier, Declarator, DeclaratorKind, Expression, Identifier, StorageClassSpecifier,
    TypeSpecifier,
};
use lang_c::span::{Node, Span};

use super::symbol::{Storage, Symbol, SymbolId};
use super::symbol_walk::SymbolWalk;
use super::types::{self, Type, TypeKind};

impl<'t> SymbolWalk<'_, 't> {
    /// The type of a declaration's specifiers. It is unknown if the host may define it, or if an attribute changes it.
    pub(super) fn base_type(&self, specifiers: &[Node<DeclarationSpecifier>], whole: Span) -> Type {
        if self.function.has_type_attribute(self.function.parsed.tokens_of(whole)) {
            return Type::unknown();
        }
        let kind = types::of_declaration(specifiers, self);
        let range = |specifier: &Node<DeclarationSpecifier>| self.function.parsed.tokens_of(specifier.span);
        let is_open = specifiers.iter().any(|specifier| {
            // The tokens in the braces of a record or an enumeration have types of their own.
            let is_plain = !matches!(&specifier.node, DeclarationSpecifier::TypeSpecifier(kind)
                if matches!(kind.node, TypeSpecifier::Struct(_) | TypeSpecifier::Enum(_)));
            is_plain && self.function.has_open_names(range(specifier))
        });
        // An array of such a type has its own size, or is refused.
        let is_typedef = |specifier: &Node<DeclarationSpecifier>| {
            matches!(&specifier.node, DeclarationSpecifier::StorageClass(class)
                if class.node == StorageClassSpecifier::Typedef)
        };
        let is_aligned = || {
            let range = self.function.parsed.tokens_of(whole);
            specifiers.iter().any(is_typedef)
                && !matches!(kind.shape, TypeKind::Record(_))
                && self.function.has_attribute(range, |name| name.trim_matches('_') == "aligned")
        };
        if is_open || is_aligned() { Type { shape: TypeKind::Unknown, ..kind } } else { kind }
    }

    /// The struct or union with that tag, if it has one definition that is compiled wherever the token is.
    pub(super) fn tag(&self, name: &str, token: usize) -> Option<Type> {
        let (members, group) = self.tags.get(name)?.as_ref()?;
        let function = &self.function;
        if function.doubts.find(name, 0..token).is_some() {
            return None;
        }
        let here = function.unit.group(function.moment(token));
        function
            .unit
            .implies(&function.parsed.configuration, here, *group)
            .then(|| Type { shape: TypeKind::Record(members.clone()), ..Type::unknown() })
    }

    /// Adds the struct or union that the specifiers of a declaration define.
    pub(super) fn note_tag(&mut self, declaration: &'t Declaration, span: Span) {
        for specifier in &declaration.specifiers {
            let DeclarationSpecifier::TypeSpecifier(kind) = &specifier.node else { continue };
            let TypeSpecifier::Struct(record) = &kind.node else { continue };
            let (Some(tag), Some(_)) = (&record.node.identifier, &record.node.declarations) else { continue };
            let range = self.function.parsed.tokens_of(span);
            let (first, last) = (self.function.moment(range.start), self.function.moment(range.end.saturating_sub(1)));
            let is_uniform = self.function.unit.is_uniform(&self.function.parsed.configuration, first, last)
                && !self.function.has_type_attribute(range);
            let members = types::members(&record.node, self);
            let found = is_uniform.then(|| (members, self.function.unit.group(first)));
            let of_tag = self.tags.entry(&*tag.node.name).or_insert_with(|| found.clone());
            // With two definitions, the tag may mean either.
            let is_same = of_tag
                .as_ref()
                .zip(found)
                .is_some_and(|((members, group), (others, other))| members.are_alike(&others) && *group == other);
            if !is_same {
                *of_tag = None;
            }
        }
    }

    pub(super) fn declare(
        &mut self,
        name: &'t Node<Identifier>,
        kind: Type,
        storage: Storage,
        whole: Span,
        initializer: Option<&'t Node<Expression>>,
    ) -> SymbolId {
        let function = &mut self.function;
        let declared = function.parsed.token_of(name.span);
        let range = function.parsed.tokens_of(whole);
        let (first, last) = (function.moment(range.start), function.moment(range.end.saturating_sub(1)));
        let is_uniform = function.unit.is_uniform(&function.parsed.configuration, first, last);
        let group = is_uniform.then(|| function.unit.group(first));
        let id = SymbolId(function.symbols.len());
        let hidden = function.lookup(&name.node.name, declared);
        let mut unique = true;
        if let Some(scope) = self.scopes.last_mut() {
            let same = scope.entry(&*name.node.name).or_default();
            // The symbols between the first and this one were marked when they were declared.
            if let Some(first) = same.first() {
                function.symbols[first.0].unique = false;
                unique = false;
            }
            same.push(id);
        }
        function.by_name.entry(&name.node.name).or_default().push(id);
        function.symbols.push(Symbol {
            name: &name.node.name,
            kind,
            storage,
            declared,
            scope: declared..usize::MAX,
            initializer,
            elements: None,
            enumerator: None,
            hidden,
            group,
            unique,
        });
        function.doubt_declarator(declared);
        id
    }

    pub(super) fn declarator_name(declarator: &'t Declarator) -> Option<&'t Node<Identifier>> {
        match &declarator.kind.node {
            DeclaratorKind::Identifier(name) => Some(name),
            DeclaratorKind::Declarator(inner) => Self::declarator_name(&inner.node),
            DeclaratorKind::Abstract => None,
        }
    }
}
