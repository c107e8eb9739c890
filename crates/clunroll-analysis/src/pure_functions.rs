//! Functions of the files that only compute, or only read what their arguments point to: a call of one changes nothing.
//!
//! ```text
//! float act(const float x) { return x / (1.0f + exp(-x)); }            only computes
//! float at(__global const float *p, int i) { return p[i]; }            reads what its first argument points to
//! void put(__global float *p, int i) { p[i] = 0.0f; }                  may write memory of the caller
//! int next(void) { counter++; … }                                      writes a variable that outlives it
//! ```
//!
//! A function without a pointer parameter reaches memory of others only by a variable outside of functions, by a pointer in a type, by a
//! number that is converted to a pointer, or by what it calls. None of these is allowed, except variables that nothing can write
//! (`__constant`). So it can only store to its own objects.
//!
//! A parameter may be a pointer through which the function only reads ([`pointer_parameters`](super::pointer_parameters)). A way around that
//! is a cast to another pointer, `typeof`, a pointer variable, a return value, or a call that stores. None of these is allowed. So the function
//! reads memory of the caller only in the objects that these arguments point into.
//!
//! Configurations may differ in what a name is: a type in one, and a variable in another. So the name of a variable that may be written
//! counts as an effect wherever it occurs, even where a local variable hides it. A declaration with a directive inside declares variables.
//! A function whose head has a directive, or a parameter of an array type, is not read.
//!
//! As for [`KernelEffects`](super::kernel_effects::KernelEffects), the expanded tokens of all configurations at once decide, and everything
//! that is not understood counts as an effect.

use rustc_hash::{FxHashMap, FxHashSet};

use super::kernel_effects::{
    ExpandedItems, ends_type, is_function, is_memory_object, is_prototype, names_other_memory,
};
use super::pointer_parameters::{ReadPointer, is_part};
use oclc_syntax::lex::{Bracket, Punct, TokenKind, group_length};
use oclc_syntax::preprocess::{Expanded, Unit};
use oclc_syntax::tree::{
    Effect, Items, effect, find_placeholder, is_address_space, is_asm_word, is_attribute_word, is_c_type_keyword,
    is_keyword, is_standard_macro, is_tag_word, is_type_name, orders_memory,
};

/// All functions of a unit that only compute, or read; each with the positions of the arguments whose objects it reads.
pub type PureFunctions = FxHashMap<String, Vec<usize>>;

/// A function that only computes or reads, if those that it calls do so too.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Reader<'a> {
    callees: Vec<&'a str>,
    /// The positions of its parameters that are pointers.
    pointers: Vec<usize>,
}

/// Finds all functions of a unit that only compute or read.
#[must_use]
pub fn pure_functions(unit: &Unit) -> PureFunctions {
    let items = Items::find(unit);
    if find_placeholder(unit).is_some() || unit.unread_include(usize::MAX).is_some() {
        return PureFunctions::default();
    }
    let Some(expanded) = ExpandedItems::of(unit, &items) else { return PureFunctions::default() };
    let Some(surroundings) = Surroundings::of(unit, &expanded) else { return PureFunctions::default() };
    let mut pure: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
    let mut callers: FxHashMap<&str, Vec<&str>> = FxHashMap::default();
    for (name, declared) in expanded.functions() {
        let of_item = |&item: &usize| {
            let is_whole = items.all()[item].uneven.is_empty();
            surroundings.reader(&expanded.items[item].tokens).filter(|_| is_whole)
        };
        let is_definition = |item: &&usize| !is_prototype(&expanded.items[**item].tokens);
        let is_known = expanded.is_defined_always(declared) && !unit.has_definitions(name);
        let readers: Option<Vec<Reader>> = declared.iter().filter(is_definition).map(of_item).collect();
        let Some(readers) = readers.filter(|_| is_known) else { continue };
        let pointers = readers.first().map(|one| one.pointers.clone()).unwrap_or_default();
        // The definitions of different configurations may differ.
        if readers.iter().any(|other| other.pointers != pointers) {
            continue;
        }
        pure.insert(name, pointers);
        readers.iter().flat_map(|one| &one.callees).for_each(|callee| callers.entry(callee).or_default().push(name));
    }
    let mut impure: Vec<&str> = callers.keys().copied().filter(|callee| !pure.contains_key(callee)).collect();
    while let Some(callee) = impure.pop() {
        let of_callee = callers.remove(callee).unwrap_or_default();
        impure.extend(of_callee.into_iter().filter(|caller| pure.remove(caller).is_some()));
    }
    pure.into_iter().map(|(name, pointers)| (name.to_owned(), pointers)).collect()
}

/// What is declared outside of functions, as far as it matters to all of them.
struct Surroundings<'a, 'u> {
    unit: &'u Unit,
    expanded: &'a ExpandedItems<'u>,
    /// The names of types.
    types: FxHashSet<&'a str>,
    /// The names of types that may be arrays or functions. A parameter of such a type is a pointer.
    decaying: FxHashSet<&'a str>,
    /// The names of variables that nothing can write, and of enumerators.
    constants: FxHashSet<&'a str>,
    /// The names of all other variables.
    variables: FxHashSet<&'a str>,
}

impl<'a, 'u> Surroundings<'a, 'u> {
    /// `None` if a type or a variable may contain a pointer, or is atomic or volatile.
    fn of(unit: &'u Unit, expanded: &'a ExpandedItems<'u>) -> Option<Self> {
        if expanded.ordered_type().is_some() {
            return None;
        }
        let [types, decaying, constants, variables] = std::array::from_fn(|_| FxHashSet::default());
        let mut this = Self { unit, expanded, types, decaying, constants, variables };
        for tokens in expanded.outside_functions() {
            let is_word = |words: &[&str]| tokens.iter().any(|token| words.iter().any(|word| token.is_word(word)));
            if holds_pointer(tokens) || is_word(&["union"]) {
                return None;
            }
            let names = declared_names(tokens);
            let is_type = tokens.first().is_some_and(|first| first.is_word("typedef"));
            if is_type {
                if this.decays(tokens) {
                    // The file may declare a name that the language reserves, too.
                    let has_length = |pair: &&[Expanded<'_>]| pair[1].is(Punct::LeftBracket);
                    let arrays = tokens.windows(2).filter(has_length).map(|pair| &*pair[0].text);
                    this.decaying.extend(arrays.chain(names.iter().copied()));
                }
                this.types.extend(&names);
            }
            let is_constant = is_word(&["constant", "__constant"]);
            if !this.is_without_directives(tokens) || !(is_type || is_constant) {
                this.variables.extend(&names);
            }
            if is_constant {
                this.constants.extend(&names);
            }
            if is_word(&["enum"]) {
                this.constants.extend(
                    tokens.iter().filter(|token| token.kind == TokenKind::Identifier).map(|token| &*token.text),
                );
            }
        }
        Some(this)
    }

    /// Whether no directive is between the first and the last token.
    fn is_without_directives(&self, tokens: &[Expanded<'_>]) -> bool {
        let moment = |token: Option<&Expanded<'_>>| token.map(|token| self.unit.moment(token.code));
        moment(tokens.first()) == moment(tokens.last())
    }

    /// Whether a type may be one of arrays or functions: it has brackets outside of braces, or uses such a type.
    fn decays(&self, tokens: &[Expanded<'_>]) -> bool {
        let mut braces = 0_usize;
        tokens.iter().any(|token| {
            match token.kind {
                TokenKind::Punct(Punct::LeftBrace) => braces += 1,
                TokenKind::Punct(Punct::RightBrace) => braces = braces.saturating_sub(1),
                TokenKind::Punct(Punct::LeftBracket | Punct::LeftParen) => return braces == 0,
                TokenKind::Identifier => return braces == 0 && self.decaying.contains(&*token.text),
                _ => {}
            }
            false
        })
    }

    /// Reads a function; `None` if it may do more than compute and read.
    fn reader(&self, tokens: &'a [Expanded<'u>]) -> Option<Reader<'a>> {
        let body = tokens.iter().position(|token| token.is(Punct::LeftBrace)).filter(|_| is_function(tokens))?;
        let is_simple = |token: &Expanded<'_>| !self.decaying.contains(&*token.text);
        if !self.is_without_directives(&tokens[..=body]) || !tokens[..body].iter().all(is_simple) {
            return None;
        }
        let is_declared = |word: &str| self.types.contains(word) || self.variables.contains(word);
        let pointers = ReadPointer::all(&tokens[..body], &is_declared)?;
        let passes = |callee: &Expanded<'_>| {
            self.expanded.declares(&callee.text) || matches!(effect(&callee.text), Some(Effect::Loads { .. }))
        };
        if !pointers.iter().all(|pointer| pointer.is_only_read(tokens, body, &passes)) {
            return None;
        }
        let is_of_pointer = |at: usize| pointers.iter().any(|pointer| pointer.tokens.contains(&at));
        let own = self.declared(tokens, body, &is_of_pointer)?;
        let mut callees = Vec::new();
        let mut attribute_end = 0;
        for (at, token) in tokens.iter().enumerate() {
            let after = &tokens[at + 1..];
            if is_of_pointer(at) && (token.is(Punct::Star) || is_address_space(&token.text)) {
                continue;
            }
            if token.is(Punct::Star) && (ends_type(after) || self.is_type(&tokens[at - 1])) {
                return None;
            }
            if token.kind != TokenKind::Identifier || at < attribute_end {
                continue;
            }
            let word = &*token.text;
            if token.open || is_effect(word) || (at > body && names_other_memory(word, after)) {
                return None;
            }
            let is_called = after.first().is_some_and(|next| next.is(Punct::LeftParen));
            let is_member_or_tag = is_part(tokens, at) || is_after_tag_word(tokens, at);
            if is_attribute_word(word) {
                let length = group_length(Bracket::Round, after.iter().map(|token| token.kind))?;
                // The linker may put another function in the place of a weak one.
                let is_replaced = |token: &Expanded<'_>| {
                    ["weak", "alias", "ifunc"]
                        .iter()
                        .any(|replaced| token.text.trim_start_matches('_').starts_with(replaced))
                };
                if after[..length].iter().any(is_replaced) {
                    return None;
                }
                attribute_end = at + 1 + length;
            } else if self.variables.contains(word) && !is_member_or_tag {
                return None;
            } else if at > body && self.expanded.declares(word) {
                callees.push(word);
            } else if is_called && at > body && effect(word).is_some() {
                effect(word).filter(|effect| is_harmless(effect, !pointers.is_empty()))?;
            } else if !(is_member_or_tag
                || is_keyword(word)
                || self.is_type(token)
                || own.contains(word)
                || self.is_constant(word))
            {
                // A macro of the host, or a variable from outside.
                return None;
            }
        }
        Some(Reader { callees, pointers: pointers.into_iter().map(|pointer| pointer.position).collect() })
    }

    /// The names that a function declares, and its own name; `None` if its head has anything but values, and pointers that the caller
    /// knows.
    fn declared(
        &self,
        tokens: &'a [Expanded<'u>],
        body: usize,
        is_of_pointer: &dyn Fn(usize) -> bool,
    ) -> Option<FxHashSet<&'a str>> {
        let is_kernel = |token: &Expanded<'_>| token.is_word("kernel") || token.is_word("__kernel");
        let leads_elsewhere = |token: &Expanded<'_>| {
            [Punct::Star, Punct::LeftBracket, Punct::Ampersand, Punct::Caret].iter().any(|&punct| token.is(punct))
        };
        let mut head = tokens[..body].iter().enumerate();
        if head.any(|(at, token)| is_kernel(token) || (leads_elsewhere(token) && !is_of_pointer(at))) {
            return None;
        }
        let mut names = FxHashSet::default();
        // Brackets around each token, and those around the declaration that it is in.
        let (mut depth, mut declaring) = (0_usize, None);
        for (at, token) in tokens.iter().enumerate() {
            let before = at.checked_sub(1).map(|before| &tokens[before]);
            match token.kind {
                TokenKind::Punct(Punct::LeftParen | Punct::LeftBracket | Punct::LeftBrace) => depth += 1,
                TokenKind::Punct(Punct::RightParen | Punct::RightBracket | Punct::RightBrace) => {
                    depth = depth.saturating_sub(1);
                    declaring = declaring.filter(|&around| around <= depth);
                }
                TokenKind::Punct(Punct::Semicolon) => declaring = None,
                TokenKind::Identifier if self.begins_declaration(token) => {
                    let begins = at > body && before.is_some_and(begins_statement);
                    declaring = declaring.or(begins.then_some(depth));
                }
                TokenKind::Identifier if is_keyword(&token.text) => {}
                TokenKind::Identifier => {
                    let is_after_type = before.is_some_and(|before| self.is_type(before));
                    let is_first = is_after_type || is_after_tag_word(tokens, at.saturating_sub(1));
                    let is_next = before.is_some_and(|before| before.is(Punct::Comma));
                    let is_pointer = is_of_pointer(at) && !is_of_pointer(at + 1);
                    let is_in_head = at < body && (is_first || is_pointer);
                    if is_in_head || (declaring == Some(depth) && (is_first || is_next)) {
                        names.insert(&*token.text);
                    }
                }
                _ => {}
            }
        }
        Some(names)
    }

    /// Whether a word is, or ends, the name of a type, or a qualifier.
    fn is_type(&self, token: &Expanded<'_>) -> bool {
        let word = &*token.text;
        let is_word = is_c_type_keyword(word) || matches!(word, "const" | "restrict") || is_type_name(word);
        token.kind == TokenKind::Identifier && (is_word || self.types.contains(word))
    }

    fn begins_declaration(&self, token: &Expanded<'_>) -> bool {
        let word = &*token.text;
        self.is_type(token) || is_tag_word(word) || matches!(word, "private" | "__private" | "register" | "auto")
    }

    fn is_constant(&self, word: &str) -> bool {
        self.constants.contains(word) || is_standard_macro(word)
    }
}

/// Whether a statement or a declaration may begin after a token.
fn begins_statement(before: &Expanded<'_>) -> bool {
    [Punct::Semicolon, Punct::LeftBrace, Punct::RightBrace, Punct::LeftParen].iter().any(|&punct| before.is(punct))
}

/// Whether a token is the tag of a type.
fn is_after_tag_word(tokens: &[Expanded<'_>], at: usize) -> bool {
    at > 0 && tokens.get(at - 1).is_some_and(|before| is_tag_word(&before.text))
}

/// Whether a word of a function has an effect, or makes memory that others reach.
fn is_effect(word: &str) -> bool {
    is_asm_word(word)
        || orders_memory(word)
        || is_memory_object(word)
        || matches!(word, "_Atomic" | "typeof" | "__typeof" | "__typeof__" | "__auto_type" | "__generic")
        || (is_address_space(word) && !matches!(word, "private" | "__private"))
}

/// Whether a built-in function has no effect on the memory of others. What a pointer points to is the function's own, if it does not get
/// pointers.
fn is_harmless(effect: &Effect, gets_pointers: bool) -> bool {
    match effect {
        Effect::Stores { .. } | Effect::StoresResult { .. } => !gets_pointers,
        Effect::Loads { .. } | Effect::Computes | Effect::Queries => true,
        Effect::ReadsImage | Effect::WritesImage | Effect::Meets(_) | Effect::Orders | Effect::Acts => false,
    }
}

/// Whether a type or variable outside of functions may hold a pointer. Lengths and initial values do not count.
fn holds_pointer(tokens: &[Expanded<'_>]) -> bool {
    let (mut braces, mut brackets) = (0_usize, 0_usize);
    for token in tokens {
        match token.kind {
            TokenKind::Punct(Punct::LeftBrace) => braces += 1,
            TokenKind::Punct(Punct::RightBrace) => braces = braces.saturating_sub(1),
            TokenKind::Punct(Punct::LeftBracket) => brackets += 1,
            TokenKind::Punct(Punct::RightBracket) => brackets = brackets.saturating_sub(1),
            TokenKind::Punct(Punct::Assign) if braces + brackets == 0 => return false,
            TokenKind::Punct(Punct::Star | Punct::Caret | Punct::Ampersand) if brackets == 0 => return true,
            _ => {}
        }
    }
    false
}

/// The names that tokens outside of functions may declare: words outside of braces that are neither keywords nor tags.
fn declared_names<'a>(tokens: &'a [Expanded<'_>]) -> Vec<&'a str> {
    let mut names = Vec::new();
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate() {
        match token.kind {
            TokenKind::Punct(Punct::LeftBrace | Punct::LeftBracket) => depth += 1,
            TokenKind::Punct(Punct::RightBrace | Punct::RightBracket) => depth = depth.saturating_sub(1),
            TokenKind::Identifier if depth == 0 => {
                let is_tag = at > 0 && ["struct", "enum"].iter().any(|word| tokens[at - 1].is_word(word));
                if !is_tag && !is_keyword(&token.text) && !is_type_name(&token.text) {
                    names.push(&*token.text);
                }
            }
            _ => {}
        }
    }
    names
}
