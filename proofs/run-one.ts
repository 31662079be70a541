import { proofs } from "./proofs.ts";
import type { RunMessage } from "./run-apart.ts";

/** Runs one proof for `run-apart.ts`, on the engine that the environment names. */
const [name = "", count, seed, minutes] = process.argv.slice(2);
const deadline = performance.now() + Number(minutes) * 60_000;
const say = (message: RunMessage) => process.send?.(message);
const proof = proofs[name];
if (proof === undefined) throw new Error(`There is no proof ${name}.`);
try {
  const proven = await proof.prove({
    count: Number(count),
    seed: Number(seed),
    timeLeft: () => performance.now() < deadline,
    tell: (done, words = "") => say({ done, words }),
  });
  // What it has done stands first; a proof that has done nothing has shown nothing.
  const idle = Object.values(proven.figures)[0] === 0 ? ["nothing was done in the time given"] : [];
  say({ proven: { ...proven, breaches: [...proven.breaches, ...idle] } });
} catch (error) {
  say({ failed: (error as Error).stack ?? String(error) });
}
process.disconnect();
// A proof that leaves something open has said all that it knows.
setTimeout(() => process.exit(), 5_000).unref();
