import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import {
  contentFields,
  differingFields,
  nameByKey,
  recordName,
} from "../../domain/catalogue/catalogue-state.ts";
import {
  keyFields,
  type BadLine,
  type BookingLine,
  type CatalogueLine,
  type DataKind,
  type DataLine,
  badLinesOf,
  isBadContent,
  type NumberedLine,
  badLine,
  type FileLine,
} from "../../domain/data-file/data-line.ts";
import { ownReference, slotNameOf } from "../../domain/import/decide-booking-line.ts";
import type { Definitions } from "../catalogue/load-catalogue.ts";

/** What an import holds in memory of its spool, whatever the size of the file. */
const cacheKibibytes = 16_384;

/** A file of more slots and bookings may take longer than a request may. */
export const linesOfRequest = 500;

/** Lines that are taken from the spool at a time. */
const linesAtATime = 1_000;

/**
 * The lines of one file in a private database, so that they may come in any order and memory does not grow with the
 * file. With an empty name SQLite makes a file that has no name in the file system: nobody else can open it, and it is
 * removed when it is closed or the process ends. It is written in one transaction that is never committed, because
 * nothing in it has to be durable.
 *
 * `name` is the record's, as `recordName` makes it. `place` is the name of the slot of a slot or a booking. A bad line
 * with a readable key has no content: lines that refer to it are not bad for that reason.
 */
export class Spool implements Disposable, Definitions {
  readonly database = new DatabaseSync("");
  readonly #insert;
  readonly #find;
  readonly #findPart;
  readonly #insertOfReference;
  /** How many good lines there are; a line that repeats another counts. */
  read = 0;
  #rows = 0;
  /** How many slots and bookings there are. */
  slotsAndBookings = 0;

  /** A single ticket type may change the seats of all its bookings. */
  #hasTicketTypes = false;

  constructor() {
    this.database.exec(`
      pragma journal_mode = off;
      pragma synchronous = off;
      pragma temp_store = file;
      pragma cache_size = -${cacheKibibytes};
      begin;
      create table line (
        line integer primary key,
        name text,
        place text,
        content text
      );
      create table line_of_reference (line integer primary key)`);
    this.#insert = this.database.prepare("insert into line values (?, ?, ?, ?)");
    this.#insertOfReference = this.database.prepare("insert into line_of_reference values (?)");
    this.#find = this.database.prepare(
      "select content from line where name = ? order by content is null limit 1",
    );
    this.#findPart = this.database.prepare(
      "select line from line where name > ? and name < ? limit 1",
    );
  }

  /** Whether a booking has a reference. */
  #hasReferences = false;

  /** Adds a line, and returns its faults. */
  add({ line, content, isOfReference }: NumberedLine): readonly BadLine[] {
    if (!isBadContent(content)) {
      if (isOfReference === true) this.#insertOfReference.run(line);
      this.hasLinesOfReferences ||= isOfReference === true;
      this.read += 1;
      this.#rows += 1;
      this.#insert.run(line, recordName(content), placeName(content), JSON.stringify(content));
      if (content.kind === "slot" || content.kind === "booking") this.slotsAndBookings += 1;
      if (content.kind === "booking" && content.reference != null) this.#hasReferences = true;
      if (content.kind === "ticket_type") this.#hasTicketTypes = true;
      return [];
    }
    const { bad, names } = content;
    // No line refers to a booking, so the key of a bad one is not needed.
    if (bad.kind !== null && bad.kind !== "booking" && names !== null) {
      const key = keyFields[bad.kind].map((field) => names[field] ?? null);
      this.#rows += 1;
      this.#insert.run(line, nameByKey(bad.kind, ...key), null, null);
    }
    return badLinesOf(content, line);
  }

  /** Whether lines name their booking by a reference alone. */
  hasLinesOfReferences = false;

  /** These lines, a few at a time. By name they are sorted apart (`+`): the index changes with them meanwhile. */
  *linesOfReferences(order: "line" | "+name, line"): Generator<FileLine<BookingLine>[]> {
    yield* this.#lines("line in (select line from line_of_reference)", order);
  }

  /** Replaces what a line of a booking says. */
  replace({ line, content }: FileLine<BookingLine>): void {
    const write = this.database.prepare(
      "update line set name = ?, place = ?, content = ? where line = ?",
    );
    write.run(recordName(content), placeName(content), JSON.stringify(content), line);
  }

  /** Takes a line of a booking out, which is bad or joined with another. */
  remove(line: number): void {
    this.database.prepare("delete from line where line = ?").run(line);
  }

  /** Whether its transaction may take longer than a request may. */
  get takesLong(): boolean {
    return this.slotsAndBookings > linesOfRequest || this.#hasTicketTypes;
  }

  /** Without it, each record that is looked for by its name would cost a scan of the file. */
  indexNames(): void {
    this.database.exec("create index if not exists line_by_name on line (name)");
  }

  /**
   * Takes out the lines that repeat others. One that says something else is bad. `onRepeat` is called for each line
   * that repeats another word for word.
   */
  async compareLines(
    onBad: (bad: BadLine) => void,
    onRepeat: (kind: DataKind) => void,
    pause: () => Promise<void>,
  ): Promise<void> {
    // A single line cannot repeat another.
    if (this.#rows < 2) return;
    this.indexNames();
    await pause();
    this.database.exec(`
      create table repeated (line integer primary key, first integer);

      insert into repeated
      select line, first
      from (
        select line, min(line) over (partition by name) as first
        from line
        where content is not null
        and name in (select name from line group by name having count(*) > 1)
      )
      where line > first`);
    await pause();
    const pairs = this.select<[line: number, first: number, later: string, earlier: string]>(`
      select repeated.line, first, later.content, earlier.content
      from repeated
      join line as later on later.line = repeated.line
      join line as earlier on earlier.line = repeated.first`);
    for (const [line, first, later, earlier] of pairs) {
      const content = JSON.parse(later) as DataLine;
      const fields = [...contentFields(content.kind), "id"];
      const [field] = later === earlier ? [] : differingFields(fields, content, parsed(earlier));
      if (field === undefined) onRepeat(content.kind);
      else
        onBad(
          badLine(line, content, { field, expected: contradiction(content.kind, first, field) }),
        );
    }
    this.database.exec("delete from line where line in (select line from repeated)");
    await pause();
    this.#findSharedIds(onBad);
    if (this.#hasReferences) this.#findSharedReferences(onBad);
  }

  /** A campaign's reference is one booking's, also where lines of the file exchange theirs. */
  #findSharedReferences(onBad: (bad: BadLine) => void): void {
    const shared = this.select<[line: number, first: number, content: string]>(`
      select line, first, content
      from (
        select
          line,
          content,
          min(line) over (partition by content ->> 'interaction', content ->> 'reference') as first
        from line
        where name like 'booking%'
        and content ->> 'reference' is not null
      )
      where line > first`);
    for (const [line, first, content] of shared) {
      const expected = `${ownReference}: line ${first} has it`;
      onBad(badLine(line, parsed(content), { field: "reference", expected }));
    }
  }

  #findSharedIds(onBad: (bad: BadLine) => void): void {
    const shared = this.select<[line: number, first: number, content: string]>(`
      select line, first, content
      from (
        select line, content, min(line) over (partition by content ->> 'id') as first
        from line
        where name > 'interaction' || char(10)
        and name < 'interaction' || char(11)
        and content ->> 'id' is not null
      )
      where line > first`);
    for (const [line, first, content] of shared) {
      const expected = `an id of its own: line ${first} gives it to another interaction`;
      onBad(badLine(line, parsed(content), { field: "id", expected }));
    }
  }

  /** Takes the slots of the table `added_slot` for lines, with this capacity, or the seats that their bookings take. */
  addSlotLines(capacity: number | null): void {
    const added = this.database.prepare(`
      insert into line
      select -line, name, name, json_set(content, '$.capacity', coalesce(?, seats))
      from added_slot`);
    this.slotsAndBookings += Number(added.run(capacity).changes);
  }

  get(name: string): CatalogueLine | null | undefined {
    const row = this.#find.get(name);
    if (row === undefined) return undefined;
    const text = row["content"];
    return typeof text === "string" ? (parsed(text) as CatalogueLine) : null;
  }

  hasPartOf(name: string): boolean {
    return this.#findPart.get(`${name}\n`, `${name}\v`) !== undefined;
  }

  /** The lines of the catalogue but for slots, a few at a time. */
  *catalogueLines(): Generator<FileLine<CatalogueLine>[]> {
    yield* this.#lines("place is null", "line");
  }

  /** The slots and bookings, all of a slot together, a few at a time. */
  *slotLines(): Generator<FileLine[]> {
    if (this.slotsAndBookings === 0) return;
    yield* this.#lines("place is not null", "place, name like 'booking%', line");
  }

  *#lines<Line extends DataLine>(condition: string, order: string): Generator<FileLine<Line>[]> {
    let some: FileLine<Line>[] = [];
    const rows = this.select<[line: number, content: string]>(
      `select line, content from line where ${condition} and content is not null order by ${order}`,
    );
    for (const [line, content] of rows) {
      some.push({ line, content: parsed(content) as Line });
      if (some.length < linesAtATime) continue;
      yield some;
      some = [];
    }
    if (some.length > 0) yield some;
  }

  /** Rows as arrays, which is cheaper than as objects. `Row` repeats the columns of the statement. */
  select<Row extends readonly unknown[]>(
    statement: string,
    ...values: SQLInputValue[]
  ): Iterable<Row> {
    const select = this.database.prepare(statement);
    select.setReturnArrays(true);
    return select.iterate(...values) as Iterable<unknown> as Iterable<Row>;
  }

  [Symbol.dispose](): void {
    this.database.close();
  }
}

/** What a line should say that has the key of an earlier one. */
function contradiction(kind: DataKind, first: number, field: string): string {
  if (kind !== "booking") return `what line ${first} says of the same ${kind}`;
  const isPlace = ["interaction", "activity", "host", "slot_starting_at"].includes(field);
  const what = isPlace ? "slot" : field.replaceAll("_", " ");
  return `the same again, or another id: line ${first} has the same booking with another ${what}`;
}

/** The content was written by `add`. */
export function parsed(content: string): DataLine {
  return JSON.parse(content) as DataLine;
}

function placeName(line: DataLine): string | null {
  if (line.kind === "booking") return slotNameOf(line);
  return line.kind === "slot" ? recordName(line) : null;
}
