/** Why a thing cannot be removed from the catalogue. */
export type RemovalRefusal =
  | { readonly why: "nothing-to-remove" }
  /** What refers to it. */
  | { readonly why: "in-use"; readonly by: "booking" | "slot" | "campaign" }
  /** A part that was never booked; it is removed too where that is asked for. */
  | { readonly why: "not-empty"; readonly with: "activity" | "slot" | "host" | "ticket type" }
  /** A campaign has at least one activity (Interface, Concepts and identifiers, rule 1). */
  | { readonly why: "last-activity" };

/** How many parts were removed with it, by kind. */
export type WentAlong = Readonly<Record<string, number>>;
