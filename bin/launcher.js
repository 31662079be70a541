#!/usr/bin/env node
// Starts `booking` from the installed package; this file runs on any Node, to say which one is needed.
import process from "node:process";
import { keepCompiledCode } from "./compile-cache.js";

// SQLite of earlier ones does not bind numbered parameters.
const needed = [24, 7];
const [major, minor] = process.versions.node.split(".").map(Number);

if (major < needed[0] || (major === needed[0] && minor < needed[1])) {
  console.error(
    `booking needs Node ${needed.join(".")} or newer, and this is ${process.version}. ` +
      "The executable of the same release brings its own Node.",
  );
  process.exitCode = 1;
} else {
  keepCompiledCode();
  await import(new URL("../lib/booking/main.js", import.meta.url).href);
}
