import type { AccountId } from "../../domain/account.ts";
import { formatDataLine } from "../../domain/data-file/format-data-line.ts";
import type { Refused } from "../../domain/refusal.ts";
import { recordAudit, type AuditContext } from "../accounts/audit.ts";
import { lockAccount } from "../accounts/lock-account.ts";
import type { Engine } from "../engine.ts";
import { changeCatalogueVersion } from "./catalogue-version.ts";
import type { CatalogueRefusal } from "./catalogue-refusal.ts";
import { nameLine } from "./name-line.ts";
import type { CatalogueKey } from "./catalogue-kinds.ts";
import { readLine } from "./read-line.ts";
import type { RemovalRefusal, WentAlong } from "./removal.ts";
import { removeGroup } from "./remove-group.ts";
import { removeParent } from "./remove-parent.ts";
import { removePart } from "./remove-part.ts";

export interface RemovalOrder {
  readonly key: CatalogueKey;
  /** Whether parts of a campaign or activity that were never booked are removed with it. */
  readonly withUnbooked: boolean;
  /** Whether the stored record is the one that the operator saw. */
  readonly matches: (before: object) => boolean;
}

/** Removes a catalogue record that nothing refers to. Returns null, or the refusal. */
export function removeLine(
  engine: Engine,
  accountId: AccountId,
  audit: AuditContext,
  { key, withUnbooked, matches }: RemovalOrder,
): Promise<Refused<RemovalRefusal | CatalogueRefusal> | null> {
  return engine.write(async (transaction) => {
    await lockAccount(transaction, engine.locked, accountId);
    const found = await readLine(transaction, accountId, key);
    if (found === null) return { refused: { why: "nothing-to-remove" } };
    const before = formatDataLine(found);
    if (!matches(before)) {
      return { refused: { why: "changed-meanwhile", edit: 0, current: before } };
    }
    const went =
      found.kind === "group"
        ? await removeGroup(transaction, accountId, found.unique_key)
        : found.kind === "interaction" || found.kind === "activity"
          ? await removeParent(engine, transaction, accountId, found, withUnbooked)
          : await removePart(engine, transaction, accountId, found);
    if (isRefusal(went)) return { refused: went };
    if (found.kind !== "slot") await changeCatalogueVersion(transaction, accountId);
    await recordAudit(transaction, audit, "catalogue removed", accountId, nameLine(before), {
      before,
      after: null,
      ...(Object.keys(went).length > 0 && { went_along: went }),
    });
    return null;
  });
}

function isRefusal(answer: RemovalRefusal | WentAlong): answer is RemovalRefusal {
  return "why" in answer;
}
