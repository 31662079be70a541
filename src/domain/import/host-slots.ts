import { recordAfter, slotName } from "../catalogue/catalogue-state.ts";
import type { FileLine, SlotLine } from "../data-file/data-line.ts";
import { overlapText, type HostOverlap, type HostSlot } from "../host-overlap.ts";
import { formatInstant } from "../instant.ts";
import type { ImportState } from "./decide-booking-line.ts";
import type { ImportWarning } from "./import-report.ts";
import { isAsLong } from "./slot-effect.ts";

type Person = Pick<HostSlot, "publicKey" | "activityId" | "hostId" | "hostName" | "timezone">;

/** The first slots to come of hosts that an import makes, lengthens or opens again. */
export class HostSlots {
  readonly #most: number;
  /** The hosts by their names; null where one may have several slots at one time. */
  readonly #people = new Map<string, Person | null>();
  readonly slots: HostSlot[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  /** Adds those of some decided lines. */
  add(lines: readonly FileLine<SlotLine>[], state: ImportState, now: number): void {
    for (const { line, content } of lines) {
      const { host, starting_at: startingAt, slot_duration_in_minutes: minutes = null } = content;
      if (host === null || startingAt <= now) continue;
      if (this.slots.length === this.#most) return;
      const known = state.slots.get(slotName(content));
      const isAsBefore = known?.closedAt === null && isAsLong(content, state);
      if (content.closed === true || isAsBefore) continue;
      const person = this.#personOf({ ...content, host }, state);
      // A slot that bookings lack has the number of the first of them, below zero.
      const where = { startingAt, minutes, isNew: true, line: Math.abs(line) };
      if (person !== null) this.slots.push({ ...person, ...where });
    }
  }

  #personOf(
    { interaction, activity, host }: SlotLine & { readonly host: string },
    state: ImportState,
  ): Person | null {
    const name = `${interaction}\n${activity}\n${host}`;
    const known = this.#people.get(name);
    if (known !== undefined) return known;
    const record = recordAfter(state, "host", interaction, activity, host);
    const campaign = recordAfter(state, "interaction", interaction);
    const person = {
      publicKey: interaction,
      activityId: activity,
      hostId: host,
      hostName: record?.display_name ?? host,
      timezone: campaign?.timezone ?? "UTC",
    };
    const found = record?.overlaps === true ? null : person;
    this.#people.set(name, found);
    return found;
  }
}

/** The warning of the first overlap, at the line of the slot that is new. */
export function overlapWarning(overlap: HostOverlap): ImportWarning {
  const { earlier, later } = overlap;
  const { timezone, line = 0, ...slot } = later.isNew ? later : earlier;
  const { publicKey, activityId, hostId, startingAt } = slot;
  const key = [publicKey, activityId, hostId, formatInstant(startingAt)].join("/");
  return { line, kind: "slot", key, field: "starting_at", message: overlapText(overlap, timezone) };
}
