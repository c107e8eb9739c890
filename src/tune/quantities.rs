//! What all reports show of a candidate, each as one number.
//!
//! A group may have several kernels: a number of a candidate is that of the kernel that needs most.

use clunroll_opencl::KernelResources;

use super::device::TrialFailure;
use super::report::{TunedCandidate, TunedGroup};
use super::resources;
use clunroll_core::loop_choices::LoopChoice;

impl TunedCandidate {
    /// The registers of a work-item, where the compiler writes them in its log.
    pub(crate) fn registers(&self) -> Option<u64> {
        self.largest(|kernel| resources::registers(&kernel.log))
    }

    /// The bytes that are stored because registers do not suffice.
    pub(crate) fn spills(&self) -> Option<u64> {
        self.largest(|kernel| resources::spills(&kernel.log))
    }

    /// The bytes of private memory of a work-item.
    pub(crate) fn private(&self) -> Option<u64> {
        self.largest(|kernel| kernel.private)
    }

    /// The bytes of local memory of a work-group.
    pub(crate) fn local(&self) -> Option<u64> {
        self.largest(|kernel| kernel.local)
    }

    /// The bytes of the program's binary.
    pub(crate) fn binary(&self) -> Option<u64> {
        self.largest(|kernel| kernel.binary.map(|size| size as u64))
    }

    fn largest(&self, of: impl Fn(&KernelResources) -> Option<u64>) -> Option<u64> {
        self.resources.iter().filter_map(of).max()
    }
}

impl TunedGroup {
    /// What makes up a configuration, each with a name that may be a column of a table or a key of a map: the program of a recording, the
    /// kernels, the values of macros that vary, and the choices. No two names are the same.
    pub(crate) fn configuration(&self, choices: &[LoopChoice]) -> Vec<(String, String)> {
        let mut all: Vec<_> = self.program.iter().map(|program| ("program".to_owned(), program.clone())).collect();
        all.push(("kernels".to_owned(), self.kernels.join(" ")));
        for define in &self.defines {
            let (name, value) = define.split_once('=').unwrap_or((define, ""));
            all.push((format!("define_{name}"), value.to_owned()));
        }
        for (number, (subject, choice)) in self.subjects.iter().zip(choices).enumerate() {
            let same = self.subjects[..number].iter().filter(|other| *other == subject).count();
            let name = subject.replace(' ', "_");
            all.push((if same == 0 { name } else { format!("{name}_{}", same + 1) }, choice.to_string()));
        }
        all
    }

    /// The time of a candidate in nanoseconds: the geometric mean over the launches.
    pub(crate) fn nanoseconds(&self, one: &TunedCandidate) -> Option<f64> {
        Some(self.plain()? / one.against_no_pragma.as_ref()?.median)
    }

    /// The time without pragmas in nanoseconds: the geometric mean over the launches.
    pub(crate) fn plain(&self) -> Option<f64> {
        if let [only] = self.plain_nanoseconds[..] {
            return Some(only);
        }
        #[expect(clippy::cast_precision_loss, reason = "there are few launches")]
        let launches = self.plain_nanoseconds.len() as f64;
        let logarithms = self.plain_nanoseconds.iter().map(|time| time.ln()).sum::<f64>();
        (launches > 0.0).then(|| (logarithms / launches).exp())
    }

    /// Why a candidate does not count: its own failure, or that of the group.
    pub(crate) fn failure_of<'a>(&'a self, one: &'a TunedCandidate) -> Option<&'a TrialFailure> {
        one.failure.as_ref().or(self.failure.as_ref())
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    #[test]
    fn a_number_is_that_of_the_kernel_that_needs_most() {
        let group = &sample::report().groups[0];
        let winner = &group.candidates[0];
        assert_eq!((winner.registers(), winner.spills()), (Some(40), Some(8)));
        assert_eq!((winner.private(), winner.local(), winner.binary()), (Some(64), Some(512), Some(4096)));
        assert_eq!(group.candidates[3].registers(), None);
    }

    #[test]
    fn a_time_is_the_mean_over_the_launches() {
        let mut group = sample::report().groups.remove(0);
        let close = |time: Option<f64>, expected: f64| time.is_some_and(|time| (time - expected).abs() < 1e-6);
        assert!(close(group.nanoseconds(&group.candidates[0]), 1000.0));
        group.plain_nanoseconds = vec![1000.0, 4000.0];
        assert!(close(group.nanoseconds(&group.candidates[0]), 1000.0));
        group.plain_nanoseconds.clear();
        assert_eq!(group.nanoseconds(&group.candidates[0]), None);
    }

    #[test]
    fn a_configuration_has_names_that_differ() {
        let mut group = sample::report().groups.remove(0);
        group.defines = vec!["TILE=8".to_owned(), "F(x)=x=1".to_owned()];
        group.subjects = ["line 5", "line 55", "line 5", "line 5", "pointers"].map(str::to_owned).to_vec();
        let names: Vec<_> = group.configuration(&[LoopChoice::Never; 5]).into_iter().map(|(name, _)| name).collect();
        let macros = ["kernels", "define_TILE", "define_F(x)"];
        assert_eq!(names, [&macros[..], &["line_5", "line_55", "line_5_2", "line_5_3", "pointers"]].concat());
        assert_eq!(group.configuration(&[])[2].1, "x=1");
    }
}
