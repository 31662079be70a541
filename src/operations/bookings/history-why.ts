/** Of what an event keeps, what people read beside it. Values of the shop's data may name somebody, and stand in the booking. */
interface Details {
  readonly reason?: string | null;
  /** The shop's fields that changed. */
  readonly fields?: readonly string[];
  readonly attendees?: readonly { readonly ticket: number }[];
  readonly contact?: unknown;
  readonly [flag: string]: unknown;
}

/** What an operator did against a rule, as the event records it. */
const flags = ["overtaking", "late", "after_cutoff", "over_limit", "overwritten"] as const;

/** An event of a booking's history. */
interface Told {
  readonly because?: string;
  readonly details: unknown;
}

/** Why an event happened, or what it changed where its name does not say that. */
export function whyOf({ because, details: kept }: Told): string {
  const details = (kept ?? {}) as Details;
  const known = because === "caller" || because === "operator" ? undefined : because;
  const changed = changedIn(details);
  const passed = flags
    .filter((flag) => details[flag] === true)
    .map((flag) => flag.replaceAll("_", " "));
  const facts = [known, ...changed, ...passed].filter((part) => part !== undefined).join(", ");
  return [facts, details.reason].filter((part) => part != null && part !== "").join(": ");
}

function changedIn({ fields = [], attendees = [], contact }: Details): readonly string[] {
  const tickets = attendees.map(({ ticket }) => ticket);
  return [
    ...(contact === undefined ? [] : ["external_id"]),
    ...(tickets.length === 0
      ? []
      : [`name of ${tickets.length === 1 ? "ticket" : "tickets"} ${tickets.join(", ")}`]),
    ...fields,
  ];
}
