//! What the results of tuning depend on, as one text: the key by which [`super::result_cache`] finds them.
//!
//! Everything that can change a result is in the key, or its results are not kept:
//!
//! - this program: its version, its length and its date;
//! - the source, its name, the options of clunroll and of the compiler, and the name and contents of each included file;
//! - the device and its driver, the machine, and the environment variables that OpenCL platforms read;
//! - the launches with the contents of their files, and what is uncertain about them;
//! - the options of the search, its time among them: a longer search may find more.
//!
//! The texts themselves are compared, and not only hashes of them. Only files with the contents of buffers are hashed, since they may be
//! large. If a compiler may read a file that clunroll does not know, there is no key.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs::{self, File};
use std::hash::Hasher;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use std::{env, thread};

use clunroll_opencl::{ArgumentValue, Fill, Launch};
use fnv::FnvHasher;

use super::candidate_text::TunedSource;
use super::{FinalCompile, TuneOptions, Tuning};

/// How the names begin of the environment variables that OpenCL platforms, their compilers and the loader of libraries read.
const READ_BY_PLATFORMS: [&str; 31] = [
    "AMD_",
    "CL_",
    "CLUNROLL_OPENCL_",
    "CUDA_",
    "DPCPP_",
    "DRI_",
    "GPU_",
    "HIP_",
    "HSA_",
    "IGC_",
    "INTEL",
    "KMP_",
    "LD_",
    "LIBGL_",
    "LLVM_",
    "LP_",
    "MESA_",
    "NEO",
    "NV",
    "OCL_",
    "OMP_",
    "OPENCL_",
    "POCL_",
    "RADV_",
    "ROC",
    "RUSTICL_",
    "SYCL_",
    "TBB_",
    "VC_",
    "ZE_",
    "__GL_",
];

impl Tuning<'_> {
    /// The key of the results; `None` if something is unknown that they may depend on.
    pub(crate) fn key(&self) -> Option<String> {
        let parts = KeyParts {
            program: program()?,
            source: source(self.source)?,
            compile: self.device.compile,
            device: (self.device.runner.device(), self.device.runner.driver()),
            machine: machine(
                env::vars_os().map(|(name, value)| [name, value].map(|text| text.to_string_lossy().into_owned())),
            ),
            launches: launches(&self.launches).ok()?,
            doubts: (&self.doubts, &self.left_out),
            defines: &self.defines,
            options: self.options,
        };
        Some(parts.text())
    }
}

/// What is in the key.
struct KeyParts<'k> {
    program: String,
    source: String,
    compile: &'k FinalCompile,
    device: (&'k str, &'k str),
    machine: String,
    launches: Vec<Launch>,
    doubts: (&'k [String], &'k [(String, String)]),
    defines: &'k [String],
    options: &'k TuneOptions,
}

impl KeyParts<'_> {
    fn text(&self) -> String {
        let Self { program, source, compile, device, machine, launches, doubts, defines, options } = self;
        // All fields are named, so that a new one is not forgotten. The device is known by its own name, the worker is this program,
        // and what the launches are made of is in them.
        let TuneOptions { device: _, worker: _, launches: _, space, budget, time, asked, limit, flush } = options;
        let time: &dyn std::fmt::Debug = asked.as_ref().map_or(time, |asked| asked);
        let search = format!("{space:?} {budget} {time:?} {limit:?} {flush}");
        format!(
            "program {program}\ndevice {device:?}\nmachine {machine}\nsearch {search}\ndefines {defines:?}\ncompile {compile:?}\n\
             launches {launches:?}\ndoubts {doubts:?}\nsource {source}\n"
        )
    }
}

/// This program. Its date tells builds of one version apart.
fn program() -> Option<String> {
    let file = fs::metadata(env::current_exe().ok()?).ok()?;
    let date = file.modified().ok()?.duration_since(SystemTime::UNIX_EPOCH).unwrap_or(Duration::ZERO);
    Some(format!("{} {} {}", env!("CARGO_PKG_VERSION"), file.len(), date.as_nanos()))
}

/// The source with its options and included files.
fn source(source: &TunedSource) -> Option<String> {
    if source.unread_include().is_some() {
        return None;
    }
    let mut text = format!("{:?} {}\n{}", source.options(), source.may_restrict, source.bytes.escape_ascii());
    for file in source.included().ok()? {
        let name = file.as_os_str().as_encoded_bytes().escape_ascii();
        let _ = write!(text, "\n{name} {}", fs::read(&file).ok()?.escape_ascii());
    }
    Some(text)
}

/// The machine, with what its user set for OpenCL platforms.
fn machine(variables: impl Iterator<Item = [String; 2]>) -> String {
    let read: BTreeMap<_, _> = variables
        .map(|[name, value]| (name, value))
        .filter(|(name, _)| READ_BY_PLATFORMS.iter().any(|start| name.starts_with(start)))
        .collect();
    let name = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let cores = thread::available_parallelism().map_or(0, std::num::NonZero::get);
    format!("{:?} {cores} {read:?}", name.trim())
}

/// The launches, with the contents of each file in place of its path.
fn launches(launches: &[Launch]) -> io::Result<Vec<Launch>> {
    let mut launches = launches.to_vec();
    for argument in launches.iter_mut().flat_map(|launch| &mut launch.arguments) {
        if let ArgumentValue::Buffer { fill: Fill::File(path), .. }
        | ArgumentValue::Image { fill: Fill::File(path), .. } = &mut argument.argument
        {
            *path = PathBuf::from(contents(path)?);
        }
    }
    Ok(launches)
}

/// The length and a hash of a file.
fn contents(path: &Path) -> io::Result<String> {
    let mut hasher = FnvHasher::default();
    let (mut file, mut buffer, mut length) = (File::open(path)?, vec![0; 1 << 16], 0);
    loop {
        let read = file.read(&mut buffer)?;
        if read == 0 {
            return Ok(format!("{length} bytes, {:016x}", hasher.finish()));
        }
        hasher.write(&buffer[..read]);
        length += read as u64;
    }
}

#[cfg(test)]
mod tests {
    use clunroll::{Define, LoadsFirst};
    use clunroll_core::Options;
    use clunroll_files::includes::FileIncludes;
    use clunroll_opencl::{ElementType, LaunchArgument, WorkerProgram};

    use super::super::SpaceOptions;
    use super::*;
    use crate::verify::described::LaunchOptions;

    fn options() -> TuneOptions {
        TuneOptions {
            device: None,
            worker: WorkerProgram { path: "clunroll".into(), arguments: Vec::new(), is_sequential: false },
            launches: LaunchOptions::default(),
            space: SpaceOptions { factors: vec![2], lines: Vec::new(), all_loops: false },
            budget: 256,
            time: Duration::from_secs(120),
            asked: None,
            limit: Duration::from_secs(10),
            flush: 0,
        }
    }

    fn launch(file: &Path) -> Launch {
        let argument = ArgumentValue::Buffer { size: 4, fill: Fill::File(file.to_path_buf()) };
        let arguments = vec![LaunchArgument {
            name: "a".to_owned(),
            element: ElementType { width: 4, lanes: 1, is_float: false, is_signed: true },
            argument,
        }];
        Launch { kernel: "k".to_owned(), global: vec![4], local: None, arguments }
    }

    #[test]
    fn each_part_gives_another_key() {
        let (compile, first) = (FinalCompile::default(), options());
        let parts = || KeyParts {
            program: "1".to_owned(),
            source: "s".to_owned(),
            compile: &compile,
            device: ("d", "1"),
            machine: "m".to_owned(),
            launches: Vec::new(),
            doubts: (&[], &[]),
            defines: &[],
            options: &first,
        };
        let other_compile =
            FinalCompile { build_options: vec!["-cl-mad-enable".to_owned()], ..FinalCompile::default() };
        let space = |change: &dyn Fn(&mut SpaceOptions)| {
            let mut space = options().space;
            change(&mut space);
            TuneOptions { space, ..options() }
        };
        let others = [
            TuneOptions { budget: 1, ..options() },
            TuneOptions { time: Duration::from_secs(1), ..options() },
            TuneOptions { asked: Some("half of it".to_owned()), ..options() },
            TuneOptions { limit: Duration::from_secs(1), ..options() },
            TuneOptions { flush: 1, ..options() },
            space(&|space| space.factors.push(4)),
            space(&|space| space.lines.push(1)),
            space(&|space| space.all_loops = true),
        ];
        let (texts, left_out) = (["x".to_owned()], [("k".to_owned(), "why".to_owned())]);
        let mut keys = vec![
            parts().text(),
            KeyParts { program: "2".to_owned(), ..parts() }.text(),
            KeyParts { source: "t".to_owned(), ..parts() }.text(),
            KeyParts { compile: &other_compile, ..parts() }.text(),
            KeyParts { device: ("e", "1"), ..parts() }.text(),
            KeyParts { device: ("d", "2"), ..parts() }.text(),
            KeyParts { machine: "n".to_owned(), ..parts() }.text(),
            KeyParts { launches: vec![launch(Path::new("f"))], ..parts() }.text(),
            KeyParts { doubts: (&texts, &[]), ..parts() }.text(),
            KeyParts { doubts: (&[], &left_out), ..parts() }.text(),
            KeyParts { defines: &texts, ..parts() }.text(),
        ];
        keys.extend(others.iter().map(|options| KeyParts { options, ..parts() }.text()));
        let count = keys.len();
        keys.sort();
        keys.dedup();
        assert_eq!(keys.len(), count);
        // The time that is left when a search begins is not the same each time.
        let asked = |time| TuneOptions { time: Duration::from_secs(time), asked: Some("all".to_owned()), ..options() };
        let of = |options: &TuneOptions| KeyParts { options, ..parts() }.text();
        assert_eq!(of(&asked(3)), of(&asked(4)));
    }

    #[test]
    fn files_of_launches_count_by_their_contents() {
        let folder = tempfile::tempdir().expect("it can be made");
        let [one, same, other] = [("one", "abcd"), ("same", "abcd"), ("other", "abce")].map(|(name, text)| {
            let path = folder.path().join(name);
            fs::write(&path, text).expect("it can be written");
            path
        });
        let of = |path: &Path| launches(&[launch(path)]).map(|launches| format!("{launches:?}"));
        assert_eq!(of(&one).ok(), of(&same).ok());
        assert_ne!(of(&one).ok(), of(&other).ok());
        assert!(of(&folder.path().join("none")).is_err());
    }

    #[test]
    fn options_and_included_files_count() {
        let folder = tempfile::tempdir().expect("it can be made");
        let file = |name: &str| folder.path().join(name);
        let write = |name: &str, text: &str| fs::write(file(name), text).expect("it can be written");
        let of = |text: &str, options: Options| {
            let includes = FileIncludes::new(&file("k.cl"), &[]);
            source(&TunedSource::new(text.as_bytes().to_vec(), options, includes))
        };
        let text = "#include \"by.h\"\n";
        write("by.h", "#define BY 3\n");
        let first = of(text, Options::default());
        assert!(first.is_some());
        assert_eq!(of(text, Options::default()), first);
        for other in [
            Options::default().assume_restrict(true),
            Options::default().loads_first(LoadsFirst::Never),
            Options::default().macro_option(Define::new("X", "1").expect("a macro")),
        ] {
            let other = of(text, other);
            assert!(other.is_some() && other != first);
        }
        assert_ne!(of("#include \"by.h\"\n\n", Options::default()), first);
        write("by.h", "#define BY 5\n");
        let other = of(text, Options::default());
        assert!(other.is_some() && other != first);
        // What is not there for clunroll may be there for a compiler.
        assert_eq!(of("#include <opencl-c.h>\n", Options::default()), None);
        assert_eq!(of("#include_next \"by.h\"\n", Options::default()), None);
    }

    #[test]
    fn variables_of_platforms_count() {
        let of = |name: &str, value: &str| machine([[name.to_owned(), value.to_owned()]].into_iter());
        assert_ne!(of("POCL_MAX_PTHREAD_COUNT", "1"), of("POCL_MAX_PTHREAD_COUNT", "2"));
        assert_ne!(of("CUDA_VISIBLE_DEVICES", "1"), of("", ""));
        assert_eq!(of("EDITOR", "vi"), of("", ""));
    }
}
