import type { SellingWords } from "./selling-words.ts";

export const sellingInEnglish: SellingWords = {
  book: "Book a session",
  title: "Book a session",
  lead: "Choose a time. What is full has a waitlist.",
  allTimes: (zone) => `All times are by the clocks of ${zone}.`,
  notAll: "Some sessions cannot be shown at the moment. Please look again in a minute.",
  weekNav: "Weeks",
  previousWeek: "Week before",
  nextWeek: "Week after",
  activity: "Session",
  host: "With",
  everything: "All sessions",
  everybody: "Anybody",
  show: "Show",
  empty: {
    title: "Nothing in this week",
    text: "Look at another week, or at other sessions.",
  },
  nextSlot: (day) => `Next: ${day}`,
  free: (seats) => {
    if (seats === null) return "Open";
    return seats === 1 ? "1 place left" : `${seats} places left`;
  },
  waitlist: "Full, with a waitlist",
  opens: (moment) => `Opens on ${moment}`,
  closed: "Booking is closed",
  choose: "Book",
  wait: "Waitlist",

  slotTitle: "Your tickets",
  ticketType: "Ticket",
  tickets: "How many",
  continue: "Continue",
  otherTimes: "Other times",
  nothingBookable: {
    title: "This session cannot be booked now",
    text: "Have a look at the other times.",
  },

  formTitle: "Who is coming?",
  waitTitle: "Join the waitlist",
  names: "Names",
  namesNote: "The names are shown at the entrance. You may leave them empty.",
  nameOf: (ticket) => `Ticket ${ticket}`,
  ticketsOf: (count, type) => `${count} × ${type}`,
  keptFor: (minutes) =>
    minutes < 2
      ? "Your places are kept for a minute more."
      : `Your places are kept for ${minutes} minutes.`,
  keepLonger: "Keep them longer",
  keptLonger: "Your places are kept for longer now.",
  keptNoMore:
    "The time for which we kept your places is over. You can still book them if nobody else has taken them.",
  waitNote: "This session is full. You get a place when one is free and it is your turn.",
  fewerNote: (tickets) =>
    `Fewer than ${tickets} places are free. You can wait for all of them together, or go back and choose fewer.`,
  confirm: "Book",
  confirmWait: "Join the waitlist",
  leave: "Back, without booking",

  booked: { title: "Your booking is confirmed", text: "We look forward to seeing you." },
  waits: {
    title: "You are on the waitlist",
    text: "You get a place when one is free and it is your turn. Until then you can leave the list at any time.",
  },
  waitsInstead: {
    title: "You are on the waitlist",
    text: "The last places were taken while you filled in the form. You get a place when one is free and it is your turn, and you can leave the list at any time.",
  },
  another: "Book another session",

  offer: (until) => `A place is kept for you until ${until}. Accept it, or it goes to the next.`,
  accept: "Accept the place",
  accepted: { title: "The place is yours", text: "Your booking is confirmed." },

  refused: {
    "seats-missing": {
      title: "These places have just been taken",
      text: "Somebody was quicker. Choose another time, or join the waitlist.",
    },
    "larger-than-slot": {
      title: "This session is smaller",
      text: "It has fewer places in all than you asked for. Nothing was booked. Choose fewer, or another time.",
    },
    "hold-ended": {
      title: "The time for your places is over",
      text: "We kept them for as long as we said, and somebody else has taken them since. Nothing was booked. You can choose another time, or join the waitlist.",
    },
    "booking-not-open": {
      title: "Booking has not opened yet",
      text: "The list of times says when it opens. Nothing was booked.",
    },
    "booking-closed": {
      title: "Booking is closed",
      text: "This session can no longer be booked here. Nothing was booked.",
    },
    "slot-has-begun": {
      title: "This session has begun",
      text: "It can no longer be booked. Choose another time.",
    },
    "over-limit": {
      title: "That would be more tickets than one person may have",
      text: "Nothing was booked. Choose fewer, or cancel another booking first.",
    },
    "idempotency-key-reused": {
      title: "This form was sent already",
      text: "Please look at your bookings: the first one counts. To change it, cancel it and book again.",
    },
    "no-offer": {
      title: "No place is kept for you any more",
      text: "It went to the next on the list. You are still on the waitlist.",
    },
    "offer-ended": {
      title: "The time for this place is over",
      text: "It went to the next on the list. You are still on the waitlist.",
    },
    other: {
      title: "This cannot be booked now",
      text: "Nothing was booked. Please choose another time.",
    },
  },
  unknown: {
    title: "We do not know yet whether it is booked",
    text: "Your form was sent, but no answer came back. You can safely send it again: nothing is booked twice.",
  },
  problem: {
    busy: {
      title: "One moment, please",
      text: "Many people are booking right now, and we have to ask you to wait a little.",
    },
    unavailable: {
      title: "Nothing can be booked right now",
      text: "The booking service is not answering. Your bookings are safe.",
    },
    broken: {
      title: "Something is wrong on our side",
      text: "Trying again will not help; we have to repair it. If it is urgent, please call us and give this reference.",
    },
  },
};
