import { proofs } from "../programs/proofs.ts";
import { endGroupWithParent } from "./end-group.ts";
import type { RunMessage } from "./run-apart.ts";
import { shownNothing } from "./shown-nothing.ts";

/** Runs one proof for `run-apart.ts`, on the engine that the environment names. */
const [name = "", count, seed, minutes] = process.argv.slice(2);
const deadline = performance.now() + Number(minutes) * 60_000;
let isOver = false;
const timeLeft = () => {
  isOver ||= performance.now() >= deadline;
  return !isOver;
};
const say = (message: RunMessage) => process.send?.(message);
const endsWithParent = endGroupWithParent();
const proof = proofs[name];
if (proof === undefined) throw new Error(`There is no proof ${name}.`);
try {
  const proven = await proof.prove({
    count: Number(count),
    seed: Number(seed),
    timeLeft,
    tell: (done, words = "") => say({ done, words }),
  });
  const idle = shownNothing(proof.shows, proven.figures);
  const incomplete = isOver && !proof.goalIsTime ? { incomplete: "its time was over" } : {};
  say({
    proven: {
      figures: { ...proven.figures, ...incomplete },
      breaches: [...proven.breaches, ...idle],
    },
  });
} catch (error) {
  say({ failed: (error as Error).stack ?? String(error) });
}
endsWithParent[Symbol.dispose]();
process.disconnect();
// A proof that leaves a handle open has reported everything it knows.
setTimeout(() => process.exit(), 5_000).unref();
