import { type TicketsOfLine, warningsOfContact } from "../../domain/import/contact-tickets.ts";
import type { ImportReport } from "../../domain/import/import-report.ts";
import { readHeldTickets } from "../bookings/contact-limits.ts";
import type { ImportTransaction } from "./import-target.ts";
import type { Spool } from "./spool.ts";

/** What the lines of a large file do to contacts' limited tickets, in the file's spool. */
export class SpooledTickets {
  readonly #spool: Spool;
  readonly #insert;

  constructor(spool: Spool) {
    this.#spool = spool;
    spool.database.exec(`
      drop table if exists contact_tickets;

      create table contact_tickets (
        external_id text,
        line integer,
        tickets text
      );

      create index contact_tickets_order on contact_tickets (external_id, line)`);
    this.#insert = spool.database.prepare("insert into contact_tickets values (?, ?, ?)");
  }

  add(lines: readonly TicketsOfLine[]): void {
    for (const each of lines) this.#insert.run(each.externalId, each.line, JSON.stringify(each));
  }

  /** Each contact's together. */
  *byContact(): Generator<TicketsOfLine> {
    const rows = this.#spool.select<[tickets: string]>(
      "select tickets from contact_tickets order by external_id, line",
    );
    for (const [tickets] of rows) yield JSON.parse(tickets) as TicketsOfLine;
  }
}

/** How many contacts one statement asks for. */
const contactsAtOnce = 500;

/** Warns of the lines that give a contact more tickets than a limit allows; each contact's stand together. */
export async function warnOverLimits(
  { transaction, accountId, pause, now }: ImportTransaction,
  lines: Iterable<TicketsOfLine>,
  report: ImportReport,
): Promise<void> {
  for (const some of chunksOf(lines)) {
    const names = [...some.keys()];
    const held = await readHeldTickets(transaction, accountId, "external_id", names, now());
    const own = Map.groupBy(held, ({ externalId }) => externalId);
    for (const [externalId, ofContact] of some) {
      for (const warning of warningsOfContact(own.get(externalId) ?? [], ofContact)) {
        report.warn(warning);
      }
    }
    await pause();
  }
}

/** The lines by contact, for so many contacts at a time. */
function* chunksOf(lines: Iterable<TicketsOfLine>): Generator<Map<string, TicketsOfLine[]>> {
  let chunk = new Map<string, TicketsOfLine[]>();
  for (const line of lines) {
    const known = chunk.get(line.externalId);
    if (known !== undefined) {
      known.push(line);
      continue;
    }
    if (chunk.size === contactsAtOnce) {
      yield chunk;
      chunk = new Map();
    }
    chunk.set(line.externalId, [line]);
  }
  if (chunk.size > 0) yield chunk;
}
