//! What is known of all functions of the translation unit, from their tokens alone.
//!
//! Which names are declared as functions, which functions are kernels that nobody calls (their parameters are the
//! same for all work-items), and which functions, by themselves or through those that they call, hold a barrier or
//! another operation that work-items must reach together.

use std::cell::{OnceCell, RefCell};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::lex::{Token, TokenKind};
use crate::preprocess::Unit;
use crate::syntax::{Convergent, Item, Items, convergent, function_name};

/// Facts about the functions of a unit. What few files need is found when it is asked for.
#[derive(Debug)]
pub struct Program<'u> {
    unit: &'u Unit,
    /// The definitions, all branches of conditionals counted, and prototypes of each function.
    functions: HashMap<String, Vec<Range<usize>>>,
    occurrences: OnceCell<HashMap<String, usize>>,
    convergence: RefCell<HashMap<String, Option<Convergent>>>,
}

impl<'u> Program<'u> {
    /// Finds the names of all functions.
    #[must_use]
    pub fn new(unit: &'u Unit, items: &Items) -> Self {
        let mut functions: HashMap<String, Vec<Range<usize>>> = HashMap::new();
        for item in items.all() {
            if let Some(name) = function_name(unit, item) {
                functions.entry(name).or_default().push(item.code.clone());
            }
        }
        Self { unit, functions, occurrences: OnceCell::new(), convergence: RefCell::default() }
    }

    /// How often each function's name occurs, in the code and in the directives: a name in a macro's body is a call
    /// that the code does not show.
    fn occurrences(&self) -> &HashMap<String, usize> {
        self.occurrences.get_or_init(|| {
            let mut occurrences = HashMap::new();
            for token in self.unit.all_tokens().filter(|token| token.kind == TokenKind::Identifier) {
                let word = self.unit.text(token);
                if self.functions.contains_key(&*word) {
                    *occurrences.entry(word.into_owned()).or_default() += 1;
                }
            }
            occurrences
        })
    }

    /// Whether a function of that name is declared.
    #[must_use]
    pub fn declares(&self, name: &str) -> bool {
        self.functions.contains_key(name)
    }

    /// Whether a call of that name is convergent, by itself or through the functions that it mentions.
    #[must_use]
    pub fn convergence(&self, name: &str) -> Option<Convergent> {
        if let Some(known) = self.convergence.borrow().get(name) {
            return *known;
        }
        let mut result = None;
        let mut seen: HashSet<String> = HashSet::from([name.to_owned()]);
        let mut open = vec![name.to_owned()];
        while let Some(name) = open.pop() {
            result = result.max_of(convergent(&name));
            for token in self.functions.get(&name).into_iter().flatten().flat_map(|code| &self.unit.code[code.clone()])
            {
                self.add_mentions(token, &mut seen, &mut open);
            }
        }
        self.convergence.borrow_mut().insert(name.to_owned(), result);
        result
    }

    /// What a token of a function's body may call: its own name, or what a macro of that name holds.
    fn add_mentions(&self, token: &Token, seen: &mut HashSet<String>, open: &mut Vec<String>) {
        if token.kind != TokenKind::Identifier {
            return;
        }
        let mut words = vec![self.unit.text(token).into_owned()];
        while let Some(word) = words.pop() {
            let bodies = self.unit.definitions(&word);
            let is_call = self.functions.contains_key(&word) || convergent(&word).is_some();
            if (is_call || !bodies.is_empty()) && seen.insert(word.clone()) {
                let inner = bodies.iter().flat_map(|definition| &definition.body);
                let inner = inner.filter(|token| token.kind == TokenKind::Identifier);
                words.extend(inner.map(|token| self.unit.text(token).into_owned()));
                open.push(word);
            }
        }
    }

    /// Whether the function that this item defines is a kernel whose name occurs nowhere else, so that its
    /// arguments come from the host and are the same for all work-items.
    #[must_use]
    pub fn is_entry_point(&self, item: &Item) -> bool {
        let is_kernel = |word: &str| matches!(word, "kernel" | "__kernel");
        let tokens = &self.unit.code[item.code.start..item.body.unwrap_or(item.code.start)];
        function_name(self.unit, item).is_some_and(|name| {
            tokens.iter().any(|token| token.kind == TokenKind::Identifier && is_kernel(&self.unit.text(token)))
                && self.occurrences().get(&name) == Some(&1)
        })
    }
}

/// Of two convergences, the one that binds more work-items.
trait MaxOf {
    fn max_of(self, other: Self) -> Self;
}

impl MaxOf for Option<Convergent> {
    fn max_of(self, other: Self) -> Self {
        match (self, other) {
            (Some(Convergent::WorkGroup), _) | (_, Some(Convergent::WorkGroup)) => Some(Convergent::WorkGroup),
            (one, other) => one.or(other),
        }
    }
}
