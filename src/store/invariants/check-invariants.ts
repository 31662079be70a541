import { sql, type Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { Tables } from "../tables.ts";
import type { Finding, Law, SlotColumns } from "./invariant.ts";
import { laws } from "./invariants.ts";
import { rowOfOneAccount } from "./row-of-one-account.ts";
import { findRowsOfNoAccount } from "./rows-of-no-account.ts";

/** A law that does not hold, and where. */
export interface Breach {
  readonly law: string;
  readonly booking: string | null;
  readonly slot: SlotKey | null;
  /** What is wrong and what to do. Names no contact. */
  readonly message: string;
}

/** A slot by the names that data files use. */
export interface SlotKey {
  readonly interaction: string;
  readonly activity: string;
  /** Null where the activity offers no choice of hosts. */
  readonly host: string | null;
  /** Milliseconds UTC. */
  readonly startingAt: number;
}

export interface Breaches {
  readonly breaches: readonly Breach[];
  /** The laws that are broken in more places than were told. */
  readonly cut: readonly string[];
}

export interface AccountBreaches extends Breaches {
  readonly checked: CheckedRows;
}

/** How many rows of an account were held against the laws. */
export interface CheckedRows {
  readonly slots: number;
  readonly bookings: number;
  readonly tickets: number;
  readonly events: number;
}

/** How many breaches of one law are told for an account. */
const breachesMax = 1000;

/** Holds one account's data against every law, each of which is one statement. */
export async function checkLaws(
  reads: Kysely<Tables>,
  accountId: AccountId,
): Promise<AccountBreaches> {
  const found: (readonly [Law, Finding[]])[] = [];
  for (const law of laws) {
    found.push([law, await law.find(reads, accountId, breachesMax + 1)]);
  }
  const publicKeys = await loadPublicKeys(reads, accountId);
  return {
    checked: await countRows(reads, accountId),
    breaches: found.flatMap(([law, findings]) =>
      findings.slice(0, breachesMax).map((finding) => toBreach(law, finding, publicKeys)),
    ),
    cut: found.filter(([, findings]) => findings.length > breachesMax).map(([law]) => law.name),
  };
}

/** The laws as an operator's door: their names, and what no account's check can see. */
export function installationLaws(reads: Kysely<Tables>) {
  return {
    names: laws.map(({ name }) => name),

    /** Finds rows whose account does not exist. */
    async checkRowsOfNoAccount(): Promise<Breaches> {
      const findings = await findRowsOfNoAccount(reads, breachesMax + 1);
      return {
        breaches: findings
          .slice(0, breachesMax)
          .map((finding) => toBreach(rowOfOneAccount, finding, new Map())),
        cut: findings.length > breachesMax ? [rowOfOneAccount.name] : [],
      };
    },
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

function toBreach(
  law: Law,
  { booking, slot, message }: Finding,
  publicKeys: ReadonlyMap<string, string>,
): Breach {
  return {
    law: law.name,
    booking: booking ?? null,
    slot: slot === undefined ? null : toSlotKey(slot, publicKeys),
    message,
  };
}

function toSlotKey(slot: SlotColumns, publicKeys: ReadonlyMap<string, string>): SlotKey {
  return {
    // A slot of a campaign that is gone keeps the campaign's id as its name.
    interaction: publicKeys.get(slot.interaction_id) ?? slot.interaction_id,
    activity: slot.activity_id,
    host: slot.host_id === "" ? null : slot.host_id,
    startingAt: slot.starting_at,
  };
}
