import type { RemovalRefusal } from "../../domain/catalogue/decide-record.ts";
import { parseDataObject, parseLineKey } from "../../domain/data-file/parse-data-line.ts";
import { type BadLine, isBadContent } from "../../domain/data-file/data-line.ts";
import { afterLine } from "../../domain/catalogue/catalogue-state.ts";
import { isRefused, type Refused } from "../../domain/refusal.ts";
import type { AuditContext } from "../../store/accounts/audit.ts";
import type { CatalogueRefusal } from "../../store/catalogue/removal.ts";
import type { CatalogueChange, CatalogueEdit } from "../../store/import/edit-catalogue.ts";
import type { Store } from "../../store/store.ts";
import { identifyAccount, type AccountReference } from "./identify-account.ts";
import type { OperatorRefusal } from "./operator-refusal.ts";

/** The new state of one catalogue record: a whole line of a data file. */
export interface EditRequest {
  readonly line: object;
  /** Whether the stored line is the one that the editor saw; see `CatalogueEdit`. Absent: any. */
  readonly matches?: CatalogueEdit["matches"];
}

/** The refusal of edits; `line` is the number of the edit, from 1. */
export type EditRefusal =
  | CatalogueRefusal
  | RemovalRefusal
  | { readonly why: "edits-bad"; readonly errors: readonly BadLine[] };

/**
 * Adds or changes groups, campaigns, activities, hosts, ticket types and slots, all or none. A new
 * campaign needs its first activity in the same edit (R14). Added seats go to the waitlist.
 */
export async function editCatalogue(
  store: Pick<Store, "accounts" | "account">,
  audit: AuditContext,
  reference: AccountReference,
  requests: readonly EditRequest[],
  { allowOverbooked = false }: { readonly allowOverbooked?: boolean } = {},
): Promise<readonly CatalogueChange[] | Refused<OperatorRefusal | EditRefusal>> {
  const edits: CatalogueEdit[] = [];
  const errors: BadLine[] = [];
  for (const [index, { line, matches = () => true }] of requests.entries()) {
    const content = parseDataObject({ ...line }, audit.now);
    if (isBadContent(content)) errors.push({ line: index + 1, ...content.bad });
    else if (content.kind === "booking") errors.push({ line: index + 1, ...noBooking });
    else edits.push({ line: afterLine(content, undefined), matches });
  }
  if (errors.length > 0) return { refused: { why: "edits-bad", errors } };
  const account = await identifyAccount(store, reference);
  if (isRefused<OperatorRefusal>(account)) return account;
  const answer = await store.account(account.id).editCatalogue(audit, edits, allowOverbooked);
  if (isRefused<CatalogueRefusal>(answer)) return answer;
  return "errors" in answer ? { refused: { why: "edits-bad", errors: answer.errors } } : answer;
}

const noBooking = {
  kind: "booking",
  key: null,
  field: "kind",
  expected: "a kind of the catalogue: bookings are made with `book`, ended with `cancel`",
} as const;

/** Options of a removal; `matches` as in an edit. */
export interface RemovalRequest {
  readonly withUnbooked?: boolean;
  readonly matches?: CatalogueEdit["matches"];
}

/**
 * Removes a record that nothing refers to: a slot, ticket type, activity or campaign without
 * bookings, a host without slots, a group without campaigns. `withUnbooked` removes the parts of an
 * activity or campaign too; without it, there must be none. Only kind and key of `line` are read.
 */
export async function removeFromCatalogue(
  store: Pick<Store, "accounts" | "account">,
  audit: AuditContext,
  reference: AccountReference,
  line: object,
  { withUnbooked = false, matches = () => true }: RemovalRequest = {},
): Promise<{ readonly removed: true } | Refused<OperatorRefusal | EditRefusal>> {
  const key = parseLineKey(line, audit.now);
  if (isBadContent(key)) {
    return { refused: { why: "edits-bad", errors: [{ line: 1, ...key.bad }] } };
  }
  if (key.kind === "booking") {
    return { refused: { why: "edits-bad", errors: [{ line: 1, ...noBooking }] } };
  }
  const account = await identifyAccount(store, reference);
  if (isRefused<OperatorRefusal>(account)) return account;
  const order = { key, withUnbooked, matches };
  const refused = await store.account(account.id).removeFromCatalogue(audit, order);
  return refused ?? { removed: true };
}
