import { everyBookingOfContact } from "../../src/store/bookings/contact-bookings.ts";
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import type { BookingId } from "../../src/domain/booking.ts";
import { openStore } from "../../src/store/store.ts";
import { cancelBooking } from "../../src/usecases/cancel-booking.ts";
import { engine } from "../harness/test-database.ts";
import { generatedFile } from "./generated.ts";
import { imported, now, startImporting, uuidOf, type Importing } from "./importing.ts";
import { booking, catalogue } from "./lines.ts";

/** Imports a generated file in a process of its own, which the test may kill while it writes. */
async function importElsewhere(
  importing: Importing,
  bookings: number,
  killed: "writing" | "never",
): Promise<{ signal: string | null; rssMebibytes: number }> {
  const child = spawn(
    process.execPath,
    [
      // So little that a file which is held in memory does not fit, and garbage does not pile up.
      "--max-old-space-size=64",
      "--max-semi-space-size=4",
      fileURLToPath(import.meta.resolve("./import-generated.ts")),
      importing.databaseUrl,
      `${bookings}`,
      killed,
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  let text = "";
  child.stdout.on("data", (piece: Buffer) => {
    text += piece.toString();
  });
  const [, signal] = (await once(child, "close")) as [number | null, string | null];
  return { signal, rssMebibytes: Number(text) };
}

describe("an import in one transaction that ends in the middle of writing", () => {
  test("leaves nothing when the process is killed, and can be done again", async () => {
    await using importing = await startImporting();
    const before = importing.contents();
    const { signal } = await importElsewhere(importing, 490, "writing");
    assert.equal(signal, "SIGKILL");
    assert.deepEqual(importing.contents(), before);
    if (engine === "sqlite") {
      assert.deepEqual(importing.query("pragma integrity_check"), [{ integrity_check: "ok" }]);
    }
    const { created } = await imported(importing, generatedFile(490));
    assert.equal(created.booking, 490);
  });

  test("leaves nothing when something throws", async () => {
    await using importing = await startImporting();
    const before = importing.contents();
    let wrote = false;
    const file = importing.import(generatedFile(490), {
      onProgress: ({ step, done }) => {
        if (step !== "writing" || done < 1_000) return;
        wrote = true;
        throw new Error("broken");
      },
    });
    await assert.rejects(file, /broken/);
    assert.ok(wrote);
    assert.deepEqual(importing.contents(), before);
  });

  test("leaves nothing when the file cannot be read to its end", async () => {
    await using importing = await startImporting();
    async function* breaking(): AsyncGenerator<Buffer> {
      yield* generatedFile(10);
      throw new Error("cable pulled");
    }
    await assert.rejects(importing.import(breaking()), /cable pulled/);
    assert.deepEqual(importing.contents().flat(), []);
  });
});

describe("a large file", () => {
  test("is imported without holding it in memory", async () => {
    const used: number[] = [];
    for (const bookings of [10_000, 60_000]) {
      await using importing = await startImporting();
      const { rssMebibytes } = await importElsewhere(importing, bookings, "never");
      assert.deepEqual(importing.query("select count(*) as total from booking"), [
        { total: bookings },
      ]);
      used.push(rssMebibytes);
    }
    const [some, many] = used as [number, number];
    // What is held is garbage, the caches of the spool and of SQLite, and there the old pages of one portion's rows. All
    // have limits: twice as many bookings again added 23 MiB on SQLite.
    const most = engine === "sqlite" ? 110 : 50;
    assert.ok(many < some + most, `${used.join(", ")} MiB`);
  });

  test("tells how far it is, up to its end", async () => {
    await using importing = await startImporting();
    const told: [string, number][] = [];
    let bytes = 0;
    for await (const piece of generatedFile(490)) bytes += piece.length;
    await imported(importing, generatedFile(490), {
      onProgress: (progress) => {
        told.push([progress.step, progress.done]);
        if (progress.step === "writing") assert.equal(progress.total, 1_470);
      },
    });
    assert.deepEqual(
      told.findLast(([step]) => step === "reading"),
      ["reading", bytes],
    );
    assert.deepEqual(told.at(-1), ["writing", 1_470]);
    const written = told.flatMap(([step, done]) => (step === "writing" ? [done] : []));
    assert.ok(written.length > 3, written.join());
    assert.deepEqual(
      written,
      written.toSorted((one, other) => one - other),
    );
  });

  test("lets the process serve others while it is imported", async () => {
    await using importing = await startImporting();
    const account = importing.store.account(importing.accountIds[0]);
    const done = new AbortController();
    let reads = 0;
    const reading = (async () => {
      while (!done.signal.aborted) {
        await account.findContactBookings({
          ...everyBookingOfContact,
          externalId: "CUST-0",
          limit: 10,
          offset: 0,
        });
        await new Promise((resume) => setImmediate(resume));
        reads += 1;
      }
    })();
    let readsBeforeWriting = 0;
    await imported(importing, generatedFile(8_000), {
      onProgress: ({ step }) => {
        if (step === "reading") readsBeforeWriting = reads;
      },
    });
    done.abort();
    await reading;
    assert.ok(
      reads > readsBeforeWriting + 5,
      `${reads} reads, ${readsBeforeWriting} before writing`,
    );
  });

  test("keeps a cancel in a slot that it fills waiting for a moment only", async (t) => {
    if (engine === "sqlite") return t.skip("there all writers wait for each other");
    await using importing = await startImporting();
    const [accountId] = importing.accountIds;
    await imported(importing, [...catalogue, booking("a")]);
    const elsewhere = openStore(importing.databaseUrl);
    const writtenWhenCancelled: number[] = [];
    let written = 0;
    const cancel = async () => {
      const answer = await cancelBooking(elsewhere.account(accountId), orderOf("a"), now);
      writtenWhenCancelled.push(written);
      return answer;
    };
    const cancelling: ReturnType<typeof cancel>[] = [];
    try {
      await imported(importing, generatedFile(8_000), {
        onProgress: ({ step, done }) => {
          if (step === "reading") return;
          written = done;
          if (cancelling.length === 0) cancelling.push(cancel());
        },
      });
      assert.deepEqual(await Promise.all(cancelling), [{ changed: true }]);
    } finally {
      await elsewhere.close();
    }
    assert.ok(
      Number(writtenWhenCancelled[0]) < written,
      `${writtenWhenCancelled.join()} of ${written}`,
    );
    assert.deepEqual(
      (await importing.store.account(accountId).checkInvariants(now)).violations,
      [],
    );
  });

  test("lets a cancel over another connection wait, and not fail", async () => {
    await using importing = await startImporting();
    await imported(importing, [...catalogue, booking("a")]);
    const elsewhere = openStore(importing.databaseUrl);
    let cancelled: ReturnType<typeof cancelBooking> | null = null;
    try {
      await imported(importing, generatedFile(8_000), {
        onProgress: ({ step }) => {
          if (step === "reading") return;
          cancelled ??= cancelBooking(
            elsewhere.account(importing.accountIds[0]),
            orderOf("a"),
            now,
          );
        },
      });
      assert.deepEqual(await (cancelled as Promise<unknown> | null), { changed: true });
    } finally {
      await elsewhere.close();
    }
    const events = importing.query(
      `select kind from booking_event where booking_id = '${uuidOf("a")}' order by number`,
    );
    assert.deepEqual(
      events.map((event) => event["kind"]),
      ["imported", "cancelled"],
    );
  });
});

function orderOf(name: string) {
  return {
    bookingId: uuidOf(name) as BookingId,
    clientId: "test",
    requestId: "test",
    idempotencyKey: null,
  };
}
