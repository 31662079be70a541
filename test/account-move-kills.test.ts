import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { BookingId } from "../src/domain/booking.ts";
import { isRefused } from "../src/domain/refusal.ts";
import { DatabaseUnavailable, type Engine } from "../src/store/engine.ts";
import { moveAccount, type AccountMove, type MoveStep } from "../src/store/move/move-account.ts";
import type { AccountMoveRefusal } from "../src/store/move/move-state.ts";
import { openPostgres } from "../src/store/postgres/open.ts";
import { openSqlite } from "../src/store/sqlite/open.ts";
import { cancelBooking } from "../src/usecases/cancel-booking.ts";
import { breaches, query } from "./harness/database.ts";
import { Killed, killedEngine, StepsToLive } from "./harness/killed-engine.ts";
import { acmeWith, booking } from "./harness/seed.ts";
import { acme, audit, startTestService, type TestService } from "./harness/service.ts";
import { engine as engineName } from "./harness/test-database.ts";

/**
 * Each run of the command is killed one transaction later than the run before, until the move has another
 * state; then the counting begins anew. Between two runs the account's callers cancel where it is served.
 */
describe("B362 booking account move, killed before each of its transactions", () => {
  test("goes on when it is run again, and loses no cancel", async () => {
    await using cells = await openCells();
    const states = new Set<string>();
    let [killAt, kills] = [0, 0];
    const stride = (state: string) => (state === "copying, arriving" ? strideOfCopying : 1);
    for (let last = ""; ; killAt += stride(last)) {
      const state = stateOf(cells);
      if (state !== last) [last, killAt] = [state, 0];
      states.add(state);
      // The run of an account that has arrived waits for a second and a half: one kill behind that.
      const ended = await run(cells, "move", state === "moved, arrived" ? 2 + killAt * 2 : killAt);
      if (ended !== null) break;
      kills += 1;
      if (stateOf(cells) === "moved, arrived" && state !== "moved, arrived") {
        assert.equal(await exportOf(cells.target), await exportOf(cells.source));
      }
      await cancelWhereServed(cells);
    }
    assert.deepEqual([...states], everyState);
    assert.ok(kills > 20, `${kills} kills`);
    assert.ok(cells.acknowledged.length > 20, `${cells.acknowledged.length} cancels`);

    for (killAt = 0; (await run(cells, "finish", killAt)) === null; killAt += 1) {
      assert.ok(killAt < 200);
      await cancelWhereServed(cells);
    }
    assert.equal(stateOf(cells), "none, none");
    assert.deepEqual(query(cells.source.databaseUrl, "select * from account"), []);
    assert.deepEqual(query(cells.source.databaseUrl, "select * from moved_row"), []);
    checkCancels(cells, cells.target);
  });

  test("is undone by --back, which is killed as well, and loses no cancel", async () => {
    await using cells = await openCells();
    for (let killAt = 1; ; killAt += strideOfCopying) {
      await run(cells, "move", killAt);
      if (stateOf(cells) === "moved, arrived") break;
      let backAt = killAt % 5;
      while ((await run(cells, "back", backAt)) === null) backAt += 5;
      assert.equal(stateOf(cells), "none, none");
      assert.deepEqual(query(cells.target.databaseUrl, "select * from account"), []);
      await cancelWhereServed(cells);
    }
    assert.ok(cells.acknowledged.length > 8, `${cells.acknowledged.length} cancels`);
    assert.equal((await run(cells, "back", 100))?.refused, "already-moved");
    checkCancels(cells, cells.target);
  });
});

/** The transactions of a move are the same on each engine. */
const strideOfCopying = engineName === "sqlite" ? 1 : 5;
/** A pause that begins now ends after the test. */
const now = Date.now() + 3_600_000;

/** Of the source and the target, in the order of a move. */
const everyState = [
  "none, none",
  "copying, none",
  "copying, arriving",
  "following, arriving",
  "paused, arriving",
  "moved, arriving",
  "moved, arrived",
];

interface Cells {
  readonly source: TestService;
  readonly target: TestService;
  readonly engines: { readonly source: Engine; readonly target: Engine };
  readonly waiting: string[];
  readonly acknowledged: string[];
}

async function openCells(): Promise<Cells & AsyncDisposable> {
  await using opened = new AsyncDisposableStack();
  const lines = Array.from({ length: 200 }, (_, index) => booking(`person ${index % 9}`));
  const source = opened.use(await startTestService([acmeWith(lines)]));
  const target = opened.use(await startTestService([]));
  const open = ({ databaseUrl }: TestService) => {
    const engine = openEngine(databaseUrl);
    opened.defer(() => engine.close());
    return engine;
  };
  const engines = { source: open(source), target: open(target) };
  const waiting = lines.map((line) => line.booking);
  const all = opened.move();
  return {
    source,
    target,
    engines,
    waiting,
    acknowledged: [],
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

function openEngine(url: string): Engine {
  const observe = () => {};
  if (engineName === "sqlite") return openSqlite(url.slice("sqlite:".length), observe);
  const options = { observe, poolSize: 4, pooler: false, rowSecurity: false };
  return openPostgres(url, { ...options, timeouts: "task" });
}

/** Null where the run was killed. */
async function run(
  { engines: { source, target } }: Cells,
  step: MoveStep,
  killAt: number,
): Promise<{ readonly refused: AccountMoveRefusal["why"] | null } | null> {
  const steps = new StepsToLive(killAt);
  let answer: AccountMove | { readonly refused: AccountMoveRefusal };
  try {
    answer = await moveAccount(killedEngine(source, steps, now), killedEngine(target, steps, now), {
      account: acme,
      step,
      audit: audit(),
      onProgress: () => {},
    });
  } catch (error) {
    if (error instanceof Killed) return null;
    throw error;
  }
  return { refused: isRefused<AccountMoveRefusal>(answer) ? answer.refused.why : null };
}

/** The states of the move at the source and at the target. */
function stateOf({ source, target }: Cells): string {
  const [from, to] = [source, target].map(({ databaseUrl }) => {
    const [row] = query(databaseUrl, "select state, paused_until from account_move");
    if (row === undefined) return "none";
    return row["paused_until"] === null ? String(row["state"]) : "paused";
  });
  return `${from}, ${to}`;
}

/** Cancels the next booking where the account is served, which is nowhere in a pause. */
async function cancelWhereServed(cells: Cells): Promise<void> {
  const id = cells.waiting.pop();
  assert.ok(id !== undefined, "no booking is left");
  const served: string[] = [];
  for (const cell of ["source", "target"] as const) {
    if (await isCancelled(cells[cell], id)) served.push(cell);
  }
  const state = stateOf(cells);
  assert.deepEqual(served, [servedIn(state)].filter(Boolean), state);
  if (served.length > 0) cells.acknowledged.push(id);
}

function servedIn(state: string): "source" | "target" | null {
  if (state === "paused, arriving" || state === "moved, arriving") return null;
  return /^(moved|removed)/.test(state) ? "target" : "source";
}

async function isCancelled({ store }: TestService, id: string): Promise<boolean> {
  const found = await store.accounts.find(acme);
  if (found === null) return false;
  const order = { bookingId: id as BookingId, clientId: "c", requestId: id, idempotencyKey: id };
  try {
    return !isRefused(await cancelBooking(store.account(found.id), order, Date.now()));
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return false;
    throw error;
  }
}

async function exportOf({ store }: TestService): Promise<string> {
  const { id } = (await store.accounts.find(acme))!;
  const rows: string[] = [];
  for await (const portion of store.account(id).exportRows()) {
    rows.push(...portion.map((row) => JSON.stringify(row)));
  }
  return rows.toSorted().join("\n");
}

/** Every acknowledged cancel is there once, and no other. */
function checkCancels({ acknowledged }: Cells, { databaseUrl }: TestService): void {
  const events = query(
    databaseUrl,
    "select booking_id from booking_event where kind = 'cancelled'",
  );
  assert.deepEqual(
    events.map((event) => String(event["booking_id"])).toSorted(),
    acknowledged.toSorted(),
  );
  assert.deepEqual(breaches(databaseUrl), []);
}
