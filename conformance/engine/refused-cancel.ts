import type { NamedBooking } from "../facts.ts";
import type { Caller } from "./caller.ts";
import { expect, expectEqual, expectError } from "./expect.ts";

/** Throws a `Breach` unless a cancel of the booking is a 400 that changes nothing. */
export async function expectRefusedCancel(
  account: Caller,
  named: NamedBooking,
  when: string,
): Promise<void> {
  const before = await account.record(named);
  expect(before !== undefined, "the booking is not in its contact's list");
  const cancel = await account.cancel({ booking: named.booking });
  expectError(cancel, 400, when);
  expectEqual(await account.record(named), before, `${when}: the record after the refused cancel`);
}
