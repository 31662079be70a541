import { useState } from "react";
import { Trans } from "@lingui/react";
import { t } from "../../language/t.ts";
import type { Operator } from "../../api/operations.ts";
import { useSharedZone } from "../../api/campaigns.ts";
import { useChange } from "../../api/queries.ts";
import { useAccounts } from "../../api/use-accounts.ts";
import { FormDialog } from "../../kit/dialog-form.tsx";
import { tell } from "../../kit/toasts.tsx";
import { dayIn } from "../../kit/zoned-day.ts";
import { textIn } from "../../kit/text-in.ts";
import { AccountsField, LimitFields, limitsIn } from "./limit-fields.tsx";
import { RightsField, scopesIn } from "./rights-fields.tsx";

/** Gives an operator other rights; its key stays. */
export function ChangeOperatorDialog({
  operator,
  isSelf,
  onClose,
}: {
  readonly operator: Operator;
  readonly isSelf: boolean;
  readonly onClose: () => void;
}) {
  const { name } = operator;
  const change = useChange("changeOperator");
  const known = useKnownAccounts(operator);
  const zone = useSharedZone();
  const [role, setRole] = useState(operator.role ?? null);
  const [ofAll, setOfAll] = useState(operator.accounts === null);
  const [lacks, setLacks] = useState({ account: false, scope: false });
  const chosenIn = (typed: FormData) => known.filter((account) => typed.has(account));
  const submit = (typed: FormData) => {
    const chosen = chosenIn(typed);
    const scopes = scopesIn(typed);
    if ((!ofAll && chosen.length === 0) || (role === null && scopes.length === 0)) return;
    const { expires_at: end, ...limits } = limitsIn(typed);
    const body = {
      ...limits,
      ...(role === null ? { scopes } : { role }),
      accounts: ofAll ? null : chosen,
      // An end inside of a day stays where its day does.
      ...(textIn(typed, "expires_at") !== dayOfEnd(operator, zone) && { expires_at: end }),
    };
    const onSuccess = () => {
      tell(t("The rights of {name} are changed.", { name }));
      onClose();
    };
    change.mutate({ path: { name }, body }, { onSuccess });
  };
  return (
    <FormDialog
      title={t("Change the rights of {name}", { name })}
      description={t(
        "The key stays. It and every session have the new rights with their next request.",
      )}
      submit={t("Change the rights")}
      busy={change.isPending}
      error={change.error}
      onSubmit={submit}
      onAttempt={(typed) =>
        setLacks({ account: chosenIn(typed).length === 0, scope: scopesIn(typed).length === 0 })
      }
      onClose={onClose}
    >
      {isSelf && (
        <p className="note" data-tone="amber">
          <Trans
            id="<0>This is you.</0> Rights that you give up only somebody else can give back."
            components={{ 0: <strong /> }}
          />
        </p>
      )}
      <RightsField role={role} onRole={setRole} chosen={operator.scopes} hasNone={lacks.scope} />
      <AccountsField
        known={known}
        chosen={operator.accounts}
        isAdmin={role === "admin"}
        ofAll={ofAll}
        onOfAll={setOfAll}
        hasNone={lacks.account}
      />
      <LimitFields of={operator} />
    </FormDialog>
  );
}

/** The accounts that can be given, and those that the operator has. */
function useKnownAccounts({ accounts }: Operator): readonly string[] {
  const { data } = useAccounts();
  const listed = data?.accounts.map(({ account }) => account) ?? [];
  return [...new Set([...(accounts ?? []), ...listed])].toSorted();
}

function dayOfEnd({ expires_at: end }: Operator, zone: string): string {
  return end === null ? "" : dayIn(zone, Date.parse(end));
}
