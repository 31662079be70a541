import { useState } from "react";
import { t } from "../../language/t.ts";
import { useChange } from "../../api/queries.ts";
import { useMay } from "../../api/session.ts";
import { Button } from "../../kit/button.tsx";
import { Choices } from "../../kit/choices.tsx";
import { CheckField } from "../../kit/field.tsx";
import { Form } from "../../kit/form.tsx";
import { useAccount } from "../../shell/account.ts";
import { FileField } from "./file-field.tsx";
import { MappingEditor } from "./mapping-editor.tsx";
import { mappingText } from "./mapping-file.ts";
import { MappingFile, SheetFields, sheetQuery, withMapping } from "./sheet-fields.tsx";
import { useSheet } from "./use-sheet.ts";

/** A file that this tab has sent, so that its bad lines can be shown beside their numbers. */
export interface SentFile {
  readonly job: string;
  /** Null where it is too large to be kept. */
  readonly text: string | null;
  /** Imports what was checked, as it was checked; null where it was imported already. */
  readonly importIt: (() => Promise<void>) | null;
}

/** Larger files are not kept in the browser's memory; their bad lines show by number. */
const keptBytes = 5 * 1024 * 1024;

const ways = ["dry_run", "skip_bad", "update", "overwrite", "allow_overbooked"] as const;

/** Sends a data file; the list of imports shows its result. */
export function ImportForm({ onSent }: { readonly onSent: (file: SentFile) => void }) {
  const account = useAccount();
  const startLines = useChange("startImport");
  const startCsv = useChange("startCsvImport");
  const [dryRun, setDryRun] = useState(true);
  const [file, setFile] = useState<File | null>(null);
  const sheet = useSheet();
  const start = isCsv(file) ? startCsv : startLines;
  const send = async (chosen: File, typed: FormData) => {
    const text = chosen.size <= keptBytes ? await chosen.text() : null;
    const mapping = sheet.mapping && mappingText(sheet.mapping);
    const ask = async (isDry: boolean): Promise<void> => {
      const query = {
        ...Object.fromEntries(ways.map((way) => [way, typed.has(way)])),
        dry_run: isDry,
        file_name: chosen.name,
      };
      const { body } = isCsv(chosen)
        ? await startCsv.mutateAsync({
            path: account,
            query: { ...query, ...sheetQuery(typed) },
            body: withMapping(chosen, mapping),
          })
        : await startLines.mutateAsync({ path: account, query, body: chosen });
      onSent({ job: body.import, text, importIt: isDry ? () => ask(false) : null });
    };
    await ask(typed.has("dry_run"));
  };
  return (
    <Form
      className="card stack"
      label={t("New import")}
      error={start.error}
      onEdit={() => {
        if (!start.isPending) start.reset();
      }}
      onSubmit={(typed) => {
        const chosen = typed.get("file");
        // The form shows the error.
        if (chosen instanceof File) void send(chosen, typed).catch(() => null);
      }}
      actions={
        <div className="row">
          <Button type="submit" tone={dryRun ? "plain" : "primary"} busy={start.isPending}>
            {dryRun ? t("Check the file") : t("Import the file")}
          </Button>
          {start.isPending && (
            <span className="soft">{t("Sending {name}…", { name: file?.name ?? "" })}</span>
          )}
        </div>
      }
    >
      <FileField
        name="file"
        label={t("Data file")}
        accept=".csv,text/csv,.tsv,.ndjson,.jsonl,.json,.txt,application/x-ndjson"
        hint={t(
          "Bookings as CSV (a spreadsheet saves them as “CSV UTF-8”), or one JSON object a line, up to 1 GB.",
        )}
        onFile={(chosen) => {
          setFile(chosen);
          void sheet.openSheet(isCsv(chosen) ? chosen : null);
        }}
      />
      {isCsv(file) && <MappingFile onMapping={(chosen) => void sheet.openMapping(chosen)} />}
      <MappingEditor sheet={sheet} />
      {isCsv(file) && <SheetFields dates={sheet.dates} onDates={sheet.setDates} />}
      <WayFields dryRun={dryRun} onDryRun={setDryRun} />
    </Form>
  );
}

function WayFields({
  dryRun,
  onDryRun,
}: {
  readonly dryRun: boolean;
  readonly onDryRun: (dryRun: boolean) => void;
}) {
  const mayOverbook = useMay("slots");
  return (
    <Choices legend={t("How")} tall>
      <CheckField
        name="dry_run"
        label={t("Only check it: nothing is changed")}
        checked={dryRun}
        onChange={({ target }) => onDryRun(target.checked)}
      />
      <CheckField
        name="skip_bad"
        label={t("Import the good lines where others are bad; otherwise all of it, or nothing")}
      />
      <CheckField
        name="update"
        label={t("Known bookings become what the file says, where the file is newer")}
      />
      <CheckField
        name="overwrite"
        label={t("The file wins also where it is older: this may take back cancels and check-ins")}
      />
      {mayOverbook && (
        <CheckField
          name="allow_overbooked"
          label={t("Slots may be overbooked; that is recorded")}
        />
      )}
    </Choices>
  );
}

/** A spreadsheet is known by its name, because its type in a browser depends on the machine. */
function isCsv(file: File | null): boolean {
  return /\.[ct]sv$/i.test(file?.name ?? "");
}
