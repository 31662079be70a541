import { useState } from "react";
import { t } from "../../language/t.ts";
import type { Operations } from "../../api/operations.ts";
import { useApiQuery } from "../../api/queries.ts";
import { ApiText } from "../../kit/api-text.tsx";
import { Button } from "../../kit/button.tsx";
import { DataTable } from "../../kit/data-table.tsx";
import { saveAs } from "../../kit/save-as.ts";
import { Shown } from "../../kit/states.tsx";
import { csvDelimiter } from "../../kit/csv-delimiter.ts";

type Format = Operations["showImportTemplate"]["path"]["format"];

const files = {
  csv: { title: t("Bookings from a spreadsheet: an example, and its columns"), type: "text/csv" },
  ndjson: {
    title: t("Everything as a data file: an example, and its fields"),
    type: "application/x-ndjson",
  },
} as const satisfies Record<Format, { readonly title: string; readonly type: string }>;

/** Example files to import, with what each of their columns is. */
export function TemplateFiles() {
  return (
    <div className="card stack-small">
      <TemplateFile format="csv" />
      <TemplateFile format="ndjson" />
    </div>
  );
}

function TemplateFile({ format }: { readonly format: Format }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{files[format].title}</summary>
      {isOpen && <Template format={format} />}
    </details>
  );
}

function Template({ format }: { readonly format: Format }) {
  const { title, type } = files[format];
  const template = useApiQuery("showImportTemplate", {
    path: { format },
    query: { delimiter: csvDelimiter() },
  });
  return (
    <Shown of={template} what={t("the example file")}>
      {({ body: { text, columns } }) => (
        <div className="stack-small">
          {format === "csv" && (
            <p className="soft">
              {t(
                "Its row fits to the example of a data file. Campaigns, slots and ticket types come from a data file, or are made in the console.",
              )}
            </p>
          )}
          <div className="row">
            <Button onClick={() => saveAs(`template.${format}`, type, text)}>
              {t("Download template.{format}", { format })}
            </Button>
          </div>
          <DataTable
            label={title}
            rows={columns}
            rowKey={({ kind, name }) => `${kind} ${name}`}
            columns={[
              ...(format === "csv"
                ? []
                : [
                    {
                      header: t("Kind"),
                      cell: ({ kind }: { kind: string }) => <code>{kind}</code>,
                    },
                  ]),
              {
                header: t("Field"),
                cell: ({ name }) => <code className="unbroken">{name}</code>,
              },
              {
                header: t("Needed"),
                cell: ({ required }) =>
                  required ? t("yes") : <span className="soft">{t("no")}</span>,
              },
              {
                header: t("What stands there"),
                cell: ({ expected }) => <ApiText>{expected}</ApiText>,
              },
            ]}
          />
        </div>
      )}
    </Shown>
  );
}
