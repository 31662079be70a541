import { locale, t } from "../../language/t.ts";
import type { ImportCounts } from "../../api/operations.ts";
import { DataTable } from "../../kit/data-table.tsx";
import { kindWords } from "./kind-words.ts";

/** The counts of an import by kind. */
export function CountsTable({ counts }: { readonly counts: ImportCounts }) {
  const { created, updated, unchanged, kept } = counts;
  const kinds = Object.keys(kindWords).filter((kind) =>
    [created, updated, unchanged, kept].some((numbers) => (numbers[kind] ?? 0) > 0),
  );
  const of = (numbers: Readonly<Record<string, number>>) => (kind: string) =>
    (numbers[kind] ?? 0).toLocaleString(locale);
  if (kinds.length === 0) {
    const words = counts.read === 0 ? t("The file has no lines.") : t("No line comes in.");
    return <p className="soft">{words}</p>;
  }
  return (
    <DataTable
      label={t("What it comes to")}
      frame="group"
      rows={kinds}
      rowKey={(kind) => kind}
      columns={[
        { header: t("Kind"), cell: (kind) => kindWords[kind] ?? kind },
        { header: t("New"), align: "end", cell: of(created) },
        { header: t("Changed"), align: "end", cell: of(updated) },
        { header: t("As before"), align: "end", cell: of(unchanged) },
        { header: t("Kept as here"), align: "end", cell: of(kept) },
      ]}
    />
  );
}
