//! Documents and clients that are unusual, but exist.

use serde_json::{Value, json};

use super::client::{Client, abilities, range};

const ZERO: &str = "kernel void k(global int *a) {\n#pragma unroll 0\nfor (int i = 0; i < 4; i++) a[i] = i;\n}\n";

/// The key of a document is its address, whatever file it leads to.
#[test]
fn every_address_is_a_document() {
    let mut client = Client::new(&[]);
    for address in [
        "file:///c%3A/k.cl",
        "file://host/share/k.cl",
        "file:///tmp/%FF.cl",
        "file:///",
        "file:///dev/stdin",
        "untitled:",
        "untitled:-",
        "untitled:..",
        "git:/k.cl?ref",
        "vscode-notebook-cell:/a/b.cl#c",
        "data:text/plain,x",
    ] {
        client.open_address(address, ZERO);
        let found = client.published(|params| params["uri"] == address);
        assert_eq!((found.len(), &found[0]["code"]), (1, &json!("CLU101")), "{address}: {found:?}");
    }
    assert_eq!(client.shut_down(), Some(0));
}

/// A workspace may have no folder, or one that does not exist.
#[test]
fn a_workspace_may_have_no_folder() {
    for (key, value) in [
        ("rootUri", Value::Null),
        ("workspaceFolders", Value::Null),
        ("workspaceFolders", json!([])),
        ("rootUri", json!("untitled:x")),
        ("rootUri", json!("file:///not/there")),
        ("initializationOptions", json!([1])),
        ("initializationOptions", json!({ "arguments": ["--bogus"] })),
    ] {
        let mut client = Client::silent(&[], &[]);
        let mut params = json!({ "processId": null, "capabilities": {} });
        params[key] = value.clone();
        client.request("initialize", params).expect("a server");
        client.notify("initialized", json!({}));
        client.open("k.cl", ZERO);
        assert_eq!(client.diagnostics("k.cl", 1).len(), 1, "{key}: {value}");
        assert_eq!(client.shut_down(), Some(0), "{key}: {value}");
    }
}

#[test]
fn a_document_may_be_opened_and_closed_too_often() {
    let mut client = Client::new(&[]);
    client.open("k.cl", ZERO);
    client.open("k.cl", ZERO);
    let document = json!({ "textDocument": { "uri": client.address("k.cl") } });
    client.notify("textDocument/didClose", document.clone());
    client.notify("textDocument/didClose", document.clone());
    client.change("k.cl", 9, json!([{ "text": "x" }]));
    let again = json!({ "uri": client.address("k.cl"), "languageId": "opencl", "version": 7, "text": "int x;\n" });
    client.notify("textDocument/didOpen", json!({ "textDocument": again }));
    assert!(client.diagnostics("k.cl", 7).is_empty());
}

/// Each document is checked once for each change, and not for each check of the other.
#[test]
fn documents_may_include_each_other() {
    let one = format!("#include \"two.cl\"\n{ZERO}");
    let two = ZERO.replace("void k", "void l").replace("{\n", "{\n#include \"one.cl\"\n");
    let mut client = Client::new(&[("one.cl", &one), ("two.cl", &two)]);
    client.open("one.cl", &one);
    client.open("two.cl", &two);
    for version in 2..6 {
        client.change("one.cl", version, json!([{ "text": format!("{one}{}", "\n".repeat(version as usize)) }]));
        assert!(!client.diagnostics("one.cl", version).is_empty());
    }
    // Nothing more is checked: the server waits for messages.
    assert_eq!(client.shut_down(), Some(0));
}

/// Requests in the raw strings of a C++ file, and in macros, have their places in the document.
#[test]
fn a_request_may_be_in_a_raw_string_or_a_macro() {
    let host = format!("// é𝄞\nconst char *source = R\"CL(\n{ZERO})CL\";\n");
    let mut client = Client::new(&[]);
    client.open("host.cpp", &host);
    assert_eq!(client.diagnostics("host.cpp", 1)[0]["range"], range((3, 15), (3, 16)));
    let made = "#define LOOP(n) _Pragma(\"unroll 4\") for (int i = 0; i < n; i++)\n\
                kernel void k(global int *a, int n) {\nLOOP(n) a[i] = i;\n}\n";
    client.open("made.cl", made);
    let page = client.hover("made.cl", 2, 2)["contents"]["value"].to_string();
    assert!(page.contains("**unroll 4: unrolled**"), "{page}");
}

/// A byte-order mark from the client counts as a character.
#[test]
fn a_byte_order_mark_is_counted() {
    let mut client = Client::new(&[]);
    client.open("k.cl", "\u{feff}#pragma unroll 0\r\nint x;");
    let places: Vec<_> = client.diagnostics("k.cl", 1).iter().map(|one| one["range"].clone()).collect();
    assert!(places.contains(&range((0, 18), (0, 19))), "{places:?}");
}

/// For a line with thousands of findings, the cost is not quadratic.
#[test]
fn a_line_may_be_long() {
    let loop_text = "/*é𝄞*/ __attribute__((opencl_unroll_hint(-4))) for (int i = 0; i < 4; i++) a[i] = i; ";
    let source = format!("kernel void k(global int *a) {{ {} }}", loop_text.repeat(2000));
    let mut without = abilities();
    without["general"] = json!({});
    let mut client = Client::with(&[], &[], &without, &Value::Null);
    client.open("k.cl", &source);
    let found = client.diagnostics("k.cl", 1);
    assert_eq!(found.len(), 2000);
    let last = source[..source.rfind("-4").unwrap()].encode_utf16().count();
    assert_eq!(found[1999]["range"]["start"]["character"], last as u64);
    assert_eq!(client.shut_down(), Some(0));
}
