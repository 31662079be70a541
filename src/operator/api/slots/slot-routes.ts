import { Type } from "typebox";
import { addSlots } from "../../../usecases/operator/change-slots.ts";
import { addedToJson } from "./slot-to-json.ts";
import { pageOf, readCursor } from "../../../operations/cursor.ts";
import { readBounds, readTime } from "../../../operations/read-time.ts";
import type { Operation } from "../../../operations/operation.ts";
import { jsonBody, ofAccount, replyWith, operationsOf } from "../../../operations/operations-of.ts";
import {
  activityId,
  Capacity,
  hostId,
  limitDefault,
  page,
  paging,
  publicKey,
  time,
} from "../../../operations/fields.ts";
import { AddedSlots, Slot } from "./slot-schema.ts";
import { shownSlot } from "./shown-slot.ts";
import { DryRun, place, placeOf, placeRefusals } from "./slot-place.ts";

const route = operationsOf({ tag: "Slots", below: `${ofAccount}/slots`, scope: "account" });

const startsMax = 10_000;
const slotsMax = 5_000;

/** Slots with their starts and seats. */
export const slotRoutes: readonly Operation[] = [
  route(
    {
      name: "listSlots",
      method: "GET",
      role: "viewer",
      summary: "Slots with their seats and waitlists, by start.",
      query: Type.Object({
        interaction: Type.Optional(publicKey),
        activity: Type.Optional(activityId),
        host: Type.Optional(hostId),
        from: Type.Optional(time("Earliest start, included.")),
        to: Type.Optional(time("Latest start, included.")),
        free_while_waiting: Type.Optional(
          Type.Boolean({ description: "Only slots with free seats beside a waitlist." }),
        ),
        ...paging,
        limit: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: slotsMax,
            description:
              "Slots on a page; 100 by default. Enough for months of a campaign at once.",
          }),
        ),
      }),
      answers: { 200: page(Slot) },
    },
    async ({ store }, { query }, { id }) => {
      const { interaction, activity, host, cursor, limit = limitDefault } = query;
      const found = await store.account(id).findSlots({
        ...(interaction !== undefined && { publicKey: interaction }),
        ...(activity !== undefined && { activityId: activity }),
        ...(host !== undefined && { hostId: host }),
        ...readBounds(query),
        freeWhileWaiting: query.free_while_waiting ?? false,
        ...(cursor !== undefined && { after: afterOf(cursor) }),
        limit: limit + 1,
      });
      return {
        body: pageOf(found, limit, shownSlot, (slot) => [
          slot.startingAt,
          slot.publicKey,
          slot.activityId,
          slot.hostId ?? "",
        ]),
      };
    },
  ),
  route(
    {
      name: "addSlots",
      method: "POST",
      role: "admin",
      summary: "Add slots at these times; those that exist stay as they are.",
      body: jsonBody({
        ...place,
        starting_at: Type.Array(time("A start."), { minItems: 1, maxItems: startsMax }),
        capacity: Capacity,
        dry_run: DryRun,
      }),
      answers: { 200: AddedSlots },
      refusals: placeRefusals,
    },
    async ({ store }, { audit, body }, account) => {
      const dryRun = body.dry_run ?? false;
      const added = await addSlots(store, audit, account, {
        place: placeOf(body),
        startingAt: body.starting_at.map((each) => readTime("starting_at", each)),
        capacity: body.capacity,
        dryRun,
      });
      return replyWith(added, (slots) => ({ ...addedToJson(slots), dry_run: dryRun }));
    },
  ),
];

function afterOf(cursor: string) {
  const [startingAt, key, activity, host] = readCursor(cursor, [
    "number",
    "string",
    "string",
    "string",
  ]);
  return { startingAt, publicKey: key, activityId: activity, hostId: host };
}
