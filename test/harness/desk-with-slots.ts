import assert from "node:assert/strict";
import { isRefused } from "../../src/domain/refusal.ts";
import { verifyAccount } from "../../src/usecases/operator/verify-account.ts";
import { slotLine } from "./booking-house.ts";
import type { Answer } from "./call.ts";
import { acmePath, openDesk, type Desk } from "./operator-api.ts";
import { catalogue, productionHost } from "./seed.ts";
import { acme, startTestService, type TestService } from "./service.ts";

/** A service whose campaign has slots, and an admin's operator API of it. */
export interface DeskWithSlots extends AsyncDisposable {
  readonly service: TestService;
  readonly desk: Desk;
  /** Books a place of the first slot, or what `more` says. */
  book(who: string, more?: object): Promise<Answer>;
  /** Adds a slot of its own, so that tests do not take each other's seats, and returns its start. */
  newSlot(capacity: number): Promise<string>;
  assertLawful(): Promise<void>;
}

const slot = "2031-05-01T08:00:00Z";

export async function startDeskWithSlots(
  environment: Record<string, string> = {},
): Promise<DeskWithSlots> {
  const data = [...catalogue, slotLine({ capacity: 2 })];
  const accounts = [{ name: acme, hosts: [productionHost], data }];
  const service = await startTestService(accounts, environment);
  const desk = await openDesk(service);
  let slots = 0;
  return {
    service,
    desk,
    book: (who, more = {}) =>
      desk.ask("POST", `${acmePath}/bookings`, {
        external_id: who,
        interaction: "pk_summer",
        activity: "tasting",
        slot_starting_at: slot,
        ticket_type: "standard",
        ...more,
      }),
    newSlot: async (capacity) => {
      slots += 1;
      const starting_at = new Date(Date.UTC(2031, 6, slots, 8)).toISOString().replace(".000", "");
      const added = await desk.ask("POST", `${acmePath}/slots`, {
        interaction: "pk_summer",
        activity: "tasting",
        starting_at: [starting_at],
        capacity,
      });
      assert.equal(added.status, 200, added.text);
      assert.deepEqual(added.json, {
        created: [starting_at],
        existing: [],
        over_clock_change: [],
        overlap: null,
        dry_run: false,
      });
      return starting_at;
    },
    assertLawful: async () => {
      const found = await verifyAccount(service.store, null);
      if (isRefused(found)) assert.fail();
      assert.deepEqual(found.violations, []);
    },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}
