/** Why something stays in the catalogue. */
export type RemovalRefusal =
  | { readonly why: "nothing-to-remove" }
  /** What refers to it. */
  | { readonly why: "in-use"; readonly by: "booking" | "slot" | "campaign" }
  /** What of it is there that nobody ever booked: it goes along where that is asked for. */
  | { readonly why: "not-empty"; readonly with: "activity" | "slot" | "host" | "ticket type" }
  /** A campaign has at least one activity (Interface, Concepts and identifiers, rule 1). */
  | { readonly why: "last-activity" };

/** How many of what went along, by kind; empty where nothing did. */
export type WentAlong = Readonly<Record<string, number>>;
