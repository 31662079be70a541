import { recordAfter } from "../catalogue/catalogue-state.ts";
import { exceededBy, limitText, type ContactLimit, type HeldTickets } from "../contact-limit.ts";
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
): TicketsOfLine[] {
  return bookings.flatMap(({ line, content, known }) =>
    [heldOf(content, state, 1), ...(known === null ? [] : [heldOf(known.line, state, -1)])].flatMap(
      (held) =>
        held.ofType === null && held.ofCampaign === null
          ? []
          : [{ ...held, line, booking: content.booking }],
    ),
  );
}

function heldOf(line: BookingLine, state: ImportState, sign: 1 | -1) {
  const { interaction, activity, ticket_type: ticketType, external_id: externalId } = line;
  const type = recordAfter(state, "ticket_type", interaction, activity, ticketType);
  return {
    externalId,
    interaction,
    activity,
    ticketType,
    tickets: line.booking_status === "CANCELLED" ? 0 : sign * liveTicketCount(line.tickets),
    ofType: type?.tickets_per_contact ?? null,
    ofCampaign: recordAfter(state, "interaction", interaction)?.tickets_per_contact ?? null,
  };
}

/** The warnings of the lines that give one contact more than a limit allows; `own` is what it has before. */
export function warningsOfContact(
  own: readonly HeldTickets[],
  lines: readonly TicketsOfLine[],
): ImportWarning[] {
  const exceeded = exceededBy(own, lines);
  return lines.flatMap((each) => {
    const limit = each.tickets > 0 ? exceeded.find((one) => isOf(one, each)) : undefined;
    return limit === undefined ? [] : [warningOf(each, limit)];
  });
}

function isOf({ interaction, type }: ContactLimit, line: TicketsOfLine): boolean {
  return (
    interaction === line.interaction &&
    (type === null || (type.activity === line.activity && type.ticketType === line.ticketType))
  );
}

function warningOf({ line, booking }: TicketsOfLine, limit: ContactLimit): ImportWarning {
  const message = `its contact then has ${limitText(limit)}`;
  return { line, kind: "booking", key: booking, field: "external_id", message };
}
