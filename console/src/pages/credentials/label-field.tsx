import { t } from "../../language/t.ts";
import { TextField } from "../../kit/field.tsx";

/** Characters of a label, at most. */
const labelMaxLength = 128;

/** The name by which operators know a client. */
export function LabelField({ defaultValue = "" }: { readonly defaultValue?: string }) {
  return (
    <TextField
      name="label"
      label={t("Label (optional)")}
      hint={t("Which program calls with it, such as “Web shop”.")}
      defaultValue={defaultValue}
      maxLength={labelMaxLength}
      autoComplete="off"
    />
  );
}
