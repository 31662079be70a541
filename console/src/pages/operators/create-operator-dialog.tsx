import { t } from "../../language/t.ts";
import "./operators.css";
import { useState } from "react";
import type { IssuedOperator, Operator } from "../../api/operations.ts";
import { useApiQuery, useChange } from "../../api/queries.ts";
import { DialogForm } from "../../kit/dialog-form.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { CheckField, RadioField, TextField } from "../../kit/field.tsx";
import { textIn } from "../../kit/text-in.ts";
import { roles, roleWords } from "./role-words.ts";

/** Makes an operator; the key goes to `onIssued`. */
export function CreateOperatorDialog({
  onIssued,
  onClose,
}: {
  readonly onIssued: (issued: IssuedOperator) => void;
  readonly onClose: () => void;
}) {
  const create = useChange("createOperator");
  const accounts = useApiQuery("listAccounts", { query: { limit: 500 } });
  const [role, setRole] = useState<(typeof roles)[number]>("staff");
  const [ofAll, setOfAll] = useState(false);
  const [hasNone, setHasNone] = useState(false);
  const known = accounts.data?.body.items.map(({ account }) => account) ?? [];
  const chosenIn = (typed: FormData) => known.filter((account) => typed.has(account));
  const submit = (typed: FormData) => {
    const chosen = chosenIn(typed);
    if (!ofAll && chosen.length === 0) return;
    const name = textIn(typed, "name").trim();
    create.mutate(
      { body: { name, role, accounts: ofAll ? null : chosen } },
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
      <DialogForm
        submit={t("Make the operator")}
        busy={create.isPending}
        error={create.error}
        onSubmit={submit}
        onAttempt={(typed) => setHasNone(chosenIn(typed).length === 0)}
        onClose={onClose}
      >
        <TextField
          name="name"
          label={t("Name")}
          hint={t("It stands in the audit log beside what this operator does")}
          autoComplete="off"
          spellCheck={false}
          validate={(text) =>
            /^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/.test(text.trim())
              ? null
              : t("1 to 64 letters, digits or . _ @ -, the first a letter or a digit.")
          }
        />
        <RoleField role={role} onRole={setRole} />
        <AccountsField
          known={known}
          isAdmin={role === "admin"}
          ofAll={ofAll}
          onOfAll={setOfAll}
          hasNone={hasNone}
        />
      </DialogForm>
    </Dialog>
  );
}

function RoleField({
  role,
  onRole,
}: {
  readonly role: Operator["role"];
  readonly onRole: (role: (typeof roles)[number]) => void;
}) {
  return (
    <fieldset className="choice">
      <legend className="field-label">{t("Role")}</legend>
      {roles.map((each) => (
        <RadioField
          key={each}
          name="role"
          label={each}
          hint={roleWords[each]}
          checked={role === each}
          onChange={() => onRole(each)}
        />
      ))}
    </fieldset>
  );
}

function AccountsField({
  known,
  isAdmin,
  ofAll,
  onOfAll,
  hasNone,
}: {
  readonly known: readonly string[];
  readonly isAdmin: boolean;
  readonly ofAll: boolean;
  readonly onOfAll: (ofAll: boolean) => void;
  /** Whether no account was chosen when the form was sent. */
  readonly hasNone: boolean;
}) {
  return (
    <fieldset className="choice">
      <legend className="field-label">{t("Accounts")}</legend>
      <RadioField
        name="accounts"
        label={t("Only these")}
        checked={!ofAll}
        onChange={() => onOfAll(false)}
      />
      <div className="operator-accounts" hidden={ofAll}>
        {known.map((account) => (
          <CheckField key={account} name={account} label={account} />
        ))}
        {known.length === 0 && <span className="soft">{t("There is no account yet.")}</span>}
      </div>
      <RadioField
        name="accounts"
        label={t("All, also those to come")}
        hint={
          isAdmin ? t("Such an admin also makes accounts, their hosts and operators.") : undefined
        }
        checked={ofAll}
        onChange={() => onOfAll(true)}
      />
      {hasNone && !ofAll && (
        <span className="wrong" role="alert">
          {t("Choose at least one, or all.")}
        </span>
      )}
    </fieldset>
  );
}
