import { slotName } from "../../domain/catalogue/catalogue-state.ts";
import type { CatalogueLine, FileLine } from "../../domain/data-file/data-line.ts";
import { slotNameOf } from "../../domain/import/decide-booking-line.ts";
import type { LinesDecision } from "../../domain/import/decide-lines.ts";
import { compareLimits } from "../../domain/import/settle-slots.ts";
import { PlannedLines, steps, type Portion } from "./planned-lines.ts";
import { PlannedSlots, type PlannedState } from "./planned-slots.ts";
import type { PortionSize } from "./portion-size.ts";
import type { Spool } from "./spool.ts";

/**
 * What the check of a large file found to write: first the records of the catalogue, then slots with their bookings.
 * Bookings that give seats back precede those that take some, and a lower capacity or limit of a ticket type comes last.
 * A slot whose line lowers one limit and raises another has no such order, so its lines are not cut.
 */
export class Plan {
  readonly slots: PlannedSlots;
  readonly #lines: PlannedLines;
  /** The records that are new or change, but for slots. */
  readonly #records: FileLine<CatalogueLine>[] = [];

  constructor(spool: Spool) {
    this.slots = new PlannedSlots(spool);
    this.#lines = new PlannedLines(spool);
  }

  /** How many slots and bookings are new or change. */
  get planned(): number {
    return this.#lines.total;
  }

  /** Adds what some lines do in the account's state. */
  add(
    lines: readonly FileLine[],
    { records, bookings, slotLines, slots }: LinesDecision,
    state: PlannedState,
  ): void {
    const known = state.slots;
    const written = new Set(records.map(({ line }) => line));
    for (const { line, content } of lines) {
      if (written.has(line)) this.#records.push({ line, content: content as CatalogueLine });
    }
    for (const { line, content } of slotLines) {
      const name = slotName(content);
      const { lowers, raises } = compareLimits(content.capacity, known.get(name), slots.get(name));
      if (lowers && raises) this.#lines.keepWhole(name);
      this.#lines.add(name, lowers ? steps.lowerCapacity : steps.capacityAsBefore, line);
    }
    for (const { line, content, known: here } of bookings) {
      const name = slotNameOf(content);
      const isConfirmed = content.booking_status === "CONFIRMED";
      const change = isConfirmed ? steps.bookingThatChanges : steps.bookingThatEnds;
      this.#lines.add(name, here === null ? steps.newBooking : change, line);
      if (here !== null) this.#lines.writeTogether(name, slotNameOf(here.line));
    }
    for (const [name, effect] of slots) this.slots.add(name, effect, state);
  }

  /** What is written in each transaction: all at once where it is at most `most` slots and bookings. */
  *portions(most: number, size: Pick<PortionSize, "lines" | "isBrokenOff">): Generator<Portion> {
    if (this.planned <= most) {
      const lines = [...this.#records, ...this.#lines.all()];
      if (lines.length > 0) yield { lines, keepsSeats: false };
      return;
    }
    if (this.#records.length > 0) yield { lines: this.#records, keepsSeats: true };
    yield* this.#lines.portions(size);
  }
}
