import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { recordName, type MovedTimes } from "../../domain/catalogue/catalogue-state.ts";
import {
  changedHour,
  keepInstants,
  keepWallClock,
  otherwiseShown,
  type MeantStart,
} from "../../domain/catalogue/kept-clock.ts";
import type { CatalogueLine, DataLineOf } from "../../domain/data-file/data-line.ts";
import { dialectOf } from "../statement.ts";
import type { Tables } from "../tables.ts";

/** By public key, the slots to come whose local time the campaigns' lines change. */
export async function movedTimesOf(
  database: Kysely<Tables>,
  accountId: AccountId,
  lines: readonly DataLineOf<"interaction">[],
  known: ReadonlyMap<string, CatalogueLine>,
): Promise<Map<string, MovedTimes>> {
  const movedTimes = new Map<string, MovedTimes>();
  for (const line of lines) {
    const before = known.get(recordName(line));
    if (before?.kind !== "interaction") continue;
    const moved = await readMovedTimes(database, accountId, line, before);
    if (moved !== null) movedTimes.set(line.public_key, moved);
  }
  return movedTimes;
}

/**
 * The slots to come whose local time a campaign's line changes; null for none. A line with the zone that the campaign has and
 * a `zone_change` settles what a new release of the zones has changed.
 */
async function readMovedTimes(
  database: Kysely<Tables>,
  accountId: AccountId,
  { timezone, zone_change: meant }: DataLineOf<"interaction">,
  known: DataLineOf<"interaction">,
): Promise<MovedTimes | null> {
  if (known.timezone === timezone && meant === null) return null;
  const slots = await readSlotsToCome(database, accountId, known.id ?? "");
  const moved = otherwiseShown(slots, timezone);
  const [first] = moved;
  if (first === undefined) return null;
  const summary = {
    slots: moved.length,
    first: changedHour(first.startingAt, { before: known.timezone, after: timezone }),
  };
  if (meant === null) return { ...summary, kept: [], fault: null };
  if (meant === "keep_instants") {
    return { ...summary, kept: keepInstants(moved, timezone), fault: null };
  }
  const kept = keepWallClock(slots, timezone, await readClock(database));
  return "fault" in kept
    ? { ...summary, kept: [], fault: kept.fault }
    : { ...summary, kept, fault: null };
}

async function readClock(database: Kysely<Tables>): Promise<number> {
  const { now } = await database
    .selectNoFrom(dialectOf(database).clock.as("now"))
    .executeTakeFirstOrThrow();
  return now;
}

/** The slots of a campaign that begin later than the database's clock says, by start. */
async function readSlotsToCome(
  database: Kysely<Tables>,
  accountId: AccountId,
  interactionId: string,
): Promise<MeantStart[]> {
  return database
    .selectFrom("slot")
    .select(["number", "activity_id as activityId", "host_id as hostId"])
    .select(["starting_at as startingAt", "utc_offset_minutes as offsetMinutes"])
    .where("account_id", "=", accountId)
    .where("interaction_id", "=", interactionId)
    .where("starting_at", ">", dialectOf(database).clock)
    .orderBy("starting_at")
    .orderBy("number")
    .execute();
}
