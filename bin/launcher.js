#!/usr/bin/env node
// Starts `booking` from the installed package; this file runs on any Node, to say which one is needed.
import { keepCompiledCode } from "./compile-cache.js";
import { isNeededNode, neededNode } from "./needed-node.js";

if (isNeededNode()) {
  keepCompiledCode();
  await import(new URL("../lib/booking/main.js", import.meta.url).href);
} else {
  console.error(
    `booking needs ${neededNode}, and this is ${process.version}. ` +
      "The executable of the same release brings its own Node.",
  );
  process.exitCode = 1;
}
