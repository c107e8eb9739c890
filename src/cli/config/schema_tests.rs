//! Tests of `docs/clunroll.schema.json`: it has every key, accepts valid configurations, and refuses mistakes.

use std::collections::BTreeSet;
use std::path::PathBuf;

use jsonschema::Validator;
use oclc_syntax::host::LanguageVersion;
use serde_json::Value;

use super::ConfigFile;
use super::keys::{self, tests};

fn schema() -> Value {
    serde_json::from_str(include_str!("../../../docs/clunroll.schema.json")).expect("the schema is JSON")
}

fn validator() -> Validator {
    jsonschema::validator_for(&schema()).expect("the schema is one")
}

/// A configuration in the form that the schema checks.
fn value(text: &str) -> Value {
    let table: toml::Table = toml::from_str(text).expect("it is TOML");
    serde_json::to_value(table).expect("it has no dates")
}

#[test]
fn every_key_is_named_and_explained() {
    let schema = schema();
    let tables = [
        "/properties",
        "/$defs/rules/properties",
        "/properties/per-file/additionalProperties/properties",
        "/properties/layer/properties",
    ];
    for (names, pointer) in tests::names().into_iter().zip(tables) {
        let properties = schema.pointer(pointer).and_then(Value::as_object).expect(pointer);
        let named: BTreeSet<_> = properties.keys().map(String::as_str).collect();
        assert_eq!(named, names.into_iter().collect(), "{pointer}");
        for (name, property) in properties {
            let reference = property["$ref"].as_str().and_then(|reference| schema.pointer(&reference[1..]));
            let described = property.get("description").or_else(|| reference?.get("description"));
            assert!(described.is_some(), "{name} has no description");
        }
    }
}

#[test]
fn every_version_is_taken() {
    let validator = validator();
    for version in LanguageVersion::ALL {
        assert!(validator.is_valid(&value(&format!("cl-std = '{}'", version.name()))), "{version:?}");
    }
}

#[test]
fn the_examples_of_the_page_are_right() {
    let validator = validator();
    for example in tests::PAGE.split("```toml\n").skip(1) {
        let (text, _) = example.split_once("```").expect("a fence is closed");
        if let Err(error) = validator.validate(&value(text)) {
            panic!("{}: {error}\n{text}", error.instance_path());
        }
    }
}

#[test]
fn what_clunroll_takes_and_refuses_the_schema_takes_and_refuses() {
    let validator = validator();
    let is_right = |text: &str| {
        let file = PathBuf::from("clunroll.toml");
        let mut config_file = ConfigFile { file: Some(file), ..ConfigFile::default() };
        keys::parse_config(text, &mut config_file).is_ok()
    };
    for text in [
        "",
        "defines = ['N', 'N=', 'F( a , b )=a+b', 'F(...)=__VA_ARGS__']",
        "max-growth = 0",
        "max-growth = '2 MiB'",
        "max-growth = '1B'",
        "max-copies = 0x40",
        "cl-std = 'cl1.2'",
        "extensions = ['.cl', 'cl.inc']",
        "exclude = ['vendor/', '*.{a,b}', '/tmp/x']",
        "rules = { select = [], deny = ['clu1', 'errors'] }",
        "per-file = { 'a/**' = { rules.ignore = ['all'] } }",
        "layer = { programs = ['sim*', '!simd'], kernels = ['!k'], devices = ['nvidia'], profile = 'p.toml', log = '-' }",
        "layer = { dump = 'd', verify = true, target = 'cpu', max-growth = '2MiB', loads-first = 'never' }",
    ] {
        assert!(is_right(text), "{text}");
        assert!(validator.is_valid(&value(text)), "{text}");
    }
    for text in [
        "max-copys = 4",
        "max-copies = '4'",
        "max-copies = -1",
        "max-copies = 4294967296",
        "max-growth = '1MB'",
        "max-growth = 67108865",
        "defines = 'N'",
        "defines = ['4N=1']",
        "defines = ['F (x)=x']",
        "cl-std = 'CL4.0'",
        "remainder = ''",
        "trust-defines = 1",
        "layer = { verify = 1 }",
        "build-options = ['x']",
        "extensions = ['a/b']",
        "exclude = ['']",
        "exclude = ['!a']",
        "include-folders = ['']",
        "baseline = ['a']",
        "rules = []",
        "rules.denny = []",
        "rules.warn = ['']",
        "rules.warn = ['CLU1234']",
        "per-file = 1",
        "[per-file.a]\nmax-copies = 4",
        "[per-file.'']",
        "deny = []",
        "layer = []",
        "layer.kernel = []",
        "layer.kernels = 'k'",
        "layer.kernels = ['']",
        "layer.kernels = ['!']",
        "layer.profile = ''",
        "layer.trust-defines = true",
    ] {
        assert!(!is_right(text), "{text}");
        assert!(!validator.is_valid(&value(text)), "{text}");
    }
}
