import {
  keyFields,
  type CatalogueKind,
  type CatalogueLine,
  type DataLineOf,
  type LineKey,
  lineFields,
} from "../data-file/data-line.ts";
import type { SlotState } from "../seats.ts";
import type { KeptStart } from "./kept-clock.ts";
import type { Named } from "./near-names.ts";

/** A slot under the names of a data file; `host` is null where none is named. */
export interface SlotPlace {
  readonly interaction: string;
  readonly activity: string;
  readonly host: string | null;
  readonly starting_at: number;
}

/** Slots to come whose hour the clocks of a line's zone show otherwise than it was meant. */
export interface MovedTimes {
  readonly slots: number;
  /** How the first of them changes where all stay at their instants. */
  readonly first: string;
  /** The starts that the line's `zone_change` gives them; empty where it says nothing. */
  readonly kept: readonly KeptStart[];
  /** Why they cannot keep their hour, where the line says that they do. */
  readonly fault: string | null;
}

/** The catalogue around some lines: what the account has, and what the lines make of it. */
export interface CatalogueState {
  /** The account's records that the lines name, by `recordName`; slots are in `slots`. */
  readonly known: ReadonlyMap<string, CatalogueLine>;
  /**
   * The records that the lines define, by `recordName`, as they are afterwards. Null: only a bad line has this
   * key, so the record's content is unknown.
   */
  readonly defined: ReadonlyMap<string, CatalogueLine | null>;
  /** The account's slots that the lines name, by `recordName`. */
  readonly slots: ReadonlyMap<string, SlotState>;
  /** The activities with a host in the account or in the lines, by `recordName`. */
  readonly offersHosts: ReadonlySet<string>;
  /** The activities of the lines' hosts that have slots without a host in the account, by `recordName`. */
  readonly hostlessSlots: ReadonlySet<string>;
  /** The public keys of the campaigns with an activity in the account or in the lines. */
  readonly haveActivities: ReadonlySet<string>;
  /** By public key: the slots to come whose local time a line's zone changes. */
  readonly movedTimes: ReadonlyMap<string, MovedTimes>;
  /** By `nameByKey` of the kind and what it is part of: the account's names, where lines name one that is not there. */
  readonly names: ReadonlyMap<string, readonly Named[]>;
  /** The public keys of the account's campaigns with an id that a line gives. */
  readonly idOwners: ReadonlyMap<string, string>;
}

/**
 * The name of a record: its kind and its key, in parts that a line feed joins, because no identifier has a
 * control character. The key of a part begins with the key of what it is part of.
 */
export function recordName(line: LineKey): string {
  const values: Readonly<Record<string, unknown>> = line;
  return nameByKey(
    line.kind,
    ...keyFields[line.kind].map((field) => values[field] as string | null),
  );
}

/** The same of a kind and the values of its key, in the order of `keyFields`. */
export function nameByKey(
  kind: LineKey["kind"],
  ...key: readonly (string | number | null)[]
): string {
  let name: string = kind;
  for (const part of key) name += `\n${part ?? ""}`;
  return name;
}

export function slotName({ interaction, activity, host, starting_at }: SlotPlace): string {
  return nameByKey("slot", interaction, activity, host, starting_at);
}

/** Whether the account or a line has the record, however bad the line is. */
export function isThere(
  { known, defined, slots }: CatalogueState,
  kind: CatalogueKind,
  ...key: readonly (string | number | null)[]
): boolean {
  const name = nameByKey(kind, ...key);
  return defined.has(name) || known.has(name) || slots.has(name);
}

/** The record as it is after the lines; undefined where it is absent or its content is unknown. */
export function recordAfter<Kind extends CatalogueKind>(
  { known, defined }: Pick<CatalogueState, "known" | "defined">,
  kind: Kind,
  ...key: readonly (string | number | null)[]
): DataLineOf<Kind> | undefined {
  const name = nameByKey(kind, ...key);
  // The name begins with the kind.
  return (defined.get(name) ?? known.get(name)) as DataLineOf<Kind> | undefined;
}

/** Whether the tickets of a type take seats, after the lines. */
export function isLimitedAfter(
  state: CatalogueState,
  { interaction, activity, ticket_type: type }: TicketTypePlace,
): boolean {
  return (
    recordAfter(state, "ticket_type", interaction, activity, type)?.has_limited_capacity ?? false
  );
}

export interface TicketTypePlace {
  readonly interaction: string;
  readonly activity: string;
  readonly ticket_type: string;
}

/**
 * The record that a line leaves: an absent optional field stays as it is, and null clears it (B212). A slot's line is
 * returned as it is, because what it leaves is decided by what is around it (`wholeSlot`).
 */
export function afterLine<Line extends CatalogueLine>(line: Line, known: Line | undefined): Line {
  if (line.kind === "slot") return line;
  const after: Record<string, unknown> = { ...line };
  const before: Readonly<Record<string, unknown>> = known ?? {};
  for (const [name, field] of Object.entries(lineFields[line.kind])) {
    if (!("whenNull" in field) || after[name] !== undefined) continue;
    after[name] = known === undefined ? field.whenNull : before[name];
  }
  if (line.kind === "interaction") after["id"] = before["id"] ?? line.id;
  // The values are the line's own, the record's, or those that the line's fields accept.
  return after as Line;
}

/** The fields of a kind beside its key, in their order. */
export function contentFields(kind: LineKey["kind"]): readonly string[] {
  const key = new Set<string>(["kind", "id", ...keyFields[kind]]);
  return Object.entries(lineFields[kind])
    .filter(([name, { isOrder = false }]) => !key.has(name) && !isOrder)
    .map(([name]) => name);
}

/** Those of the fields in which two lines differ. */
export function differingFields(
  fields: readonly string[],
  one: object,
  other: object,
): readonly string[] {
  const [some, others]: readonly Readonly<Record<string, unknown>>[] = [{ ...one }, { ...other }];
  return fields.filter((field) => !isSame(some?.[field], others?.[field]));
}

function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  return typeof one === "object" && JSON.stringify(one) === JSON.stringify(other);
}
