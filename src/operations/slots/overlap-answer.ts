import { Type } from "typebox";
import { overlapText, type HostOverlap, type HostSlot } from "../../domain/host-overlap.ts";
import { formatInstant, parseInstant } from "../../domain/instant.ts";
import { Duration, slotStart, type Sent } from "../machinery/fields.ts";
import { is } from "../machinery/meaning.ts";
import type { Values } from "../machinery/operation.ts";

const Slot = Type.Object({
  interaction: Type.String(is("campaign")),
  activity: Type.String(),
  starting_at: slotStart("When it starts."),
  timezone: Type.String({ description: "The campaign's zone, an IANA name.", ...is("zone") }),
  slot_duration_in_minutes: Duration,
});

/** A person among the hosts who has two slots at one time. */
export const Overlap = Type.Union(
  [
    Type.Object({
      host: Type.String(),
      display_name: Type.String(),
      slots: Type.Array(Slot, { description: "Both, the one that starts first before the other." }),
      more: Type.Integer({
        description: "How many further slots begin while another of their host lasts.",
      }),
    }),
    Type.Null(),
  ],
  {
    description:
      "A warning: the first time at which a host has two slots, one of them new or changed, in whatever activity and campaign " +
      "hosts of the same id have them; null: none. Hosts that are no person say `overlaps`.",
  },
);

export function overlapToJson(overlap: HostOverlap | null): Sent<typeof Overlap> {
  if (overlap === null) return null;
  const { earlier, later, more } = overlap;
  return {
    host: later.hostId,
    display_name: later.hostName,
    slots: [earlier, later].map((slot) => ({
      interaction: slot.publicKey,
      activity: slot.activityId,
      starting_at: formatInstant(slot.startingAt),
      timezone: slot.timezone,
      slot_duration_in_minutes: slot.minutes,
    })),
    more,
  };
}

/** What a command says of it, by the clocks of its own campaign; false where there is none. */
export function overlapWarning(
  overlap: Sent<typeof Overlap>,
  { interaction }: Values,
): string | false {
  if (overlap === null) return false;
  const { host, display_name: hostName, more } = overlap;
  const [earlier, later] = overlap.slots.map((slot): HostSlot => ({
    publicKey: slot.interaction,
    activityId: slot.activity,
    hostId: host,
    hostName,
    startingAt: parseInstant(slot.starting_at) ?? 0,
    minutes: slot.slot_duration_in_minutes,
    timezone: slot.timezone,
    isNew: false,
  }));
  if (earlier === undefined || later === undefined) throw new Error("An overlap is of two slots.");
  const { timezone } = later.publicKey === interaction ? later : earlier;
  return `warning: ${overlapText({ earlier, later, more }, timezone)}`;
}
