// Runs a program of a checkout on the Node that the project needs. On an older one, the Node that `npm ci` brought
// for developers takes over; it ends when this process ends, however that happens.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { keepCompiledCode } from "./compile-cache.js";

// SQLite of earlier ones does not bind numbered parameters.
const needed = [24, 7];

/** Imports the program, here or in a process of the project's Node that starts with `entry` again. */
export async function runOnNode(entry, program) {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < needed[0] || (major === needed[0] && minor < needed[1]))
    return runOnProjectNode(entry);
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
      `booking needs Node ${needed.join(".")} or newer, and this is v${process.versions.node}: ` +
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
    console.error(`Node ${needed.join(".")} could not be started (${error.message}): run npm ci.`);
    process.exitCode = 1;
  });
  child.on("exit", (status, signal) => {
    if (signal === null) process.exit(status);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
