//! The places of a variable: each is an expression with it.
//!
//! In a text, `$x` is the variable, `$T` its type, `$S` and `$U` the types of its size with and without a sign, and `m` a parameter of type
//! `int`. Values are -2 to 8. So `($x - 9) / 2` has another value if `$x` is unsigned, and so has `($x - 9) >> 40` if it has 64 bits.

use super::subjects::Subject;

/// An expression.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The text.
    pub text: &'static str,
    /// Whether it is an element of `a`, and not a number.
    pub is_element: bool,
    /// Whether a load there can run first, and whether a nest with it can be jammed.
    pub moves: bool,
    pub jams: bool,
}

const fn element(text: &'static str) -> Place {
    Place { text, is_element: true, moves: true, jams: true }
}

const fn number(text: &'static str) -> Place {
    Place { text, is_element: false, moves: true, jams: true }
}

impl Place {
    /// The same place, but its load cannot run first.
    const fn stays(self) -> Self {
        Self { moves: false, ..self }
    }

    /// The same place, but its expression cannot be split.
    const fn is_whole(self) -> Self {
        Self { moves: false, jams: false, ..self }
    }

    fn with(&self, subject: &Subject) -> String {
        let kind = subject.kind();
        let text = self.text.replace("$T", &subject.text(kind)).replace("$x", subject.name());
        text.replace("$S", kind.signed).replace("$U", kind.unsigned)
    }

    /// An element of `a` that depends on the place.
    pub fn load(&self, subject: &Subject) -> String {
        let text = self.with(subject);
        if self.is_element { text } else { format!("a[({text}) & 63]") }
    }

    /// A number that depends on the place.
    pub fn value(&self, subject: &Subject) -> String {
        if self.is_element { subject.name().to_owned() } else { self.with(subject) }
    }
}

/// All places.
pub const PLACES: [Place; 78] = [
    // A subscript, and a sum of a pointer.
    element("a[$x]"),
    element("a[($x)]"),
    element("a[(($x))]"),
    element("a[/* x */ $x]").stays(),
    element("a[( /* x */ $x)]").stays(),
    element("(a[$x])"),
    element("((a)[($x)])"),
    element("a[$x + 1]"),
    element("a[1 + $x]"),
    element("a[($x) + m]"),
    element("a[m + $x]"),
    element("a[m + 9 - $x]"),
    element("a[$x * 2]"),
    element("a[($x) * 2 + (m)]"),
    element("a[2 * ($x + m)]"),
    element("*(a + $x)"),
    element("*(a + ($x))"),
    element("*((a) + ($x + m))"),
    element("*($x + a)").is_whole(),
    element("$x[a]").is_whole(),
    element("a[SAME($x)]").is_whole(),
    element("AT(a, $x)").is_whole(),
    element("a[a[$x] + 1]"),
    element("a[(a[($x)]) + ($x)]"),
    // An argument.
    number("clz($x)"),
    number("clz(($x))"),
    number("popcount($x)"),
    number("min($x, ($T)m)"),
    number("max(($T)m, $x)"),
    number("clamp($x, ($T)1, ($T)m)"),
    number("abs($x)"),
    number("abs_diff($x, ($T)m)"),
    number("add_sat($x, ($T)m)"),
    number("sub_sat($x, ($T)m)"),
    number("hadd($x, ($T)m)"),
    number("rotate($x, ($T)m)"),
    number("mul_hi($x, ($T)-1)"),
    number("mad_hi(($x), ($T)-1, $x)"),
    number("convert_int($x)"),
    number("convert_uchar_sat($x)"),
    number("convert_ulong_sat($x)"),
    number("as_$S(($x))"),
    number("as_$U($x)"),
    // A conversion.
    number("(int)$x"),
    number("(uint)($x) / 3"),
    number("(long)($x - 9)"),
    number("(ulong)-$x >> 40"),
    number("(uchar)($x - 9)"),
    number("(short)(($x))"),
    // An operator.
    number("($x - 9) >> 3"),
    number("($x - 9) >> (m + 37)"),
    number("$x << 2"),
    number("1 << ($x & 7)"),
    number("m >> ($x & 3)"),
    number("$x - 9 < 0"),
    number("($x) == 2"),
    number("m - 4 < $x"),
    number("$x - 9 > m"),
    number("($x - 9) / 2"),
    number("($x - 9) % 3"),
    number("m / ($x | 16)"),
    number("($x ^ 5) * ($x)"),
    number("!$x"),
    number("~$x"),
    number("~($x) / 2"),
    number("-$x / 2"),
    number("+$x"),
    number("$x ? m : 3").stays(),
    number("(m ? $x - 9 : 1) / 2").stays(),
    number("$x && m").stays(),
    number("m && ($x || !m)").stays(),
    number("((void)m, $x - 9) / 2").stays(),
    // A size, a macro, a vector.
    number("sizeof($x)").is_whole(),
    number("sizeof $x + sizeof($x + 0)").is_whole(),
    number("TWICE($x - 9) / 2").is_whole(),
    number("PLAIN($x) / 2").is_whole(),
    number("((int2)($x, m)).x").stays(),
    number("convert_int(((int4)(m, (int)$x, 2, 3)).s1)").stays(),
];

/// The macros that they use.
pub const MACROS: &str =
    "#define SAME(v) v\n#define AT(p, v) p[v]\n#define TWICE(v) ((v) + (v))\n#define PLAIN(v) v - 9 * v\n";
