import { useRef, useState } from "react";
import { t } from "../language/t.ts";
import { Button } from "./button.tsx";

/** A text with a button that copies it and confirms the copy. */
export function Copy({
  label,
  text,
  hint,
}: {
  readonly label: string;
  readonly text: string;
  /** The text's purpose, below it. */
  readonly hint?: string;
}) {
  const [told, setTold] = useState("");
  const place = useRef<HTMLPreElement>(null);
  return (
    <div className="field">
      <span className="field-label">{label}</span>
      <div className="copy">
        <pre ref={place} tabIndex={0} role="group" aria-label={label}>
          {text}
        </pre>
        <Button
          aria-label={t("Copy {label}", { label })}
          onClick={() => {
            void take(text, place.current).then(setTold);
          }}
        >
          {t("Copy")}
        </Button>
      </div>
      {hint !== undefined && <span className="hint">{hint}</span>}
      <span className="hint" role="status">
        {told}
      </span>
    </div>
  );
}

/** Browsers offer the clipboard only to pages from HTTPS or localhost. */
async function take(text: string, shown: HTMLElement | null): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return t("Copied.");
  } catch {
    if (shown !== null) getSelection()?.selectAllChildren(shown);
    return t("It is selected: copy it by hand.");
  }
}
