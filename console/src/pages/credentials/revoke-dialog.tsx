import { t } from "../../language/t.ts";
import type { Credential } from "../../api/operations.ts";
import { useChange } from "../../api/queries.ts";
import { ConfirmDialog } from "../../kit/confirm-dialog.tsx";
import { tell } from "../../kit/toasts.tsx";
import { useAccount } from "../../shell/account.ts";

/** Ends a client for good, after its id was typed. */
export function RevokeDialog({
  credential: { client_id: id },
  onClose,
}: {
  readonly credential: Credential;
  readonly onClose: () => void;
}) {
  const path = useAccount();
  const revoke = useChange("revokeCredential");
  return (
    <ConfirmDialog
      title={t("Revoke this credential?")}
      action={t("Revoke it")}
      word={id}
      wordLabel={t("Type the client id to confirm")}
      busy={revoke.isPending}
      error={revoke.error}
      onClose={onClose}
      onConfirm={() =>
        revoke.mutate(
          { path: { ...path, client_id: id } },
          {
            onSuccess: () => {
              tell(t("{id} is revoked.", { id }));
              onClose();
            },
          },
        )
      }
    >
      <p>
        {t(
          "The client, its secrets and its tokens are dead within a second, for good: whoever calls with it is answered 401, and gets no new token. It cannot be undone.",
        )}
      </p>
      <p className="soft">{t("To change a secret, rotate instead.")}</p>
    </ConfirmDialog>
  );
}
