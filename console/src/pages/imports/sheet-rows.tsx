import type { ReactNode } from "react";
import { t } from "../../language/t.ts";
import { useCampaigns, useNames } from "../../api/campaigns.ts";
import { DataTable } from "../../kit/data-table.tsx";
import { When } from "../../kit/when.tsx";
import { FaultList } from "./column-faults.tsx";
import { fieldWords, statusChoices } from "./field-words.ts";
import type { MappedField, SheetPreview } from "./mapping.ts";

type Row = SheetPreview["rows"][number];
type Booking = NonNullable<Row["booking"]>;

/** The first rows as the bookings that an import would make of them. */
export function SheetRows({
  preview: { rows, faults },
  open,
}: {
  readonly preview: SheetPreview;
  /** What the form still asks for; null where it asks for nothing. */
  readonly open: readonly MappedField[] | null;
}) {
  const { zoneOf } = useCampaigns();
  const named = useNames(rows.flatMap(({ booking }) => (booking === undefined ? [] : [booking])));
  const isBad = rows.some((row) => row.faults.length > 0);
  const ofBooking = (header: string, cell: (booking: Booking) => ReactNode) => ({
    header,
    cell: ({ booking }: Row) => (booking === undefined ? "–" : cell(booking)),
  });
  return (
    <section className="stack-small" aria-label={t("The first rows as bookings")} role="status">
      <h2>{t("The first rows as bookings")}</h2>
      <OpenFields fields={open ?? []} />
      <FaultList faults={faults.filter(({ field }) => !open?.some((each) => each === field))} />
      {rows.length > 0 && (
        <DataTable
          label={t("The first rows as bookings")}
          frame="group"
          rows={rows}
          rowKey={({ line }) => String(line)}
          columns={[
            { header: t("Line"), align: "end", cell: ({ line }) => line },
            ...(isBad
              ? [
                  {
                    header: t("What is wrong"),
                    cell: (row: Row) =>
                      row.faults.length === 0 ? "–" : <FaultList faults={row.faults} />,
                  },
                ]
              : []),
            ofBooking(t("Customer"), ({ external_id: id, attendees }) => (
              <span>
                <code>{id}</code> {attendees.join(", ")}
              </span>
            )),
            ofBooking(t("Starts"), ({ slot_starting_at: at, interaction }) => (
              <When at={at} zone={zoneOf(interaction)} />
            )),
            ofBooking(t("Activity"), ({ interaction, activity, host }) => {
              const names = named(interaction);
              const what = names.activity(activity);
              return host === undefined ? what : `${what} · ${names.host(activity, host)}`;
            }),
            ofBooking(t("Tickets"), ({ interaction, activity, ticket_type: type, tickets }) => (
              <span>
                {tickets} × {named(interaction).ticketType(activity, type)}
              </span>
            )),
            ofBooking(t("Status"), statusText),
            ofBooking(t("Booked at"), ({ booked_at: at, interaction }) => (
              <When at={at} zone={zoneOf(interaction)} />
            )),
            ofBooking(t("Reference"), ({ reference, booking }) =>
              reference === undefined ? <code>{booking.slice(0, 8)}</code> : reference,
            ),
          ]}
        />
      )}
    </section>
  );
}

/** The form asks for these fields above, so that the service's sentence about each would only repeat it. */
function OpenFields({ fields }: { readonly fields: readonly MappedField[] }) {
  if (fields.length === 0) return null;
  return (
    <p className="note" data-tone="amber">
      {t("Still to be said above, under “The same in every row”, or as a column: {fields}.", {
        fields: fields.map((field) => fieldWords[field]).join(", "),
      })}
    </p>
  );
}

function statusText({ booking_status: status, checked_in: came }: Booking): string {
  const id = status === "CONFIRMED" && came > 0 ? "came" : status;
  return statusChoices.find((each) => each.id === id)?.name ?? status;
}
