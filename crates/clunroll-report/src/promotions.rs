//! One line with the result for each array with a request for promotion. `--verbose` shows them.
//!
//! ```text
//! kernel.cl:12:3: promote_to_registers: sums: 8 scalars
//! kernel.cl:20:1: promote_to_registers: tile: not promoted, see CLU227
//! ```

use std::io;

use crate::text::{locus, texts};
use clunroll_core::{Promotion, PromotionReport};
use oclc_syntax::source::Sources;

/// Writes a line for each of `promotions`, in their order.
///
/// # Errors
///
/// Only those of `out`.
pub fn write(out: &mut dyn io::Write, promotions: &[PromotionReport], sources: &Sources) -> io::Result<()> {
    let texts = texts(sources, promotions.iter().map(|promotion| promotion.place));
    for promotion in promotions {
        let names = match promotion.names.join(", ") {
            names if names.is_empty() => names,
            names => format!("{names}: "),
        };
        let done = match &promotion.done {
            Promotion::Promoted { condition, .. } => {
                let scalars = if promotion.elements == 1 { "scalar" } else { "scalars" };
                let condition = condition.as_ref().map_or_else(String::new, |condition| format!(", if {condition}"));
                format!("{} {scalars}{condition}", promotion.elements)
            }
            Promotion::Left { cause } => format!("not promoted, see {}", cause.rule().code),
            _ => "not promoted".to_owned(),
        };
        writeln!(out, "{}: promote_to_registers: {names}{done}", locus(&texts, promotion.place))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use clunroll_core::{EngineSession, Options};
    use oclc_syntax::host::NoIncludes;

    #[test]
    fn each_request_has_its_place_its_arrays_and_what_was_done() {
        let source = b"kernel void f(global int *a, int n) {
#pragma promote_to_registers
int one[1];
#pragma promote_to_registers
int x[2], y[3];
#pragma promote_to_registers
int z[4];
#pragma promote_to_registers
int w[2];
#pragma unroll
for (int i = 0; i < N; i++) w[i] = n;
#pragma promote_to_registers
one[0] = x[0] = x[1] = y[0] = y[1] = y[2] = n;
z[n] = 1;
a[0] = one[0] + x[0] + x[1] + y[0] + y[1] + y[2] + z[n] + w[0];
}
";
        let options = Options::new("k.cl").define("N", 2).unwrap();
        let outcome = EngineSession::new().unroll(source, &options, &mut NoIncludes);
        let mut out = Vec::new();
        super::write(&mut out, &outcome.promotions, &outcome.sources).unwrap();
        insta::assert_snapshot!(String::from_utf8(out).unwrap(), @r#"
        k.cl:2:1: promote_to_registers: one: 1 scalar, if (N) == 2
        k.cl:4:1: promote_to_registers: x, y: 5 scalars, if (N) == 2
        k.cl:6:1: promote_to_registers: z: not promoted, see CLU227
        k.cl:8:1: promote_to_registers: w: 2 scalars, if (N) == 2
        k.cl:12:1: promote_to_registers: not promoted, see CLU107
        "#);
    }
}
