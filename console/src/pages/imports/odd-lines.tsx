import { t } from "../../language/t.ts";
import type { ImportCounts } from "../../api/operations.ts";
import { ApiText } from "../../kit/api-text.tsx";
import { kindWord } from "../../kit/kind-word.ts";
import { DataTable } from "../../kit/data-table.tsx";

/** Valid lines whose values are probably a mistake. */
export function OddLines({
  warnings,
}: {
  readonly warnings: NonNullable<ImportCounts["warnings"]>;
}) {
  if (warnings.length === 0) return null;
  return (
    <>
      <p className="note" data-tone="amber">
        {warnings.length === 1
          ? t("1 line is good, but odd.")
          : t("These lines are good, but odd.")}
      </p>
      <DataTable
        label={t("Odd lines")}
        frame="group"
        rows={warnings}
        rowKey={({ line, field, column, message }) => `${line} ${field ?? column} ${message}`}
        columns={[
          { header: t("Line"), align: "end", cell: ({ line }) => line },
          {
            header: t("About"),
            // What is odd in a cell says nothing of the line.
            cell: ({ kind, key }) =>
              key === undefined ? "–" : `${kindWord(kind)} ${placeOf(kind, key)}`,
          },
          {
            header: t("Field"),
            cell: ({ field, column }) => <code className="unbroken">{field ?? column}</code>,
          },
          { header: t("What is odd"), cell: ({ message }) => <ApiText>{message}</ApiText> },
        ]}
      />
    </>
  );
}

/** What is odd has a slot's start by the campaign's clocks; its key ends in that start in UTC. */
function placeOf(kind: string, key: string): string {
  return kind === "slot" ? key.slice(0, key.lastIndexOf("/")) : key;
}
