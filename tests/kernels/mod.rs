//! The packages of real kernels: the macros that they are compiled with, their promises, and how clunroll gets their files.

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
    /// The sets of macros that all its files are compiled with, each in parts, unless [`HOSTS`] names the file. clunroll gets the first.
    pub builds: &'static [&'static [&'static [Macro]]],
    /// The guarantees about its requests.
    pub promise: Option<Promise>,
}

/// The programs that a host makes of one file.
pub struct Programs {
    /// The macros for clunroll, one set after the other.
    pub told: Vec<Vec<Macro>>,
    /// The macros with which each output is compiled.
    pub compiled: Vec<Vec<Macro>>,
}

impl Package {
    /// The programs of a file, whose path in the package's folder has `/` on every system.
    pub fn programs(&self, file: &str) -> Programs {
        let hosted: Vec<Vec<Macro>> = HOSTS.lines().filter_map(|line| options(line, self.name, file)).collect();
        if !hosted.is_empty() {
            return Programs { told: hosted.clone(), compiled: hosted };
        }
        let compiled: Vec<Vec<Macro>> = self.builds.iter().map(|sets| sets.concat()).collect();
        Programs { told: compiled.iter().take(1).cloned().collect(), compiled }
    }
}

/// The macros that hosts pass for single files: a line for each program, which begins with its package and file.
const HOSTS: &str = include_str!("hosts.txt");

/// The macros of a line of [`HOSTS`], if it is about that file.
fn options(line: &'static str, package: &str, file: &str) -> Option<Vec<Macro>> {
    let mut words = line.strip_prefix(package)?.strip_prefix('/')?.strip_prefix(file)?.split(' ');
    if words.next() != Some("") {
        return None;
    }
    let option = |word: &'static str| {
        let name = word.strip_prefix("-D").expect("all options are of macros");
        name.split_once('=').unwrap_or((name, "1"))
    };
    Some(words.map(option).collect())
}

/// The guarantees about a package's requests.
pub struct Promise {
    /// The least percentage that must be unrolled.
    pub percent: usize,
    /// For each code of a reason, the most requests that may be declined for it; none for any other code.
    pub ceilings: &'static [(&'static str, usize)],
}

/// All packages; by default, `tests/corpus.sh` fetches only the first.
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
            // A variable whose type is declared in two branches; loops that the parser cannot parse, four of which count to a bound of the
            // run, so that a full unroll would have no effect in any case.
            ceilings: &[("CLU205", 2), ("CLU211", 1), ("CLU215", 6)],
        }),
    },
    plain("darktable"),
    plain("piglit"),
    plain("silx"),
    plain("pyfai"),
    plain("pyopencl"),
    plain("gputools"),
    plain("clblast"),
    plain("gromacs"),
    plain("leela-zero"),
    plain("opencv"),
];

/// A package with nothing but its name.
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

/// A GPU, with vectors, and with the macros that the kernels define by themselves if they know the device better. Other vendors' branches
/// contain inline assembly and functions that clang knows only for their devices.
const HASHCAT_GPU: &[Macro] =
    &[("VENDOR_ID", "8"), ("DEVICE_TYPE", "4"), ("VECT_SIZE", "4"), ("USE_BITSELECT", "1"), ("USE_ROTATE", "1")];

/// The request macro. The host does not define it for kernels that unrolling slows down.
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

/// Macros in the form that clunroll takes.
pub fn macro_options(macros: &[Macro]) -> Vec<MacroOption> {
    let define = |&(name, value): &Macro| MacroOption::Define(Define::new(name, value).expect("a macro"));
    macros.iter().map(define).collect()
}

/// The files of a package: an include is searched beside the file that names it, and then in the package's folder.
#[derive(Clone, Copy)]
pub struct Files<'a> {
    /// The file that is read.
    pub main: &'a Path,
    /// The package's folder.
    pub root: &'a Path,
}

impl Includes for Files<'_> {
    fn resolve(&mut self, header_name: &str, includer: Option<&str>) -> Option<String> {
        let name = header_name.trim_matches(['"', '<', '>']);
        let beside = includer.map_or(self.main, Path::new).parent()?;
        let mut found = [beside, self.root].into_iter().map(|folder| folder.join(name));
        found.find(|path| path.is_file()).map(|path| path.display().to_string())
    }

    fn read(&mut self, name: &str) -> Option<Vec<u8>> {
        fs::read(name).ok()
    }
}
