// Runs `booking serve` from the script that it is given, outside of an executable, until it is stopped. Then writes the
// compiled code of all functions that were called into a file. Arguments: script, assets as JSON, file.
const { readFileSync, writeFileSync } = require("node:fs");
const { Script } = require("node:vm");

const [, , program, assets, file] = process.argv;
const paths = JSON.parse(assets);
const script = new Script(readFileSync(program, "latin1"), { filename: "program.cjs" });

const sea = {
  isSea: () => true,
  getAssetKeys: () => Object.keys(paths),
  getRawAsset: (asset) => new Uint8Array(readFileSync(paths[asset])).buffer,
};

process.on("exit", () => writeFileSync(file, script.createCachedData()));
process.argv = [process.execPath, "booking", "serve"];
const load = (name) => (name === "node:sea" ? sea : require(name));
script.runInThisContext()(load, module, exports, __filename, __dirname);
