import { t } from "../../language/t.ts";

/** How many seats a booking took. */
export function seatsOf(count: number | undefined): string | null {
  if (count === undefined) return null;
  return count === 0
    ? t("takes no seat")
    : t("took {count, plural, one {one seat} other {# seats}}", { count });
}

/** Tickets by their numbers; null for none. */
export function ticketsOf(numbers: readonly number[] | undefined): string | null {
  if (numbers === undefined || numbers.length === 0) return null;
  return t("{count, plural, one {Ticket} other {Tickets}} {numbers}", {
    count: numbers.length,
    numbers: numbers.join(", "),
  });
}
