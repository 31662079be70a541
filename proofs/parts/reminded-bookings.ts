import { setTimeout as sleep } from "node:timers/promises";
import { formatInstant } from "../../src/domain/instant.ts";
import { query } from "../../test/harness/query.ts";
import { booking, type BookingLine } from "../../test/harness/seed.ts";
import { importLines, type TestService } from "../../test/harness/service.ts";

const publicKey = "pk_reminded";
/** The least that a campaign may say. */
const reminderMinutes = 5;
/** The bookings are there before their moment, also on a slow machine. */
const beforeMomentMs = 4_000;
const msOfEach = 5;

/** Makes bookings of one slot, which are reminded of in seconds. */
export async function makeReminded(
  { store }: TestService,
  accountId: Parameters<typeof importLines>[1],
  count: number,
): Promise<readonly BookingLine[]> {
  const moment = Date.now() + beforeMomentMs + count * msOfEach;
  const start = formatInstant(Math.ceil(moment / 1_000) * 1_000 + reminderMinutes * 60_000);
  const place = { interaction: publicKey, activity: "tasting" };
  const bookings = Array.from({ length: count }, (_, index) =>
    booking(`reminded-${index}`, { ...place, slot_starting_at: start }),
  );
  const names = { group: "acme-fr", timezone: "Europe/Paris", languages: ["en"] };
  await importLines(store, accountId, [
    {
      kind: "interaction",
      public_key: publicKey,
      ...names,
      default_language: "en",
      reminder_minutes: [reminderMinutes],
    },
    { kind: "activity", interaction: publicKey, id: "tasting", title: { en: "Tasting" } },
    {
      kind: "ticket_type",
      ...place,
      id: "standard",
      display_name: "Standard",
      has_limited_capacity: true,
    },
    { kind: "slot", ...place, starting_at: start, capacity: count },
    ...bookings,
  ]);
  return bookings;
}

/** How many bookings were reminded of, and how often. */
export function countReminded({ databaseUrl }: Pick<TestService, "databaseUrl">): {
  readonly bookings: number;
  readonly reminders: number;
} {
  const [row] = query(
    databaseUrl,
    `select count(*) as reminders, count(distinct booking_id) as bookings
     from booking_event where kind = 'reminder-due'`,
  );
  return { bookings: Number(row?.["bookings"]), reminders: Number(row?.["reminders"]) };
}

/** Waits until each of so many bookings was reminded of, or the time is over. */
export async function untilReminded(
  service: TestService,
  count: number,
  timeLeft: () => boolean,
): Promise<void> {
  while (countReminded(service).bookings < count && timeLeft()) await sleep(200);
}
