import type { Static, TObject, TProperties } from "typebox";
import { parseLineKey, parseDataObject } from "../../domain/data-file/data-line-text.ts";
import { isBadContent, badLinesOf, type BadLine } from "../../domain/data-file/data-line.ts";
import type {
  ListedKind,
  CatalogueKey,
  CatalogueChange,
  CatalogueEdit,
} from "../../store/doors/catalogue.ts";
import { BadInput } from "../machinery/validation.ts";
import { activityId, hostId, publicKey, text, ticketTypeId } from "../machinery/fields.ts";
import { afterLine } from "../../domain/catalogue/catalogue-state.ts";
import { isRefused, type Refused } from "../../domain/refusal.ts";
import type { AccountStore } from "../../store/account-store.ts";
import type { AuditContext } from "../../store/doors/access.ts";
import type { EditRefusal } from "../machinery/refusals.ts";
import { createHash } from "node:crypto";
import type { Order } from "../machinery/operation.ts";

/** One kind of catalogue lines, from which its routes are made. */
export interface Kind {
  readonly kind: ListedKind;
  /** In operations' names. */
  readonly word: string;
  readonly words: string;
  readonly path: string;
  /** The path's parameters, under the names of the line's key fields. */
  readonly keys: TProperties;
  /** The last key, which names it inside its parents. */
  readonly own: string;
  /** Whether removing it may remove parts of it too. */
  readonly hasParts: boolean;
}

const ofActivity = { interaction: publicKey, activity: activityId } as const;
const inActivity = "/interactions/{interaction}/activities/{activity}";

export const kinds: readonly Kind[] = [
  {
    kind: "group",
    word: "Group",
    words: "Groups",
    path: "/groups",
    keys: { unique_key: text(256, "The group's unique key.") },
    own: "unique_key",
    hasParts: false,
  },
  {
    kind: "interaction",
    word: "Interaction",
    words: "Interactions",
    path: "/interactions",
    keys: { public_key: publicKey },
    own: "public_key",
    hasParts: true,
  },
  {
    kind: "activity",
    word: "Activity",
    words: "Activities",
    path: "/interactions/{interaction}/activities",
    keys: { interaction: publicKey, id: activityId },
    own: "id",
    hasParts: true,
  },
  {
    kind: "host",
    word: "Host",
    words: "Hosts",
    path: `${inActivity}/hosts`,
    keys: { ...ofActivity, id: hostId },
    own: "id",
    hasParts: false,
  },
  {
    kind: "ticket_type",
    word: "TicketType",
    words: "TicketTypes",
    path: `${inActivity}/ticket-types`,
    keys: { ...ofActivity, id: ticketTypeId },
    own: "id",
    hasParts: false,
  },
];

export const listedKinds = kinds.map(({ kind }) => kind);

export function keyedLine({ kind, keys }: Kind, params: Static<TObject>): object {
  const given = params as Readonly<Record<string, string>>;
  return { kind, ...Object.fromEntries(Object.keys(keys).map((key) => [key, given[key]])) };
}

/** The key that a path names. */
export function keyOf(kind: Kind, params: Static<TObject>): CatalogueKey {
  return readKey(keyedLine(kind, params));
}

/** The key of a line that has those fields at least. */
export function readKey(line: object): CatalogueKey {
  const key = parseLineKey(line, 0);
  if (isBadContent(key)) {
    throw new BadInput(key.bad.field ?? "the path", `must be ${key.bad.expected}`);
  }
  if (key.kind === "booking") throw new Error("A booking is no part of the catalogue.");
  return key;
}

/** The new state of one catalogue record: a whole line of a data file. */
interface EditRequest {
  readonly line: object;
  /** Whether the stored line is the one that the editor saw; see `CatalogueEdit`. Absent: any. */
  readonly matches?: CatalogueEdit["matches"];
}

/**
 * Adds or changes groups, campaigns, activities, hosts, ticket types and slots, all or none. A new
 * campaign needs its first activity in the same edit (R14). Added seats go to the waitlist where the
 * campaign promotes automatically.
 */
export async function editCatalogue(
  door: Pick<AccountStore, "editCatalogue">,
  audit: AuditContext,
  requests: readonly EditRequest[],
  allowOverbooked = false,
): Promise<readonly CatalogueChange[] | Refused<EditRefusal>> {
  const edits: CatalogueEdit[] = [];
  const errors: BadLine[] = [];
  for (const [index, { line, matches = () => true }] of requests.entries()) {
    const content = parseDataObject({ ...line }, audit.now);
    if (isBadContent(content)) errors.push(...badLinesOf(content, index + 1));
    else if (content.kind === "booking") errors.push({ line: index + 1, ...noBooking });
    else edits.push({ line: afterLine(content, undefined), matches });
  }
  if (errors.length > 0) return { refused: { why: "edits-bad", errors } };
  const answer = await door.editCatalogue(audit, edits, allowOverbooked);
  if (isRefused<EditRefusal>(answer)) return answer;
  return "errors" in answer ? { refused: { why: "edits-bad", errors: answer.errors } } : answer;
}

const noBooking = {
  kind: "booking",
  key: null,
  field: "kind",
  expected: "a kind of the catalogue: bookings are made with `book`, ended with `cancel`",
} as const;

/** A strong validator of what an answer shows. */
export function etagOf(shown: object): string {
  const hash = createHash("sha256").update(JSON.stringify(shown)).digest("base64url");
  return `"${hash.slice(0, 27)}"`;
}

/** Whether `If-Match` names the stored value; `current` null: none is stored. */
export function matchesEtag(ifMatch: string, current: object | null): boolean {
  if (current === null) return false;
  return ifMatch.trim() === "*" || namesEtag(ifMatch, etagOf(current));
}

/**
 * Whether `If-Match` names this tag. A proxy that compresses an answer marks its tag, as `W/"…"` or `"…-gzip"`. The marks
 * are ignored, because the tag is of the stored value and not of the answer's bytes.
 */
export function namesEtag(ifMatch: string, etag: string): boolean {
  const named = new Set(ifMatch.split(",").map((part) => part.trim().replace(/^W\//, "")));
  return proxyMarks.some((mark) => named.has(`${etag.slice(0, -1)}${mark}"`));
}

const proxyMarks = ["", "-gzip", "-br", "-deflate", "-zstd"];

/** Checks that the stored value is the one that the editor saw; `ifMatch` null: none may be stored. */
export function sawThat(ifMatch: string | null) {
  return (before: object | null): boolean =>
    ifMatch === null ? before === null : matchesEtag(ifMatch, before);
}

/** The precondition of a request; null when it has none. */
export function preconditionOf({
  ifMatch,
  ifNoneMatch,
}: Pick<Order<never, never, never>, "ifMatch" | "ifNoneMatch">) {
  if (ifMatch !== null) return sawThat(ifMatch);
  return ifNoneMatch?.trim() === "*" ? sawThat(null) : null;
}

/** Whether an edit may be of a campaign that is not there yet. */
export function makesCampaign(body: unknown): boolean {
  const { edits } = body as {
    readonly edits: readonly { line: { kind?: unknown }; if_match?: string | null }[];
  };
  return edits.some(
    ({ line, if_match: seen }) => line.kind === "interaction" && typeof seen !== "string",
  );
}
