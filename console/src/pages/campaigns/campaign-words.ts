import { t } from "../../language/t.ts";
import type { Campaign } from "./catalogue.ts";

type Told = Pick<Campaign, "waitlist_promotion" | "cancellation_cutoff_minutes">;
type Promoting = Pick<Campaign, "waitlist_promotion" | "waitlist_offer_minutes">;

/** The minutes of an offer where the campaign says none. */
const offerMinutes = 720;

/** The ways in which the waitlist moves up. */
export function promotionWords({
  waitlist_promotion: promotion,
  waitlist_offer_minutes: minutes,
}: Promoting): string {
  if (promotion === "offer") {
    return t("offers free seats for {duration}", {
      duration: durationWords(minutes ?? offerMinutes),
    });
  }
  return promotion === "automatic" ? t("promotes by itself") : t("promoted by hand");
}

export type ContactLimitCounts = NonNullable<Campaign["contact_limit_counts"]>;

/** Which of a contact's tickets a limit counts. */
export const limitCountsWords = {
  upcoming: () => t("of slots that have not ended"),
  week: () => t("of the week of the booked slot, from Monday"),
  month: () => t("of the month of the booked slot"),
  all: () => t("of all slots, past ones too"),
} as const satisfies Record<ContactLimitCounts, () => string>;

/** The time until which callers can cancel. */
export function cutoffWords({
  cancellation_cutoff_minutes: minutes,
}: Pick<Told, "cancellation_cutoff_minutes">): string {
  if (minutes === null || minutes === undefined) return t("at any time");
  if (minutes === 0) return t("until the slot starts");
  return t("until {duration} before", { duration: durationWords(minutes) });
}

/** Until when seats are given; of a ticket type, null means as its campaign says. */
export function bookingCutoffWords(minutes: number | null | undefined): string {
  if (minutes === null || minutes === undefined || minutes === 0) return t("until the slot starts");
  return minutes < 0
    ? t("until {duration} after the start", { duration: durationWords(-minutes) })
    : t("until {duration} before", { duration: durationWords(minutes) });
}

/** When the contacts of a campaign's bookings are reminded. */
export function reminderWords(minutes: readonly number[] | null | undefined): string {
  if (minutes === null || minutes === undefined || minutes.length === 0) return t("no reminder");
  return t("{durations} before the slot", { durations: minutes.map(durationWords).join(", ") });
}

const units = [
  [1440, (count: number) => t("{count, plural, one {# day} other {# days}}", { count })],
  [60, (count: number) => t("{count, plural, one {# hour} other {# hours}}", { count })],
  [1, minutesWords],
] as const;

/** `1 day 2 hours`, from minutes. */
export function durationWords(minutes: number): string {
  let rest = minutes;
  const parts: string[] = [];
  for (const [length, words] of units) {
    const count = Math.floor(rest / length);
    rest -= count * length;
    if (count > 0) parts.push(words(count));
  }
  return parts.length === 0 ? minutesWords(0) : parts.join(" ");
}

function minutesWords(count: number): string {
  return t("{count, plural, one {# minute} other {# minutes}}", { count });
}
