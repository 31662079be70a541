import type { DataKind } from "../data-file/data-line.ts";

/** The reason why a catalogue record cannot be removed. */
export type RemovalRefusal =
  | { readonly why: "nothing-to-remove" }
  /** The kind of record that refers to it. */
  | { readonly why: "in-use"; readonly by: "booking" | "slot" | "campaign" }
  /** It has a part that was never booked. `withUnbooked` removes such parts too. */
  | { readonly why: "not-empty"; readonly with: "activity" | "slot" | "host" | "ticket type" }
  /** A campaign has at least one activity (Interface, Concepts and identifiers, rule 1). */
  | { readonly why: "last-activity" };

/** A kind of record beside the one to remove; `sibling` is another activity of the same campaign. */
export type Referrer = "interaction" | "booking" | "slot" | "host" | "ticket_type" | "sibling";

/**
 * Returns why a record cannot be removed, or null. `has` holds what refers to the record or is part of it. The parts
 * of a campaign or activity are removed with it only if `withUnbooked` is set, and never once it was booked.
 */
export function refuseRemoval(
  kind: Exclude<DataKind, "booking">,
  has: ReadonlySet<Referrer>,
  withUnbooked: boolean,
): RemovalRefusal | null {
  if (kind === "group") {
    return has.has("interaction") ? { why: "in-use", by: "campaign" } : null;
  }
  if (kind === "host") return has.has("slot") ? { why: "in-use", by: "slot" } : null;
  if (has.has("booking")) return { why: "in-use", by: "booking" };
  if (kind === "slot" || kind === "ticket_type") return null;
  if (kind === "activity" && !has.has("sibling")) return { why: "last-activity" };
  if (withUnbooked) return null;
  if (kind === "interaction") return { why: "not-empty", with: "activity" };
  if (has.has("slot")) return { why: "not-empty", with: "slot" };
  if (has.has("host")) return { why: "not-empty", with: "host" };
  return has.has("ticket_type") ? { why: "not-empty", with: "ticket type" } : null;
}
