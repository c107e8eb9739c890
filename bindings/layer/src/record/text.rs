//! The lists of a recording, as `docs/recordings.md` has them. What a driver or a program has named is written as a string of TOML.

use std::fmt::Write;

use super::memory::ArgumentForm;
use super::recorder::{KeptContents, KeptLaunch, LaunchRecord, ProgramRecord, Recorder, RecordingAbout};

/// The beginning of the index.
pub(super) fn head(about: &RecordingAbout) -> String {
    let RecordingAbout { application, device, driver } = about;
    let [application, device, driver] = [application, device, driver].map(|text| string(text));
    let version = string(env!("CARGO_PKG_VERSION"));
    format!("format = 1\napplication = {application}\ndevice = {device}\ndriver = {driver}\nclunroll = {version}\n")
}

/// The index.
pub(super) fn index(recorder: &Recorder) -> String {
    let mut text = head(&recorder.about);
    for (at, program) in recorder.programs.iter().enumerate() {
        let (number, name, options) = (at + 1, string(&program.name), string(&program.options));
        let _ = write!(text, "\n[[program]]\nsource = \"{number}/source.cl\"\nname = {name}\noptions = {options}\n");
        if program.has_launches {
            let _ = writeln!(text, "launches = \"{number}/launches.toml\"");
        }
        for kernel in program.kernels.iter().filter(|kernel| kernel.time.runs > 0) {
            let (name, runs, nanoseconds) = (string(&kernel.name), kernel.time.runs, kernel.time.nanoseconds());
            let _ = write!(text, "\n[[program.kernel]]\nname = {name}\nruns = {runs}\nnanoseconds = {nanoseconds}\n");
        }
    }
    text
}

/// The launches of a program, those of each kernel that take the most time first.
pub(super) fn launches(program: &ProgramRecord) -> String {
    let mut text = String::new();
    for kernel in &program.kernels {
        let is_kept = |launch: &&LaunchRecord| matches!(launch.kept, KeptLaunch::Yes(_)) && launch.time.runs > 0;
        let mut kept: Vec<_> = kernel.launches.iter().filter(is_kept).collect();
        // One that is not whole would only prevent that the kernel is tuned for the others.
        if kept.iter().any(|launch| launch.form.is_whole()) {
            kept.retain(|launch| launch.form.is_whole());
        } else {
            kept.truncate(1);
        }
        kept.sort_by_key(|launch| std::cmp::Reverse(launch.time.nanoseconds()));
        for launch in kept {
            write_launch(&mut text, &kernel.name, launch);
        }
    }
    text
}

fn write_launch(text: &mut String, kernel: &str, launch: &LaunchRecord) {
    let KeptLaunch::Yes(contents) = &launch.kept else { return };
    let (kernel, form) = (string(kernel), &launch.form);
    let space = if text.is_empty() { "" } else { "\n" };
    let _ = write!(text, "{space}[[launch]]\nkernel = {kernel}\nglobal = {:?}\n", form.global);
    if let Some(local) = &form.local {
        let _ = writeln!(text, "local = {local:?}");
    }
    let _ = writeln!(text, "runs = {}\nnanoseconds = {}\nargs = [", launch.time.runs, launch.time.nanoseconds());
    for (argument, contents) in form.arguments.iter().zip(contents) {
        let _ = writeln!(text, "  {}", argument_text(argument, contents));
    }
    text.push_str("]\n");
}

fn argument_text(argument: &ArgumentForm, contents: &KeptContents) -> String {
    let (fill, why) = match contents {
        KeptContents::File(name, _) => (format!("file = {}", string(name)), String::new()),
        KeptContents::Unread(why) => ("value = 0".to_owned(), format!(" # contents not recorded: {why}")),
        KeptContents::None => ("value = 0".to_owned(), String::new()),
    };
    match argument {
        ArgumentForm::Bytes(bytes) => format!("{{ hex = \"{}\" }},", hex(bytes)),
        ArgumentForm::Local(bytes) => format!("{{ local-bytes = {bytes} }},"),
        ArgumentForm::Buffer(bytes) => format!("{{ bytes = {bytes}, {fill} }},{why}"),
        ArgumentForm::Null => "{ null = true },".to_owned(),
        ArgumentForm::Image(image) => {
            let format = format!("[\"{}\", \"{}\"]", image.order, image.channel);
            format!("{{ image = {:?}, format = {format}, {fill} }},{why}", image.size)
        }
        ArgumentForm::Sampler(sampler) => format!(
            "{{ sampler = {{ normalized = {}, addressing = \"{}\", linear = {} }} }},",
            sampler.is_normalized, sampler.addressing, sampler.is_linear
        ),
        ArgumentForm::NotRecorded(why) => format!("{{ not-recorded = {} }},", string(why)),
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn string(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

#[cfg(test)]
mod tests {
    use super::super::textures::{ImageForm, SamplerForm};
    use super::*;

    #[test]
    fn arguments_have_the_forms_of_descriptions() {
        let file = KeptContents::File("0.bin".into(), 4);
        let image = ImageForm { size: vec![2, 3], order: "RGBA", channel: "FLOAT" };
        let sampler = SamplerForm { is_normalized: true, addressing: "repeat", is_linear: false };
        for (argument, contents, text) in [
            (ArgumentForm::Bytes(vec![0, 0xab]), &KeptContents::None, "{ hex = \"00ab\" },"),
            (ArgumentForm::Local(8), &KeptContents::None, "{ local-bytes = 8 },"),
            (ArgumentForm::Buffer(4), &file, "{ bytes = 4, file = \"0.bin\" },"),
            (
                ArgumentForm::Buffer(4),
                &KeptContents::Unread("it is mapped"),
                "{ bytes = 4, value = 0 }, # contents not recorded: it is mapped",
            ),
            (ArgumentForm::Null, &KeptContents::None, "{ null = true },"),
            (
                ArgumentForm::Image(image),
                &file,
                "{ image = [2, 3], format = [\"RGBA\", \"FLOAT\"], file = \"0.bin\" },",
            ),
            (
                ArgumentForm::Sampler(sampler),
                &KeptContents::None,
                "{ sampler = { normalized = true, addressing = \"repeat\", linear = false } },",
            ),
            (ArgumentForm::NotRecorded("it \"is\"".into()), &KeptContents::None, "{ not-recorded = 'it \"is\"' },"),
        ] {
            assert_eq!(argument_text(&argument, contents), text);
        }
    }
}
