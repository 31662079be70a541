/** How long new slots last. */
export interface TypedLength {
  readonly by: "usual" | "minutes" | "none";
  readonly minutes: string;
}

export const usualLength: TypedLength = { by: "usual", minutes: "" };

/** The length in the API's form; absent for the usual one. */
export function lengthIn({ by, minutes }: TypedLength): {
  readonly slot_duration_in_minutes?: number | null;
} {
  if (by === "usual") return {};
  return { slot_duration_in_minutes: by === "none" ? null : Number(minutes) };
}
