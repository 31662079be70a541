import type { FileLine } from "../../domain/data-file/data-line.ts";
import { SlotGroups } from "../../domain/import/slot-groups.ts";
import type { PortionSize } from "./portion-size.ts";
import { parsed, type Spool } from "./spool.ts";

/** Lines that are written in one transaction. */
export interface Portion {
  readonly lines: readonly FileLine[];
  /** The waitlists get no seats yet: bookings of the same slots follow in another portion. */
  readonly keepsSeats: boolean;
}

/** The order of a slot's lines: no state between two portions may need more seats than the file's state before or after. */
export const steps = {
  capacityAsBefore: 0,
  bookingThatEnds: 1,
  bookingThatChanges: 2,
  newBooking: 3,
  lowerCapacity: 4,
} as const;

type Step = (typeof steps)[keyof typeof steps];

/** The place of a line in the order: `place` is the name of a slot's group. */
type PlanKey = readonly [place: string, step: number, line: number];

interface NextLines extends Portion {
  /** Null after the last line. */
  readonly last: PlanKey | null;
}

/**
 * The lines of slots and bookings to write, in the spool, in the order in which they are written. All lines of a slot
 * stand together, and so do those of slots between which a booking moves.
 */
export class PlannedLines {
  readonly #spool: Spool;
  readonly #insert;
  readonly #groups = new SlotGroups();
  readonly #undivided = new Set<string>();
  total = 0;

  constructor(spool: Spool) {
    this.#spool = spool;
    spool.database.exec(`
      drop table if exists planned_line;

      create table planned_line (
        place text,
        step integer,
        line integer,
        primary key (place, step, line)
      ) without rowid`);
    this.#insert = spool.database.prepare("insert into planned_line values (?, ?, ?)");
  }

  add(slot: string, step: Step, line: number): void {
    this.#insert.run(slot, step, line);
    this.total += 1;
  }

  /** A booking moves between these slots. */
  writeTogether(one: string, other: string): void {
    this.#groups.join(one, other);
  }

  /** The lines of the slot are written in one portion, whatever their number. */
  keepWhole(slot: string): void {
    this.#undivided.add(slot);
  }

  /** All lines, where these are few. */
  all(): readonly FileLine[] {
    this.#moveToGroups();
    return this.#next(null, this.total).lines;
  }

  /**
   * The lines in portions of about this size. A group of slots is cut only where it alone has more lines than one
   * portion. A portion that was broken off comes again.
   */
  *portions(size: Pick<PortionSize, "lines" | "isBrokenOff">): Generator<Portion> {
    this.#moveToGroups();
    for (let after: PlanKey | null = null; ;) {
      const { lines, keepsSeats, last }: NextLines = this.#next(after, size.lines);
      if (last === null) return;
      yield { lines, keepsSeats };
      if (!size.isBrokenOff) after = last;
    }
  }

  /** Which slots are of one group is known when all lines were added. */
  #moveToGroups(): void {
    const move = this.#spool.database.prepare("update planned_line set place = ? where place = ?");
    for (const slot of this.#groups.renamed()) move.run(this.#groups.groupOf(slot), slot);
  }

  /** How many lines a group has that must not be cut; 0 where it may be. */
  #undividedLines(place: string | undefined): number {
    if (![...this.#undivided].some((slot) => this.#groups.groupOf(slot) === place)) return 0;
    const lines = "select count(*) from planned_line where place = ?";
    return [...this.#spool.select<[number]>(lines, place ?? "")][0]?.[0] ?? 0;
  }

  #next(after: PlanKey | null, size: number): NextLines {
    const rows = [
      ...this.#spool.select<readonly [...PlanKey, content: string]>(
        `select planned_line.place, step, planned_line.line, content
         from planned_line
         join line on line.line = planned_line.line
         where (planned_line.place, step, planned_line.line) > (?, ?, ?)
         order by planned_line.place, step, planned_line.line
         limit ?`,
        ...(after ?? ["", 0, 0]),
        size + 1,
      ),
    ];
    const next = rows.length > size ? rows.at(-1)?.[0] : undefined;
    const whole = rows.filter(([place]) => place !== next);
    const undivided = whole.length > 0 ? 0 : this.#undividedLines(rows[0]?.[0]);
    if (undivided > 0) return this.#next(after, undivided);
    const taken = whole.length > 0 ? whole : rows.slice(0, size);
    const last = taken.at(-1);
    return {
      lines: taken.map(([, , line, content]) => ({ line, content: parsed(content) })),
      keepsSeats: whole.length === 0 && rows.length > 0,
      last: last === undefined ? null : [last[0], last[1], last[2]],
    };
  }
}
