//! `--report`: its destination, and when it is written.

use std::fs;
use std::os::unix::fs::symlink;

use insta::assert_snapshot;
use serde_json::Value;

use crate::sandbox::{PLAIN, Sandbox};

const LOOP: &str = "__kernel void k(__global int *a) {\n#pragma unroll\n  for (int i = 0; i < 2; i++) a[i] = i;\n}\n";
const INVALID: &str =
    "__kernel void k(__global int *a) {\n#pragma unroll -1\n  for (int i = 0; i < 2; i++) a[i] = i;\n}\n";

fn read(sandbox: &Sandbox, name: &str) -> Value {
    serde_json::from_slice(&sandbox.read(name)).unwrap()
}

#[test]
fn it_is_written_beside_the_output() {
    let sandbox = Sandbox::with_kernel(LOOP);
    assert_snapshot!(sandbox.run(&["k.cl", "-o", "out.cl", "--report", "report.json"]));
    let report = read(&sandbox, "report.json");
    assert_eq!(report["files"][0]["written"], true);
    assert_eq!(report["totals"]["output_bytes"], sandbox.read("out.cl").len());
    assert_eq!(sandbox.names(), ["k.cl", "out.cl", "report.json"]);
}

#[test]
fn a_dash_is_standard_output_where_the_text_goes_elsewhere() {
    let sandbox = Sandbox::with_kernel(PLAIN);
    assert_snapshot!(sandbox.run(&["k.cl", "-o", "out.cl", "--report", "-"]));
}

/// Two texts in one stream are useless. The message names an alternative.
#[test]
fn standard_output_gets_one_text() {
    let sandbox = Sandbox::with_kernel(PLAIN);
    let refused = |arguments: &[&str], expected: &str| {
        let expected = format!("clunroll: error: cannot write the {expected}\n");
        sandbox.command().args(arguments).assert().code(2).stdout("").stderr(expected);
    };
    for arguments in [&["k.cl", "--report", "-"][..], &["k.cl", "-o", "-", "--report", "/dev/stdout"]] {
        let name = arguments.last().unwrap();
        let why = "standard output already gets the unrolled text; give `-o FILE` or `--report FILE`";
        refused(arguments, &format!("report to {name}: {why}"));
    }
    let diff = "report to -: standard output already gets the diff; give `--report FILE`";
    refused(&["k.cl", "--diff", "--report", "-"], diff);
    let report = "depfile to -: standard output already gets the report; give `--report FILE` or `--depfile FILE`";
    refused(&["k.cl", "-o", "out.cl", "--report", "-", "--depfile", "-"], report);
    assert_eq!(sandbox.names(), ["k.cl"]);
}

#[test]
fn it_is_written_where_requests_are_invalid() {
    let sandbox = Sandbox::with_kernel(INVALID);
    sandbox.command().args(["-q", "k.cl", "-o", "out.cl", "--report", "report.json"]).assert().code(1);
    assert_eq!(sandbox.names(), ["k.cl", "report.json"]);
    let report = read(&sandbox, "report.json");
    assert_eq!(report["files"][0]["written"], false);
    assert_eq!(report["files"][0]["requests"][0]["done"]["code"], "CLU001");
    assert_eq!(report["totals"]["errors"], 1);
}

#[test]
fn neither_input_nor_output_is_lost() {
    let sandbox = Sandbox::with_kernel(LOOP);
    symlink("k.cl", sandbox.path("link.cl")).unwrap();
    sandbox.write("out.cl", "old\n");
    let mut runs = String::new();
    for arguments in [
        ["k.cl", "-o", "out.cl", "--report", "./out.cl"],
        ["k.cl", "-o", "new.cl", "--report", "new.cl"],
        ["k.cl", "-o", "out.cl", "--report", "k.cl"],
        ["k.cl", "-o", "out.cl", "--report", "link.cl"],
        ["link.cl", "-o", "out.cl", "--report", "k.cl"],
        ["k.cl", "-o", "out.cl", "--report", "no/report.json"],
    ] {
        runs += &sandbox.run(&arguments);
    }
    assert_snapshot!(runs);
    assert_eq!(sandbox.read("k.cl"), LOOP.as_bytes());
    assert_eq!(sandbox.read("out.cl"), b"old\n");
}

#[test]
fn an_unwritable_output_is_reported() {
    let sandbox = Sandbox::with_kernel(LOOP);
    sandbox.command().args(["-q", "k.cl", "-o", "/dev/full", "--report", "report.json"]).assert().code(2);
    assert_eq!(read(&sandbox, "report.json")["files"][0]["written"], false);
}

#[test]
fn an_old_report_is_replaced() {
    let sandbox = Sandbox::with_kernel(LOOP);
    fs::write(sandbox.path("report.json"), "x".repeat(100_000)).unwrap();
    sandbox.command().args(["-q", "k.cl", "-o", "out.cl", "--report", "report.json"]).assert().success();
    assert_eq!(read(&sandbox, "report.json")["totals"]["unrolled"], 1);
}
