import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Client } from "pg";
import type { BookingId } from "../../src/domain/booking.ts";
import { openStore } from "../../src/store/store.ts";
import { cancelBooking } from "../../src/usecases/cancel-booking.ts";
import { until } from "../harness/until.ts";
import { imported, now, startImporting, uuidOf } from "../import/importing.ts";
import { activity, booking, group, interaction, slot, ticketType } from "../import/lines.ts";

const unlimited = ticketType({ has_limited_capacity: false });
const limited = ticketType({ has_limited_capacity: true });
const file = [group(), interaction(), activity(), slot()];

describe("P6 an import that changes whether a ticket type is limited", () => {
  for (const [before, after] of [
    [unlimited, limited],
    [limited, unlimited],
  ] as const) {
    const becomes = after === limited ? "limited" : "unlimited";
    test(`counts the seats as a cancel beside it leaves them, becoming ${becomes}`, async () => {
      await using importing = await startImporting();
      const [accountId] = importing.accountIds;
      await imported(importing, [...file, before, booking("a"), booking("b")]);
      const elsewhere = openStore(importing.databaseUrl, { timeouts: "request" });
      const holder = new Client(importing.databaseUrl);
      await holder.connect();
      // Within its transaction the holder would see its first snapshot only.
      const watcher = new Client(importing.databaseUrl);
      await watcher.connect();
      const waiting = async () => {
        const { rows } = await watcher.query(
          `select pid from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rows.length;
      };
      try {
        await holder.query("begin");
        await holder.query("select from booking where id = $1 for no key update", [uuidOf("a")]);
        const order = {
          bookingId: uuidOf("a") as BookingId,
          clientId: "test",
          requestId: "test",
          idempotencyKey: null,
        };
        const cancelling = cancelBooking(elsewhere.account(accountId), order, now);
        await until(async () => (await waiting()) === 1);
        let importIsDone = false;
        const switching = importing.import([...file, after]).finally(() => (importIsDone = true));
        await until(async () => importIsDone || (await waiting()) === 2);
        await holder.query("commit");
        assert.deepEqual(await cancelling, { changed: true });
        assert.ok(!("errors" in (await switching)));
        assert.deepEqual(
          (await importing.store.account(accountId).checkInvariants()).violations,
          [],
        );
      } finally {
        await holder.end();
        await watcher.end();
        await elsewhere.close();
      }
    });
  }
});
