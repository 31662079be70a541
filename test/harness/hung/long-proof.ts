import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { endGroupWithParent } from "../../../proofs/running/end-group.ts";
import type { RunMessage } from "../../../proofs/running/run-apart.ts";

/**
 * Stands in for a proof that starts a process, whose id it writes into the file that `STARTED` names. As
 * `leaves` it then ends with a figure and leaves the process behind; otherwise it hangs.
 */
const child = spawn(process.execPath, ["-e", "setTimeout(() => {}, 120_000);"], {
  stdio: "ignore",
});
const endsWithParent = endGroupWithParent();
writeFileSync(process.env["STARTED"] ?? "", String(child.pid));
if (process.argv[2] === "leaves") {
  const message: RunMessage = { proven: { figures: { started: 1 }, breaches: [] } };
  process.send?.(message);
  endsWithParent[Symbol.dispose]();
  process.disconnect();
  child.unref();
}
