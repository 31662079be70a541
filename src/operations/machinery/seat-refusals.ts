import type { WindowRefusal } from "../../domain/booking-window.ts";
import { limitText } from "../../domain/contact-limit.ts";
import { formatInstant } from "../../domain/instant.ts";
import { zonedTime } from "../../domain/local-time.ts";
import type { SeatRefusal } from "../../domain/refusal.ts";
import { counted } from "../../domain/wording.ts";
import { changed, conflict, malformed, unknownThing, type Answer } from "./refusal-answer.ts";

const notInCatalogue = {
  interaction: "There is no campaign with this public key in the account",
  activity: "The campaign has no such activity",
  host: "The activity has no such host",
  slot: "There is no slot at that time",
  ticket_type: "The activity has no such ticket type",
} as const;

/** By the campaign's clock. */
function momentOf({ at, timezone }: WindowRefusal): string {
  return zonedTime(at, timezone, "minute");
}

/** No seat is given at this time, unless that is meant. */
const closedByClock = {
  ...conflict,
  more: ({ at }: WindowRefusal) => ({ closed_at: formatInstant(at) }),
  inApi:
    "choose another slot or ticket type, or book, move or promote with late, which is recorded",
  inConsole: "choose another slot or ticket type, or give the seat on purpose, which is recorded",
};
const unlessOpened = "choose another slot, or raise its capacity, which opens it";
const unlessOpenedByCommand =
  "choose another slot, or raise its capacity with `booking slot capacity`, which opens it";
const onlyBefore = "a slot changes, and takes another one in, before its start only";
const lateInCommand = "book, move or promote with --late where it is meant, which is recorded";

const untilFirst = "wait until that booking has its seats, or is cancelled";

const endsOfHolds = {
  booked: "The hold was used by a booking",
  released: "The hold was released",
  ended: "The hold has ended",
} as const;

/** The answers to the refusals of booking, promoting, moving and changing slots. */
export const seatAnswers: {
  readonly [W in SeatRefusal["why"]]: Answer<Extract<SeatRefusal, { why: W }>>;
} = {
  "unknown-booking": {
    ...unknownThing,
    what: "There is no such booking",
    inCommand: "`booking find` shows those there are",
  },
  "booking-exists": { ...conflict, what: "A booking with this id exists, with other content" },
  "not-in-catalogue": {
    ...unknownThing,
    what: ({ field }) => notInCatalogue[field],
    inCommand: ({ field }) =>
      `\`booking ${field === "slot" ? "slot list" : "catalogue list"}\` shows those there are`,
  },
  "host-missing": {
    status: 422,
    title: "A host is missing",
    what: "The activity offers a choice of hosts",
    inApi: "name one",
    inCommand: "name one with --host",
  },
  "host-not-offered": {
    status: 422,
    title: "No host can be chosen",
    what: "The activity offers no choice of hosts",
    inApi: "leave host out",
    inConsole: "choose none",
    inCommand: "leave --host out",
  },
  "value-malformed": {
    ...malformed,
    what: ({ field, expected }) => `${field} must be ${expected}`,
  },
  "slot-has-begun": {
    ...closedByClock,
    what: (refusal) => `The slot began at ${momentOf(refusal)}`,
    inApi: ({ isOfSlot }) => (isOfSlot === true ? onlyBefore : closedByClock.inApi),
    inConsole: ({ isOfSlot }) => (isOfSlot === true ? onlyBefore : closedByClock.inConsole),
    inCommand: ({ isOfSlot }) => (isOfSlot === true ? onlyBefore : lateInCommand),
  },
  "booking-not-open": {
    ...closedByClock,
    more: ({ at }) => ({ opens_at: formatInstant(at) }),
    what: (refusal) => `The ticket type is bookable from ${momentOf(refusal)} on`,
    inApi: "wait until then, or book or move with late, which is recorded",
    inConsole: "wait until then, or give the seat on purpose, which is recorded",
    inCommand: `wait until then, or ${lateInCommand}`,
  },
  "booking-closed": {
    ...closedByClock,
    more: (refusal) => ({
      ...closedByClock.more(refusal),
      ...(refusal.isOfSlot === true && { is_slot_closed: true }),
    }),
    what: (refusal) =>
      `${refusal.isOfSlot === true ? "The slot was closed" : "Bookings ended"} at ${momentOf(refusal)}`,
    inApi: ({ isOfSlot }) => (isOfSlot === true ? unlessOpened : closedByClock.inApi),
    inConsole: ({ isOfSlot }) => (isOfSlot === true ? unlessOpened : closedByClock.inConsole),
    inCommand: ({ isOfSlot }) => (isOfSlot === true ? unlessOpenedByCommand : lateInCommand),
  },
  "over-limit": {
    ...conflict,
    more: ({ limit, held }) => ({ limit, live_tickets: held }),
    what: (refusal) => `The contact has ${limitText(refusal)}`,
    inApi: "cancel some of them first, or send over_limit, which is recorded",
    inConsole: "cancel some of them first",
    inCommand:
      "cancel some of them first, or say with --over-limit that it is meant, which is recorded",
  },
  "reference-taken": {
    ...conflict,
    what: "Another booking of the campaign has this reference",
    inCommand: "`booking find ACCOUNT --reference` shows it",
  },
  "not-waitlisted": {
    ...conflict,
    what: ({ status }) => `The booking is ${status}: only one on the waitlist can be promoted`,
  },
  "no-live-ticket": {
    ...conflict,
    what: "All tickets of the booking are cancelled: it waits for nothing",
  },
  "no-offer": {
    ...conflict,
    what: "No seats are kept for the booking",
    inApi: "promote it where seats are free",
    inConsole: "promote it where seats are free",
    inCommand: "`booking explain` tells what it waits for",
  },
  "offer-ended": {
    ...conflict,
    more: ({ at }) => ({ ended_at: formatInstant(at) }),
    what: ({ at, timezone }) => `The offer ended at ${zonedTime(at, timezone, "second")}`,
    inApi: "promote it where seats are free",
    inConsole: "promote it where seats are free",
    inCommand: "`booking explain` tells what it waits for",
  },
  "not-first": {
    ...conflict,
    more: ({ first }) => ({ first }),
    what: "Another booking is first on the waitlist",
    named: ({ first }) => `Booking ${first} is first on the waitlist`,
    inApi: "promote that one, or send overtake",
    inConsole: "promote that one",
    inCommand: "promote that one, or pass over it with --overtake",
  },
  "seats-missing": {
    ...conflict,
    more: ({ needs, free, ticketType }) => ({
      seats_needed: needs,
      seats_free: free,
      ticket_type: ticketType,
    }),
    what: ({ needs, free, ticketType, isHeldBack }) =>
      `It needs ${counted(needs, "seat")} and ${counted(free, "is", "are")} free` +
      (ticketType === undefined ? "" : " within the limit of its ticket type") +
      (isHeldBack === true ? ", for which somebody on the waitlist is first" : ""),
    inApi: ({ ticketType, isHeldBack }) => {
      const raised = ticketType === undefined ? "the capacity" : "that limit";
      return isHeldBack === true ? untilFirst : `raise ${raised}, or wait until somebody cancels`;
    },
    inCommand: ({ ticketType, isHeldBack }) => {
      if (isHeldBack === true) return untilFirst;
      const raise =
        ticketType === undefined ? "the capacity" : "that limit (--type-capacity TYPE=N)";
      return `raise ${raise} with \`booking slot capacity\`, or wait until somebody cancels`;
    },
  },
  "attendees-checked-in": {
    ...conflict,
    what: ({ tickets, cancelled }) => {
      const arrived = counted(tickets, "attendee has checked in", "attendees have checked in");
      if (cancelled === 0) return arrived;
      const done = counted(cancelled, "booking was cancelled", "bookings were cancelled");
      return `${arrived} after ${done}`;
    },
    inApi: "undo that first, or send even_if_checked_in",
    inConsole: "undo that first, or cancel them as well",
    inCommand: "undo that first, or cancel them as well with --even-if-checked-in",
  },
  "unknown-hold": {
    ...unknownThing,
    what: "There is no such hold, or it ended more than a day ago",
    inCommand: "`booking hold list` shows the live ones",
  },
  "hold-exists": { ...conflict, what: "A hold with this id exists, with other content" },
  "hold-differs": {
    ...conflict,
    what: "The hold is of another slot, ticket type, number of tickets or contact",
    inApi: "book what it holds, or leave hold out",
    inCommand: "book what it holds, or leave --hold out",
  },
  "hold-ended": {
    ...conflict,
    more: ({ state }) => ({ state }),
    what: ({ state, isFull }) =>
      `${endsOfHolds[state]}${isFull === true ? ", and its seats are not free any more" : ""}`,
    inApi: ({ isFull }) =>
      isFull === true ? "leave hold out to join the waitlist" : "make a new one, under a new id",
    inCommand: ({ isFull }) =>
      isFull === true ? "leave --hold out to join the waitlist" : "make a new one, under a new id",
  },
  "slot-changed": {
    ...changed,
    what: "Somebody else changed the slot meanwhile: look again, then repeat",
  },
  "slot-has-bookings": {
    ...conflict,
    what: "Another slot has that host and start, and bookings",
    inApi: "choose another, or send merge to join both",
    inConsole: "choose another, or join both",
    inCommand: "choose another, or join both with --merge",
  },
  "type-limits-differ": {
    ...conflict,
    more: ({ ticketType }) => ({ ticket_type: ticketType }),
    what: "The two slots have different limits of a ticket type",
    inApi: "give both the same first",
    inCommand: "give both the same first with `booking slot capacity --type-capacity`",
  },
  "capacity-below-taken": {
    ...conflict,
    more: ({ taken, ticketType }) => ({ taken, ticket_type: ticketType }),
    what: ({ taken, ticketType }) =>
      counted(taken, "seat is taken", "seats are taken") +
      (ticketType === undefined ? "" : " of that ticket type"),
    inApi: "choose at least that, cancel bookings first, or send overbook",
    inConsole: "choose at least that, or cancel bookings first",
    inCommand:
      "choose at least that, cancel bookings first, or say with --overbook that it is meant",
  },
};
