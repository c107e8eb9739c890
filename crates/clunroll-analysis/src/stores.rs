//! What a loop may store to, and whether memory that its header reads keeps its value while it runs.
//!
//! ```c
//! for (int j = row[i]; j < row[i + 1]; j++)
//!     sum += value[j];                        // stores only to `sum`, which is private: `row[i + 1]` keeps its value
//! ```
//!
//! A store that the loop may make is known by the array or pointer that it goes through. It misses the memory that the header reads if
//! it goes to a private variable by its name, or if [`Bases`] shows that the two never meet. What other work-items store without
//! synchronisation is a race, so the loop must not synchronise: it contains no barrier, fence or atomic function.
//!
//! Everything that is not understood may store anywhere: a call of a function that is not built in, assembly, a macro of the host in the
//! body, a volatile object, an expression through which the walk does not see.

use std::rc::Rc;

use super::accesses::bases::{Base, Bases, is_array, may_be_volatile};
use super::accesses::{Other, Walk, WalkItem, pointer_variable};
use super::symbol::{Access, LoopNode, Storage, SymbolId};
use super::symbols::{Function, place_of_token};
use super::table_entries::{Store, Stores};
use super::types::Space;
use clunroll_rules::{AccessKind, Decline, Reason};
use oclc_syntax::tree::{Effect, TokenRange, is_asm_word, is_builtin_function, is_standard_macro};

impl Function<'_, '_> {
    /// Checks that the loop that begins at a token stores nothing into the memory that a base leads to. `text` is what the header reads.
    pub(super) fn check_not_stored(&self, keyword: usize, read: &Base, text: &str) -> Result<(), Decline> {
        let stores = self.stores_of(keyword);
        let may_store = |place| Decline { reason: Reason::MayStoreTo(text.to_owned()), place };
        let stores = stores.as_ref().as_ref().map_err(|decline| match decline.reason {
            // An expression of the loop, which does not show what it stores to.
            Reason::ReadsMemory => may_store(decline.place),
            _ => decline.clone(),
        })?;
        let bases = Bases { function: self };
        let is_object = |id: SymbolId| !self.symbol(id).kind.is_pointer() && !is_array(self.symbol(id));
        let misses = |store: &Store| {
            // A variable is neither another variable nor a part of an array.
            let is_beside = |one: &Base, other: &Base| {
                let is_other = one.symbol != other.symbol && is_object(other.symbol);
                let is_in_array = || bases.object(other.symbol).is_some_and(|id| is_array(self.symbol(id)));
                is_object(one.symbol) && (is_other || is_in_array())
            };
            let stored = bases.base(store.symbol, true);
            bases.are_distinct(&stored, read) || is_beside(read, &stored) || is_beside(&stored, read)
        };
        match stores.iter().find(|store| !misses(store)) {
            Some(store) => Err(may_store(place_of_token(self, store.token))),
            None => Ok(()),
        }
    }

    /// The stores of the loop that begins at a token. They are found once.
    fn stores_of(&self, keyword: usize) -> Rc<Stores> {
        if let Some(known) = self.known.stores.borrow().get(&keyword) {
            return Rc::clone(known);
        }
        let found = Rc::new(self.find_stores(keyword));
        self.known.stores.borrow_mut().insert(keyword, Rc::clone(&found));
        found
    }

    fn find_stores(&self, keyword: usize) -> Stores {
        let anywhere = |token| Decline { reason: Reason::ReadsMemory, place: place_of_token(self, token) };
        let Some(&node) = self.loops.get(&keyword) else { return Err(anywhere(keyword)) };
        let body = self.tokens(node.body());
        let end = match node {
            LoopNode::Do(statement) => self.tokens(&statement.expression).end,
            LoopNode::For(_) | LoopNode::While(_) => body.end,
        };
        self.check_words(keyword..end, &body)?;
        let mut stores = self.stores_by_name(keyword..end)?;
        let mut walk = Walk::new(self);
        walk.whole_loop(node);
        for found in walk.found {
            match found {
                WalkItem::Access(access) if access.kind != AccessKind::Read => {
                    let token = self.parsed.token_of(access.node.span);
                    let id = pointer_variable(self, access.pointer).ok_or_else(|| anywhere(token))?;
                    stores.push(Store { symbol: id, token });
                }
                WalkItem::Access(_)
                | WalkItem::Other(Other::Jump | Other::Continue | Other::Loop | Other::Statement, _) => {}
                WalkItem::Call(call) => match call.effect {
                    Some(
                        Effect::Computes
                        | Effect::Queries
                        | Effect::Loads { .. }
                        | Effect::Stores { .. }
                        | Effect::StoresResult { .. }
                        | Effect::ReadsImage,
                    ) => {}
                    _ => return Err(self.unseen_store(call.name, self.parsed.token_of(call.callee))),
                },
                WalkItem::Other(
                    Other::Expression | Other::Unknown | Other::Array(_) | Other::PointerArgument(_),
                    span,
                ) => {
                    return Err(anywhere(self.parsed.token_of(span)));
                }
            }
        }
        Ok(stores)
    }

    fn unseen_store(&self, name: &str, token: usize) -> Decline {
        Decline { reason: Reason::MayStoreAnywhere(name.to_owned()), place: place_of_token(self, token) }
    }

    /// Checks that no word of a loop may hide a store. Macros of the host in the header are checked when the trips are counted.
    fn check_words(&self, region: TokenRange, body: &TokenRange) -> Result<(), Decline> {
        let tokens = &self.parsed.expansion.tokens;
        // Each use of an atomic object orders memory, as `*flag = 1` does.
        let is_atomic = |text: &str| text == "_Atomic" || (text.starts_with("atomic_") && !is_builtin_function(text));
        if let Some(at) = tokens.iter().position(|token| is_atomic(&token.text)) {
            return Err(self.unseen_store(&tokens[at].text, at));
        }
        for at in region {
            let is_hidden = is_asm_word(&tokens[at].text) || (body.contains(&at) && self.is_open_beside_types(at));
            if is_hidden {
                return Err(self.unseen_store(&tokens[at].text, at));
            }
        }
        Ok(())
    }

    /// The stores into variables of memory by their names: `__local` ones and those of the program. No object is volatile.
    fn stores_by_name(&self, region: TokenRange) -> Stores {
        let bases = Bases { function: self };
        let is_volatile_written = self.program.mentions_volatile();
        let mut stores = Vec::new();
        for used in self.uses_in(region) {
            let Some(id) = used.symbol else {
                if used.called || is_standard_macro(used.name) || self.is_open(used.token) {
                    continue;
                }
                return Err(self.unseen_store(used.name, used.token));
            };
            let symbol = self.symbol(id);
            if matches!(symbol.storage, Storage::Enumerator | Storage::Typedef) {
                continue;
            }
            if may_be_volatile(&symbol.kind, is_volatile_written) {
                let reason = Reason::Volatile(used.name.to_owned());
                return Err(Decline { reason, place: place_of_token(self, used.token) });
            }
            if !self.is_certain(id, used.token) {
                return Err(self.unseen_store(used.name, used.token));
            }
            if symbol.kind.pointee().is_some()
                && let Some(doubt) = bases.doubt(id)
            {
                return Err(self.unseen_store(&self.parsed.expansion.tokens[doubt].text, used.token));
            }
            if used.access == Access::Write && (is_array(symbol) || !self.is_private_variable(id)) {
                stores.push(Store { symbol: id, token: used.token });
            }
        }
        Ok(stores)
    }

    /// Whether a symbol is a variable that only one work-item has, or a pointer that is one.
    pub(super) fn is_private_variable(&self, id: SymbolId) -> bool {
        let symbol = self.symbol(id);
        let is_own = matches!(symbol.storage, Storage::Local | Storage::Parameter);
        // The object that a pointer points to may have an address space; the pointer itself is private.
        is_own && (symbol.kind.space == Space::Private || symbol.kind.is_pointer())
    }
}
