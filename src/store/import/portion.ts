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
  movesUpAfter,
  seatsAfter,
  sumOverbooked,
  waitlistsToMoveUp,
} from "../../domain/import/settle-slots.ts";
import type { AuditContext } from "../accounts/audit.ts";
import { changeCatalogueVersion } from "../accounts/accounts.ts";
import type { SlotKey } from "../write/slot.ts";
import type { Definitions } from "../catalogue/load-catalogue.ts";
import type { ImportTransaction } from "./import-target.ts";
import { writeRows } from "../write/write-batch.ts";
import { loadPortion } from "./load-portion.ts";
import { keyOfSlot, loadContacts } from "./load-state.ts";
import { moveWaitlistsUp, type WaitlistKey } from "./move-waitlists-up.ts";
import { rowsOfImport, slotsWithOtherLimits } from "./rows-of-import.ts";
import { numberNewRows } from "./number-new-rows.ts";
import { collectHostSlots, warnOfOverlap } from "./warn-of-overlap.ts";
import { warnOverLimits } from "./warn-over-limits.ts";
import { writeStarts } from "./write-starts.ts";
import { loadLimitTimes } from "./types-in-slots.ts";

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
  /**
   * Whether a check found the lines good, and warned of them: those that are bad by now are left out, and nothing warns
   * again. Else a bad line keeps everything from being written.
   */
  readonly isChecked: boolean;
  /** As in `Portion`. */
  readonly keepsSeats: boolean;
  /** Called with the state before the lines are decided; it rolls the transaction back by throwing. It may run again. */
  readonly onLoaded?: (state: ImportState) => void;
  /** Called with the report before anything is written. */
  readonly onDecided?: (report: ImportReport) => void;
  readonly onWritten?: (share: number) => void;
  /** Writes to the audit log, in the same transaction. */
  readonly record?: (
    within: ImportTransaction,
    audit: AuditContext,
    portion: WrittenPortion,
  ) => Promise<void>;
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
 * Imports some lines in one transaction against the account's present state: reads and locks, decides, and writes, but
 * for a dry run.
 * The changes are dated after the locks were taken, so that what others did before is not later.
 */
export async function writePortion(
  within: ImportTransaction,
  { lines, definitions, repeats }: PortionLines,
  rules: ImportRules,
  run: PortionRun,
): Promise<WrittenPortion> {
  const found = await loadPortion(within, lines, definitions, rules);
  run.onLoaded?.(found);
  const decided = run.isChecked
    ? decideWithoutBad(lines, found, rules, within.now())
    : decidePortion(lines, found, rules, { now: within.now(), repeats });
  const { settled, state, report, bad } = decided;
  const left = new Set(bad.map(({ line }) => line));
  const good = lines.filter(({ line }) => !left.has(line));
  const portion = {
    report,
    bad,
    overbooked: sumOverbooked(settled),
    waitlists: waitlistKeysToMoveUp(good, state),
  };
  if (!run.isChecked) await warnOfLines(within, decided, rules);
  if (rules.dryRun || (bad.length > 0 && !run.isChecked)) return portion;
  run.onDecided?.(report);
  const audit = await writeDecided(within, decided, run);
  await moveKeptStarts(within, audit, good, state);
  if (changesCatalogue(decided)) {
    await changeCatalogueVersion(within.transaction, within.accountId);
  }
  if (!run.keepsSeats) {
    const freed = freedSlots(decided, within);
    if (freed.length + portion.waitlists.length > 0) {
      await moveWaitlistsUp(within, audit, freed, portion.waitlists);
    }
  }
  await run.record?.(within, audit, portion);
  return portion;
}

async function warnOfLines(
  within: ImportTransaction,
  { decision, state, report }: Decided,
  rules: ImportRules,
): Promise<void> {
  if (decision.bookings.length > 0) {
    await warnOverLimits(within, ticketsOfLines(decision.bookings, state, within.now()), report);
  }
  if (decision.slotLines.length > 0) {
    const hostSlots = collectHostSlots();
    hostSlots.add(decision.slotLines, state, within.now());
    await warnOfOverlap(within, hostSlots, rules, report);
  }
}

/** Writes the rows of a portion, and returns the audit context that dates them. */
async function writeDecided(
  within: ImportTransaction,
  { decision, settled, state }: Decided,
  run: PortionRun,
): Promise<AuditContext> {
  const { transaction, accountId, numbers } = within;
  const known = await readContacts(within, decision);
  const contacts = await numberNewRows(within, { decision, settled, contacts: known });
  const audit = run.atThisMoment();
  const changed = slotsWithOtherLimits(settled, numbers);
  const limitTimes = await loadLimitTimes(within, audit.now, changed);
  const rows = rowsOfImport({ decision, settled, state, contacts, limitTimes, numbers }, audit);
  await writeRows(transaction, accountId, audit.now, rows, (share) => {
    run.onWritten?.(share);
    return within.pause();
  });
  return audit;
}

/** Writes the starts of the slots that keep their local time after a line has changed their campaign's zone. */
async function moveKeptStarts(
  within: ImportTransaction,
  audit: AuditContext,
  lines: readonly FileLine[],
  state: ImportState,
): Promise<void> {
  for (const { content } of lines) {
    if (content.kind !== "interaction") continue;
    const known = state.known.get(recordName(content));
    const moved = state.movedTimes.get(content.public_key);
    if (known?.kind !== "interaction" || known.id === null || moved === undefined) continue;
    await writeStarts(within, audit, known.id, moved.kept);
  }
}

/** Whether what readers remember of the catalogue is old: its records, or the lengths of slots. */
function changesCatalogue({ decision, state }: Decided): boolean {
  return (
    decision.records.length > 0 ||
    decision.slotLines.some(({ content }) => !isAsLong(content, state))
  );
}

/** The waitlists in which somebody may move up although no seat is added; `resumes` as in `beginsToMoveUp`. */
export function waitlistKeysToMoveUp(
  lines: readonly FileLine[],
  state: ImportState,
  resumes = false,
): WaitlistKey[] {
  return waitlistsToMoveUp(lines, state, resumes).flatMap(({ interaction, activity }) => {
    const interactionId = recordAfter(state, "interaction", interaction)?.id;
    return interactionId == null ? [] : [{ interactionId, activityId: activity }];
  });
}

/** Those of the known slots of automatic campaigns in which somebody may move up. */
function freedSlots(
  { decision, settled, state }: Decided,
  within: Pick<ImportTransaction, "numbers">,
): SlotKey[] {
  const afterwards = seatsAfter(settled);
  return Array.from(decision.slots).flatMap(([name, effect]) => {
    const before = state.slots.get(name);
    if (before === undefined || !movesUpAfter(state, effect.place.interaction)) return [];
    return mayMoveUp(effect, before, afterwards.get(name) ?? before)
      ? [keyOfSlot(effect.place, within)]
      : [];
  });
}

/** The ids of the known contacts of the bookings that are new or change. */
function readContacts(
  within: ImportTransaction,
  { bookings }: LinesDecision,
): Promise<ReadonlyMap<string, string>> {
  const names = bookings
    .filter(({ content, known }) => content.external_id !== known?.line.external_id)
    .map(({ content }) => content.external_id);
  return loadContacts(within, [...new Set(names)].toSorted());
}
