import { useState } from "react";
import { t } from "../../language/t.ts";
import { useChange } from "../../api/queries.ts";
import { Button } from "../../kit/button.tsx";
import { Choices } from "../../kit/choices.tsx";
import { CheckField } from "../../kit/field.tsx";
import { Fault } from "../../kit/states.tsx";
import { useAccount } from "../../shell/account.ts";
import { FileField } from "./file-field.tsx";

/** A file that this tab has sent, so that its bad lines can be shown beside their numbers. */
export interface SentFile {
  readonly job: string;
  readonly name: string;
  /** Null where it is too large to be kept. */
  readonly text: string | null;
}

/** Larger files are not kept in the browser's memory; their bad lines show by number. */
const keptBytes = 5 * 1024 * 1024;

/** Sends a data file; the list of imports shows its result. */
export function ImportForm({ onSent }: { readonly onSent: (file: SentFile) => void }) {
  const account = useAccount();
  const startLines = useChange("startImport");
  const startCsv = useChange("startCsvImport");
  const [file, setFile] = useState<File | null>(null);
  const [dryRun, setDryRun] = useState(true);
  const [skipBad, setSkipBad] = useState(false);
  const [update, setUpdate] = useState(false);
  const [overwrite, setOverwrite] = useState(false);
  const [allowOverbooked, setAllowOverbooked] = useState(false);
  const start = isCsv(file) ? startCsv : startLines;
  const send = async (chosen: File) => {
    const how = { dry_run: dryRun, skip_bad: skipBad, update, overwrite };
    const { body } = await start.mutateAsync({
      path: account,
      query: { ...how, allow_overbooked: allowOverbooked },
      body: chosen,
    });
    const text = chosen.size <= keptBytes ? await chosen.text() : null;
    onSent({ job: body.import, name: chosen.name, text });
  };
  return (
    <form
      className="card stack"
      aria-label={t("New import")}
      onSubmit={(event) => {
        event.preventDefault();
        // The error is shown below.
        if (file !== null) void send(file).catch(() => null);
      }}
    >
      <FileField
        label={t("Data file")}
        accept=".ndjson,.jsonl,.json,.txt,application/x-ndjson,.csv,text/csv"
        hint={t("One JSON object a line, up to 1 GB, or bookings as CSV, up to 100,000.")}
        onChoose={(chosen) => {
          setFile(chosen);
          startLines.reset();
          startCsv.reset();
        }}
      />
      <Choices legend={t("How")} tall>
        <CheckField
          label={t("Only check it: nothing is changed")}
          checked={dryRun}
          onChange={({ target }) => setDryRun(target.checked)}
        />
        <CheckField
          label={t("Import the good lines where others are bad; otherwise all of it, or nothing")}
          checked={skipBad}
          onChange={({ target }) => setSkipBad(target.checked)}
        />
        <CheckField
          label={t("Known bookings become what the file says, where the file is newer")}
          checked={update}
          onChange={({ target }) => setUpdate(target.checked)}
        />
        <CheckField
          label={t(
            "The file wins also where it is older: this may take back cancels and check-ins",
          )}
          checked={overwrite}
          onChange={({ target }) => setOverwrite(target.checked)}
        />
        <CheckField
          label={t("Slots may be overbooked; that is recorded")}
          checked={allowOverbooked}
          onChange={({ target }) => setAllowOverbooked(target.checked)}
        />
      </Choices>
      {start.error !== null && <Fault error={start.error} />}
      <div className="row">
        <Button
          type="submit"
          tone={dryRun ? "plain" : "primary"}
          busy={start.isPending}
          disabled={file === null}
        >
          {dryRun ? t("Check the file") : t("Import the file")}
        </Button>
        {start.isPending && (
          <span className="soft">{t("Sending {name}…", { name: file?.name ?? "" })}</span>
        )}
      </div>
    </form>
  );
}

/** A spreadsheet is known by its name, because its type in a browser depends on the machine. */
function isCsv(file: File | null): boolean {
  return file?.name.toLowerCase().endsWith(".csv") === true;
}
