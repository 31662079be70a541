import { t } from "../../language/t.ts";
import { statusWithin } from "../../kit/status-word.ts";

/**
 * Sentences that the service composed with values, in the language of the console; null where one is not known. `ahead` is
 * who holds a waiting booking back, whom the service names by the booking's id.
 */
export function translated(text: string, ahead?: string): string | null {
  const sentences = text.split(/(?<=\.) (?=[A-Z])/).map((sentence) => sentenceOf(sentence, ahead));
  return sentences.includes(null) ? null : sentences.join(" ");
}

function sentenceOf(sentence: string, ahead: string | undefined): string | null {
  for (const [pattern, words] of known) {
    const found = pattern.exec(sentence);
    if (found === null) continue;
    const { booking, ...values } = found.groups ?? {};
    const who = booking === undefined ? {} : { who: ahead ?? t("booking {booking}", { booking }) };
    return words({ ...values, ...who });
  }
  return null;
}

type Values = Readonly<Record<string, string | undefined>>;

const counts = new Set(["position", "needs", "free", "ahead"]);
/** Numbers as numbers, for the plural. */
const valuesOf = (values: Values) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value = ""]) => [
      name,
      counts.has(name) ? Number(value) : value,
    ]),
  );
const free = "(?<free>\\d+) seats? (?:is|are) free";
const rest = "(?:, of which (?<ahead>\\d+) goe?s? to those before it)?";
const limit = "the limit of its ticket type (?<type>.+?) leaves (?<free>\\d+) seats?";
const place = "It is number (?<position>\\d+) on the waitlist and needs (?<needs>\\d+) seats?; ";

const waiting: readonly (readonly [tail: string, words: (values: Values) => string])[] = [
  ["none is free\\.", () => t("No seat is free.")],
  [
    "the slot began at (?<when>.+): nobody moves up any more, .*",
    (values) =>
      t(
        "The slot began on {when}: nobody moves up any more, unless an operator gives a seat on purpose.",
        valuesOf(values),
      ),
  ],
  [
    "the slot was closed at (?<when>.+): nobody moves up unless it is opened\\.",
    (values) =>
      t("The slot was closed on {when}: nobody moves up unless it is opened.", valuesOf(values)),
  ],
  [
    "the cut-off of its ticket type passed at (?<when>.+): it moves up by itself no more, .*",
    (values) =>
      t(
        "The cut-off of its ticket type passed on {when}: it moves up by itself no more, and until the start when an operator promotes it.",
        valuesOf(values),
      ),
  ],
  [
    "its seats are given until (?<when>.+), which is too soon for an offer: .*",
    (values) =>
      t(
        "Its seats are given until {when}, which is too soon for an offer: it moves up when an operator promotes it.",
        valuesOf(values),
      ),
  ],
  [
    `${free}: it is offered its seats .*`,
    (values) =>
      t(
        "{free, plural, one {# seat is free} other {# seats are free}}: it is offered its seats with the next change of the slot or its waitlist, unless an operator promotes it.",
        valuesOf(values),
      ),
  ],
  [
    `${free}, but booking (?<booking>\\S+) before it needs (?<before>\\d+) and holds back everybody behind it\\.`,
    (values) =>
      t(
        "{free, plural, one {# seat is free} other {# seats are free}}, but {before} are needed before it ({who}), which holds back everybody behind it.",
        valuesOf(values),
      ),
  ],
  [
    `${free}: it moves up .*`,
    (values) =>
      t(
        "{free, plural, one {# seat is free} other {# seats are free}}: it moves up with the next change of the slot or its waitlist, or when an operator promotes it.",
        valuesOf(values),
      ),
  ],
  [
    `${free}: the campaign promotes by hand.*`,
    (values) =>
      t(
        "{free, plural, one {# seat is free} other {# seats are free}}: the campaign promotes by hand, so it waits until an operator promotes it.",
        valuesOf(values),
      ),
  ],
  [
    `${free}${rest}\\.`,
    (values) =>
      t("{free, plural, one {# seat is free} other {# seats are free}}.", valuesOf(values)) +
      aheadOf(values),
  ],
  [
    `${limit}, and booking (?<booking>\\S+) before it waits for (?<before>\\d+) of that type\\.`,
    (values) =>
      limitOf(values) +
      t(
        " Before it, {before, plural, one {# of that type is} other {# of that type are}} waited for ({who}).",
        valuesOf(values),
      ),
  ],
  [`${limit}${rest}\\.`, (values) => limitOf(values) + aheadOf(values)],
];

function limitOf(values: Values): string {
  return t(
    "The limit of its ticket type {type} leaves {free, plural, one {# seat} other {# seats}}.",
    valuesOf(values),
  );
}

function aheadOf(values: Values): string {
  if (values["ahead"] === undefined) return "";
  return t(
    " Of these {ahead, plural, one {# goes} other {# go}} to those before it.",
    valuesOf(values),
  );
}

const known: readonly (readonly [pattern: RegExp, words: (values: Values) => string])[] = [
  [
    /^The booking is (?<status>\w+) since (?<when>.+)\.$/,
    ({ status = "", when = "" }) =>
      t("The booking is {status} since {when}.", { status: statusWithin(status), when }),
  ],
  [
    /^Ticket (?<number>\d+) is live\.$/,
    (values) => t("Ticket {number} is live.", valuesOf(values)),
  ],
  [
    /^Ticket (?<number>\d+) was cancelled at (?<when>.+)\.$/,
    (values) => t("Ticket {number} was cancelled: {when}.", valuesOf(values)),
  ],
  [
    /^The attendee of ticket (?<number>\d+) has not checked in\.$/,
    (values) => t("The attendee of ticket {number} has not checked in.", valuesOf(values)),
  ],
  [
    /^The attendee of ticket (?<number>\d+) checked in at (?<when>.+), and does not count: the ticket is cancelled\.$/,
    (values) =>
      t(
        "The attendee of ticket {number} checked in ({when}), and does not count: the ticket is cancelled.",
        valuesOf(values),
      ),
  ],
  [
    /^The attendee of ticket (?<number>\d+) checked in at (?<when>.+)\.$/,
    (values) => t("The attendee of ticket {number} checked in: {when}.", valuesOf(values)),
  ],
  [
    /^The slot starts at (?<start>.+); it is (?<now>.+)\.$/,
    (values) => t("The slot starts on {start}; it is {now}.", valuesOf(values)),
  ],
  [
    /^A slot that has begun can be cancelled as well\.$/,
    () => t("A slot that has begun can be cancelled as well."),
  ],
  [
    /^An operator may still cancel, after the cut-off on purpose/,
    () => t("An operator may still cancel, after the cut-off on purpose."),
  ],
  [
    /^Its seats are kept for it until (?<when>.+): /,
    (values) =>
      t(
        "Its seats are kept for it until {when}: it is confirmed when the offer is accepted.",
        valuesOf(values),
      ),
  ],
  [
    /^Its offer ended: /,
    () =>
      t(
        "Its offer ended: it stands behind all others, and moves up when a seat is freed and nobody else waits, or when an operator promotes it.",
      ),
  ],
  [
    /^All its tickets are cancelled: there is nothing to wait for\.$/,
    () => t("All its tickets are cancelled: there is nothing to wait for."),
  ],
  [
    /^Its ticket type is unlimited and needs no seat/,
    () => t("Its ticket type is unlimited and needs no seat: it can be promoted at any time."),
  ],
  [
    /^It stands further back than the entries that were read\.$/,
    () => t("It stands further back than the entries that were read."),
  ],
  ...waiting.map(
    ([tail, words]) =>
      [
        new RegExp(`^${place}${tail}$`),
        (values: Values) =>
          `${t(
            "It is number {position} on the waitlist and needs {needs, plural, one {# seat} other {# seats}}.",
            valuesOf(values),
          )} ${words(values)}`,
      ] as const,
  ),
];
