// Writes the playground as one file: node build.js MODULE.wasm OUTPUT.html
//
// The page works without a server and without a network, also when a browser opens it from a disk. So it contains all that it needs: the
// script, the style, and the module of WebAssembly, compressed and as Base64.
import { readFile, writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const [module, output] = process.argv.slice(2);
if (!output) {
  console.error("usage: node build.js MODULE.wasm OUTPUT.html");
  process.exit(2);
}

// An example is a kernel without the lines for clunroll's own tests. Those of the gallery are the first code of its sections; the marker
// before such a code ends with the options that its difference is made with.
const examples = {
  name: "examples",
  setup(build) {
    build.onLoad({ filter: /\.cl$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      return { contents: text.replace(/^\/\/@.*\n+/gm, ""), loader: "text" };
    });
    build.onLoad({ filter: /gallery\.md$/ }, async ({ path }) => {
      const sections = (await readFile(path, "utf8")).split("\n## ").slice(1);
      const kernels = sections.map((section) => {
        const [name] = section.split("\n", 1);
        const [, marker, source] = section.match(/<!-- gallery: (.*) -->\n\n```c\n([^]*?)```/);
        return { name, source, assume: marker.match(/--assume (\w+)/)?.[1] ?? "" };
      });
      return { contents: JSON.stringify(kernels), loader: "json" };
    });
  },
};

const here = new URL(".", import.meta.url).pathname;
const script = await build({
  entryPoints: [`${here}src/main.js`],
  bundle: true,
  minify: true,
  write: false,
  format: "iife",
  target: "es2022",
  plugins: [examples],
  legalComments: "none",
});
const style = await readFile(`${here}src/style.css`, "utf8");
const wasm = gzipSync(await readFile(module), { level: 9 }).toString("base64");
const parts = {
  STYLE: style,
  // A script ends at the first `</script`.
  SCRIPT: script.outputFiles[0].text.replaceAll("</script", "<\\/script"),
  MODULE: wasm,
};
const page = await readFile(`${here}src/index.html`, "utf8");
await writeFile(output, page.replace(/<!-- (STYLE|SCRIPT|MODULE) -->/g, (_, name) => parts[name]));
