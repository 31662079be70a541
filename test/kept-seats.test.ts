import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import type { BookingId } from "../src/domain/booking.ts";
import { HoldRate } from "../src/operator/api/state/hold-rate.ts";
import { formatInstant } from "../src/domain/instant.ts";
import { slotLine } from "./harness/booking-house.ts";
import { startDeskWithSlots } from "./harness/desk-with-slots.ts";
import { day, hour, minute, openOfferDesk, start, until } from "./harness/offer-desk.ts";
import { acmePath, assertProblem, openDesk } from "./harness/operator-api.ts";

const place = { interaction: "pk_summer", activity: "tasting", ticket_type: "standard" };
const seat = { ...place, slot_starting_at: formatInstant(start) };

/** A desk whose slot has one offered seat. */
async function openOffered(lines: readonly object[] = []) {
  const desk = await openOfferDesk(1, lines);
  const holder = await desk.book(day, "a");
  const first = await desk.book(day + 1, "b");
  const second = await desk.book(day + 2, "c");
  await desk.cancel(day + hour, holder);
  return { desk, first, second };
}

describe("seats that are kept", () => {
  test("an offer follows its booking to another contact, by a merge and by hand", async () => {
    const { desk, first } = await openOffered();
    await using _ = desk;
    const mine = async (external_id: string) => {
      const { items } = await desk.act(day + hour + 9, "listOffers", { external_id });
      return items.map(({ booking }: { booking: string }) => booking);
    };
    assert.deepEqual(await mine("b"), [first]);
    await desk.book(day + hour + 1, "d");
    await desk.act(day + hour + 2, "mergeContact", { from: "b", into: "d" });
    assert.deepEqual([await mine("b"), await mine("d")], [[], [first]]);
    await desk.act(day + hour + 3, "changeBooking", { booking: first, external_id: "e" });
    assert.deepEqual([await mine("d"), await mine("e")], [[], [first]]);
    assert.equal(await desk.look(first), until(day + 2 * hour));
    assert.equal(await desk.accept(day + hour + 10, first), "CONFIRMED");
    await desk.assertLawful();
  });

  test("a closed account keeps none: holds and offers end", async () => {
    const { desk, first } = await openOffered([
      slotLine({ capacity: 2, starting_at: formatInstant(start + hour) }),
    ]);
    await using _ = desk;
    const hold = randomUUID();
    const later = { ...seat, slot_starting_at: formatInstant(start + hour), hold };
    await desk.act(day + hour + 1, "makeHold", later);
    await desk.act(day + hour + 2, "closeAccount", {});
    assert.equal((await desk.act(day + hour + 4, "showHold", { hold })).state, "ended");
    const shown = await desk.act(day + hour + 4, "showBooking", { booking: first });
    assert.equal(shown.offer_ends_at, undefined);
    assert.ok(shown.history.some(({ event }: { event: string }) => event === "offer-ended"));
    const slots = await desk.house.door.findSlots({ publicKey: "pk_summer", limit: 9 });
    assert.equal(slots.find(({ startingAt }) => startingAt === start + hour)?.seats.taken, 0);
  });

  test("a key that makes too many holds in a second is refused, and another key is not", async () => {
    await using ours = await startDeskWithSlots({ RATE_LIMIT_HOLDS_PER_SECOND: "3" });
    const slot_starting_at = await ours.newSlot(500);
    const order = { ...place, slot_starting_at };
    const other = await openDesk(ours.service);
    const hold = (desk: typeof other, id = randomUUID()) =>
      desk.ask("PUT", `${acmePath}/holds/${id}`, order);
    // Whatever the second, of so many at once more than three fall into one.
    const answers = await Promise.all(Array.from({ length: 40 }, () => hold(ours.desk)));
    const refused = answers.filter(({ status }) => status !== 201);
    assert.ok(refused.length > 0);
    for (const answer of refused) assertProblem(answer, 429, "too-many-holds");
    assert.equal((await hold(other)).status, 201);
    const listed = await ours.desk.ask("GET", `${acmePath}/holds?limit=100`);
    assert.equal(listed.json.items.length, 41 - refused.length);
    await ours.assertLawful();
  });

  test("a key's holds are counted by the second, and 0 counts none", () => {
    const rate = new HoldRate(2);
    const refused = (name: string, now: number, of = rate) => of.refuse({ name }, now)?.why;
    assert.equal(refused("a", 1_000), undefined);
    assert.equal(refused("a", 1_500), undefined);
    assert.equal(refused("a", 1_999), "too-many-holds");
    assert.equal(refused("b", 1_999), undefined);
    assert.equal(refused("a", 2_000), undefined);
    const off = new HoldRate(0);
    for (let made = 0; made < 1_000; made += 1) assert.equal(refused("a", 1, off), undefined);
  });

  test("PUT of a hold answers the same again, and says what else it is", async () => {
    await using ours = await startDeskWithSlots();
    const slot_starting_at = await ours.newSlot(9);
    const order = { ...place, slot_starting_at, external_id: "ada", seconds: 600 };
    const id = randomUUID();
    const put = (body: object, hold = id) =>
      ours.desk.ask("PUT", `${acmePath}/holds/${hold}`, body);
    const made = await put(order);
    const rows: readonly (readonly [object, number, string?])[] = [
      [order, 200],
      [{ ...order, tickets: 1 }, 200],
      [{ ...order, tickets: 2 }, 409, "hold-exists"],
      [{ ...order, seconds: 601 }, 409, "hold-exists"],
      [{ ...order, external_id: "eve" }, 409, "hold-exists"],
      [{ ...place, slot_starting_at, seconds: 600 }, 409, "hold-exists"],
      [{ ...order, ticket_type: "open" }, 409, "hold-exists"],
      [{ ...order, slot_starting_at: await ours.newSlot(9) }, 409, "hold-exists"],
      [{ ...order, activity: "nothing" }, 409, "hold-exists"],
    ];
    assert.equal(made.status, 201);
    for (const [body, status, name] of rows) {
      const answer = await put(body);
      if (name === undefined) assert.deepEqual([answer.status, answer.json], [status, made.json]);
      else assertProblem(answer, status, name);
    }
    const booking = randomUUID();
    const book = () =>
      ours.desk.ask("PUT", `${acmePath}/bookings/${booking}`, {
        ...place,
        slot_starting_at,
        external_id: "ada",
        hold: id,
      });
    assert.equal((await book()).status, 201);
    assert.equal((await book()).status, 200, "the same booking again");
    for (const body of [order, { ...order, tickets: 2 }]) {
      const answer = await put(body);
      assertProblem(answer, 409, "hold-ended");
      assert.match(answer.json.detail, /booked|booking/);
    }
    const other = randomUUID();
    await put(order, other);
    assert.equal((await ours.desk.ask("DELETE", `${acmePath}/holds/${other}`)).status, 204);
    assert.equal((await ours.desk.ask("DELETE", `${acmePath}/holds/${other}`)).status, 204);
    assertProblem(await put(order, other), 409, "hold-ended");
    await ours.assertLawful();
  });

  test("a report counts a late booking as it is", async () => {
    await using desk = await openOfferDesk(3);
    await desk.book(day, "a");
    const late: BookingId = await desk.book(start + minute, "b", { late: true });
    assert.equal(await desk.look(late), "CONFIRMED");
    const order = { interaction: "pk_summer", by: "slot", details: true };
    const { rows } = await desk.act(start + hour, "showReport", order);
    assert.deepEqual(
      rows.map(({ confirmed, tickets, no_shows, taken }: Record<string, unknown>) => [
        confirmed,
        tickets,
        no_shows,
        taken,
      ]),
      [[2, 2, 2, 2]],
    );
  });
});
