import { Type } from "typebox";
import {
  parseChangeCursor,
  type ChangeCursor,
  type ChangeKind,
  type ChangesStart,
} from "../domain/change-feed.ts";
import { formatDataLine } from "../domain/data-file/data-line-text.ts";
import { formatInstant } from "../domain/instant.ts";
import type { Change } from "../store/doors/changes.ts";
import { awaitChanges, changesSince } from "../usecases/operator/await-changes.ts";
import { reader, WrongUsage } from "./machinery/arguments.ts";
import { BadInput } from "./machinery/validation.ts";
import { limitDefault, text, textOrNull, time, type Sent } from "./machinery/fields.ts";
import type { Operation, Streams, Values } from "./machinery/operation.ts";
import { ofAccount, operationsOf, replyWith } from "./machinery/operations-of.ts";

/** The kinds of changes, in the order in which the description of the API names them. */
const changeKinds = Object.keys({
  booked: true,
  waitlisted: true,
  promoted: true,
  cancelled: true,
  "ticket-cancelled": true,
  "checked-in": true,
  "check-in-undone": true,
  moved: true,
  imported: true,
  "attendee-changed": true,
  "contact-changed": true,
  "data-changed": true,
  "contact-erased": true,
  "contact-merged": true,
  offered: true,
  "offer-ended": true,
  "reminder-due": true,
  "capacity-changed": true,
  "slot-changed": true,
  "slot-closed": true,
} satisfies Record<ChangeKind, true>);

const ChangeShape = Type.Object({
  cursor: Type.String({ description: "Send it as `after` to go on behind this change." }),
  at: time("When it was recorded."),
  change: Type.String({
    description: `${changeKinds.slice(0, -1).join(", ")}, or ${changeKinds.at(-1)}.`,
  }),
  actor: Type.String({ description: "Who made it, as the booking's history says." }),
  request_id: textOrNull("By which request; null for an import and on the command line."),
  reason: Type.Optional(Type.String({ description: "Why, in the words of who made it." })),
  because: Type.Optional(
    Type.String({
      description:
        "Of cancelled, ticket-cancelled, moved, promoted and offered: caller, operator, slot-closed, slot-changed, " +
        "contact-erased, seat-freed, or offer-accepted.",
    }),
  ),
  from: Type.Optional(
    Type.Unknown({ description: "Where a changed slot was: `host` and `starting_at`." }),
  ),
  offer_ends_at: Type.Optional(time("Of offered: until when seats are kept for the booking.")),
  minutes_before: Type.Optional(
    Type.Integer({ description: "Of reminder-due: how many minutes before the start it is of." }),
  ),
  booking: Type.Optional(
    Type.Unknown({ description: "The booking as it stands now, as a line of a data file." }),
  ),
  slot: Type.Optional(
    Type.Unknown({
      description: "In place of the booking where a capacity was changed: the slot as it is now.",
    }),
  ),
});

const ChangesShape = Type.Object({
  changes: Type.Array(ChangeShape, { description: "Oldest first." }),
  cursor: Type.String({ description: "Send it as `after` next time." }),
  earlier: Type.Optional(
    textOrNull(
      "With `before`: send it as `before` for still earlier ones; null where none is kept.",
    ),
  ),
});

/** How a cursor of the feed is typed. */
export const typedCursor = {
  shown: "cursor",
  about: "what comes after this cursor",
  read: reader(
    (written) => (parseChangeCursor(written) === null ? null : written),
    "cursor: write it as a line of changes has it",
  ),
};

const operation = operationsOf({ tag: "Changes", below: ofAccount, appliesTo: "campaigns" });

const listChanges: Operation<Sent<typeof ChangesShape>> = operation(
  {
    name: "listChanges",
    method: "GET",
    path: "/changes",
    scope: "changes",
    summary: "What happened to the account's bookings since a cursor, oldest first.",
    description:
      "A reader that sends back the cursor of each answer sees every change once, and those of a " +
      "booking in their order. The booking is the one of now: a later change may be in it already.",
    query: Type.Object({
      after: Type.Optional(
        text(64, "A cursor; `start` for the oldest change that is kept. Absent: from now on."),
      ),
      before: Type.Optional(
        text(
          64,
          "In place of `after`: the changes just before the one with this cursor, or `end` for the latest. They " +
            "come at once, and may be fewer than `limit` while there are still earlier ones.",
        ),
      ),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 1000, description: "Changes; 100 by default." }),
      ),
      wait: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 30,
          description: "Seconds to wait for a change where there is none; 0 by default.",
        }),
      ),
    }),
    answers: { 200: ChangesShape },
    refusals: ["cursor-not-kept", "too-many-followers"],
    command: {
      words: "changes",
      about: "Print what happened to an account's bookings, one JSON object a line.",
      typed: {
        after: typedCursor,
        before: null,
        wait: null,
        most: { flag: "limit", about: "print this many at most" },
      },
      more: {
        from_start: Type.Boolean({ description: "begin with the oldest change that is kept" }),
        most: Type.Optional(Type.Integer({ minimum: 1 })),
        follow: Type.Boolean({ description: "go on as changes are made" }),
      },
      notes:
        "Without a cursor it begins at now. Each line has its own cursor; without --follow the last line on\n" +
        "standard error is the cursor to go on from. A booking is printed as it stands now.",
      example: 'acme/production --after "$CURSOR" --follow | your-program',
      send: sendStart,
      stream: changeLines,
      goesOn: ({ follow }) => follow === true,
    },
  },
  async (parts, { query, audit, operator, ...order }, { id }) => {
    const { after, before, limit = limitDefault, wait = 0 } = query;
    const { interactions } = operator;
    const sees = interactions && (({ line }: Change) => interactions.includes(line.interaction));
    const since = changesSince(parts.changesRetentionDays, audit.now);
    if (before !== undefined) {
      if (after !== undefined || wait > 0) throw new BadInput("before", "must be alone");
      const question = { before: readBefore(before), limit, since };
      const earlier = await parts.store.account(id).readEarlierChanges(question);
      return replyWith(earlier, ({ changes, ...cursors }) => ({
        ...cursors,
        changes: changes.filter((change) => sees?.(change) ?? true).map(changeToJson),
      }));
    }
    const end =
      wait === 0 ? () => {} : await parts.followers.begin({ account: id, operator: operator.name });
    if (end === null) return { refused: { why: "too-many-followers" } };
    using _ = { [Symbol.dispose]: end };
    const found = await awaitChanges(
      parts.store.account(id),
      {
        start: readStart(after),
        limit,
        since,
      },
      {
        waitMs: wait * 1000,
        isOver: () => order.isGone() || parts.isClosing(),
        askAgain: () => order.askAgain(),
        now: () => performance.now(),
      },
      sees,
    );
    return replyWith(found, ({ changes, cursor }) => ({
      changes: changes.map(changeToJson),
      cursor,
    }));
  },
);

/** Sends `--from-start` as the cursor that it means. */
export function sendStart({ from_start, ...values }: Values): Values {
  if (from_start !== true) return values;
  if (values["after"] === undefined) return { ...values, after: "start" };
  throw new WrongUsage("--from-start and --after are two beginnings: give one of them.");
}

export const changeOperations: readonly Operation[] = [listChanges];

export function readStart(after: string | undefined): ChangesStart {
  if (after === undefined) return "now";
  if (after === "start") return "start";
  const cursor = parseChangeCursor(after);
  if (cursor === null) throw new BadInput("after", "must be the cursor of an answer, or `start`");
  return cursor;
}

function readBefore(before: string): ChangeCursor | "end" {
  const cursor = before === "end" ? before : parseChangeCursor(before);
  if (cursor === null) throw new BadInput("before", "must be the cursor of a change, or `end`");
  return cursor;
}

/** A change as its line of the feed. */
export function changeToJson({ cursor, at, change, actor, requestId, details, line }: Change) {
  return {
    cursor,
    at: formatInstant(at),
    change,
    actor,
    request_id: requestId,
    ...details,
    [line.kind]: formatDataLine(line),
  };
}

/** Changes that are read at a time. */
const portion = 500;
/** A follower asks anew after this long; asking costs six small reads. */
const waitSeconds = 30;

/**
 * Prints changes, portion after portion. After each portion it writes the cursor and the rest of `--limit` into the
 * caller's `values`: a caller whose stream broke off begins it again with them, and no change is printed twice.
 */
async function* changeLines(
  { ask, say }: Streams,
  values: Record<string, unknown>,
): AsyncGenerator<string> {
  const isFollowing = values["follow"] === true;
  for (;;) {
    const left = Number(values["most"] ?? Infinity);
    const isPinned = values["after"] !== undefined;
    const { changes, cursor } = await ask(listChanges, {
      ...values,
      limit: Math.min(portion, left),
      // "now" is the moment of the first answer, however often it is asked.
      wait: isFollowing && isPinned ? waitSeconds : 0,
    });
    yield changes.map((change) => `${JSON.stringify(change)}\n`).join("");
    Object.assign(values, { after: cursor, most: left - changes.length });
    const isWhole = !isFollowing && changes.length < portion;
    if (!isWhole && left > changes.length) continue;
    say(JSON.stringify({ cursor }));
    return;
  }
}
