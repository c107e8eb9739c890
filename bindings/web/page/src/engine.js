// Questions to clunroll, the module of WebAssembly (`bindings/web/src/lib.rs`).

const encoder = new TextEncoder();
const decoder = new TextDecoder();
let compiled;
let instance;

async function moduleOfPage() {
  const packed = Uint8Array.from(atob(document.getElementById("module").textContent), (char) => char.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

export async function load() {
  compiled = await moduleOfPage();
  instance = await WebAssembly.instantiate(compiled, {});
}

// The answer to a question. `error` says why there is none.
export async function ask(question) {
  try {
    const { memory, clunroll_web_question, clunroll_web_answer, clunroll_web_answer_length } = instance.exports;
    const bytes = encoder.encode(JSON.stringify(question));
    const at = clunroll_web_question(bytes.length);
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    const answer = clunroll_web_answer();
    return JSON.parse(decoder.decode(new Uint8Array(memory.buffer, answer, clunroll_web_answer_length())));
  } catch (problem) {
    // After a trap, the module is of no more use.
    instance = await WebAssembly.instantiate(compiled, {});
    const isDeep = problem instanceof RangeError;
    return { error: isDeep ? "This kernel is nested too deeply for a browser. The program clunroll reads it." : `clunroll has a bug: ${problem.message}` };
  }
}
