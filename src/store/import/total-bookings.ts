import type { DataLine } from "../../domain/data-file/data-line.ts";
import { liveTicketCount } from "../../domain/import/decide-booking-line.ts";
import type { BookingTotals, MonthTotals } from "../../domain/import/import-report.ts";
import type { ImportTarget } from "./import-target.ts";
import type { Spool } from "./spool.ts";

const zero = { confirmed: 0, waiting: 0, cancelled: 0, tickets: 0, checked_in: 0 };
type Totals = { -readonly [Name in keyof typeof zero]: number };

/** Counts the bookings of a file's good lines by the month of their slots. */
export async function totalBookings(
  { pause }: Pick<ImportTarget, "pause">,
  spool: Spool,
  monthOf: (interaction: string, at: number) => string,
): Promise<BookingTotals> {
  const months = new Map<string, Totals>();
  for (const lines of spool.slotLines()) {
    for (const { content } of lines) {
      if (content.kind !== "booking") continue;
      const month = monthOf(content.interaction, content.slot_starting_at);
      const totals = months.get(month) ?? { ...zero };
      months.set(month, totals);
      addTo(totals, content);
    }
    await pause();
  }
  const rows = Array.from(months, ([month, totals]): MonthTotals => ({ month, ...totals }));
  const total = { ...zero };
  for (const row of rows) for (const name of names) total[name] += row[name];
  const [counted] = [
    ...spool.select<[contacts: number, slots: number]>(`
    select count(distinct content ->> 'external_id'), count(distinct place)
    from line
    where name like 'booking%' and content is not null`),
  ];
  const [contacts = 0, slots = 0] = counted ?? [];
  return {
    contacts,
    slots,
    rows: rows.toSorted((one, other) => (one.month < other.month ? -1 : 1)),
    total,
  };
}

const names = Object.keys(zero) as (keyof typeof zero)[];

function addTo(
  totals: Totals,
  { booking_status: status, tickets }: DataLine & { kind: "booking" },
) {
  if (status !== "CONFIRMED") {
    totals[status === "WAITLIST" ? "waiting" : "cancelled"] += 1;
    return;
  }
  totals.confirmed += 1;
  totals.tickets += liveTicketCount(tickets);
  totals.checked_in += tickets.filter(
    ({ cancelled_at, attendee }) => cancelled_at === null && attendee.checked_in_at !== null,
  ).length;
}
