import type { ReactNode } from "react";
import type { Operations } from "../../api/operations.ts";
import { locale, t } from "../../language/t.ts";

type Answer = Operations["showReport"]["answer"];
type Total = Answer["total"];

/** The sums of all rows. */
export function Figures({ total }: { readonly total: Total }) {
  const { tickets, taken = null, capacity, occupancy = null } = total;
  return (
    <ul className="headlines">
      <Figure label={t("Confirmed bookings")} note={ticketsIn(tickets)}>
        {whole(total.confirmed)}
      </Figure>
      <Figure
        label={t("Waiting")}
        note={t("{count} left a waitlist", { count: whole(total.promoted) })}
      >
        {whole(total.waiting)}
      </Figure>
      <Figure
        label={t("Cancellations")}
        note={t("of {count} bookings", { count: whole(allOf(total)) })}
      >
        {whole(total.cancelled)}
      </Figure>
      <Figure label={t("Check-ins")} note={shareOf(total.checked_in, tickets)}>
        {whole(total.checked_in)}
      </Figure>
      <Figure label={t("No-shows")} note={shareOf(total.no_shows, tickets)}>
        {whole(total.no_shows)}
      </Figure>
      <Figure
        label={t("Occupancy")}
        note={
          capacity === null
            ? ""
            : t("{taken} of {capacity} seats", {
                taken: whole(taken ?? 0),
                capacity: whole(capacity),
              })
        }
      >
        {perCent(occupancy)}
      </Figure>
    </ul>
  );
}

function Figure({
  label,
  note,
  children,
}: {
  readonly label: string;
  readonly note: string;
  readonly children: ReactNode;
}) {
  return (
    <li className="card headline">
      <span className="soft">{label}</span>
      <strong className="num">{children}</strong>
      <span className="soft headline-note">{note}</span>
    </li>
  );
}

/** How long before the slot the bookings were cancelled, by whom, and why. */
export function Cancellations({
  total,
  reasons,
}: {
  readonly total: Total;
  readonly reasons: NonNullable<Answer["reasons"]>;
}) {
  if (total.cancelled === 0) return null;
  return (
    <section className="card stack-small" aria-labelledby="cancellations">
      <h2 id="cancellations">{t("Cancelled bookings")}</h2>
      <div className="report-parts">
        <Parts
          title={t("How long before the slot")}
          parts={[
            [t("More than seven days"), total.cancelled_earlier],
            [t("One to seven days"), total.cancelled_within_week],
            [t("The last 24 hours"), total.cancelled_within_day],
            [t("After the start"), total.cancelled_after_start],
          ]}
        />
        <Parts
          title={t("By whom")}
          parts={[
            [t("Callers, over the interface"), total.cancelled_by_caller],
            [t("Operators"), total.cancelled_by_operator],
            [t("Another system, by import"), total.cancelled_by_import],
          ]}
        />
        {reasons.length > 0 && (
          <Parts
            title={t("Why")}
            parts={reasons.map(({ reason, bookings }) => [reason ?? t("Other reasons"), bookings])}
          />
        )}
      </div>
    </section>
  );
}

function Parts({
  title,
  parts,
}: {
  readonly title: string;
  readonly parts: readonly (readonly [words: string, count: number | undefined])[];
}) {
  return (
    <div>
      <h3>{title}</h3>
      <dl className="report-list">
        {parts.map(([words, count = 0]) => (
          <div key={words}>
            <dt>{words}</dt>
            <dd className="num">{whole(count)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function allOf({ confirmed, waiting, cancelled }: Total): number {
  return confirmed + waiting + cancelled;
}

function ticketsIn(count: number): string {
  return t("{count, plural, one {# ticket} other {# tickets}}", { count });
}

function shareOf(part: number, tickets: number): string {
  return tickets === 0
    ? t("of no tickets")
    : t("{share} of the tickets", { share: perCent((100 * part) / tickets) });
}

export function perCent(value: number | null): string {
  return value === null ? "–" : `${value.toLocaleString(locale, { maximumFractionDigits: 1 })} %`;
}

export function whole(value: number): string {
  return value.toLocaleString(locale);
}
