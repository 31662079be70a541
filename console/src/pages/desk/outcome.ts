import { wallTimeOf } from "../../../../src/domain/local-time.ts";
import { zoneAbbreviation } from "../../../../src/domain/zones/zone-clock.ts";
import { dayIn } from "../../kit/zoned-day.ts";
import { locale, t } from "../../language/t.ts";
import { looksLikeCode } from "./through-layouts.ts";

/** The result of a scan, a search, or a press of a button at the desk. */
export type Outcome =
  /** The request is under way. */
  | { readonly kind: "waiting"; readonly who: string }
  /** Without a response the desk sends the request again. `known`: the booking is on the desk's list. */
  | { readonly kind: "unsent"; readonly who: string; readonly known: boolean }
  /** The operator undid the scan before its response: the desk undoes its check-in at once. */
  | { readonly kind: "regretted"; readonly who: string }
  /** The operator undid the scan before it was sent. */
  | { readonly kind: "withdrawn"; readonly who: string }
  /** `here` of the booking's `tickets` are checked in now. */
  | (About & { readonly kind: "checked-in"; readonly here: number; readonly tickets: number })
  /** `by`: the operator who checked them in. */
  | (About & { readonly kind: "already"; readonly at: string; readonly by: string })
  /** This scan checked the booking in, and another operator undid it before the response arrived. */
  | (About & { readonly kind: "taken-back"; readonly by: string })
  /** The booking is checked in, but had been moved out of the desk's scope. */
  | (About & { readonly kind: "moved"; readonly startingAt: string; readonly what: string })
  | (About & { readonly kind: "choose"; readonly expected: number })
  | (About & { readonly kind: "cancelled"; readonly at: string })
  | (About & { readonly kind: "waitlist"; readonly why: string })
  | (About & {
      readonly kind: "elsewhere";
      readonly startingAt: string;
      readonly what: string;
      /** Null where it is the scope's own campaign. */
      readonly campaign: string | null;
    })
  | (About & { readonly kind: "undone"; readonly tickets: number })
  /** An operator who may not check in looked the booking up. */
  | (About & { readonly kind: "expected" })
  | { readonly kind: "unknown"; readonly code: string }
  | { readonly kind: "several"; readonly code: string; readonly count: number }
  | { readonly kind: "nothing-to-undo" }
  /** A look-up had no response; no change was sent. */
  | { readonly kind: "no-answer"; readonly who: string }
  | {
      readonly kind: "refused";
      readonly who: string;
      readonly title: string;
      readonly why: string;
    };

interface About {
  /** The attendees' names, or the contact's external id where they have none. */
  readonly who: string;
  readonly booking: string;
}

export type OutcomeTone = "wait" | "unsent" | "good" | "known" | "ask" | "stop" | "fault";
export type OutcomeSymbol =
  | "dots"
  | "tick"
  | "two ticks"
  | "question"
  | "cross"
  | "hourglass"
  | "clock"
  | "unknown"
  | "back"
  | "alarm";

export interface OutcomeWords {
  readonly tone: OutcomeTone;
  /** Each kind has a shape of its own, so that no kind is known by its colour alone. */
  readonly symbol: OutcomeSymbol;
  readonly title: string;
  readonly detail: string;
}

/** The campaign's time zone, and the time now in milliseconds. */
export interface DeskClock {
  readonly zone: string;
  readonly now: number;
}

type Kind = Outcome["kind"];
type Words = {
  readonly [K in Kind]: (of: Extract<Outcome, { kind: K }>, at: DeskClock) => OutcomeWords;
};

const words: Words = {
  waiting: ({ who }) => ({
    tone: "wait",
    symbol: "dots",
    title: t("Waiting for the answer"),
    detail: who,
  }),
  unsent: ({ who, known }) => ({
    tone: known ? "unsent" : "fault",
    symbol: known ? "hourglass" : "alarm",
    title: known ? t("Not yet recorded") : t("Not on the list, not yet looked up"),
    detail: t("{who}. The service does not answer; the desk sends it again by itself.", { who }),
  }),
  regretted: ({ who }) => ({
    tone: "unsent",
    symbol: "back",
    title: t("Not yet recorded, will be taken back"),
    detail: who,
  }),
  withdrawn: ({ who }) => ({
    tone: "known",
    symbol: "back",
    title: t("Taken back before it was sent"),
    detail: who,
  }),
  "checked-in": ({ who, here, tickets }) => ({
    tone: "good",
    symbol: "tick",
    title: t("Checked in"),
    detail: tickets === 1 ? who : t("{who}: {here} of {tickets} are here", { who, here, tickets }),
  }),
  already: ({ who, at, by }, clock) => ({
    tone: "known",
    symbol: "two ticks",
    title: t("Already checked in {when}", { when: momentWords(at, clock) }),
    detail: by === "" ? who : t("{who}. By {by}.", { who, by }),
  }),
  "taken-back": ({ who, by }) => ({
    tone: "ask",
    symbol: "back",
    title: t("Checked in, then taken back"),
    detail: by === "" ? who : t("{who}. By {by}.", { who, by }),
  }),
  moved: ({ who, startingAt, what }, clock) => ({
    tone: "ask",
    symbol: "clock",
    title: t("Checked in, but for {slot}", { slot: slotWords(startingAt, clock) }),
    detail: t("{who}. {what}. The booking was moved.", { who, what }),
  }),
  choose: ({ who, expected }) => ({
    tone: "ask",
    symbol: "question",
    title: t("Who is here? {expected, plural, one {# is} other {# are}} expected", { expected }),
    detail: t("{who}. Enter: everybody. Or the numbers of the tickets, such as 1 3, then Enter.", {
      who,
    }),
  }),
  cancelled: ({ who, at }, clock) => ({
    tone: "stop",
    symbol: "cross",
    title: t("Cancelled"),
    detail: t("{who}. The booking was cancelled {when}.", { who, when: momentWords(at, clock) }),
  }),
  waitlist: ({ who, why }) => ({
    tone: "ask",
    symbol: "hourglass",
    title: t("On the waitlist: no seat"),
    detail: why === "" ? who : `${who}. ${why}`,
  }),
  elsewhere: ({ who, startingAt, what, campaign }, clock) => ({
    tone: "ask",
    symbol: "clock",
    // Another campaign's slot may begin in this same hour, so the title names the campaign.
    ...(campaign === null
      ? {
          title: t("Not for now: {slot}", { slot: slotWords(startingAt, clock) }),
          detail: `${who}. ${what}`,
        }
      : {
          title: t("For another campaign: {campaign}", { campaign }),
          detail: `${who}. ${what}, ${slotWords(startingAt, clock)}`,
        }),
  }),
  undone: ({ who, tickets }) => ({
    tone: "known",
    symbol: "back",
    title: t("Check-in taken back"),
    detail:
      tickets === 1
        ? who
        : t("{who}, {tickets, plural, one {# ticket} other {# tickets}}", { who, tickets }),
  }),
  expected: ({ who }) => ({
    tone: "known",
    symbol: "clock",
    title: t("Expected, not here yet"),
    detail: who,
  }),
  unknown: ({ code }) => ({
    tone: "stop",
    symbol: "unknown",
    title: t("Unknown"),
    detail: looksLikeCode(code)
      ? t(
          "“{code}” looks like a code that the scanner typed for another keyboard. Set the scanner to the keyboard layout of this computer.",
          { code },
        )
      : t("“{code}” is no booking, no external id, and no name on the list.", { code }),
  }),
  several: ({ code, count }) => ({
    tone: "ask",
    symbol: "question",
    title: t("{count, plural, one {# booking matches} other {# bookings match}}", { count }),
    detail: t("Choose with the arrow keys and Enter, or type a longer part than “{code}”.", {
      code,
    }),
  }),
  "nothing-to-undo": () => ({
    tone: "known",
    symbol: "back",
    title: t("Nothing to take back"),
    detail: t("Nobody was checked in from this desk since the page was opened."),
  }),
  "no-answer": ({ who }) => ({
    tone: "fault",
    symbol: "alarm",
    title: t("No connection: not looked up"),
    detail: t("{who}. The service does not answer: scan again.", { who }),
  }),
  refused: ({ who, title, why }) => ({
    tone: "fault",
    symbol: "alarm",
    title,
    detail: `${who}. ${why}`,
  }),
};

/** The title and detail of an outcome, as shown and as read by a screen reader. */
export function outcomeWords(outcome: Outcome, clock: DeskClock): OutcomeWords {
  return (words[outcome.kind] as Words[Kind] & ((of: Outcome, at: DeskClock) => OutcomeWords))(
    outcome,
    clock,
  );
}

/** `10:02`; milliseconds. */
export function clockWords(at: number, { zone }: Pick<DeskClock, "zone">): string {
  const hourAndMinute = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  return format(new Date(at).toISOString(), zone, hourAndMinute);
}

/** `at 10:02`, with the day where it is not today. */
function momentWords(at: string, { zone, now }: DeskClock): string {
  const time = clockWords(Date.parse(at), { zone });
  if (dayOf(at, zone) === dayOf(now, zone)) return t("at {time}", { time });
  const day = format(at, zone, { weekday: "short", day: "numeric", month: "short" });
  return t("on {day} at {time}", { day, time });
}

/** `today at 14:00 CET`, `tomorrow at …`, else with the date. */
function slotWords(at: string, { zone, now }: DeskClock): string {
  const time = format(at, zone, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  const days = Math.round(
    (Date.parse(dayOf(at, zone)) - Date.parse(dayOf(now, zone))) / 86_400_000,
  );
  const near = { "-1": t("yesterday"), "0": t("today"), "1": t("tomorrow") }[String(days)];
  const date = { weekday: "short", day: "numeric", month: "short", year: "numeric" } as const;
  return t("{day} at {time}", {
    day: near ?? format(at, zone, date),
    time: `${time} ${zoneAbbreviation(Date.parse(at), zone)}`,
  });
}

function dayOf(at: string | number, zone: string): string {
  return dayIn(zone, typeof at === "string" ? Date.parse(at) : at);
}

function format(at: string, zone: string, options: Intl.DateTimeFormatOptions): string {
  const formatter = new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
  return formatter.format(wallTimeOf(Date.parse(at), zone));
}
