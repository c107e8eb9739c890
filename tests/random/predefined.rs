//! Text under conditions on macros that compilers predefine.
//!
//! No compiler of OpenCL C defines `__cplusplus`, `__CUDACC__` and their like, and C has none of them either. So the text under such a
//! condition may be anything: neither clunroll nor the C compiler reads it. A version is at least 100 where it is defined.

use super::generate::Generator;
use super::header::BUILDS;
use super::program::{Host, Loop, Statement};

impl Generator<'_> {
    /// The loop with text for another language in it and before it.
    pub(super) fn with_another_language(&mut self, site: &Loop) -> Option<Statement> {
        if !site.body.braces {
            return None;
        }
        let condition = self.dice.pick(&[
            "#ifdef __cplusplus",
            "#if defined(__CUDACC__) || __CUDA_ARCH__ >= 700",
            "#if __METAL_VERSION__ > 0 && defined __HIPCC__",
            "#if !defined(__OPENCL_CPP_VERSION__)\n#else",
        ]);
        let text = self.dice.pick(&["this is not C {", "if (acc) {", "continue;", "#define acc 7", "#pragma unroll 7"]);
        let foreign = format!("{condition}\n{text}\n#endif");
        let mut site = site.clone();
        let at = self.dice.below(site.body.statements.len() + 1);
        site.body.statements.insert(at, Statement::Text(foreign.clone()));
        if self.dice.chance(50) {
            site.before.push(foreign);
        }
        Some(Self::loop_with(site))
    }

    /// How a group asks for the version of the language, which is at least 100 where it is defined.
    pub(super) fn version(&mut self) -> String {
        let mut builds = vec![None, Some("100".to_owned())];
        while builds.len() < BUILDS {
            builds.push(self.dice.pick(&[None, Some("120".to_owned()), Some("300".to_owned())]));
        }
        let name = "__OPENCL_C_VERSION__";
        self.hosts.push(Host {
            name: name.to_owned(),
            parameters: "",
            default: None,
            told: None,
            builds,
            is_switch: true,
            has_role: false,
        });
        for test in [">= 100", "!= 0", "> 99", ""] {
            self.conditions.push(format!("#if {name} {test}"));
        }
        self.conditions.push(format!("#ifdef {name}"));
        self.dice.pick(&self.conditions)
    }
}
