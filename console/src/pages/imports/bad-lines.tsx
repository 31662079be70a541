import "./imports.css";
import type { ImportReport } from "../../api/operations.ts";
import { DataTable } from "../../kit/data-table.tsx";

/** Why a file was refused, line by line, beside what stands there if the file is at hand. */
export function BadLines({
  report: { errors, error_count: count },
  text,
}: {
  readonly report: ImportReport;
  readonly text?: string;
}) {
  const lines = text?.split(/\r\n|\n|\r/);
  return (
    <div className="stack-small">
      <p className="note" data-tone="danger">
        <strong>
          {count === 1 ? "1 line is bad." : `${count.toLocaleString("en")} lines are bad.`}
        </strong>{" "}
        Nothing was imported. Mend the file and choose it again.
        {count > errors.length && ` The first ${errors.length} are shown.`}
      </p>
      <DataTable
        label="Bad lines"
        rows={errors.map((error, index) => ({ ...error, index }))}
        rowKey={({ index }) => String(index)}
        columns={[
          { header: "Line", align: "end", cell: ({ line }) => line },
          {
            header: "About",
            cell: ({ kind, key }) =>
              [kind?.replaceAll("_", " "), key].filter(Boolean).join(" ") || "–",
          },
          {
            header: "Field",
            cell: ({ field }) => (field === null ? "–" : <code className="unbroken">{field}</code>),
          },
          { header: "What was expected", cell: ({ expected }) => expected },
          ...(lines === undefined
            ? []
            : [
                {
                  header: "What stands there",
                  cell: ({ line }: { line: number }) => <code>{lines[line - 1] ?? ""}</code>,
                },
              ]),
        ]}
      />
    </div>
  );
}
