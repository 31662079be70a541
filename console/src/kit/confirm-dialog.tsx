import type { ReactNode } from "react";
import { t } from "../language/t.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { TextField } from "./field.tsx";
import { Form } from "./form.tsx";

/**
 * Confirms an action that cannot be undone. With `word`, the operator has to type it first. The parent
 * renders the dialogue only while it is open, so that it begins empty each time.
 */
export function ConfirmDialog({
  title,
  children,
  action,
  word,
  wordLabel = t("Type it to confirm"),
  tone = "danger",
  busy,
  error,
  onConfirm,
  onClose,
}: {
  readonly title: string;
  /** The action's consequences. */
  readonly children: ReactNode;
  /** The button's label, which names the action and not "OK". */
  readonly action: string;
  readonly word?: string;
  readonly wordLabel?: string;
  readonly tone?: "primary" | "danger";
  readonly busy: boolean;
  readonly error: Error | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}) {
  return (
    <Dialog open onClose={onClose} title={title}>
      <Form
        error={error}
        onSubmit={onConfirm}
        actions={
          <div className="dialog-actions">
            <Button onClick={onClose}>{t("Leave it as it is")}</Button>
            <Button type="submit" tone={tone} busy={busy}>
              {action}
            </Button>
          </div>
        }
      >
        <div className="stack-small">{children}</div>
        {word !== undefined && (
          <TextField
            name="word"
            label={wordLabel}
            hint={<code>{word}</code>}
            autoComplete="off"
            spellCheck={false}
            validate={(typed) =>
              typed.trim() === word ? null : t("Type {word}, letter by letter.", { word })
            }
          />
        )}
      </Form>
    </Dialog>
  );
}
