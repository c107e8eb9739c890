// Starts `clunroll server`, and shows the texts that it gives.
//
// The server finds, fixes and explains; the client of vscode-languageclient shows that. Only two commands give a text instead
// of a change: the unrolled source, and the page of a rule. They come to `executeCommand` below, which shows each text in a
// document that cannot be edited.

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
    provideTextDocumentContent: (uri) => texts.get(uri.toString()) ?? "",
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
      initializationOptions: { arguments: settings.get("arguments", []) },
      middleware: { executeCommand },
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
  const argument = given[0] ?? editor?.document.uri.toString();
  if (argument === undefined) {
    return;
  }
  try {
    const text = await next(command, [argument]);
    if (command === "clunroll.showUnrolled") {
      const source = vscode.Uri.parse(argument);
      const name = path.posix.basename(source.path).replace(/(\.[^.]*)?$/, ".unrolled$1");
      await show(name, source.toString(), text, "opencl");
    } else if (command === "clunroll.explainRule") {
      await show(`${argument}.md`, "", text, "markdown");
    }
  } catch (error) {
    vscode.window.showErrorMessage(`clunroll: ${error.message ?? error}`);
  }
}

/** Shows a text beside the editor. The same name and query show it in the same document. */
async function show(name, query, text, language) {
  const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${name}`, query });
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
