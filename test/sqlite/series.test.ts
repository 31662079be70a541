import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, test } from "node:test";
import { sql, type Kysely } from "kysely";
import { SqliteConnection } from "../../src/store/sqlite/connection.ts";
import { openSqliteDatabase } from "../../src/store/sqlite/database.ts";
import { prepareKysely, Turns } from "../../src/store/sqlite/dialect.ts";
import { prepareSeries, prepareTransactions } from "../../src/store/sqlite/transaction.ts";
import type { Tables } from "../../src/store/tables.ts";
import { eventLoopHoldMs } from "../../src/store/import/import-target.ts";
import { rowsPerBooking } from "../../src/store/import/write-portions.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { until } from "../harness/until.ts";
import { imported, now, startImporting } from "../import/importing.ts";
import { activity, booking, group, interaction, slot, ticketType } from "../import/lines.ts";

/** A connection for writing, as an engine opens one. */
class Writer implements AsyncDisposable {
  readonly connection: SqliteConnection;
  readonly turns: Turns;
  readonly writes: Kysely<Tables>;

  constructor(path: string) {
    this.connection = new SqliteConnection(openSqliteDatabase(path, false), () => {}, path);
    this.connection.neverBlock();
    this.turns = new Turns(this.connection);
    this.writes = prepareKysely(this.turns);
  }

  note = (name: string): Promise<unknown> =>
    prepareTransactions(this.turns).write((transaction) => insert(transaction, name));

  async [Symbol.asyncDispose](): Promise<void> {
    await this.writes.destroy();
  }
}

const insert = (transaction: Kysely<Tables>, name: string): Promise<unknown> =>
  sql`insert into note values (${name})`.execute(transaction);

/** Without a pace, a series pauses for somebody who waits, and for nobody else. */
async function prepare(paceMs = Infinity) {
  const folder = temporaryFolder();
  const path = join(folder.path, "series.db");
  const [one, other] = [new Writer(path), new Writer(path)];
  await sql`create table note (name text unique)`.execute(one.writes);
  const committed = async () => {
    const { rows } = await sql<{ name: string }>`select name from note order by rowid`.execute(
      other.writes,
    );
    return rows.map(({ name }) => name).join(" ");
  };
  return {
    one,
    other,
    committed,
    series: prepareSeries(one.turns, prepareTransactions(one.turns).write, paceMs),
    [Symbol.asyncDispose]: async () => {
      await one[Symbol.asyncDispose]();
      await other[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

/** The bytes that this process has written so far, into whatever files. */
function writtenBytes(): number {
  return Number(/^wchar: (\d+)$/m.exec(readFileSync("/proc/self/io", "utf8"))?.[1]);
}

describe("B397 the transactions of a series", () => {
  test("are committed one by one", async () => {
    await using prepared = await prepare();
    const { series, committed } = prepared;
    await series(async (write) => {
      await write((transaction) => insert(transaction, "a"));
      assert.equal(await committed(), "a");
      await write((transaction) => insert(transaction, "b"));
    });
    assert.equal(await committed(), "a b");
  });

  test(
    "write a page that changes once, to the log",
    { skip: !existsSync("/proc/self/io") && "the system counts no bytes" },
    async () => {
      await using prepared = await prepare();
      const { one, series } = prepared;
      const pages = 500;
      await sql`create table leaf (text text)`.execute(one.writes);
      await sql`
        with recursive numbers (number) as (
          select 1
          union all
          select number + 1 from numbers where number < ${pages}
        )
        insert into leaf
        select printf('%3900d', number) from numbers`.execute(one.writes);
      const before = writtenBytes();
      await series((write) =>
        write(async (transaction) => {
          for (let row = 1; row <= pages; row += 1) {
            await sql`
              update leaf
              set text = printf('%3900d', 0)
              where rowid = ${row}`.execute(transaction);
          }
        }),
      );
      const written = (writtenBytes() - before) / 4_096;
      assert.ok(written > pages && written < 1.5 * pages, String(written));
    },
  );

  test("keep more pages in memory until the series has ended", async () => {
    await using prepared = await prepare();
    const { one, series } = prepared;
    const kept = async (database: Kysely<Tables>) => {
      const { rows: pages } = await sql<{ cache_size: number }>`pragma cache_size`.execute(
        database,
      );
      return pages[0]?.cache_size;
    };
    const [usual, more] = [-2_000, -32_768];
    await series((write) =>
      write(async (transaction) => assert.equal(await kept(transaction), more)),
    );
    assert.equal(await kept(one.writes), usual);
    const broken = series(() => Promise.reject(new Error("broken")));
    await assert.rejects(broken, /broken/);
    assert.equal(await kept(one.writes), usual);
  });

  test("give way at their pace to a writer of whom they do not know", async () => {
    await using prepared = await prepare(0);
    const { one, series } = prepared;
    await series(async (write) => {
      let isFree = false;
      const writing = write((transaction) => insert(transaction, "a")).then(() => isFree);
      await until(() => prepared.committed().then((names) => names === "a"));
      await one.note("b");
      isFree = true;
      assert.ok(await writing);
    });
  });

  for (const [who, waiter] of [
    ["another process", "other"],
    ["the same process", "one"],
  ] as const) {
    test(`let a writer of ${who} in who waits`, async () => {
      await using prepared = await prepare();
      const { series, committed } = prepared;
      await series(async (write) => {
        const noted = { yes: false };
        await write(async (transaction) => {
          await insert(transaction, "a");
          void prepared[waiter].note("waited").then(() => (noted.yes = true));
          await nextTurn();
        });
        for (let turn = 0; !noted.yes; turn += 1) {
          await write((transaction) => insert(transaction, `b${turn}`));
          await nextTurn();
        }
        assert.match(await committed(), /^a .*waited/);
      });
    });
  }

  test("know whether somebody waits, or waited for the last of them", async () => {
    await using prepared = await prepare();
    const { one, series } = prepared;
    await series(async (write, isAwaited) => {
      const seen: unknown[] = [];
      const waiting: Promise<unknown>[] = [];
      await write(async (transaction) => {
        await insert(transaction, "a");
        seen.push(isAwaited?.());
        waiting.push(one.note("waited"));
        await nextTurn();
        seen.push(isAwaited?.());
      });
      seen.push(isAwaited?.());
      await Promise.all(waiting);
      await write((transaction) => insert(transaction, "b"));
      assert.deepEqual([...seen, isAwaited?.()], [false, true, true, false]);
    });
  });

  test("fail one by one", async () => {
    await using prepared = await prepare();
    const { series, committed } = prepared;
    await series(async (write) => {
      await write((transaction) => insert(transaction, "a"));
      const failing = write(async (transaction) => {
        await insert(transaction, "b");
        throw new Error("bad by now");
      });
      await assert.rejects(failing, /bad by now/);
      await write((transaction) => insert(transaction, "c"));
    });
    assert.equal(await committed(), "a c");
  });

  test("stay where the task breaks off, but for the one in which it does", async () => {
    await using prepared = await prepare();
    const { one, series, committed } = prepared;
    const broken = series(async (write) => {
      await write((transaction) => insert(transaction, "a"));
      await write(async (transaction) => {
        await insert(transaction, "b");
        throw new Error("broken off");
      });
    });
    await assert.rejects(broken, /broken off/);
    assert.equal(await committed(), "a");
    await one.note("c");
    assert.equal(await committed(), "a c");
  });

  test("leave the connection to others when a commit fails", async () => {
    await using prepared = await prepare();
    const { one, series, committed } = prepared;
    await sql`create table reply (
      name text references note (name) deferrable initially deferred
    )`.execute(one.writes);
    const failing = series(async (write) => {
      await write((transaction) => sql`insert into reply values ('a')`.execute(transaction));
    });
    await assert.rejects(failing, /FOREIGN KEY constraint failed/);
    await one.note("b");
    await prepared.other.note("c");
    assert.equal(await committed(), "b c");
  });
});

test("a long portion of an import is broken off for a writer who waits, and its lines come again", async () => {
  await using importing = await startImporting();
  const file = [group(), interaction(), activity(), ticketType()];
  const bookings = Array.from({ length: 5_500 }, (_, index) =>
    booking(`b-${index}`, { slot_starting_at: instant(index) }),
  );
  const slots = bookings.map((_, index) => slot({ starting_at: instant(index), capacity: 1 }));
  const count = () =>
    Number(importing.query("select count(*) as total from booking")[0]?.["total"]);
  const { store, accountIds } = importing;
  const during: { portions: number; done: number; seen: Promise<number> | null } = {
    portions: 0,
    done: 0,
    seen: null,
  };
  const audit = {
    now,
    // The import reads it in each transaction. The third portion has twice the lines of the second.
    get actor() {
      if (during.portions === 2) {
        const other = { actor: "other", now };
        during.seen ??= store.accounts.addHost(other, accountIds[0], "waits.example").then(count);
        // On a fast machine the portion would be written before it looks for one who waits.
        blockFor(2 * eventLoopHoldMs);
      }
      return "test";
    },
  };
  const { created } = await imported(importing, [...file, ...slots, ...bookings], {
    audit,
    onProgress: (progress) => {
      if (progress.step !== "writing") return;
      during.portions += 1;
      if (during.seen === null) during.done = progress.done / rowsPerBooking;
    },
  });
  assert.equal(await during.seen, during.done);
  assert.deepEqual(created, { ...created, slot: 5_500, booking: 5_500 });
});

function blockFor(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

function instant(index: number): string {
  return new Date(Date.parse("2030-05-01T08:00:00Z") + index * 60_000).toISOString();
}
