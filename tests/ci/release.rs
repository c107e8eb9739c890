//! The action takes the program of a release, and builds its own sources if there is none.
//!
//! No release exists yet, so a local server has one. git and curl are real, and read it as they read GitHub.

use std::collections::HashMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::process::Command;
use std::thread;

use super::runner::Runner;
use super::{VALID, clunroll};

const FOLDER: &str = "clunroll-0.2.0-x86_64-unknown-linux-gnu";
const ARCHIVE: &str = "clunroll-0.2.0-x86_64-unknown-linux-gnu.tar.gz";
const RELEASE: &str = "/OWNER/clunroll/releases/download/v0.2.0";
/// The commit of the release, to which its signed tag leads.
const COMMIT: &str = "0123456789abcdef0123456789abcdef01234567";
const TAG_OBJECT: &str = "89abcdef0123456789abcdef0123456789abcdef";
const LATER: &str = "76543210fedcba9876543210fedcba9876543210";

/// The program of the release, which starts the program under test.
const PROGRAM: &str = "#!/usr/bin/env bash\nexec \"$PROGRAM\" \"$@\"\n";

/// The files of a server, by their paths.
type Files = HashMap<String, Vec<u8>>;

/// A release with this program.
fn release(program: &str) -> Files {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join(FOLDER)).unwrap();
    let path = folder.path().join(FOLDER).join("clunroll");
    fs::write(&path, program).unwrap();
    fs::set_permissions(&path, fs::metadata(clunroll()).unwrap().permissions()).unwrap();
    let run = |name: &str, arguments: &[&str]| {
        let output = Command::new(name).args(arguments).current_dir(folder.path()).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        output.stdout
    };
    run("tar", &["-czf", ARCHIVE, FOLDER]);
    let sums = run("sha256sum", &[ARCHIVE]);
    let refs = format!(
        "{LATER}\trefs/heads/main\n{COMMIT}\trefs/heads/old\n{TAG_OBJECT}\trefs/tags/v0.2.0\n{COMMIT}\trefs/tags/v0.2.0^{{}}\n"
    );
    HashMap::from([
        (format!("{RELEASE}/SHA256SUMS"), [b"0000  clunroll.rb\n".to_vec(), sums].concat()),
        (format!("{RELEASE}/{ARCHIVE}"), fs::read(folder.path().join(ARCHIVE)).unwrap()),
        ("/OWNER/clunroll/info/refs".to_owned(), refs.into_bytes()),
        ("/OWNER/clunroll/HEAD".to_owned(), b"ref: refs/heads/main\n".to_vec()),
    ])
}

/// Serves files until the test ends, and returns the address.
fn serve(files: Files) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let lines = BufReader::new(stream.try_clone().unwrap()).lines();
            let head: Vec<_> = lines.map(Result::unwrap).take_while(|line| !line.is_empty()).collect();
            let path = head[0].split(' ').nth(1).unwrap().split('?').next().unwrap();
            let (status, body) =
                files.get(path).map_or(("404 Not Found", &b""[..]), |body| ("200 OK", body.as_slice()));
            let head = format!("HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len());
            let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body));
        }
    });
    address
}

fn runner(files: Files) -> Runner {
    let mut runner = Runner::new(&[("k.cl", VALID)]);
    runner.server = Some(serve(files));
    runner
}

#[test]
fn a_tag_or_its_commit_brings_the_program() {
    for reference in ["v0.2.0", COMMIT] {
        let mut runner = runner(release(PROGRAM));
        runner.has_cargo = false;
        runner.reference = reference;
        let job = runner.run();
        assert_eq!((job.failed, &*job.outputs["status"]), (None, "0"), "{reference}: {}", job.said);
        assert_eq!(fs::read_to_string(runner.path("temp/clunroll/bin/clunroll")).unwrap(), PROGRAM);
    }
}

#[test]
fn a_cached_program_is_not_taken_again() {
    let mut runner = runner(release("broken"));
    (runner.has_cargo, runner.is_cached) = (false, true);
    assert_eq!(runner.run().failed, None);
}

/// Whatever a release lacks, its sources have.
#[test]
fn without_a_release_the_sources_are_built() {
    let without = |name: &str| {
        let mut files = release(PROGRAM);
        files.remove(&format!("{RELEASE}/{name}")).unwrap();
        files
    };
    let other_machine = || {
        let mut files = release(PROGRAM);
        files.insert(format!("{RELEASE}/SHA256SUMS"), b"0000  clunroll.rb\n".to_vec());
        files
    };
    for (files, reference, reason) in [
        (HashMap::new(), "v0.2.0", "the release v0.2.0 cannot be read"),
        (HashMap::new(), COMMIT, "the tags cannot be read"),
        (release(PROGRAM), "v0.3.0", "the release v0.3.0 cannot be read"),
        (release(PROGRAM), LATER, "76543210fedcba9876543210fedcba9876543210 is not a release"),
        (release(PROGRAM), "main", "main is not a release"),
        (release(PROGRAM), "v0", "v0 is not a release"),
        (without("SHA256SUMS"), "v0.2.0", "the release v0.2.0 cannot be read"),
        (without(ARCHIVE), "v0.2.0", "x86_64-unknown-linux-gnu.tar.gz cannot be downloaded"),
        (other_machine(), "v0.2.0", "the release v0.2.0 has no clunroll-0.2.0-x86_64-unknown-linux-gnu.tar.gz"),
        (release("#!/usr/bin/env bash\nexit 127\n"), "v0.2.0", "does not run here"),
    ] {
        let mut runner = runner(files);
        runner.reference = reference;
        let job = runner.run();
        assert_eq!(job.failed, None, "{reason}: {}", job.said);
        assert!(runner.cargo().is_some() && !job.said.contains("::error"), "{reason}: {}", job.said);
        let line = job.said.lines().find(|line| line.starts_with("clunroll is built from its sources: "));
        assert!(line.is_some_and(|line| line.ends_with(&format!("{reason}."))), "{reason}: {}", job.said);
    }
    // Neither does a server that does not answer.
    let mut gone = Runner::new(&[("k.cl", VALID)]);
    gone.server = Some("http://127.0.0.1:1".to_owned());
    assert_eq!(gone.run().failed, None);
    assert!(gone.cargo().is_some());
}

/// An archive that is not the one of the release is not used, and the sources are not a way around it.
#[test]
fn a_wrong_checksum_fails_the_job() {
    let mut files = release(PROGRAM);
    let archive = release("#!/usr/bin/env bash\n").remove(&format!("{RELEASE}/{ARCHIVE}")).unwrap();
    files.insert(format!("{RELEASE}/{ARCHIVE}"), archive);
    let runner = runner(files);
    let job = runner.run();
    assert_eq!((job.failed, runner.cargo()), (Some(2), None), "{}", job.said);
    let expected = format!("::error title=clunroll::The checksum of {ARCHIVE} is not that of the release v0.2.0.");
    assert!(job.said.lines().any(|line| line == expected), "{}", job.said);
    assert!(!runner.path("temp/clunroll").exists() && !runner.path("temp").join(FOLDER).exists());
}
