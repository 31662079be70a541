import { useState } from "react";
import { t } from "../../language/t.ts";
import type { IssuedOperator } from "../../api/operations.ts";
import { useChange } from "../../api/queries.ts";
import { useSession } from "../../api/session.ts";
import { useAccounts } from "../../api/use-accounts.ts";
import { FormDialog } from "../../kit/dialog-form.tsx";
import { TextField } from "../../kit/field.tsx";
import { textIn } from "../../kit/text-in.ts";
import { AccountsField, LimitFields, limitsIn } from "./limit-fields.tsx";
import { RightsField, scopesIn } from "./rights-fields.tsx";
import type { roles } from "./role-words.ts";
import "./operators.css";

/** Makes an operator; the key goes to `onIssued`. */
export function CreateOperatorDialog({
  onIssued,
  onClose,
}: {
  readonly onIssued: (issued: IssuedOperator) => void;
  readonly onClose: () => void;
}) {
  const create = useChange("createOperator");
  const found = useAccounts();
  const own = useSession()?.operator;
  const hasRole = own?.scopes === undefined;
  const [role, setRole] = useState<(typeof roles)[number] | null>(hasRole ? "staff" : null);
  const [ofAll, setOfAll] = useState(false);
  const [lacks, setLacks] = useState({ account: false, scope: false });
  const known = found.data?.accounts.map(({ account }) => account) ?? [];
  const chosenIn = (typed: FormData) => known.filter((account) => typed.has(account));
  const submit = (typed: FormData) => {
    const chosen = chosenIn(typed);
    const scopes = scopesIn(typed);
    // The attempt has marked the field that lacks a choice.
    if ((!ofAll && chosen.length === 0) || (role === null && scopes.length === 0)) return;
    const rights = role === null ? { scopes } : { role };
    create.mutate(
      {
        body: {
          name: textIn(typed, "name").trim(),
          ...limitsIn(typed),
          ...rights,
          accounts: ofAll ? null : chosen,
        },
      },
      { onSuccess: ({ body }) => onIssued(body) },
    );
  };
  return (
    <FormDialog
      title={t("New operator")}
      description={t("A person or a program. The key is shown once, right after this.")}
      submit={t("Make the operator")}
      busy={create.isPending}
      error={create.error}
      onSubmit={submit}
      onAttempt={(typed) =>
        setLacks({
          account: chosenIn(typed).length === 0,
          scope: scopesIn(typed).length === 0,
        })
      }
      onClose={onClose}
    >
      <NameField />
      <RightsField role={role} onRole={setRole} hasNone={lacks.scope} />
      <AccountsField
        known={known}
        isAdmin={role === "admin"}
        ofAll={ofAll}
        onOfAll={setOfAll}
        hasNone={lacks.account}
      />
      <LimitFields of={own} />
    </FormDialog>
  );
}

function NameField() {
  return (
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
  );
}
