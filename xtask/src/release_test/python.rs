//! The wheel, in a new virtual environment: its metadata, its functions, the program in it, kernels on a device, and pre-commit

use std::fs;
use std::path::Path;

use crate::Result;
use crate::command::{output, run};
use crate::dist::{LAYER, Release};

use super::{Test, announce, document, folder_with, has_all, layer, runs_kernels, tool};

pub(super) const SECTION: &str = "Python";

/// Writes the versions, the licences, and the unrolled kernel.
const ASK: &str = "\
import importlib.metadata, pathlib, sys
import clunroll
about = importlib.metadata.distribution('clunroll')
licences = sorted(file.name for file in about.files if 'licenses' in file.parts)
print(about.version, clunroll.__version__, *licences)
sys.stdout.write(clunroll.unroll(pathlib.Path(sys.argv[1]).read_text()).text)
";

pub(super) fn test(test: &mut Test) -> Result {
    announce("the wheel");
    let folder = folder_with(&[Release::only("whl")?])?;
    let folder = folder.path();
    let (programs, end) = if cfg!(windows) { ("venv/Scripts", ".exe") } else { ("venv/bin", "") };
    // The parts of the page about a device are skipped if there is none, and so is the layer.
    let is_waived = !runs_kernels();
    let has_layer = test.release.has_layer();
    let is_skipped = |line: &str| {
        (is_waived && ["pyopencl", "fill.py"].iter().any(|word| line.contains(word)))
            || ((is_waived || !has_layer) && ["squares.py", "layer.log"].iter().any(|word| line.contains(word)))
    };
    let here = |script: &str| {
        let lines = script.lines().filter(|line| !is_skipped(line));
        lines.map(|line| line.replace("venv/bin", programs) + "\n").collect()
    };
    let [fill, squares] = &document::blocks(SECTION, "python")?[..] else {
        return Err("docs/install.md must have two examples in Python".to_owned());
    };
    for (name, text) in [("fill.py", fill), ("squares.py", squares)] {
        fs::write(folder.join(name), text).map_err(|error| format!("{name}: {error}"))?;
    }
    document::follow(SECTION, folder, &test.release.target, here)?;

    let python = folder.join(format!("{programs}/python{end}"));
    let kernel = crate::root().join("kernels/convolution.cl");
    let answer = output(tool(&python, folder).args(["-I", "-c", ASK]).arg(kernel))?;
    let (about, text) = answer.split_once('\n').ok_or("Python wrote nothing")?;
    let words: Vec<_> = about.split(' ').map(str::to_owned).collect();
    let [metadata, module, licences @ ..] = &words[..] else { return Err(format!("Python wrote `{about}`")) };
    test.states("the wheel's metadata", metadata);
    test.states("clunroll.__version__", module);
    has_all("the wheel", licences, &["LICENSE-APACHE", "LICENSE-MIT", "THIRD-PARTY.md"].map(str::to_owned))?;
    test.outputs.push(("the Python package".to_owned(), text.to_owned()));
    let program = folder.join(format!("{programs}/clunroll{end}"));
    let layer = folder.join(programs).join(LAYER);
    test.ask("the wheel's program", &program)?;
    layer::test(test, "the wheel", &program, &layer)?;

    if !is_waived {
        for (name, expected) in ["fill.py", "squares.py"].iter().zip(document::blocks(SECTION, "text")?) {
            let wrote = output(tool(&python, folder).arg(name).env("PYOPENCL_CTX", "0"))?;
            if wrote != expected {
                return Err(format!("{name} writes `{wrote}`, and docs/install.md says `{expected}`"));
            }
        }
        // PyOpenCL has a loader of its own, and it loads the layer.
        if has_layer {
            layer::logged(folder)?;
        }
    }
    pre_commit(&python, folder)?;
    // Uninstalling removes everything.
    run(tool(&python, folder).args(["-m", "pip", "uninstall", "--quiet", "--yes", "clunroll"]))?;
    if program.exists() || layer.exists() {
        return Err("pip uninstall leaves the program or the layer".to_owned());
    }
    Ok(())
}

/// pre-commit installs the wheel for the hook `clunroll-check-python`, and the hook finds a mistake.
fn pre_commit(python: &Path, folder: &Path) -> Result {
    announce("the hook for pre-commit that takes the wheel");
    run(tool(python, folder).args(["-m", "pip", "install", "--quiet", "pre-commit"]))?;
    let repository = folder.join("repository");
    run(tool("git", folder).args(["init", "--quiet"]).arg(&repository))?;
    let valid = "kernel void k(global int *a) {\n#pragma unroll 2\nfor (int i = 0; i < 4; i++) a[i] = i;\n}\n";
    for (name, text, is_right) in
        [("good.cl", valid.to_owned(), true), ("bad.cl", valid.replace("unroll 2", "unroll -2"), false)]
    {
        fs::write(repository.join(name), text).map_err(|error| format!("{name}: {error}"))?;
        run(tool("git", &repository).args(["add", name]))?;
        let mut hook = tool(python, &repository);
        hook.args(["-m", "pre_commit", "try-repo"]).arg(crate::root()).args(["clunroll-check-python", "--files", name]);
        hook.env("PIP_FIND_LINKS", Release::folder()).env("PRE_COMMIT_HOME", folder.join("pre-commit"));
        let result = output(&mut hook);
        let finds = result.as_ref().is_err_and(|said| said.contains("error[CLU001]"));
        if (is_right && result.is_err()) || (!is_right && !finds) {
            return Err(format!("the hook on {name}: {result:?}"));
        }
    }
    Ok(())
}
