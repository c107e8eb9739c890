//! The layout of types in memory: of scalars, vectors, arrays and structures, as C and OpenCL C define it.

use clunroll_opencl::{ElementType, Field, SourceType, Structure};
use oclc_syntax::preprocess::parse_integer;

use super::source_types::after_bracket;

/// How many components a structure may have.
pub(super) const COMPONENTS: usize = 1 << 12;

/// A type with its layout.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Layout {
    pub(super) size: usize,
    pub(super) align: usize,
    pub(super) fields: Vec<Field>,
    pub(super) is_structure: bool,
}

impl Layout {
    pub(super) fn of(element: ElementType) -> Self {
        let size = element.size();
        Self { size, align: size, fields: vec![Field { offset: 0, element }], is_structure: false }
    }

    pub(super) fn components(&self) -> usize {
        self.fields.iter().map(|field| field.element.lanes).sum()
    }

    pub(super) fn array(self, length: usize) -> Option<Self> {
        let count = self.components().checked_mul(length).filter(|count| *count <= COMPONENTS && length > 0)?;
        let fields = match self.fields[..] {
            // Elements without gaps are one run of components.
            [Field { offset: 0, element }] if element.size() == self.size => {
                vec![Field { offset: 0, element: ElementType { lanes: count, ..element } }]
            }
            _ => {
                let element = |number| self.fields.iter().map(move |field| (number, *field));
                let moved =
                    |(number, field): (usize, Field)| Field { offset: field.offset + number * self.size, ..field };
                (0..length).flat_map(element).map(moved).collect()
            }
        };
        Some(Self { size: self.size * length, align: self.align, fields, is_structure: true })
    }

    pub(super) fn known(self) -> Option<SourceType> {
        match (self.is_structure, &self.fields[..]) {
            (false, [Field { element, .. }]) => Some(SourceType::Element(*element)),
            (true, [_, ..]) => Some(SourceType::Structure(Structure { size: self.size, fields: self.fields })),
            _ => None,
        }
    }
}

/// The effects of attributes on a type or a field.
#[derive(Clone, Copy, Default)]
pub(super) struct Attributes {
    pub(super) is_packed: bool,
    pub(super) align: Option<usize>,
    pub(super) has_others: bool,
}

/// The value of a number, or of a product, quotient, sum or difference of two.
pub(super) fn constant(words: &[&str]) -> Option<usize> {
    let number = |word: &str| usize::try_from(parse_integer(word)?.value).ok();
    match words {
        ["(", inner @ .., ")"] if after_bracket(words, 0) == Some(words.len()) => constant(inner),
        [one] => number(one),
        [left @ .., operator @ ("*" | "/" | "+" | "-"), right] => {
            let (left, right) = (constant(left)?, number(right)?);
            // From left to right, as long as there is only one operator.
            let is_alone = words.iter().filter(|word| matches!(**word, "*" | "/" | "+" | "-")).count() == 1;
            match *operator {
                "*" => left.checked_mul(right),
                "/" => left.checked_div(right),
                "+" => left.checked_add(right),
                _ => left.checked_sub(right),
            }
            .filter(|_| is_alone)
        }
        _ => None,
    }
}

pub(super) fn is_scalar_word(word: &str) -> bool {
    matches!(word, "signed" | "unsigned" | "char" | "short" | "int" | "long" | "float" | "double" | "half")
}

/// The type that these words of C name.
pub(super) fn scalar_of(words: &[&str]) -> Option<ElementType> {
    let has = |word: &str| words.contains(&word);
    let base = ["char", "short", "long", "float", "double", "half"].into_iter().find(|base| has(base)).unwrap_or("int");
    let count = words.iter().filter(|word| **word == base).count();
    let is_plain = matches!(base, "float" | "double" | "half") && words.len() > 1;
    if count > 1 || is_plain {
        return None;
    }
    ElementType::named(&if has("unsigned") { format!("u{base}") } else { base.to_owned() })
}

/// A structure with its attributes.
pub(super) fn with_attributes(mut layout: Layout, attributes: Attributes) -> Option<Layout> {
    if attributes.has_others {
        return None;
    }
    if attributes.is_packed {
        layout = packed(&layout)?;
    }
    if let Some(align) = attributes.align.filter(|align| align.is_power_of_two()) {
        layout.align = layout.align.max(align);
        layout.size = layout.size.next_multiple_of(layout.align);
    }
    Some(layout)
}

/// A structure without gaps.
fn packed(layout: &Layout) -> Option<Layout> {
    let mut packed = Layout { size: 0, align: 1, fields: Vec::new(), is_structure: true };
    for field in &layout.fields {
        packed.fields.push(Field { offset: packed.size, ..*field });
        packed.size += field.element.size();
    }
    Some(packed).filter(|_| layout.is_structure)
}
