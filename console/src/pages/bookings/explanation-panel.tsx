import { Link } from "@tanstack/react-router";
import { t } from "../../language/t.ts";
import { hindranceOf } from "./hindrance.ts";
import { ServiceWords, WaitingWords } from "./service-sentences.tsx";
import type { Explanation } from "../../api/operations.ts";
import { instantWords } from "../../kit/instant-words.ts";
import { useAccount } from "../../shell/account.ts";

/** The rules of a cancel with their results, and the reason why a booking waits. */
export function ExplanationPanel({
  explained,
  zone,
}: {
  readonly explained: Explanation;
  readonly zone: string;
}) {
  return (
    <>
      {explained.waitlist !== undefined && <WaitingCard waiting={explained.waitlist} zone={zone} />}
      <section className="card" aria-labelledby="rules-title">
        <div className="card-header">
          <h2 id="rules-title">{cancelWords[hindranceOf(explained) ?? "none"]}</h2>
        </div>
        <RuleList rules={explained.rules} zone={zone} />
      </section>
    </>
  );
}

const cancelWords = {
  none: t("It can be cancelled"),
  "cut-off": t("Callers can no longer cancel it"),
  other: t("It cannot be cancelled"),
} as const;

export function RuleList({ rules, zone }: Pick<Explanation, "rules"> & { readonly zone: string }) {
  return (
    <ul className="rules">
      {rules.map((verdict) => (
        <li key={verdict.name} data-passed={verdict.passed}>
          <svg
            viewBox="0 0 24 24"
            role="img"
            aria-label={verdict.passed ? t("Holds:") : t("Does not hold:")}
          >
            <path d={verdict.passed ? "M4 13l5 5L20 6" : "M6 6l12 12M18 6L6 18"} />
          </svg>
          <div>
            <strong>
              <RuleWords verdict={verdict} zone={zone} />
            </strong>
            <p className="soft">
              <ServiceWords zone={zone}>{verdict.facts}</ServiceWords>
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** What holds, or what happened; the service's own sentence for a rule that this console does not know. */
export function RuleWords({
  verdict: { name, rule, passed, at },
  zone,
}: {
  readonly verdict: Explanation["rules"][number];
  readonly zone: string;
}) {
  const when = at === null ? "" : instantWords(at, zone);
  const known: Readonly<Record<string, string>> = {
    "live-ticket held": t("A ticket is live."),
    "live-ticket failed":
      at === null ? t("No ticket is live.") : t("The booking was cancelled: {when}.", { when }),
    "no-check-in held": t("No attendee of a live ticket has checked in."),
    "no-check-in failed": t("An attendee checked in: {when}.", { when }),
    "cut-off held":
      at === null
        ? t("The campaign sets no cut-off.")
        : t("The cut-off passes only later: {when}.", { when }),
    "cut-off failed": t("The cut-off passed: {when}.", { when }),
  };
  const words = known[`${name} ${passed ? "held" : "failed"}`];
  return words === undefined ? <ServiceWords zone={zone}>{rule}</ServiceWords> : words;
}

const promotionWords = {
  automatic: t("The campaign moves the waitlist up by itself."),
  offer: t("The campaign offers free seats to the first in line."),
  manual: t("The campaign's waitlist is moved up by hand."),
} as const satisfies Record<NonNullable<Explanation["waitlist"]>["promotion"], string>;

function WaitingCard({
  waiting,
  zone,
}: {
  readonly waiting: NonNullable<Explanation["waitlist"]>;
  readonly zone: string;
}) {
  const account = useAccount();
  const blocker = waiting.blocked_by as { readonly booking: string } | null;
  return (
    <section className="card" aria-labelledby="waiting-title">
      <div className="card-header">
        <h2 id="waiting-title">{t("What it waits for")}</h2>
      </div>
      <p>
        <WaitingWords waiting={waiting} zone={zone} />
      </p>
      <p className="soft">{promotionWords[waiting.promotion]}</p>
      {blocker !== null && (
        <p>
          <Link
            to="/at/$tenant/$environment/bookings/$booking"
            params={{ ...account, booking: blocker.booking }}
          >
            {t("The booking that holds it back")}
          </Link>
        </p>
      )}
    </section>
  );
}
