//! An include that clunroll cannot read, and its definitions in each build.
//!
//! The program names a file that clunroll cannot find. Both texts are compiled with the file in place, which defines macros as the
//! host would with `-D`: names that the source does not define before it; or, if the source undefines a name anywhere, that name
//! anew. As docs/limits.md assumes, it does not touch other names that the source defines.

use std::fmt::Write;

use super::dice::Dice;
use super::program::{Host, Program};

/// The place of the include, and the effect of its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unread {
    /// Its place.
    pub place: Place,
    /// Whether the source undefines the defaults of host macros at its end, so that the file may define them again.
    pub redefines: bool,
}

/// After which macros the include is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// Before all.
    First,
    /// After the defaults of host macros.
    Defaults,
    /// After the constants as well.
    Constants,
    /// After the macros as well whose definition the host chooses.
    Choices,
}

impl Unread {
    /// `None` for most programs.
    pub fn drawn(dice: &mut Dice<'_>) -> Option<Self> {
        let place = dice.pick(&[Place::First, Place::Defaults, Place::Constants, Place::Choices]);
        let redefines = dice.chance(30);
        dice.chance(25).then_some(Self { place, redefines })
    }

    /// The line that names the file.
    pub fn line(number: u64) -> String {
        format!("#include \"u{number}.h\"\n")
    }

    /// The names that the source undefines at its end.
    pub fn undefined(self, program: &Program) -> impl Iterator<Item = &str> {
        let hosts = program.hosts.iter().filter(move |host| self.may_redefine(host));
        hosts.map(|host| host.name.as_str())
    }

    fn may_redefine(self, host: &Host) -> bool {
        self.redefines && self.place > Place::First && host.default.is_some()
    }

    /// Whether the file defines a macro of the host's.
    pub fn defines(self, host: &Host) -> bool {
        let is_free = match host.default {
            Some(_) => self.place == Place::First || self.may_redefine(host),
            // A condition before the include must have the same value as the same one after it.
            None => self.place < Place::Choices || !host.is_switch,
        };
        is_free && !host.name.starts_with("__")
    }

    /// The text of the file, with these macros.
    pub fn text(number: u64, macros: &[(String, String)]) -> String {
        let mut text = format!("#define OTHER{number} 3\n#define other{number}(x) (x++)\n");
        for (name, value) in macros {
            let _ = writeln!(text, "#undef {name}\n#define {name} {value}");
        }
        text
    }
}
