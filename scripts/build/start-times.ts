import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const runs = 7;

/** The median milliseconds from starting `booking serve` on a file of SQLite to its line `ready`. */
export async function medianStartMs(command: readonly string[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "booking-start-"));
  const databaseUrl = `sqlite:${join(folder, "booking.db")}`;
  const times: number[] = [];
  for (let run = 0; run <= runs; run += 1) times.push(await startMs(command, databaseUrl));
  rmSync(folder, { recursive: true });
  // The first run fills the caches of the disk and of compiled code, and does not count.
  const sorted = times.slice(1).toSorted((one, other) => one - other);
  return Math.round(sorted[Math.floor(runs / 2)] ?? 0);
}

/**
 * One start; the server ends by itself, so that Node keeps its compiled code. A service in memory has no thread for
 * operators, so that it starts sooner than any other.
 */
export async function startMs(
  [file = "", ...before]: readonly string[],
  databaseUrl = "sqlite::memory:",
): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(file, [...before, "serve"], {
    env: {
      PATH: process.env["PATH"],
      DATABASE_URL: databaseUrl,
      PORT: "0",
      OPERATOR_PORT: "0",
      SHUTDOWN_GRACE_SECONDS: "0",
    },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = once(child, "exit");
  let ready = false;
  for await (const line of createInterface(child.stdout)) {
    ready = line.includes('"msg":"ready"');
    if (ready) break;
  }
  const ms = performance.now() - startedAt;
  child.kill("SIGTERM");
  await ended;
  if (!ready) throw new Error(`${[file, ...before].join(" ")} serve did not become ready.`);
  return ms;
}
