import type { ImportCounts } from "../../api/operations.ts";
import { DataTable } from "../../kit/data-table.tsx";

const words: Readonly<Record<string, string>> = {
  group: "Groups",
  interaction: "Campaigns",
  activity: "Activities",
  host: "Hosts",
  ticket_type: "Ticket types",
  slot: "Slots",
  booking: "Bookings",
};

/** What an import came to, kind by kind. */
export function CountsTable({ counts }: { readonly counts: ImportCounts }) {
  const { created, updated, unchanged, kept } = counts;
  const kinds = Object.keys(words).filter((kind) =>
    [created, updated, unchanged, kept].some((numbers) => (numbers[kind] ?? 0) > 0),
  );
  const of = (numbers: Readonly<Record<string, number>>) => (kind: string) =>
    (numbers[kind] ?? 0).toLocaleString("en");
  if (kinds.length === 0) return <p className="soft">The file has no lines.</p>;
  return (
    <DataTable
      label="What it comes to"
      rows={kinds}
      rowKey={(kind) => kind}
      columns={[
        { header: "Kind", cell: (kind) => words[kind] ?? kind },
        { header: "New", align: "end", cell: of(created) },
        { header: "Changed", align: "end", cell: of(updated) },
        { header: "As before", align: "end", cell: of(unchanged) },
        { header: "Kept as here", align: "end", cell: of(kept) },
      ]}
    />
  );
}
