import { t } from "../../language/t.ts";
import "./operators.css";
import { useState } from "react";
import type { IssuedOperator, Operator } from "../../api/operations.ts";
import { useAnswer, useChange } from "../../api/queries.ts";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { CheckField, RadioField, TextField } from "../../kit/field.tsx";
import { Fault } from "../../kit/states.tsx";
import { roles, roleWords } from "./role-words.ts";

/** Lets somebody in; the key goes to `onIssued`. */
export function CreateOperatorDialog({
  onIssued,
  onClose,
}: {
  readonly onIssued: (issued: IssuedOperator) => void;
  readonly onClose: () => void;
}) {
  const create = useChange("createOperator");
  const accounts = useAnswer("listAccounts", { query: { limit: 500 } });
  const [name, setName] = useState("");
  const [role, setRole] = useState<Operator["role"]>("staff");
  const [ofAll, setOfAll] = useState(false);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [tried, setTried] = useState(false);
  const known = accounts.data?.body.items.map(({ account }) => account) ?? [];
  const wrongName = /^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/.test(name.trim())
    ? null
    : t("1 to 64 letters, digits or . _ @ -, the first a letter or a digit.");
  const wrongAccounts = !ofAll && chosen.length === 0 ? t("Choose at least one, or all.") : null;
  const submit = () => {
    setTried(true);
    if (wrongName !== null || wrongAccounts !== null) return;
    create.mutate(
      { body: { name: name.trim(), role, accounts: ofAll ? null : chosen } },
      { onSuccess: ({ body }) => onIssued(body) },
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("New operator")}
      description={t("A person or a program. The key is shown once, right after this.")}
    >
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField
          label={t("Name")}
          hint={t("It stands in the audit log beside what this operator does")}
          autoComplete="off"
          spellCheck={false}
          value={name}
          wrong={tried ? wrongName : null}
          onChange={({ target }) => setName(target.value)}
        />
        <fieldset className="choice">
          <legend className="field-label">{t("Role")}</legend>
          {roles.map((each) => (
            <RadioField
              key={each}
              name="role"
              label={each}
              hint={roleWords[each]}
              checked={role === each}
              onChange={() => setRole(each)}
            />
          ))}
        </fieldset>
        <fieldset className="choice">
          <legend className="field-label">{t("Accounts")}</legend>
          <RadioField
            name="accounts"
            label={t("Only these")}
            checked={!ofAll}
            onChange={() => setOfAll(false)}
          />
          {!ofAll && (
            <div className="operator-accounts">
              {known.map((account) => (
                <CheckField
                  key={account}
                  label={account}
                  checked={chosen.includes(account)}
                  onChange={({ target }) =>
                    setChosen(
                      target.checked
                        ? [...chosen, account]
                        : chosen.filter((other) => other !== account),
                    )
                  }
                />
              ))}
              {known.length === 0 && <span className="soft">{t("There is no account yet.")}</span>}
            </div>
          )}
          <RadioField
            name="accounts"
            label={t("All, also those to come")}
            hint={
              role === "admin"
                ? t("Such an admin also makes accounts, their hosts and operators.")
                : undefined
            }
            checked={ofAll}
            onChange={() => setOfAll(true)}
          />
          {tried && wrongAccounts !== null && (
            <span className="wrong" role="alert">
              {wrongAccounts}
            </span>
          )}
        </fieldset>
        {create.error !== null && <Fault error={create.error} />}
        <div className="dialog-actions">
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button type="submit" tone="primary" busy={create.isPending}>
            {t("Make the operator")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
