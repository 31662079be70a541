import { t } from "../../language/t.ts";
import type { BadgeTone } from "../../kit/badge.tsx";

/** The kinds of changes in the feed, in words. */
export const changeWords = {
  booked: { words: t("Booked"), tone: "good" },
  waitlisted: { words: t("Joined the waitlist"), tone: "amber" },
  promoted: { words: t("Moved up from the waitlist"), tone: "good" },
  offered: { words: t("Seats offered"), tone: "amber" },
  "offer-ended": { words: t("Offer ended"), tone: "plain" },
  "reminder-due": { words: t("Reminder due"), tone: "blue" },
  moved: { words: t("Moved to another slot"), tone: "blue" },
  cancelled: { words: t("Cancelled"), tone: "danger" },
  "ticket-cancelled": { words: t("Ticket cancelled"), tone: "danger" },
  "checked-in": { words: t("Checked in"), tone: "blue" },
  "check-in-undone": { words: t("Check-in taken back"), tone: "plain" },
  imported: { words: t("Imported"), tone: "plain" },
  "contact-erased": { words: t("Contact erased"), tone: "plain" },
  "contact-merged": { words: t("Contact merged"), tone: "plain" },
  "contact-changed": { words: t("Given to another contact"), tone: "plain" },
  "attendee-changed": { words: t("Name changed"), tone: "plain" },
  "data-changed": { words: t("The shop's data changed"), tone: "plain" },
  "capacity-changed": { words: t("Capacity changed"), tone: "plain" },
  "slot-changed": { words: t("Slot changed"), tone: "plain" },
  "slot-closed": { words: t("Slot closed"), tone: "danger" },
} as const satisfies Record<string, { readonly words: string; readonly tone: BadgeTone }>;

export type ChangeKind = keyof typeof changeWords;

/** An unknown kind is shown by its own name. */
export function wordsOfChange(kind: string): { readonly words: string; readonly tone: BadgeTone } {
  return kind in changeWords ? changeWords[kind as ChangeKind] : { words: kind, tone: "plain" };
}
