//! Makes up the requests: spelled in each way that clunroll knows, with factors that suit the loop.

use super::generate::Generator;
use super::program::{Host, Loop, Request};

impl Generator<'_> {
    /// A request before a loop with so many around it; none before a few.
    pub(super) fn request(&mut self, site: &Loop, depth: usize) -> Option<Request> {
        let request = |text: &str, asks: bool| Some(Request { text: text.to_owned(), asks, promises: false });
        match self.dice.below(100) {
            0..6 => return None,
            6..9 => {
                let text = self.dice.pick(&["#pragma unroll 1", "#pragma nounroll", "#pragma unroll 1"]);
                return request(text, false);
            }
            _ => {}
        }
        // The host's macro has a value that clunroll knows.
        let is_told = |host: &Host| {
            site.header.bound.text.starts_with(&host.name) && (host.told.is_some() || host.default.is_some())
        };
        let is_known = site.is_constant(self.hosts.last().is_some_and(is_told));
        if is_known && self.dice.chance(45) || self.dice.chance(1) {
            let text = self.dice.weighted(&[
                (60, "#pragma unroll"),
                (10, "#pragma clang loop unroll(full)"),
                (10, "_Pragma(\"unroll\")"),
                (10, "__attribute__((opencl_unroll_hint))"),
                (10, "#pragma unroll 16"),
            ]);
            return request(text, true);
        }
        let large = usize::from(depth == 0);
        let factor = self.dice.weighted(&[
            (30, 2),
            (25, 3),
            (20, 4),
            (8 * large, 5),
            (6 * large, 7),
            (6 * large, 8),
            (3 * large, 16),
        ]);
        let text = match self.dice.below(100) {
            0..50 => format!("#pragma unroll {factor}"),
            50..58 => format!("#pragma unroll({factor})"),
            58..66 => {
                let name = format!("BY{}_{}", self.number, site.id);
                self.constants.push((name.clone(), factor.to_string()));
                format!("#pragma unroll {name}")
            }
            66..78 => format!("__attribute__((opencl_unroll_hint({factor})))"),
            78..86 => format!("#pragma clang loop unroll_count({factor})"),
            86..93 => format!("_Pragma(\"unroll {factor}\")"),
            _ => format!("#pragma GCC unroll {factor}"),
        };
        if self.dice.chance(20) {
            let clause = self.dice.pick(&[
                "remainder(nested)",
                "remainder(switch)",
                "remainder(loop)",
                "remainder(versions)",
                "loads_first(never)",
            ]);
            return request(&format!("#pragma clunroll {clause}\n{text}"), true);
        }
        request(&text, true)
    }

    /// Promises a multiple of a factor, if there is one that holds for every run and host. Whether promises are checked is not
    /// drawn yet, so all promises must hold.
    pub(super) fn promise(&mut self, site: &mut Loop, counts: &[usize]) {
        let is_kept = |factor: &usize| counts.iter().all(|count| count % factor == 0);
        let factors: Vec<_> = [2, 3, 4, 5, 7, 8].into_iter().filter(is_kept).collect();
        if counts.is_empty() || factors.is_empty() {
            return;
        }
        let factor = self.dice.pick(&factors);
        let text = match self.dice.below(3) {
            0 => format!("#pragma clunroll exact\n__attribute__((opencl_unroll_hint({factor})))"),
            _ => format!("#pragma clunroll exact\n#pragma unroll {factor}"),
        };
        site.request = Some(Request { text, asks: true, promises: true });
    }
}
