import { t } from "../../language/t.ts";
import type { Operator } from "../../api/operations.ts";
import { useSession } from "../../api/session.ts";
import { CheckField, RadioField } from "../../kit/field.tsx";
import { roles, roleWords } from "./role-words.ts";

type Role = (typeof roles)[number];
type Scope = NonNullable<Operator["scopes"]>[number];

/** What each scope lets its key do. */
const scopeWords = {
  read: t("look up accounts, campaigns, slots and bookings"),
  desk: t("check people in, and take that back"),
  book: t("book"),
  cancel: t("cancel, also after the cut-off"),
  move: t("move bookings to other slots"),
  waitlist: t("promote from waitlists"),
  slots: t("slots: add, change, close, overbook"),
  catalogue: t("campaigns, activities, hosts and ticket types"),
  import: t("import data files"),
  changes: t("read the feed of changes"),
  people: t("one contact’s data: export, erase, merge; export an account"),
  credentials: t("credentials of callers"),
  accounts: t("accounts, hosts and endpoints"),
  operators: t("make operators with no more than it has"),
  records: t("audit log and request trace"),
  webhooks: t("webhooks"),
  report: t("reports"),
} as const satisfies Record<Scope, string>;

/** A role, or rights one by one; only what the signed-in operator holds can be given. */
export function RightsField({
  role,
  onRole,
  chosen = [],
  hasNone,
}: {
  /** Null for rights one by one. */
  readonly role: Role | null;
  readonly onRole: (role: Role | null) => void;
  /** Those that are ticked at first. */
  readonly chosen?: readonly Scope[] | undefined;
  /** Whether no scope was chosen when the form was sent. */
  readonly hasNone: boolean;
}) {
  const own = useSession()?.operator;
  const scopes = Object.entries(scopeWords).filter(
    ([scope]) => own?.scopes?.some((each) => each === scope) ?? true,
  );
  return (
    <fieldset className="choice">
      <legend className="field-label">{t("What it may do")}</legend>
      {own?.scopes === undefined &&
        roles.map((each) => (
          <RadioField
            key={each}
            name="role"
            label={each}
            hint={roleWords[each]}
            checked={role === each}
            onChange={() => onRole(each)}
          />
        ))}
      <RadioField
        name="role"
        label={t("Only this")}
        hint={t("For a program that has one thing to do.")}
        checked={role === null}
        onChange={() => onRole(null)}
      />
      <div className="operator-accounts" hidden={role !== null}>
        {scopes.map(([scope, words]) => (
          <CheckField
            key={scope}
            name={`scope ${scope}`}
            defaultChecked={chosen.some((each) => each === scope)}
            label={
              <>
                <code>{scope}</code> · {words}
              </>
            }
          />
        ))}
      </div>
      {hasNone && role === null && (
        <span className="wrong" role="alert">
          {t("Choose at least one.")}
        </span>
      )}
    </fieldset>
  );
}

/** The scopes that were chosen. */
export function scopesIn(typed: FormData): Scope[] {
  return (Object.keys(scopeWords) as Scope[]).filter((scope) => typed.has(`scope ${scope}`));
}
