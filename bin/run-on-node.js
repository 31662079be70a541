// Runs a program of a checkout on a Node that the project needs. On another one, the Node that `npm ci` brought
// for developers takes over; it ends when this process ends, however that happens.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { keepCompiledCode } from "./compile-cache.js";
import { isNeededNode, neededNode } from "./needed-node.js";

/** Imports the program, here or in a process of the project's Node that starts with `entry` again. */
export async function runOnNode(entry, program) {
  if (!isNeededNode()) return runOnProjectNode(entry);
  keepCompiledCode();
  await import(program.href);
}

function projectNode() {
  try {
    const { resolve } = createRequire(import.meta.url);
    return join(dirname(resolve("node/package.json")), "bin", "node");
  } catch {
    return null;
  }
}

function runOnProjectNode(entry) {
  const node = projectNode();
  if (node === null) {
    console.error(
      `booking needs ${neededNode}, and this is v${process.versions.node}: ` +
        "npm ci in the checkout brings one, unless it leaves out dev.",
    );
    process.exitCode = 1;
    return;
  }
  const child = spawn(node, [fileURLToPath(entry), ...process.argv.slice(2)], {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP", "SIGUSR1", "SIGUSR2"]) {
    process.on(signal, () => child.kill(signal));
  }
  child.on("error", (error) => {
    console.error(`The checkout's Node could not be started (${error.message}): run npm ci.`);
    process.exitCode = 1;
  });
  child.on("exit", (status, signal) => {
    if (signal === null) process.exit(status);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
