import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { longestSlotMinutes } from "../../domain/slot-length.ts";
import { firstOverlap, type HostOverlap, type HostSlot } from "../../domain/host-overlap.ts";
import { chunksOf } from "../statement.ts";
import type { Tables } from "../tables.ts";
import type { SlotName } from "../write/slot.ts";
import { shownDuration } from "../write/slot-durations.ts";

/** A slot as it will be. */
export interface PlannedSlot extends Pick<SlotName, "activityId" | "hostId" | "startingAt"> {
  readonly publicKey: string;
  /** Null: no length. */
  readonly minutes: number | null;
}

export interface PlannedSlots {
  /** Slots without a host are passed over. */
  readonly slots: Iterable<PlannedSlot>;
  /** A slot that is there no more then. */
  readonly left?: Omit<PlannedSlot, "minutes"> | undefined;
  readonly now: number;
  /** The public keys of the campaigns that the operator may see; null: all. */
  readonly amongCampaigns: readonly string[] | null;
}

/** How many slots that are new or change are looked at, and how many others of their hosts: the first of each. */
export const comparedMost = 50_000;

/** Finds the first time at which a person among the hosts would have two slots. */
export async function findOverlap(
  database: Kysely<Tables>,
  accountId: AccountId,
  { slots, left, now, amongCampaigns }: PlannedSlots,
): Promise<HostOverlap | null> {
  const planned: PlannedSlot[] = [];
  for (const slot of slots) {
    if (slot.hostId === "" || slot.startingAt <= now) continue;
    if (planned.push(slot) === comparedMost) break;
  }
  if (planned.length === 0) return null;
  const ids = new Set(planned.map(({ hostId }) => hostId));
  const people = await readPeople(database, accountId, [...ids]);
  const fresh = planned.flatMap((slot) => {
    const person = people.get(placeName(slot));
    return person === undefined ? [] : [{ ...slot, ...person, isNew: true }];
  });
  return await overlapWith(database, accountId, { fresh, left, amongCampaigns });
}

interface FreshSlots extends Pick<PlannedSlots, "left" | "amongCampaigns"> {
  /** Of hosts that are people. */
  readonly fresh: readonly HostSlot[];
}

/** Finds the first overlap of slots whose hosts are known. */
export async function overlapWith(
  database: Kysely<Tables>,
  accountId: AccountId,
  { fresh, left, amongCampaigns }: FreshSlots,
): Promise<HostOverlap | null> {
  if (fresh.length === 0) return null;
  const gone = new Set([...fresh, ...(left === undefined ? [] : [left])].map(slotName));
  const others: HostSlot[] = [];
  const hosts = new Set(fresh.map(({ hostId }) => hostId));
  for (const ids of chunksOf([...hosts], hostsAtOnce)) {
    const limit = comparedMost - others.length;
    if (limit === 0) break;
    for (const slot of await readSlotsAround(database, accountId, {
      fresh,
      ids,
      limit,
      amongCampaigns,
    })) {
      if (!gone.has(slotName(slot))) others.push(slot);
    }
  }
  return firstOverlap([...fresh, ...others]);
}

/** How many hosts one statement asks for. */
const hostsAtOnce = 500;

type Place = Pick<PlannedSlot, "publicKey" | "activityId" | "hostId">;

function placeName({ publicKey, activityId, hostId }: Place): string {
  return `${publicKey}\n${activityId}\n${hostId}`;
}

function slotName(slot: Place & Pick<PlannedSlot, "startingAt">): string {
  return `${placeName(slot)}\n${slot.startingAt}`;
}

/** The hosts with these ids that are people, by `placeName`. */
async function readPeople(
  database: Kysely<Tables>,
  accountId: AccountId,
  ids: readonly string[],
): Promise<Map<string, Pick<HostSlot, "hostName" | "timezone">>> {
  const people = new Map<string, Pick<HostSlot, "hostName" | "timezone">>();
  for (const some of chunksOf(ids, hostsAtOnce)) {
    const rows = await selectPeople(database, accountId, some).execute();
    for (const { hostName, timezone, ...place } of rows) {
      people.set(placeName(place), { hostName, timezone });
    }
  }
  return people;
}

/** The hosts stand first: the embedded engine keeps the order of a cross join. */
function selectPeople(database: Kysely<Tables>, accountId: AccountId, ids: readonly string[]) {
  return database
    .selectFrom("host")
    .crossJoin("interaction")
    .select(["interaction.public_key as publicKey", "interaction.timezone"])
    .select(["host.activity_id as activityId", "host.id as hostId"])
    .select("host.display_name as hostName")
    .where("host.account_id", "=", accountId)
    .where("host.id", "in", ids)
    .where("host.overlaps", "=", 0)
    .where("interaction.account_id", "=", accountId)
    .whereRef("interaction.id", "=", "host.interaction_id");
}

const longestMs = longestSlotMinutes * 60_000;

/** The slots of these people that may last while a new one does. A closed one needs nobody. */
async function readSlotsAround(
  database: Kysely<Tables>,
  accountId: AccountId,
  {
    fresh,
    ids,
    limit,
    amongCampaigns,
  }: Omit<FreshSlots, "left"> & { readonly ids: readonly string[]; readonly limit: number },
): Promise<HostSlot[]> {
  let [from, until] = [Infinity, -Infinity];
  for (const { startingAt, minutes } of fresh) {
    from = Math.min(from, startingAt - longestMs);
    until = Math.max(until, startingAt + (minutes ?? 0) * 60_000);
  }
  const rows = await selectPeople(database, accountId, ids)
    .crossJoin("slot")
    .select(["slot.starting_at as startingAt", shownDuration.as("minutes")])
    .where("slot.account_id", "=", accountId)
    .whereRef("slot.interaction_id", "=", "host.interaction_id")
    .whereRef("slot.activity_id", "=", "host.activity_id")
    .whereRef("slot.host_id", "=", "host.id")
    .where("slot.starting_at", ">", from)
    .where("slot.starting_at", "<=", until)
    .where("slot.closed_at", "is", null)
    .$if(amongCampaigns !== null, (query) =>
      query.where("interaction.public_key", "in", amongCampaigns ?? []),
    )
    .orderBy("slot.starting_at")
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, isNew: false }));
}
