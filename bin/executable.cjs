// What the executable runs first, in the process and in each of its threads: the program, as a script with the code that
// the build compiled. The executable's own code cache has no function that the build did not call.
const { getAssetKeys, getRawAsset } = require("node:sea");
const { Script } = require("node:vm");

const read = (asset) => Buffer.from(getRawAsset(asset));

const script = new Script(read("program.cjs").toString("latin1"), {
  filename: "program.cjs",
  // The executable for another processor than that of the build has none.
  cachedData: getAssetKeys().includes("program.cache") ? read("program.cache") : undefined,
});
script.runInThisContext()(require, module, exports, __filename, __dirname);
