// Loaded into the program by NODE_OPTIONS: while the file HOLD_THREAD exists, the thread of the operator's
// listener is busy, and says so in the file; when END_THREAD exists, it fails.
import { existsSync, rmSync, writeFileSync } from "node:fs";
import process from "node:process";
import { isMainThread } from "node:worker_threads";

const { HOLD_THREAD: hold = "", END_THREAD: end = "" } = process.env;
const pause = new Int32Array(new SharedArrayBuffer(4));

if (!isMainThread) {
  setInterval(() => {
    if (existsSync(hold)) writeFileSync(hold, "held");
    while (existsSync(hold)) Atomics.wait(pause, 0, 0, 20);
    if (!existsSync(end)) return;
    rmSync(end);
    throw new Error("The thread failed on purpose.");
  }, 20).unref();
}
