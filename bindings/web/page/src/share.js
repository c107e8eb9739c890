// A link that holds the kernel and its options: compressed JSON, as Base64 for addresses, after the `#`.

async function through(stream, bytes) {
  const piped = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}

export async function packed(state) {
  const bytes = await through(new CompressionStream("deflate-raw"), JSON.stringify(state));
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

// The state in a link; null if it holds none.
export async function unpacked(text) {
  try {
    const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = await through(new DecompressionStream("deflate-raw"), Uint8Array.from(plain, (char) => char.charCodeAt(0)));
    const state = JSON.parse(new TextDecoder().decode(bytes));
    return typeof state.source === "string" ? state : null;
  } catch {
    return null;
  }
}
