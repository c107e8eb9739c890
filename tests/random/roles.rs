//! Puts macros of the host's into a loop that keep their role: types, called expressions, operands, qualifiers.
//!
//! clunroll gets one value, or finds it as a default, and each build takes another one of the same role. The output may depend only
//! on the role: not on the size, sign or rank of a type, nor on the effects of a call, nor on whether a qualifier is `volatile`.

use super::chosen::{Place, ends};
use super::generate::Generator;
use super::header::BUILDS;
use super::integer::Integer;
use super::program::{Comparison, Host, Loop, Statement, Step};

/// Types of the same role. The values that are put into them fit all.
const TYPES: [&str; 9] = ["int", "uint", "uchar", "char", "short", "ulong", "long", "float", "double"];

/// Qualifiers of the same role.
const QUALIFIERS: [&str; 4] = ["const", "volatile", "", "__attribute__((unused))"];

/// The same after the star of a pointer.
const OF_POINTERS: [&str; 4] = ["const", "volatile", "", "restrict"];

impl Generator<'_> {
    /// The loop with some macro in it that keeps its role.
    pub(super) fn with_role(&mut self, site: &Loop, place: Place) -> Statement {
        let mut site = site.clone();
        let kind = self.dice.below(5);
        if kind == 4 && self.as_its_type(&mut site, place).is_some() {
            return Statement::Loop(Box::new(site));
        }
        let lines = match kind {
            0 => self.of_a_type(),
            1 => self.called(&site),
            2 => self.as_operand(),
            _ => self.with_qualifiers(),
        };
        let lines = lines.into_iter().map(Statement::Text).collect();
        let at = self.dice.below(site.body.statements.len() + 1);
        site.body.statements.insert(at, Statement::Compound(lines));
        Statement::Loop(Box::new(site))
    }

    /// A new macro whose definition is one of those in each build.
    fn role(&mut self, letter: char, parameters: &'static str, values: &[String]) -> String {
        let name = format!("{letter}{}_{}", self.number, self.hosts.len());
        // A value with a parameter of the kernel in it has no role, and clunroll would see that.
        let known: Vec<String> = values.iter().filter(|value| !value.contains("out")).cloned().collect();
        let first = self.dice.pick(&known);
        let (told, default) = match self.dice.below(3) {
            0 => (Some(first), None),
            1 => (None, Some(first)),
            _ => (Some(first), Some(self.dice.pick(&known))),
        };
        let mut builds = vec![told.clone()];
        while builds.len() < BUILDS {
            builds.push(Some(self.dice.pick(values)));
        }
        // Where there is a choice, one build takes the default.
        if default.is_some() {
            builds[BUILDS - 1] = None;
        }
        self.hosts.push(Host {
            name: name.clone(),
            parameters,
            default,
            told,
            builds,
            is_switch: false,
            has_role: true,
        });
        name
    }

    fn of_a_type(&mut self) -> Vec<String> {
        let name = self.role('T', "", &TYPES.map(str::to_owned));
        let id = self.hosts.len();
        self.dice.pick(&[
            vec![format!("{name} v{id} = ({name})(acc & 7u);"), format!("acc += (uint)v{id} * (uint)sizeof({name});")],
            vec![format!("acc = acc * 3u + (uint)({name})(acc & 31u);")],
            vec![format!("{name} v{id}[2] = {{ 3, 5 }}, *q{id} = v{id};"), format!("acc += (uint)q{id}[acc & 1u];")],
        ])
    }

    fn called(&mut self, site: &Loop) -> Vec<String> {
        let n = self.number;
        let values = [
            "(x)".to_owned(),
            "((x)+1)".to_owned(),
            format!("f{n}(x)"),
            format!("p{n}(out,x)"),
            format!("(p{n}(out,3)+(x)/2)"),
            format!("(f{n}(x)?(x):f{n}(7))"),
        ];
        let name = self.role('A', "(x)", &values);
        let is_plain = site.header.pointer.is_none() && site.header.variable.chars().all(char::is_alphanumeric);
        let argument = if is_plain {
            self.dice.pick(&[site.header.variable.as_str(), "acc", "n"]).to_owned()
        } else {
            "n".to_owned()
        };
        vec![self.dice.pick(&[
            format!("acc += (uint){name}((int)({argument} & 15));"),
            format!("if ({name}((int)({argument} & 3)) > 1) acc ^= 5u;"),
            format!("{name}(4);"),
        ])]
    }

    fn as_operand(&mut self) -> Vec<String> {
        let n = self.number;
        let values =
            ["3".to_owned(), "(2+1)".to_owned(), format!("f{n}(5)"), format!("p{n}(out,4)"), "sizeof(int)".to_owned()];
        let name = self.role('V', "", &values);
        vec![self.dice.pick(&[format!("acc += (uint){name};"), format!("if (acc % 5u < (uint){name}) acc += 2u;")])]
    }

    fn with_qualifiers(&mut self) -> Vec<String> {
        let name = self.role('Q', "", &QUALIFIERS.map(str::to_owned));
        let id = self.hosts.len();
        match self.dice.below(3) {
            0 => vec![format!("{name} uint v{id} = acc * 3u;"), format!("acc += v{id};")],
            1 => vec![format!("__global {name} int *q{id} = mem;"), format!("acc += (uint)q{id}[acc & 3u];")],
            _ => {
                let other = self.role('R', "", &OF_POINTERS.map(str::to_owned));
                vec![format!("__global {name} int *{other} q{id} = mem;"), format!("acc += (uint)q{id}[1];")]
            }
        }
    }

    /// The loop with a macro for its variable's type.
    fn as_its_type(&mut self, site: &mut Loop, place: Place) -> Option<()> {
        let header = &site.header;
        let is_usual = header.pointer.is_none()
            && !matches!(header.step, Step::Variable { .. })
            && header.others.is_empty()
            && header.comparison != Comparison::NotEqual;
        is_usual.then_some(())?;
        let may_be = |kind: &Integer| {
            ends(&super::program::Header { kind: *kind, ..header.clone() }, &header.bound.values, site, place)
        };
        let kinds: Vec<String> =
            Integer::ALL.iter().filter(|kind| may_be(kind)).map(|kind| kind.name().to_owned()).collect();
        (kinds.len() > 1).then_some(())?;
        let name = self.role('I', "", &kinds);
        site.header.spelling.kind = Some(name);
        Some(())
    }
}
