// The page: an edit asks clunroll again, and its answer goes to the editors and the panels.
import { cursorLine, editor, jump, markLines, setText, showFindings, showLine } from "./editors.js";
import { ask, load } from "./engine.js";
import { groups } from "./examples.js";
import * as panels from "./panels.js";
import { packed, unpacked } from "./share.js";

const find = (id) => document.getElementById(id);
const status = find("status");
let links = [];
let waiting;
let waitingForChoices;

const source = editor(find("source"), "OpenCL C source", { changed: later, moved: follow });
const output = editor(find("output"), "What clunroll writes", { isReadOnly: true, moved: followBack });

function kernel() {
  const assume = find("assume").value;
  return {
    source: source.state.doc.toString(),
    build_options: find("options").value,
    settings: assume ? { assume } : {},
  };
}

function later() {
  clearTimeout(waiting);
  waiting = setTimeout(rewrite, 150);
}

async function rewrite() {
  const begin = performance.now();
  const answer = await ask({ ask: "rewrite", kernel: kernel() });
  const took = performance.now() - begin;
  if (answer.error) {
    status.textContent = answer.error;
    return;
  }
  const { text, report } = answer;
  links = answer.links;
  setText(output, text);
  const here = report.diagnostics.filter(({ place }) => place.file === "kernel.cl");
  showFindings(source, here);
  panels.findings(find("findings"), here, { jump: (line, column) => jump(source, line, column), explain });
  const done = report.requests.filter(({ done }) => done.kind === "unrolled").length;
  const asked = report.requests.length;
  status.textContent = `${done} of ${asked} ${asked === 1 ? "request" : "requests"} unrolled, ${here.length} ${here.length === 1 ? "finding" : "findings"}, ${Math.ceil(took)} ms.`;
  document.body.dataset.answered = String(Number(document.body.dataset.answered ?? 0) + 1);
  follow();
}

function link(side, line) {
  return links.find((one) => line >= one[side][0] && line < one[side][0] + Math.max(one[side][1], 1));
}

// Lines of a copy belong to one line; those of a change belong together.
function partner(side, other, line) {
  const found = link(side, line);
  if (!found) return [1, 0];
  return found.is_copy ? [found[other][0] + line - found[side][0], 1] : found[other];
}

function follow() {
  markLines(output, partner("source", "output", cursorLine(source)), true);
  markLines(source, [1, 0], false);
  // Each choice takes as long as a rewrite.
  clearTimeout(waitingForChoices);
  waitingForChoices = setTimeout(choices, 400);
}

async function choices() {
  const line = cursorLine(source);
  const answer = await ask({ ask: "candidates", kernel: kernel(), line });
  panels.choices(find("choices"), find("choices-note"), answer, { use: (text) => setText(source, text) });
}

function followBack() {
  markLines(source, partner("output", "source", cursorLine(output)), true);
}

async function explain(code) {
  const answer = await ask({ ask: "rule", code });
  if (!answer.error) panels.rule(find("rule"), answer);
}

function show(state) {
  find("options").value = state.options ?? "";
  find("assume").value = state.assume ?? "";
  setText(source, state.source);
  const request = state.source.split("\n").findIndex((line) => /^\s*#\s*pragma\s+(unroll|clunroll)/.test(line));
  if (request >= 0) showLine(source, request + 1);
}

async function share() {
  const state = { source: source.state.doc.toString(), options: find("options").value, assume: find("assume").value };
  history.replaceState(null, "", `#${await packed(state)}`);
  try {
    await navigator.clipboard.writeText(location.href);
    status.textContent = "The link to this kernel is copied.";
  } catch {
    status.textContent = "The address of this page is now the link to this kernel.";
  }
}

async function start() {
  await load();
  const examples = groups.flatMap(({ examples }) => examples);
  find("example").append(...groups.map(({ name, examples: some }) => {
    const group = Object.assign(document.createElement("optgroup"), { label: name });
    group.append(...some.map((example) => new Option(example.name, examples.indexOf(example))));
    return group;
  }));
  find("example").addEventListener("change", ({ target }) => show(examples[target.value]));
  find("options").addEventListener("input", later);
  find("assume").addEventListener("change", rewrite);
  find("share").addEventListener("click", share);
  const linked = location.hash.length > 1 ? await unpacked(location.hash.slice(1)) : null;
  show(linked ?? examples[0]);
}

start().catch((problem) => {
  status.textContent = `The playground did not start: ${problem.message}`;
});
