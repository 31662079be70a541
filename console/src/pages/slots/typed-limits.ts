/** A ticket type whose tickets take seats. */
export interface LimitedType {
  readonly id: string;
  readonly name: string;
  /** Its limit in a slot that says none; null: none. */
  readonly perSlot: number | null;
}

/** What is typed for ticket types, by their ids. */
export type TypedLimits = Readonly<Record<string, string>>;

/** The typed limits of these types in the API's form; an empty text is null. */
export function limitsIn(
  typed: TypedLimits,
  types: readonly LimitedType[],
): Record<string, number | null> {
  return Object.fromEntries(
    types.flatMap(({ id }) => {
      const text = typed[id];
      return text === undefined ? [] : [[id, text === "" ? null : Number(text)] as const];
    }),
  );
}
