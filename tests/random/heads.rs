//! Puts macros of the host's into the head of a kernel: one that makes its name, qualifiers and attributes of its parameters, and one
//! that declares the last of them.
//!
//! clunroll gets no value of such a macro, or one value, or finds one as a default, and each build takes another one of the same
//! role. A parameter that the macro declares may have the name of a declaration of the file, with another value.

use super::dice::Dice;
use super::header::BUILDS;
use super::print::names;
use super::program::{Host, Program};

/// The text before the body of a kernel.
#[derive(Clone, Debug, Default)]
pub struct Head {
    /// The macro that makes all before the parameters.
    pub maker: Option<String>,
    /// The parameters, where macros are among them.
    pub parameters: Option<String>,
}

/// Draws a head for a program; a plain one for most.
pub fn decorate(program: &mut Program, dice: &mut Dice<'_>) {
    if !dice.chance(25) {
        return;
    }
    let mut drawn = Drawn { program, dice };
    let maker = !drawn.program.has_work_group_size && drawn.dice.chance(40);
    let maker = maker.then(|| drawn.host("(x)", &["void x", "void (x)", "__attribute__((noinline)) void x"]));
    let pointer = drawn.perhaps(&["", "const", "volatile", "restrict"]);
    let pointee = drawn.perhaps(&["", "volatile"]);
    let scalar = drawn.perhaps(&["", "volatile"]);
    let attribute = drawn.perhaps(&["", "__attribute__((unused))"]);
    let last = drawn.last();
    let parameters =
        format!("__global long *{pointer} out, __global {pointee} int *mem, {scalar} int n {attribute}, uint m {last}");
    program.head = Head { maker, parameters: Some(parameters) };
}

struct Drawn<'a, 'd> {
    program: &'a mut Program,
    dice: &'a mut Dice<'d>,
}

impl Drawn<'_, '_> {
    fn host(&mut self, parameters: &'static str, values: &[&str]) -> String {
        let values: Vec<String> = values.iter().map(|&value| value.to_owned()).collect();
        let name = format!("HEAD{}_{}", self.program.number, self.program.hosts.len());
        let known = self.dice.pick(&values);
        let (told, default) = match self.dice.below(4) {
            0 => (Some(known), None),
            1 => (None, Some(known)),
            _ => (None, None),
        };
        let mut builds: Vec<Option<String>> = told.clone().map(Some).into_iter().collect();
        while builds.len() < BUILDS {
            builds.push(Some(self.dice.pick(&values)));
        }
        let host = Host { name: name.clone(), parameters, default, told, builds, is_switch: false, has_role: true };
        self.program.hosts.push(host);
        name
    }

    fn perhaps(&mut self, values: &[&str]) -> String {
        if self.dice.chance(50) { self.host("", values) } else { String::new() }
    }

    /// The last parameters. A name that the body does not use may be hidden by another one. A hidden constant would break a promise
    /// about the trip count, which is the author's mistake, so programs with a promise hide nothing.
    fn last(&mut self) -> String {
        if self.dice.chance(50) {
            return ", long w, uchar b".to_owned();
        }
        let n = self.program.number;
        let text = format!("{:?}", (&self.program.body, &self.program.hosts, &self.program.choices));
        let mut values: Vec<String> =
            [", long w, uchar b", ", long w, uint b", ", int w, uchar b"].map(str::to_owned).into();
        let promises = text.contains("promises: true");
        if !promises && !names(&text, "b") {
            values.push(format!(", long w, uchar E{n}"));
        }
        if !promises && !names(&text, "w") {
            values.push(format!(", long C{n}, uchar b"));
        }
        self.host("", &values.iter().map(String::as_str).collect::<Vec<_>>())
    }
}
