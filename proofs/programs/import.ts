import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { call } from "../../test/harness/call.ts";
import { startMeasuredCommand, type MeasuredCommand } from "../../test/harness/measured-command.ts";
import { startServerProcess, type ServerProcess } from "../../test/harness/process.ts";
import { query } from "../../test/harness/query.ts";
import {
  acmeWith,
  booking,
  cancelPath,
  productionHost,
  withSlots,
  type BookingLine,
} from "../../test/harness/seed.ts";
import { startTestService, type TestService } from "../../test/harness/service.ts";
import { temporaryFolder } from "../../test/harness/temporary-folder.ts";
import { heldAgainstLaws } from "../parts/held-against-invariants.ts";
import type { Proof, ProofOrder, Proven } from "../running/proof.ts";

/**
 * A server process answers cancels while the command line imports a large file with `--update` into the
 * same database. The import is killed in the middle and then run again.
 */
export const imports: Proof = {
  promises: ["P1", "P6"],
  what: "an import of any size leaves cancels alone, and one that is killed is completed",
  goal: "1,000,000 lines beside cancels, all 200 and within 2 s, 0 undone, 0 torn",
  unit: "lines",
  engines: ["sqlite", "postgres"],
  usual: 50_000,
  full: 1_000_000,
  ci: 8_000,
  shows: ["cancels", "written when killed"],
  prove,
};

const slots = 400;
/** Bookings that are known, are in the file too, and are cancelled one after the other. */
const known = 1_500;
const slowestMs = 2_000;
/** Smaller runs stand beside other proofs, where times mean nothing. */
const measured = 50_000;
/** The import is killed when it has written so much of the file. */
const killedAt = 0.4;

async function prove({ count, tell }: ProofOrder): Promise<Proven> {
  using folder = temporaryFolder();
  const lines = Array.from({ length: known }, (_, index) =>
    booking(`known-${index}`, { slot_starting_at: startOf(index) }),
  );
  await using service = await startTestService([acmeWith(lines)]);
  const token = await service.token();
  const path = join(folder.path, "data.ndjson");
  await pipeline(Readable.from(fileOf(count, lines)), createWriteStream(path));
  await using server = await startServerProcess(service.databaseUrl, {
    RATE_LIMIT_REQUESTS_PER_MINUTE: "0",
  });
  const cancelling = startCancelling(server, token, lines, Math.min(1_000, count / 100));
  const began = performance.now();
  const killed = await importUntilKilled(service.databaseUrl, path, count, tell);
  // Looking at all laws blocks this process, which would count as time of the cancels.
  await cancelling.pause();
  const torn = await heldAgainstLaws(service);
  cancelling.resume();
  const whole = await importWhole(service.databaseUrl, path);
  const seconds = Math.round((performance.now() - began) / 1000);
  const cancels = await cancelling.stop();
  const undone = findUndone(service, cancels.done);
  return {
    figures: {
      lines: count,
      seconds,
      "written when killed": killed.written,
      cancels: cancels.done.length,
      "slowest in ms": cancels.slowestMs,
      "peak MiB": Math.max(killed.peakMebibytes, whole.peakMebibytes),
      undone: undone.length,
      torn: torn.length,
    },
    breaches: [
      ...cancels.troubles,
      ...(count >= measured && cancels.slowestMs > slowestMs
        ? [`a cancel took ${cancels.slowestMs} ms`]
        : []),
      ...undone,
      ...torn.map((law) => `after the kill: ${law}`),
      ...notWhole(whole, count),
      ...(await heldAgainstLaws(service)),
    ],
  };
}

function startOf(index: number): string {
  return new Date(Date.UTC(2031, 0, 1) + (index % slots) * 3_600_000)
    .toISOString()
    .replace(".000Z", "Z");
}

/** The known bookings as they were, and so many new ones, in as many slots. */
function* fileOf(count: number, lines: readonly BookingLine[]): Generator<string> {
  for (const line of withSlots(lines)) yield `${JSON.stringify({ ...line })}\n`;
  for (let index = 0; index < count; index += 1) {
    const line = { ...booking(`new-${index}`), booking: randomUUID() };
    yield `${JSON.stringify({ ...line, slot_starting_at: startOf(index) })}\n`;
  }
}

interface Cancels {
  /** The bookings whose cancel was answered 200. */
  readonly done: readonly string[];
  readonly slowestMs: number;
  readonly troubles: readonly string[];
}

interface Cancelling {
  /** Waits for the cancels that are open, and begins no other. */
  pause(): Promise<void>;
  resume(): void;
  stop(): Promise<Cancels>;
}

/** Cancels the bookings at this interval, each whether or not the one before is answered. */
function startCancelling(
  server: ServerProcess,
  token: string,
  lines: readonly BookingLine[],
  intervalMs: number,
): Cancelling {
  const done: string[] = [];
  const troubles: string[] = [];
  const running: Promise<void>[] = [];
  const state = { isPaused: false };
  let [isOver, slowest] = [false, 0];
  const cancelOne = async (id: string) => {
    const began = performance.now();
    const answer = await call(server.api, {
      method: "POST",
      path: cancelPath,
      host: productionHost,
      token,
      body: { booking: id },
    }).catch((error: Error) => error);
    slowest = Math.max(slowest, Math.round(performance.now() - began));
    if ("status" in answer && answer.status === 200) done.push(id);
    else troubles.push(`a cancel got ${"status" in answer ? answer.status : answer.message}`);
  };
  const loop = (async () => {
    for (const { booking: id } of lines) {
      while (state.isPaused) await sleep(10);
      if (isOver) return;
      running.push(cancelOne(id));
      await sleep(intervalMs);
    }
  })();
  return {
    pause: async () => {
      state.isPaused = true;
      await Promise.all(running);
    },
    resume: () => {
      state.isPaused = false;
    },
    stop: async () => {
      isOver = true;
      await loop;
      await Promise.all(running);
      return { done, slowestMs: slowest, troubles };
    },
  };
}

function startImport(databaseUrl: string, path: string) {
  const words = ["import", "acme/production", path, "--update", "--json"];
  return startMeasuredCommand(databaseUrl, words);
}

async function importUntilKilled(
  databaseUrl: string,
  path: string,
  count: number,
  tell: ProofOrder["tell"],
): Promise<MeasuredCommand & { readonly written: number }> {
  const { child, ended } = startImport(databaseUrl, path);
  for (;;) {
    await sleep(Math.min(1_000, count / 200));
    const written = countNew(databaseUrl);
    tell(written);
    if (written >= count * killedAt || child.exitCode !== null) break;
  }
  child.kill("SIGKILL");
  const answer = await ended;
  return { ...answer, written: countNew(databaseUrl) };
}

function countNew(databaseUrl: string): number {
  const [row] = query(databaseUrl, "select count(*) as total from booking");
  return Number(row?.["total"]) - known;
}

async function importWhole(databaseUrl: string, path: string): Promise<MeasuredCommand> {
  return startImport(databaseUrl, path).ended;
}

function notWhole({ out }: MeasuredCommand, count: number): string[] {
  const answer = JSON.parse(out === "" ? "{}" : out) as {
    readonly created?: { readonly booking?: number };
    readonly completes?: object;
  };
  return [
    ...(answer.created?.booking === count
      ? []
      : [`the second run counts ${JSON.stringify(answer.created)}`]),
    ...(answer.completes === undefined ? ["the second run does not say what it completes"] : []),
  ];
}

function findUndone({ databaseUrl }: TestService, cancelled: readonly string[]): string[] {
  const ids = cancelled.map((id) => `'${id}'`).join(",");
  return query(
    databaseUrl,
    `select id from booking where booking_status <> 'CANCELLED' and id in (${ids || "''"})`,
  ).map(({ id }) => `undone: the cancel of ${String(id)}`);
}
