// The findings, the choices for a loop, and the page of a rule.
import { marked } from "marked";

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

export function findings(list, diagnostics, { jump, explain }) {
  list.replaceChildren(
    ...diagnostics.map(({ severity, code, name, message, place, notes = [], help = [] }) => {
      const go = element("button", { type: "button", onclick: () => jump(place.line, place.column) }, `line ${place.line}`);
      const page = element("button", { type: "button", onclick: () => explain(code), title: `Explain ${name}` }, code);
      const head = element("div", {}, go, " ", element("span", { className: `severity ${severity}` }, severity), ` ${message} `, page);
      return element("li", {}, head, ...[...notes, ...help].map((text) => element("p", {}, text)));
    }),
  );
  if (diagnostics.length === 0) list.append(element("li", {}, "There are none."));
}

export function choices(table, note, answer, { use }) {
  const rows = (answer.choices ?? []).map(({ pragmas, copies, growth, source }) => {
    const written = pragmas.map((words) => `#pragma ${words}`).join("\n");
    const button = element("button", { type: "button", onclick: () => use(source) }, "Use");
    button.setAttribute("aria-label", `Use ${written}`);
    return element("tr", {}, element("td", {}, element("code", {}, written)), element("td", {}, `${copies}`), element("td", {}, `${growth}`), element("td", {}, button));
  });
  table.tBodies[0].replaceChildren(...rows);
  table.hidden = rows.length === 0;
  if (answer.error) note.textContent = answer.error;
  else if (answer.line === null) note.textContent = "Put the cursor on a loop, or below it.";
  else if (rows.length === 0) note.textContent = `clunroll writes no copies for the loop at line ${answer.line}.`;
  else note.textContent = `The loop at line ${answer.line}, with ${answer.written || "no request"}.`;
}

export function rule(dialog, { code, name, page }) {
  dialog.querySelector("h2").textContent = `${code} ${name}`;
  dialog.querySelector("#rule-page").innerHTML = marked.parse(page);
  dialog.showModal();
}
