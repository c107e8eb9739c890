//! Valid and invalid descriptions in each form.

use std::path::Path;

use super::*;
use crate::image::ImageKind;
use crate::launch::{Addressing, Launch};

const INT: ElementType = ElementType { width: 4, lanes: 1, is_float: false, is_signed: true };
const FLOAT: ElementType = ElementType { width: 4, lanes: 1, is_float: true, is_signed: true };

fn parameter(name: &str, kind: ParameterKind) -> KernelParameter {
    KernelParameter { name: name.to_owned(), kind }
}

/// One parameter of each kind.
fn parameters() -> Vec<KernelParameter> {
    vec![
        parameter("n", ParameterKind::Value(INT)),
        parameter("scale", ParameterKind::Value(FLOAT)),
        parameter("v", ParameterKind::Value(ElementType { lanes: 4, ..FLOAT })),
        parameter("a", ParameterKind::Buffer(FLOAT)),
        parameter("rows", ParameterKind::Buffer(INT)),
        parameter("tile", ParameterKind::Local(FLOAT)),
        parameter("picture", ParameterKind::Image(ImageKind::D2, "image2d_t".to_owned())),
        parameter("s", ParameterKind::Sampler),
    ]
}

fn read(text: &str) -> Result<Vec<Description>, String> {
    read_toml(text, "k.launch.toml", &|file| Ok(Path::new("kernels").join(file)), &|name| (name == "N").then_some(48))
}

const ALL: &str = r#"
[[launch]]
kernel = "k"
global = [64, 32]
local = [8, 8]

[launch.args]
n = 17
scale = 0.5
v = [1, 2.5, -3, inf]
a = { size = 4096, random = { seed = 7, from = -1.0, to = 1.0 } }
rows = { size = 65, offsets = { from = 1, least = 2, most = 40 } }
tile = { local = 64 }
picture = { image = [64, 32], format = ["RGBA", "UNORM_INT8"], range = {} }
s = { sampler = { normalized = true, addressing = "repeat" } }
"#;

/// The launch of a complete description.
fn launch(description: &Description) -> Launch {
    let arguments = description.arguments_for(&parameters()).expect("all fits");
    Launch {
        kernel: description.kernel.clone().expect("a name"),
        global: description.global.clone().expect("a size"),
        local: description.local.clone(),
        arguments: arguments.into_iter().map(|argument| argument.expect("all are given")).collect(),
    }
}

#[test]
fn each_kind_of_argument_can_be_described() {
    let descriptions = read(ALL).expect("it is right");
    let launch = launch(&descriptions[0]);
    assert_eq!((&launch.global[..], launch.local.as_deref()), (&[64, 32][..], Some(&[8, 8][..])));
    let argument = |place: usize| launch.arguments[place].argument.clone();
    assert_eq!(argument(0), ArgumentValue::Value(vec![Number::Integer(17)]));
    let components = [Number::Integer(1), Number::Real(2.5), Number::Integer(-3), Number::Real(f64::INFINITY)];
    assert_eq!(argument(2), ArgumentValue::Value(components.to_vec()));
    assert_eq!(
        argument(4),
        ArgumentValue::Buffer { size: 65, fill: Fill::Offsets { seed: 1, from: 1, least: 2, most: 40 } }
    );
    let sampler = Sampler { is_normalized: true, addressing: Addressing::Repeat, is_linear: false };
    assert_eq!(argument(7), ArgumentValue::Sampler(sampler));
}

#[test]
fn what_is_written_is_read_as_the_same() {
    let first = launch(&read(ALL).expect("it is right")[0]);
    let text = write_launch(&first);
    let again = launch(&read(&text).expect("it is right")[0]);
    assert_eq!(first, again, "{text}");
    let json = serde_json::to_string(&first).expect("it is data");
    assert_eq!(serde_json::from_str::<Launch>(&json).expect("it is a launch"), first);
}

const RECORDED: &str = r#"
[[launch]]
kernel = "k"
global = [64, 32]
runs = 3
nanoseconds = 1500
args = [
  17,
  { hex = "0000003F" },
  { hex = "0000803f000000400000404000008040" },
  { bytes = 18, value = 0 },
  { bytes = 64, value = 1 },
  { local-bytes = 18 },
  { image = [64, 32], format = ["RGBA", "UNORM_INT8"], value = 0 },
  { sampler = {} },
]
"#;

#[test]
fn what_is_recorded_without_types_gets_those_of_the_parameters() {
    let descriptions = read(RECORDED).expect("it is right");
    assert_eq!((descriptions[0].runs, descriptions[0].nanoseconds), (Some(3), Some(1500)));
    let launch = launch(&descriptions[0]);
    let argument = |place: usize| launch.arguments[place].argument.clone();
    assert_eq!(argument(1), ArgumentValue::Bytes(vec![0, 0, 0, 0x3F]));
    let fill = |number| Fill::Constant(Number::Integer(number));
    // As much memory as was recorded, or part of an element more.
    assert_eq!(argument(3), ArgumentValue::Buffer { size: 5, fill: fill(0) });
    assert_eq!(argument(4), ArgumentValue::Buffer { size: 16, fill: fill(1) });
    assert_eq!(argument(5), ArgumentValue::Local { size: 5 });
    let again = read(&write_launch(&launch)).expect("it is right");
    assert_eq!(self::launch(&again[0]), launch);
    let null = read(&RECORDED.replace("{ bytes = 18, value = 0 }", "{ null = true }")).expect("it is right");
    let null = self::launch(&null[0]);
    assert_eq!(null.arguments[3].argument, ArgumentValue::Null);
    assert_eq!(self::launch(&read(&write_launch(&null)).expect("it is right")[0]), null);
    // An option wins over what has only a position.
    let mut described = read(RECORDED).expect("it is right").remove(0);
    let option = read_argument("n=18").expect("it is right");
    described.override_by(&Description { arguments: vec![option], ..Description::default() });
    assert_eq!(self::launch(&described).arguments[0].argument, ArgumentValue::Value(vec![Number::Integer(18)]));
}

#[test]
fn what_is_recorded_is_checked_against_the_parameters() {
    for (old, new, message) in [
        ("\"0000003F\"", "\"0000003f00\"", "9:3: `scale` has 4 bytes, but the description has 5"),
        ("{ hex = \"0000003F\" }", "{ not-recorded = \"a pipe\" }", "9:3: `scale` was not recorded: a pipe"),
        ("  17,\n", "", "2:1: there are 7 arguments, but the kernel has 8 parameters"),
        ("  17,\n", "  17, { hex = \"00\" },\n", "2:1: there are 9 arguments, but the kernel has 8 parameters"),
        ("{ sampler = {} }", "{ hex = \"00\" }", "15:3: `s` takes a sampler"),
        ("{ bytes = 18, value = 0 }", "{ hex = \"00\" }", "11:3: `a` takes a buffer"),
        ("{ sampler = {} }", "{ null = true }", "15:3: `s` takes a sampler"),
    ] {
        let text = RECORDED.replace(old, new);
        let described = read(&text).expect("it is right by itself");
        let problem = described[0].arguments_for(&parameters()).expect_err(message);
        assert!(problem.starts_with(&format!("k.launch.toml:{message}")), "{problem}");
    }
    for (argument, message) in [
        ("{ hex = '0' }", "`hex` has two hexadecimal digits for each byte"),
        ("{ hex = 'é0' }", "`hex` has two hexadecimal digits for each byte"),
        ("{ hex = '+1' }", "`hex` has two hexadecimal digits for each byte"),
        ("{ hex = '00', size = 1 }", "`null = true` or `not-recorded` alone"),
        ("{ null = false }", "`null = true` or `not-recorded` alone"),
        ("{ null = true, size = 1, value = 0 }", "`null = true` or `not-recorded` alone"),
        ("{ null = true, local = 1 }", "`null = true` or `not-recorded` alone"),
        ("{ local-bytes = 1, local = 1 }", "`null = true` or `not-recorded` alone"),
        ("{ size = 1, bytes = 4, value = 0 }", "a buffer has `size` or `bytes`, not both"),
        ("{ image = [1], format = ['R', 'FLOAT'], bytes = 4, value = 0 }", "`null = true` or `not-recorded` alone"),
        ("'x'", "expected a number, a list of numbers, or a table"),
    ] {
        let problem = read(&format!("[[launch]]\nkernel = 'k'\nargs = [1, {argument}]\n")).expect_err(argument);
        assert!(problem.starts_with("k.launch.toml:3:") && problem.contains(message), "{problem}");
    }
    let wrong = read("[[launch]]\nkernel = 'k'\nargs = 1\n").expect_err("no arguments");
    assert!(wrong.contains("a table of arguments, or a list of them in the order of the parameters"), "{wrong}");
}

#[test]
fn the_caller_decides_which_files_may_be_read() {
    let text = "[[launch]]\nkernel = 'k'\nargs.a = { file = '../b.bin' }\n";
    let refused = |_: &Path| Err("`../b.bin` is outside".to_owned());
    let problem = read_toml(text, "k.launch.toml", &refused, &|_| None).expect_err("it is outside");
    assert_eq!(problem, "k.launch.toml:3:6: `../b.bin` is outside");
}

#[test]
fn a_number_may_be_an_expression_over_macros() {
    let text = |global: &str, n: &str| {
        format!("# \"=no\" isn't read here\n[[launch]]\nkernel = 'k'\nglobal = [{global}, 2]\n[launch.args]\nn = {n}\n")
    };
    assert_eq!(read(&text("\"=N / 4\"", "'= (N + 1) * 2'")), read(&text("12", "98")));
    let wrong = read(&text("\"=M\"", "1")).expect_err("M is not known");
    assert!(wrong.starts_with("k.launch.toml:4:11: `M`: "), "{wrong}");
}

#[test]
fn mistakes_are_reported_with_line_and_key() {
    for (text, message) in [
        ("launch = 1", "1:10: invalid type: integer `1`, expected a list of launches, each of which"),
        (
            "[launch]\nkernel = 'k'",
            "1:1: invalid type: map, expected a list of launches, each of which begins with `[[launch]]`",
        ),
        ("[[launches]]\n", "1:3: unknown field `launches`, expected `launch`"),
        ("[[launch]]\nglobal = [1]", "1:1: missing field `kernel`"),
        ("[[launch]]\nkernel = 1", "2:10: invalid type: integer `1`, expected a string"),
        (
            "[[launch]]\nkernel = 'k'\nglobal = [0]",
            "3:11: invalid value: integer `0`, expected a whole number, at least 1",
        ),
        (
            "[[launch]]\nkernel = 'k'\nglobal = 64",
            "3:10: invalid type: integer `64`, expected a list of one to three sizes, such as",
        ),
        (
            "[[launch]]\nkernel = 'k'\nargs.a = { size = 'n', value = 0 }",
            "invalid type: string \"n\", expected a whole number, at least 1",
        ),
        ("[[launch]]\nkernel = 'k'\nglobal = [1, 1, 1, 1]", "3:10: expected one to three sizes"),
        ("[[launch]]\nkernel = 'k'\nglobal = [1]\nlocal = [1, 1]", "1:1: `global` has 1 size, but `local` has 2"),
        ("[[launch]]\nkernel = 'k'\nargs.a = 'x'", "expected a number, a list of numbers, or a table such as"),
        ("[[launch]]\nkernel = 'k'\nargs.a = ['x']", "expected a number"),
        ("[[launch]]\nkernel = 'k'\nargs.a = {}", "3:10: a buffer has `size` or `bytes`, and one of `value`, `range`"),
        (
            "[[launch]]\nkernel = 'k'\nargs.a = { value = 0, file = 'b' }",
            "3:10: a buffer has `size` or `bytes`, and one of",
        ),
        ("[[launch]]\nkernel = 'k'\nargs.a = { local = 1, size = 1 }", "`local`, `local-bytes`, `sampler`,"),
        ("[[launch]]\nkernel = 'k'\nargs.a = { value = 0 }", "3:10: a buffer needs `size`"),
        ("[[launch]]\nkernel = 'k'\nargs.a = { sise = 0 }", "3:12: unknown field `sise`, expected one of `size`"),
        ("[[launch]]\nkernel = 'k'\nargs.a = { size = 1, random = { from = 1 } }", "3:31: missing field `to`"),
        (
            "[[launch]]\nkernel = 'k'\nargs.a = { size = 1, random = { from = 2, to = 1 } }",
            "3:10: `random` has a `from`",
        ),
        (
            "[[launch]]\nkernel = 'k'\nargs.a = { size = 1, random = { from = nan, to = 1 } }",
            "3:10: `random` has a `from`",
        ),
        (
            "[[launch]]\nkernel = 'k'\nargs.a = { size = 1, offsets = { most = -1 } }",
            "3:41: invalid value: integer `-1`, expected a whole number, at least 0",
        ),
        (
            "[[launch]]\nkernel = 'k'\nargs.a = { size = 1, offsets = { least = 2, most = 1 } }",
            "3:10: `offsets` has a `least`",
        ),
        ("[[launch]]\nkernel = 'k'\nargs.a = { image = [1], value = 0 }", "3:10: an image needs `format`"),
        (
            "[[launch]]\nkernel = 'k'\nargs.a = { image = [1], format = ['RGB', 'X'], value = 0 }",
            "no channel order is called RGB",
        ),
        (
            "[[launch]]\nkernel = 'k'\nargs.a = { sampler = { addressing = 'x' } }",
            "unknown variant `x`, expected one of `none`, `clamp-to-edge`",
        ),
        ("[[launch]]\nkernel = 'k'\nargs.n = 99999999999999999999", "3:10: "),
        ("[[launch\n", "1:9: "),
    ] {
        let problem = read(text).expect_err(text);
        assert!(problem.starts_with("k.launch.toml:") && problem.contains(message), "{problem}\nfor\n{text}");
    }
}

#[test]
fn what_does_not_fit_the_parameters_is_reported_with_its_place() {
    for (argument, message) in [
        ("m = 1", "3:6: the kernel has no parameter `m`; its parameters: n, scale, v, a, rows, tile, picture, s"),
        ("n = 0.5", "3:6: `n` contains integers, and 0.5 is not one"),
        ("n = 4294967296", "3:6: `n` contains integers of 32 bits, and 4294967296 does not fit"),
        ("n = [1, 2]", "`n` is one number, but the description has 2"),
        ("n = { size = 1, value = 0 }", "`n` takes a value and no memory: it is an integer of 32 bits"),
        ("a = 1", "`a` takes a buffer"),
        ("rows = { size = 1, value = 0.5 }", "`rows` contains integers, and 0.5 is not one"),
        ("rows = { file = 'none' }", "`rows`: cannot read kernels/none"),
        ("tile = 1", "`tile` takes local memory"),
        ("picture = 1", "`picture` takes an image"),
        (
            "picture = { image = [1], format = ['R', 'FLOAT'], value = 0 }",
            "`picture` has type image2d_t, which has 2 sizes",
        ),
        ("s = 1", "`s` takes a sampler"),
    ] {
        let text = format!("[[launch]]\nkernel = 'k'\nargs.{argument}\n");
        let descriptions = read(&text).expect("it is right by itself");
        let problem = descriptions[0].arguments_for(&parameters()).expect_err(argument);
        assert!(problem.starts_with("k.launch.toml:3:6: ") && problem.contains(message), "{problem}");
    }
}

#[test]
fn options_say_the_same_and_win() {
    let given = read_argument("a = { size = 8, value = 1 }").expect("it is right");
    assert_eq!((given.name.as_str(), given.place.as_str()), ("a", "--arg a"));
    assert_eq!(read_argument("n=0x10").map(|given| given.value), Ok(GivenValue::Value(vec![Number::Integer(16)])));
    for text in ["n", "=1", "n=", "n=x", "n={ size = 1 }"] {
        assert!(read_argument(text).is_err(), "{text}");
    }
    assert_eq!(read_size("2048x16"), Ok(vec![2048, 16]));
    for text in ["", "0", "1x", "1x1x1x1", "-1", "1,1"] {
        assert!(read_size(text).is_err(), "{text}");
    }
    let mut description = read(ALL).expect("it is right").remove(0);
    let options = Description { global: Some(vec![32]), arguments: vec![given], ..Description::default() };
    description.override_by(&options);
    assert_eq!((description.global.as_deref(), &description.local), (Some(&[32][..]), &None));
    let arguments = description.arguments_for(&parameters()).expect("all fits");
    let expected = ArgumentValue::Buffer { size: 8, fill: Fill::Constant(Number::Integer(1)) };
    assert_eq!(arguments[3].as_ref().map(|argument| &argument.argument), Some(&expected));
}

/// Reads a T1 file with these keys of the kernel and these arguments.
fn t1(keys: &str, arguments: &str) -> Result<Description, String> {
    let text = format!(
        r#"{{
  "ConfigurationSpace": {{ "TuningParameters": [
    {{ "Name": "block_size_x", "Type": "int", "Values": "[16, 32]", "Default": 32 }},
    {{ "Name": "tile", "Type": "int", "Values": "[2]" }} ] }},
  "KernelSpecification": {{
    "Language": "OpenCL", "KernelName": "k", "KernelFile": "k.cl",
    {keys},
    "Arguments": [{arguments}]
  }}
}}"#
    );
    read_t1(&text, "t1.json", Path::new(""), &|name| (name == "HEIGHT").then_some(8))
}

const SIZES: &str = r#""GlobalSize": { "X": "(4096 // block_size_x) // tile", "Y": "HEIGHT", "Z": "1" }, "LocalSize": { "X": "block_size_x" }"#;

#[test]
fn kernel_tuners_files_are_read() {
    let arguments = r#"
        { "Name": "width", "Type": "int32", "MemoryType": "Scalar", "FillValue": 17 },
        { "Type": "float", "MemoryType": "Vector", "Size": "64 * tile", "FillType": "Random", "FillValue": 1.0 },
        { "Type": "float", "MemoryType": "Local", "Size": 32 }"#;
    let description = t1(&format!("\"GlobalSizeType\": \"CUDA\", {SIZES}"), arguments).expect("it is right");
    assert_eq!(description.global, Some(vec![2048, 8]));
    assert_eq!(description.local, Some(vec![32, 1]));
    // Arguments are matched by their order: the first has another name in the kernel.
    let parameters: Vec<_> = [0, 3, 5].map(|place: usize| parameters().remove(place)).to_vec();
    let given = description.arguments_for(&parameters).expect("all fits");
    assert!(given.iter().all(Option::is_some));
    assert!(description.arguments_for(&parameters[1..]).is_err_and(|why| why.contains("there are 3 arguments, but")));
    let others = [parameters[1].clone(), parameters[1].clone(), parameters[2].clone()];
    assert!(description.arguments_for(&others).is_err_and(|why| why.starts_with("t1.json:9:9: `a` takes a buffer")));
    let wrong = t1(SIZES, r#"{ "Type": "double", "MemoryType": "Scalar", "FillValue": 1 }"#).expect("it is right");
    let problem = wrong.arguments_for(&parameters[..1]).expect_err("another type");
    assert!(
        problem.contains("`n` is an integer of 32 bits in the kernel, but a floating-point number of 64 bits"),
        "{problem}"
    );
}

#[test]
fn mistakes_in_kernel_tuners_files_are_reported_with_line_and_key() {
    let sizes = |x: &str| format!(r#""GlobalSize": {{ "X": {x} }}, "LocalSize": {{ "X": "1" }}"#);
    for (keys, arguments, message) in [
        (sizes("\"other\""), "", "t1.json:7:26: `GlobalSize.X` cannot be computed: `other` has no value"),
        (sizes("0"), "", "`GlobalSize.X` is not above 0"),
        (sizes("[]"), "", "`GlobalSize.X` is not an integer or a string"),
        ("\"GlobalSize\": { \"X\": 1 }".to_owned(), "", "t1.json:9:3: not a T1 file: missing field `LocalSize`"),
        (sizes("1"), "{}", "t1.json:8:19: `Arguments[0]` cannot be read: missing field `Type`"),
        (sizes("1"), r#"{ "Type": "int32" }"#, "missing field `MemoryType`"),
        (sizes("1"), r#"{ "Type": "int32", "MemoryType": "Symbol" }"#, "the `MemoryType` Symbol"),
        (sizes("1"), r#"{ "Type": "int32", "MemoryType": "Scalar" }"#, "is a scalar and has no `FillValue`"),
        (
            sizes("1"),
            r#"{ "Type": "int32", "MemoryType": "Vector", "FillType": "Script" }"#,
            "the `FillType` Script, which",
        ),
    ] {
        let problem = t1(&keys, arguments).expect_err(message);
        assert!(problem.starts_with("t1.json:") && problem.contains(message), "{problem}");
    }
    let read = |text: &str| read_t1(text, "t1.json", Path::new(""), &|_| None).expect_err(text);
    assert!(read("{\n  \"a\": }").starts_with("t1.json:2:8: not a T1 file: "), "{}", read("{\n  \"a\": }"));
    assert!(
        read("{}").starts_with("t1.json:1:2: not a T1 file: missing field `KernelSpecification`"),
        "{}",
        read("{}")
    );
}
