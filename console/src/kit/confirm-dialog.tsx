import { useState, type ReactNode } from "react";
import { t } from "../language/t.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { TextField } from "./field.tsx";
import { Fault } from "./states.tsx";

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
  const [typed, setTyped] = useState("");
  const [wrong, setWrong] = useState<string | null>(null);
  return (
    <Dialog open onClose={onClose} title={title}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (word !== undefined && typed.trim() !== word) {
            setWrong(t("Type {word}, letter by letter.", { word }));
            return;
          }
          onConfirm();
        }}
      >
        <div className="stack-small">{children}</div>
        {word !== undefined && (
          <TextField
            label={wordLabel}
            hint={<code>{word}</code>}
            wrong={wrong}
            value={typed}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => {
              setTyped(target.value);
              setWrong(null);
            }}
          />
        )}
        {error !== null && <Fault error={error} />}
        <div className="dialog-actions">
          <Button onClick={onClose}>{t("Leave it as it is")}</Button>
          <Button type="submit" tone={tone} busy={busy}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
