import "./imports.css";
import { t } from "../../language/t.ts";
import { TextField } from "../../kit/field.tsx";

/** A file of the operator's machine, without which its form is not sent. */
export function FileField({
  name,
  label,
  accept,
  hint,
}: {
  readonly name: string;
  readonly label: string;
  readonly accept: string;
  readonly hint?: string;
}) {
  return (
    <TextField
      name={name}
      className="input file-input"
      type="file"
      label={label}
      accept={accept}
      hint={hint}
      validate={(path) => (path === "" ? t("Choose a file.") : null)}
    />
  );
}
