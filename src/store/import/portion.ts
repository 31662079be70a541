import type { BadLine, FileLine } from "../../domain/data-file/data-line.ts";
import type { ImportState } from "../../domain/import/decide-booking-line.ts";
import type { LinesDecision } from "../../domain/import/decide-lines.ts";
import {
  decidePortion,
  decideWithoutBad,
  type Decided,
} from "../../domain/import/decide-portion.ts";
import { recordAfter, recordName } from "../../domain/catalogue/catalogue-state.ts";
import { ticketsOfLines } from "../../domain/import/contact-tickets.ts";
import type { CountsByKind, ImportReport } from "../../domain/import/import-report.ts";
import type { ImportRules } from "../../domain/import/import-rules.ts";
import { isAsLong } from "../../domain/import/slot-effect.ts";
import {
  mayMoveUp,
  promotesAfter,
  seatsAfter,
  sumOverbooked,
  waitlistsToPromote,
} from "../../domain/import/settle-slots.ts";
import type { AuditContext } from "../accounts/audit.ts";
import { lockAccount, changeCatalogueVersion } from "../accounts/accounts.ts";
import type { SlotKey } from "../write/slot.ts";
import type { Definitions } from "../catalogue/load-catalogue.ts";
import type { Within } from "./import-target.ts";
import { writeRows } from "../write/write-batch.ts";
import { writeStarts } from "../slots/keep-wall-clock.ts";
import { loadPortion } from "./load-portion.ts";
import { keyOfSlot, loadContacts } from "./load-state.ts";
import { promoteWaiting, type WaitlistKey } from "./promote-waiting.ts";
import { limitsChangedIn, rowsOfImport } from "./rows-of-import.ts";
import { numberNewRows } from "./number-new-rows.ts";
import { noHostSlots, warnOfOverlap } from "./warn-of-overlap.ts";
import { warnOverLimits } from "./warn-over-limits.ts";
import { loadLimitTimes } from "./ticket-types.ts";

/** The lines of a portion, and the file's lines that define records. */
interface PortionLines {
  readonly lines: readonly FileLine[];
  readonly definitions: Definitions;
  /** How often lines of each kind repeat others. */
  readonly repeats?: CountsByKind;
}

interface PortionRun {
  /** The audit context with the present time; it is asked after the transaction has its locks. */
  readonly atThisMoment: () => AuditContext;
  /** Lines that are bad are left out; else a bad line keeps everything from being written. */
  readonly leavesOut: boolean;
  /** The waitlist gets no seats yet: bookings of the same slots follow in another transaction. */
  readonly keepsSeats: boolean;
  /** Called with the state before the lines are decided; it rolls the transaction back by throwing. It may run again. */
  readonly onLoaded?: (state: ImportState) => void;
  /** Called with the report before anything is written. */
  readonly onDecided?: (report: ImportReport) => void;
  readonly onWritten?: (share: number) => void;
  /** Writes to the audit log, in the same transaction. */
  readonly record?: (within: Within, audit: AuditContext, portion: WrittenPortion) => Promise<void>;
}

interface WrittenPortion {
  readonly report: ImportReport;
  /** The bad lines: nothing is written, or they are left out. */
  readonly bad: readonly BadLine[];
  /** How many slots the lines fill beyond their capacity, and by how many seats. */
  readonly overbooked: { readonly slots: number; readonly seats: number };
  /** The waitlists in which somebody may move up although no seat was added. */
  readonly waitlists: readonly WaitlistKey[];
}

/**
 * Imports some lines in one transaction against the account's present state: reads and locks, decides, and writes.
 * The changes are dated after the locks were taken, so that what others did before is not later.
 */
export async function writePortion(
  within: Within,
  { lines, definitions, repeats }: PortionLines,
  rules: ImportRules,
  run: PortionRun,
): Promise<WrittenPortion> {
  const { transaction, accountId, engine } = within;
  const [, found] = await Promise.all([
    // The account's lock comes first: each import of an account compares with what the one before it wrote.
    lockAccount(transaction, engine.locked, accountId),
    loadPortion(within, lines, definitions, rules),
  ]);
  run.onLoaded?.(found);
  const decided = run.leavesOut
    ? decideWithoutBad(lines, found, rules, within.now())
    : decidePortion(lines, found, rules, { now: within.now(), repeats });
  const { decision, settled, state, report, bad } = decided;
  const portion = {
    report,
    bad,
    overbooked: sumOverbooked(settled),
    waitlists: waitlistKeysToPromote(lines, found, false),
  };
  // The check of a large file has warned of its lines.
  if (!run.leavesOut && decision.bookings.length > 0) {
    await warnOverLimits(within, ticketsOfLines(decision.bookings, state, within.now()), report);
  }
  if (!run.leavesOut && decision.slotLines.length > 0) {
    const hostSlots = noHostSlots();
    hostSlots.add(decision.slotLines, state, within.now());
    await warnOfOverlap(within, hostSlots, rules, report);
  }
  if (rules.dryRun || (bad.length > 0 && !run.leavesOut)) return portion;
  run.onDecided?.(report);
  const isOfSlots = decision.slots.size > 0;
  const contacts = isOfSlots ? await readContacts(within, decision) : none;
  const made = await numberNewRows(within, { decision, settled, contacts });
  const audit = run.atThisMoment();
  const limitTimes = isOfSlots
    ? await loadLimitTimes(within, audit.now, limitsChangedIn(settled, within))
    : new Map<number, number>();
  const { numbers } = within;
  const written = { decision, settled, state, contacts: made, limitTimes, numbers };
  const rows = rowsOfImport(written, audit);
  await writeRows(transaction, accountId, audit.now, rows, (share) => {
    run.onWritten?.(share);
    return within.pause();
  });
  for (const { line, content } of lines) {
    if (content.kind !== "interaction" || bad.some((each) => each.line === line)) continue;
    const known = state.known.get(recordName(content));
    const moved = state.movedTimes.get(content.public_key);
    if (known?.kind !== "interaction" || moved === undefined) continue;
    await writeStarts(within, audit, known.id ?? "", moved.kept);
  }
  const isOtherwiseLong = decision.slotLines.some(({ content }) => !isAsLong(content, state));
  if (decision.records.length > 0 || isOtherwiseLong) {
    await changeCatalogueVersion(transaction, accountId);
  }
  if (!run.keepsSeats) {
    const freed = freedSlots(decided, within);
    if (freed.length + portion.waitlists.length > 0) {
      await promoteWaiting(within, audit, freed, portion.waitlists);
    }
  }
  await run.record?.(within, audit, portion);
  return portion;
}

/** The waitlists in which somebody may move up although no seat is added (`waitlistsToPromote`). */
export function waitlistKeysToPromote(
  lines: readonly FileLine[],
  state: ImportState,
  resumes: boolean,
): WaitlistKey[] {
  return waitlistsToPromote(lines, state, resumes).map(({ interaction, activity }) => ({
    interactionId: recordAfter(state, "interaction", interaction)?.id ?? "",
    activityId: activity,
  }));
}

/** Those of the known slots of automatic campaigns in which somebody may move up. */
function freedSlots(
  { decision, settled, state }: Decided,
  within: Pick<Within, "numbers">,
): SlotKey[] {
  const afterwards = seatsAfter(settled);
  return Array.from(decision.slots).flatMap(([name, effect]) => {
    const before = state.slots.get(name);
    if (before === undefined || !promotesAfter(state, effect.place.interaction)) return [];
    return mayMoveUp(effect, before, afterwards.get(name) ?? before)
      ? [keyOfSlot(effect.place, within)]
      : [];
  });
}

/** The ids of the known contacts of the bookings that are new or change. */
function readContacts(
  within: Within,
  { bookings }: LinesDecision,
): Promise<ReadonlyMap<string, string>> {
  const names = bookings
    .filter(({ content, known }) => content.external_id !== known?.line.external_id)
    .map(({ content }) => content.external_id);
  return loadContacts(within, [...new Set(names)].toSorted());
}

const none: ReadonlyMap<string, never> = new Map<string, never>();
