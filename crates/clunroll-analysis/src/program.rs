//! Facts about all functions of the translation unit, from their tokens alone.
//!
//! Which names are declared as functions, which functions are kernels that no function calls (their parameters are the same for all
//! work-items), which names occur only once, and which functions, by themselves or through the functions that they call, contain a barrier
//! or another operation that work-items must reach together.

use std::cell::{OnceCell, RefCell};
use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::pure_functions::{PureFunctions, pure_functions};
use super::restrict::restrict_candidates;
use super::typedefs::Typedefs;
use crate::limits::MAX_TOKENS_OF_HEAD;
use oclc_syntax::lex::{self, Bracket, Depth, Punct, Token, TokenKind};
use oclc_syntax::preprocess::{Configuration, Definition, Directive, Moment, Unit};
use oclc_syntax::source::{Place, SourceFile};
use oclc_syntax::tree::{
    self, Convergent, Item, Items, MEETINGS, convergent, function_name, is_asm_word, is_attribute_word,
    is_builtin_function, is_keyword,
};

/// The user's promises about all launches.
#[derive(Clone, Copy, Debug, Default)]
pub struct Assumptions {
    /// Whether all work-groups of a launch are of one size.
    pub has_uniform_groups: bool,
    /// Whether no two buffer arguments of a kernel overlap where one is written.
    pub has_restrict: bool,
}

/// Facts about the functions of a unit. Facts that few files need are computed on demand.
#[derive(Debug)]
pub struct ProgramFunctions<'u> {
    unit: &'u Unit,
    /// Whether all work-groups of a launch are of one size.
    has_uniform_groups: bool,
    /// Whether no two buffer arguments of a kernel overlap where one is written.
    assumes_restrict: bool,
    /// The names of the parameters that may therefore be `restrict`.
    unaliased: OnceCell<FxHashSet<Place>>,
    /// The functions that only compute and read.
    pure: OnceCell<PureFunctions>,
    /// Whether any text contains a word that makes an object volatile or atomic.
    has_volatile: OnceCell<bool>,
    /// The host's configuration, if the host gives anything that is not final.
    told: Option<Configuration>,
    /// The names of all functions that are declared.
    declared: FxHashSet<String>,
    /// The names that functions may have if macros make their heads.
    perhaps_declared: FxHashSet<String>,
    /// The names of all types that are declared with `typedef`.
    types: FxHashSet<String>,
    /// The definitions of each function; several, where conditionals choose between them.
    definitions: FxHashMap<String, Vec<Range<usize>>>,
    /// The bodies of all functions, in order.
    bodies: Vec<Range<usize>>,
    occurrences: OnceCell<FxHashMap<String, Occurrences>>,
    typedefs: OnceCell<Typedefs>,
    /// Whether the values of arguments may select or forbid functions.
    judges_arguments: OnceCell<bool>,
    /// Whether functions may be forbidden if a call of them is not optimised away.
    has_error_attributes: OnceCell<bool>,
    convergence: RefCell<FxHashMap<String, Option<Convergent>>>,
    /// Whether any text contains the name of an operation at which work-items meet.
    has_meetings: OnceCell<bool>,
    meetings: RefCell<FxHashMap<String, bool>>,
}

/// The place of one token of a name.
#[derive(Clone, Copy)]
enum Standing {
    /// In the code, at that index.
    Code(usize),
    /// In a directive, at that index among the tokens of all directives.
    Directive(usize),
    /// In a macro or option of the host.
    Host,
}

/// The places of a name.
#[derive(Debug, Default)]
struct Occurrences {
    count: usize,
    /// The index of the first code token.
    in_code: Option<usize>,
    /// The index of the first token of a directive.
    in_directives: Option<usize>,
    is_in_host: bool,
}

impl Occurrences {
    fn add(&mut self, standing: Standing) {
        self.count += 1;
        match standing {
            Standing::Code(at) => self.in_code = self.in_code.or(Some(at)),
            Standing::Directive(at) => self.in_directives = self.in_directives.or(Some(at)),
            Standing::Host => self.is_in_host = true,
        }
    }
}

/// The next step after a function that a call leads to.
enum Next {
    /// Continue with the functions that it calls.
    Calls,
    /// Continue with other functions: the answer for this one is complete.
    Other,
    /// Stop: the answer is complete.
    End,
}

/// The functions that a function calls.
struct Calls {
    names: Vec<String>,
    /// Whether a macro in it pastes tokens.
    pastes: bool,
}

impl<'u> ProgramFunctions<'u> {
    /// Finds the names of all functions.
    #[must_use]
    pub fn new(unit: &'u Unit, items: &Items, assumptions: Assumptions) -> Self {
        let mut declared = FxHashSet::default();
        let mut types = FxHashSet::default();
        let mut bodies = Vec::new();
        let mut definitions: FxHashMap<String, Vec<Range<usize>>> = FxHashMap::default();
        for item in items.all() {
            let tokens = &unit.code[item.code.clone()];
            if tokens.first().is_some_and(|first| unit.is_word(first, "typedef")) {
                let last = tokens.iter().rev().find(|token| token.kind == TokenKind::Identifier);
                types.extend(last.map(|name| unit.text(name).into_owned()));
            }
            bodies.extend(item.body.map(|body| body..item.code.end));
            let Some(name) = function_name(unit, item) else { continue };
            if let Some(body) = item.body {
                definitions.entry(name.clone()).or_default().push(body..item.code.end);
            }
            declared.insert(name);
        }
        Self {
            unit,
            has_uniform_groups: assumptions.has_uniform_groups,
            assumes_restrict: assumptions.has_restrict,
            unaliased: OnceCell::new(),
            pure: OnceCell::new(),
            has_volatile: OnceCell::new(),
            told: unit.has_command_line_macros().then(Configuration::as_given),
            declared,
            perhaps_declared: tree::perhaps_declared(unit, items),
            types,
            definitions,
            bodies,
            occurrences: OnceCell::new(),
            typedefs: OnceCell::new(),
            judges_arguments: OnceCell::new(),
            has_error_attributes: OnceCell::new(),
            convergence: RefCell::default(),
            has_meetings: OnceCell::new(),
            meetings: RefCell::default(),
        }
    }

    /// Whether any text contains a word that makes an object volatile or atomic.
    #[must_use]
    pub fn mentions_volatile(&self) -> bool {
        let is_such =
            |token: &Token| ["volatile", "__volatile__", "_Atomic"].iter().any(|word| self.unit.is_word(token, word));
        *self.has_volatile.get_or_init(|| self.unit.all_tokens().any(is_such))
    }

    /// Whether the parameter whose name is at a place may be `restrict` by the user's promise about all buffers.
    #[must_use]
    pub fn may_be_restrict(&self, name: Place) -> bool {
        let allowed = || {
            let candidates = restrict_candidates(self.unit).into_iter();
            candidates.filter(|one| one.obstacle.is_none()).map(|one| one.place).collect()
        };
        self.assumes_restrict && self.unaliased.get_or_init(allowed).contains(&name)
    }

    /// The positions of the arguments whose objects a function of the files reads, if it only computes and reads. Any other function has
    /// none.
    #[must_use]
    pub fn objects_read(&self, name: &str) -> Option<&[usize]> {
        let all = || self.pure.get_or_init(|| pure_functions(self.unit));
        let is_declared = self.declared.contains(name);
        is_declared.then(all)?.get(name).map(Vec::as_slice)
    }

    /// Whether all work-groups of a launch are of one size, by the caller's promise.
    #[must_use]
    pub const fn has_uniform_groups(&self) -> bool {
        self.has_uniform_groups
    }

    /// The definitions of a macro that remain possible if the host gives its known macros and no others.
    #[must_use]
    pub fn as_given(&self, name: &str, moment: Moment, definitions: Vec<&'u Definition>) -> Vec<&'u Definition> {
        match &self.told {
            Some(told) => self.unit.possible_in(told, name, moment, definitions),
            None => definitions,
        }
    }

    /// Whether a name occurs only once: in the code, in the directives (a name in a macro's body is a use that the code does not show) and
    /// in what the host gives; and pasting cannot make another occurrence.
    #[must_use]
    pub fn is_named_once(&self, name: &str) -> bool {
        !self.unit.pastes() && self.occurrences(name).is_some_and(|found| found.count == 1)
    }

    /// Whether no text before a directive mentions a name in its line. The host's macros, and pasted names, count as before it.
    #[must_use]
    pub fn is_first_named_in(&self, name: &str, directive: &Directive) -> bool {
        let is_first = |found: &Occurrences| {
            !found.is_in_host
                && found.in_code.is_none_or(|at| at >= directive.code_before)
                && found.in_directives.is_some_and(|at| directive.tokens().contains(&at))
        };
        !self.unit.pastes() && self.occurrences(name).is_some_and(is_first)
    }

    fn occurrences(&self, name: &str) -> Option<&Occurrences> {
        let find = || {
            let code = self.unit.code.iter().enumerate().map(|(at, token)| (token, Standing::Code(at)));
            let directives =
                self.unit.directive_tokens().enumerate().map(|(at, token)| (token, Standing::Directive(at)));
            let host = self.unit.host_tokens().map(|token| (token, Standing::Host));
            let mut all: FxHashMap<String, Occurrences> = FxHashMap::default();
            for (token, standing) in code.chain(directives).chain(host) {
                if token.kind != TokenKind::Identifier {
                    continue;
                }
                let word = self.unit.text(token);
                match all.get_mut(&*word) {
                    Some(found) => found.add(standing),
                    None => all.entry(word.into_owned()).or_default().add(standing),
                }
            }
            all
        };
        self.occurrences.get_or_init(find).get(name)
    }

    /// Whether a `typedef` declares a type of that name. If the name were a macro, the `typedef` would not declare it.
    #[must_use]
    pub fn declares_type(&self, name: &str) -> bool {
        self.types.contains(name)
    }

    /// Whether a `typedef` may declare a name, anywhere and however it is written, as a type that is not arithmetic, or as `bool`.
    #[must_use]
    pub fn may_declare_other(&self, name: &str) -> bool {
        self.typedefs.get_or_init(|| Typedefs::of(self.unit)).may_be_other(name)
    }

    /// Whether a function of that name is declared.
    #[must_use]
    pub fn declares(&self, name: &str) -> bool {
        self.declared.contains(name)
    }

    /// Whether a function of that name may be declared, so that it need not be the built-in function of OpenCL C.
    #[must_use]
    pub fn may_declare(&self, name: &str) -> bool {
        self.declared.contains(name) || self.perhaps_declared.contains(name)
    }

    /// Whether a name is that of a built-in function that the source does not declare itself.
    #[must_use]
    pub fn is_builtin(&self, name: &str) -> bool {
        is_builtin_function(name) && !self.may_declare(name)
    }

    /// Whether the values of arguments may select or forbid functions: any file contains `overloadable`, whole or in halves that are
    /// pasted, or an attribute that examines constant arguments.
    #[must_use]
    pub fn judges_arguments(&self) -> bool {
        let is_written = |word: &'static str| self.unit.sources.iter().any(|file| lex::file_may_spell(file, word));
        *self.judges_arguments.get_or_init(|| {
            ["overload", "loadable", "diagnose_if", "enable_if"].into_iter().any(is_written)
                || self.unit.first_spelt(&["diagnose_if", "enable_if"]).is_some()
        })
    }

    /// Whether functions may be forbidden if a call of them is not optimised away, which cannot be guaranteed for a copy: any file contains
    /// such an attribute, `error("…")` or `((error(…`.
    #[must_use]
    pub fn has_error_attributes(&self) -> bool {
        *self.has_error_attributes.get_or_init(|| {
            let tokens: Vec<&Token> = self.unit.all_tokens().collect();
            let is = |at: usize, punct: Punct| tokens.get(at).is_some_and(|token| token.is(punct));
            let is_attribute = |at: usize| {
                let is_first = at > 1 && is(at - 1, Punct::LeftParen) && is(at - 2, Punct::LeftParen);
                let has_message = tokens.get(at + 2).is_some_and(|token| token.kind == TokenKind::String);
                is(at + 1, Punct::LeftParen) && (is_first || has_message)
            };
            let is_word = |at: usize| matches!(&*self.unit.text(tokens[at]), "error" | "__error__");
            (0..tokens.len()).any(|at| is_attribute(at) && is_word(at))
        })
    }

    /// Whether a call of that name only queries the launch, and changes nothing.
    #[must_use]
    pub fn is_query(&self, name: &str) -> bool {
        tree::is_query(name) && !self.may_declare(name)
    }

    /// Whether a call of that name is convergent, by itself or through the functions that it calls. A function without a definition here
    /// may be, and so may a function in which names are pasted together.
    #[must_use]
    pub fn convergence(&self, name: &str) -> Option<Convergent> {
        if let Some(known) = self.convergence.borrow().get(name) {
            return *known;
        }
        let mut result = None;
        let is_all = self.follow(name, |name| {
            if let Some(known) = self.convergence.borrow().get(name) {
                result = result.max(*known);
                return Next::Other;
            }
            result = result.max(convergent(name));
            let is_defined = self.definitions.contains_key(name);
            if !is_defined && self.is_builtin(name) {
                return Next::Other;
            }
            if !is_defined {
                result = Some(Convergent::WorkGroup);
                return Next::End;
            }
            Next::Calls
        });
        if !is_all {
            result = Some(Convergent::WorkGroup);
        }
        self.convergence.borrow_mut().insert(name.to_owned(), result);
        result
    }

    /// Whether a call of that name surely leads to an operation where all work-items of a group meet, as far as the functions are known.
    #[must_use]
    pub fn is_meeting(&self, name: &str) -> bool {
        let is_word_of_one = |token: &Token| convergent(&self.unit.text(token)) == Some(Convergent::WorkGroup);
        let may_be_one = || {
            let is_written = |file: &SourceFile| MEETINGS.iter().any(|word| lex::file_may_spell(file, word));
            let words = || self.unit.all_tokens().filter(|token| token.kind == TokenKind::Identifier);
            self.unit.sources.iter().any(is_written) && words().any(is_word_of_one)
        };
        if !*self.has_meetings.get_or_init(may_be_one) {
            return false;
        }
        if let Some(known) = self.meetings.borrow().get(name) {
            return *known;
        }
        let mut result = false;
        let _ = self.follow(name, |name| {
            let known = self.meetings.borrow().get(name).copied();
            result = known.unwrap_or_else(|| convergent(name) == Some(Convergent::WorkGroup));
            match known {
                _ if result => Next::End,
                Some(_) => Next::Other,
                None => Next::Calls,
            }
        });
        self.meetings.borrow_mut().insert(name.to_owned(), result);
        result
    }

    /// Follows a call of that name through the functions that are defined here, each once; `see` returns where to go on. Returns false if
    /// names are pasted on the way, which may be those of other functions.
    fn follow(&self, name: &str, mut see: impl FnMut(&str) -> Next) -> bool {
        let mut is_all = true;
        let mut seen: FxHashSet<String> = FxHashSet::from_iter([name.to_owned()]);
        let mut macros = FxHashSet::default();
        let mut open = vec![name.to_owned()];
        while let Some(name) = open.pop() {
            match see(&name) {
                Next::End => return is_all,
                Next::Other => continue,
                Next::Calls => {}
            }
            for code in self.definitions.get(&name).into_iter().flatten() {
                let Calls { names, pastes } = self.calls(&self.unit.code[code.clone()], Vec::new(), &mut macros);
                is_all &= !pastes;
                open.extend(names.into_iter().filter(|called| seen.insert(called.clone())));
            }
            if self.unit.has_definitions(&name) {
                let Calls { names, pastes } = self.calls(&[], vec![name], &mut macros);
                is_all &= !pastes;
                open.extend(names.into_iter().filter(|called| seen.insert(called.clone())));
            }
        }
        is_all
    }

    /// The names before a parenthesis in some tokens, in some macros, and in the macros that these name. Inline assembly counts as a
    /// call of an unknown function. Macros that have been `seen` are not read again.
    fn calls(&self, tokens: &[Token], mut macros: Vec<String>, seen: &mut FxHashSet<String>) -> Calls {
        let mut names = Vec::new();
        let mut pastes = false;
        let mut scan = |tokens: &[Token], macros: &mut Vec<String>| {
            for (at, token) in tokens.iter().enumerate().filter(|(_, token)| token.kind == TokenKind::Identifier) {
                let word = self.unit.text(token);
                let before_parenthesis = tokens.get(at + 1).is_some_and(|next| next.is(Punct::LeftParen));
                if self.unit.has_definitions(&word) {
                    if !seen.contains(&*word) {
                        seen.insert(word.to_string());
                        macros.push(word.into_owned());
                    }
                } else if (before_parenthesis && !is_keyword(&word)) || is_asm_word(&word) {
                    names.push(word.into_owned());
                }
            }
        };
        scan(tokens, &mut macros);
        while let Some(name) = macros.pop() {
            for definition in self.unit.distinct_definitions(&name) {
                pastes |= definition.body.iter().any(|token| token.is(Punct::HashHash));
                scan(&definition.body, &mut macros);
            }
        }
        Calls { names, pastes }
    }

    /// Whether a parameter of that name comes before the body that contains a code token, according to its tokens alone.
    // parameter = word … name ( "," | ")" | "[" )
    #[must_use]
    pub fn has_parameter(&self, name: &str, code: usize) -> bool {
        let after = self.bodies.partition_point(|body| body.start <= code);
        let Some(body) = self.bodies[..after].last().filter(|body| body.contains(&code)) else { return false };
        let head = &self.unit.code[body.start.saturating_sub(MAX_TOKENS_OF_HEAD)..body.start];
        let Some(close) = head.iter().rposition(|token| token.is(Punct::RightParen)) else { return false };
        let Some(open) = lex::opening(Bracket::Round, head, close) else { return false };
        head[open..=close].windows(3).any(|three| {
            let is_after_word = three[0].kind == TokenKind::Identifier || three[0].is(Punct::Star);
            let ends = [Punct::Comma, Punct::RightParen, Punct::LeftBracket].iter().any(|&punct| three[2].is(punct));
            is_after_word && ends && self.unit.is_word(&three[1], name)
        })
    }

    /// Whether the function that this item defines is a kernel whose name occurs nowhere else, so that its arguments come from the host and
    /// are the same for all work-items. A file that could not be read may call it.
    #[must_use]
    pub fn is_entry_point(&self, item: &Item) -> bool {
        let is_kernel = |word: &str| matches!(word, "kernel" | "__kernel");
        let tokens = &self.unit.code[item.code.start..item.body.unwrap_or(item.code.start)];
        // Among several names before parentheses, only macros can show which one is the function's.
        let has_one_list = || {
            let mut depth = Depth::of(Bracket::Round);
            let opens = tokens.iter().enumerate().filter(|(at, token)| {
                let is_outside = depth.is_outside();
                depth.read(token.kind);
                let before = at.checked_sub(1).map(|before| self.unit.text(&tokens[before]));
                is_outside && token.is(Punct::LeftParen) && !before.is_some_and(|word| is_attribute_word(&word))
            });
            opens.count() == 1
        };
        function_name(self.unit, item).is_some_and(|name| {
            has_one_list()
                && tokens.iter().any(|token| token.kind == TokenKind::Identifier && is_kernel(&self.unit.text(token)))
                && self.is_named_once(&name)
                && self.unit.unread_include(usize::MAX).is_none()
        })
    }
}
