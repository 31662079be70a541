import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Trans } from "@lingui/react";
import { t } from "../../language/t.ts";
import { callApi } from "../../api/call-api.ts";
import { ProblemError } from "../../api/problem.ts";
import type { ImportCounts, ImportReport } from "../../api/operations.ts";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { CheckField, TextField } from "../../kit/field.tsx";
import { Form } from "../../kit/form.tsx";
import { textIn } from "../../kit/text-in.ts";
import { tell } from "../../kit/toasts.tsx";
import { useAccount } from "../../shell/account.ts";
import { BadLines } from "../imports/bad-lines.tsx";
import { CountsTable } from "../imports/counts-table.tsx";
import { DownloadButton } from "./download-button.tsx";
import { csvTemplate } from "./csv-template.ts";
import { OddLines } from "../imports/odd-lines.tsx";
import { FileField } from "../imports/file-field.tsx";
import type { Place } from "./use-place.ts";

type Checked =
  | { readonly good: ImportCounts; readonly bad?: undefined }
  | { readonly bad: ImportReport; readonly good?: undefined };

interface SentFile {
  readonly name: string;
  readonly text: string;
}

/** Imports slots from a spreadsheet, after a check of the same rows. */
export function CsvDialog({
  place,
  onClose,
}: {
  readonly place: Place;
  readonly onClose: () => void;
}) {
  const { sending, file } = useSending(place, onClose);
  const { data: checked } = sending;
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title={t("Upload slots as CSV")}
      description={t(
        "The first row names the columns: interaction, activity, host, starting_at, capacity, and where they are said slot_duration_in_minutes (or none) and ticket_types (vip=4|general=18). starting_at is a time of clocks in the campaign’s zone, such as 2031-05-01 09:30, or one with Z or an offset.",
      )}
    >
      <Form
        className="stack dialog-form"
        error={sending.error}
        onEdit={() => sending.reset()}
        onSubmit={(typed) => sending.mutate({ typed, dryRun: checked?.good === undefined })}
        actions={
          <div className="dialog-actions">
            <Button onClick={onClose}>{t("Cancel")}</Button>
            <Button type="submit" tone="primary" busy={sending.isPending}>
              {checked?.good === undefined
                ? t("Check the file")
                : t("Import {count, plural, one {# row} other {# rows}}", {
                    count: checked.good.read,
                  })}
            </Button>
          </div>
        }
      >
        <div className="row">
          <DownloadButton name="slots.csv" type="text/csv" text={csvTemplate(place)}>
            {t("Download a template")}
          </DownloadButton>
        </div>
        <FileField name="file" label={t("CSV file")} accept=".csv,text/csv" />
        <div className="grid-small">
          <TextField
            name="capacity"
            label={t("Capacity where a row names none")}
            type="number"
            min={0}
          />
        </div>
        <CheckField
          name="allow_overbooked"
          label={t("Capacities may go below what is taken; that is recorded as overbooked")}
        />
        <AboutRows place={place} />
        <CheckedRows checked={checked} text={file?.text ?? ""} />
      </Form>
    </Dialog>
  );
}

/** Checks the file, and then imports the checked rows; `onImported` is called at the end. */
function useSending({ interaction, activity, host }: Place, onImported: () => void) {
  const account = useAccount();
  const client = useQueryClient();
  // The checked file, as text: the imported rows are the checked ones.
  const [file, setFile] = useState<SentFile | null>(null);
  const sending = useMutation({
    mutationFn: async ({ typed, dryRun }: { typed: FormData; dryRun: boolean }) => {
      const capacity = textIn(typed, "capacity");
      const query = {
        interaction,
        ...(activity !== "" && { activity }),
        ...(host !== "" && { host }),
        ...(capacity !== "" && { capacity: Number(capacity) }),
        dry_run: dryRun,
        allow_overbooked: typed.has("allow_overbooked"),
      };
      const chosen = dryRun ? await fileIn(typed) : file;
      setFile(chosen);
      const sent = { path: account, query, body: chosen?.text ?? "" };
      const checked = await callApi("importSlots", sent).then(
        ({ body }): Checked => ({ good: body }),
        (thrown: unknown): Checked => ({ bad: reportOf(thrown) }),
      );
      if (dryRun || checked.bad !== undefined) return checked;
      await client.invalidateQueries();
      tell(t("{name} is imported.", { name: file?.name ?? t("The file") }));
      onImported();
      return checked;
    },
  });
  return { sending, file };
}

function AboutRows({ place: { interaction, activity, host } }: { readonly place: Place }) {
  return (
    <p className="soft">
      <Trans
        id="Rows that leave it out are about campaign {code}"
        values={{ code: <code>{interaction}</code> }}
      />
      {activity !== "" && (
        <Trans id=", activity {code}" values={{ code: <code>{activity}</code> }} />
      )}
      {host !== "" && <Trans id=", host {code}" values={{ code: <code>{host}</code> }} />}
      {t(
        ". A row of a slot that exists changes what it says of it. All rows are imported, or none.",
      )}
    </p>
  );
}

function CheckedRows({
  checked,
  text,
}: {
  readonly checked: Checked | undefined;
  readonly text: string;
}) {
  return (
    <div role="status" className="stack-small">
      {checked?.good !== undefined && (
        <>
          <p className="note" data-tone="good">
            {t("All rows are good. Nothing has been changed yet.")}
          </p>
          <CountsTable counts={checked.good} />
          <OddLines warnings={checked.good.warnings ?? []} />
        </>
      )}
      {checked?.bad !== undefined && <BadLines report={checked.bad} text={text} />}
    </div>
  );
}

async function fileIn(typed: FormData): Promise<SentFile | null> {
  const chosen = typed.get("file");
  return chosen instanceof File ? { name: chosen.name, text: await chosen.text() } : null;
}

/** The bad rows of a refused file; every other error is thrown again. */
function reportOf(thrown: unknown): ImportReport {
  if (!(thrown instanceof ProblemError) || !Array.isArray(thrown.more["errors"])) throw thrown;
  // The API's own document says so of this answer.
  return thrown.more as unknown as ImportReport;
}
