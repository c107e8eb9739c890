//! Which launches are kept, and what fits.

use super::*;

fn form(size: usize) -> LaunchForm {
    LaunchForm { global: vec![size], local: None, arguments: vec![ArgumentForm::Bytes(vec![1])] }
}

fn recorder(place: &tempfile::TempDir, most: u64) -> Recorder {
    let folder = RecordFolder::begin(&place.path().join("r"), most, "").unwrap();
    let about = RecordingAbout { application: "a".into(), device: "d".into(), driver: "1".into() };
    Recorder::new(folder, about, 0, most / 4)
}

fn begin(recorder: &mut Recorder, size: usize) -> BegunLaunch {
    let source = KernelSource::of_test("kernel", "", &[]);
    recorder.begin(&source, "k", Some(form(size)), &[None]).unwrap().unwrap()
}

#[test]
fn launches_that_take_the_most_time_are_kept() {
    let place = tempfile::tempdir().unwrap();
    let mut recorder = recorder(&place, 1 << 20);
    for size in 1..=MOST_KEPT + 2 {
        let begun = begin(&mut recorder, size);
        assert_eq!(begun.reads.is_some(), size <= MOST_KEPT, "{size}");
        recorder.ran(begun.id, 100 * size as u64);
        if begun.reads.is_some() {
            recorder.read(begun.id, Some(vec![ReadContents::Bytes(vec![size as u8])])).unwrap();
        }
    }
    recorder.write(true).unwrap();
    let file = place.path().join("r/1/0.bin");
    assert!(file.exists());
    // The launch of size 9 takes more than twice as long as that of size 1.
    let begun = begin(&mut recorder, MOST_KEPT + 1);
    assert!(begun.reads.is_some());
    recorder.read(begun.id, Some(vec![ReadContents::Bytes(vec![9])])).unwrap();
    recorder.write(true).unwrap();
    assert!(!file.exists());
    let kept = |size: usize| matches!(recorder.programs[0].kernels[0].launches[size - 1].kept, KeptLaunch::Yes(_));
    assert_eq!([1, 2, 8, 9, 10].map(kept), [false, true, true, true, false]);
    let launches = std::fs::read_to_string(place.path().join("r/1/launches.toml")).unwrap();
    assert_eq!(launches.matches("[[launch]]").count(), MOST_KEPT, "{launches}");
    // The one that takes the most time comes first; its second run was not measured.
    assert!(
        launches.starts_with("[[launch]]\nkernel = \"k\"\nglobal = [9]\nruns = 2\nnanoseconds = 1800\n"),
        "{launches}"
    );
}

#[test]
fn a_launch_that_is_not_whole_is_written_alone() {
    let place = tempfile::tempdir().unwrap();
    let mut recorder = recorder(&place, 1 << 20);
    let source = KernelSource::of_test("kernel", "", &[]);
    let form = LaunchForm { arguments: vec![ArgumentForm::NotRecorded("it is odd".into())], ..form(1) };
    for _ in 0..2 {
        let begun = recorder.begin(&source, "k", Some(form.clone()), &[None]).unwrap().unwrap();
        assert!(begun.reads.is_none());
    }
    let written = |recorder: &Recorder| text::launches(&recorder.programs[0]);
    assert!(written(&recorder).contains("runs = 2\nnanoseconds = 0\nargs = [\n  { not-recorded = \"it is odd\" },"));
    let begun = begin(&mut recorder, 1);
    recorder.read(begun.id, Some(vec![ReadContents::None])).unwrap();
    let text = written(&recorder);
    assert!(text.contains("hex") && !text.contains("not-recorded"), "{text}");
}

#[test]
fn what_does_not_fit_is_left_out() {
    let place = tempfile::tempdir().unwrap();
    let mut recorder = recorder(&place, 4000);
    let begun = begin(&mut recorder, 1);
    recorder.read(begun.id, Some(vec![ReadContents::Bytes(vec![0; 5000])])).unwrap();
    let KeptLaunch::Yes(contents) = &recorder.programs[0].kernels[0].launches[0].kept else { panic!() };
    assert_eq!(contents, &[KeptContents::Unread("the recording is full")]);
}

#[test]
fn a_program_that_does_not_fit_is_left_out() {
    let place = tempfile::tempdir().unwrap();
    let mut recorder = recorder(&place, 4000);
    let source = KernelSource::of_test(&" ".repeat(3800), "", &[]);
    assert!(recorder.begin(&source, "k", None, &[]).unwrap().is_none());
    begin(&mut recorder, 1);
    // There is room for the lists.
    recorder.write(true).unwrap();
}

#[test]
fn a_refused_launch_did_not_run() {
    let place = tempfile::tempdir().unwrap();
    let mut recorder = recorder(&place, 1 << 20);
    let begun = begin(&mut recorder, 1);
    recorder.refused(begun.id);
    recorder.read(begun.id, None).unwrap();
    assert_eq!(recorder.programs[0].kernels[0].time.runs, 0);
    assert!(begin(&mut recorder, 1).reads.is_some());
}

#[test]
fn every_launch_counts_but_few_are_kept() {
    let place = tempfile::tempdir().unwrap();
    let mut recorder = recorder(&place, 1 << 20);
    for size in 1..=MOST_LAUNCHES + 5 {
        begin(&mut recorder, size);
    }
    let kernel = &recorder.programs[0].kernels[0];
    assert_eq!((kernel.time.runs, kernel.launches.len()), (MOST_LAUNCHES as u64 + 5, MOST_LAUNCHES));
}
