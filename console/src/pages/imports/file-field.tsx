import "./imports.css";
import { useId } from "react";

/** A file of the person's own machine. */
export function FileField({
  label,
  accept,
  hint,
  onChoose,
}: {
  readonly label: string;
  readonly accept: string;
  readonly hint?: string;
  readonly onChoose: (file: File | null) => void;
}) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="input file-input"
        type="file"
        accept={accept}
        {...(hint !== undefined && { "aria-describedby": `${id}-hint` })}
        onChange={({ target }) => onChoose(target.files?.[0] ?? null)}
      />
      {hint !== undefined && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  );
}
