//! Compiles hosts as C++, and the sources that they make as C.
//!
//! All hosts of a batch are one C++ program, each in a namespace of its own, which prints the sources. The sources are one C program,
//! each in a file of its own. Both compilers take milliseconds for one of them.

use std::collections::BTreeSet;
use std::env;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

use super::Host;

/// The text before a source: OpenCL C without its own types is C, except for a few words.
const PRELUDE: &str = "#define uint unsigned\n#define __kernel\n#define __global\n#define __constant static const\n";

/// Runs a command and returns what it prints.
pub fn run(command: &mut Command, what: &str) -> Vec<u8> {
    let output = command.output().unwrap_or_else(|error| panic!("{what}: {error}"));
    let errors = &output.stderr[..output.stderr.len().min(4000)];
    assert!(output.status.success(), "{what}: {}", String::from_utf8_lossy(errors));
    output.stdout
}

/// The sources that C++ texts make.
fn sources(folder: &Path, texts: &[&str]) -> Vec<String> {
    let mut main = "#include <cstdio>\n#include <sstream>\n#include <string>\n#include <vector>\n\
         #include <cstdarg>\n#include <cstring>\n"
        .to_owned();
    let mut calls = String::new();
    for (at, text) in texts.iter().enumerate() {
        fs::write(folder.join(format!("h{at}.cpp")), text).expect("the folder can be written to");
        let _ = write!(main, "namespace h{at} {{\n#include \"h{at}.cpp\"\n}}\n");
        let _ = writeln!(calls, "    print(h{at}::code());");
    }
    main.push_str(
        "static void print(const std::string &text) { std::printf(\"%zu\\n%s\", text.size(), text.c_str()); }\n",
    );
    let _ = write!(main, "int main() {{\n{calls}}}\n");
    fs::write(folder.join("main.cpp"), main).expect("the folder can be written to");
    // GCC does not accept a raw string with line ends in a directive; clang does.
    let compiler = env::var_os("CXX").unwrap_or_else(|| "c++".into());
    let mut compiler = Command::new(compiler);
    compiler.args(["-std=c++17", "-w", "-O0", "main.cpp", "-o", "hosts"]).current_dir(folder);
    compiler.arg("-I").arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/compilers/literals/hosts/include"));
    run(&mut compiler, "c++");
    let printed =
        String::from_utf8(run(&mut Command::new(folder.join("hosts")), "the hosts")).expect("sources are UTF-8");
    let mut rest = &printed[..];
    let next = |_| {
        let (length, text) = rest.split_once('\n').expect("a length precedes each source");
        let (source, others) = text.split_at(length.parse().expect("the length is a number"));
        rest = others;
        source.to_owned()
    };
    (0..texts.len()).map(next).collect()
}

/// The results of hosts, as written and as rewritten: the elements of the buffer, or that the text is not C.
pub fn results(hosts: &[&Host]) -> Vec<[String; 2]> {
    if hosts.is_empty() {
        return Vec::new();
    }
    let folder = tempfile::tempdir().expect("a folder for programs");
    let folder = folder.path();
    let texts: Vec<&str> = hosts.iter().flat_map(|host| [&*host.original, &*host.rewritten]).collect();
    let sources = sources(folder, &texts);
    let (mut names, mut declared, mut called) = (Vec::new(), String::new(), String::new());
    for (at, source) in sources.iter().enumerate() {
        names.push(format!("s{at}.c"));
        let text = format!("#define k k{at}\n{PRELUDE}{source}\n");
        fs::write(folder.join(&names[at]), text).expect("the folder can be written to");
        let _ = writeln!(declared, "void k{at}(int *a, const int *b);");
        let _ = writeln!(called, "    run(k{at});");
    }
    let main = format!(
        "#include <stdio.h>\n{declared}\
         static void run(void (*kernel)(int *, const int *)) {{\n\
         \x20   int a[8] = {{0}}; const int b[8] = {{1, 2, -1, 4, 3, -5, 7, 2}};\n\
         \x20   kernel(a, b);\n\
         \x20   for (int i = 0; i < 8; i++) printf(\"%d \", a[i]);\n\
         \x20   puts(\"\");\n}}\n\
         int main(void) {{\n{called}    return 0;\n}}\n"
    );
    fs::write(folder.join("main.c"), main).expect("the folder can be written to");
    let compile = || {
        let mut compiler = Command::new("cc");
        compiler.args(["-w", "-O0", "-o", "kernels", "main.c"]).args(&names).current_dir(folder);
        compiler
    };
    let mut broken = BTreeSet::new();
    if !compile().output().expect("a C compiler is installed").status.success() {
        for (at, name) in names.iter().enumerate() {
            let checked = Command::new("cc").args(["-w", "-fsyntax-only", name]).current_dir(folder).output();
            if !checked.expect("a C compiler is installed").status.success() {
                broken.insert(at);
                let empty = format!("void k{at}(int *a, const int *b) {{}}\n");
                fs::write(folder.join(name), empty).expect("the folder can be written to");
            }
        }
        run(&mut compile(), "cc");
    }
    let printed = String::from_utf8(run(&mut Command::new(folder.join("kernels")), "the kernels")).expect("numbers");
    let line = |(at, line): (usize, &str)| if broken.contains(&at) { "no C".to_owned() } else { line.to_owned() };
    let lines: Vec<String> = printed.lines().enumerate().map(line).collect();
    lines.chunks(2).map(|pair| [pair[0].clone(), pair[1].clone()]).collect()
}
