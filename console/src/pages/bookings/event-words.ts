import { t } from "../../language/t.ts";
import { statusWithin } from "../../kit/status-word.ts";
import type { BadgeTone } from "../../kit/badge.tsx";
import type { Names } from "../../api/campaigns.ts";
import type { Booking } from "../../api/operations.ts";
import { instantWords } from "../../kit/instant-words.ts";
import { durationWords } from "../campaigns/campaign-words.ts";
import { seatsOf, ticketsOf } from "./counted-words.ts";

export type BookingEvent = Booking["history"][number];

interface EventWords {
  readonly title: string;
  /** More details; empty where there are none. */
  readonly detail: string;
  readonly tone: BadgeTone;
}

/** The campaign's time zone and the names of its records. */
export interface Campaign {
  readonly zone: string;
  readonly names: Names;
}

/** An event of a booking's history in words. An unknown kind shows its own name. */
export function eventWords(
  { event, booking_status, details }: BookingEvent,
  campaign: Campaign,
): EventWords {
  const facts = details as Facts;
  const isWaiting = booking_status === "WAITLIST";
  switch (event) {
    case "booked":
      return bookedWords(facts, isWaiting);
    case "promoted":
      return promotedWords(facts);
    case "cancelled":
    case "ticket-cancelled":
      return cancelledWords(event, facts);
    case "checked-in":
      return {
        title: t("Checked in"),
        detail: sentences([checkedOf(facts), reasonOf(facts)]),
        tone: "blue",
      };
    case "check-in-undone":
      return {
        title: t("Check-in taken back"),
        detail: sentences([checkedOf(facts), reasonOf(facts)]),
        tone: "plain",
      };
    case "moved":
      return {
        title: movedTitle(facts, isWaiting),
        detail: movedDetail(facts, campaign),
        tone: isWaiting ? "amber" : "good",
      };
    case "offered":
    case "offer-ended":
      return offerWords(event, facts, campaign);
    case "reminder-due":
      return {
        title: t("Reminder due"),
        detail: t("{duration} before the slot", {
          duration: durationWords(facts?.minutes_before ?? 0),
        }),
        tone: "blue",
      };
    case "contact-erased":
    case "contact-merged":
    case "contact-changed":
    case "attendee-changed":
    case "data-changed":
      return besideStatus(event, facts);
    case "imported":
      return {
        title: t("Imported as {status}", { status: statusWithin(booking_status) }),
        detail: "",
        tone: toneOf(booking_status),
      };
    case "updated":
      return {
        title: t("Updated by an import to {status}", { status: statusWithin(booking_status) }),
        detail: updateOf(facts, campaign),
        tone: toneOf(booking_status),
      };
    default:
      return { title: event, detail: "", tone: "plain" };
  }
}

/** The details that the service records beside an event; not every event has all. */
type Facts = {
  readonly tickets?: number;
  readonly seats_taken?: number;
  readonly seats_overbooked?: number;
  readonly automatic?: boolean;
  readonly accepted?: boolean;
  readonly offer_ends_at?: string;
  readonly minutes_before?: number;
  readonly overtaking?: boolean;
  readonly cancelled_tickets?: readonly number[];
  readonly check_ins?: readonly { readonly ticket: number }[];
  readonly seats_freed?: number;
  readonly reason?: string;
  readonly because?: string;
  readonly after_cutoff?: boolean;
  readonly over_limit?: boolean;
  readonly late?: boolean;
  readonly from?: Place;
  readonly to?: Place;
  readonly same_slot?: boolean;
  readonly moved?: Pick<NonNullable<Facts>, "from" | "to">;
  readonly contact?: unknown;
  readonly overwritten?: boolean;
} | null;

interface Place {
  readonly activity: string;
  readonly host?: string;
  readonly slot_starting_at: string;
  readonly ticket_type: string;
}

function cancelledWords(event: "cancelled" | "ticket-cancelled", facts: Facts): EventWords {
  const tickets = ticketsOf(facts?.cancelled_tickets);
  const isWhole = event === "cancelled";
  return {
    title: isWhole
      ? t("Cancelled")
      : t("{tickets} cancelled", { tickets: tickets ?? t("A ticket") }),
    detail: sentences([
      isWhole ? tickets : null,
      closedOf(facts),
      lateOf(facts),
      freedOf(facts),
      reasonOf(facts),
    ]),
    tone: "danger",
  };
}

function offerWords(
  event: "offered" | "offer-ended",
  facts: Facts,
  { zone }: Campaign,
): EventWords {
  if (event === "offer-ended") {
    return { title: t("Offer ended"), detail: t("It stands behind all others."), tone: "plain" };
  }
  const end = facts?.offer_ends_at;
  const until =
    end === undefined ? null : t("kept until {when}", { when: instantWords(end, zone) });
  return { title: t("Seats offered"), detail: sentences([until]), tone: "amber" };
}

/** What happens to a booking of any status and leaves it. */
function besideStatus(
  event: keyof ReturnType<typeof titlesBesideStatus>,
  facts: Facts,
): EventWords {
  const detail =
    event === "contact-erased"
      ? t("The external id and the attendees' names are gone.")
      : sentences([overLimitOf(facts)]);
  return { title: titlesBesideStatus()[event], detail, tone: "plain" };
}

function titlesBesideStatus() {
  return {
    "contact-erased": t("Contact erased"),
    "contact-merged": t("Contact merged"),
    "contact-changed": t("Given to another contact"),
    "attendee-changed": t("Name changed"),
    "data-changed": t("The shop's data changed"),
  };
}

function bookedWords(facts: Facts, isWaiting: boolean): EventWords {
  return {
    title: isWaiting ? t("Joined the waitlist") : t("Booked and confirmed"),
    detail: sentences([
      facts?.tickets === undefined
        ? null
        : t("{count, plural, one {one ticket} other {# tickets}}", { count: facts.tickets }),
      isWaiting ? null : seatsOf(facts?.seats_taken),
      facts?.seats_overbooked
        ? t("{seats_overbooked} beyond the capacity", { seats_overbooked: facts.seats_overbooked })
        : null,
      overLimitOf(facts),
      outOfTimeOf(facts),
    ]),
    tone: isWaiting ? "amber" : "good",
  };
}

function promoterWords(facts: Facts): string {
  if (facts?.accepted === true) return t("by accepting the offer");
  return facts?.automatic === true ? t("by itself, into seats that became free") : t("by hand");
}

function promotedWords(facts: Facts): EventWords {
  return {
    title: t("Moved up from the waitlist"),
    detail: sentences([
      promoterWords(facts),
      facts?.overtaking === true ? t("past others who waited, on purpose") : null,
      seatsOf(facts?.seats_taken),
      outOfTimeOf(facts),
    ]),
    tone: "good",
  };
}

function updateOf(facts: Facts, campaign: Campaign): string {
  return sentences([
    facts?.moved === undefined
      ? null
      : t("moved {move}", { move: moveOf(facts.moved, campaign) ?? "" }),
    facts?.contact === undefined ? null : t("given to another contact"),
    facts?.overwritten === true ? t("over what was newer here, on purpose") : null,
  ]);
}

function movedTitle(facts: Facts, isWaiting: boolean): string {
  if (facts?.same_slot === true) return t("Given another ticket type");
  return isWaiting ? t("Moved to another slot, on its waitlist") : t("Moved to another slot");
}

function movedDetail(facts: Facts, campaign: Campaign): string {
  return sentences([
    moveOf(facts, campaign),
    seatsOf(facts?.seats_taken),
    overLimitOf(facts),
    outOfTimeOf(facts),
  ]);
}

/** The fields in which the two slots differ. */
function moveOf(facts: Pick<NonNullable<Facts>, "from" | "to"> | null, { zone, names }: Campaign) {
  if (facts?.from === undefined || facts.to === undefined) return null;
  const wordsAt = ({ activity, host, slot_starting_at: at, ticket_type: type }: Place) => [
    names.activity(activity),
    instantWords(at, zone),
    host === undefined ? t("no host") : names.host(activity, host),
    names.ticketType(activity, type),
  ];
  const [from, to] = [wordsAt(facts.from), wordsAt(facts.to)];
  const differing = (words: readonly string[]) =>
    words.filter((_, index) => from[index] !== to[index]).join(", ");
  return t("from {from} to {to}", { from: differing(from), to: differing(to) });
}

function lateOf(facts: Facts): string | null {
  return facts?.after_cutoff === true ? t("after the cut-off, on purpose") : null;
}

function closedOf(facts: Facts): string | null {
  if (facts?.because === "slot-closed") return t("with its whole slot");
  return facts?.because === "contact-erased" ? t("with the erased contact") : null;
}

function overLimitOf(facts: Facts): string | null {
  return facts?.over_limit === true ? t("over the contact's limit, on purpose") : null;
}

function outOfTimeOf(facts: Facts): string | null {
  return facts?.late === true ? t("after the time for it, on purpose") : null;
}

function reasonOf(facts: Facts): string | null {
  return facts?.reason === undefined ? null : t("reason: “{reason}”", { reason: facts.reason });
}

function toneOf(status: string): BadgeTone {
  if (status === "WAITLIST") return "amber";
  return status === "CANCELLED" ? "danger" : "good";
}

function sentences(parts: readonly (string | null)[]): string {
  const text = parts.filter((part) => part !== null).join(", ");
  return text === "" ? "" : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function freedOf(facts: Facts): string | null {
  const count = facts?.seats_freed;
  if (count === undefined) return null;
  if (count === 0) return t("no seat became free");
  return t("{count, plural, one {one seat} other {# seats}} became free", { count });
}

function checkedOf(facts: Facts): string | null {
  return ticketsOf(facts?.check_ins?.map(({ ticket }) => ticket));
}
