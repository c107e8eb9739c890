//! The reports of `clunroll tune`: their destinations, and that all of them hold what was measured on PoCL.

use std::os::unix::fs::symlink;

use serde_json::Value;

use crate::sandbox::Sandbox;

const KERNEL: &str = "__kernel void scale(__global float *a) {
  const int first = get_global_id(0) * 4;
  #pragma unroll
  for (int i = 0; i < 4; i++)
    a[first + i] *= 3;
}
";

const LAUNCH: &str = "[[launch]]
kernel = 'scale'
global = [32]
local = [8]
[launch.args]
a = { size = 128, random = { from = -1.0, to = 1.0 } }
";

fn sandbox() -> Sandbox {
    Sandbox::with(&[("k.cl", KERNEL), ("k.launch.toml", LAUNCH), ("clunroll.toml", "")])
}

/// A report must replace neither another one nor a file that is read. No device is needed to say so.
#[test]
fn wrong_destinations_are_refused_before_anything_is_measured() {
    let sandbox = sandbox();
    symlink("k.cl", sandbox.path("link.cl")).unwrap();
    sandbox.write("other.toml", LAUNCH);
    let refused = |arguments: &[&str], expected: &str| {
        let expected = format!("clunroll: error: cannot write the {expected}\n");
        sandbox.command().args(["tune", "k.cl"]).args(arguments).assert().code(2).stdout("").stderr(expected);
    };
    refused(&["--csv", "a", "--html", "./a"], "page to ./a: the CSV table is written there");
    refused(&["--svg", "a", "--t4", "a"], "drawing to a: the T4 file is written there");
    refused(&["--json", "a", "--csv", "a"], "CSV table to a: the JSON file is written there");
    let dash = "page to -: standard output already gets the JSON file; give `--json FILE` or `--html FILE`";
    refused(&["--json", "-", "--html", "-"], dash);
    for option in ["--json", "--csv", "--t4", "--svg", "--html"] {
        for input in ["k.cl", "link.cl", "k.launch.toml", "clunroll.toml"] {
            let said = sandbox.run(&["tune", "k.cl", option, input]);
            assert!(said.contains("exit status: 2\n"), "{said}");
            assert!(said.contains(&format!(" to {input}: it is the input\n")), "{said}");
        }
    }
    refused(&["--launch", "other.toml", "--csv", "other.toml"], "CSV table to other.toml: it is the input");
    let said = sandbox.run(&["tune", "k.cl", "--csv", "none/a.csv"]);
    assert!(said.contains("clunroll: error: cannot write none/a.csv: No such file or directory\n"), "{said}");
    let said = sandbox.run(&["tune", "k.cl", "--profile", "none/devices.toml"]);
    assert!(said.contains("clunroll: error: cannot write none/devices.toml: No such file or directory\n"), "{said}");
    let said = sandbox.run(&["tune", "k.cl", "--profile", "/dev/null"]);
    assert!(said.contains("error: cannot replace /dev/null: it is not a regular file\n"), "{said}");
    assert_eq!(sandbox.read("k.cl"), KERNEL.as_bytes());
    assert_eq!(sandbox.names(), ["clunroll.toml", "k.cl", "k.launch.toml", "link.cl", "other.toml"]);
}

#[test]
fn all_reports_have_all_candidates() {
    if std::env::var("CLUNROLL_NO_OPENCL").as_deref() == Ok("1") {
        return;
    }
    let sandbox = sandbox();
    let options = ["--factors", "2", "--json", "r.json", "--t4", "r.t4", "--svg", "r.svg", "--html", "r.html"];
    let table = sandbox.command().args(["tune", "k.cl", "--csv", "-"]).args(options).assert().code(0);
    let read = |name: &str| String::from_utf8(sandbox.read(name)).unwrap();
    let data: Value = serde_json::from_str(&read("r.json")).unwrap();
    let candidates = data["groups"][0]["candidates"].as_array().expect("candidates");
    let choices: Vec<_> = candidates.iter().map(|one| one["choices"][0].as_str().expect("a choice")).collect();
    assert!(choices.len() > 4 && choices.contains(&"unroll"), "{choices:?}");

    // Nothing else is on standard output.
    let rows: Vec<_> = csv::Reader::from_reader(&table.get_output().stdout[..])
        .deserialize::<std::collections::HashMap<String, String>>()
        .collect::<Result<_, _>>()
        .unwrap();
    assert_eq!(rows.iter().map(|row| row["line_3"].as_str()).collect::<Vec<_>>(), choices);
    let chosen = usize::try_from(data["groups"][0]["chosen"].as_u64().expect("a number")).unwrap();
    assert_eq!(rows.iter().position(|row| row["is_chosen"] == "true"), Some(chosen));
    // On a busy machine a candidate may not end in time.
    let has_time = |time: &str| time.parse::<u64>().is_ok_and(|time| time > 0);
    assert!(rows.iter().all(|row| has_time(&row["nanoseconds"]) == row["failure"].is_empty()), "{rows:?}");

    let t4: Value = serde_json::from_str(&read("r.t4")).unwrap();
    let results = t4["results"].as_array().expect("results");
    assert_eq!(results.iter().map(|one| &one["configuration"]["line_3"]).collect::<Vec<_>>(), choices);
    for (one, row) in results.iter().zip(&rows) {
        let times = one["times"]["runtimes"].as_array().expect("a list");
        assert_eq!(one["invalidity"] == "correct", row["failure"].is_empty(), "{one:#}");
        assert_eq!(times.len() >= 3, row["failure"].is_empty(), "{one:#}");
    }

    let (svg, html) = (read("r.svg"), read("r.html"));
    roxmltree::Document::parse(&svg).expect("it is XML");
    assert!(svg.contains("kernel scale: line 3") && svg.contains("class=\"point\""), "{svg}");
    assert!(choices.iter().all(|choice| html.contains(&format!("<td>{choice}</td>"))), "{html}");
    assert!(html.contains("configurations were tried") && html.contains("class=\"point\""), "{html}");
}
