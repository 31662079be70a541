import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { killDescendants } from "../../test/harness/descendants.ts";
import { temporaryFolder } from "../../test/harness/temporary-folder.ts";
import { costMutants } from "../mutants/cost-mutants.ts";
import { httpMutants } from "../mutants/http-mutants.ts";
import { limitMutants } from "../mutants/limit-mutants.ts";
import { contactMutants } from "../mutants/contact-mutants.ts";
import { holdMutants } from "../mutants/hold-mutants.ts";
import { offerMutants } from "../mutants/offer-mutants.ts";
import { reminderMutants } from "../mutants/reminder-mutants.ts";
import { windowMutants } from "../mutants/window-mutants.ts";
import { listenerMutants } from "../mutants/listener-mutants.ts";
import type { Mutant } from "../mutants/mutant.ts";
import { operatorMutants } from "../mutants/operator-mutants.ts";
import { ruleMutants } from "../mutants/rule-mutants.ts";
import { storeMutants } from "../mutants/store-mutants.ts";
import { batchMutants } from "../mutants/batch-mutants.ts";
import type { Proof, ProofOrder, Proven } from "../running/proof.ts";

export const allMutants: readonly Mutant[] = [
  ...ruleMutants,
  ...httpMutants,
  ...listenerMutants,
  ...storeMutants,
  ...batchMutants,
  ...limitMutants,
  ...windowMutants,
  ...holdMutants,
  ...offerMutants,
  ...reminderMutants,
  ...contactMutants,
  ...operatorMutants,
  ...costMutants,
];

/** Breaks the service on purpose, in a copy of the tree, one line at a time: a test must detect it. */
export const mutants: Proof = {
  promises: ["every promise"],
  what: "each deliberately broken variant of the service is caught by the test or proof that is named for it",
  goal: `${allMutants.length} of ${allMutants.length} caught`,
  unit: "variants",
  engines: ["sqlite"],
  usual: allMutants.length,
  full: allMutants.length,
  shows: ["caught"],
  prove: (order) => proveMutants(allMutants, order),
};

const testLimitMs = 120_000;
/** A proof limits its own time; see `running/run-apart.ts`. */
const proofLimitMs = 480_000;

/** Applies each mutant to a copy of the tree, and runs what must detect it. */
export async function proveMutants(
  mutantsOfAll: readonly Mutant[],
  { count, timeLeft, tell }: ProofOrder,
): Promise<Proven> {
  using folder = temporaryFolder();
  const tree = join(folder.path, "tree");
  copyTree(tree);
  const figures = { variants: 0, caught: 0, missed: 0, "do not apply": 0 };
  const breaches: string[] = [];
  const sound = new Map<string, boolean>();
  for (const mutant of mutantsOfAll.slice(0, count)) {
    if (!timeLeft()) break;
    const { bug, file } = mutant;
    const caughtBy = nameOf(mutant);
    figures.variants += 1;
    const broken = applyMutant(mutant);
    if (broken === null) {
      figures["do not apply"] += 1;
      breaches.push(`does not apply: ${file} has changed, so "${bug}" must be written anew`);
      continue;
    }
    // A test that fails without the fault proves nothing.
    if (!sound.has(caughtBy)) sound.set(caughtBy, await passes(tree, mutant));
    if (sound.get(caughtBy) !== true) {
      breaches.push(`${caughtBy} is red without any bug`);
      continue;
    }
    const path = join(tree, file);
    writeFileSync(path, broken);
    const startedAt = performance.now();
    const missed = await passes(tree, mutant);
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    writeFileSync(path, readFileSync(file));
    figures[missed ? "missed" : "caught"] += 1;
    if (missed) breaches.push(`missed by ${caughtBy}: ${bug} (${file})`);
    else console.log(`  caught by ${caughtBy} in ${seconds} s: ${bug}`);
    tell(figures.variants, `${figures.caught} caught, ${figures.missed} missed`);
  }
  return { figures, breaches };
}

/** The file with the fault; null when the text to replace does not occur exactly once. */
export function applyMutant({ file, find, replace }: Mutant): string | null {
  const text = readFileSync(file, "utf8");
  return text.split(find).length === 2 ? text.replace(find, () => replace) : null;
}

/** Copies every file that git tracks, as it is now, with the packages of this tree. */
function copyTree(tree: string): void {
  const words = ["ls-files", "--cached", "--others", "--exclude-standard"];
  const files = execFileSync("git", words, { encoding: "utf8" }).split("\n").filter(Boolean);
  for (const file of files) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    cpSync(file, join(tree, file));
  }
  symlinkSync(resolve("node_modules"), join(tree, "node_modules"));
  // The proof `upgrade` asks git for the program's files.
  execFileSync("git", ["init", "--quiet"], { cwd: tree });
}

function nameOf({ caughtBy }: Mutant): string {
  if (typeof caughtBy === "string") return caughtBy;
  return "test" in caughtBy
    ? `${caughtBy.test} on ${caughtBy.engine}`
    : `npm run prove -- ${caughtBy.proof}`;
}

interface Parts {
  readonly test?: string | undefined;
  readonly proof: string;
  readonly engine?: "sqlite" | "postgres";
}

function partsOf(caughtBy: Mutant["caughtBy"]): Parts {
  if (typeof caughtBy === "string") return { test: caughtBy, proof: "" };
  return { proof: "", ...caughtBy };
}

// A broken service may keep its test waiting, or in an endless loop.
const testWords = [
  "--test",
  `--test-timeout=${testLimitMs}`,
  "--test-force-exit",
  "--test-reporter=dot",
];

function passes(tree: string, { caughtBy }: Mutant): Promise<boolean> {
  const { test, proof, engine = "sqlite" } = partsOf(caughtBy);
  const words =
    test !== undefined
      ? [...testWords, test]
      : ["proofs/main.ts", ...proof.split(" "), "--engine", engine];
  const child = spawn(process.execPath, words, {
    cwd: tree,
    env: { ...process.env, TEST_ENGINE: test === undefined ? "sqlite" : engine },
    stdio: "ignore",
  });
  const limit = setTimeout(
    () => killDescendants(child.pid ?? 0, { andItself: true }),
    test === undefined ? proofLimitMs : 2 * testLimitMs,
  );
  return new Promise((resolve) => {
    child.on("exit", (status) => {
      clearTimeout(limit);
      resolve(status === 0);
    });
  });
}
