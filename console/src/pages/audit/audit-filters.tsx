import { useState } from "react";
import { t } from "../../language/t.ts";
import { useAccounts } from "../../api/use-accounts.ts";
import { Button } from "../../kit/button.tsx";
import { SelectField, TextField } from "../../kit/field.tsx";
import type { Searches } from "../../shell/searches.ts";
import { actions } from "./actions.ts";

/** The filters of the log; days are in the zone of the page, both inclusive. */
export type AuditFilter = Searches["audit"];

export function AuditFilters({
  filter,
  zone,
  onFilter,
}: {
  readonly filter: AuditFilter;
  readonly zone: string;
  readonly onFilter: (filter: AuditFilter) => void;
}) {
  const accounts = useAccounts().data?.accounts ?? [];
  const [draft, setDraft] = useState<AuditFilter>(filter);
  const trimmed = (): AuditFilter =>
    Object.fromEntries(
      Object.entries(draft)
        .map(([name, value]) => [name, value.trim()])
        .filter(([, value]) => value !== ""),
    );
  const text = (name: keyof AuditFilter) => ({
    value: draft[name] ?? "",
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      setDraft({ ...draft, [name]: target.value }),
  });
  return (
    <form
      className="card audit-filters"
      aria-label={t("Filter")}
      onSubmit={(event) => {
        event.preventDefault();
        onFilter(trimmed());
      }}
    >
      <SelectField label={t("Account")} {...text("account")}>
        <option value="">{t("All")}</option>
        {accounts.map(({ account }) => (
          <option key={account} value={account}>
            {account}
          </option>
        ))}
      </SelectField>
      <TextField label={t("Who")} placeholder={t("operator: ada")} {...text("actor")} />
      <SelectField label={t("What")} {...text("action")}>
        <option value="">{t("Everything")}</option>
        {actions.map((action) => (
          <option key={action} value={action}>
            {action}
          </option>
        ))}
      </SelectField>
      <TextField label={t("From ({zone})", { zone })} type="date" {...text("from")} />
      <TextField label={t("To ({zone})", { zone })} type="date" {...text("to")} />
      <TextField label={t("Request id")} spellCheck={false} {...text("request_id")} />
      <div className="row audit-buttons">
        <Button type="submit" tone="primary">
          {t("Filter")}
        </Button>
        {Object.keys(filter).length > 0 && (
          <Button onClick={() => onFilter({})}>{t("Show all")}</Button>
        )}
      </div>
    </form>
  );
}
