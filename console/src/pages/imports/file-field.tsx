import "./imports.css";
import { t } from "../../language/t.ts";
import { TextField } from "../../kit/field.tsx";

/** A file of the operator's machine, without which its form is not sent. */
export function FileField({
  name,
  label,
  accept,
  hint,
  onFile,
}: {
  readonly name: string;
  readonly label: string;
  readonly accept: string;
  readonly hint?: string;
  /** Called with the file that is chosen; null for none. */
  readonly onFile?: (file: File | null) => void;
}) {
  return (
    <TextField
      name={name}
      className="input file-input"
      type="file"
      label={label}
      accept={accept}
      hint={hint}
      onChange={({ target }) => onFile?.(target.files?.[0] ?? null)}
      validate={(path) => (path === "" ? t("Choose a file.") : null)}
    />
  );
}
