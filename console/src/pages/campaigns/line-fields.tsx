import type { ComponentProps } from "react";
import { t } from "../../language/t.ts";
import { TextField } from "../../kit/field.tsx";
import { textIn } from "../../kit/text-in.ts";

/** The field of a catalogue line's key, which never changes afterwards. */
export function KeyField({
  name = "id",
  label = t("Id"),
  hint,
}: {
  readonly name?: string;
  readonly label?: string;
  /** A sentence with an example. */
  readonly hint: string;
}) {
  return (
    <TextField
      name={name}
      label={label}
      hint={t("{hint} It cannot be changed later.", { hint })}
      required
      maxLength={256}
    />
  );
}

export function DisplayNameField({ start }: { readonly start: string | undefined }) {
  return (
    <TextField
      name="display_name"
      label={t("Display name")}
      required
      maxLength={1024}
      defaultValue={start}
    />
  );
}

/** A limit per contact; empty for none. */
export function PerContactField(
  props: Pick<ComponentProps<typeof TextField>, "value" | "defaultValue" | "onChange">,
) {
  return (
    <TextField
      {...props}
      name="tickets_per_contact"
      label={t("Tickets of one contact, at most")}
      hint={t("Confirmed and waiting ones together. Empty: no limit.")}
      type="number"
      min={1}
      max={2_147_483_647}
    />
  );
}

/** Until when seats are given, in minutes before the start; empty where nothing is said. */
export function BookingCutoffField(
  props: Pick<ComponentProps<typeof TextField>, "value" | "defaultValue" | "onChange" | "hint">,
) {
  return (
    <TextField
      {...props}
      name="booking_cutoff_minutes"
      label={t("Booking closes … minutes before the slot")}
      type="number"
      min={-1440}
      max={525_600}
    />
  );
}

const slotLength = "slot_duration_in_minutes";

/** A length in minutes; empty for none. */
export function SlotLengthField({
  label,
  hint,
  start,
}: {
  readonly label: string;
  readonly hint: string;
  readonly start: number | null | undefined;
}) {
  return (
    <TextField
      name={slotLength}
      label={label}
      hint={hint}
      type="number"
      min={1}
      max={1440}
      defaultValue={start ?? ""}
    />
  );
}

export function slotLengthIn(typed: FormData): number | null {
  const text = textIn(typed, slotLength);
  return text === "" ? null : Number(text);
}
