import { locale, t } from "../../language/t.ts";
import type { ImportJob } from "../../api/operations.ts";
import { When } from "../../kit/when.tsx";
import { DataTable } from "../../kit/data-table.tsx";

/** What a spreadsheet would be by month and status, and the slots that were made for it. */
export function SheetResult({ counts }: { readonly counts: NonNullable<ImportJob["counts"]> }) {
  const { would_be: found, slots_added: added = 0, added_slots: slots = [] } = counts;
  return (
    <>
      {added > 0 && (
        <p className="note">
          {t("{added, plural, one {# slot is new:} other {# slots are new:}}", { added })}{" "}
          {slots.slice(0, slotsNamed).map(({ activity, host, slot_starting_at: at }, index) => (
            <span key={`${activity} ${host} ${at}`}>
              {index > 0 && ", "}
              {activity} {host} <When at={at} />
            </span>
          ))}
          {added > slotsNamed && ", …"}
        </p>
      )}
      {found !== undefined && (
        <DataTable
          label={t("Bookings by month and status")}
          rows={[...found.rows, { month: t("All"), ...found.total }]}
          frame="group"
          rowKey={({ month }) => month}
          columns={[
            { header: t("Month"), cell: ({ month }) => month },
            { header: t("Confirmed"), align: "end", cell: (row) => shown(row.confirmed) },
            { header: t("Waiting"), align: "end", cell: (row) => shown(row.waiting) },
            { header: t("Cancellations"), align: "end", cell: (row) => shown(row.cancelled) },
            { header: t("Tickets"), align: "end", cell: (row) => shown(row.tickets) },
            { header: t("Check-ins"), align: "end", cell: (row) => shown(row.checked_in) },
          ]}
        />
      )}
    </>
  );
}

/** How many new slots are named. */
const slotsNamed = 10;

function shown(count: number): string {
  return count.toLocaleString(locale);
}
