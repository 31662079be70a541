import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { appendFile, readFile, rename, writeFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Keeps two accounts in step, in both directions:
 * `node two-accounts.js state.json acme/production shop/production`. With `--once` it ends when both are at
 * rest. The state file holds a cursor for each account. BOOKING names the program, which is `npx booking` in a
 * checkout. Its test is `two-accounts.test.js`.
 */
const [state = "", one = "", other = "", mode] = process.argv.slice(2);
const [program, ...words] = (process.env.BOOKING ?? "booking").split(" ");
const cursors = existsSync(state) ? JSON.parse(await readFile(state, "utf8")) : {};

/** Brings the changes of one account to the other, and returns their number. */
async function carry(from, to) {
  const start = from in cursors ? ["--after", cursors[from]] : ["--from-start"];
  const read = await booking(["changes", from, ...start, "--limit", "500"]);
  const changes = read.out
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  // A line says how its booking or slot stands now, so each is needed once.
  const lines = new Set(
    changes.map((change) => `${JSON.stringify(change.booking ?? change.slot)}\n`),
  );
  if (lines.size > 0) {
    const into = ["import", to, "-", "--update", "--skip-bad", `${state}.skipped`, "--json"];
    const { out } = await booking(into, [...lines].join(""));
    // What the other account cannot take, such as a seat that it has not, is for a person to mend.
    if (JSON.parse(out).skipped > 0) {
      await appendFile(`${state}.bad-${to.replace("/", "-")}`, await readFile(`${state}.skipped`));
    }
  }
  // Saved last: if this program ends before, the same changes come again and change nothing.
  cursors[from] = JSON.parse(read.err.trim().split("\n").at(-1)).cursor;
  await writeFile(`${state}.new`, JSON.stringify(cursors));
  await rename(`${state}.new`, state);
  return changes.length;
}

async function booking(args, input = "") {
  const child = spawn(program, [...words, ...args]);
  child.stdin.on("error", () => {}).end(input);
  const ended = new Promise((resolve, fail) => child.on("error", fail).on("close", resolve));
  const [out, err, status] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (status !== 0) throw new Error(err || out);
  return { out, err };
}

for (;;) {
  const carried = (await carry(one, other)) + (await carry(other, one));
  if (carried === 0 && mode === "--once") break;
  if (carried === 0) await sleep(1000);
}
