import { counted } from "./wording.ts";

/** A ticket type under the names of data files. */
export interface TicketTypeName {
  /** The campaign's public key. */
  readonly interaction: string;
  readonly activity: string;
  readonly ticketType: string;
}

/** One contact's live tickets of a ticket type, CONFIRMED and WAITLIST, over all slots, past ones included. */
export interface HeldTickets extends TicketTypeName {
  readonly tickets: number;
  /** `tickets_per_contact` of the ticket type and of its campaign; null for any number. */
  readonly ofType: number | null;
  readonly ofCampaign: number | null;
}

/** A limit of a ticket type, or of a whole campaign, and how much of it one contact has. */
export interface ContactLimit extends Pick<TicketTypeName, "interaction"> {
  /** Null: the campaign's. */
  readonly type: Omit<TicketTypeName, "interaction"> | null;
  readonly limit: number;
  readonly held: number;
}

/** The limits of what one contact has. Of several rows of one ticket type or campaign, the last one's limit counts. */
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
  for (const { interaction, activity, ticketType, tickets, ofType, ofCampaign } of held) {
    add({ interaction, type: { activity, ticketType } }, ofType, tickets);
    add({ interaction, type: null }, ofCampaign, tickets);
  }
  return Array.from(limits.values()).filter((each): each is ContactLimit => each.limit !== null);
}

/** Those of the limits that hold for a ticket type: its own, then its campaign's. */
export function limitsFor(
  limits: readonly ContactLimit[],
  { interaction, activity, ticketType }: TicketTypeName,
): ContactLimit[] {
  const ofCampaign = limits.filter((each) => each.interaction === interaction);
  return [
    ...ofCampaign.filter(
      ({ type }) => type?.activity === activity && type.ticketType === ticketType,
    ),
    ...ofCampaign.filter(({ type }) => type === null),
  ];
}

/**
 * The first of the limits that so many more live tickets would exceed; null where they fit. What adds none always fits:
 * a merge or an import may have exceeded a limit before (A84).
 */
export function exceededLimit(limits: readonly ContactLimit[], more: number): ContactLimit | null {
  if (more <= 0) return null;
  return limits.find(({ held, limit }) => held + more > limit) ?? null;
}

/** The limits that are exceeded after somebody got these tickets beside their own. */
export function exceededBy(
  own: readonly HeldTickets[],
  added: readonly HeldTickets[],
): ContactLimit[] {
  const raised = new Set(limitsOf(added).flatMap((each) => (each.held > 0 ? [nameOf(each)] : [])));
  return limitsOf([...own, ...added]).filter(
    (each) => each.held > each.limit && raised.has(nameOf(each)),
  );
}

function nameOf({ interaction, type }: ContactLimit): string {
  return JSON.stringify([interaction, type]);
}

/** How much of a limit a contact has, in words. */
export function limitText({
  type,
  limit,
  held,
}: Pick<ContactLimit, "type" | "limit" | "held">): string {
  const what = type === null ? "campaign" : "ticket type";
  return `${counted(held, "live ticket")} of the ${what}, of ${limit} at most`;
}
