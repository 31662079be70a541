import { t } from "../../language/t.ts";
import type { IssuedOperator } from "../../api/operations.ts";
import { Button } from "../../kit/button.tsx";
import { Copy } from "../../kit/copy.tsx";
import { Dialog } from "../../kit/dialog.tsx";

/** The key of a new operator, shown once. */
export function NewKeyDialog({
  issued: { name, role, scopes, accounts, interactions, expires_at: expiresAt, key, ...issued },
  onClose,
}: {
  readonly issued: IssuedOperator;
  readonly onClose: () => void;
}) {
  const flags = [
    ...(role === undefined ? [] : [["role", role]]),
    ...(scopes ?? []).map((scope) => ["scope", scope]),
    ...(accounts ?? []).map((account) => ["account", account]),
    ...(interactions ?? []).map((campaign) => ["interaction", campaign]),
    ...(expiresAt === null ? [] : [["expires", expiresAt]]),
  ].map(([flag, value]) => ` --${flag} ${value}`);
  return (
    <Dialog
      open
      lasting
      onClose={onClose}
      title={t("The key of {name}", { name })}
      description={t(
        "It is stored as a hash and never shown again. Hand it over through a password manager, not by mail.",
      )}
    >
      <div className="stack">
        {issued.unknown_interactions !== undefined && (
          <p className="note" data-tone="amber" role="status">
            {t(
              "There is no campaign {keys} yet: the key sees nothing of it before it is there. Revoke it if the name is wrong.",
              { keys: issued.unknown_interactions.join(", ") },
            )}
          </p>
        )}
        <Copy label={t("Operator key")} text={key} />
        <Copy
          label={t("The operator API with it")}
          text={`curl -sS ${location.origin}/operator/v1/accounts \\\n  -H 'Authorization: Bearer ${key}'`}
        />
        <Copy
          label={t("The same on the command line")}
          text={`npx booking operator create ${name}${flags.join("")}`}
        />
        <div className="dialog-actions">
          <Button tone="primary" onClick={onClose}>
            {t("I have kept the key")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
