import { sql, type Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { timeFrom } from "../../domain/clock.ts";
import { fromHostColumn, type SlotColumns } from "../write/slot.ts";
import type { Tables } from "../tables.ts";
import {
  bookedAtIsLastStatusEvent,
  datedInTheFuture,
  erasedContactLeavesNothing,
  historyFollowsTheStateTable,
} from "./history-laws.ts";
import { hostOfTheActivity } from "./host-of-slot.ts";
import type { Finding, Invariant } from "./invariant.ts";
import { nobodyOvertaken } from "./nobody-overtaken.ts";
import { remindedOnce } from "./reminded-once.ts";
import { findRowsOfNoAccount, rowOfOneAccount } from "./row-of-one-account.ts";
import {
  nobodyWaitsForAFreeSeat,
  seatsEqualLiveTickets,
  seatsWithinCapacity,
  waitlistHoldsNoSeat,
} from "./seat-laws.ts";
import { bookingOfItsSlot } from "./booking-of-its-slot.ts";
import {
  cancelledWithoutLiveTicket,
  confirmedWithoutTicket,
  ticketsNumberedFromOne,
} from "./ticket-laws.ts";
import { wordsMatchNames } from "./words-match-names.ts";
import { seatAfterCutoff } from "./seat-after-cutoff.ts";
import { findSeatsLeft, seatsEndInTime } from "./seats-end-in-time.ts";
import { typeWithinItsLimit } from "./type-laws.ts";

/** A row that breaks an invariant. */
export interface Violation {
  readonly invariant: string;
  readonly booking: string | null;
  readonly slot: SlotKey | null;
  /** The fault and its remedy. The message names no contact. */
  readonly message: string;
}

/** A slot's key under the names of data files. */
export interface SlotKey {
  readonly interaction: string;
  readonly activity: string;
  /** Null where the activity offers no choice of hosts. */
  readonly host: string | null;
  /** Milliseconds UTC. */
  readonly startingAt: number;
}

export interface Violations {
  readonly violations: readonly Violation[];
  /** The invariants with more violations than the report lists. */
  readonly cut: readonly string[];
}

export interface AccountViolations extends Violations {
  readonly checked: CheckedRows;
  /** Seats whose time has passed and that no server could end: no violation. */
  readonly left: readonly Violation[];
}

/** The number of an account's rows that were checked. */
export interface CheckedRows {
  readonly slots: number;
  readonly bookings: number;
  readonly tickets: number;
  readonly events: number;
}

/** The invariants that `booking verify` checks, since no constraint of the database guarantees them. */
export const invariants: readonly Invariant[] = [
  seatsEqualLiveTickets,
  seatsWithinCapacity,
  typeWithinItsLimit,
  waitlistHoldsNoSeat,
  cancelledWithoutLiveTicket,
  confirmedWithoutTicket,
  ticketsNumberedFromOne,
  bookedAtIsLastStatusEvent,
  datedInTheFuture,
  historyFollowsTheStateTable,
  nobodyOvertaken,
  seatAfterCutoff,
  nobodyWaitsForAFreeSeat,
  seatsEndInTime,
  hostOfTheActivity,
  bookingOfItsSlot,
  erasedContactLeavesNothing,
  remindedOnce,
  rowOfOneAccount,
  wordsMatchNames,
];

/** Violations of one invariant that are listed for an account, at most. */
const violationsMax = 1000;

/**
 * Checks one account's data, an invariant after the other. Time goes on from `now` while it lasts, because what others
 * write meanwhile is looked at too.
 */
export async function checkInvariants(
  reads: Kysely<Tables>,
  accountId: AccountId,
  now: number,
  servedUntil = now,
): Promise<AccountViolations> {
  const clock = timeFrom(now, () => performance.now());
  const found: (readonly [Invariant, Finding[]])[] = [];
  for (const invariant of invariants) {
    const look = { limit: violationsMax + 1, now: clock(), clock, servedUntil };
    found.push([invariant, await invariant.find(reads, accountId, look)]);
  }
  const publicKeys = await loadPublicKeys(reads, accountId);
  const left = await findSeatsLeft(reads, accountId, { limit: violationsMax, now, servedUntil });
  return {
    left: left.map((finding) => toViolation(seatsEndInTime, finding, publicKeys)),
    checked: await countRows(reads, accountId),
    violations: found.flatMap(([invariant, findings]) =>
      findings
        .slice(0, violationsMax)
        .map((finding) => toViolation(invariant, finding, publicKeys)),
    ),
    cut: found
      .filter(([, findings]) => findings.length > violationsMax)
      .map(([invariant]) => invariant.name),
  };
}

/** Finds rows whose account does not exist. */
export async function checkRowsOfNoAccount(reads: Kysely<Tables>): Promise<Violations> {
  const findings = await findRowsOfNoAccount(reads, violationsMax + 1);
  return {
    violations: findings
      .slice(0, violationsMax)
      .map((finding) => toViolation(rowOfOneAccount, finding, new Map())),
    cut: findings.length > violationsMax ? [rowOfOneAccount.name] : [],
  };
}

async function countRows(reads: Kysely<Tables>, accountId: AccountId): Promise<CheckedRows> {
  const count = async (table: "slot" | "booking" | "ticket" | "booking_event") => {
    const { rows } = await sql<{ total: number }>`
      select count(*) as total
      from ${sql.table(table)}
      where account_id = ${accountId}`.execute(reads);
    return Number(rows[0]?.total);
  };
  return {
    slots: await count("slot"),
    bookings: await count("booking"),
    tickets: await count("ticket"),
    events: await count("booking_event"),
  };
}

async function loadPublicKeys(
  reads: Kysely<Tables>,
  accountId: AccountId,
): Promise<ReadonlyMap<string, string>> {
  const rows = await reads
    .selectFrom("interaction")
    .select(["id", "public_key"])
    .where("account_id", "=", accountId)
    .execute();
  return new Map(rows.map((row) => [row.id, row.public_key]));
}

function toViolation(
  invariant: Invariant,
  { booking, slot, message }: Finding,
  publicKeys: ReadonlyMap<string, string>,
): Violation {
  return {
    invariant: invariant.name,
    booking: booking ?? null,
    slot: slot === undefined ? null : toSlotKey(slot, publicKeys),
    message,
  };
}

function toSlotKey(slot: SlotColumns, publicKeys: ReadonlyMap<string, string>): SlotKey {
  return {
    // A slot whose campaign is gone is named by the campaign's id.
    interaction: publicKeys.get(slot.interaction_id) ?? slot.interaction_id,
    activity: slot.activity_id,
    host: fromHostColumn(slot.host_id),
    startingAt: slot.starting_at,
  };
}
