// Runs `editors/vscode/extension.js` with a real server: `node extension.js EXTENSION CLUNROLL KERNEL`.
//
// VS Code and its client are played by the few functions that the extension calls. Each text that the extension shows goes to
// standard output, after its address.

const { spawn } = require("node:child_process");
const fs = require("node:fs");
const Module = require("node:module");
const path = require("node:path");
const { pathToFileURL } = require("node:url");

const [extension, program, kernel] = process.argv.slice(2);
const source = pathToFileURL(kernel).toString();
const settings = { path: program, arguments: ["-D", "N=2"] };

/** An address with the parts that the extension reads. */
class Uri {
  constructor(text) {
    this.text = text;
    this.path = decodeURIComponent(new URL(text).pathname);
  }
  static parse(text) {
    return new Uri(text);
  }
  static from({ scheme, path, query }) {
    return new Uri(`${scheme}:${encodeURI(path)}${query ? `?${encodeURIComponent(query)}` : ""}`);
  }
  toString() {
    return this.text;
  }
}

let provider;
const vscode = {
  Uri,
  EventEmitter: class {
    event() {}
    fire() {}
  },
  ViewColumn: { Beside: -2 },
  commands: { registerCommand: () => ({}) },
  languages: { setTextDocumentLanguage: async () => {} },
  window: {
    showErrorMessage: (message) => console.log(`error: ${message}`),
    showTextDocument: async (document) => console.log(`${document.uri}\n${document.text}`),
  },
  workspace: {
    getConfiguration: () => ({ get: (name, fallback) => settings[name] ?? fallback }),
    onDidChangeConfiguration: () => ({}),
    onDidCloseTextDocument: () => ({}),
    openTextDocument: async (uri) => ({ uri, text: await provider.provideTextDocumentContent(uri) }),
    registerTextDocumentContentProvider: (_, given) => (provider = given),
  },
};

let client;
class LanguageClient {
  constructor(_id, _name, { command, args }, options) {
    Object.assign(this, { command, args, options, next: 1, answers: new Map() });
    client = this;
  }
  async start() {
    this.server = spawn(this.command, this.args, { stdio: ["pipe", "pipe", "inherit"] });
    let read = Buffer.alloc(0);
    this.server.stdout.on("data", (part) => {
      read = Buffer.concat([read, part]);
      for (;;) {
        const head = read.indexOf("\r\n\r\n");
        const length = Number(/Content-Length: (\d+)/.exec(read.subarray(0, Math.max(head, 0)))?.[1] ?? Infinity);
        if (read.length < head + 4 + length) {
          return;
        }
        const { id, result, error } = JSON.parse(read.subarray(head + 4, head + 4 + length));
        read = read.subarray(head + 4 + length);
        const answer = this.answers.get(id);
        error ? answer?.reject(new Error(error.message)) : answer?.resolve(result);
      }
    });
    const { initializationOptions } = this.options;
    console.log(JSON.stringify(initializationOptions));
    await this.sendRequest("initialize", { capabilities: { textDocument: { codeLens: {} } }, initializationOptions });
  }
  send(message) {
    const text = JSON.stringify({ jsonrpc: "2.0", ...message });
    this.server.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }
  sendRequest(method, params) {
    const id = this.next++;
    this.send({ id, method, params });
    return new Promise((resolve, reject) => this.answers.set(id, { resolve, reject }));
  }
  async dispose() {
    await this.sendRequest("shutdown", null);
    this.send({ method: "exit" });
  }
}

const modules = { vscode, "vscode-languageclient/node": { LanguageClient } };
const load = Module._load;
Module._load = (name, ...more) => modules[name] ?? load(name, ...more);

(async () => {
  const { activate, deactivate } = require(path.resolve(extension));
  await activate({ subscriptions: [] });
  const document = { uri: source, languageId: "opencl", version: 1, text: fs.readFileSync(kernel, "utf8") };
  client.send({ method: "textDocument/didOpen", params: { textDocument: document } });
  const { executeCommand, handleDiagnostics } = client.options.middleware;
  const run = (command, ...given) =>
    executeCommand(command, given, (command, given) =>
      client.sendRequest("workspace/executeCommand", { command, arguments: given }),
    );
  const lenses = await client.sendRequest("textDocument/codeLens", { textDocument: { uri: source } });
  for (const { command } of lenses) {
    console.log(command.title);
    await run(command.command, ...command.arguments);
  }
  await run("clunroll.showUnrolled", source);
  await run("clunroll.showLoop", source, { line: 0, character: 0 });
  await run("clunroll.explainRule", "CLU102");
  handleDiagnostics(source, [{ code: "CLU241" }, {}], async (_, [linked, plain]) => {
    console.log(`${linked.code.value} leads to ${linked.code.target}, and ${plain.code} to nothing`);
    console.log(await provider.provideTextDocumentContent(linked.code.target));
    await deactivate();
  });
})();
