import { t } from "../../language/t.ts";
import { useApiQuery } from "../../api/queries.ts";

export const windows = [
  { value: "5m", words: t("5 minutes") },
  { value: "1h", words: t("1 hour") },
  { value: "24h", words: t("24 hours") },
] as const;

export type Window = (typeof windows)[number]["value"];

/** The window of time, and the account. */
export function WhatIsShown({
  window,
  account,
  onChoose,
}: {
  readonly window: Window;
  readonly account: string;
  readonly onChoose: (next: { readonly window?: Window; readonly account?: string }) => void;
}) {
  const accounts = useApiQuery("listAccounts", { query: { limit: 500 } }).data?.body.items ?? [];
  return (
    <div className="row">
      {accounts.length > 1 && (
        <select
          className="input shown-account"
          aria-label={t("Shown account")}
          value={account}
          onChange={({ target }) => onChoose({ account: target.value })}
        >
          <option value="">{t("All accounts")}</option>
          {accounts.map(({ account: name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      )}
      <fieldset className="segments">
        <legend className="visually-hidden">{t("How far back")}</legend>
        {windows.map(({ value, words }) => (
          <label key={value}>
            <input
              type="radio"
              name="window"
              checked={value === window}
              onChange={() => onChoose({ window: value })}
            />
            <span>{words}</span>
          </label>
        ))}
      </fieldset>
    </div>
  );
}
