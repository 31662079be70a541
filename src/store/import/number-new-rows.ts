import { randomUUID } from "node:crypto";
import { recordName, slotName } from "../../domain/catalogue/catalogue-state.ts";
import type { LinesDecision } from "../../domain/import/decide-lines.ts";
import type { SettledSlot } from "../../domain/import/settle-slots.ts";
import { numberEach } from "../write/numbers.ts";
import { contactName, type ImportTransaction } from "./import-target.ts";

/** A decided portion, before its new rows have numbers. */
interface PortionToNumber {
  readonly decision: LinesDecision;
  readonly settled: readonly SettledSlot[];
  /** The ids of the account's contacts that the bookings name, by external id. */
  readonly contacts: ReadonlyMap<string, string>;
}

/** The ids of contacts, by external id. */
export interface Contacts {
  /** Contacts of the account. */
  readonly known: ReadonlyMap<string, string>;
  /** New contacts. */
  readonly made: ReadonlyMap<string, string>;
}

const numberedKinds: ReadonlySet<string> = new Set(["interaction", "host", "ticket_type"]);

/** Gives numbers to the rows that are new, in the order of the lines, and ids to the contacts among them. */
export async function numberNewRows(
  { transaction, accountId, numbers }: ImportTransaction,
  { decision, settled, contacts }: PortionToNumber,
): Promise<Contacts> {
  const made = new Map<string, string>();
  for (const { content, known } of decision.bookings) {
    const { external_id: externalId } = content;
    const isOwn = known !== null && known.line.external_id === externalId;
    if (isOwn || contacts.has(externalId) || made.has(externalId)) continue;
    made.set(externalId, randomUUID());
  }
  const names = [
    ...decision.records.flatMap(({ after }) =>
      numberedKinds.has(after.kind) ? [recordName(after)] : [],
    ),
    ...settled.flatMap(({ before, effect }) => (before === null ? [slotName(effect.place)] : [])),
    ...Array.from(made.values(), contactName),
  ].filter((name) => !numbers.has(name));
  for (const [name, number] of await numberEach(transaction, accountId, names)) {
    numbers.set(name, number);
  }
  return { known: contacts, made };
}

/** The numbers of rows, by `recordName`, and of contacts by `contactName`. */
export type Numbers = ReadonlyMap<string, number>;

export function numberOf(name: string, numbers: Numbers): number {
  const number = numbers.get(name);
  if (number === undefined)
    throw new Error("A row that is written, or named by one, has a number.");
  return number;
}
