import type { SeatRefusal } from "../domain/refusal.ts";

const nothingSuch = {
  interaction: "There is no campaign with this public key in the account.",
  activity: "The campaign has no such activity.",
  host: "The activity has no such host.",
  slot: "There is no slot at that time: `booking slot list` shows those there are.",
  ticket_type: "The activity has no such ticket type.",
} as const;

/** What booking, promoting and changing slots are refused with. */
export const seatMessages: {
  readonly [W in Exclude<SeatRefusal["why"], "unknown-booking">]: (
    refusal: Extract<SeatRefusal, { why: W }>,
  ) => string;
} = {
  "not-in-catalogue": ({ field }) => nothingSuch[field],
  "host-missing": () => "The activity offers a choice of hosts: name one with --host.",
  "host-not-offered": () => "The activity offers no choice of hosts: leave --host out.",
  "value-malformed": ({ field, expected }) => `${field} must be ${expected}.`,
  "not-waitlisted": ({ status }) =>
    `The booking is ${status}: only one on the waitlist can be promoted.`,
  "no-live-ticket": () => "All tickets of the booking are cancelled: it waits for nothing.",
  "not-first": ({ first }) =>
    `Booking ${first} is first on the waitlist: promote that one, or pass over it with --overtake.`,
  "seats-missing": ({ needs, free }) =>
    `The booking needs ${needs} ${needs === 1 ? "seat" : "seats"} and ${free} ` +
    `${free === 1 ? "is" : "are"} free: raise the capacity with \`booking slot capacity\`, or ` +
    "wait until somebody cancels.",
  "slot-changed": () => "Somebody else changed the slot meanwhile: look again, then repeat.",
  "capacity-below-taken": ({ taken }) =>
    `${taken} seats are taken: choose at least that, cancel bookings first, or say with --overbook ` +
    "that it is meant.",
};
