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

async function knownPeople(door: Pick<AccountStore, "findContact">): Promise<Set<string>> {
  const known = new Set<string>();
  for (const { externalId } of demoPeople(seededRandom(demoSeed))) {
    if ((await door.findContact({ externalId })) !== null) known.add(externalId);
  }
  return known;
}
