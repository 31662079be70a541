/** What says how many tickets of a type a slot takes. */
export interface TypeLimit {
  /** Whether the type's tickets take seats; a type that takes none has no limit. */
  readonly isLimited: boolean;
  /** The type's own limit in every slot; null where it has none. */
  readonly perSlot: number | null;
  /** The limit that the slot says; null where it says none. */
  readonly own: number | null;
}

/** The limit of a ticket type in a slot; null where nothing limits it: what the slot says goes before what the type says (A88). */
export function limitOfType({ isLimited, perSlot, own }: TypeLimit): number | null {
  return isLimited ? (own ?? perSlot) : null;
}

/** Makes the map of a slot's line; null where no type has a limit. */
export function limitMap(
  limits: readonly (readonly [id: string, limit: number | null])[],
): { readonly [id: string]: number } | null {
  const said = limits.flatMap(([id, limit]) => (limit === null ? [] : [[id, limit] as const]));
  if (said.length === 0) return null;
  return Object.fromEntries(said.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
