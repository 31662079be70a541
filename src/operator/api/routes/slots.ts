import { Type } from "typebox";
import { formatInstant } from "../../../domain/instant.ts";
import { parseDay, parseTimeOfDay } from "../../../domain/local-time.ts";
import { isRefused, type SeatRefusal } from "../../../domain/refusal.ts";
import { timesBetween, weekdays } from "../../../domain/weekly-pattern.ts";
import type { SlotDetails } from "../../../store/seats/find-slots.ts";
import type { AccountStore } from "../../../store/store.ts";
import { addSlotsByPattern } from "../../../usecases/operator/add-slots-by-pattern.ts";
import { addSlots, changeSlotCapacity } from "../../../usecases/operator/change-slots.ts";
import {
  removeFromCatalogue,
  type EditRefusal,
} from "../../../usecases/operator/edit-catalogue.ts";
import type { OperatorRefusal } from "../../../usecases/operator/operator-refusal.ts";
import { slotWaitlist } from "../../../usecases/operator/slot-waitlist.ts";
import { bookingToJson } from "../../../usecases/operator/shapes/booking-to-json.ts";
import { waitingToJson } from "../../../usecases/operator/shapes/explanation-to-json.ts";
import { addedToJson, slotToJson } from "../../../usecases/operator/shapes/slot-to-json.ts";
import { BadInput } from "../bad-input.ts";
import { pageOf, readCursor } from "../cursor.ts";
import { etagOf } from "../etag.ts";
import { readBounds, readTime } from "../read-time.ts";
import { accountParams, route, type Route } from "../route.ts";
import {
  activityId,
  AddedSlots,
  Arrivals,
  Capacity,
  hostId,
  limitDefault,
  listOf,
  page,
  paging,
  publicKey,
  Slot,
  text,
  time,
  WaitlistEntry,
} from "../schemas.ts";

const tag = "Slots";
const below = "/accounts/{tenant}/{environment}/slots";
const ofActivity =
  "/accounts/{tenant}/{environment}/interactions/{interaction}/activities/{activity}/slots";
const account = Type.Object(accountParams);
const one = Type.Object({
  ...accountParams,
  interaction: publicKey,
  activity: activityId,
  starting_at: time("Start of the slot."),
});
const WhichHost = Type.Object({ host: Type.Optional(hostId) });
const DryRun = Type.Optional(Type.Boolean({ description: "Only tell what would be added." }));
const startsMax = 10_000;
const slotsMax = 5_000;
const place = {
  interaction: publicKey,
  activity: activityId,
  host: Type.Optional(hostId),
} as const;
const placeRefusals = ["not-in-catalogue", "host-missing", "host-not-offered"] as const;

const PatternBody = Type.Object(
  {
    ...place,
    from: text(10, "First day, 2030-05-01."),
    to: text(10, "Last day, included."),
    days: Type.Optional(
      Type.Array(Type.Union(weekdays.map((day) => Type.Literal(day))), { maxItems: 7 }),
    ),
    at: Type.Optional(Type.Array(text(5, "A start, 09:30."), { maxItems: 1440 })),
    between: Type.Optional(
      Type.Object(
        {
          from: text(5, "First start, 09:00."),
          to: text(5, "Starts are before this; 24:00 is the end of the day."),
          every_minutes: Type.Integer({ minimum: 1, maximum: 1440 }),
        },
        { additionalProperties: false },
      ),
    ),
    capacity: Capacity,
    dry_run: DryRun,
  },
  { additionalProperties: false },
);

/** Slots: when something can be booked, and how many seats there are. */
export const slotRoutes: readonly Route[] = [
  route(
    {
      operation: "listSlots",
      method: "GET",
      path: below,
      role: "viewer",
      scope: "account",
      tag,
      summary: "Slots with their seats and waitlists, by start.",
      params: account,
      query: Type.Object({
        interaction: Type.Optional(publicKey),
        activity: Type.Optional(activityId),
        host: Type.Optional(hostId),
        from: Type.Optional(time("Earliest start, included.")),
        to: Type.Optional(time("Latest start, included.")),
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
      operation: "addSlots",
      method: "POST",
      path: below,
      role: "admin",
      scope: "account",
      tag,
      summary: "Add slots at these times; those that exist stay as they are.",
      params: account,
      json: Type.Object(
        {
          ...place,
          starting_at: Type.Array(time("A start."), { minItems: 1, maxItems: startsMax }),
          capacity: Capacity,
          dry_run: DryRun,
        },
        { additionalProperties: false },
      ),
      answers: { 200: AddedSlots },
      refusals: placeRefusals,
    },
    async ({ store }, { doing, body }, { name }) => {
      const dryRun = body.dry_run ?? false;
      const added = await addSlots(store, doing, name, {
        place: placeOf(body),
        startingAt: body.starting_at.map((each) => readTime("starting_at", each)),
        capacity: body.capacity,
        dryRun,
      });
      return isRefused<OperatorRefusal | SeatRefusal>(added)
        ? added
        : { body: { ...addedToJson(added), dry_run: dryRun } };
    },
  ),
  route(
    {
      operation: "addSlotsByPattern",
      method: "POST",
      path: `${below}/pattern`,
      role: "admin",
      scope: "account",
      tag,
      summary: "Add slots week after week, by clocks in the campaign's time zone.",
      description:
        "A time that the clock jumps over is left out and told; of one that it shows twice the " +
        "first counts.",
      params: account,
      json: PatternBody,
      answers: {
        200: Type.Object({
          ...AddedSlots.properties,
          skipped: Type.Array(Type.String()),
          repeated: Type.Array(Type.String()),
          timezone: Type.String(),
        }),
      },
      refusals: placeRefusals,
    },
    async ({ store }, { doing, body }, { name }) => {
      const dryRun = body.dry_run ?? false;
      const added = await addSlotsByPattern(store, doing, name, {
        place: placeOf(body),
        pattern: {
          from: readDay("from", body.from),
          to: readDay("to", body.to),
          weekdays: body.days ?? weekdays,
          times: readTimes(body.at ?? [], body.between ?? null),
        },
        capacity: body.capacity,
        dryRun,
      });
      if (isRefused<OperatorRefusal | SeatRefusal>(added)) return added;
      const { skipped, repeated, timezone } = added;
      return { body: { ...addedToJson(added), dry_run: dryRun, skipped, repeated, timezone } };
    },
  ),
  route(
    {
      operation: "showSlot",
      method: "GET",
      path: `${ofActivity}/{starting_at}`,
      role: "viewer",
      scope: "account",
      tag,
      summary: "One slot with its seats and waitlist.",
      params: one,
      query: WhichHost,
      answers: { 200: Slot },
      refusals: ["not-in-catalogue"],
    },
    async ({ store }, { params, query }, { id }) => {
      const found = await findSlot(store.account(id), namedPlace(params, query));
      return found === null ? unknownSlot : { body: shownSlot(found), headers: tagged(found) };
    },
  ),
  route(
    {
      operation: "showWaitlist",
      method: "GET",
      path: `${ofActivity}/{starting_at}/waitlist`,
      role: "viewer",
      scope: "account",
      tag,
      summary: "Who waits for a seat of the slot, first come first, and why each has not moved up.",
      description:
        "The first 1,000. Who waits for no seat, as all tickets are cancelled, is not here.",
      params: one,
      query: WhichHost,
      answers: { 200: listOf(WaitlistEntry) },
      refusals: placeRefusals,
    },
    async ({ store }, { params, query }, { id, name }) => {
      const entries = await slotWaitlist(store, id, namedPlace(params, query));
      if (isRefused<SeatRefusal>(entries)) return entries;
      const items = entries.map(({ details, reason }) => ({
        ...bookingToJson(name, details),
        waitlist: waitingToJson(reason),
      }));
      return { body: { items } };
    },
  ),
  route(
    {
      operation: "showArrivals",
      method: "GET",
      path: `${ofActivity}/{starting_at}/arrivals`,
      role: "viewer",
      scope: "account",
      tag,
      summary: "Who is expected at the slot, and when those who came checked in.",
      params: one,
      query: WhichHost,
      answers: { 200: Arrivals },
      refusals: placeRefusals,
    },
    async ({ store }, { params, query }, { id }) => {
      const arrivals = await store.account(id).readArrivals(namedPlace(params, query));
      if (isRefused<SeatRefusal>(arrivals)) return arrivals;
      const check_ins = arrivals.checkIns.map(formatInstant);
      return { body: { expected: arrivals.expected, arrived: check_ins.length, check_ins } };
    },
  ),
  route(
    {
      operation: "changeSlotCapacity",
      method: "PUT",
      path: `${ofActivity}/{starting_at}`,
      role: "admin",
      scope: "account",
      tag,
      summary: "Change how many seats a slot has; added ones may go to its waitlist.",
      params: one,
      query: WhichHost,
      conditional: true,
      json: Type.Object(
        {
          capacity: Capacity,
          overbook: Type.Optional(
            Type.Boolean({ description: "Also fewer than are taken; that is recorded." }),
          ),
        },
        { additionalProperties: false },
      ),
      answers: {
        200: Type.Object({
          ...Slot.properties,
          capacity_before: Type.Integer(),
          promoted: Type.Integer({ description: "How many moved up from the waitlist." }),
        }),
      },
      refusals: [...placeRefusals, "capacity-below-taken", "slot-changed", "precondition-missing"],
    },
    async ({ store }, { doing, params, query, body, ifMatch }, { id, name }) => {
      if (ifMatch === null) return { refused: { why: "precondition-missing" } };
      const named = namedPlace(params, query);
      const changed = await changeSlotCapacity(store, doing, name, {
        place: named,
        capacity: body.capacity,
        overbook: body.overbook ?? false,
        matches: (before) => ifMatch.trim() === "*" || ifMatch.includes(etagOfSeats(before)),
      });
      if (isRefused<OperatorRefusal | SeatRefusal>(changed)) return changed;
      const found = await findSlot(store.account(id), named);
      if (found === null) return unknownSlot;
      const { before, promoted } = changed;
      return {
        body: { ...shownSlot(found), capacity_before: before.capacity, promoted },
        headers: tagged(found),
      };
    },
  ),
  route(
    {
      operation: "removeSlot",
      method: "DELETE",
      path: `${ofActivity}/{starting_at}`,
      role: "admin",
      scope: "account",
      tag,
      summary: "Take a slot out that nobody ever booked.",
      params: one,
      query: WhichHost,
      answers: { 204: null },
      refusals: ["nothing-to-remove", "in-use"],
    },
    async ({ store }, { doing, params, query }, { name }) => {
      const {
        publicKey: interaction,
        activityId: activity,
        hostId: host,
        startingAt,
      } = namedPlace(params, query);
      const starting_at = formatInstant(startingAt);
      const line = { kind: "slot", interaction, activity, host, starting_at, capacity: 0 };
      const removed = await removeFromCatalogue(store, doing, name, line);
      return isRefused<OperatorRefusal | EditRefusal>(removed)
        ? removed
        : { status: 204, body: null };
    },
  ),
];

const unknownSlot = { refused: { why: "not-in-catalogue", field: "slot" } } as const;

function placeOf(body: { interaction: string; activity: string; host?: string | undefined }) {
  return { publicKey: body.interaction, activityId: body.activity, hostId: body.host ?? null };
}

function namedPlace(
  params: { interaction: string; activity: string; starting_at: string },
  query: { host?: string | undefined },
) {
  return {
    ...placeOf({ ...params, host: query.host }),
    startingAt: readTime("starting_at", params.starting_at),
  };
}

async function findSlot(
  door: Pick<AccountStore, "findSlots">,
  { startingAt, hostId: host, ...named }: ReturnType<typeof namedPlace>,
): Promise<SlotDetails | null> {
  const at = { from: startingAt, to: startingAt, hostId: host ?? "", limit: 1 };
  return (await door.findSlots({ ...named, ...at }))[0] ?? null;
}

function shownSlot(slot: SlotDetails): object {
  return { ...slotToJson(slot), timezone: slot.timezone, etag: etagOfSeats(slot.seats) };
}

function tagged(slot: SlotDetails): Record<string, string> {
  return { etag: etagOfSeats(slot.seats) };
}

/** Seats that are taken meanwhile do not stand in the way of changing the capacity. */
function etagOfSeats({ capacity }: SlotDetails["seats"]): string {
  return etagOf({ capacity });
}

function afterOf(cursor: string) {
  const [startingAt, key, activity, host] = readCursor(cursor, [
    "number",
    "string",
    "string",
    "string",
  ]);
  return { startingAt, publicKey: key, activityId: activity, hostId: host };
}

function readDay(field: string, given: string): number {
  const day = parseDay(given);
  if (day === null) throw new BadInput(field, "a day is expected, like 2030-05-01");
  return day;
}

function readTimes(
  at: readonly string[],
  between: { readonly from: string; readonly to: string; readonly every_minutes: number } | null,
): number[] {
  const times = at.map((each) => readTimeOfDay("at", each));
  if (between !== null) {
    const end = between.to === "24:00" ? 1440 : readTimeOfDay("between.to", between.to);
    const first = readTimeOfDay("between.from", between.from);
    times.push(...timesBetween(first, end, between.every_minutes));
  }
  if (times.length === 0) throw new BadInput("at", "times are expected, here or with between");
  return times;
}

function readTimeOfDay(field: string, given: string): number {
  const minutes = parseTimeOfDay(given);
  if (minutes === null) throw new BadInput(field, "a time of day is expected, like 09:30");
  return minutes;
}
