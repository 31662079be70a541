import type { ImportState } from "../../domain/import/decide-booking-line.ts";
import { type SlotEffect, settleTypes } from "../../domain/import/slot-effect.ts";
import {
  mayMoveUp,
  mergeEffects,
  movesUpAfter,
  settleSlot,
  waitingBesideSeats,
  type SettledSlot,
} from "../../domain/import/settle-slots.ts";
import type { SlotState } from "../../domain/seats.ts";
import type { SlotKey } from "../write/slot.ts";
import type { ImportTransaction } from "./import-target.ts";
import { keyOfSlot } from "./load-state.ts";
import type { Spool } from "./spool.ts";

/** The account's state around some lines, with the numbers of its rows. */
export type PlannedState = ImportState & Pick<ImportTransaction, "numbers">;

/** A slot with what the lines do to it. */
interface PlannedSlot {
  readonly effect: SlotEffect;
  readonly before: SlotState | null;
  /** Null for a new slot. */
  readonly key: SlotKey | null;
  /** Whether its campaign promotes automatically. */
  readonly movesUp: boolean;
}

/** What the lines of a large file do to slots, in the spool. */
export class PlannedSlots {
  readonly #spool: Spool;
  readonly #insert;

  constructor(spool: Spool) {
    this.#spool = spool;
    spool.database.exec(`
      drop table if exists planned_slot;

      create table planned_slot (
        name text primary key,
        effect text,
        before text,
        key text,
        moves_up integer
      ) without rowid`);
    this.#insert = spool.database.prepare(`
      insert into planned_slot values (?1, ?2, ?3, ?4, ?5)
      on conflict (name) do update set effect = ?2`);
  }

  /** Adds what some lines do to a slot to what others do. */
  add(name: string, effect: SlotEffect, state: PlannedState): void {
    const [row] = this.#spool.select<[effect: string]>(
      "select effect from planned_slot where name = ?",
      name,
    );
    const sum = row === undefined ? effect : mergeEffects(JSON.parse(row[0]) as SlotEffect, effect);
    const before = state.slots.get(name) ?? null;
    const key = before === null ? null : keyOfSlot(effect.place, state);
    const movesUp = movesUpAfter(state, effect.place.interaction);
    this.#insert.run(
      name,
      JSON.stringify(sum),
      JSON.stringify(before),
      JSON.stringify(key),
      movesUp ? 1 : 0,
    );
  }

  /** The slots that change, before and after. */
  *settled(): Generator<SettledSlot> {
    for (const { effect, before } of this.#all()) {
      const settled = settleSlot(effect, before);
      if (settled !== null) yield settled;
    }
  }

  /** The known slots of automatic campaigns in which somebody may move up, or all of them. */
  *freed(isEvery: boolean): Generator<SlotKey> {
    for (const { effect, before, key, movesUp } of this.#all()) {
      if (key === null || before === null || !movesUp) continue;
      const after = settleSlot(effect, before)?.after ?? before;
      if (isEvery || mayMoveUp(effect, before, after)) yield key;
    }
  }

  /** How many new bookings wait beside free seats of automatic campaigns, in slots that begin after `now`. */
  waitingBesideSeats(now: number): number {
    let total = 0;
    for (const { effect, before, movesUp } of this.#all()) {
      if (!movesUp || effect.waiting === 0) continue;
      const after = settleSlot(effect, before)?.after ?? before;
      if (after !== null) total += waitingBesideSeats(effect, { before, after, now });
    }
    return total;
  }

  /** The known slots with their seats at the check, of the whole slot and of its ticket types. */
  *known(): Generator<Pick<SettledSlot, "types"> & { key: SlotKey; before: SlotState }> {
    for (const { key, before, effect } of this.#all()) {
      if (key !== null && before !== null) yield { key, before, types: settleTypes(effect) };
    }
  }

  *#all(): Generator<PlannedSlot> {
    const rows = this.#spool.select<[effect: string, before: string, key: string, movesUp: 0 | 1]>(
      "select effect, before, key, moves_up from planned_slot",
    );
    for (const [effect, before, key, movesUp] of rows) {
      yield {
        effect: JSON.parse(effect) as SlotEffect,
        before: JSON.parse(before) as SlotState | null,
        key: JSON.parse(key) as SlotKey | null,
        movesUp: movesUp === 1,
      };
    }
  }
}
