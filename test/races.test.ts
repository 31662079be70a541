import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { proveBriefly } from "../proofs/running/prove-briefly.ts";
import { once } from "../proofs/programs/once.ts";
import { races } from "../proofs/programs/races.ts";
import { takenSeats } from "./harness/database.ts";
import { holdWrites } from "./harness/hold-writes.ts";
import { importLines, startTestService } from "./harness/service.ts";
import { acmeWith, booking, cancelPath, catalogue, fetchPath, withSlots } from "./harness/seed.ts";
import { until } from "./harness/until.ts";

describe("racing cancels", () => {
  test("R83 P5 of 20 parallel cancels one gets 200 and nineteen get 400", async () => {
    const lines = Array.from({ length: 20 }, () => booking("racer"));
    await using service = await startTestService([acmeWith(lines)]);
    const token = await service.token();
    for (const line of lines) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () =>
          service.call({
            method: "POST",
            path: cancelPath,
            token,
            body: { booking: line.booking },
          }),
        ),
      );
      assert.deepEqual(countStatuses(answers), { 200: 1, 400: 19 });
    }
  });

  test("R83 P5 P29 so over several processes, against check-ins and promotions as well", async () => {
    const { figures } = await proveBriefly(races, 60);
    // In each third race a contact is erased.
    assert.equal(figures["races"], 40);
    assert.equal(figures["erasures"], 20);
  });

  test("P32 a booking whose answer is lost is made once, also when its server is killed", async () => {
    const { figures } = await proveBriefly(once, 24);
    assert.equal(figures["bookings"], 24);
  });

  test("A41 P6 a seat is freed once, by the winning cancel", async () => {
    const limited = booking("seats", { tickets: [{}, {}, {}] });
    const open = booking("seats", { ticket_type: "open" });
    const waiting = booking("seats", { booking_status: "WAITLIST" });
    await using service = await startTestService([acmeWith([limited, open, waiting])]);
    const token = await service.token();
    const taken = () => takenSeats(service.databaseUrl);
    assert.equal(taken(), 3);
    for (const line of [open, waiting, limited]) {
      await Promise.all(
        Array.from({ length: 8 }, () =>
          service.call({
            method: "POST",
            path: cancelPath,
            token,
            body: { booking: line.booking },
          }),
        ),
      );
      assert.equal(taken(), line === limited ? 0 : 3);
    }
  });

  test("A24 P20 when another process keeps the database locked, all are answered soon, and it heals", async () => {
    const lines = Array.from({ length: 4 }, () => booking("locked"));
    await using service = await startTestService([acmeWith(lines)]);
    const token = await service.token();
    const cancelAll = () =>
      Promise.all(
        lines.map((line) =>
          service.call({
            method: "POST",
            path: cancelPath,
            token,
            body: { booking: line.booking },
          }),
        ),
      );
    const other = await holdWrites(service.databaseUrl);
    const refused = await cancelAll();
    assert.deepEqual(countStatuses(refused), { 503: 4 });
    for (const answer of refused) {
      assert.equal(answer.json.code, 14);
      assert.equal(answer.headers["retry-after"], "1");
    }
    // Lists go on beside the lock. One that a busy machine answers 503 is asked again, as callers do.
    const list = await until(async () => {
      const answer = await service.call({ path: `${fetchPath}?external_id=locked`, token });
      return answer.status === 503 ? null : answer;
    });
    assert.equal(list.json.total_count, 4);
    await other[Symbol.asyncDispose]();
    assert.deepEqual(countStatuses(await cancelAll()), { 200: 4 });
  });

  test("cancels are answered while a file is imported", async () => {
    const lines = Array.from({ length: 30 }, () => booking("busy"));
    await using service = await startTestService([acmeWith(lines)]);
    const token = await service.token();
    const { id } = (await service.store.accounts.find(acmeWith([]).name)) ?? assert.fail();
    const more = Array.from({ length: 5_000 }, (_, index) => booking(`more-${index}`));
    const importing = importLines(service.store, id, [...catalogue, ...withSlots(more)]);
    const statuses = [];
    for (const line of lines) {
      const answer = await service.call({
        method: "POST",
        path: cancelPath,
        token,
        body: { booking: line.booking },
      });
      statuses.push(answer.status);
    }
    await importing;
    assert.deepEqual(new Set(statuses), new Set([200]));
  });
});

function countStatuses(answers: readonly { readonly status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
