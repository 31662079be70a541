import { calendarMonth, mondayOf } from "./local-time.ts";
import { counted } from "./wording.ts";

/**
 * Which of a contact's live tickets its limits count: `all`; those of slots that have not ended; those of slots in the
 * week, from Monday, or in the month of the slot that is booked, by the campaign's clock.
 */
export const contactLimitCounts = ["all", "upcoming", "week", "month"] as const;
export type ContactLimitCounts = (typeof contactLimitCounts)[number];

/** A ticket type under the names of data files. */
export interface TicketTypeName {
  /** The campaign's public key. */
  readonly interaction: string;
  readonly activity: string;
  readonly ticketType: string;
}

/** Which of a campaign's slots a limit counts together. */
export interface CountedSlots {
  readonly counts: ContactLimitCounts;
  /** The Monday of the week, `2030-05-06`, or the month, `2030-05`; empty where neither counts. */
  readonly period: string;
}

/** The slots that a limit counts together with one that starts then. */
export function countedWith(
  { counts, timezone }: { readonly counts: ContactLimitCounts; readonly timezone: string },
  startingAt: number,
): CountedSlots {
  if (counts === "week") return { counts, period: mondayOf(startingAt, timezone) };
  return { counts, period: counts === "month" ? calendarMonth(startingAt, timezone) : "" };
}

/** Whether a limit counts the slot's tickets now. A slot without a length ends at its start. */
export function isCounted(
  counts: ContactLimitCounts,
  slot: { readonly startingAt: number; readonly durationInMinutes: number | null },
  now: number,
): boolean {
  return counts !== "upcoming" || slot.startingAt + (slot.durationInMinutes ?? 0) * 60_000 > now;
}

/** One contact's counted live tickets of a ticket type, CONFIRMED and WAITLIST. */
export interface HeldTickets extends TicketTypeName, CountedSlots {
  readonly tickets: number;
  /** `tickets_per_contact` of the ticket type and of its campaign; null for any number. */
  readonly ofType: number | null;
  readonly ofCampaign: number | null;
}

/** A limit of a ticket type, or of a whole campaign, and how much of it one contact has. */
export interface ContactLimit extends Pick<TicketTypeName, "interaction">, CountedSlots {
  /** Null: the campaign's. */
  readonly type: Omit<TicketTypeName, "interaction"> | null;
  readonly limit: number;
  readonly held: number;
}

/** The limits of what one contact has. Of several rows of one ticket type or campaign and period, the last one's limit counts. */
export function limitsOf(held: readonly HeldTickets[]): ContactLimit[] {
  const limits = new Map<string, Omit<ContactLimit, "limit"> & { readonly limit: number | null }>();
  const add = (
    each: Omit<ContactLimit, "limit" | "held">,
    limit: number | null,
    tickets: number,
  ) => {
    const name = JSON.stringify(each);
    limits.set(name, { ...each, limit, held: (limits.get(name)?.held ?? 0) + tickets });
  };
  for (const { activity, ticketType, tickets, ofType, ofCampaign, ...of } of held) {
    const { interaction, counts, period } = of;
    add({ interaction, counts, period, type: { activity, ticketType } }, ofType, tickets);
    add({ interaction, counts, period, type: null }, ofCampaign, tickets);
  }
  return Array.from(limits.values()).filter((each): each is ContactLimit => each.limit !== null);
}

/** Those of the limits that hold for a ticket type in a slot: its own, then its campaign's. */
export function limitsFor(
  limits: readonly ContactLimit[],
  { interaction, activity, ticketType, period }: TicketTypeName & Pick<CountedSlots, "period">,
): ContactLimit[] {
  const ofCampaign = limits.filter(
    (each) => each.interaction === interaction && each.period === period,
  );
  return [
    ...ofCampaign.filter(
      ({ type }) => type?.activity === activity && type.ticketType === ticketType,
    ),
    ...ofCampaign.filter(({ type }) => type === null),
  ];
}

/**
 * The first of the limits that so many more live tickets would exceed; null where they fit. What adds none always fits: a
 * limit may be exceeded already, after a merge, an import, a slot's change, an order over it, or since it is lower (A84).
 */
export function exceededLimit(limits: readonly ContactLimit[], more: number): ContactLimit | null {
  if (more <= 0) return null;
  return limits.find(({ held, limit }) => held + more > limit) ?? null;
}

/** The limits that are exceeded after somebody got these tickets beside their own; empty where all fit. */
export function exceededBy({
  own,
  added,
}: Readonly<Record<"own" | "added", readonly HeldTickets[]>>): ContactLimit[] {
  const raised = new Set(
    limitsOf(added).flatMap((each) => (each.held > 0 ? [limitKey(each)] : [])),
  );
  return limitsOf([...own, ...added]).filter(
    (each) => each.held > each.limit && raised.has(limitKey(each)),
  );
}

function limitKey({ interaction, type, period }: ContactLimit): string {
  return JSON.stringify([interaction, type, period]);
}

/** How much of a limit a contact has, in words. */
export function limitText({
  type,
  limit,
  held,
  counts,
  period,
}: Omit<ContactLimit, "interaction">): string {
  const what = type === null ? "campaign" : "ticket type";
  const where = {
    all: "",
    upcoming: " in slots that have not ended",
    week: ` in the week from Monday, ${period}`,
    month: ` in the month ${period}`,
  }[counts];
  return `${counted(held, "live ticket")} of the ${what}${where}, of ${limit} at most`;
}
