import type { BadgeTone } from "../../kit/badge.tsx";

/** What the feed calls a change, in words. */
export const changeWords = {
  booked: { words: "Booked", tone: "good" },
  waitlisted: { words: "Joined the waitlist", tone: "amber" },
  promoted: { words: "Moved up from the waitlist", tone: "good" },
  moved: { words: "Moved to another slot", tone: "blue" },
  cancelled: { words: "Cancelled", tone: "danger" },
  "ticket-cancelled": { words: "Ticket cancelled", tone: "danger" },
  "checked-in": { words: "Checked in", tone: "blue" },
  "check-in-undone": { words: "Check-in taken back", tone: "plain" },
  imported: { words: "Imported", tone: "plain" },
  "contact-erased": { words: "Contact erased", tone: "plain" },
  "capacity-changed": { words: "Capacity changed", tone: "plain" },
} as const satisfies Record<string, { readonly words: string; readonly tone: BadgeTone }>;

export type ChangeKind = keyof typeof changeWords;

/** A kind that is not known here shows its own name. */
export function wordsOfChange(kind: string): { readonly words: string; readonly tone: BadgeTone } {
  return kind in changeWords ? changeWords[kind as ChangeKind] : { words: kind, tone: "plain" };
}
