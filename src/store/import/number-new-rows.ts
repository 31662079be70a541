import { randomUUID } from "node:crypto";
import { recordName, slotName } from "../../domain/catalogue/catalogue-state.ts";
import type { LinesDecision } from "../../domain/import/decide-lines.ts";
import type { SettledSlot } from "../../domain/import/settle-slots.ts";
import { takeNumbers } from "../write/numbers.ts";
import { contactName, type Within } from "./import-target.ts";

/** What a portion writes. */
interface Written {
  readonly decision: LinesDecision;
  readonly settled: readonly SettledSlot[];
  /** The ids of the account's contacts that the bookings name, by external id. */
  readonly contacts: ReadonlyMap<string, string>;
}

/** The ids of contacts, by external id. */
export interface Contacts {
  readonly known: ReadonlyMap<string, string>;
  readonly made: ReadonlyMap<string, string>;
}

const numberedKinds: ReadonlySet<string> = new Set(["interaction", "host", "ticket_type"]);

/** Gives numbers to the rows that are new, in the order of the lines, and ids to the contacts among them. */
export async function numberNewRows(
  { transaction, accountId, numbers }: Within,
  { decision, settled, contacts }: Written,
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
  const given = await takeNumbers(transaction, accountId, names.length);
  for (const [index, name] of names.entries()) numbers.set(name, given[index] ?? 0);
  return { known: contacts, made };
}
