import { t } from "../../language/t.ts";
import type { Booking, Slot } from "../../api/operations.ts";
import { useApiQuery } from "../../api/queries.ts";
import { DataTable } from "../../kit/data-table.tsx";
import { useAccount } from "../../shell/account.ts";
import { seatsOfType } from "../slots/type-seats.ts";
import type { Kept } from "./kept-seats.ts";
import { useKept } from "./use-kept.ts";

/** Of each ticket type: what is taken, what is left, who waits, and its limit; nothing where there is only one without a limit. */
export function TypeTable({
  slot,
  bookings,
}: {
  readonly slot: Slot;
  /** Of types without a limit, the tickets are counted in all the slot's bookings; null while these are not known. */
  readonly bookings: readonly Booking[] | null;
}) {
  const { interaction, activity } = slot;
  const { data } = useApiQuery("listTicketTypes", {
    path: { ...useAccount(), interaction, activity },
  });
  const types = data?.body.items ?? [];
  const { kept } = useKept(slot);
  const taken = bookings && withKept(ticketsByType(bookings, "CONFIRMED"), kept);
  const waiting = bookings && ticketsByType(bookings, "WAITLIST");
  if (types.length < 2 && Object.keys(slot.ticket_types).length === 0) return null;
  return (
    <section className="stack-small" aria-label={t("Ticket types")}>
      <h2>{t("Ticket types")}</h2>
      <DataTable
        label={t("Seats by ticket type")}
        rows={types}
        rowKey={({ id }) => id}
        columns={[
          { header: t("Ticket type"), cell: ({ id, display_name: name }) => name || id },
          {
            header: t("Taken"),
            align: "end",
            cell: ({ id }) => slot.ticket_types[id]?.taken ?? countOf(taken, id),
          },
          {
            header: t("Left"),
            align: "end",
            cell: ({ id, has_limited_capacity: isLimited }) => {
              if (slot.closed) return t("closed");
              return isLimited ? seatsOfType(slot, id).free : t("no limit");
            },
          },
          {
            header: t("Waiting"),
            align: "end",
            cell: ({ id }) => slot.ticket_types[id]?.waiting ?? countOf(waiting, id),
          },
          {
            header: t("At most"),
            cell: ({ id, has_limited_capacity: isLimited }) => limitWords(slot, id, isLimited),
          },
        ]}
      />
    </section>
  );
}

function limitWords({ ticket_types: types }: Slot, id: string, isLimited: boolean): string {
  const limit = types[id];
  if (!isLimited) return t("it takes no seat");
  if (limit === undefined) return t("the slot’s seats");
  const { capacity } = limit;
  return limit.own
    ? t("{capacity} in this slot", { capacity })
    : t("{capacity}, as the ticket type says", { capacity });
}

/** Held tickets are taken too. */
function withKept(
  taken: ReadonlyMap<string, number>,
  kept: readonly Kept[],
): ReadonlyMap<string, number> {
  const counted = new Map(taken);
  for (const { ticketType, tickets } of kept) {
    counted.set(ticketType, (counted.get(ticketType) ?? 0) + tickets);
  }
  return counted;
}

function countOf(tickets: ReadonlyMap<string, number> | null, type: string): number | string {
  return tickets === null ? "–" : (tickets.get(type) ?? 0);
}

/** The live tickets of bookings with this status, by ticket type. */
export function ticketsByType(
  bookings: readonly Booking[],
  status: Booking["booking_status"],
): ReadonlyMap<string, number> {
  const counted = new Map<string, number>();
  for (const { booking_status: of, ticket_type: type, tickets } of bookings) {
    if (of !== status) continue;
    const live = tickets.filter(({ cancelled_at: at }) => at === null).length;
    counted.set(type, (counted.get(type) ?? 0) + live);
  }
  return counted;
}
