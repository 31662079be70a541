import { t } from "../../language/t.ts";
import { kindWord } from "../../kit/kind-word.ts";
import { ApiText } from "../../kit/api-text.tsx";
import "./imports.css";
import type { ImportReport } from "../../api/operations.ts";
import { DataTable } from "../../kit/data-table.tsx";

/** The refused lines with their reasons, and with their texts if the file is at hand. */
export function BadLines({
  report: { errors, error_count: count },
  text,
  isLeftOut = false,
}: {
  readonly report: ImportReport;
  readonly text: string | null;
  /** Whether the other lines were imported. */
  readonly isLeftOut?: boolean;
}) {
  return (
    <div className="stack-small">
      <p className="note" data-tone={isLeftOut ? "amber" : "danger"}>
        <strong>
          {t("{count, plural, one {# line is bad.} other {# lines are bad.}}", { count })}
        </strong>{" "}
        {isLeftOut
          ? t(
              "{count, plural, one {It is left out. Mend it and import it by itself.} other {They are left out. Mend them and import them by themselves.}}",
              { count },
            )
          : t("Nothing was imported. Mend the file and choose it again.")}
        {count > errors.length && ` ${t("The first {count} are shown.", { count: errors.length })}`}
      </p>
      <LineTable label={t("Bad lines")} errors={errors} text={text} />
    </div>
  );
}

/** Lines with their faults. */
export function LineTable({
  label,
  errors,
  text,
}: {
  readonly label: string;
  readonly errors: ImportReport["errors"];
  readonly text: string | null;
}) {
  const lines = text?.split(/\r\n|\n|\r/);
  return (
    <DataTable
      label={label}
      frame="group"
      rows={errors.map((error, index) => ({ ...error, index }))}
      rowKey={({ index }) => String(index)}
      columns={[
        { header: t("Line"), align: "end", cell: ({ line }) => line },
        {
          header: t("About"),
          cell: ({ kind, key }) =>
            [kind === null ? null : kindWord(kind), key].filter(Boolean).join(" ") || "–",
        },
        {
          header: t("Field"),
          cell: ({ field }) => (field === null ? "–" : <code className="unbroken">{field}</code>),
        },
        { header: t("What was expected"), cell: ({ expected }) => <ApiText>{expected}</ApiText> },
        ...(lines === undefined
          ? []
          : [
              {
                header: t("What stands there"),
                cell: ({ line }: { line: number }) => <code>{lines[line - 1] ?? ""}</code>,
              },
            ]),
      ]}
    />
  );
}
