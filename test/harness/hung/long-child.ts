import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";

/** Starts a process that does not end, and that starts another such process, and prints their ids. */
export async function startLongChild(): Promise<ChildProcess> {
  const live = "setTimeout(() => {}, 120_000);";
  const program = `
    const { spawn } = require("node:child_process");
    const child = spawn(process.execPath, ["-e", ${JSON.stringify(live)}]);
    console.log("started " + process.pid + " and " + child.pid + ".");
    ${live}`;
  const child = spawn(process.execPath, ["-e", program], { stdio: ["ignore", "pipe", "ignore"] });
  const [said] = await once(child.stdout, "data");
  console.error(String(said));
  child.stdout.destroy();
  return child;
}
