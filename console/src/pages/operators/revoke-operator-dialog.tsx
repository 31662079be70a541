import { Trans } from "@lingui/react";
import { t } from "../../language/t.ts";
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
      title={t("Revoke {name}?", { name })}
      action={t("Revoke the operator")}
      word={name}
      wordLabel={t("Type the name to confirm")}
      busy={revoke.isPending}
      error={revoke.error}
      onClose={onClose}
      onConfirm={() =>
        revoke.mutate(
          { path: { name } },
          {
            onSuccess: () => {
              tell(t("{name} is revoked.", { name }));
              onClose();
            },
          },
        )
      }
    >
      <p>
        <Trans
          id="The key and every session of {strong} end with the next request. What was done stays in the audit log, and the name may be given again."
          values={{ strong: <strong>{name}</strong> }}
        />
      </p>
      {isSelf && (
        <p>
          <Trans
            id="<0>This is you.</0> You are signed out, and need another key to come back."
            components={{ 0: <strong /> }}
          />
        </p>
      )}
    </ConfirmDialog>
  );
}
