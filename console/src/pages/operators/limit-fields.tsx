import { t } from "../../language/t.ts";
import type { Operator } from "../../api/operations.ts";
import { useSharedZone } from "../../api/campaigns.ts";
import { CheckField, RadioField, TextField } from "../../kit/field.tsx";
import { boundsOfDay, dayIn } from "../../kit/zoned-day.ts";
import { textIn } from "../../kit/text-in.ts";

/** The campaigns and the end, as they are typed. */
export function limitsIn(typed: FormData) {
  const campaigns = textIn(typed, "interactions")
    .split(/[\s,;]+/)
    .filter((each) => each !== "");
  const [day, zone] = [textIn(typed, "expires_at"), textIn(typed, "zone")];
  return {
    interactions: campaigns.length === 0 ? null : campaigns,
    expires_at: day === "" ? null : new Date(boundsOfDay(day, zone).from).toISOString(),
  };
}

/** The campaigns that a key is limited to, and its end. */
export function LimitFields({
  of,
}: {
  /** What the fields begin with. */
  readonly of: Pick<Operator, "interactions" | "expires_at"> | undefined;
}) {
  const zone = useSharedZone();
  return (
    <>
      <TextField
        name="interactions"
        label={t("Only these campaigns")}
        hint={t("Their public keys, with commas between them. Empty: every campaign.")}
        defaultValue={of?.interactions?.join(", ") ?? ""}
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
        defaultValue={of?.expires_at == null ? "" : dayIn(zone, Date.parse(of.expires_at))}
      />
    </>
  );
}

export function AccountsField({
  known,
  chosen = [],
  isAdmin,
  ofAll,
  onOfAll,
  hasNone,
}: {
  readonly known: readonly string[];
  /** Those that are ticked at first. */
  readonly chosen?: readonly string[] | null;
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
          <CheckField
            key={account}
            name={account}
            label={account}
            defaultChecked={chosen?.includes(account) === true}
          />
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
