//! `--t4`: the results in T4, the format in which autotuners exchange results (<https://github.com/odgaard/TuningSchema>).
//!
//! Kernel Tuner writes it too, and its schema is what the tests check against. A configuration is a map from the names of requests to
//! choices, with the kernels as one more name: a file may have several groups. Times are in milliseconds, as Kernel Tuner writes them.
//! T4 has few words for what failed: what was never built is `compile`, and everything later is `runtime`, if its result is not wrong.

use serde_json::{Map, Value, json};

use super::device::TrialFailure;
use super::report::{TuneReport, TunedCandidate, TunedGroup};

/// The version of the schema.
const VERSION: &str = "1.0.0";
/// What is to be least.
const OBJECTIVE: &str = "time";

/// All candidates, as one JSON text.
pub(crate) fn text(report: &TuneReport) -> String {
    let results = report.groups.iter().flat_map(|group| group.candidates.iter().map(move |one| result(group, one)));
    let all = json!({
        "schema_version": VERSION,
        "metadata": {
            "timeunit": "milliseconds",
            "tuner": format!("clunroll {}", report.clunroll),
            "device": report.device,
            "driver": report.driver,
            "file": report.file,
        },
        "results": results.collect::<Vec<_>>(),
    });
    format!("{all:#}\n")
}

fn result(group: &TunedGroup, one: &TunedCandidate) -> Value {
    let configuration: Map<_, _> =
        group.configuration(&one.choices).into_iter().map(|(name, value)| (name, Value::String(value))).collect();
    let failure = group.failure_of(one);
    let runtimes = |plain: f64| one.relative_times.iter().map(|time| milliseconds(time * plain)).collect::<Vec<_>>();
    let mut times = json!({ "runtimes": group.plain().map(runtimes).unwrap_or_default() });
    if let Some(time) = one.build_time {
        times["compilation"] = json!(time.as_secs_f64() * 1e3);
    }
    json!({
        "configuration": configuration,
        "objectives": [OBJECTIVE],
        "times": times,
        "invalidity": invalidity(one, failure),
        "correctness": u8::from(failure.is_none()),
        "measurements": measurements(group, one),
    })
}

fn invalidity(one: &TunedCandidate, failure: Option<&TrialFailure>) -> &'static str {
    match failure {
        None => "correct",
        Some(TrialFailure::Different(_) | TrialFailure::Miscompiled(_)) => "correctness",
        Some(_) if one.build_time.is_none() => "compile",
        Some(_) => "runtime",
    }
}

/// What was measured; what is unknown is left out.
fn measurements(group: &TunedGroup, one: &TunedCandidate) -> Vec<Value> {
    let mut all = Vec::new();
    let mut add = |name: &str, value: Option<Value>, unit: &str| {
        all.extend(value.map(|value| json!({ "name": name, "value": value, "unit": unit })));
    };
    add(OBJECTIVE, group.nanoseconds(one).map(milliseconds), "ms");
    for (name, estimate) in
        [("against_no_pragma", &one.against_no_pragma), ("against_as_written", &one.against_as_written)]
    {
        let Some(estimate) = estimate else { continue };
        add(name, Some(json!(estimate.median)), "");
        add(&format!("{name}_low"), Some(json!(estimate.low)), "");
        add(&format!("{name}_high"), Some(json!(estimate.high)), "");
    }
    let count = |number: Option<u64>| number.map(Value::from);
    add("registers", count(one.registers()), "");
    add("spills", count(one.spills()), "B");
    add("private", count(one.private()), "B");
    add("local", count(one.local()), "B");
    add("binary", count(one.binary()), "B");
    all
}

fn milliseconds(nanoseconds: f64) -> Value {
    json!(nanoseconds / 1e6)
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    fn written(report: &TuneReport) -> Value {
        serde_json::from_str(&text(report)).expect("it is JSON")
    }

    #[test]
    fn a_candidate_is_a_result_in_milliseconds() {
        let all = written(&sample::report());
        assert_eq!(all["metadata"]["file"], sample::FILE);
        let first = &all["results"][0];
        assert_eq!(
            first["configuration"],
            json!({ "kernels": "sum scale", "line_3": "unroll 4", "line_20": "as written" })
        );
        assert_eq!(first["times"], json!({ "compilation": 250.0, "runtimes": [0.001, 0.001, 0.001] }));
        assert_eq!((&first["invalidity"], &first["correctness"]), (&json!("correct"), &json!(1)));
        let measurements = first["measurements"].as_array().expect("a list");
        let of = |name: &str| measurements.iter().find(|one| one["name"] == name).expect("it is known");
        assert_eq!(*of("time"), json!({ "name": "time", "value": 0.001, "unit": "ms" }));
        assert_eq!(of("against_as_written_low")["value"], 1.09375);
        assert_eq!(*of("private"), json!({ "name": "private", "value": 64, "unit": "B" }));
        assert_eq!(first["objectives"][0], "time");
        // What is unknown is not there.
        let of_first_look = all["results"][3]["measurements"].as_array().expect("a list");
        assert!(of_first_look.iter().all(|one| one["name"] != "registers" && one["name"] != "against_as_written"));
    }

    #[test]
    fn what_failed_says_when() {
        let mut report = sample::report();
        let of = |report: &TuneReport, number: usize| written(report)["results"][number].clone();
        let failed = of(&report, 7);
        assert_eq!((&failed["invalidity"], &failed["correctness"]), (&json!("correctness"), &json!(0)));
        assert_eq!((&failed["measurements"], &failed["times"]["runtimes"]), (&json!([]), &json!([])));
        let refused = of(&report, 8);
        assert_eq!((&refused["invalidity"], &refused["times"]["compilation"]), (&json!("compile"), &Value::Null));
        report.groups[0].failure = Some(TrialFailure::Lost("the launch ends".to_owned()));
        assert_eq!(of(&report, 0)["invalidity"], "runtime");
    }

    #[test]
    fn groups_without_candidates_have_no_results() {
        let mut report = sample::report();
        assert_eq!(written(&report)["results"].as_array().map(Vec::len), Some(9));
        report.groups.remove(0);
        assert_eq!(written(&report)["results"], json!([]));
    }
}
