import { afterLine } from "../domain/catalogue/catalogue-state.ts";
import { badLinesOf, isBadContent, type BadLine } from "../domain/data-file/data-line.ts";
import { parseDataObject } from "../domain/data-file/data-line-text.ts";
import { isRefused, type Refused } from "../domain/refusal.ts";
import type { AccountStore } from "../store/account-store.ts";
import type { AuditContext } from "../store/accounts/audit.ts";
import type { CatalogueRefusal } from "../store/catalogue/removal.ts";
import type { CatalogueChange, CatalogueEdit } from "../store/import/edit-catalogue.ts";
import type { EditRefusal } from "./refusals.ts";

/** The new state of one catalogue record: a whole line of a data file. */
interface EditRequest {
  readonly line: object;
  /** Whether the stored line is the one that the editor saw; see `CatalogueEdit`. Absent: any. */
  readonly matches?: CatalogueEdit["matches"];
}

/**
 * Adds or changes groups, campaigns, activities, hosts, ticket types and slots, all or none. A new
 * campaign needs its first activity in the same edit (R14). Added seats go to the waitlist.
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
  if (isRefused<CatalogueRefusal>(answer)) return answer;
  return "errors" in answer ? { refused: { why: "edits-bad", errors: answer.errors } } : answer;
}

const noBooking = {
  kind: "booking",
  key: null,
  field: "kind",
  expected: "a kind of the catalogue: bookings are made with `book`, ended with `cancel`",
} as const;
