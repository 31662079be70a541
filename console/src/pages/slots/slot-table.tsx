import { useState } from "react";
import { locale, t } from "../../language/t.ts";
import { useNames } from "../../api/campaigns.ts";
import type { Slot } from "../../api/operations.ts";
import { DataTable } from "../../kit/data-table.tsx";
import { When } from "../../kit/when.tsx";
import { SeatBar, SlotBadges } from "./seats.tsx";
import { SlotLink } from "./slot-link.tsx";
import { leftByType } from "./type-seats.ts";
import { nameIn, type Place } from "./use-place.ts";

/** The slots as a table, in place of the map. */
export function SlotTable({
  slots,
  place,
}: {
  readonly slots: readonly Slot[];
  readonly place: Place;
}) {
  const [now] = useState(Date.now);
  const names = useNames(slots)(place.interaction);
  const hostOf = ({ activity, host }: Slot) =>
    host === undefined ? "" : names.host(activity, host);
  const nameOf = (id: string) => nameIn(place.activities, id);
  const byType = (slot: Slot) => leftByType([slot], (id) => nameIn(place.ticketTypes, id));
  return (
    <DataTable
      label={t("Slots, times in {zone}", { zone: place.zone })}
      rows={slots}
      cards="brief"
      rowKey={({ activity, host = "", starting_at: at }) => `${at} ${activity} ${host}`}
      columns={[
        {
          header: t("Starts"),
          cell: (slot) => (
            <SlotLink slot={slot}>
              <span className="slot-start">
                <When at={slot.starting_at} zone={place.zone} />
              </span>
              <span className="visually-hidden">
                , {nameOf(slot.activity)} {hostOf(slot)}
              </span>
            </SlotLink>
          ),
        },
        // A column whose cells would all say the same is left out.
        ...(place.activity === ""
          ? [{ header: t("Activity"), cell: ({ activity }: Slot) => nameOf(activity) }]
          : []),
        ...(slots.some(({ host }) => host !== undefined)
          ? [{ header: t("Host"), cell: hostOf }]
          : []),
        { header: t("Seats taken"), cell: (slot) => <SeatBar slot={slot} /> },
        ...(slots.some((slot) => slot.overbooked_by > 0)
          ? [
              {
                header: t("Overbooked by"),
                align: "end" as const,
                cell: ({ overbooked_by: over }: Slot) =>
                  over === 0 ? "" : over.toLocaleString(locale),
              },
            ]
          : []),
        ...(slots.some((slot) => byType(slot) !== "")
          ? [{ header: t("Left by ticket type"), cell: byType }]
          : []),
        {
          header: t("State"),
          cell: (slot) => <SlotBadges slot={slot} past={Date.parse(slot.starting_at) <= now} />,
        },
      ]}
    />
  );
}
