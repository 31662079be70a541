import { isMismatch, type Reader } from "../../domain/data-file/reader.ts";
import { instant, integer, integerMax } from "../../domain/data-file/values.ts";
import { formatInstant } from "../../domain/instant.ts";
import { isRefused, type Refused, type SeatRefusal } from "../../domain/refusal.ts";
import type { AuditContext } from "../../store/accounts/audit.ts";
import type {
  AddedSlots,
  NewSlots,
  CapacityChange,
  CapacityOrder,
} from "../../store/bookings/capacity.ts";
import type { Store } from "../../store/store.ts";
import { identifyAccount, type AccountReference } from "./identify-account.ts";
import type { OperatorRefusal } from "./operator-refusal.ts";

/** How many slots one request may add: two years of every quarter of an hour. */
export const slotsMax = 100_000;

/**
 * Changes a slot's capacity. A capacity below the taken seats is refused without `overbook`. Added
 * seats go to the waitlist where the campaign promotes automatically (A40).
 */
export async function changeSlotCapacity(
  store: Pick<Store, "accounts" | "account">,
  audit: AuditContext,
  reference: AccountReference,
  order: CapacityOrder,
): Promise<CapacityChange | Refused<OperatorRefusal | SeatRefusal>> {
  const malformed = refuseValue("capacity", capacity, order.capacity, audit.now);
  if (malformed !== null) return malformed;
  const account = await identifyAccount(store, reference);
  if (isRefused<OperatorRefusal>(account)) return account;
  return store.account(account.id).changeCapacity(audit, order);
}

/** Adds slots of an activity, or of one of its hosts. Those that exist stay as they are. */
export async function addSlots(
  store: Pick<Store, "accounts" | "account">,
  audit: AuditContext,
  reference: AccountReference,
  slots: Omit<NewSlots, "dryRun"> & { readonly dryRun?: boolean },
): Promise<AddedSlots | Refused<OperatorRefusal | SeatRefusal>> {
  const malformed =
    refuseValue("capacity", capacity, slots.capacity, audit.now) ??
    refuseValue("starting_at", count, slots.startingAt.length, audit.now) ??
    slots.startingAt
      .map((start) => refuseValue("starting_at", startingAt, start, audit.now))
      .find((refused) => refused !== null) ??
    null;
  if (malformed !== null) return malformed;
  const account = await identifyAccount(store, reference);
  if (isRefused<OperatorRefusal>(account)) return account;
  const unique = [...new Set(slots.startingAt)].toSorted((one, other) => one - other);
  return store.account(account.id).addSlots(audit, {
    ...slots,
    startingAt: unique,
    dryRun: slots.dryRun ?? false,
  });
}

const capacity = integer(0, integerMax);
const startingAt: Reader<number> = (value, now) =>
  instant(typeof value === "number" ? formatInstant(value) : value, now);

const count: Reader<number> = (value, now) => {
  const read = integer(0, slotsMax)(value, now);
  return isMismatch(read) ? { ...read, expected: `at most ${slotsMax} times` } : read;
};

function refuseValue(
  field: string,
  reader: Reader<unknown>,
  value: unknown,
  now: number,
): Refused<SeatRefusal> | null {
  const read = reader(value, now);
  return isMismatch(read)
    ? { refused: { why: "value-malformed", field, expected: read.expected } }
    : null;
}
