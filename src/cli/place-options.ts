import type { Command } from "commander";
import type { NamedSlot } from "../store/seats/find-slot-key.ts";
import { reader, readInstant, wholeFrom } from "../operations/arguments.ts";

/** The slot or activity that the options name; `host` is absent where the activity offers no choice of hosts. */
export interface PlaceFlags {
  readonly interaction: string;
  readonly activity: string;
  readonly host?: string;
}

/** Adds the options that name whose slots are meant: of a campaign's activity, or of its host. */
export function addPlaceOptions(command: Command): Command {
  return command
    .requiredOption("--interaction <public_key>", "the campaign's public key")
    .requiredOption("--activity <id>", "the activity's id")
    .option("--host <id>", "where the activity offers a choice of hosts");
}

/** Reads the start of a slot. Slots start on a millisecond. */
export const readSlotStart = reader((text) => {
  const instant = readInstant(text);
  return Number.isInteger(instant) ? instant : null;
}, "start of a slot: it is finer than a millisecond");

export function placeOf(
  { interaction, activity, host = "" }: PlaceFlags,
  startingAt: number,
): NamedSlot {
  return {
    publicKey: interaction,
    activityId: activity,
    hostId: host === "" ? null : host,
    startingAt,
  };
}

/** Options that narrow a search down; all may be left out. */
export interface SearchFlags extends Partial<PlaceFlags> {
  readonly from?: number;
  readonly to?: number;
  readonly limit: number;
}

export function addSearchOptions(command: Command): Command {
  return command
    .option("--interaction <public_key>", "the campaign's public key")
    .option("--activity <id>", "the activity's id")
    .option("--host <id>", "the host's id")
    .option("--from <time>", "earliest start of the slot, RFC 3339", readInstant)
    .option("--to <time>", "latest start of the slot", readInstant)
    .option("--limit <n>", "how many at the most", wholeFrom(1), 1_000);
}

export function searchOf({ interaction, activity, host, from, to }: SearchFlags) {
  return {
    ...(interaction !== undefined && { publicKey: interaction }),
    ...(activity !== undefined && { activityId: activity }),
    ...(host !== undefined && { hostId: host }),
    ...(from !== undefined && { from: Math.ceil(from) }),
    ...(to !== undefined && { to: Math.floor(to) }),
  };
}
