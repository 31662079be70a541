import type { AccountId } from "../../src/domain/account.ts";
import { formatInstant } from "../../src/domain/instant.ts";
import type { AuditContext } from "../../src/store/doors/access.ts";
import type { AccountStore } from "../../src/store/account-store.ts";
import type { Store } from "../../src/store/store.ts";
import { openHouse } from "./campaigns.ts";
import { Diary } from "./diary.ts";
import { everydayBookings } from "./everyday-bookings.ts";
import { demoPeople } from "./people.ts";
import { demoSeed, seededRandom } from "./random.ts";
import { dayMs, slotLine } from "../lines.ts";
import { importLines } from "../import-lines.ts";
import { demoSlots, openHouseSlots } from "./slots.ts";

/** As many people as a slot has seats, and some who cancel. */
const peopleNeeded = 20;
/** More than the open house's slots of one day. */
const slotsMax = 5_000;

/**
 * Extends the demo's open house, so that there are arrivals today: adds the slots around now that follow its
 * last one, with bookings and check-ins. Existing data stays as it is, and an erased contact is not made
 * again. Where somebody has changed the catalogue so that these lines no longer fit, nothing is added.
 * Returns the number of added slots.
 */
export async function freshenDemo(
  store: Pick<Store, "account">,
  accountId: AccountId,
  audit: AuditContext,
): Promise<number> {
  const door = store.account(accountId);
  const { interaction: publicKey, activity: activityId } = openHouse;
  const slots = await door.findSlots({
    publicKey,
    activityId,
    from: audit.now - dayMs,
    limit: slotsMax,
  });
  const after = slots.at(-1)?.startingAt ?? Number.NEGATIVE_INFINITY;
  if (openHouseSlots(audit.now).every(({ startingAt }) => startingAt <= after)) return 0;
  const known = await knownPeople(door);
  const lines = openHouseLines(audit.now, after, (externalId) => known.has(externalId));
  const imported = await importLines(door, lines, audit);
  return "errors" in imported ? 0 : (imported.created["slot"] ?? 0);
}

/**
 * The lines of the open house's slots around `now` that start after `after`, and of their bookings by known
 * contacts. Both are milliseconds UTC.
 */
function openHouseLines(
  now: number,
  after: number,
  isKnown: (externalId: string) => boolean,
): readonly object[] {
  const second = Math.floor(now / 1000) * 1000;
  const slots = openHouseSlots(second).filter(({ startingAt }) => startingAt > after);
  const people = demoPeople(seededRandom(demoSeed)).filter(({ externalId }) => isKnown(externalId));
  if (people.length < peopleNeeded) return [];
  // The ids need a series, because bookings of the first day are numbered without a day.
  const diary = new Diary(demoSlots(second), second, ` from ${formatInstant(second)}`);
  const moment = { now: second, random: seededRandom(Math.floor(second / 1000)) };
  return [
    ...slots.map((slot) => slotLine(slot, slot.capacity)),
    ...everydayBookings(diary, people, moment, slots),
  ];
}

async function knownPeople(door: Pick<AccountStore, "findContact">): Promise<Set<string>> {
  const known = new Set<string>();
  for (const { externalId } of demoPeople(seededRandom(demoSeed))) {
    if ((await door.findContact({ externalId })) !== null) known.add(externalId);
  }
  return known;
}
