import { recordAfter } from "../catalogue/catalogue-state.ts";
import {
  countedWith,
  exceededBy,
  isCounted,
  limitText,
  type ContactLimit,
  type HeldTickets,
} from "../contact-limit.ts";
import type { BookingLine } from "../data-file/data-line.ts";
import { liveTicketCount, type ImportState } from "./decide-booking-line.ts";
import type { BookingToWrite } from "./decide-lines.ts";
import type { ImportWarning } from "./import-report.ts";

/** What a line gives a contact of a limited ticket type, or takes from it. */
export interface TicketsOfLine extends HeldTickets {
  readonly line: number;
  readonly booking: string;
  readonly externalId: string;
}

/** What bookings that are new or change do to their contacts' tickets, where a limit per contact is set. */
export function ticketsOfLines(
  bookings: readonly BookingToWrite[],
  state: ImportState,
  now: number,
): TicketsOfLine[] {
  return bookings.flatMap(({ line, content, known }) =>
    [
      heldOf(content, state, 1, now),
      ...(known === null ? [] : [heldOf(known.line, state, -1, now)]),
    ].flatMap((held) =>
      held.ofType === null && held.ofCampaign === null
        ? []
        : [{ ...held, line, booking: content.booking }],
    ),
  );
}

function heldOf(line: BookingLine, state: ImportState, sign: 1 | -1, now: number) {
  const { interaction, activity, ticket_type: ticketType, external_id: externalId } = line;
  const { host, slot_starting_at: startingAt } = line;
  const campaign = recordAfter(state, "interaction", interaction);
  const counts = campaign?.contact_limit_counts ?? "all";
  const slot = recordAfter(state, "slot", interaction, activity, host, startingAt);
  const durationInMinutes = slot?.slot_duration_in_minutes ?? null;
  const isLive =
    line.booking_status !== "CANCELLED" &&
    isCounted(counts, { startingAt, durationInMinutes }, now);
  const type = recordAfter(state, "ticket_type", interaction, activity, ticketType);
  return {
    externalId,
    interaction,
    activity,
    ticketType,
    ...countedWith({ counts, timezone: campaign?.timezone ?? "UTC" }, startingAt),
    tickets: isLive ? sign * liveTicketCount(line.tickets) : 0,
    ofType: type?.tickets_per_contact ?? null,
    ofCampaign: campaign?.tickets_per_contact ?? null,
  };
}

/** The warnings of the lines that give one contact more than a limit allows; `own` is what it has before. */
export function warningsOfContact(
  own: readonly HeldTickets[],
  lines: readonly TicketsOfLine[],
): ImportWarning[] {
  const exceeded = exceededBy({ own, added: lines });
  return lines.flatMap((each) => {
    const limit = each.tickets > 0 ? exceeded.find((one) => isOf(one, each)) : undefined;
    return limit === undefined ? [] : [warningOf(each, limit)];
  });
}

function isOf({ interaction, period, type }: ContactLimit, line: TicketsOfLine): boolean {
  return (
    interaction === line.interaction &&
    period === line.period &&
    (type === null || (type.activity === line.activity && type.ticketType === line.ticketType))
  );
}

function warningOf({ line, booking }: TicketsOfLine, limit: ContactLimit): ImportWarning {
  const message = `its contact then has ${limitText(limit)}`;
  return { line, kind: "booking", key: booking, field: "external_id", message };
}
