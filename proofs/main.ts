import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { makeProgram } from "../scripts/testing/make-program.ts";
import { startPostgres, type PostgresServer } from "../test/harness/postgres-server.ts";
import { temporaryFolder } from "../test/harness/temporary-folder.ts";
import { readWords, type Words } from "./running/command-line.ts";
import type { EngineName } from "./running/proof.ts";
import { proofs } from "./programs/proofs.ts";
import { runApart, verdictOf, type Run } from "./running/run-apart.ts";

/**
 * `npm run prove` runs all proofs or the named ones. For each it prints the figure beside its goal, the seed,
 * and a command that repeats it. The exit status is 1 when a promise was broken.
 */
const words = readWords(process.argv.slice(2), proofs);
if ("problem" in words) {
  console.error(words.problem);
  process.exitCode = 2;
} else if (words.listOnly) {
  list();
} else {
  process.exitCode = await proveAll(words);
}

function list(): void {
  const width = Math.max(...Object.keys(proofs).map((name) => name.length));
  for (const [name, { promises, what, usual, full, unit }] of Object.entries(proofs)) {
    console.log(`${name.padEnd(width)}  ${what} (${promises.join(", ")})`);
    console.log(`${" ".repeat(width)}  ${usual} ${unit}, with --full ${full}`);
  }
}

async function proveAll({ names, engines, jsonFile, ...order }: Words): Promise<number> {
  const runs: Run[] = [];
  if (names.length > 1) console.log(`${names.length} proofs: ${names.join(", ")}`);
  const orders = names.flatMap((name) =>
    proofs[name]!.engines.filter((each) => engines.includes(each)).map((engine) => ({
      name,
      engine,
    })),
  );
  using folder = temporaryFolder();
  // Some of these start a program for each repetition; other proofs start sources that they have changed.
  const each = names.every((name) => proofs[name]?.ci !== undefined);
  if (order.ci && each)
    process.env["BOOKING_PROGRAM"] ??= await makeProgram(join(folder.path, "program"));
  process.env["NODE_COMPILE_CACHE"] ??= join(folder.path, "compiled");
  const needsServer = orders.some(({ engine }) => engine === "postgres");
  const postgres = needsServer ? await startPostgres() : null;
  const proveNext = async (): Promise<void> => {
    const next = orders.shift();
    if (next === undefined) return;
    const { name, engine } = next;
    const { what, promises, usual, full, ci, goal, minutes = 5 } = proofs[name]!;
    const usualHere = order.ci ? (ci ?? usual) : usual;
    const count = order.count ?? (order.full ? full : usualHere);
    console.log(`\n${name} on ${engine}: ${what} (${promises.join(", ")})`);
    const run = await runApart(
      { name, engine, count, seed: order.seed, minutes: order.minutes ?? minutes },
      environmentFor(engine, postgres),
    );
    print(goal, run);
    runs.push(run);
    if (jsonFile !== null) writeFileSync(jsonFile, `${JSON.stringify({ runs }, null, 2)}\n`);
    await proveNext();
  };
  try {
    // With small counts the proofs measure nothing, so they may disturb each other.
    const lanes = order.ci ? availableParallelism() : 1;
    await Promise.all(Array.from({ length: lanes }, proveNext));
  } finally {
    await postgres?.[Symbol.asyncDispose]();
  }
  const { kept = [], incomplete = [], BROKEN: broken = [] } = Object.groupBy(runs, verdictOf);
  if (incomplete.length > 0) console.log(`\n${incomplete.length} incomplete`);
  console.log(`\n${kept.length} kept, ${broken.length} broken`);
  return runs.length === 0 || broken.length > 0 ? 1 : 0;
}

function environmentFor(engine: EngineName, postgres: PostgresServer | null): NodeJS.ProcessEnv {
  return { ...process.env, TEST_ENGINE: engine, TEST_DATABASE_URL: postgres?.url };
}

function print(goal: string, run: Run): void {
  const { name, engine, seed, count, seconds, figures, breaches } = run;
  const told = Object.entries(figures).map(
    ([what, figure]) =>
      `${what} ${typeof figure === "number" ? figure.toLocaleString("en") : figure}`,
  );
  console.log(`\n${name} on ${engine}`);
  console.log(`  goal    ${goal}`);
  console.log(`  figure  ${told.join(", ")}`);
  console.log(
    `  replay  npm run prove -- ${name} --engine ${engine} --seed ${seed} --count ${count}`,
  );
  console.log(`  ${verdictOf(run)} in ${seconds} s`);
  for (const breach of breaches.slice(0, 20)) console.log(`    ${breach}`);
  if (breaches.length > 20) console.log(`    and ${breaches.length - 20} more`);
}
