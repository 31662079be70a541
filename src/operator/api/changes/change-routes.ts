import { Type } from "typebox";
import { parseChangeCursor, type ChangesStart } from "../../../domain/change-feed.ts";
import { awaitChanges, changesSince } from "../../../usecases/operator/await-changes.ts";
import { BadInput } from "../../../operations/bad-input.ts";
import { limitDefault, text } from "../../../operations/fields.ts";
import type { Operation } from "../../../operations/operation.ts";
import { ofAccount, replyWith, operationsOf } from "../../../operations/operations-of.ts";
import { ChangesShape } from "./change-schema.ts";
import { changeToJson } from "./change-to-json.ts";

const route = operationsOf({ tag: "Changes", below: ofAccount, scope: "account" });

export const changeRoutes: readonly Operation[] = [
  route(
    {
      name: "listChanges",
      method: "GET",
      path: "/changes",
      role: "viewer",
      summary: "What happened to the account's bookings since a cursor, oldest first.",
      description:
        "A reader that sends back the cursor of each answer sees every change once, and those of a " +
        "booking in their order. The booking is the one of now: a later change may be in it already.",
      query: Type.Object({
        after: Type.Optional(
          text(64, "A cursor; `start` for the oldest change that is kept. Absent: from now on."),
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
    },
    async (parts, { query, audit, operator, ...order }, { id }) => {
      const { after, limit = limitDefault, wait = 0 } = query;
      const end =
        wait === 0 ? () => {} : parts.followers.begin({ account: id, operator: operator.name });
      if (end === null) return { refused: { why: "too-many-followers" } };
      try {
        const found = await awaitChanges(
          parts.store.account(id),
          {
            start: readStart(after),
            limit,
            since: changesSince(parts.changesRetentionDays, audit.now),
          },
          {
            waitMs: wait * 1000,
            isOver: () => order.isGone() || parts.isClosing(),
            now: () => performance.now(),
          },
        );
        return replyWith(found, ({ changes, cursor }) => ({
          changes: changes.map(changeToJson),
          cursor,
        }));
      } finally {
        end();
      }
    },
  ),
];

function readStart(after: string | undefined): ChangesStart {
  if (after === undefined) return "now";
  if (after === "start") return "start";
  const cursor = parseChangeCursor(after);
  if (cursor === null) throw new BadInput("after", "must be the cursor of an answer, or `start`");
  return cursor;
}
