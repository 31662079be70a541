import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
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
import { watchSessionWaits } from "../parts/session-waits.ts";
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
  ci: 3_000,
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
  await using waits = await watchSessionWaits(service.databaseUrl);
  const progress = { during: "the first run, reading and checking" };
  const cancelling = startCancelling(server, token, lines, {
    intervalMs: Math.min(1_000, count / 100),
    progress,
  });
  const began = performance.now();
  const killed = await importUntilKilled(service.databaseUrl, path, count, (written) => {
    progress.during = `the first run, ${written} of ${count} written`;
    tell(written);
  });
  // Looking at all laws blocks this process, which would count as time of the cancels.
  await cancelling.pause();
  const torn = await heldAgainstLaws(service);
  cancelling.resume();
  progress.during = "the second run";
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
      "slowest in ms": cancels.slowest.ms,
      "slowest during": cancels.slowest.during,
      "sessions meanwhile": waits.between(cancels.slowest.from, cancels.slowest.to),
      "this process paused for ms": cancels.pausedMs,
      "peak MiB": Math.max(killed.peakMebibytes, whole.peakMebibytes),
      undone: undone.length,
      torn: torn.length,
    },
    breaches: [
      ...cancels.troubles,
      ...(count >= measured && cancels.slowest.ms > slowestMs
        ? [`a cancel took ${cancels.slowest.ms} ms`]
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

interface SlowestCancel {
  readonly ms: number;
  /** What the import did when the cancel was sent. */
  readonly during: string;
  /** `performance.now()`. */
  readonly from: number;
  readonly to: number;
}

interface Cancels {
  /** The bookings whose cancel was answered 200. */
  readonly done: readonly string[];
  readonly slowest: SlowestCancel;
  /** The longest pause of this process's event loop, which is part of a cancel's time. */
  readonly pausedMs: number;
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
  { intervalMs, progress }: { readonly intervalMs: number; readonly progress: { during: string } },
): Cancelling {
  const done: string[] = [];
  const troubles: string[] = [];
  const running: Promise<void>[] = [];
  const state = { isPaused: false };
  const delays = monitorEventLoopDelay();
  delays.enable();
  let isOver = false;
  let slowest: SlowestCancel = { ms: 0, during: "", from: 0, to: 0 };
  const cancelOne = async (id: string) => {
    const { during } = progress;
    const began = performance.now();
    const answer = await call(server.api, {
      method: "POST",
      path: cancelPath,
      host: productionHost,
      token,
      body: { booking: id },
    }).catch((error: Error) => error);
    const ended = performance.now();
    if (ended - began > slowest.ms) {
      slowest = { ms: Math.round(ended - began), during, from: began, to: ended };
    }
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
      delays.disable();
    },
    resume: () => {
      delays.enable();
      state.isPaused = false;
    },
    stop: async () => {
      isOver = true;
      await loop;
      await Promise.all(running);
      delays.disable();
      return { done, slowest, pausedMs: Math.round(delays.max / 1e6), troubles };
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
    const written = await countNew(databaseUrl);
    tell(written);
    if (written >= count * killedAt || child.exitCode !== null) break;
  }
  child.kill("SIGKILL");
  const answer = await ended;
  return { ...answer, written: await countNew(databaseUrl) };
}

/** Counts without blocking this process on a server's long count, which would be time of the cancels. */
async function countNew(databaseUrl: string): Promise<number> {
  const count = "select count(*) as total from booking";
  if (databaseUrl.startsWith("sqlite:"))
    return Number(query(databaseUrl, count)[0]?.["total"]) - known;
  const client = new Client(databaseUrl);
  await client.connect();
  try {
    return Number((await client.query(count)).rows[0].total) - known;
  } finally {
    await client.end();
  }
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
