import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isRefused } from "../../src/domain/refusal.ts";
import type { Engine } from "../../src/store/engine.ts";
import { moveAccount, type AccountMoveOrder } from "../../src/store/move/move-account.ts";
import { openSqlite } from "../../src/store/sqlite/open.ts";
import { execute, query } from "../harness/query.ts";
import { acmeWith, booking } from "../harness/seed.ts";
import { acme, audit, startTestService } from "../harness/service.ts";

/** What two runs of the move, or a pause that ends early, do to each other; the same code on each engine. */
describe("B362 a run of booking account move", () => {
  test("that was held up does not go on once another run has", async () => {
    await using cells = await openCells();
    const heldUp: Engine = {
      ...cells.source,
      snapshot: async () => {
        assert.equal(isRefused(await moveAccount(cells.source, cells.target, order())), false);
        return cells.source.snapshot();
      },
    };
    const answer = await moveAccount(heldUp, cells.target, order());
    assert.deepEqual(answer, { refused: { why: "taken-over" } });
    const states = query(cells.targetUrl, "select state from account_move");
    assert.deepEqual(
      states.map(({ state }) => state),
      ["arrived"],
    );
  });

  test("does not switch where the pause has ended, and pauses again", async () => {
    await using cells = await openCells();
    const { triggers } = cells.source;
    let holds = 0;
    const late: Engine = {
      ...cells.source,
      triggers: {
        ...triggers,
        hold: async (transaction, accountId) => {
          holds += 1;
          // The second one ends the source, in the first pause.
          return (await triggers.hold(transaction, accountId)) + (holds === 2 ? 10_000 : 0);
        },
      },
    };
    assert.equal(isRefused(await moveAccount(late, cells.target, order())), false);
    assert.equal(holds, 4);
  });

  test("ends where every round of it sees many changes, as long as a round is short", async () => {
    await using cells = await openCells(300);
    const { triggers } = cells.source;
    let isPaused = false;
    const changing: Engine = {
      ...cells.source,
      snapshot: () => {
        if (!isPaused) execute(cells.sourceUrl, "update booking set id = id");
        return cells.source.snapshot();
      },
      triggers: {
        ...triggers,
        hold: (transaction, accountId) => {
          isPaused = true;
          return triggers.hold(transaction, accountId);
        },
      },
    };
    assert.equal(isRefused(await moveAccount(changing, cells.target, order())), false);
  });
});

function order(): AccountMoveOrder {
  return { account: acme, step: "move", audit: audit(), onProgress: () => {} };
}

async function openCells(bookings = 1) {
  await using opened = new AsyncDisposableStack();
  const lines = Array.from({ length: bookings }, () => booking("ann"));
  const [from, to] = [await startTestService([acmeWith(lines)]), await startTestService([])];
  for (const each of [from, to]) opened.use(each);
  const open = (url: string) => {
    const engine = openSqlite(url.slice("sqlite:".length), () => {});
    opened.defer(() => engine.close());
    return engine;
  };
  const cells = {
    source: open(from.databaseUrl),
    target: open(to.databaseUrl),
    sourceUrl: from.databaseUrl,
    targetUrl: to.databaseUrl,
  };
  const all = opened.move();
  return { ...cells, [Symbol.asyncDispose]: () => all.disposeAsync() };
}
