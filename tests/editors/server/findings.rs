//! Diagnostics while the user types.

use serde_json::{Value, json};

use super::client::{Client, abilities, range};

const ZERO: &str = "kernel void k(global int *a) {\n#pragma unroll 0\nfor (int i = 0; i < 4; i++) a[i] = i;\n}\n";
const GOOD: &str = "kernel void k(global int *a) {\n#pragma unroll 2\nfor (int i = 0; i < 4; i++) a[i] = i;\n}\n";

fn codes(diagnostics: &[Value]) -> Vec<&str> {
    diagnostics.iter().map(|one| one["code"].as_str().unwrap_or("none")).collect()
}

#[test]
fn a_document_shows_its_findings_while_it_changes() {
    let mut client = Client::new(&[]);
    client.open("k.cl", ZERO);
    let found = client.diagnostics("k.cl", 1);
    assert_eq!(codes(&found), ["CLU101"]);
    assert_eq!(found[0]["range"], range((1, 15), (1, 16)));
    assert_eq!((&found[0]["severity"], &found[0]["source"]), (&json!(2), &json!("clunroll")));
    assert!(found[0]["message"].as_str().unwrap().contains("\nhelp: "), "{found:?}");
    client.change("k.cl", 2, json!([{ "range": range((1, 15), (1, 16)), "text": "2" }]));
    assert_eq!(client.diagnostics("k.cl", 2), [] as [Value; 0]);
    client.change("k.cl", 3, json!([{ "range": range((1, 15), (1, 15)), "text": "-" }, { "text": ZERO }]));
    assert_eq!(codes(&client.diagnostics("k.cl", 3)), ["CLU101"]);
    let document = json!({ "uri": client.address("k.cl") });
    client.notify("textDocument/didClose", json!({ "textDocument": document }));
    let address = client.address("k.cl");
    assert!(client.published(|params| params["uri"] == address && params.get("version").is_none()).is_empty());
    assert_eq!(client.shut_down(), Some(0));
}

/// The text in the editor counts, whatever the file contains.
#[test]
fn an_included_file_has_the_text_of_the_editor() {
    let kernel = "#include \"sizes.h\"\nkernel void k(global int *a) {\n#pragma unroll\nfor (int i = 0; i < N; i++) a[i] = i;\n}\n";
    let mut client = Client::new(&[("k.cl", kernel), ("sizes.h", "#define N 4\n")]);
    client.open("k.cl", kernel);
    assert!(client.diagnostics("k.cl", 1).is_empty());
    assert!(client.hover("k.cl", 2, 3)["contents"]["value"].as_str().unwrap().contains("Trip count: 4"));
    client.open("sizes.h", "#define N 1\n");
    let found = client.diagnostics("k.cl", 1);
    assert_eq!(codes(&found), ["CLU121"], "{found:?}");
    client.change("sizes.h", 2, json!([{ "text": "#define M 1\n" }]));
    let found = client.diagnostics("k.cl", 1);
    assert!(!codes(&found).contains(&"CLU121") && !found.is_empty(), "{found:?}");
    let document = json!({ "uri": client.address("sizes.h") });
    client.notify("textDocument/didClose", json!({ "textDocument": document }));
    assert!(client.diagnostics("k.cl", 1).is_empty(), "the file counts again");
}

/// A finding is shown in the document, even if its reason is in an included file.
#[test]
fn a_reason_in_an_included_file_is_a_related_place() {
    let header = "// é𝄞\n/* é𝄞 */ #include \"missing.h\"\n";
    let kernel = "#include \"loop.h\"\nkernel void k(global int *a) {\n#pragma unroll\nfor (int i = 0; i < M; i++) a[i] = i;\n}\n";
    let mut client = Client::new(&[("k.cl", kernel), ("loop.h", header)]);
    client.open("k.cl", kernel);
    let found = client.diagnostics("k.cl", 1);
    let missing = found.iter().find(|one| one["code"] == "CLU217").expect("the include is missing");
    assert_eq!(missing["range"], range((2, 0), (2, 14)), "at the request that depends on it");
    let column = header.lines().nth(1).unwrap().find("\"missing").unwrap() as u32;
    let related = &missing["relatedInformation"][0];
    assert_eq!(related["location"]["uri"], client.address("loop.h"));
    assert_eq!(related["location"]["range"], range((1, column), (1, column + 11)));
    assert_eq!(related["message"], "not found");
}

/// Client and server agree on the unit of columns; lines end as editors count them.
#[test]
fn positions_are_counted_as_agreed() {
    let source = "/* é𝄞 */ kernel void k(global int *a) {\r\n/* é𝄞 */ for (;;) {}\r/* 𝄞 */\r\n#pragma unroll 0 // é\r\nfor (int i = 0; i < 4; i++) a[i] = i;\r\n}\r\n";
    let wrong = "kernel void k(global int *a) { /* é𝄞 */ __attribute__((opencl_unroll_hint(-4))) for (int i = 0; i < 4; i++) a[i] = i; }\n";
    let mut without = abilities();
    without["general"] = json!({});
    for (abilities, encoding, prefix) in [(abilities(), "utf-8", 43), (without, "utf-16", 40)] {
        let mut client = Client::with(&[], &[], &abilities, &Value::Null);
        assert_eq!(client.offer["capabilities"]["positionEncoding"], encoding);
        client.open("k.cl", source);
        let found = client.diagnostics("k.cl", 1);
        let zero = found.iter().find(|one| one["code"] == "CLU101").expect("a finding");
        assert_eq!(zero["range"], range((3, 15), (3, 16)), "a carriage return ends a line");
        client.open("w.cl", wrong);
        let found = client.diagnostics("w.cl", 1);
        let start = &found[0]["range"]["start"];
        assert_eq!(start["line"], 0);
        let column = start["character"].as_u64().unwrap();
        let reason = wrong.find("-4").unwrap();
        let units = if encoding == "utf-8" { reason } else { wrong[..reason].encode_utf16().count() };
        assert_eq!(column, units as u64, "{encoding}: {found:?}");
        // The same column is mapped back: the text between the comment and the attribute is replaced.
        client.change("w.cl", 2, json!([{ "range": range((0, prefix), (0, prefix)), "text": "  " }]));
        let moved = client.diagnostics("w.cl", 2);
        assert_eq!(moved[0]["range"]["start"]["character"], column + 2);
    }
}

#[test]
fn what_has_no_use_is_greyed_out() {
    let mut client = Client::new(&[]);
    client.open("k.cl", &GOOD.replace("unroll 2", "unroll 2 // clunroll: allow(CLU101)"));
    let found = client.diagnostics("k.cl", 1);
    assert_eq!(codes(&found), ["CLU115"]);
    assert_eq!(found[0]["tags"], json!([1]));
}

/// A new document has no file.
#[test]
fn a_document_without_a_file_is_checked() {
    let mut client = Client::new(&[("clunroll.toml", "[rules]\ndeny = ['CLU101']\n")]);
    client.open_address("untitled:Untitled-1", ZERO);
    let found = client.published(|params| params["uri"] == "untitled:Untitled-1");
    assert_eq!((codes(&found), &found[0]["severity"]), (vec!["CLU101"], &json!(1)));
}

#[test]
fn a_text_that_is_no_source_says_so() {
    let mut client = Client::new(&[]);
    client.open("k.cl", "a\0b");
    let found = client.diagnostics("k.cl", 1);
    assert!(found[0]["message"].as_str().unwrap().contains("contains a NUL byte"), "{found:?}");
    client.change("k.cl", 2, json!([{ "text": ZERO }]));
    assert_eq!(codes(&client.diagnostics("k.cl", 2)), ["CLU101"]);
}
