#!/usr/bin/env node
// Starts `booking` from the installed package; this file runs on any Node, to say which one is needed.
import module from "node:module";
import process from "node:process";

const neededMajor = 24;

if (Number(process.versions.node.split(".")[0]) < neededMajor) {
  console.error(
    `booking needs Node ${neededMajor} or newer, and this is ${process.version}. ` +
      "The executable of the same release brings its own Node.",
  );
  process.exitCode = 1;
} else {
  // Keeps compiled code between runs: a command starts in a fraction of the time.
  module.enableCompileCache();
  await import(new URL("../lib/booking/main.js", import.meta.url).href);
}
