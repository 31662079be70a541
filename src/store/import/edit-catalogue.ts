import type { AccountId } from "../../domain/account.ts";
import { limitReached, type AccountLimitReached } from "../../domain/account-limits.ts";
import { compareLines } from "../../domain/catalogue/compare-lines.ts";
import { recordName } from "../../domain/catalogue/catalogue-state.ts";
import type { BadLine, CatalogueLine } from "../../domain/data-file/data-line.ts";
import { formatDataLine } from "../../domain/data-file/data-line-text.ts";
import type { ImportState } from "../../domain/import/decide-booking-line.ts";
import { knownRecord } from "../../domain/import/decide-lines.ts";
import { wholeSlot } from "../../domain/import/slot-effect.ts";
import { badLinesListed, FirstByLine, type BadFile } from "../../domain/import/import-report.ts";
import { importRules } from "../../domain/import/import-rules.ts";
import type { Refused } from "../../domain/refusal.ts";
import { timeFrom } from "../../domain/clock.ts";
import { recordAudit, type AuditContext } from "../accounts/audit.ts";
import { nameLine } from "../catalogue/catalogue-kinds.ts";
import { definitionsOf } from "../catalogue/load-catalogue.ts";
import type { CatalogueRefusal } from "../catalogue/removal.ts";
import type { Engine } from "../engine.ts";
import { importTarget, inTransaction, type ImportTransaction } from "./import-target.ts";
import { moveLateWaitlistsUp } from "./move-waitlists-up.ts";
import { linesOfRequest } from "./spool.ts";
import { writePortion } from "./portion.ts";

/** The new state of one thing of the catalogue. */
export interface CatalogueEdit {
  /** The whole state, which replaces that of the thing with this key. */
  readonly line: CatalogueLine;
  /**
   * Returns whether the author of the edit saw this state, which is null where there is none. It is
   * called in the transaction, may be called again, and must have no effect.
   */
  readonly matches: (before: object | null) => boolean;
}

/** A thing before and after the edit, as lines of a data file; `before` is null for a new one. */
export interface CatalogueChange {
  readonly before: object | null;
  readonly after: object;
}

/**
 * Changes the catalogue, all edits or none, as the lines of an import are decided and written. The audit log gets
 * the actor and the state before and after.
 */
export async function editCatalogue(
  engine: Engine,
  accountId: AccountId,
  audit: AuditContext,
  edits: readonly CatalogueEdit[],
  allowOverbooked: boolean,
): Promise<readonly CatalogueChange[] | BadFile | Refused<CatalogueRefusal | AccountLimitReached>> {
  const time = timeFrom(audit.now, () => performance.now());
  const atThisMoment = () => ({ ...audit, now: time() });
  const { lines, bad } = compareLines(
    edits.map(({ line }, index) => ({ line: index + 1, content: line })),
  );
  const target = importTarget(
    engine,
    accountId,
    takesLong(edits) ? { timeouts: "task" } : {},
    time,
  );
  const rules = importRules({ allowOverbooked, dryRun: bad.length > 0 });
  let changes: readonly CatalogueChange[] = [];
  try {
    const portion = await inTransaction(target, (transaction) =>
      writePortion(transaction, { lines, definitions: definitionsOf(lines) }, rules, {
        isChecked: false,
        keepsSeats: false,
        atThisMoment,
        onLoaded: (state) => {
          changes = edits.map((edit, index) => changeOf(edit, index, state));
          refuseCampaigns(changes, state, engine.limits.campaigns);
        },
        record: (within) => recordChanges(within, audit, changes),
      }),
    );
    if (bad.length + portion.bad.length > 0) return reportOf(bad, portion.bad);
    if (portion.waitlists.length > 0) {
      await moveLateWaitlistsUp(target, atThisMoment, portion.waitlists);
    }
    return changes;
  } catch (error) {
    if (error instanceof AnotherState) return { refused: error.refusal };
    throw error;
  }
}

/** A single ticket type may change the seats of all its bookings. */
function takesLong(edits: readonly CatalogueEdit[]): boolean {
  const slots = edits.filter(({ line }) => line.kind === "slot");
  return slots.length > linesOfRequest || edits.some(({ line }) => line.kind === "ticket_type");
}

/** The state does not allow the edits: their author saw another one, or the account is full. It rolls the transaction back. */
class AnotherState extends Error {
  readonly refusal: CatalogueRefusal | AccountLimitReached;
  constructor(refusal: CatalogueRefusal | AccountLimitReached) {
    super("The catalogue does not allow it.");
    this.refusal = refusal;
  }
}

/** One of a request is refused for all of it; one of a file is a bad line. */
function refuseCampaigns(
  changes: readonly CatalogueChange[],
  { campaignsLeft = Infinity }: ImportState,
  most: number,
): void {
  const made = changes.filter(
    ({ before, after }) => before === null && "kind" in after && after.kind === "interaction",
  );
  if (made.length > campaignsLeft) throw new AnotherState(limitReached("campaigns", most).refused);
}

function changeOf(
  { line, matches }: CatalogueEdit,
  edit: number,
  state: ImportState,
): CatalogueChange {
  const known = knownRecord(line, state);
  const before = known === undefined ? null : formatDataLine(known);
  if (!matches(before)) throw new AnotherState({ why: "changed-meanwhile", edit, current: before });
  // A campaign that is saved without its id keeps it, or gets a new one.
  const lacksId = line.kind === "interaction" && line.id === null;
  const after = lacksId ? (state.defined.get(recordName(line)) ?? line) : line;
  const whole = after.kind === "slot" ? wholeSlot(after, state) : after;
  return { before, after: formatDataLine(whole) };
}

/** A line is reported for its first fault. */
function reportOf(compared: readonly BadLine[], decided: readonly BadLine[]): BadFile {
  const faults = new FirstByLine<BadLine>(badLinesListed);
  const comparedLines = new Set(compared.map(({ line }) => line));
  for (const each of [...compared, ...decided.filter(({ line }) => !comparedLines.has(line))]) {
    faults.push(each);
  }
  return { errors: faults.first, errorCount: faults.total };
}

async function recordChanges(
  { transaction, accountId }: ImportTransaction,
  audit: AuditContext,
  changes: readonly CatalogueChange[],
): Promise<void> {
  for (const { before, after } of changes) {
    if (isSame(before, after)) continue;
    const action = before === null ? "catalogue added" : "catalogue changed";
    await recordAudit(transaction, audit, action, accountId, nameLine(after), { before, after });
  }
}

function isSame(before: object | null, after: object): boolean {
  return JSON.stringify(before) === JSON.stringify(after);
}
