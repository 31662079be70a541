import { bookedAtIsLastStatusEvent } from "./booked-at-is-last-status-event.ts";
import { cancelledWithoutLiveTicket } from "./cancelled-without-live-ticket.ts";
import { confirmedWithoutTicket } from "./confirmed-without-ticket.ts";
import { erasedContactLeavesNothing } from "./erased-contact-leaves-nothing.ts";
import { historyFollowsTheStateTable } from "./history-follows-the-state-table.ts";
import { hostOfTheActivity } from "./host-of-the-activity.ts";
import type { Invariant } from "./invariant.ts";
import { nobodyOvertaken } from "./nobody-overtaken.ts";
import { nobodyWaitsForAFreeSeat } from "./nobody-waits-for-a-free-seat.ts";
import { rowOfOneAccount } from "./row-of-one-account.ts";
import { seatsEqualLiveTickets } from "./seats-equal-live-tickets.ts";
import { seatsWithinCapacity } from "./seats-within-capacity.ts";
import { ticketsNumberedFromOne } from "./tickets-numbered-from-one.ts";
import { waitlistHoldsNoSeat } from "./waitlist-holds-no-seat.ts";

/** Every invariant of the data that no foreign key guarantees. */
export const invariants: readonly Invariant[] = [
  seatsEqualLiveTickets,
  seatsWithinCapacity,
  waitlistHoldsNoSeat,
  cancelledWithoutLiveTicket,
  confirmedWithoutTicket,
  ticketsNumberedFromOne,
  bookedAtIsLastStatusEvent,
  historyFollowsTheStateTable,
  nobodyOvertaken,
  nobodyWaitsForAFreeSeat,
  hostOfTheActivity,
  erasedContactLeavesNothing,
  rowOfOneAccount,
];
