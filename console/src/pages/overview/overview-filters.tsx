import { t } from "../../language/t.ts";
import { useAccounts } from "../../api/use-accounts.ts";

export const timeWindows = [
  { value: "5m", words: t("5 minutes") },
  { value: "1h", words: t("1 hour") },
  { value: "24h", words: t("24 hours") },
] as const;

export type TimeWindow = (typeof timeWindows)[number]["value"];

/** Chooses the window of time and the account that the overview shows. */
export function OverviewFilters({
  timeWindow,
  account,
  onChoose,
}: {
  readonly timeWindow: TimeWindow;
  readonly account: string;
  readonly onChoose: (next: {
    readonly timeWindow?: TimeWindow;
    readonly account?: string;
  }) => void;
}) {
  const { accounts, isCut } = useAccounts().data ?? { accounts: [], isCut: false };
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
          {isCut && <option disabled>{t("More accounts are on the page “Accounts”")}</option>}
        </select>
      )}
      <fieldset className="segments">
        <legend className="visually-hidden">{t("How far back")}</legend>
        {timeWindows.map(({ value, words }) => (
          <label key={value}>
            <input
              type="radio"
              name="window"
              checked={value === timeWindow}
              onChange={() => onChoose({ timeWindow: value })}
            />
            <span>{words}</span>
          </label>
        ))}
      </fieldset>
    </div>
  );
}
