import { t } from "../../language/t.ts";
import "./operators.css";
import { useState } from "react";
import type { IssuedOperator } from "../../api/operations.ts";
import { useSharedZone } from "../../api/campaigns.ts";
import { useApiQuery, useChange } from "../../api/queries.ts";
import { useSession } from "../../api/session.ts";
import { FormDialog } from "../../kit/dialog-form.tsx";
import { CheckField, RadioField, TextField } from "../../kit/field.tsx";
import { boundsOfDay, dayIn } from "../../kit/zoned-day.ts";
import { textIn } from "../../kit/text-in.ts";
import { RightsField, scopesIn } from "./rights-fields.tsx";
import type { roles } from "./role-words.ts";

/** Makes an operator; the key goes to `onIssued`. */
export function CreateOperatorDialog({
  onIssued,
  onClose,
}: {
  readonly onIssued: (issued: IssuedOperator) => void;
  readonly onClose: () => void;
}) {
  const create = useChange("createOperator");
  const found = useApiQuery("listAccounts", { query: { limit: 500 } });
  const hasRole = useSession()?.operator.scopes === undefined;
  const [role, setRole] = useState<(typeof roles)[number] | null>(hasRole ? "staff" : null);
  const [ofAll, setOfAll] = useState(false);
  const [lacks, setLacks] = useState({ account: false, scope: false });
  const known = found.data?.body.items.map(({ account }) => account) ?? [];
  const chosenIn = (typed: FormData) => known.filter((account) => typed.has(account));
  const submit = (typed: FormData) => {
    const chosen = chosenIn(typed);
    const scopes = scopesIn(typed);
    if ((!ofAll && chosen.length === 0) || (role === null && scopes.length === 0)) return;
    const rights = role === null ? { scopes } : { role };
    create.mutate(
      { body: { ...limitsIn(typed), ...rights, accounts: ofAll ? null : chosen } },
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
      <RightsField role={role} onRole={setRole} hasNone={lacks.scope} />
      <AccountsField
        known={known}
        isAdmin={role === "admin"}
        ofAll={ofAll}
        onOfAll={setOfAll}
        hasNone={lacks.account}
      />
      <LimitFields />
    </FormDialog>
  );
}

/** The name, the campaigns and the end, as they are typed. */
function limitsIn(typed: FormData) {
  const campaigns = textIn(typed, "interactions")
    .split(/[\s,;]+/)
    .filter((each) => each !== "");
  const [day, zone] = [textIn(typed, "expires_at"), textIn(typed, "zone")];
  return {
    name: textIn(typed, "name").trim(),
    interactions: campaigns.length === 0 ? null : campaigns,
    expires_at: day === "" ? null : new Date(boundsOfDay(day, zone).from).toISOString(),
  };
}

function LimitFields() {
  const zone = useSharedZone();
  const own = useSession()?.operator;
  return (
    <>
      <TextField
        name="interactions"
        label={t("Only these campaigns")}
        hint={t("Their public keys, with commas between them. Empty: every campaign.")}
        defaultValue={own?.interactions?.join(", ") ?? ""}
        autoComplete="off"
        spellCheck={false}
      />
      <input type="hidden" name="zone" value={zone} />
      <TextField
        name="expires_at"
        label={t("The key ends on")}
        hint={t("At the first moment of that day in {zone}. Empty: it does not end by itself.", {
          zone,
        })}
        type="date"
        defaultValue={own?.expires_at == null ? "" : dayIn(zone, Date.parse(own.expires_at))}
      />
    </>
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
