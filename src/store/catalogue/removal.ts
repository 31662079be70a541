/** The reason why a catalogue record cannot be removed. */
export type RemovalRefusal =
  | { readonly why: "nothing-to-remove" }
  /** The kind of record that refers to it. */
  | { readonly why: "in-use"; readonly by: "booking" | "slot" | "campaign" }
  /** It has a part that was never booked. `withUnbooked` removes such parts too. */
  | { readonly why: "not-empty"; readonly with: "activity" | "slot" | "host" | "ticket type" }
  /** A campaign has at least one activity (Interface, Concepts and identifiers, rule 1). */
  | { readonly why: "last-activity" };

/** The number of parts that were removed with it, by kind. */
export type WentAlong = Readonly<Record<string, number>>;
