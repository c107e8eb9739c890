//! The forms in which a loop is written, each with a loop that takes it.

use clunroll::{Arrangement, DeviceClass, Done, Form, Guard, LoadOrder, LoadsFirst, Options, Remainder, RemainderForm};

use super::places::Place;
use super::subjects::Subject;

/// The bound of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bound {
    /// This many iterations.
    Number(i64),
    /// A macro that the host may define otherwise.
    Macro,
    /// A parameter.
    Parameter,
    /// A parameter that the variable starts from and decreases.
    Downwards,
    /// A parameter, with another variable in the header.
    Companion,
    /// A number, for a variable from outside.
    Outside(i64),
}

/// A request, and the form that it must get.
#[derive(Clone, Copy, Debug)]
pub struct FormOfLoop {
    /// Its name.
    pub name: &'static str,
    pragmas: &'static str,
    bound: Bound,
    /// Whether the loop has an inner one.
    is_nest: bool,
    /// Whether the pointers may point to the same memory, by their declarations.
    may_alias: bool,
    /// Each number of iterations is a multiple of this.
    pub multiple: i64,
    options: fn(Options) -> Options,
    written: Written,
    /// A further text that at least one of its programs contains.
    pub sign: &'static str,
}

/// The expected form.
#[derive(Clone, Copy, Debug)]
struct Written {
    form: Form,
    remainder: Option<RemainderForm>,
    arrangement: Arrangement,
    /// Whether loads run first.
    loads: bool,
}

const fn written(form: Form, loads: bool) -> Written {
    Written { form, remainder: None, arrangement: Arrangement::InTurn, loads }
}

const fn counted(remainder: RemainderForm) -> Written {
    Written { remainder: Some(remainder), ..written(Form::Counted, true) }
}

const fn form(name: &'static str, pragmas: &'static str, bound: Bound, written: Written) -> FormOfLoop {
    let options = |options| options;
    FormOfLoop { name, pragmas, bound, is_nest: false, may_alias: false, multiple: 1, options, written, sign: "" }
}

const JAMMED: Written = Written { arrangement: Arrangement::Jammed, ..written(Form::Counted, false) };

/// All forms.
pub const FORMS: [FormOfLoop; 18] = [
    form("full", "unroll", Bound::Number(5), written(Form::Full, true)),
    FormOfLoop {
        options: |options| options.loads_first(LoadsFirst::Never),
        ..form("full, loads in place", "unroll", Bound::Number(5), written(Form::Full, false))
    },
    form("full, variable from outside", "unroll", Bound::Outside(5), written(Form::Full, false)),
    form("main loop of numbers", "unroll 2", Bound::Number(7), written(Form::Counted, true)),
    FormOfLoop {
        options: |options| options.remainder(Remainder::Loop),
        ..form("counted, then the loop", "unroll 2", Bound::Parameter, counted(RemainderForm::Loop))
    },
    FormOfLoop {
        options: |options| options.remainder(Remainder::Nested),
        ..form("counted, then tests", "unroll 3", Bound::Parameter, counted(RemainderForm::Nested))
    },
    FormOfLoop {
        options: |options| options.remainder(Remainder::Switch),
        ..form("counted, then a switch", "unroll 3", Bound::Parameter, counted(RemainderForm::Switch))
    },
    FormOfLoop {
        options: |options| options.remainder(Remainder::Versions),
        ..form("counted in versions", "unroll 3", Bound::Parameter, counted(RemainderForm::Versions))
    },
    FormOfLoop {
        multiple: 2,
        ..form("exact", "clunroll exact\n#pragma unroll 2", Bound::Parameter, written(Form::Counted, true))
    },
    form("downwards", "unroll 2", Bound::Downwards, written(Form::Counted, true)),
    form("with a companion", "unroll 2", Bound::Companion, written(Form::Counted, false)),
    FormOfLoop {
        options: |options| options.target(DeviceClass::Cpu).loads_first(LoadsFirst::Never),
        sign: "i_1 += 4",
        ..form("counters of the copies", "unroll 4", Bound::Parameter, written(Form::Counted, false))
    },
    FormOfLoop { is_nest: true, ..form("jam", "unroll_and_jam 2", Bound::Parameter, JAMMED) },
    FormOfLoop {
        is_nest: true,
        ..form("full jam", "unroll_and_jam 4", Bound::Number(4), Written { form: Form::Full, ..JAMMED })
    },
    form("choice of the host", "unroll", Bound::Macro, written(Form::Full, false)),
    FormOfLoop {
        options: |options| options.guard(Guard::Tests),
        ..form("re-checked", "unroll", Bound::Macro, written(Form::Rechecked, false))
    },
    FormOfLoop {
        options: |options| options.guard(Guard::Tests),
        ..form("checked", "unroll 2", Bound::Macro, written(Form::Checked, false))
    },
    FormOfLoop {
        may_alias: true,
        sign: "printf(",
        options: |options| options.loads_first(LoadsFirst::Promised).check_promises(true),
        ..form("promised", "clunroll independent\n#pragma unroll 2", Bound::Parameter, written(Form::Counted, false))
    },
];

/// The trip count of the loops with a macro as bound.
const TRIPS_OF_HOST: i64 = 5;

/// The macros for bounds.
pub fn bounds_of_host() -> String {
    [-2, 0]
        .map(|start| format!("#ifndef END_{0}\n#define END_{0} {1}\n#endif\n", -start, start + TRIPS_OF_HOST))
        .concat()
}

impl FormOfLoop {
    /// The options for clunroll.
    pub fn options(&self) -> Options {
        (self.options)(Options::default())
    }

    /// The function.
    pub fn function(&self, name: &str, subject: &Subject, place: &Place) -> String {
        let counter = subject.text(subject.counter);
        let start = subject.start();
        let header = match self.bound {
            Bound::Number(trips) => format!("{counter} i = {start}; i < {}; i++", start + trips),
            Bound::Macro => format!("{counter} i = {start}; i < END_{}; i++", -start),
            Bound::Parameter => format!("{counter} i = {start}; i < n; i++"),
            Bound::Downwards => format!("{counter} i = n; i > {start}; i--"),
            Bound::Companion => format!("{counter} i = {start}, j = {start}; i < n; i++, j += 2"),
            Bound::Outside(trips) => format!("i = {start}; i < {}; i++", start + trips),
        };
        let outside =
            if matches!(self.bound, Bound::Outside(_)) { format!("    {counter} i;\n") } else { String::new() };
        let local = subject.local.map(|kind| format!("const {} k = i; ", subject.text(kind))).unwrap_or_default();
        let target = if self.is_nest { "c[i * 2 + q]" } else { "c[i]" };
        let body = format!("{local}{target} = {} * 3 + (long)({});", place.load(subject), place.value(subject));
        let body = if self.is_nest { format!("for (int q = 0; q < 2; q++) {{ {body} }}") } else { body };
        let restrict = if self.may_alias { "" } else { "restrict " };
        format!(
            "void {name}(global const int *{restrict}a, global long *{restrict}c, const {counter} n, const int m) {{\n{outside}\
             #pragma {}\n    for ({header}) {{ {body} }}\n}}\n",
            self.pragmas
        )
    }

    /// Whether the loop is written in this form, as far as possible.
    pub fn is_reached(&self, done: &Done, subject: &Subject, place: &Place) -> bool {
        let is_jam = self.written.arrangement == Arrangement::Jammed;
        // Subscripts in narrow types may wrap around.
        if is_jam && (!subject.counter.is_wide || !place.jams) {
            return true;
        }
        let Done::Unrolled { form, remainder, arrangement, loads, .. } = done else { return false };
        // The author's own test compares narrow variables.
        if self.multiple > 1 && !subject.counter.is_wide {
            return matches!(form, Form::Checked | Form::Counted);
        }
        let Written { form: of_form, remainder: rest, arrangement: order, loads: has_loads } = self.written;
        let is_first = *loads == LoadOrder::First;
        let must_move = has_loads && subject.is_wide() && place.moves;
        *form == of_form
            && rest.is_none_or(|rest| *remainder == rest)
            && *arrangement == order
            && (is_first || !must_move)
    }
}
