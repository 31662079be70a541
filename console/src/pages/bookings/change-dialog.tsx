import { useState } from "react";
import { t } from "../../language/t.ts";
import type { Explanation } from "../../api/operations.ts";
import { useChange } from "../../api/queries.ts";
import { useMay } from "../../api/session.ts";
import { TextField } from "../../kit/field.tsx";
import { FormDialog } from "../../kit/dialog-form.tsx";
import { tell } from "../../kit/toasts.tsx";
import { useAccount } from "../../shell/account.ts";
import { ContactHint } from "../contacts/contact-hint.tsx";
import { NameFields, namesIn } from "./name-fields.tsx";
import { OverLimitField } from "./over-limit-field.tsx";
import { DataRows, dataOfRows, rowsOfData } from "./data-rows.tsx";

/** Puts names right, gives the booking to another contact, and changes what the shop keeps with it. */
export function ChangeDialog({
  explained,
  onClose,
}: {
  readonly explained: Explanation;
  readonly onClose: () => void;
}) {
  // As the service decides: another contact is a move, all else is the desk's.
  const [mayEdit, mayGive] = [useMay("desk"), useMay("move")];
  const { tickets, external_id: contact, reference = "", data } = explained;
  const [to, setTo] = useState(contact);
  const [rows, setRows] = useState(() => rowsOfData(data));
  const [overLimit, setOverLimit] = useState(false);
  const change = useBookingChange(explained.booking, onClose);
  const submit = (typed: FormData) => {
    const given = to.trim();
    const typedReference = textOf(typed, "reference");
    const attendees = mayEdit ? namesIn(typed, tickets) : [];
    const next = dataOfRows(rows);
    change.submit({
      ...(attendees.length > 0 && { attendees }),
      ...(mayEdit && typedReference !== reference && { reference: typedReference || null }),
      ...(mayEdit && JSON.stringify(next) !== JSON.stringify(data ?? null) && { data: next }),
      ...(mayGive && given !== contact && { external_id: given, over_limit: overLimit }),
    });
  };
  return (
    <FormDialog
      size="wide"
      title={t("Change the booking")}
      submit={t("Save the changes")}
      busy={change.isPending}
      error={change.error}
      onSubmit={submit}
      onClose={onClose}
    >
      {mayEdit && <NameFields tickets={tickets} />}
      {mayGive && (
        <>
          <TextField
            name="external_id"
            label={t("External id of the contact")}
            hint={<ContactHint typed={to} own={contact} />}
            required
            maxLength={512}
            autoComplete="off"
            spellCheck={false}
            value={to}
            onChange={({ target }) => setTo(target.value)}
          />
          <OverLimitField error={change.error} checked={overLimit} onChange={setOverLimit} />
        </>
      )}
      {mayEdit && (
        <>
          <TextField
            name="reference"
            label={t("Reference")}
            hint={t("The shop's own number; unique in the campaign.")}
            maxLength={64}
            autoComplete="off"
            spellCheck={false}
            defaultValue={reference}
          />
          <DataRows rows={rows} onChange={setRows} />
        </>
      )}
    </FormDialog>
  );
}

type Body = Parameters<ReturnType<typeof useChange<"changeBooking">>["mutate"]>[0]["body"];

/** Sends what changes; what changes nothing is not sent. */
function useBookingChange(booking: string, onClose: () => void) {
  const path = { ...useAccount(), booking };
  const { mutate, error, isPending } = useChange("changeBooking");
  const submit = (body: NonNullable<Body>) => {
    if (Object.keys(body).length === 0) {
      onClose();
      return;
    }
    mutate(
      { path, body },
      {
        onSuccess: () => {
          tell(t("Booking changed."));
          onClose();
        },
      },
    );
  };
  return { submit, error, isPending };
}

function textOf(typed: FormData, name: string): string {
  const value = typed.get(name);
  return typeof value === "string" ? value.trim() : "";
}
