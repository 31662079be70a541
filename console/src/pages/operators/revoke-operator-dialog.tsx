import type { Operator } from "../../api/operations.ts";
import { useChange } from "../../api/queries.ts";
import { ConfirmDialog } from "../../kit/confirm-dialog.tsx";
import { tell } from "../../kit/toasts.tsx";

/** Ends an operator's key and sessions, after the name was typed. */
export function RevokeOperatorDialog({
  operator: { name },
  isSelf,
  onClose,
}: {
  readonly operator: Operator;
  readonly isSelf: boolean;
  readonly onClose: () => void;
}) {
  const revoke = useChange("revokeOperator");
  return (
    <ConfirmDialog
      title={`Revoke ${name}?`}
      action="Revoke the operator"
      word={name}
      wordLabel="Type the name to confirm"
      busy={revoke.isPending}
      error={revoke.error}
      onClose={onClose}
      onConfirm={() =>
        revoke.mutate(
          { path: { name } },
          {
            onSuccess: () => {
              tell(`${name} is revoked.`);
              onClose();
            },
          },
        )
      }
    >
      <p>
        The key and every session of <strong>{name}</strong> end with the next request. What was
        done stays in the audit log, and the name may be given again.
      </p>
      {isSelf && (
        <p>
          <strong>This is you.</strong> You are signed out, and need another key to come back.
        </p>
      )}
    </ConfirmDialog>
  );
}
