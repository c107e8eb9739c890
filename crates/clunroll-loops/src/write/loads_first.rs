//! Loads first: the loads of all copies run before the first store.
//!
//! ```text
//! for (; i_base < i_end; i_base += 2) {
//!   const float a_0 = a[g + i_base * G];
//!   const float a_1 = a[g + (i_base + 1) * G];
//!   { const int i = i_base; c[g + i * G] = native_sin(a_0) * native_exp(a_0); }
//!   { const int i = i_base + 1; c[g + i * G] = native_sin(a_1) * native_exp(a_1); }
//! }
//! ```
//!
//! A compiler keeps a load after a store that may touch the same memory, so that each copy waits for the one before. The proof
//! that no store does is in `clunroll-analysis`. This file writes a constant for each load, with the text of the load in which the
//! induction variable has its value in the copy; and the name of that constant in the copy. Loads of one text share a constant,
//! also in different copies, since no store comes before any of them.

use crate::plan::Unroll;
use crate::plan::loads::{ArrayOfLoads, MovedLoads};
use crate::plan::shape::VariableStyle;
use crate::values::{literal, operand, typed};
use crate::write::copies::{Cut, Escape};
use crate::write::renderer::{CopyContext, PlanRenderer};
use crate::write::text::Text;
use clunroll_analysis::{Address, Load, Replaced, ReplacementContext, ReplacementForm};
use oclc_syntax::source::{SourceFile, Span};

/// Where copies begin, and the value of the induction variable in each.
pub struct ValuesOfCopies<'a> {
    pub copies: u32,
    pub value: &'a dyn Fn(u32) -> CopyValue,
}

/// A value of the induction variable.
pub enum CopyValue {
    /// A number.
    Number(i128),
    /// An expression of the main loop's counter.
    Text(String),
}

/// The constants of all copies, as they are written.
struct Constants<'a> {
    file: &'a SourceFile,
    moved: &'a MovedLoads,
    /// The type of the induction variable, as the author writes it.
    declared: String,
    /// The common beginning of the names of each array's constants.
    stems: Vec<String>,
    /// The texts of the loads, with their names, in the order in which they are written.
    written: Vec<(String, String)>,
    lines: Vec<String>,
}

impl<'t> PlanRenderer<'_, '_, 't> {
    /// The lines that declare the constants, at an indentation; and the loads that they replace in each copy.
    pub fn loads_first(
        &self,
        moved: &MovedLoads,
        values: &ValuesOfCopies<'_>,
        scope: &CopyContext,
        indent: &str,
    ) -> (Vec<Text>, Vec<Vec<(Span, String)>>) {
        let stem = |array: &ArrayOfLoads| self.numbered(&array.name, "load", array.constants, scope);
        let stems = moved.arrays.iter().map(stem).collect();
        let declared = self.type_text(&moved.declared);
        let mut constants =
            Constants { file: self.file, moved, declared, stems, written: Vec::new(), lines: Vec::new() };
        let replaced = (0..values.copies).map(|copy| {
            let value = (values.value)(copy);
            let named = moved.loads.iter().map(|load| {
                let name = constants.name(load, &value);
                let follows_word = load.span.start.checked_sub(1).is_some_and(|before| {
                    self.file
                        .bytes
                        .get(before as usize)
                        .is_some_and(|&byte| byte == b'_' || byte.is_ascii_alphanumeric())
                });
                (load.span, if follows_word { format!(" {name}") } else { name })
            });
            outermost(named.collect())
        });
        let replaced = replaced.collect();
        let lines = constants.lines.iter().map(|line| Text::Made(format!("{indent}{line}\n")));
        (lines.collect(), replaced)
    }

    /// The texts of the copies, with the names of constants in place of the loads.
    pub fn cuts_after_loads(
        &self,
        unroll: &Unroll<'t>,
        replaced: Vec<Vec<(Span, String)>>,
        scope: &CopyContext,
        style: &VariableStyle,
    ) -> Vec<Cut> {
        let inner_plans = Vec::new();
        let cut = |loads| {
            let scope = self.copy_scope(unroll, scope).with_loads(loads);
            self.cut(unroll, Some(style), &inner_plans, &Escape::None, &scope)
        };
        replaced.into_iter().map(cut).collect()
    }
}

/// Without the loads that are inside another one.
fn outermost(mut replaced: Vec<(Span, String)>) -> Vec<(Span, String)> {
    replaced.sort_by_key(|(span, _)| (span.start, std::cmp::Reverse(span.end)));
    let mut end = 0;
    replaced.retain(|(span, _)| {
        let is_inside = span.end <= end;
        end = end.max(span.end);
        !is_inside
    });
    replaced
}

impl Constants<'_> {
    /// The name of the constant that a load becomes in a copy; it is declared where it is not yet.
    fn name(&mut self, load: &Load, value: &CopyValue) -> String {
        let text = self.text(&load.address, value);
        if let Some((_, name)) = self.written.iter().find(|(written, _)| *written == text) {
            return name.clone();
        }
        let at = self.moved.arrays.iter().position(|array| array.symbol == load.base).unwrap_or_default();
        let prefix = format!("{}_", self.stems[at]);
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let number = self.written.iter().filter(|(_, name)| name.strip_prefix(&prefix).is_some_and(is_number));
        let name = format!("{prefix}{}", number.count());
        self.lines.push(format!("const {} {name} = {text};", self.moved.arrays[at].element));
        self.written.push((text, name.clone()));
        name
    }

    /// An expression as it is before the copies.
    fn text(&mut self, address: &Address, value: &CopyValue) -> String {
        let file = self.file;
        let slice = |from: u32, to: u32| String::from_utf8_lossy(file.slice(Span::new(from, to))).into_owned();
        let mut text = String::new();
        let mut at = address.span.start;
        for (span, part) in &address.parts {
            let replacement = self.replacement(part, value, part.around());
            text.push_str(&slice(at, span.start));
            text.push_str(&replacement);
            at = span.end;
        }
        text.push_str(&slice(at, address.span.end));
        text
    }

    /// The same in those surroundings.
    fn text_in(&mut self, address: &Address, value: &CopyValue, around: ReplacementContext) -> String {
        match &address.parts[..] {
            [(span, part)] if *span == address.span => self.replacement(part, value, around),
            _ if address.is_primary || around.form == ReplacementForm::Whole => self.text(address, value),
            _ => format!("({})", self.text(address, value)),
        }
    }

    fn replacement(&mut self, part: &Replaced, value: &CopyValue, around: ReplacementContext) -> String {
        match part {
            Replaced::Counter(_) => self.counter(value, around),
            Replaced::Local { value: initializer, cast: None, .. } => self.text_in(initializer, value, around),
            Replaced::Local { value: initializer, cast: Some(kind), .. } => {
                let converted = ReplacementContext { form: ReplacementForm::Operand, needs_type: false };
                format!("({}){}", kind.name(), self.text_in(initializer, value, converted))
            }
            Replaced::Load(load) => self.name(load, value),
        }
    }

    /// The induction variable, in its own type where that matters.
    fn counter(&self, value: &CopyValue, around: ReplacementContext) -> String {
        match value {
            CopyValue::Number(number) => {
                let kind = self.moved.kind;
                let number = if around.needs_type { typed(*number, kind) } else { literal(*number, kind) };
                if around.form == ReplacementForm::Whole { number } else { operand(number) }
            }
            CopyValue::Text(text) => {
                let is_name = !text.contains(' ');
                if self.moved.is_converted {
                    let text = if is_name { text.clone() } else { format!("({text})") };
                    return format!("({}){text}", self.declared);
                }
                match around.form {
                    ReplacementForm::Whole | ReplacementForm::BeginsSum => text.clone(),
                    ReplacementForm::Operand if is_name => text.clone(),
                    ReplacementForm::Operand => format!("({text})"),
                }
            }
        }
    }
}
