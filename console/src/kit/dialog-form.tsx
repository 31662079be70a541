import type { ReactNode } from "react";
import { t } from "../language/t.ts";
import { Button } from "./button.tsx";
import "./dialog-form.css";
import { RefusedEdits } from "./refused-edits.tsx";

/** What a dialogue asks for, with one button that does it and one that leaves everything as it is. */
export function DialogForm({
  submit,
  tone = "primary",
  busy,
  error,
  disabled = false,
  onSubmit,
  onClose,
  children,
}: {
  /** What the button says that does it. */
  readonly submit: string;
  readonly tone?: "primary" | "danger";
  readonly busy: boolean;
  /** Why it was refused, if it was. */
  readonly error: Error | null;
  readonly disabled?: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  return (
    <form
      className="stack dialog-form"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      {error !== null && <RefusedEdits error={error} />}
      <div className="dialog-actions">
        <Button onClick={onClose}>{t("Cancel")}</Button>
        <Button type="submit" tone={tone} busy={busy} disabled={disabled}>
          {submit}
        </Button>
      </div>
    </form>
  );
}
