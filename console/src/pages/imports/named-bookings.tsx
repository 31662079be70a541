import { t } from "../../language/t.ts";
import type { ImportCounts } from "../../api/operations.ts";
import { DataTable } from "../../kit/data-table.tsx";
import { statusWord } from "../../kit/status-word.ts";
import { When } from "../../kit/when.tsx";

type NamedBooking = ImportCounts["kept_bookings"][number];

/** Bookings whose state in the file differs from the stored one. */
export function NamedBookings({
  label,
  bookings,
}: {
  readonly label: string;
  readonly bookings: readonly NamedBooking[];
}) {
  if (bookings.length === 0) return null;
  return (
    <>
      <p className="note">{label}</p>
      <DataTable
        label={label}
        frame="group"
        rows={bookings}
        rowKey={({ booking }) => booking}
        columns={[
          { header: t("Line"), align: "end", cell: ({ line }) => line },
          { header: t("Booking"), cell: ({ booking }) => <code>{booking}</code> },
          { header: t("Here"), cell: ({ here }) => <State state={here} /> },
          { header: t("In the file"), cell: ({ file }) => <State state={file} /> },
        ]}
      />
    </>
  );
}

function State({ state }: { readonly state: NamedBooking["here"] }) {
  return (
    <>
      {statusWord(state.booking_status)}, <When at={state.booked_at} />
    </>
  );
}
