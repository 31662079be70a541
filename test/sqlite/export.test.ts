import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { describe, test } from "node:test";
import type { BookingId } from "../../src/domain/booking.ts";
import { exportDataFile } from "../../src/usecases/operator/export-data-file.ts";
import { accountIdOf, assertOfOneMoment, storeWith } from "../export/exporting.ts";
import { acmeWith, booking } from "../harness/seed.ts";
import { acme } from "../harness/service.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";

describe("an export of an embedded database", () => {
  test("in memory is of one moment as well", async () => {
    const bookings = Array.from({ length: 450 }, () => booking("many"));
    await using store = await storeWith([acmeWith(bookings)], "sqlite::memory:");
    await assertOfOneMoment(store, bookings.at(-1)?.booking as BookingId);
  });

  test("that is not read to its end lets go of the file", async () => {
    using folder = temporaryFolder();
    const path = `${folder.path}/booking.db`;
    {
      await using store = await storeWith([acmeWith([booking("a")])], `sqlite:${path}`);
      const account = store.account(await accountIdOf(store, acme));
      for await (const _ of exportDataFile(account)) break;
      assert.ok(existsSync(`${path}-wal`));
    }
    // The log is folded in by the last connection that closes.
    assert.ok(!existsSync(`${path}-wal`));
  });
});
