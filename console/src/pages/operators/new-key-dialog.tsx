import { t } from "../../language/t.ts";
import type { IssuedOperator } from "../../api/operations.ts";
import { Button } from "../../kit/button.tsx";
import { Copy } from "../../kit/copy.tsx";
import { Dialog } from "../../kit/dialog.tsx";

/** The key of a new operator, shown once. */
export function NewKeyDialog({
  issued: { name, role, accounts, key },
  onClose,
}: {
  readonly issued: IssuedOperator;
  readonly onClose: () => void;
}) {
  const flags = (accounts ?? []).map((account) => ` --account ${account}`).join("");
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
        <Copy label={t("Operator key")} text={key} />
        <Copy
          label={t("The operator API with it")}
          text={`curl -sS ${location.origin}/operator/v1/accounts \\\n  -H 'Authorization: Bearer ${key}'`}
        />
        <Copy
          label={t("The same on the command line")}
          text={`npx booking operator create ${name} --role ${role}${flags}`}
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
