import { sellingInEnglish } from "./selling-english.ts";
import type { Words } from "./words.ts";

export const english: Words = {
  locale: "en-GB",
  languageName: "English",
  languageNav: "Language",
  skipToContent: "Skip to the content",
  account: "Your account",

  signIn: {
    title: "Welcome back",
    text: "This is a demo: choose a customer, there is no password. In your shop, your own sign-in stands here.",
  },
  signInChoice: "Sign in as",
  demoNote: "Demo sign-in",
  signOut: "Sign out",
  customerNumber: "Customer number",

  bookings: "Your bookings",
  tabNav: "Bookings",
  tabs: { upcoming: "Upcoming", past: "Past", cancelled: "Cancelled" },
  empty: {
    upcoming: {
      title: "Nothing booked yet",
      text: "When you book a session with us, you will find it here, with its time and place.",
    },
    past: {
      title: "No past bookings",
      text: "Sessions that have begun move here.",
    },
    cancelled: {
      title: "Nothing cancelled",
      text: "Bookings that you cancel stay here, so that you can look them up.",
    },
  },
  range: ({ first, last, total }) => {
    if (total === 1) return "1 booking";
    return first === 1 && last === total
      ? `${total} bookings`
      : `${first} to ${last} of ${total} bookings`;
  },
  pager: "Pages",
  pageOf: (number, last) => `Page ${number} of ${last}`,
  previous: "Previous",
  next: "Next",

  status: { CONFIRMED: "Confirmed", WAITLIST: "On the waitlist", CANCELLED: "Cancelled" },
  waitlistNote:
    "You do not have a place yet. It becomes yours when one is free and it is your turn.",
  cancelledOn: (date) => `Cancelled on ${date}`,
  sessionCancelled: "We had to cancel this session for everybody.",
  cancelledByHouse: "We cancelled this booking for you.",
  localTime: "local time",
  place: "Place",
  host: "With",
  duration: "Duration",
  ticket: "Ticket",
  ticketCode: "Code for the entrance",
  ticketCodeNote: "Show this code at the entrance: it is scanned there.",

  cancel: "Cancel booking",
  leaveWaitlist: "Leave the waitlist",
  notCancellable: {
    "attendee-checked-in":
      "Somebody has already checked in with this booking, so it can no longer be cancelled.",
    "cancellation-closed": "The time for cancelling this booking is over.",
    "ticket-already-cancelled": "The tickets of this booking are already cancelled.",
    other: "This booking cannot be cancelled now.",
  },
  confirm: {
    title: "Cancel this booking?",
    text: "All its tickets are cancelled, and your place becomes free for somebody else. This cannot be undone.",
  },
  confirmWaitlist: {
    title: "Leave the waitlist?",
    text: "You lose your position on the list. This cannot be undone.",
  },
  confirmPast: "This session has already begun.",
  confirmYes: "Yes, cancel it",
  confirmYesWaitlist: "Yes, leave the waitlist",
  confirmNo: "No, keep it",
  backToBookings: "Back to your bookings",
  seeCancelled: "See cancelled bookings",
  addToCalendar: "Add to calendar",
  takeOutOfCalendar: "Mark as cancelled in your calendar",
  calendar: {
    link: "All bookings in your calendar",
    title: "Your bookings in your calendar",
    text: "Subscribe to this address in your calendar program. New bookings, changes and cancellations then appear there by themselves, within hours.",
    address: "Secret address",
    open: "Subscribe on this device",
    revokeTitle: "Anybody with this address sees your bookings",
    revokeText:
      "Keep it to yourself. If somebody else has it, make a new one: the old address stops working at once, and you subscribe again with the new one.",
    revoke: "Make a new address",
    renewed: "The old address no longer works. This is your new one.",
    notAll:
      "You have more than 5,000 bookings. This calendar has the first of them; the others are on the page of your bookings.",
  },
  tryAgain: "Try again",

  outcome: {
    cancelled: {
      title: "Your booking is cancelled",
      text: "All its tickets are cancelled as well. There is nothing more to do.",
    },
    left: {
      title: "You have left the waitlist",
      text: "There is nothing more to do.",
    },
    "already-cancelled": {
      title: "This booking was already cancelled",
      text: "It was cancelled before, perhaps in another window. Nothing has changed now.",
    },
    refused: {
      title: "This booking can no longer be cancelled",
      text: "Nothing has changed. If you cannot come, please tell us at the reception.",
    },
    unknown: {
      title: "We do not know yet whether it is cancelled",
      text: "Your request was sent, but no answer came back. You can safely try again: it will not be cancelled twice. Or look at your bookings in a minute.",
    },
  },
  serviceSays: "The booking service says:",
  problem: {
    busy: {
      title: "One moment, please",
      text: "Many people are looking at their bookings right now, and we have to ask you to wait a little. Your bookings are safe.",
    },
    unavailable: {
      title: "Your bookings cannot be shown right now",
      text: "The booking service is not answering. Your bookings are safe; we just cannot read them at the moment.",
    },
    broken: {
      title: "Something is wrong on our side",
      text: "Trying again will not help; we have to repair it. If it is urgent, please call us and give this reference.",
    },
  },
  cancelProblem: {
    busy: {
      title: "Not cancelled yet: one moment, please",
      text: "Too many requests are coming in right now, and yours was not carried out. You still have your booking.",
    },
    unavailable: {
      title: "Your booking could not be cancelled right now",
      text: "The booking service is not answering as it should. You can safely try again: it will not be cancelled twice.",
    },
    broken: {
      title: "Your booking could not be cancelled",
      text: "Something is wrong on our side, and trying again will not help. If it is urgent, please call us and give this reference.",
    },
  },
  comeBackIn: (seconds) =>
    seconds < 60
      ? `Please try again in ${count(seconds, "second")}.`
      : `Please try again in ${count(Math.ceil(seconds / 60), "minute")}.`,
  comeBackSoon: "Please try again in a few minutes.",
  reference: "Reference:",
  referenceNote: "Tell us this reference if you need help.",

  notFound: { title: "There is no such page", text: "The address may be mistyped or out of date." },
  bookingNotFound: {
    title: "We cannot find this booking",
    text: "It is not among your bookings. The link may be out of date.",
  },
  staleForm: {
    title: "This form is out of date",
    text: "For your safety nothing was done. Please go back to your bookings and start again.",
  },
  badRequest: {
    title: "That did not work",
    text: "What was sent cannot be read. Please start again.",
  },
  home: "Go to your account",

  selling: sellingInEnglish,
};

function count(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? "" : "s"}`;
}
