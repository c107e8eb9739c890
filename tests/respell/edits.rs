//! All places of a source where its spelling can be changed, and the new text there.

use std::collections::{HashMap, HashSet};
use std::fmt;

use super::expressions::{Kind, Names, Node};
use super::statements::{Found, INTEGERS, Loop, Whole};
use super::tokens::{Class, Token};

/// How the spelling changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Change {
    /// `x` to `(x)`
    Parentheses,
    /// `a[i]` to `*(a + i)`
    Sum,
    /// `a[i]` to `i[a]`, where its value is used
    Reversed,
    /// `a[i] = x` to `i[a] = x`, and so where its address is taken
    ReversedTarget,
    /// `a + b` to `b + a`, `i < n` to `n > i`
    Turned,
    /// The counter of a loop to a `const` local of its body.
    Local,
    /// `x` to a macro that is `(x)`
    Macro,
    /// `x` to `(0, x)`
    Comma,
    /// `int x = e;` to `int x; x = e;`
    Split,
    /// A counter to one of a wider type, which each use converts back.
    Wider,
    /// `x` to `(int)x`, which it is.
    Cast,
    /// `x` to `max(x, x)`
    Function,
    /// White space, comments, line splices.
    Blanks,
}

impl Change {
    /// All changes.
    pub const ALL: [Self; 13] = [
        Self::Parentheses,
        Self::Sum,
        Self::Reversed,
        Self::ReversedTarget,
        Self::Turned,
        Self::Local,
        Self::Macro,
        Self::Comma,
        Self::Split,
        Self::Wider,
        Self::Cast,
        Self::Function,
        Self::Blanks,
    ];
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

/// A change at one place: bytes to replace, and their new texts.
#[derive(Clone, Debug)]
pub struct Edit {
    pub change: Change,
    pub pieces: Vec<(usize, usize, String)>,
    /// The replacement of a macro, and the place of its definition; its name is `respelled_` and a number, written as `@` in the pieces.
    pub definition: Option<(usize, String)>,
}

/// The use of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    Value,
    /// A value whose type matters, since it selects a function.
    Argument,
    /// The target of an assignment, or the operand of `&`.
    Stored,
    /// The object of a member access.
    Part,
    Dropped,
    Callee,
    Measured,
}

/// Finds all edits.
pub fn edits(source: &str, tokens: &[Token<'_>], names: &Names, found: &Found) -> Vec<Edit> {
    let mut maker =
        Maker { source, tokens, names, found, edits: Vec::new(), uses: HashMap::new(), targets: HashSet::new() };
    for whole in &found.wholes {
        let use_ = if whole.is_value { Use::Value } else { Use::Dropped };
        maker.level(&whole.node, use_, whole);
    }
    for &(kind, name) in &found.declarations {
        let text = format!("; {}", tokens[name].text);
        let end = tokens[name].end;
        maker.add(Change::Split, vec![(end, end, text)]);
        let _ = kind;
    }
    for site in &found.loops {
        maker.local(site);
        maker.wider(site);
    }
    maker.blanks();
    maker.edits
}

struct Maker<'m, 't> {
    source: &'m str,
    tokens: &'m [Token<'t>],
    names: &'m Names,
    found: &'m Found,
    edits: Vec<Edit>,
    /// The names in expressions that were parsed, and whether only their value is used.
    uses: HashMap<usize, bool>,
    /// The brackets of rows with an element that is written.
    targets: HashSet<usize>,
}

/// Whether a macro is in the same brackets as an expression.
fn has_macro(node: &Node) -> bool {
    match node.kind {
        Kind::Macro => true,
        Kind::Parenthesised => false,
        Kind::Index | Kind::Call => has_macro(&node.parts[0]),
        _ => node.parts.iter().any(has_macro),
    }
}

impl<'m> Maker<'m, '_> {
    fn range(&self, node: &Node) -> (usize, usize) {
        (self.tokens[node.first].start, self.tokens[node.end - 1].end)
    }

    fn text(&self, node: &Node) -> &'m str {
        let (start, end) = self.range(node);
        &self.source[start..end]
    }

    /// The text of an operand.
    fn within(&self, node: &Node, tight: u8) -> String {
        let text = self.text(node);
        if node.tight < tight { format!("({text})") } else { text.to_owned() }
    }

    fn add(&mut self, change: Change, pieces: Vec<(usize, usize, String)>) {
        self.edits.push(Edit { change, pieces, definition: None });
    }

    /// Whether there is a directive or a comment in an expression, so that its text is not one line.
    fn is_line(&self, node: &Node) -> bool {
        let text = self.text(node);
        !text.contains(['\n', '\\']) && !text.contains("/*") && !text.contains("//")
    }

    fn is_pure(&self, node: &Node) -> bool {
        let is_changing = matches!(node.kind, Kind::Assignment | Kind::Postfix | Kind::Call | Kind::Macro)
            || node.kind == Kind::Prefix && matches!(self.tokens[node.operator].text, "++" | "--");
        !is_changing && node.parts.iter().all(|part| self.is_pure(part))
    }

    /// Finds edits in one pair of brackets.
    fn level(&mut self, node: &Node, use_: Use, whole: &Whole) {
        let is_fixed = has_macro(node);
        self.visit(node, use_, 0, is_fixed, whole);
    }

    fn visit(&mut self, node: &Node, use_: Use, needs: u8, is_fixed: bool, whole: &Whole) {
        if node.kind == Kind::Name {
            let is_value = matches!(use_, Use::Value | Use::Argument);
            self.uses.insert(node.first, is_value);
        }
        if !is_fixed && !matches!(node.kind, Kind::Opaque | Kind::Macro) {
            self.whole_expression(node, use_, needs, whole);
            match node.kind {
                Kind::Index => self.index(node, use_, needs),
                Kind::Binary => self.turned(node),
                _ => {}
            }
        }
        let sign = self.tokens[node.operator].text;
        for (number, part) in node.parts.iter().enumerate() {
            let (inner, tight) = match (node.kind, number) {
                (Kind::Index, 0) => (Use::Value, 15),
                (Kind::Index, _) => {
                    self.level(part, Use::Value, whole);
                    continue;
                }
                (Kind::Call, 0) => (Use::Callee, 15),
                (Kind::Call, _) => {
                    self.level(part, Use::Argument, whole);
                    continue;
                }
                (Kind::Parenthesised, _) => {
                    self.level(part, use_, whole);
                    continue;
                }
                (Kind::Member, _) if use_ != Use::Stored => (Use::Part, 15),
                (Kind::Member | Kind::Postfix, _) => (Use::Stored, 15),
                (Kind::Prefix, _) if matches!(sign, "&" | "++" | "--") => (Use::Stored, 14),
                (Kind::Assignment, 0) => (Use::Stored, 14),
                (Kind::Sizeof, _) => (Use::Measured, 14),
                (Kind::Comma, _) if use_ == Use::Dropped || number + 1 < node.parts.len() => (Use::Dropped, 1),
                (Kind::Comma, _) => (use_, 1),
                (Kind::Binary, 0) => (Use::Value, node.tight),
                (Kind::Binary, _) => (Use::Value, node.tight + 1),
                (Kind::Prefix | Kind::Cast, _) => (Use::Value, 14),
                (Kind::Conditional, 0) => (Use::Value, 3),
                (Kind::Conditional, _) => (Use::Value, 2),
                _ => (Use::Value, 1),
            };
            self.visit(part, inner, tight, is_fixed, whole);
        }
    }

    /// Finds the edits that any expression allows.
    fn whole_expression(&mut self, node: &Node, use_: Use, needs: u8, whole: &Whole) {
        if matches!(use_, Use::Callee | Use::Dropped) || node.kind == Kind::Comma {
            return;
        }
        let (start, end) = self.range(node);
        let around = |open: &str| vec![(start, start, open.to_owned()), (end, end, ")".to_owned())];
        self.add(Change::Parentheses, around("("));
        if !matches!(use_, Use::Value | Use::Argument) {
            return;
        }
        let is_zero = node.kind == Kind::Number && use_ == Use::Argument;
        if !whole.is_constant && !is_zero && node.kind != Kind::Assignment {
            self.add(Change::Comma, around("(0, "));
        }
        let function = &self.found.functions[whole.function];
        if self.is_line(node) {
            let at = self.tokens[function.first].start;
            let definition = Some((at, format!("({})", self.text(node))));
            self.edits.push(Edit { change: Change::Macro, pieces: vec![(start, end, "@".to_owned())], definition });
        }
        if node.kind != Kind::Name || function.is_unclear {
            return;
        }
        let name = self.tokens[node.first].text;
        if let Some(Some(kind)) = function.variables.get(name) {
            let cast = if needs > 14 { format!("(({kind}){name})") } else { format!("({kind}){name}") };
            self.add(Change::Cast, vec![(start, end, cast)]);
            if !self.names.declared.contains("max") && !self.names.macros.contains("max") {
                self.add(Change::Function, vec![(start, end, format!("max({name}, {name})"))]);
            }
        }
    }

    fn index(&mut self, node: &Node, use_: Use, needs: u8) {
        let (base, index) = (&node.parts[0], &node.parts[1]);
        if has_macro(index) || !self.is_line(node) {
            return;
        }
        let (start, end) = self.range(node);
        let sum = format!("*({} + {})", self.within(base, 11), self.within(index, 12));
        let sum = if needs > 14 { format!("({sum})") } else { sum };
        self.add(Change::Sum, vec![(start, end, sum)]);
        let reversed = format!("{}[{}]", self.within(index, 15), self.text(base));
        let is_target = use_ == Use::Stored || self.targets.contains(&node.operator);
        if is_target {
            let mut row = base;
            while matches!(row.kind, Kind::Parenthesised | Kind::Member) {
                row = &row.parts[0];
            }
            self.targets.insert(row.operator);
        }
        let change = if is_target { Change::ReversedTarget } else { Change::Reversed };
        self.add(change, vec![(start, end, reversed)]);
    }

    fn turned(&mut self, node: &Node) {
        let (left, right) = (&node.parts[0], &node.parts[1]);
        let other = match self.tokens[node.operator].text {
            sign @ ("+" | "*" | "&" | "|" | "^" | "==" | "!=") => sign,
            "<" => ">",
            ">" => "<",
            "<=" => ">=",
            ">=" => "<=",
            _ => return,
        };
        if !self.is_pure(left) || !self.is_pure(right) || !self.is_line(node) {
            return;
        }
        let text = format!("{} {other} {}", self.within(right, node.tight), self.within(left, node.tight + 1));
        let (start, end) = self.range(node);
        self.add(Change::Turned, vec![(start, end, text)]);
    }

    /// The tokens in a range that name the counter of a loop; `None` if their effect is not certain.
    fn names_of(&self, site: &Loop, (first, end): (usize, usize)) -> Option<Vec<usize>> {
        let name = self.tokens[site.name].text;
        let function = &self.found.functions[site.function];
        let is_hidden = |token: &Token<'_>| token.class == Class::Directive && token.text.contains(name);
        let is_declared_once = function.variables.get(name).is_some_and(Option::is_some);
        if function.is_unclear || !is_declared_once || self.tokens.iter().any(is_hidden) {
            return None;
        }
        Some((first..end).filter(|&at| self.tokens[at].class == Class::Word && self.tokens[at].text == name).collect())
    }

    fn local(&mut self, site: &Loop) {
        let Some(uses) = self.names_of(site, site.body) else { return };
        if uses.is_empty() || !uses.iter().all(|at| self.uses.get(at) == Some(&true)) {
            return;
        }
        let (kind, name) = (self.tokens[site.kind].text, self.tokens[site.name].text);
        let open = self.tokens[site.body.0].end;
        let mut pieces = vec![(open, open, format!(" const {kind} @ = {name};"))];
        pieces.extend(uses.iter().map(|&at| (self.tokens[at].start, self.tokens[at].end, "@".to_owned())));
        self.add(Change::Local, pieces);
    }

    fn wider(&mut self, site: &Loop) {
        let (kind, name) = (self.tokens[site.kind].text, self.tokens[site.name].text);
        let wider = match kind {
            "char" | "short" => "int",
            "uchar" | "ushort" => "uint",
            "int" => "long",
            "uint" => "ulong",
            _ => return,
        };
        debug_assert!(INTEGERS.contains(&wider));
        let (Some(uses), Some(step)) = (self.names_of(site, site.behind_start), &site.step) else { return };
        let steps = match step.kind {
            Kind::Postfix | Kind::Prefix => step.parts[0].kind == Kind::Name,
            Kind::Assignment => {
                step.parts[0].kind == Kind::Name && matches!(self.tokens[step.operator].text, "+=" | "-=")
            }
            _ => false,
        };
        let stepped = if steps { step.parts[0].first } else { return };
        let all = uses.iter().all(|at| *at == stepped || self.uses.get(at) == Some(&true));
        if !all || self.tokens[stepped].text != name {
            return;
        }
        let mut pieces = vec![(self.tokens[site.kind].start, self.tokens[site.kind].end, wider.to_owned())];
        let uses = uses.into_iter().filter(|at| *at != stepped);
        pieces.extend(uses.map(|at| (self.tokens[at].start, self.tokens[at].end, format!("(({kind}){name})"))));
        self.add(Change::Wider, pieces);
    }

    fn blanks(&mut self) {
        for function in &self.found.functions {
            for at in function.body.0..function.body.1.saturating_sub(1) {
                let (token, next) = (self.tokens[at], self.tokens[at + 1]);
                if token.class == Class::Directive
                    || next.class == Class::Directive
                    || token.text.starts_with('\\')
                    || next.text.starts_with('\\')
                {
                    continue;
                }
                // After a `/`, a comment would begin one character too early.
                let kind = if token.text.ends_with('/') { 0 } else { at % 6 };
                let text = [" ", "/* a comment */", "\n", " \\\n ", "\t", "/* over\n two lines */"][kind];
                self.edits.push(Edit {
                    change: Change::Blanks,
                    pieces: vec![(token.end, token.end, text.to_owned())],
                    definition: None,
                });
            }
        }
    }
}
