// Starts `clunroll server`, and shows the texts that it gives.
//
// The server finds, fixes and explains; the client of vscode-languageclient shows that. Only three commands give a text instead
// of a change: the unrolled source, one loop of it, and the page of a rule. They come to `executeCommand` below, which shows
// each text in a document that cannot be edited. The code of a finding leads to such a document with the page of its rule.

const path = require("node:path");
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

/** The scheme of the documents with such texts. */
const SCHEME = "clunroll";

/** The texts, by the addresses of their documents. */
const texts = new Map();
const changed = new vscode.EventEmitter();

/** @type {LanguageClient | undefined} */
let client;

/** Called by VS Code when the first OpenCL file is opened, or a command of this extension is run. */
async function activate(context) {
  const provider = {
    onDidChange: changed.event,
    provideTextDocumentContent: (uri) => texts.get(uri.toString()) ?? page(uri),
  };
  context.subscriptions.push(
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, provider),
    vscode.workspace.onDidCloseTextDocument((document) => texts.delete(document.uri.toString())),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration("clunroll.path")) {
        await restart();
      }
    }),
    vscode.commands.registerCommand("clunroll.restart", restart),
  );
  await start();
}

/** Called by VS Code at the end. */
async function deactivate() {
  const old = client;
  client = undefined;
  await old?.dispose();
}

async function restart() {
  await deactivate();
  await start();
}

async function start() {
  const settings = vscode.workspace.getConfiguration("clunroll");
  const command = settings.get("path", "clunroll");
  client = new LanguageClient(
    "clunroll",
    "clunroll",
    { command, args: ["server"] },
    {
      documentSelector: [
        { scheme: "file", language: "opencl" },
        { scheme: "untitled", language: "opencl" },
      ],
      // Later changes are sent because the server asks for them.
      initializationOptions: {
        arguments: settings.get("arguments", []),
        codeLens: settings.get("codeLens", true),
        inlayHints: settings.get("inlayHints", true),
      },
      middleware: { executeCommand, handleDiagnostics },
    },
  );
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    const message =
      `clunroll cannot start \`${command} server\`: ${error.message ?? error}. ` +
      "Install clunroll, or set `clunroll.path` to the program.";
    vscode.window.showErrorMessage(message);
  }
}

/** Runs a command of the server, and shows its text. */
async function executeCommand(command, given, next) {
  const editor = vscode.window.activeTextEditor;
  // From the command palette there is no argument: the file in front is meant.
  const [argument = editor?.document.uri.toString(), ...more] = given;
  if (argument === undefined) {
    return;
  }
  try {
    const text = await next(command, [argument, ...more]);
    if (command === "clunroll.explainRule") {
      await show(pageOf(argument), text, "markdown");
      return;
    }
    const source = vscode.Uri.parse(argument);
    if (command === "clunroll.showUnrolled") {
      await show(made(source, "unrolled", source.toString()), text, "opencl");
    } else if (command === "clunroll.showLoop") {
      const line = more[0].line + 1;
      await show(made(source, `line-${line}`, `${source}#${line}`), text, "opencl");
    }
  } catch (error) {
    vscode.window.showErrorMessage(`clunroll: ${error.message ?? error}`);
  }
}

/** Makes the code of each finding a link to the page of its rule. */
function handleDiagnostics(uri, diagnostics, next) {
  for (const diagnostic of diagnostics) {
    if (typeof diagnostic.code === "string") {
      diagnostic.code = { value: diagnostic.code, target: pageOf(diagnostic.code) };
    }
  }
  next(uri, diagnostics);
}

/** The address of the page of a rule. */
function pageOf(code) {
  return vscode.Uri.from({ scheme: SCHEME, path: `/${code}.md` });
}

/** The page of a rule, if an address is that of one. */
async function page(uri) {
  const code = /^\/(CLU\d+)\.md$/.exec(uri.path)?.[1];
  if (code === undefined || client === undefined) {
    return "";
  }
  return client.sendRequest("workspace/executeCommand", { command: "clunroll.explainRule", arguments: [code] });
}

/** The address of a text that was made from a source. The query tells sources of one name apart. */
function made(source, what, query) {
  const name = path.posix.basename(source.path).replace(/(\.[^.]*)?$/, `.${what}$1`);
  return vscode.Uri.from({ scheme: SCHEME, path: `/${name}`, query });
}

/** Shows a text beside the editor. The same address is the same document. */
async function show(uri, text, language) {
  texts.set(uri.toString(), text);
  changed.fire(uri);
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.languages.setTextDocumentLanguage(document, language);
  await vscode.window.showTextDocument(document, {
    viewColumn: vscode.ViewColumn.Beside,
    preview: true,
    preserveFocus: true,
  });
}

module.exports = { activate, deactivate };
