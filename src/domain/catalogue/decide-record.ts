import { refuseTooManyCampaigns, type CampaignsLeft, type MadeCounts } from "./campaigns-left.ts";
import {
  type BookingLine,
  type CatalogueLine,
  type DataLineOf,
  type DataKind,
} from "../data-file/data-line.ts";
import { shown } from "../data-file/values.ts";
import { formatInstant } from "../instant.ts";
import { offerNames } from "./near-names.ts";
import { counted } from "../wording.ts";
import {
  contentFields,
  differingFields,
  isLimitedAfter,
  isThere,
  nameByKey,
  recordAfter,
  slotName,
  type CatalogueState,
  type SlotPlace,
  type TicketTypePlace,
} from "./catalogue-state.ts";

/** The fault of a line: the field, and what is expected there. */
export interface Fault {
  readonly field: string;
  readonly expected: string;
}

/** What a line does to the record with its key. */
export type RecordChange = "created" | "unchanged" | { readonly updated: readonly string[] };

/** Compares a record after the lines with the account's. */
export function changeOfRecord(
  after: CatalogueLine,
  known: CatalogueLine | undefined,
): RecordChange {
  if (known === undefined) return "created";
  const updated = differingFields(contentFields(after.kind), known, after);
  return updated.length === 0 ? "unchanged" : { updated };
}

/**
 * Returns the first fault that a catalogue line has among the other lines and the account's records, or null. A missing
 * record is the fault of the outermost thing that lacks it. `made` are those that lines before it make.
 */
export function refuseRecord(
  line: CatalogueLine,
  state: CatalogueState & CampaignsLeft,
  made: MadeCounts = {},
): Fault | null {
  switch (line.kind) {
    case "group":
      return null;
    case "interaction":
      return refuseInteraction(line, state) ?? refuseTooManyCampaigns(line, state, made);
    case "activity":
      return refuseActivity(line.interaction, line.id, state);
    case "host":
      return refuseHostLine(line, state);
    case "ticket_type":
      return refuseTicketType(line, state);
    case "slot":
      return refusePlace(line, state) ?? refuseTypeLimits(line, state);
  }
}

function refuseInteraction(line: DataLineOf<"interaction">, state: CatalogueState): Fault | null {
  const { public_key: publicKey, id, group } = line;
  if (!isThere(state, "group", group)) {
    return fault("group", "the unique_key of a group, in the file or in the account");
  }
  const known = state.known.get(nameByKey("interaction", publicKey));
  if (id !== null && known?.kind === "interaction" && known.id !== id) {
    return fault("id", `the id that the interaction has already, ${known.id ?? ""}, or none`);
  }
  const owner = id === null ? undefined : state.idOwners.get(id);
  if (owner !== undefined && owner !== publicKey) {
    return fault("id", "an id of its own: the account gives it to another interaction");
  }
  // Interface, Concepts and identifiers, rule 1 (R14): a campaign contains one or more activities.
  if (!state.haveActivities.has(publicKey)) {
    return fault(
      "public_key",
      "an interaction with at least one activity, in the file or in the account",
    );
  }
  return refuseZone(line, state);
}

/** Another zone moves the hour at which everybody expects a slot, so the line has to say that it means that. */
function refuseZone(
  { public_key: publicKey, timezone, zone_change: meant }: DataLineOf<"interaction">,
  state: CatalogueState,
): Fault | null {
  const moved = state.movedTimes.get(publicKey);
  if (moved === undefined) return null;
  if (meant !== null) {
    return moved.fault === null
      ? null
      : fault("zone_change", `keep_instants, since ${moved.fault}`);
  }
  const slots = counted(moved.slots, "slot to come has", "slots to come have");
  return fault(
    "zone_change",
    `keep_instants or keep_wall_clock: ${slots} another local time in ${timezone}, the first ${moved.first}`,
  );
}

function refuseActivity(
  interaction: string,
  activity: string,
  state: CatalogueState,
): Fault | null {
  if (!isThere(state, "interaction", interaction)) {
    return fault("interaction", "the public_key of an interaction, in the file or in the account");
  }
  return isThere(state, "activity", interaction, activity)
    ? null
    : unknownName(state, "activity", activity, interaction);
}

function refuseTicketType(line: DataLineOf<"ticket_type">, state: CatalogueState): Fault | null {
  const missing = refuseActivity(line.interaction, line.activity, state);
  if (missing !== null) return missing;
  const { interaction, activity, id } = line;
  const after = recordAfter(state, "ticket_type", interaction, activity, id) ?? line;
  if (!after.has_limited_capacity && (after.capacity_per_slot ?? null) !== null) {
    return fault(
      "capacity_per_slot",
      "null: only a type with has_limited_capacity true has a limit",
    );
  }
  const { bookable_from: from = null, bookable_until: until = null } = after;
  return from === null || until === null || from < until
    ? null
    : fault("bookable_until", `a time later than bookable_from, which is ${formatInstant(from)}`);
}

/** The limits of a slot's line are those of its activity's limited ticket types. */
function refuseTypeLimits(line: DataLineOf<"slot">, state: CatalogueState): Fault | null {
  const { interaction, activity, ticket_types: limits } = line;
  for (const [type, limit] of Object.entries(limits ?? {})) {
    const place = { interaction, activity, ticket_type: type };
    const field = `ticket_types.${shown(type)}`;
    if (!isThere(state, "ticket_type", interaction, activity, type)) {
      return { ...unknownName(state, "ticket_type", type, interaction, activity), field };
    }
    // The content of a type is unknown where its line is bad.
    const isKnown = recordAfter(state, "ticket_type", interaction, activity, type) != null;
    if (limit !== null && isKnown && !isLimitedAfter(state, place)) {
      return fault(field, "a ticket type with has_limited_capacity true");
    }
  }
  return null;
}

function refuseHostLine(line: DataLineOf<"host">, state: CatalogueState): Fault | null {
  const { interaction, activity } = line;
  const missing = refuseActivity(interaction, activity, state);
  if (missing !== null) return missing;
  // A slot without a host could not be booked in an activity that offers a choice of hosts.
  return state.hostlessSlots.has(nameByKey("activity", interaction, activity))
    ? fault("activity", "an activity whose slots in the account have hosts")
    : null;
}

const unknownNames = {
  activity: "the id of an activity of the interaction",
  host: "the id of a host of the activity",
  ticket_type: "the id of a ticket type of the activity",
} as const;

/** The fault of a name that neither the file nor the account has, with the one that was probably meant. */
function unknownName(
  { names }: CatalogueState,
  kind: keyof typeof unknownNames,
  id: string,
  ...parent: readonly string[]
): Fault {
  const offer = offerNames(id, names.get(nameByKey(kind, ...parent)));
  return fault(kind, `${unknownNames[kind]}, in the file or in the account${offer}`);
}

const hostFaults: Readonly<Record<Exclude<HostFault, "unknown-host">, string>> = {
  "host-missing": "the id of a host: the activity offers a choice of hosts",
  "host-not-offered": "no host: the activity offers none",
};

/** Returns the fault of a place at which a slot may stand, or null. */
function refusePlace(place: SlotPlace, state: CatalogueState): Fault | null {
  const { interaction, activity, host } = place;
  const missing = refuseActivity(interaction, activity, state);
  if (missing !== null) return missing;
  const refused = refuseHost(host, {
    offersHosts: state.offersHosts.has(nameByKey("activity", interaction, activity)),
    hostExists: isThere(state, "host", interaction, activity, host),
  });
  if (refused === "unknown-host")
    return unknownName(state, "host", host ?? "", interaction, activity);
  return refused === null ? null : fault("host", hostFaults[refused]);
}

/** Finds the faults of a booking's slot and ticket type; many bookings have the same. */
export function prepareRefusal(state: CatalogueState): (line: BookingLine) => readonly Fault[] {
  const faults = new Map<string, readonly Fault[]>();
  return (line) => {
    const { interaction, activity, host, slot_starting_at: starting_at, ticket_type } = line;
    const name = nameByKey("slot", interaction, activity, host, starting_at, ticket_type);
    const known = faults.get(name);
    if (known !== undefined) return known;
    const refused = refuseSlot({ interaction, activity, host, starting_at, ticket_type }, state);
    faults.set(name, refused);
    return refused;
  };
}

/** Returns the faults of a slot and a ticket type that a booking names. */
function refuseSlot(place: SlotPlace & TicketTypePlace, state: CatalogueState): readonly Fault[] {
  const { interaction, activity, host, ticket_type: type } = place;
  const missing = refuseActivity(interaction, activity, state);
  if (missing !== null) return [missing];
  const name = slotName(place);
  const faults = [refusePlace(place, state)];
  if (faults[0] === null && !state.slots.has(name) && !state.defined.has(name)) {
    const whose = host === null ? "" : " of the host";
    const start = `the start of a slot${whose} of the activity, in the file or in the account`;
    faults.push(fault("slot_starting_at", start));
  }
  if (!isThere(state, "ticket_type", interaction, activity, type)) {
    faults.push(unknownName(state, "ticket_type", type, interaction, activity));
  }
  return faults.filter((each) => each !== null);
}

export function fault(field: string, expected: string): Fault {
  return { field, expected };
}

type HostFault = "host-missing" | "host-not-offered" | "unknown-host";

/** A host is named exactly where the activity offers a choice of hosts, and is one of them (decision A60). */
export function refuseHost(
  host: string | null,
  { offersHosts, hostExists }: { readonly offersHosts: boolean; readonly hostExists: boolean },
): HostFault | null {
  if (host === null) return offersHosts ? "host-missing" : null;
  if (!offersHosts) return "host-not-offered";
  return hostExists ? null : "unknown-host";
}

/** The reason why a catalogue record cannot be removed. */
export type RemovalRefusal =
  | { readonly why: "nothing-to-remove" }
  /** The kind of record that refers to it. */
  | { readonly why: "in-use"; readonly by: "booking" | "hold" | "slot" | "campaign" }
  /** It has a part that was never booked. `withUnbooked` removes such parts too. */
  | { readonly why: "not-empty"; readonly with: "activity" | "slot" | "host" | "ticket type" }
  /** A campaign has at least one activity (Interface, Concepts and identifiers, rule 1). */
  | { readonly why: "last-activity" };

/** A kind of record beside the one to remove; `sibling` is another activity of the same campaign. */
export type Referrer =
  | "interaction"
  | "booking"
  | "hold"
  | "slot"
  | "host"
  | "ticket_type"
  | "sibling";

/**
 * Returns why a record cannot be removed, or null. `referrers` holds what refers to the record or is part of it. The parts
 * of a campaign or activity are removed with it only if `withUnbooked` is set, and never once it was booked.
 */
export function refuseRemoval(
  kind: Exclude<DataKind, "booking">,
  referrers: ReadonlySet<Referrer>,
  withUnbooked: boolean,
): RemovalRefusal | null {
  if (kind === "group") {
    return referrers.has("interaction") ? { why: "in-use", by: "campaign" } : null;
  }
  if (kind === "host") return referrers.has("slot") ? { why: "in-use", by: "slot" } : null;
  if (referrers.has("booking")) return { why: "in-use", by: "booking" };
  if (kind === "slot") return null;
  // The seats of a live hold are taken in its slot.
  if (kind === "ticket_type") return referrers.has("hold") ? { why: "in-use", by: "hold" } : null;
  if (kind === "activity" && !referrers.has("sibling")) return { why: "last-activity" };
  if (withUnbooked) return null;
  if (kind === "interaction") return { why: "not-empty", with: "activity" };
  if (referrers.has("slot")) return { why: "not-empty", with: "slot" };
  if (referrers.has("host")) return { why: "not-empty", with: "host" };
  return referrers.has("ticket_type") ? { why: "not-empty", with: "ticket type" } : null;
}
