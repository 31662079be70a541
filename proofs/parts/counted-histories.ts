import { query } from "../../test/harness/query.ts";

/** What a run of the actors must have in its histories, by the figure's name: an event, and a word of its details. */
const looked = {
  promotions: ["promoted", '"automatic":true'],
  offers: ["offered", ""],
  accepts: ["promoted", '"accepted":true'],
  "offer ends": ["offer-ended", ""],
  "late bookings": ["booked", '"late":true'],
  "bookings of holds": ["booked", '"hold":'],
  reminders: ["reminder-due", ""],
  "changed attendees": ["attendee-changed", ""],
  "changed contacts": ["contact-changed", ""],
  "changed data": ["data-changed", ""],
} as const satisfies Readonly<Record<string, readonly [kind: string, detail: string]>>;

export const countedInHistories = [...Object.keys(looked), "reminders of another start"] as const;

/** How often each is there. */
export function countHistories(databaseUrl: string): Readonly<Record<string, number>> {
  const sums = Object.values(looked).map(
    ([kind, detail], index) =>
      `sum(case when kind = '${kind}' and coalesce(details, '') like '%${detail}%' then 1 else 0 end) as n${index}`,
  );
  const [row] = query(databaseUrl, `select ${sums.join(", ")} from booking_event`);
  const [again] = query(
    databaseUrl,
    `select count(*) as n from (
       select booking_id from booking_event where kind = 'reminder-due'
       group by booking_id having count(*) > 1
     ) as several`,
  );
  return {
    ...Object.fromEntries(
      Object.keys(looked).map((name, index) => [name, Number(row?.[`n${index}`] ?? 0)]),
    ),
    "reminders of another start": Number(again?.["n"]),
  };
}
