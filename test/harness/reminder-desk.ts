import assert from "node:assert/strict";
import { formatInstant } from "../../src/domain/instant.ts";
import { isRefused } from "../../src/domain/refusal.ts";
import type { Store } from "../../src/store/store.ts";
import { importDataFile } from "../../src/usecases/operator/import-data-file.ts";
import { openBookingHouse, slotLine, slotStart } from "./booking-house.ts";
import { operate } from "./operate.ts";
import { catalogue } from "./seed.ts";
import { acme } from "./service.ts";
import { randomUUID } from "node:crypto";

type Telling = Parameters<Store["tellReminders"]>[0];

const place = { interaction: "pk_summer", activity: "tasting" };

/** What operators do at moments of their choice, in a campaign that reminds of its bookings an hour before by default. */
export async function openReminderDesk({
  minutes = [60],
  capacity = 8,
  lines = [],
}: {
  readonly minutes?: readonly number[] | null;
  readonly capacity?: number;
  readonly lines?: readonly object[];
} = {}) {
  const house = await openBookingHouse([...lines, slotLine({ capacity })]);
  const campaign = catalogue.find(
    (line) => "public_key" in line && line.public_key === "pk_summer",
  );
  await house.save({ ...campaign, reminder_minutes: minutes });
  const { store } = house.service;
  const act = async (now: number, operation: string, values: object): Promise<any> => {
    const audit = { actor: "test", now };
    const answer = await operate(store, operation, { ...acme, ...values }, { audit });
    if (isRefused<{ why: string }>(answer)) assert.fail(answer.refused.why);
    return answer;
  };
  const show = (booking: string) => act(slotStart, "showBooking", { booking });
  const importAt = async (now: number, line: object) => {
    const text = Buffer.from(`${JSON.stringify(line)}\n`);
    const answer = await importDataFile(house.door, [text], { audit: { actor: "test", now } });
    if ("errors" in answer) assert.fail(JSON.stringify(answer.errors));
  };
  return {
    house,
    place,
    act,
    show,
    importAt,
    /** Does what a process does once a second; returns how many it told. */
    tell: (now: number, telling: Partial<Telling> = {}): Promise<number> =>
      store.tellReminders({
        now: () => now,
        pause: async () => {},
        stopping: { aborted: false },
        ...telling,
      }),
    async book(now: number, who: string, { startingAt = slotStart, ...fields } = {}) {
      const order = {
        ...place,
        ...fields,
        slot_starting_at: formatInstant(startingAt),
        external_id: who,
        ticket_type: "standard",
      };
      return (await act(now, "book", order)).booking as string;
    },
    /** Makes bookings in the default slot, whose capacity has to allow it. */
    async bookMany(now: number, count: number): Promise<string[]> {
      const ids = Array.from({ length: count }, () => randomUUID());
      const lineOf = (id: string) => bookingLine(id, now, id);
      const text = ids.map((id) => `${JSON.stringify(lineOf(id))}\n`).join("");
      const answer = await importDataFile(house.door, [Buffer.from(text)], {
        audit: { actor: "test", now },
      });
      if ("errors" in answer) assert.fail(JSON.stringify(answer.errors));
      return ids;
    },
    async importBooking(now: number, who: string): Promise<string> {
      const id = randomUUID();
      await importAt(now, bookingLine(id, now - 86_400_000, who));
      return id;
    },
    move: (now: number, booking: string, startingAt: number) =>
      act(now, "moveBooking", { booking, slot_starting_at: formatInstant(startingAt) }),
    setMinutes: (now: number, reminders: readonly number[] | null) =>
      importAt(now, { ...campaign, reminder_minutes: reminders }),
    /** The minutes of which its history tells, in their order. */
    async reminders(booking: string): Promise<number[]> {
      const { history } = await show(booking);
      return history
        .filter(({ event }: { event: string }) => event === "reminder-due")
        .map(({ details }: { details: { minutes_before: number } }) => details.minutes_before);
    },
    async exported(booking: string): Promise<object> {
      const [found] = await house.door.findBookings({ id: booking as never, limit: 1 });
      const { line } = found ?? assert.fail();
      return { ...line };
    },
    async assertLawful(now: number) {
      const { violations } = await house.door.checkInvariants(now);
      assert.deepEqual(violations, []);
    },
    [Symbol.asyncDispose]: () => house[Symbol.asyncDispose](),
  };
}

function bookingLine(booking: string, bookedAt: number, who: string): object {
  return {
    kind: "booking",
    booking,
    external_id: who,
    ...place,
    slot_starting_at: formatInstant(slotStart),
    ticket_type: "standard",
    booking_status: "CONFIRMED",
    booked_at: formatInstant(bookedAt),
  };
}
