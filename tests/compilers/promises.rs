//! `--check-promises` finds exactly the broken promises of `#pragma clunroll independent`: the results are compared with a brute-force
//! search over the accessed elements, natively, for many strides, offsets and sizes.

use std::path::Path;
use std::process::Command;

use clunroll::{LoadsFirst, NoIncludes, Options, unroll};

/// The definitions of OpenCL C that the kernels need.
const PRELUDE: &str = "#include <stddef.h>\n#include <stdint.h>\n#include <stdio.h>\ntypedef unsigned int uint;\n\
    #define __kernel\n#define __global\n#define printf(...) (reports++)\nstatic int reports;\n";

/// Compiles and runs the output of a kernel with a driver; returns what it prints.
fn run(name: &str, kernel: &str, driver: &str) -> String {
    let options = Options::new("k.cl").check_promises(true).loads_first(LoadsFirst::Promised);
    let outcome = unroll(kernel.as_bytes(), &options, &mut NoIncludes);
    let text = String::from_utf8(outcome.text).unwrap();
    assert!(text.contains("broken promise"), "no test is written:\n{text}");
    assert!(!text.contains("left as written"), "the loop stays:\n{text}");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("independence");
    std::fs::create_dir_all(&folder).unwrap();
    let (source, program) = (folder.join(format!("{name}.c")), folder.join(name));
    std::fs::write(&source, format!("{PRELUDE}{text}\n#undef printf\n{driver}")).unwrap();
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    let compiled = Command::new(compiler).args(["-O1", "-w", "-o"]).args([&program, &source]).output().unwrap();
    assert!(compiled.status.success(), "{}\n{text}", String::from_utf8_lossy(&compiled.stderr));
    let output = Command::new(program).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_loop_is_reported_if_and_only_if_two_iterations_meet() {
    let kernel = "__kernel void k(__global int *a, __global int *b, int n, int s, int t) {\n\
        #pragma clunroll independent\n#pragma unroll 2\n\
        for (int i = 0; i < n; i++) { const int j = i * s; a[j] = b[i * t] + 1; }\n}\n";
    // Both pointers point into one array, at a distance.
    let driver = "int main(void) {\n\
        static int memory[4096];\nint wrong = 0, broken = 0, kept = 0;\n\
        for (int n = 0; n < 7; n++) for (int s = -3; s < 4; s++) for (int t = -3; t < 4; t++) for (int d = -9; d < 10; d++) {\n\
            int meets = 0;\n\
            for (int i = 0; i < n; i++) for (int j = 0; j < n; j++)\n\
                if (i != j && (i * s == j * s || i * s == d + j * t)) meets = 1;\n\
            reports = 0;\nk(memory + 2000, memory + 2000 + d, n, s, t);\n\
            wrong += (reports != 0) != meets;\nbroken += meets;\nkept += !meets;\n\
        }\n\
        printf(\"%d wrong, %d broken, %d kept\\n\", wrong, broken, kept);\n}\n";
    let told = run("single", kernel, driver);
    assert!(told.starts_with("0 wrong, "), "{told}");
    assert!(!told.contains(" 0 broken") && !told.contains(" 0 kept"), "{told}");
}

#[test]
fn a_nest_is_reported_if_and_only_if_two_outer_iterations_meet() {
    let kernel = "__kernel void k(__global int *c, __global int *a, int rows, int n, int s, int t, int u, int v) {\n\
        #pragma clunroll independent\n#pragma unroll_and_jam 2\n\
        for (int r = 0; r < rows; r++) {\n\
            const int row = r * s;\nint sum = 0;\n\
            for (int k = 0; k < n; k++) { c[row + k * t] += a[r * u + k * v]; sum += 1; }\n\
            c[row + 100] = sum;\n\
        }\n}\n";
    let driver = "int main(void) {\n\
        static int memory[4096];\nint wrong = 0, broken = 0, kept = 0;\n\
        for (int rows = 0; rows < 5; rows++) for (int n = 0; n < 4; n++) for (int s = -4; s < 5; s++) for (int t = -3; t < 3; t++)\n\
        for (int u = -2; u < 5; u++) for (int v = 0; v < 3; v++) for (int d = -11; d < 12; d += 2) {\n\
            int meets = 0;\n\
            for (int r = 0; r < rows; r++) for (int q = 0; q < rows; q++) if (r != q) {\n\
                meets |= r * s == q * s;\n\
                for (int k = 0; k < n; k++) {\n\
                    meets |= r * s + 100 == d + q * u + k * v || r * s + 100 == q * s + k * t;\n\
                    for (int m = 0; m < n; m++) meets |= r * s + k * t == d + q * u + m * v || r * s + k * t == q * s + m * t;\n\
                }\n\
            }\n\
            reports = 0;\nk(memory + 2000, memory + 2000 + d, rows, n, s, t, u, v);\n\
            wrong += (reports != 0) != meets;\nbroken += meets;\nkept += !meets;\n\
        }\n\
        printf(\"%d wrong, %d broken, %d kept\\n\", wrong, broken, kept);\n}\n";
    let told = run("nest", kernel, driver);
    assert!(told.starts_with("0 wrong, "), "{told}");
    assert!(!told.contains(" 0 broken") && !told.contains(" 0 kept"), "{told}");
}

#[test]
fn objects_of_different_sizes_meet_where_their_bytes_do() {
    let kernel = "typedef struct { int x, y; } pair;\n\
        __kernel void k(__global pair *p, __global char *c, int n) {\n\
        #pragma clunroll independent\n#pragma unroll 2\n\
        for (int i = 0; i < n; i++) p[i].x = c[i] + 1;\n}\n";
    let driver = "int main(void) {\n\
        static pair memory[64];\n\
        for (int d = -6; d < 34; d += 13) { reports = 0; k(memory + 8, (char *)(memory + 8) + d, 4); printf(\"%d \", reports); }\n}\n";
    // Four bytes from -6, 7, 20 and 33 on: before all pairs; in the first and the second; in the third; after all.
    assert_eq!(run("sizes", kernel, driver), "0 1 1 0 ");
}
