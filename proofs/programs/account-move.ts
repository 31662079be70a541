import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { openStore } from "../../src/store/store.ts";
import { call } from "../../test/harness/call.ts";
import { program, programWords } from "../../test/harness/program.ts";
import { query } from "../../test/harness/query.ts";
import { seededRandom } from "../../test/harness/random.ts";
import {
  acmeUatWith,
  acmeWith,
  booking,
  cancelPath,
  fetchPath,
  productionHost,
} from "../../test/harness/seed.ts";
import { acme, startTestService, type TestService } from "../../test/harness/service.ts";
import { heldAgainstLaws } from "../parts/held-against-invariants.ts";
import type { Proof, ProofOrder, Proven } from "../running/proof.ts";

/**
 * An account moves from one installation to another and back while a caller cancels and another lists. The
 * command is killed at random instants and run again, or with `--back`. Both callers follow the account when
 * a move has ended, as a balancer would. Every acknowledged cancel must be there once. Kills between
 * any two transactions: `test/account-move-kills.test.ts`.
 */
export const accountMove: Proof = {
  promises: ["P1", "P7"],
  what: "an account moves between installations while it is served, with kills, and loses nothing",
  goal: "20 moves of 100,000 bookings, 0 lost, 0 doubled, writes paused for 2 seconds at most",
  unit: "moves",
  engines: ["sqlite", "postgres"],
  usual: 4,
  full: 20,
  shows: ["kills", "acknowledged", "lists"],
  prove,
};

const bookingsPerMove = 5_000;
const contacts = 1_000;
const cancelEveryMs = 10;
/** Beyond so many unanswered cancels, a due one is left out. */
const mostOpen = 32;
const listEveryMs = 10;
/** Every second move is killed so often before it ends, beginning with the first. */
const killsPerMove = 2;
/** How long a move may last that was never measured. */
const firstMoveMs = 6_000;
/** The source serves nobody any more after the pause; then the target has to begin. */
const pauseMaxMs = 2_500;

interface Traffic {
  readonly acknowledged: Set<string>;
  readonly breaches: string[];
  lists: number;
  listsRefused: number;
  cancelsRefused: number;
  isOver: boolean;
}

async function prove({ seed, count, timeLeft, tell }: ProofOrder): Promise<Proven> {
  const random = seededRandom(seed);
  const lines = Array.from({ length: count * bookingsPerMove }, (_, index) =>
    booking(`contact ${index % contacts}`, {
      slot_starting_at: `2030-05-${String((index % 27) + 1).padStart(2, "0")}T08:00:00Z`,
    }),
  );
  const settings = { RATE_LIMIT_REQUESTS_PER_MINUTE: "0" };
  await using first = await startTestService([acmeWith(lines)], settings);
  await using second = await startTestService([acmeUatWith([booking("ann")])], settings);
  const cells = { from: first, to: second, route: first };
  const token = await first.token();
  const traffic: Traffic = {
    acknowledged: new Set(),
    breaches: [],
    lists: 0,
    listsRefused: 0,
    cancelsRefused: 0,
    isOver: false,
  };
  const ids = lines.map((line) => line.booking);
  const callers = [
    cancelAtARate(cells, token, ids, traffic),
    listAgainAndAgain(cells, token, traffic),
  ];
  const figures = { moves: 0, kills: 0, "taken back": 0, "longest move, s": 0 };
  const pausesMs: number[] = [];
  let moveMs = firstMoveMs;
  while (figures.moves < count && timeLeft()) {
    const { from, to } = cells;
    const acknowledgedBefore = traffic.acknowledged.size;
    for (let kills = 0; kills < killsPerMove && figures.moves % 2 === 0; kills += 1) {
      const left = await runMove(from, to, [], 500 + random(moveMs));
      if (left === null) figures.kills += 1;
      if (left === null && random(3) === 0) {
        const back = await runMove(from, to, ["--back"], null);
        // The command may have been killed behind the switch; then only the way on is left.
        if (back?.status === 0) figures["taken back"] += 1;
      }
    }
    const startedAt = performance.now();
    const ended = await runMove(from, to, [], null);
    if (ended?.status !== 0) traffic.breaches.push(`a move was refused: ${ended?.err}`);
    // A run that found the account moved already is shorter than a move.
    moveMs = Math.max(moveMs, Math.round(performance.now() - startedAt));
    const pausedMs = ended?.json.paused_ms ?? null;
    if (pausedMs !== null) pausesMs.push(pausedMs);
    if (pausedMs !== null && pausedMs > pauseMaxMs) {
      traffic.breaches.push(`a pause of ${pausedMs} ms`);
    }
    if (traffic.acknowledged.size === acknowledgedBefore) {
      traffic.breaches.push("a move saw no cancel");
    }
    // Nothing leads to the target yet, and the source refuses every write.
    traffic.breaches.push(...(await differences(from, to)));
    traffic.breaches.push(...(await heldAgainstLaws(from)), ...(await heldAgainstLaws(to)));
    cells.route = to;
    if ((await runMove(from, to, ["--finish"], random(1_500))) === null) figures.kills += 1;
    const finished = await runMove(from, to, ["--finish"], null);
    if (finished?.status !== 0 && !/No move of/.test(finished?.err ?? "")) {
      traffic.breaches.push(`a move was not finished: ${finished?.err}`);
    }
    Object.assign(cells, { from: to, to: from });
    figures.moves += 1;
    tell(figures.moves, `${traffic.acknowledged.size} acknowledged`);
  }
  traffic.isOver = true;
  await Promise.all(callers);
  figures["longest move, s"] = Math.round(moveMs / 1_000);
  const { acknowledged, lists, listsRefused, cancelsRefused } = traffic;
  return {
    figures: {
      ...figures,
      "longest pause, ms": Math.max(...pausesMs),
      "median pause, ms": pausesMs.toSorted((a, b) => a - b)[pausesMs.length >> 1] ?? 0,
      bookings: lines.length,
      acknowledged: acknowledged.size,
      "cancels refused for a while": cancelsRefused,
      lists,
      "lists refused behind a switch": listsRefused,
    },
    breaches: [
      ...traffic.breaches,
      ...lostOrDoubled(cells.from, acknowledged),
      ...(await heldAgainstLaws(first)),
      ...(await heldAgainstLaws(second)),
    ],
  };
}

interface Cells {
  from: TestService;
  to: TestService;
  /** Where a balancer would lead. */
  route: TestService;
}

/** Begins a cancel at each instant of a schedule, whether the one before was answered or not. */
async function cancelAtARate(
  cells: Cells,
  token: string,
  waiting: string[],
  traffic: Traffic,
): Promise<void> {
  const open = new Set<Promise<void>>();
  for (let due = performance.now(); !traffic.isOver; due += cancelEveryMs) {
    await sleep(Math.max(0, due - performance.now()));
    const id = open.size < mostOpen ? waiting.pop() : undefined;
    if (id === undefined) continue;
    const send = async () => {
      if (!(await cancelOnce(cells.route, token, id, traffic))) waiting.push(id);
    };
    const cancelling: Promise<void> = send().finally(() => open.delete(cancelling));
    open.add(cancelling);
  }
  await Promise.all(open);
}

/** Returns whether the answer is final; else the same key has to be sent again. */
async function cancelOnce(
  { api }: TestService,
  token: string,
  id: string,
  traffic: Traffic,
): Promise<boolean> {
  const { status, text } = await call(api, {
    method: "POST",
    path: cancelPath,
    host: productionHost,
    token,
    headers: { "idempotency-key": id },
    body: { booking: id },
  });
  if (status === 503) {
    traffic.cancelsRefused += 1;
    return false;
  }
  if (status === 200) traffic.acknowledged.add(id);
  else traffic.breaches.push(`a cancel was answered ${status} ${text}`);
  return true;
}

async function listAgainAndAgain(cells: Cells, token: string, traffic: Traffic): Promise<void> {
  for (let number = 0; !traffic.isOver; number += 1) {
    const path = `${fetchPath}?external_id=contact%20${number % contacts}`;
    const { route } = cells;
    const { status } = await call(route.api, { host: productionHost, path, token });
    traffic.lists += 1;
    if (status === 503) {
      traffic.listsRefused += 1;
      // Lists are answered in the pause: one is refused only where the account has moved away.
      if (!hasMoved(route)) traffic.breaches.push("a list was refused before the switch");
    } else if (status !== 200) {
      traffic.breaches.push(`a list was answered ${status}`);
    }
    await sleep(listEveryMs);
  }
}

function hasMoved({ databaseUrl }: TestService): boolean {
  const rows = query(
    databaseUrl,
    "select state from account_move where state in ('moved', 'removed')",
  );
  return rows.length > 0;
}

interface Ended {
  readonly status: number | null;
  readonly json: { readonly paused_ms: number | null };
  readonly err: string;
}

/** Null where the command was killed before its end. */
async function runMove(
  from: TestService,
  to: TestService,
  words: readonly string[],
  killAfterMs: number | null,
): Promise<Ended | null> {
  const urls = ["--from", from.databaseUrl, "--to", to.databaseUrl];
  const child = spawn(
    program,
    [...programWords, "account", "move", "acme/production", ...urls, "--json", ...words],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
  const gone = new Promise<number | null>((resolve) => {
    child.once("close", (status) => resolve(status));
  });
  const timer = killAfterMs === null ? null : setTimeout(() => child.kill("SIGKILL"), killAfterMs);
  const status = await gone;
  if (timer !== null) clearTimeout(timer);
  if (status === null) return null;
  const json = status === 0 ? JSON.parse(Buffer.concat(out).toString()) : { paused_ms: null };
  return { status, json, err: Buffer.concat(err).toString() };
}

async function differences(from: TestService, to: TestService): Promise<string[]> {
  const [there, here] = [await exportOf(from), await exportOf(to)];
  return there === here ? [] : ["the exports of the source and of the target differ"];
}

async function exportOf({ databaseUrl }: TestService): Promise<string> {
  const store = openStore(databaseUrl);
  try {
    const { id } = (await store.accounts.find(acme))!;
    const rows: string[] = [];
    for await (const portion of store.account(id).exportRows()) {
      rows.push(...portion.map((row) => JSON.stringify(row)));
    }
    return rows.toSorted().join("\n");
  } finally {
    await store.close();
  }
}

function lostOrDoubled(cell: TestService, acknowledged: ReadonlySet<string>): string[] {
  const events = query(
    cell.databaseUrl,
    "select booking_id from booking_event where kind = 'cancelled'",
  );
  const times = new Map<string, number>();
  for (const { booking_id: id } of events as unknown as { booking_id: string }[]) {
    times.set(id, (times.get(id) ?? 0) + 1);
  }
  return [
    ...[...acknowledged].filter((id) => !times.has(id)).map((id) => `the cancel of ${id} is lost`),
    ...[...times].filter(([, count]) => count > 1).map(([id]) => `the cancel of ${id} is doubled`),
  ];
}
