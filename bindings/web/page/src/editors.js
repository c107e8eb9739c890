// The two editors: the source, and what clunroll writes. Lines that belong together are marked in both.
import { cpp } from "@codemirror/lang-cpp";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { Compartment, EditorState, StateEffect, StateField } from "@codemirror/state";
import { oneDark } from "@codemirror/theme-one-dark";
import { Decoration, EditorView } from "@codemirror/view";
import { basicSetup } from "codemirror";

const isDark = window.matchMedia("(prefers-color-scheme: dark)");
const mark = StateEffect.define();
const linked = Decoration.line({ class: "cm-linked" });

// The marked lines: [first, number].
const marks = StateField.define({
  create: () => Decoration.none,
  update(lines, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(mark)) {
        const { doc } = transaction.state;
        const [first, count] = effect.value;
        const found = Array.from({ length: count }, (_, at) => first + at).filter((line) => line >= 1 && line <= doc.lines);
        return Decoration.set(found.map((line) => linked.range(doc.line(line).from)));
      }
    }
    return transaction.docChanged ? Decoration.none : lines;
  },
  provide: (field) => EditorView.decorations.from(field),
});

export function editor(parent, label, { isReadOnly = false, changed = () => {}, moved = () => {} }) {
  const theme = new Compartment();
  const themed = () => (isDark.matches ? oneDark : []);
  const view = new EditorView({
    parent,
    state: EditorState.create({
      extensions: [
        basicSetup,
        cpp(),
        marks,
        theme.of(themed()),
        isReadOnly ? [EditorState.readOnly.of(true)] : [lintGutter()],
        EditorView.contentAttributes.of({ "aria-label": label }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) changed();
          if (update.selectionSet && !update.docChanged) moved();
        }),
      ],
    }),
  });
  isDark.addEventListener("change", () => view.dispatch({ effects: theme.reconfigure(themed()) }));
  return view;
}

export function setText(view, text) {
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
}

export function cursorLine(view) {
  return view.state.doc.lineAt(view.state.selection.main.head).number;
}

// Marks lines; the first of them comes into view.
export function markLines(view, [first, count], isShown) {
  const effects = [mark.of([first, count])];
  if (isShown && count > 0 && first <= view.state.doc.lines) {
    effects.push(EditorView.scrollIntoView(view.state.doc.line(first).from, { y: "center" }));
  }
  view.dispatch({ effects });
}

// The offset of a line and a column, which count characters from 1.
export function offset(view, line, column) {
  const { doc } = view.state;
  const found = doc.line(Math.min(Math.max(line, 1), doc.lines));
  const before = Array.from(found.text).slice(0, column - 1).join("");
  return found.from + before.length;
}

const SEVERITIES = { error: "error", warning: "warning", note: "info", help: "info" };

export function showFindings(view, diagnostics) {
  const shown = diagnostics.map(({ place, severity, code, message }) => {
    const from = offset(view, place.line, place.column);
    const to = Math.max(from, offset(view, place.end_line, place.end_column));
    return { from, to, severity: SEVERITIES[severity] ?? "info", source: code, message };
  });
  view.dispatch(setDiagnostics(view.state, shown));
}

// Puts the cursor on a line, without moving the keyboard's focus there.
export function showLine(view, line) {
  view.dispatch({ selection: { anchor: view.state.doc.line(line).from }, effects: EditorView.scrollIntoView(view.state.doc.line(line).from, { y: "center" }) });
}

export function jump(view, line, column) {
  view.dispatch({ selection: { anchor: offset(view, line, column) }, scrollIntoView: true });
  view.focus();
}
