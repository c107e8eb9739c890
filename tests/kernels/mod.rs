//! The packages of real kernels: with which macros they are compiled, what is promised of them, and how clunroll is given
//! their files.

use std::fs;
use std::path::{Path, PathBuf};

use clunroll::{Define, Includes, MacroOption};
use walkdir::WalkDir;

/// A macro as on a compiler's command line, with its parameters in the name.
pub type Macro = (&'static str, &'static str);

/// Kernels that come from one place.
pub struct Package {
    /// Its folder.
    pub name: &'static str,
    /// The sets of macros that its files are compiled with, each in parts. clunroll is told the first.
    pub builds: &'static [&'static [&'static [Macro]]],
    /// What must hold of its requests.
    pub promise: Option<Promise>,
}

/// What must hold of a package's requests.
pub struct Promise {
    /// How many of 100 are unrolled at the least.
    pub percent: usize,
    /// For each code of a reason, how many are left for it at the most. For any other code none may be.
    pub ceilings: &'static [(&'static str, usize)],
}

/// All packages; `tests/corpus.sh` fetches the first without being asked for more.
pub const PACKAGES: &[Package] = &[
    Package {
        name: "hashcat-data",
        builds: &[
            &[HASHCAT_HOST, HASHCAT_CPU, HASHCAT_UNROLL],
            &[HASHCAT_HOST, HASHCAT_CPU],
            &[HASHCAT_HOST, HASHCAT_GPU, HASHCAT_UNROLL],
        ],
        promise: Some(Promise {
            percent: 95,
            // A variable whose type is declared in two branches; what the parser does not take, four of which count to a bound
            // of the run, so that a full unroll would have no effect in any case.
            ceilings: &[("CLU205", 2), ("CLU211", 1), ("CLU215", 6)],
        }),
    },
    plain("darktable"),
    plain("piglit"),
    plain("silx"),
    plain("pyfai"),
    plain("pyopencl"),
    plain("gputools"),
];

/// A package of which nothing is known but its name.
const fn plain(name: &'static str) -> Package {
    Package { name, builds: &[&[]], promise: None }
}

/// What hashcat's host passes to every kernel, with the values for a plain CPU and a fast hash without rules. Its
/// includes are macros: `#include M2S(INCLUDE_PATH/inc_types.h)`.
const HASHCAT_HOST: &[Macro] = &[
    ("KERNEL_STATIC", "1"),
    ("XM2S(x)", "#x"),
    ("M2S(x)", "XM2S(x)"),
    ("INCLUDE_PATH", "."),
    ("LOCAL_MEM_TYPE", "1"),
    ("CUDA_ARCH", "0"),
    ("AMD_ROCM", "0"),
    ("HAS_ADD", "0"),
    ("HAS_ADDC", "0"),
    ("HAS_SUB", "0"),
    ("HAS_SUBC", "0"),
    ("HAS_VADD", "0"),
    ("HAS_VADDC", "0"),
    ("HAS_VADD_CO", "0"),
    ("HAS_VADDC_CO", "0"),
    ("HAS_VSUB", "0"),
    ("HAS_VSUBB", "0"),
    ("HAS_VSUB_CO", "0"),
    ("HAS_VSUBB_CO", "0"),
    ("HAS_VPERM", "0"),
    ("HAS_VADD3", "0"),
    ("HAS_VBFE", "0"),
    ("HAS_BFE", "0"),
    ("HAS_LOP3", "0"),
    ("HAS_MOV64", "0"),
    ("HAS_PRMT", "0"),
    ("DGST_R0", "0"),
    ("DGST_R1", "1"),
    ("DGST_R2", "2"),
    ("DGST_R3", "3"),
    ("DGST_ELEM", "4"),
    ("KERN_TYPE", "0"),
    ("ATTACK_EXEC", "11"),
    ("ATTACK_KERN", "0"),
    ("ATTACK_MODE", "0"),
];

/// PoCL on a CPU, without vectors.
const HASHCAT_CPU: &[Macro] = &[("VENDOR_ID", "64"), ("DEVICE_TYPE", "2"), ("VECT_SIZE", "1")];

/// A GPU, with vectors, and with the macros that the kernels define by themselves where they know the device better.
/// Other vendors' branches hold inline assembly and functions that clang knows only for their devices.
const HASHCAT_GPU: &[Macro] =
    &[("VENDOR_ID", "8"), ("DEVICE_TYPE", "4"), ("VECT_SIZE", "4"), ("USE_BITSELECT", "1"), ("USE_ROTATE", "1")];

/// What asks for unrolling. The host leaves it out for kernels that unrolling was found to hurt.
const HASHCAT_UNROLL: &[Macro] = &[("_unroll", "1")];

/// All files of a package's folder, in the order of their names.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    WalkDir::new(folder)
        .sort_by_file_name()
        .into_iter()
        .map(|entry| entry.expect("the folder can be listed"))
        .filter(|entry| entry.file_type().is_file())
        .map(walkdir::DirEntry::into_path)
        .collect()
}

/// What clunroll is told: all macros of the first build, which is the usual one.
pub fn told(package: &Package) -> Vec<MacroOption> {
    let macros = package.builds.first().into_iter().flat_map(|sets| sets.iter()).flat_map(|set| set.iter());
    let define = |&(name, value): &(&str, &str)| {
        let (name, parameters) = match name.split_once('(') {
            Some((name, parameters)) => (name, parameters.strip_suffix(')').map(str::to_owned)),
            None => (name, None),
        };
        MacroOption::Define(Define { name: name.to_owned(), parameters, value: value.to_owned() })
    };
    macros.map(define).collect()
}

/// The files of one folder.
#[derive(Clone, Copy)]
pub struct Beside<'a>(pub &'a Path);

impl Includes for Beside<'_> {
    fn resolve(&mut self, header_name: &str, _includer: Option<&str>) -> Option<String> {
        let path = self.0.join(header_name.trim_matches(['"', '<', '>']));
        path.is_file().then(|| path.display().to_string())
    }

    fn read(&mut self, name: &str) -> Option<Vec<u8>> {
        fs::read(name).ok()
    }
}
