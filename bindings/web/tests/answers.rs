//! The answers that the page gets.

use clunroll_web::answer;
use serde_json::{Value, json};

const KERNEL: &str =
    "kernel void k(global int *a) {\n#pragma unroll\n    for (int i = 0; i < N; i++)\n        a[i] = i;\n}\n";

fn asked(question: &Value) -> Value {
    answer(question.to_string().as_bytes())
}

fn kernel(source: &str) -> Value {
    json!({ "source": source, "build_options": "-DN=2" })
}

#[test]
fn a_loop_is_rewritten_and_linked_to_its_copies() {
    let answer = asked(&json!({ "ask": "rewrite", "kernel": kernel(KERNEL) }));
    let text = answer["text"].as_str().unwrap();
    assert!(text.contains("int i = 0; a[i] = i;") && text.contains("int i = 1; a[i] = i;"), "{text}");
    assert_eq!(answer["report"]["requests"][0]["done"]["kind"], "unrolled");
    let changed: Vec<_> = answer["links"].as_array().unwrap().iter().filter(|link| link["is_copy"] == false).collect();
    assert!(changed.iter().any(|link| link["source"][0] == 2), "{changed:?}");
}

#[test]
fn a_finding_has_the_place_of_its_token() {
    let answer = asked(&json!({ "ask": "rewrite", "kernel": kernel(&KERNEL.replace("unroll", "unroll -1")) }));
    let finding = &answer["report"]["diagnostics"][0];
    assert_eq!(
        (&finding["severity"], &finding["place"]["line"], &finding["place"]["column"]),
        (&json!("error"), &json!(2), &json!(16))
    );
}

#[test]
fn the_choices_of_a_loop_have_their_costs() {
    let long = KERNEL.replace("i < N", "i < 6");
    let answer = asked(&json!({ "ask": "candidates", "kernel": kernel(&long), "line": 3 }));
    assert_eq!(answer["line"], 2);
    let copies: Vec<_> = answer["choices"].as_array().unwrap().iter().map(|choice| &choice["copies"]).collect();
    assert_eq!(copies, [&json!(6), &json!(2)], "{answer:#}");
    let none = asked(&json!({ "ask": "candidates", "kernel": kernel(&long), "line": 1 }));
    assert_eq!(none, json!({ "line": null, "choices": [] }));
}

#[test]
fn a_rule_has_its_page() {
    let answer = asked(&json!({ "ask": "rule", "code": "CLU102" }));
    assert!(answer["page"].as_str().unwrap().contains("## What it checks"));
}

#[test]
fn a_question_without_an_answer_says_why() {
    let options = json!({ "source": KERNEL, "build_options": "-D'N" });
    for question in [
        json!({ "ask": "rewrite", "kernel": options }),
        json!({ "ask": "rewrite", "kernel": { "source": KERNEL, "settings": { "max-copies": "many" } } }),
        json!({ "ask": "rule", "code": "CLU999" }),
        json!({ "ask": "nothing" }),
    ] {
        let answer = asked(&question);
        assert!(answer["error"].as_str().is_some_and(|why| !why.is_empty()), "{answer}");
    }
}
