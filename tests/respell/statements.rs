//! Finds the expressions, declarations and loops in the bodies of functions.
//!
//! Text that cannot be parsed is skipped, up to the next `;` or brace.

use std::collections::HashMap;

use super::expressions::{Names, Node, Reader, STATEMENTS};
use super::tokens::{Class, Token};

/// A whole expression.
#[derive(Debug)]
pub struct Whole {
    pub node: Node,
    /// Whether it is the value of a constant.
    pub is_constant: bool,
    /// Whether its value is used.
    pub is_value: bool,
    /// The function that it is in.
    pub function: usize,
}

/// A `for` that declares one integer, with a body in braces.
#[derive(Debug)]
pub struct Loop {
    pub function: usize,
    /// The token of the type, and of the name.
    pub kind: usize,
    pub name: usize,
    /// The step.
    pub step: Option<Node>,
    /// The tokens from the test to the end of the body, and those of the body.
    pub behind_start: (usize, usize),
    pub body: (usize, usize),
}

/// A function.
#[derive(Debug, Default)]
pub struct Function {
    /// Its first token.
    pub first: usize,
    /// The tokens of its body, braces included.
    pub body: (usize, usize),
    /// Its variables, each with its type if that is an integer type and the only one for that name.
    pub variables: HashMap<String, Option<String>>,
    /// Whether a part of it could not be parsed, or it contains labels or conditional groups.
    pub is_unclear: bool,
}

/// The contents of a source.
#[derive(Debug, Default)]
pub struct Found {
    pub functions: Vec<Function>,
    pub wholes: Vec<Whole>,
    pub loops: Vec<Loop>,
    /// The names in declarations of one variable each, in blocks, with an initialiser.
    pub declarations: Vec<(usize, usize)>,
}

/// Integer types of one word.
pub const INTEGERS: [&str; 9] = ["char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "size_t"];

/// Parses all functions.
pub fn found(tokens: &[Token<'_>], names: &Names) -> Found {
    let mut walker = Walker { reader: Reader { tokens, names, at: 0 }, found: Found::default() };
    let mut first = 0;
    while walker.reader.at < tokens.len() {
        let at = walker.reader.at;
        let token = tokens[at];
        if token.is("{") {
            // If conditions leave braces open, the block of a statement seems to be outside of all functions.
            let is_statement = tokens[first..at].iter().any(|token| STATEMENTS.contains(&token.text));
            if at > first && tokens[at - 1].is(")") && !is_statement {
                walker.function(first);
            } else if walker.reader.skip_brackets().is_none() {
                break;
            }
            first = walker.reader.at;
            continue;
        }
        walker.reader.at += 1;
        if token.is(";") || token.class == Class::Directive {
            first = walker.reader.at;
        }
    }
    walker.found
}

struct Walker<'r, 't> {
    reader: Reader<'r, 't>,
    found: Found,
}

impl Walker<'_, '_> {
    fn function(&mut self, first: usize) {
        let open = self.reader.at;
        self.found.functions.push(Function { first, body: (open, open), ..Function::default() });
        for at in first + 1..open {
            let is_parameter = self.reader.tokens[at + 1].is(",") || self.reader.tokens[at + 1].is(")");
            let token = self.reader.tokens[at];
            if is_parameter && token.class == Class::Word {
                let before = self.reader.tokens[at - 1];
                let kind = INTEGERS.contains(&before.text).then_some(before.text);
                self.declare(token.text, kind);
            }
        }
        self.block();
        let end = self.reader.at;
        self.current().body.1 = end;
    }

    fn current(&mut self) -> &mut Function {
        self.found.functions.last_mut().expect("statements stand in functions")
    }

    fn declare(&mut self, name: &str, kind: Option<&str>) {
        let kind = kind.map(str::to_owned);
        let known = self.current().variables.entry(name.to_owned()).or_insert_with(|| kind.clone());
        if *known != kind {
            *known = None;
        }
    }

    fn block(&mut self) {
        self.reader.at += 1;
        while let Some(token) = self.reader.token() {
            if token.is("}") {
                self.reader.at += 1;
                return;
            }
            self.statement();
        }
    }

    fn statement(&mut self) {
        let begin = self.reader.at;
        let Found { wholes, loops, declarations, .. } = &self.found;
        let (wholes, loops, declarations) = (wholes.len(), loops.len(), declarations.len());
        if self.attempt().is_some() {
            return;
        }
        // Expressions that were found before the end of the attempt may be parts of another construct.
        self.found.wholes.truncate(wholes);
        self.found.loops.truncate(loops);
        self.found.declarations.truncate(declarations);
        self.current().is_unclear = true;
        self.reader.at = begin;
        let mut is_type = false;
        while let Some(token) = self.reader.token() {
            is_type |= ["struct", "union", "enum"].contains(&token.text);
            let is_block = !is_type && token.is("{");
            if self.reader.at > begin && (is_block || token.is("}")) || token.class == Class::Directive {
                return;
            }
            if token.is("(") || token.is("[") || is_type && token.is("{") {
                if self.reader.skip_brackets().is_none() {
                    self.reader.at = self.reader.tokens.len();
                }
                continue;
            }
            self.reader.at += 1;
            if token.is(";") {
                return;
            }
        }
    }

    fn whole(&mut self, node: Node, is_constant: bool, is_value: bool) {
        let function = self.found.functions.len() - 1;
        self.found.wholes.push(Whole { node, is_constant, is_value, function });
    }

    /// An expression in parentheses.
    fn asked(&mut self) -> Option<()> {
        self.reader.take("(")?;
        let node = self.reader.comma()?;
        self.reader.take(")")?;
        self.whole(node, false, true);
        Some(())
    }

    fn attempt(&mut self) -> Option<()> {
        let token = self.reader.token()?;
        if token.class == Class::Directive {
            self.reader.at += 1;
            if !token.text[1..].trim_start().starts_with("pragma") {
                self.current().is_unclear = true;
            }
            return Some(());
        }
        match token.text {
            "{" => self.block(),
            ";" => self.reader.at += 1,
            "__attribute__" | "_Pragma" => {
                self.reader.at += 1;
                self.reader.skip_brackets()?;
            }
            "if" | "switch" | "while" => {
                self.reader.at += 1;
                self.asked()?;
                self.statement();
            }
            "else" => {
                self.reader.at += 1;
                self.statement();
            }
            "do" => {
                self.reader.at += 1;
                self.statement();
                self.reader.take("while")?;
                self.asked()?;
                self.reader.take(";")?;
            }
            "for" => self.counted()?,
            "case" | "default" => {
                while self.reader.take(":").is_none() {
                    self.reader.token().filter(|token| token.class != Class::Directive && !token.is(";"))?;
                    self.reader.at += 1;
                }
            }
            "return" => {
                self.reader.at += 1;
                if !self.reader.sees(";") {
                    let node = self.reader.comma()?;
                    self.whole(node, false, true);
                }
                self.reader.take(";")?;
            }
            "break" | "continue" => {
                self.reader.at += 1;
                self.reader.take(";")?;
            }
            _ if self.reader.begins_type(self.reader.at) => {
                self.declaration(false, &mut None)?;
            }
            _ => {
                let node = self.reader.comma()?;
                self.reader.take(";")?;
                self.whole(node, false, false);
            }
        }
        Some(())
    }

    /// A declaration. `declared` becomes the tokens of the type and the name, if it declares one integer with an initialiser.
    fn declaration(&mut self, is_header: bool, declared: &mut Option<(usize, usize)>) -> Option<()> {
        let first = self.reader.at;
        while self.reader.begins_type(self.reader.at) {
            self.reader.at += 1;
        }
        let words: Vec<_> = self.reader.tokens[first..self.reader.at].iter().map(|token| token.text).collect();
        if ["struct", "union", "enum"].iter().any(|word| words.contains(word)) {
            return None;
        }
        let is_static = ["static", "constant", "__constant"].iter().any(|word| words.contains(word));
        let is_constant = words.contains(&"const");
        let mut only = None;
        for number in 0.. {
            let is_scalar = self.reader.token().is_some_and(|token| token.class == Class::Word);
            while self.reader.take("*").is_some() || self.reader.begins_type(self.reader.at) {
                self.reader.at += usize::from(self.reader.begins_type(self.reader.at));
            }
            let (name, at) = (self.reader.token()?, self.reader.at);
            if name.class != Class::Word || self.reader.names.may_be_macro(name.text) {
                return None;
            }
            self.reader.at += 1;
            let is_array = self.reader.sees("[");
            while self.reader.sees("[") {
                self.reader.skip_brackets()?;
            }
            let is_plain = is_scalar && !is_array && words.len() == 1;
            let is_integer = is_plain && INTEGERS.contains(&words[0]);
            let kind = is_scalar && !is_array && words.iter().all(|word| *word == "const" || INTEGERS.contains(word));
            let integer = words.iter().find(|word| INTEGERS.contains(word)).filter(|_| kind);
            self.declare(name.text, integer.copied());
            let mut has_value = false;
            if self.reader.take("=").is_some() {
                if self.reader.sees("{") {
                    self.reader.skip_brackets()?;
                } else {
                    let node = self.reader.assignment()?;
                    has_value = true;
                    if !is_static {
                        self.whole(node, is_constant, true);
                    }
                }
            }
            only = (number == 0 && has_value && is_plain && (!is_header || is_integer)).then_some((first, at));
            if self.reader.take(",").is_none() {
                break;
            }
        }
        self.reader.take(";")?;
        if !is_header {
            self.found.declarations.extend(only);
        }
        *declared = only;
        Some(())
    }

    fn counted(&mut self) -> Option<()> {
        self.reader.at += 1;
        self.reader.take("(")?;
        let mut declared = None;
        if self.reader.take(";").is_none() {
            if self.reader.begins_type(self.reader.at) {
                self.declaration(true, &mut declared)?;
            } else {
                let node = self.reader.comma()?;
                self.reader.take(";")?;
                self.whole(node, false, false);
            }
        }
        let behind_start = self.reader.at;
        if !self.reader.sees(";") {
            let node = self.reader.comma()?;
            self.whole(node, false, true);
        }
        self.reader.take(";")?;
        let mut step = None;
        if !self.reader.sees(")") {
            let node = self.reader.comma()?;
            step = Some(node.clone());
            self.whole(node, false, false);
        }
        self.reader.take(")")?;
        let body = self.reader.at;
        let is_block = self.reader.sees("{");
        self.statement();
        let end = self.reader.at;
        if let (Some((kind, name)), true) = (declared, is_block) {
            let function = self.found.functions.len() - 1;
            let behind_start = (behind_start, end);
            self.found.loops.push(Loop { function, kind, name, step, behind_start, body: (body, end) });
        }
        Some(())
    }
}
