import type { AccountId } from "../domain/account.ts";
import type { AuditContext } from "../store/accounts/audit.ts";
import type { AccountStore } from "../store/account-store.ts";
import type { Store } from "../store/store.ts";
import { openHouse } from "./catalogue.ts";
import { openHouseLines } from "./open-house-lines.ts";
import { demoPeople } from "./people.ts";
import { demoSeed, seededRandom } from "./random.ts";
import { dayMs } from "../fixtures/durations.ts";
import { importLines } from "../fixtures/import-lines.ts";
import { openHouseSlots } from "./slots.ts";

/** More slots than the open house can have around a day. */
const slotsMax = 5_000;

/**
 * Goes on with the demo's open house, so that there are arrivals to see today: adds the slots around
 * now that come after its last one, with bookings and check-ins. What is there already stays as it is,
 * and who was erased is not made again. Where somebody has changed so much that this fits no more,
 * nothing is added. Returns how many slots were.
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

async function knownPeople(door: Pick<AccountStore, "findContact">): Promise<Set<string>> {
  const known = new Set<string>();
  for (const { externalId } of demoPeople(seededRandom(demoSeed))) {
    if ((await door.findContact({ externalId })) !== null) known.add(externalId);
  }
  return known;
}
