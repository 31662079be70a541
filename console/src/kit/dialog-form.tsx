import type { ReactNode } from "react";
import { t } from "../language/t.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import "./dialog-form.css";
import { Form } from "./form.tsx";

interface DialogFormParts {
  /** What the button says that does it. */
  readonly submit: string;
  readonly tone?: "primary" | "danger";
  readonly busy: boolean;
  /** Why it was refused, if it was. */
  readonly error: Error | null;
  readonly disabled?: boolean;
  readonly zone?: string | undefined;
  readonly onSubmit: (typed: FormData) => void;
  readonly onAttempt?: (typed: FormData) => void;
  /** Called at each change of a field. */
  readonly onEdit?: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** What a dialogue asks for, with one button that does it and one that leaves everything as it is. */
export function DialogForm({
  submit,
  tone = "primary",
  busy,
  error,
  disabled = false,
  zone,
  onSubmit,
  onAttempt,
  onEdit,
  onClose,
  children,
}: DialogFormParts) {
  return (
    <Form
      className="stack dialog-form"
      error={error}
      zone={zone}
      onSubmit={onSubmit}
      {...(onAttempt !== undefined && { onAttempt })}
      {...(onEdit !== undefined && { onEdit })}
      actions={
        <div className="dialog-actions">
          {/* "Cancel" beside "Cancel the booking" would leave open what it cancels. */}
          <Button onClick={onClose}>
            {tone === "danger" ? t("Leave it as it is") : t("Cancel")}
          </Button>
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

/** A dialogue that is one such form. Its parent renders it only while it is open. */
export function FormDialog({
  title,
  description,
  size = "small",
  ...form
}: DialogFormParts & {
  readonly title: string;
  readonly description?: ReactNode;
  readonly size?: "small" | "wide";
}) {
  return (
    <Dialog open onClose={form.onClose} title={title} description={description} size={size}>
      <DialogForm {...form} />
    </Dialog>
  );
}
