// Makes `dist/`: the extension with the packages that it uses in one file, which starts faster than hundreds of small ones, and
// the licences of these packages.

const esbuild = require("esbuild");
const fs = require("node:fs");
const path = require("node:path");

const result = esbuild.buildSync({
  entryPoints: ["extension.js"],
  outfile: "dist/extension.js",
  bundle: true,
  minify: true,
  platform: "node",
  // The Node.js of the oldest VS Code in `engines`.
  target: "node20",
  external: ["vscode"],
  metafile: true,
  logLevel: "warning",
});

/** The folders of the packages that are in the bundle. */
const packages = new Set();
for (const input of Object.keys(result.metafile.inputs)) {
  const found = input.match(/^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/);
  if (found) {
    packages.add(found[0]);
  }
}
const licences = [...packages].sort().map((folder) => {
  const { name, version, license } = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"));
  const file = fs.readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  if (file === undefined) {
    throw new Error(`${name} has no licence`);
  }
  return `${name} ${version} (${license})\n\n${fs.readFileSync(path.join(folder, file), "utf8").trim()}\n`;
});
fs.writeFileSync("dist/THIRD-PARTY.txt", licences.join(`\n${"-".repeat(80)}\n\n`));
