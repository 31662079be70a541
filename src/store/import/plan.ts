import { slotName } from "../../domain/catalogue/catalogue-state.ts";
import type { CatalogueLine, FileLine } from "../../domain/data-file/data-line.ts";
import {
  slotNameOf,
  type ImportState,
  type SeatClaim,
} from "../../domain/import/decide-booking-line.ts";
import type { LinesDecision } from "../../domain/import/decide-lines.ts";
import { type SlotEffect, settleTypes } from "../../domain/import/slot-effect.ts";
import {
  mergeEffects,
  mayMoveUp,
  compareLimits,
  settleSlot,
  waitingBesideSeats,
  type SettledSlot,
  promotesAfter,
} from "../../domain/import/settle-slots.ts";
import type { SlotSeats } from "../../domain/seats.ts";
import type { SlotKey } from "../write/slot.ts";
import type { Within } from "./import-target.ts";
import { keyOfSlot } from "./load-state.ts";
import { parsed, type Spool } from "./spool.ts";

/** Lines that are written in one transaction. */
interface Portion {
  readonly lines: readonly FileLine[];
  /** Bookings of its slots follow in another portion. */
  readonly isCut: boolean;
}

interface PortionSize {
  readonly lines: number;
  readonly isBrokenOff: boolean;
}

type PlannedState = ImportState & Pick<Within, "numbers">;

/** A slot with what the lines do to it. */
interface PlannedSlot {
  readonly effect: SlotEffect;
  readonly before: SlotSeats | null;
  /** Null for a new slot. */
  readonly key: SlotKey | null;
  /** Whether its campaign promotes automatically. */
  readonly promotes: boolean;
}

/**
 * What the check of a large file found to write, in the spool. All lines of a slot stand together, and so do those
 * of slots between which a booking moves. Within them, what releases seats comes first, and a lower capacity or limit
 * of a ticket type last; a slot whose line lowers one and raises another is not cut.
 */
export class Plan {
  readonly #spool: Spool;
  readonly #insertLine;
  readonly #insertSlot;
  readonly #insertClaim;
  readonly #keepsClaims: boolean;
  /** The lower of two slots between which a booking moves, by the name of the other. */
  readonly #lower = new Map<string, string>();
  readonly #undivided = new Set<string>();
  /** The catalogue's lines but for slots that are new or change. */
  readonly catalogue: FileLine<CatalogueLine>[] = [];
  /** How many slots and bookings are new or change. */
  planned = 0;

  constructor(spool: Spool, { keepsClaims }: { readonly keepsClaims: boolean }) {
    this.#spool = spool;
    this.#keepsClaims = keepsClaims;
    spool.database.exec(`
      drop table if exists planned_line;
      drop table if exists planned_slot;
      drop table if exists seat_claim;

      create table planned_line (
        place text,
        step integer,
        line integer,
        primary key (place, step, line)
      ) without rowid;

      create table planned_slot (
        name text primary key,
        effect text,
        before text,
        key text,
        promotes integer
      ) without rowid;

      create table seat_claim (
        place text,
        line integer,
        booking text,
        ticket_type text,
        booked_at integer,
        seats integer,
        held integer,
        primary key (place, line)
      ) without rowid`);
    this.#insertLine = spool.database.prepare("insert into planned_line values (?, ?, ?)");
    this.#insertClaim = spool.database.prepare(
      "insert into seat_claim values (?, ?, ?, ?, ?, ?, ?)",
    );
    this.#insertSlot = spool.database.prepare(`
      insert into planned_slot values (?1, ?2, ?3, ?4, ?5)
      on conflict (name) do update set effect = ?2`);
  }

  /** Adds what some lines do in the account's state. */
  add(
    lines: readonly FileLine[],
    { records, bookings, slotLines, slots, claims }: LinesDecision,
    state: PlannedState,
  ): void {
    const known = state.slots;
    const written = new Set(records.map(({ line }) => line));
    for (const { line, content } of lines) {
      if (written.has(line)) this.catalogue.push({ line, content: content as CatalogueLine });
    }
    for (const { line, content } of slotLines) {
      const name = slotName(content);
      const { lowers, raises } = compareLimits(content.capacity, known.get(name), slots.get(name));
      if (lowers && raises) this.#undivided.add(name);
      this.#plan(name, lowers ? 4 : 0, line);
    }
    for (const { line, content, known: here } of bookings) {
      const name = slotNameOf(content);
      const step = content.booking_status === "CONFIRMED" ? 2 : 1;
      this.#plan(name, here === null ? 3 : step, line);
      if (here !== null) this.#join(name, slotNameOf(here.line));
    }
    for (const [name, effect] of slots) this.#addSlot(name, effect, state);
    for (const [name, some] of this.#keepsClaims ? claims : []) {
      for (const { line, booking, ticketType, bookedAt, seats, held } of some) {
        this.#insertClaim.run(name, line, booking, ticketType, bookedAt, seats, held);
      }
    }
  }

  /** The bookings that have seats of a slot after the lines. */
  claimsOf({ effect }: SettledSlot): SeatClaim[] {
    type Row = [number, string, string, number, number, number];
    const rows = this.#spool.select<Row>(
      "select line, booking, ticket_type, booked_at, seats, held from seat_claim where place = ?",
      slotName(effect.place),
    );
    return Array.from(rows, ([line, booking, ticketType, bookedAt, seats, held]) => ({
      line,
      booking,
      ticketType,
      bookedAt,
      seats,
      held,
    }));
  }

  #plan(name: string, step: number, line: number): void {
    this.#insertLine.run(name, step, line);
    this.planned += 1;
  }

  #addSlot(name: string, effect: SlotEffect, state: PlannedState): void {
    const [row] = this.#spool.select<[effect: string]>(
      "select effect from planned_slot where name = ?",
      name,
    );
    const sum = row === undefined ? effect : mergeEffects(JSON.parse(row[0]) as SlotEffect, effect);
    const before = state.slots.get(name) ?? null;
    const key = before === null ? null : keyOfSlot(effect.place, state);
    const promotes = promotesAfter(state, effect.place.interaction);
    this.#insertSlot.run(
      name,
      JSON.stringify(sum),
      JSON.stringify(before),
      JSON.stringify(key),
      promotes ? 1 : 0,
    );
  }

  #join(one: string, other: string): void {
    const [first, second] = [this.#groupOf(one), this.#groupOf(other)];
    if (first !== second)
      this.#lower.set(first > second ? first : second, first > second ? second : first);
  }

  #groupOf(name: string): string {
    let group = name;
    for (let next = this.#lower.get(group); next !== undefined; next = this.#lower.get(group)) {
      group = next;
    }
    return group;
  }

  /** The slots that change, before and after. */
  *settled(): Generator<SettledSlot> {
    for (const { effect, before } of this.#slots()) {
      const settled = settleSlot(effect, before);
      if (settled !== null) yield settled;
    }
  }

  /** The known slots of automatic campaigns in which somebody may move up, or all of them. */
  *freed(isEvery: boolean): Generator<SlotKey> {
    for (const { effect, before, key, promotes } of this.#slots()) {
      if (key === null || before === null || !promotes) continue;
      const after = settleSlot(effect, before)?.after ?? before;
      if (isEvery || mayMoveUp(effect, before, after)) yield key;
    }
  }

  /** How many new bookings wait beside free seats of automatic campaigns. */
  waitingBesideSeats(): number {
    let total = 0;
    for (const { effect, before, promotes } of this.#slots()) {
      if (!promotes || effect.waiting === 0) continue;
      const after = settleSlot(effect, before)?.after ?? before;
      if (after !== null) total += waitingBesideSeats(effect, before, after);
    }
    return total;
  }

  /** The known slots with their seats at the check, of the whole slot and of its ticket types. */
  *knownSlots(): Generator<Pick<SettledSlot, "types"> & { key: SlotKey; before: SlotSeats }> {
    for (const { key, before, effect } of this.#slots()) {
      if (key !== null && before !== null) yield { key, before, types: settleTypes(effect) };
    }
  }

  *#slots(): Generator<PlannedSlot> {
    const rows = this.#spool.select<[effect: string, before: string, key: string, promotes: 0 | 1]>(
      "select effect, before, key, promotes from planned_slot",
    );
    for (const [effect, before, key, promotes] of rows) {
      yield {
        effect: JSON.parse(effect) as SlotEffect,
        before: JSON.parse(before) as SlotSeats | null,
        key: JSON.parse(key) as SlotKey | null,
        promotes: promotes === 1,
      };
    }
  }

  /** A slot is cut only where it alone has more lines than one portion. A portion that was broken off comes again. */
  *portions(most: number, size: PortionSize): Generator<Portion> {
    const move = this.#spool.database.prepare("update planned_line set place = ? where place = ?");
    for (const name of this.#lower.keys()) move.run(this.#groupOf(name), name);
    if (this.planned <= most) {
      const lines = [...this.catalogue, ...this.#next(null, most).lines];
      if (lines.length > 0) yield { lines, isCut: false };
      return;
    }
    if (this.catalogue.length > 0) yield { lines: this.catalogue, isCut: true };
    for (let after: PlanKey | null = null; ;) {
      const { lines, isCut, last }: NextLines = this.#next(after, size.lines);
      if (last === null) return;
      yield { lines, isCut };
      if (!size.isBrokenOff) after = last;
    }
  }

  /** How many lines a place has that must not be cut; 0 where it may be. */
  #undividedLines(place: string | undefined): number {
    if (![...this.#undivided].some((name) => this.#groupOf(name) === place)) return 0;
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
      isCut: whole.length === 0 && rows.length > 0,
      last: last === undefined ? null : [last[0], last[1], last[2]],
    };
  }
}

type PlanKey = readonly [place: string, step: number, line: number];

interface NextLines extends Portion {
  readonly last: PlanKey | null;
}
