//! The configurations of `docs/editors.md` and the extension of `editors/vscode` fit the program.
//!
//! Neovim is real: it reads the configuration of the page, opens a kernel, and writes the results that it gets (`neovim.lua`). The
//! extension's manifest is compared with the server's abilities, and Node.js applies its problem matcher to findings.
//! `tests/documents/commands.rs` packs it. Helix is not in the packages of distributions, so its configuration is only parsed.
//!
//! `CLUNROLL_NO_EDITORS=1` leaves out what needs Neovim or Node.js.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

const KERNEL: &str = "kernel void k(global int *a) {\n#pragma unroll(2)\nfor (int i = 0; i < 4; i++) a[i] = i;\n}\n";

fn file(name: &str) -> String {
    fs::read_to_string(Path::new(ROOT).join(name)).unwrap()
}

/// The blocks of the page in one language.
fn blocks(language: &str) -> Vec<String> {
    let page = file("docs/editors.md");
    let fence = format!("```{language}\n");
    let indented = |block: &str| block.lines().map(|line| line.trim_start_matches("  ")).collect::<Vec<_>>().join("\n");
    let block = |rest: &str| rest.split_once("```").expect("a fence is closed").0.to_owned();
    page.split(&fence).skip(1).map(block).map(|text| if language == "json" { indented(&text) } else { text }).collect()
}

fn manifest() -> Value {
    serde_json::from_str(&file("editors/vscode/package.json")).unwrap()
}

/// A program that the test needs; `None` if it is waived.
fn tool(name: &str) -> Option<Command> {
    (std::env::var("CLUNROLL_NO_EDITORS").as_deref() != Ok("1")).then(|| Command::new(name))
}

/// The output of a command, which must succeed.
fn output(command: &mut Command) -> String {
    let output = command.output().expect("installed by tests/run.sh --full; CLUNROLL_NO_EDITORS=1 leaves it out");
    let (said, wrote) = (String::from_utf8_lossy(&output.stderr), String::from_utf8_lossy(&output.stdout));
    assert!(output.status.success(), "{command:?}:\n{said}\n{wrote}");
    wrote.into_owned()
}

#[test]
fn neovim_gets_what_the_server_gives() {
    let Some(mut neovim) = tool("nvim") else { return };
    let folder = tempfile::tempdir().unwrap();
    let [init] = &blocks("lua")[..] else { panic!("the page has one configuration of Neovim") };
    let path = |name: &str| folder.path().join(name);
    fs::write(path("k.cl"), KERNEL).unwrap();
    fs::write(path("clunroll.toml"), "[rules]\nwarn = ['CLU241']\n").unwrap();
    let run = Path::new(ROOT).join("tests/editors/neovim.lua");
    let script = format!(
        "local run = dofile([[{}]])\n{init}\nrun([[{}]], [[{}]])\nvim.cmd('qall!')\n",
        run.display(),
        path("k.cl").display(),
        path("result").display(),
    );
    fs::write(path("init.lua"), script).unwrap();
    let program = assert_cmd::cargo::cargo_bin!("clunroll");
    let others = std::env::var("PATH").unwrap_or_default();
    output(
        neovim
            .args(["--headless", "-n", "-u", "NONE", "--cmd", "let g:do_filetype_lua = 1 | filetype on", "-c"])
            .arg(format!(
                "lua local ok, why = pcall(dofile, [[{}]]) if not ok then print(why) vim.cmd('cquit') end",
                path("init.lua").display()
            ))
            .env("PATH", format!("{}:{others}", program.parent().unwrap().display()))
            .env("XDG_STATE_HOME", folder.path())
            .env("XDG_CACHE_HOME", folder.path()),
    );
    let result = fs::read_to_string(path("result")).expect("Neovim has written what it has got");
    let unrolled = String::from_utf8(Command::new(program).arg(path("k.cl")).output().unwrap().stdout).unwrap();
    let first = unrolled.lines().nth(1).unwrap();
    for expected in [
        "lens 4 copies, +".to_owned(),
        format!("loop {first}\n"),
        "found 1 14 unroll factor is in parentheses".to_owned(),
        "hover **unroll 2: unrolled**".to_owned(),
        "action Show the unrolled source".to_owned(),
        format!("shown // é𝄞\n{unrolled}"),
        "fixed #pragma unroll 2".to_owned(),
    ] {
        assert!(result.contains(&expected), "{expected} is not in\n{result}");
    }
}

#[test]
fn the_configuration_of_helix_starts_the_server() {
    let [text] = &blocks("toml")[..] else { panic!("the page has one configuration of Helix") };
    let config: toml::Table = text.parse().unwrap();
    let server = &config["language-server"]["clunroll"];
    assert_eq!((server["command"].as_str(), server["args"][0].as_str()), (Some("clunroll"), Some("server")));
    assert_eq!(config["language"][0]["language-servers"][0].as_str(), Some("clunroll"));
    let extensions: Vec<_> =
        config["language"][0]["file-types"].as_array().unwrap().iter().filter_map(toml::Value::as_str).collect();
    assert_eq!(extensions, ["cl", "clh", "opencl", "ocl"]);
}

#[test]
fn settings_in_json_can_be_read() {
    let blocks = blocks("json");
    assert_eq!(blocks.len(), 2);
    for block in &blocks {
        let parsed: Result<Value, _> = serde_json::from_str(block);
        assert!(parsed.is_ok(), "{parsed:?}: {block}");
    }
}

#[test]
fn the_extension_is_of_this_version_and_has_the_licences() {
    let manifest = manifest();
    assert_eq!(manifest["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(manifest["license"], env!("CARGO_PKG_LICENSE"));
    let lock: Value = serde_json::from_str(&file("editors/vscode/package-lock.json")).unwrap();
    assert_eq!(lock["version"], manifest["version"]);
    for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
        assert_eq!(file(&format!("editors/vscode/{licence}")), file(licence));
    }
    for key in ["contributes/languages/0/configuration", "contributes/grammars/0/path"] {
        let name = manifest.pointer(&format!("/{key}")).and_then(Value::as_str).expect(key);
        assert!(Path::new(ROOT).join("editors/vscode").join(name).is_file(), "{name}");
    }
}

/// A command that the server does not have would fail.
#[test]
fn the_extension_has_the_commands_of_the_server() {
    let manifest = manifest();
    let commands: Vec<_> = manifest["contributes"]["commands"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["command"].as_str().unwrap())
        .collect();
    assert_eq!(commands, ["clunroll.showUnrolled", "clunroll.restart"]);
    let (script, server) = (file("editors/vscode/extension.js"), file("src/cli/server/commands.rs"));
    for command in ["clunroll.showUnrolled", "clunroll.showLoop", "clunroll.explainRule"] {
        assert!(
            script.contains(&format!("=== \"{command}\"")) && server.contains(&format!("\"{command}\"")),
            "{command}"
        );
    }
    let extensions = manifest["contributes"]["languages"][0]["extensions"].to_string();
    assert_eq!(extensions, r#"[".cl",".clh",".opencl",".ocl"]"#);
}

/// The pattern is for JavaScript, so Node.js applies it.
#[test]
fn the_problem_matcher_reads_the_short_format() {
    let Some(mut node) = tool("node") else { return };
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("k é.cl"), KERNEL.replace("(2)", "(-2)")).unwrap();
    let found = Command::new(assert_cmd::cargo::cargo_bin!("clunroll"))
        .args(["check", "--format", "short"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let pattern = &manifest()["contributes"]["problemPatterns"][0];
    let script = "const [pattern, text] = process.argv.slice(1);\
        const p = JSON.parse(pattern);\
        for (const line of text.trimEnd().split('\\n')) {\
            const m = new RegExp(p.regexp).exec(line);\
            console.log([p.file, p.line, p.column, p.severity, p.code, p.message].map((n) => m[n]).join('|'));\
        }";
    let wrote =
        output(node.args(["-e", script, "--", &pattern.to_string(), &String::from_utf8(found.stdout).unwrap()]));
    assert!(wrote.starts_with("k é.cl|2|15|error|CLU001|"), "{wrote}");
}

/// The extension can be loaded, so it has no syntax errors.
#[test]
fn the_script_of_the_extension_can_be_parsed() {
    let Some(mut node) = tool("node") else { return };
    output(node.arg("--check").arg(Path::new(ROOT).join("editors/vscode/extension.js")));
}

/// The extension starts the server, and shows the texts that its commands give.
#[test]
fn the_extension_shows_what_the_server_gives() {
    let Some(mut node) = tool("node") else { return };
    let folder = tempfile::tempdir().unwrap();
    let kernel = folder.path().join("k.cl");
    fs::write(&kernel, KERNEL.replace("(2)", " N")).unwrap();
    let program = assert_cmd::cargo::cargo_bin!("clunroll");
    let path = |name: &str| Path::new(ROOT).join(name);
    let (test, extension) = (path("tests/editors/extension.js"), path("editors/vscode/extension.js"));
    let wrote = output(node.arg(test).arg(extension).arg(program).arg(&kernel));
    let unrolled = Command::new(program).args(["-D", "N=2"]).arg(&kernel).output().unwrap().stdout;
    let unrolled = String::from_utf8(unrolled).unwrap();
    let body: Vec<_> = unrolled.lines().filter(|line| line.contains("a[i]")).collect();
    assert!(!body.is_empty());
    let page = |code: &str| clunroll::rules::find(code).expect("a rule").page;
    for expected in [
        r#"{"arguments":["-D","N=2"],"codeLens":true,"inlayHints":true}"#.to_owned(),
        "4 copies, +".to_owned(),
        format!("clunroll:/k.line-2.cl?{}", "file%3A%2F%2F"),
        format!("{}\n", body.join("\n")),
        "clunroll:/k.unrolled.cl?file%3A%2F%2F".to_owned(),
        unrolled.clone(),
        "error: clunroll: no loop is unrolled for a request at this place".to_owned(),
        "clunroll:/CLU102.md\n# CLU102: ".to_owned(),
        page("CLU102").to_owned(),
        "CLU241 leads to clunroll:/CLU241.md, and undefined to nothing".to_owned(),
        page("CLU241").to_owned(),
    ] {
        assert!(wrote.contains(&expected), "{expected} is not in\n{wrote}");
    }
}

/// What is packed is one file with the packages in it.
#[test]
fn the_extension_is_bundled() {
    let manifest = manifest();
    assert_eq!(manifest["main"], "./dist/extension.js");
    assert_eq!(manifest["scripts"]["vscode:prepublish"], "npm run bundle");
    assert!(file("editors/vscode/bundle.js").contains("outfile: \"dist/extension.js\""));
    let packed = file("editors/vscode/.vscodeignore");
    assert!(packed.starts_with("**\n!dist/**\n") && !packed.contains("node_modules"), "{packed}");
    let settings = &manifest["contributes"]["configuration"]["properties"];
    for name in ["codeLens", "inlayHints"] {
        let asks = format!("settings.get(\"{name}\", true)");
        let is_on = settings[format!("clunroll.{name}")]["default"] == true;
        assert!(is_on && file("editors/vscode/extension.js").contains(&asks), "{name}");
    }
}
