import { existsSync, readdirSync } from "node:fs";
import { runCommand } from "../../test/harness/command.ts";
import { temporaryFolder } from "../../test/harness/temporary-folder.ts";
import {
  contents,
  makeInstallation,
  type Installation,
} from "../../test/sqlite/backup/installation.ts";
import { tornPages } from "../parts/held-against-invariants.ts";
import type { Proof, ProofOrder, Proven } from "../running/proof.ts";

/**
 * A backup, and a restore, is killed before each step that may change files: one step later each time, until
 * it ends by itself.
 */
export const backup: Proof = {
  promises: ["P27"],
  what: "a backup or a restore killed at any step leaves what was there, or all of what is new",
  goal: "every step of both, 0 torn",
  unit: "steps of each",
  engines: ["sqlite"],
  usual: 100,
  full: 100,
  shows: ["killed"],
  prove,
};

/** More steps than either has. */
const maxSteps = 100;
/** A complete run has at least this many steps. */
const leastSteps = 15;
/** Runs side by side. */
const hands = 3;
const dying = `--import=${import.meta.resolve("../../test/harness/die-at-step.ts")}`;

async function prove(order: ProofOrder): Promise<Proven> {
  using installation = await makeInstallation();
  const backups = await dieAtSteps(order, (folder, run) => killBackup(installation, folder, run));
  const restores = await dieAtSteps(order, (folder, run) => killRestore(installation, folder, run));
  const all = [...backups, ...restores];
  const breaches = all.flatMap((attempt) => attempt.breaches);
  const demand = (claim: boolean, why: string) => claim || breaches.push(why);
  if (order.count >= maxSteps && order.timeLeft()) {
    for (const attempts of [backups, restores]) {
      demand(attempts.length >= leastSteps, `only ${attempts.length} steps`);
      demand(
        attempts.some(({ isNew }) => !isNew) &&
          attempts.some(({ ended, isNew }) => !ended && isNew),
        "no kill before the new is there, or none after it",
      );
    }
    demand(
      restores.some(({ isOldKept }) => isOldKept),
      "no kill while the old database was kept under another name",
    );
  }
  return {
    figures: { steps: all.length, killed: all.filter(({ ended }) => !ended).length },
    breaches,
  };
}

interface Attempt {
  /** It ended before the step at which it would have been killed. */
  readonly ended: boolean;
  /** Its result exists. */
  readonly isNew: boolean;
  readonly isOldKept: boolean;
  readonly breaches: readonly string[];
}

type Folder = ReturnType<typeof temporaryFolder>;
/** Runs a command that will be killed; returns whether it ended before that. */
type Run = (url: string, words: readonly string[]) => Promise<boolean>;

async function killBackup(installation: Installation, folder: Folder, run: Run): Promise<Attempt> {
  const { url } = installation.copyTo(folder);
  const file = `${folder.path}/x.db`;
  const ended = await run(url, ["backup", file]);
  const isNew = existsSync(file);
  const isWhole = !isNew || contents(`sqlite:${file}`) === contents(url);
  const torn = tornPages(url);
  // The next one of that name removes what the killed one left, which is a copy of all data.
  const again = await runCommand(url, ["backup", file, "--replace"]);
  const left = readdirSync(folder.path).filter((name) => name.includes(".partial-"));
  return {
    ended,
    isNew,
    isOldKept: false,
    breaches: [
      ...(isWhole ? [] : ["a torn backup"]),
      ...(ended && !isNew ? ["a backup was made and is not there"] : []),
      ...torn,
      ...(again.status === 0 ? [] : [`it could not be repeated: ${again.err}`]),
      ...(left.length === 0 ? [] : [`the next one left ${left.join(", ")}`]),
    ],
  };
}

async function killRestore(installation: Installation, folder: Folder, run: Run): Promise<Attempt> {
  const { url } = installation.copyTo(folder);
  const old = contents(url);
  const fresh = contents(`sqlite:${installation.backupFile}`);
  const words = ["restore", installation.backupFile, "--replace"];
  const ended = await run(url, words);
  const found = contents(url);
  const isOldKept = readdirSync(folder.path).some((name) => /\.replaced-\d{4}-/.test(name));
  const torn = tornPages(url);
  // Leftovers of the killed run must not disturb the next.
  const again = await runCommand(url, words);
  return {
    ended,
    isNew: found === fresh,
    isOldKept,
    breaches: [
      ...torn,
      ...(found === old || found === fresh ? [] : ["neither the old database nor the new one"]),
      ...(ended && found !== fresh ? ["a restore was done, and the old database is there"] : []),
      ...(ended && isOldKept ? ["a restore was done, and the old database is kept"] : []),
      ...(again.status === 0 ? [] : [`it could not be repeated: ${again.err}`]),
      ...(contents(url) === fresh ? [] : ["repeated, it did not restore what is in the backup"]),
    ],
  };
}

/** With a `count` below the number of steps, that many of them, spread over all and shifted by the seed. */
async function dieAtSteps(
  { seed, count, timeLeft, tell }: ProofOrder,
  attempt: (folder: Folder, run: Run) => Promise<Attempt>,
): Promise<Attempt[]> {
  const stride = Math.max(1, Math.floor(maxSteps / count));
  const attempts: Attempt[] = [];
  let step = 1 + (seed % stride);
  let isOver = false;
  const hand = async () => {
    while (!isOver && timeLeft()) {
      if (step > maxSteps) throw new Error("It never came to its end.");
      const environment = { NODE_OPTIONS: dying, DIE_AT_STEP: String(step) };
      step += stride;
      using folder = temporaryFolder();
      const made = await attempt(folder, async (url, words) => {
        const { status, err } = await runCommand(url, words, { environment });
        if (status !== null && status !== 0) throw new Error(err);
        return status === 0;
      });
      attempts.push(made);
      tell(attempts.length);
      isOver ||= made.ended;
    }
  };
  await Promise.all(Array.from({ length: hands }, hand));
  return attempts;
}
