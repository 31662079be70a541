import type { ReactNode } from "react";
import { t } from "../language/t.ts";
import { Button } from "./button.tsx";
import "./dialog-form.css";
import { Form } from "./form.tsx";

/** What a dialogue asks for, with one button that does it and one that leaves everything as it is. */
export function DialogForm({
  submit,
  tone = "primary",
  busy,
  error,
  disabled = false,
  onSubmit,
  onAttempt,
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
  readonly onSubmit: (typed: FormData) => void;
  readonly onAttempt?: (typed: FormData) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Form
      className="stack dialog-form"
      error={error}
      onSubmit={onSubmit}
      {...(onAttempt !== undefined && { onAttempt })}
      actions={
        <div className="dialog-actions">
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button type="submit" tone={tone} busy={busy} disabled={disabled}>
            {submit}
          </Button>
        </div>
      }
    >
      {children}
    </Form>
  );
}
