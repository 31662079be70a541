import { t } from "../../language/t.ts";
import type { Booking, Slot } from "../../api/operations.ts";
import { useApiQuery } from "../../api/queries.ts";
import { DataTable } from "../../kit/data-table.tsx";
import { useAccount } from "../../shell/account.ts";
import { seatsOfType } from "../slots/type-seats.ts";

/** Of each ticket type: what is taken, what is left, and its limit; nothing where there is only one without a limit. */
export function TypeTable({
  slot,
  taken,
}: {
  readonly slot: Slot;
  /** The live tickets of types without a limit; null while they are not known. */
  readonly taken: ReadonlyMap<string, number> | null;
}) {
  const { interaction, activity } = slot;
  const { data } = useApiQuery("listTicketTypes", {
    path: { ...useAccount(), interaction, activity },
  });
  const types = data?.body.items ?? [];
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
            cell: ({ id }) =>
              slot.ticket_types[id]?.taken ?? (taken === null ? "–" : (taken.get(id) ?? 0)),
          },
          {
            header: t("Left"),
            align: "end",
            cell: ({ id, has_limited_capacity: isLimited }) =>
              isLimited ? seatsOfType(slot, id).free : t("no limit"),
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

/** The live tickets of confirmed bookings, by ticket type. */
export function takenByType(bookings: readonly Booking[]): ReadonlyMap<string, number> {
  const taken = new Map<string, number>();
  for (const { booking_status: status, ticket_type: type, tickets } of bookings) {
    if (status !== "CONFIRMED") continue;
    const live = tickets.filter(({ cancelled_at: at }) => at === null).length;
    taken.set(type, (taken.get(type) ?? 0) + live);
  }
  return taken;
}
