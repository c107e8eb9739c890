//! A runner with a worker that is a shell script, so that it answers, crashes and hangs as the test wants.

#![cfg(unix)]

use std::time::{Duration, Instant};

use clunroll_opencl::{Build, Launch, Lost, ProgramId, Runner, WorkerProgram};

const LIMIT: Duration = Duration::from_secs(60);
const SHORT: Duration = Duration::from_millis(300);

/// Says that a device is open, and then does this for each request, which is in `$line`.
fn start(for_each: &str) -> Result<Runner, String> {
    let script = format!(
        "answer() {{ printf '\\n\\001clunroll %s\\n' \"$1\" >&2; }}
         read -r line; answer '{{\"Device\":{{\"name\":\"fake\",\"driver\":\"1\",\"platform_version\":\"1\",\"is_cpu\":true,\"sees_accesses\":true}}}}'
         while read -r line; do {for_each}; done"
    );
    start_script(&script)
}

fn start_script(script: &str) -> Result<Runner, String> {
    let arguments = vec!["-c".into(), script.into()];
    Runner::start(WorkerProgram { path: "/bin/sh".into(), arguments, is_sequential: true }, None, LIMIT)
}

fn launch(runner: &mut Runner, program: ProgramId, limit: Duration) -> Result<Result<(), String>, Lost> {
    let launch = Launch { kernel: "k".to_owned(), global: vec![1], local: None, arguments: Vec::new() };
    runner.launch(program, &launch, 0, limit).map(|launched| launched.map(drop))
}

fn build(runner: &mut Runner, text: &str) -> ProgramId {
    match runner.build(text, "", LIMIT) {
        Ok(Build::Built { program, .. }) => program,
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_kills_a_worker_is_reported_and_the_next_request_has_another_one() {
    // Each process builds, and launches once it has built that text; then it dies of `crash`.
    let for_each = "case $line in
        *Build*crash*) kill -9 $$;;
        *Build*) built=1; answer '{\"Built\":[]}';;
        *Launch*) test \"$built\" = 1 || answer '{\"NotLaunched\":\"not built\"}'; answer '{\"Launched\":{\"outside\":[],\"has_changed\":true}}';;
        esac";
    let mut runner = start(for_each).expect("a device");
    assert_eq!(runner.device(), "fake");
    let program = build(&mut runner, "good");
    assert_eq!(launch(&mut runner, program, LIMIT), Ok(Ok(())));
    assert!(matches!(runner.build("crash", "", LIMIT), Err(Lost::Ended(how)) if how == "crashed (signal 9)"));
    assert_eq!(launch(&mut runner, program, LIMIT), Ok(Ok(())), "it is built again");
}

#[test]
fn a_silent_worker_is_ended_in_time() {
    let for_each = "case $line in *Build*) answer '{\"Built\":[]}';; *) sleep 60;; esac";
    let mut runner = start(for_each).expect("a device");
    let program = build(&mut runner, "text");
    let begin = Instant::now();
    assert_eq!(launch(&mut runner, program, SHORT), Err(Lost::Silent(SHORT)));
    assert!(begin.elapsed() < LIMIT / 2);
}

#[test]
fn a_worker_that_talks_without_an_answer_is_silent() {
    let mut runner = start("while :; do echo noise >&2; done").expect("a device");
    assert!(matches!(runner.build("text", "", SHORT), Err(Lost::Silent(_))));
}

/// Such as one of a lost device.
#[test]
fn errors_and_wrong_answers_are_not_results() {
    let for_each = "case $line in
        *Build*) answer '{\"Built\":[]}';;
        *Launch*) answer '{\"NotLaunched\":\"clFinish: CL_DEVICE_NOT_AVAILABLE\"}';;
        *Compare*) answer '{\"NotLaunched\":\"there is nothing to compare\"}';;
        *) answer 'no JSON';; esac";
    let mut runner = start(for_each).expect("a device");
    let program = build(&mut runner, "text");
    assert_eq!(launch(&mut runner, program, LIMIT), Ok(Err("clFinish: CL_DEVICE_NOT_AVAILABLE".to_owned())));
    assert!(matches!(runner.compare(0, 1, LIMIT), Err(Lost::Ended(_))));
    assert!(matches!(runner.read(0, 0, LIMIT), Err(Lost::Ended(how)) if how == "sends an unreadable message"));
}

#[test]
fn a_device_that_is_not_there_is_an_error_of_the_start() {
    let no_device = "printf '\\n\\001clunroll {\"NoDevice\":\"none\"}\\n' >&2";
    assert_eq!(start_script(no_device).err().as_deref(), Some("none"));
    let dies = start_script("echo 'the loader is broken' >&2; exit 3").err().unwrap_or_default();
    assert!(dies.contains("exit status: 3") && dies.ends_with(": the loader is broken"), "{dies}");
    let program = WorkerProgram { path: "/no/such/program".into(), arguments: Vec::new(), is_sequential: false };
    let missing = Runner::start(program, None, LIMIT).err().unwrap_or_default();
    assert!(missing.starts_with("cannot start the process /no/such/program: "), "{missing}");
}
