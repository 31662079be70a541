import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Trans } from "@lingui/react";
import { t } from "../../language/t.ts";
import { ask } from "../../api/ask.ts";
import { ProblemError } from "../../api/problem.ts";
import type { ImportCounts, ImportReport } from "../../api/operations.ts";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { CheckField, TextField } from "../../kit/field.tsx";
import { Fault } from "../../kit/states.tsx";
import { tell } from "../../kit/toasts.tsx";
import { useAccount } from "../../shell/account.ts";
import { BadLines } from "../imports/bad-lines.tsx";
import { CountsTable } from "../imports/counts-table.tsx";
import { DownloadButton } from "./download-button.tsx";
import { csvTemplate } from "./csv-template.ts";
import { FileField } from "../imports/file-field.tsx";
import type { Place } from "./use-place.ts";

type Checked =
  | { readonly good: ImportCounts; readonly bad?: undefined }
  | { readonly bad: ImportReport; readonly good?: undefined };

/** Slots from a spreadsheet: checked first, and imported only as it was checked. */
export function CsvDialog({
  place,
  onClose,
}: {
  readonly place: Place;
  readonly onClose: () => void;
}) {
  const account = useAccount();
  const client = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [text, setText] = useState("");
  const [capacity, setCapacity] = useState("");
  const [allowOverbooked, setAllowOverbooked] = useState(false);
  const [checked, setChecked] = useState<Checked | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const { interaction, activity, host } = place;

  const choose = async (chosen: File | null) => {
    setChecked(null);
    setError(null);
    setFile(chosen);
    // As text, so that the very rows that were checked are the ones that are imported.
    setText(chosen === null ? "" : await chosen.text());
  };
  const send = async (dryRun: boolean) => {
    setBusy(true);
    setError(null);
    try {
      const { body } = await ask("importSlots", {
        path: account,
        query: {
          interaction,
          ...(activity !== "" && { activity }),
          ...(host !== "" && { host }),
          ...(capacity !== "" && { capacity: Number(capacity) }),
          dry_run: dryRun,
          allow_overbooked: allowOverbooked,
        },
        body: text,
      });
      if (dryRun) return setChecked({ good: body });
      await client.invalidateQueries();
      tell(t("{name} is imported.", { name: file?.name ?? t("The file") }));
      onClose();
    } catch (thrown) {
      const report = reportOf(thrown);
      if (report === null) setError(thrown as Error);
      else setChecked({ bad: report });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title={t("Upload slots as CSV")}
      description={t(
        "The first row names the columns: interaction, activity, host, starting_at, capacity. starting_at is a time of clocks in the campaign’s zone, such as 2031-05-01 09:30, or one with Z or an offset.",
      )}
    >
      <form
        className="stack dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          void send(checked?.good === undefined);
        }}
      >
        <div className="row">
          <DownloadButton name="slots.csv" type="text/csv" text={csvTemplate(place)}>
            {t("Download a template")}
          </DownloadButton>
        </div>
        <FileField
          label={t("CSV file")}
          accept=".csv,text/csv"
          onChoose={(chosen) => void choose(chosen)}
        />
        <div className="grid-small">
          <TextField
            label={t("Capacity where a row names none")}
            type="number"
            min={0}
            value={capacity}
            onChange={({ target }) => {
              setCapacity(target.value);
              setChecked(null);
            }}
          />
        </div>
        <CheckField
          label={t("Capacities may go below what is taken; that is recorded as overbooked")}
          checked={allowOverbooked}
          onChange={({ target }) => {
            setAllowOverbooked(target.checked);
            setChecked(null);
          }}
        />
        <p className="soft">
          <Trans
            id="Rows that leave it out are about campaign {code}"
            values={{ code: <code>{interaction}</code> }}
          />
          {activity !== "" && (
            <Trans id=", activity {code}" values={{ code: <code>{activity}</code> }} />
          )}
          {host !== "" && <Trans id=", host {code}" values={{ code: <code>{host}</code> }} />}
          {t(". A row of a slot that exists changes its capacity. All rows are imported, or none.")}
        </p>
        <div role="status" className="stack-small">
          {checked?.good !== undefined && (
            <>
              <p className="note" data-tone="good">
                {t("All rows are good. Nothing has been changed yet.")}
              </p>
              <CountsTable counts={checked.good} />
            </>
          )}
          {checked?.bad !== undefined && <BadLines report={checked.bad} text={text} />}
        </div>
        {error !== null && <Fault error={error} />}
        <div className="dialog-actions">
          <Button onClick={onClose}>{t("Cancel")}</Button>
          {checked?.good === undefined ? (
            <Button type="submit" tone="primary" busy={busy} disabled={file === null}>
              {t("Check the file")}
            </Button>
          ) : (
            <Button type="submit" tone="primary" busy={busy}>
              {t("Import {count, plural, one {# row} other {# rows}}", {
                count: checked.good.read,
              })}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}

/** The bad rows that a refused file is answered with. */
function reportOf(thrown: unknown): ImportReport | null {
  if (!(thrown instanceof ProblemError) || !Array.isArray(thrown.more["errors"])) return null;
  // The API's own document says so of this answer.
  return thrown.more as unknown as ImportReport;
}
