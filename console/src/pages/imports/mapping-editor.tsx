import { t } from "../../language/t.ts";
import { useCampaigns, useCatalogue } from "../../api/campaigns.ts";
import { Button } from "../../kit/button.tsx";
import { DataTable } from "../../kit/data-table.tsx";
import { saveAs } from "../../kit/save-as.ts";
import { Fault } from "../../kit/states.tsx";
import { fieldWords, mappedFields } from "./field-words.ts";
import { FixedFields } from "./fixed-fields.tsx";
import {
  doubledFields,
  fieldOf,
  lacksIn,
  openFields,
  withField,
  type Mapping,
  type SheetPreview,
} from "./mapping.ts";
import { mappingText } from "./mapping-file.ts";
import { SheetRows } from "./sheet-rows.tsx";
import type { Sheet } from "./use-sheet.ts";
import { ValueFields } from "./value-fields.tsx";

/** Asks of a spreadsheet column by column what it is, and shows its first rows as bookings. */
export function MappingEditor({ sheet }: { readonly sheet: Sheet }) {
  const { preview, mapping, setMapping, error, wrong } = sheet;
  return (
    <>
      {wrong !== null && (
        <p className="note" data-tone="danger" role="alert">
          {wrong}
        </p>
      )}
      {error !== null && <Fault error={error} />}
      {preview !== undefined && mapping === null && preview.names_are_fields && (
        <div className="note row spread">
          <span>
            {t("The columns have the names of a booking’s fields: nothing is left to say.")}
          </span>
          <Button onClick={() => setMapping(preview.guess)}>{t("Say what the columns are")}</Button>
        </div>
      )}
      {preview !== undefined && preview.columns.length > 0 && mapping !== null && (
        <Columns preview={preview} mapping={mapping} onMapping={setMapping} />
      )}
      {preview !== undefined && (
        <SheetRows preview={preview} open={mapping && openFields(mapping)} />
      )}
    </>
  );
}

interface ColumnsProps {
  readonly preview: SheetPreview;
  readonly mapping: Mapping;
  readonly onMapping: (mapping: Mapping) => void;
}

function Columns({ preview, mapping, onMapping }: ColumnsProps) {
  const { campaigns } = useCampaigns();
  const campaign = campaigns?.find(({ public_key: key }) => key === mapping.fixed["interaction"]);
  const catalogue = useCatalogue(campaign);
  return (
    <section className="stack-small" aria-label={t("What the columns are")}>
      <h2>{t("What the columns are")}</h2>
      <ColumnTable preview={preview} mapping={mapping} onMapping={onMapping} />
      <Lacks mapping={mapping} />
      <FixedFields
        mapping={mapping}
        onMapping={onMapping}
        campaign={campaign}
        catalogue={catalogue}
      />
      {preview.columns.map((column) => (
        <ValueFields
          key={column.name}
          column={column}
          mapping={mapping}
          onMapping={onMapping}
          campaign={campaign}
          catalogue={catalogue}
        />
      ))}
      <div className="row">
        <Button
          onClick={() => saveAs("mapping.json", "application/json", `${mappingText(mapping)}\n`)}
        >
          {t("Save the mapping as a file")}
        </Button>
        <span className="soft">
          {t("For tomorrow’s file: choose it above, or give it to booking import --map.")}
        </span>
      </div>
    </section>
  );
}

function ColumnTable({ preview, mapping, onMapping }: ColumnsProps) {
  const doubled = doubledFields(mapping);
  return (
    <DataTable
      label={t("Columns of the file")}
      frame="group"
      rows={preview.columns}
      rowKey={({ name }) => name}
      columns={[
        { header: t("Column"), cell: ({ name }) => <strong>{name}</strong> },
        {
          header: t("For example"),
          cell: ({ examples }) => <span className="soft">{examples.join(" · ") || "–"}</span>,
        },
        {
          header: t("What it is"),
          cell: (column) => {
            const field = fieldOf(mapping.columns[column.name]);
            const isDoubled = field !== null && doubled.has(field);
            return (
              <div className="field">
                <select
                  className="input"
                  aria-label={t("What column {name} is", { name: column.name })}
                  aria-invalid={isDoubled || undefined}
                  value={field ?? ""}
                  onChange={({ target }) => {
                    const chosen = mappedFields.find((each) => each === target.value) ?? null;
                    onMapping(withField(mapping, column, chosen));
                  }}
                >
                  <option value="">{t("Left out")}</option>
                  {mappedFields.map((each) => (
                    <option key={each} value={each}>
                      {fieldWords[each]}
                    </option>
                  ))}
                </select>
                {isDoubled && (
                  <span className="wrong" role="alert">
                    {t("Two columns are this.")}
                  </span>
                )}
              </div>
            );
          },
        },
      ]}
    />
  );
}

function Lacks({ mapping }: { readonly mapping: Mapping }) {
  const { contact, name } = lacksIn(mapping);
  return (
    <>
      {contact && (
        <p className="note" data-tone="amber">
          {t("No column says whose a booking is: choose one as “Customer”.")}
        </p>
      )}
      {name && (
        <p className="note" data-tone="amber">
          {t(
            "No column says which booking a row is: choose one as “Order number”. The same file again then changes nothing.",
          )}
        </p>
      )}
    </>
  );
}
