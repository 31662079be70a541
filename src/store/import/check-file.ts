import type { BadLine } from "../../domain/data-file/data-line.ts";
import { ticketsOfLines } from "../../domain/import/contact-tickets.ts";
import { decideLines } from "../../domain/import/decide-lines.ts";
import {
  type BadFile,
  badLinesListed,
  badLinesSkipped,
  ImportReport,
  type CountsByKind,
  type FirstByLine,
} from "../../domain/import/import-report.ts";
import type { ImportRules } from "../../domain/import/import-rules.ts";
import { contestSeats } from "../../domain/import/contest-seats.ts";
import { isOverfull, overfullLine } from "../../domain/import/settle-slots.ts";
import type { ImportTransaction } from "./import-target.ts";
import { loadPortion } from "./load-portion.ts";
import { waitlistKeysToMoveUp } from "./portion.ts";
import { Plan } from "./plan.ts";
import type { WaitlistKey } from "./move-waitlists-up.ts";
import type { Spool } from "./spool.ts";
import { SpooledClaims } from "./spooled-claims.ts";
import { collectHostSlots, warnOfOverlap } from "./warn-of-overlap.ts";
import { SpooledTickets, warnOverLimits } from "./warn-over-limits.ts";
import { limitChangesIn } from "./limit-changes.ts";

/** A file in its spool, and checked by itself. */
export interface SpooledFile {
  readonly spool: Spool;
  /** The lines that are bad by themselves, or contradict others. */
  readonly faults: FirstByLine<BadLine>;
  /** How often lines of each kind repeat others. */
  readonly repeats: CountsByKind;
}

/** What the check of a whole file found. */
export interface CheckedFile {
  readonly bad: FirstByLine<BadLine>;
  readonly report: ImportReport;
  readonly plan: Plan;
  /** The waitlists in which somebody may move up although no seat is added. */
  readonly waitlists: readonly WaitlistKey[];
  /** Whether a line changes the limit of a ticket type. */
  readonly changesLimit: boolean;
}

/**
 * Decides all lines of a file, a few at a time, and writes nothing. In a snapshot they meet the account's state of one
 * moment; in another transaction it may change meanwhile.
 */
export async function checkFile(
  within: ImportTransaction,
  { spool, faults, repeats }: SpooledFile,
  rules: ImportRules,
  resumes: boolean,
): Promise<CheckedFile> {
  const { allowOverbooked, skipBad } = rules;
  const bad = faults.copy();
  const report = new ImportReport();
  report.addRepeats(repeats);
  const plan = new Plan(spool);
  // Lines compete for seats only where some of them are left out.
  const claims = skipBad && !allowOverbooked ? new SpooledClaims(spool) : null;
  const tickets = new SpooledTickets(spool);
  const hostSlots = collectHostSlots();
  const waitlists: WaitlistKey[] = [];
  let changesLimit = false;
  for (const source of [spool.catalogueLines(), spool.slotLines()]) {
    for (const lines of source) {
      const state = await loadPortion(within, lines, spool, rules);
      const decision = decideLines(lines, state, rules, report);
      for (const each of decision.bad) bad.push(each);
      plan.add(lines, decision, { ...state, numbers: within.numbers });
      claims?.add(decision.claims);
      tickets.add(ticketsOfLines(decision.bookings, state, within.now()));
      hostSlots.add(decision.slotLines, state, within.now());
      waitlists.push(...waitlistKeysToMoveUp(lines, state, resumes));
      changesLimit ||= limitChangesIn(lines, state).length > 0;
      await within.pause();
    }
  }
  await warnOverLimits(within, tickets.byContact(), report);
  await warnOfOverlap(within, hostSlots, rules, report);
  report.waitingBesideSeats = plan.slots.waitingBesideSeats(within.now());
  if (!allowOverbooked) {
    // One line of a ticket type may fill several slots.
    const reported = new Set<number>();
    for (const settled of plan.slots.settled()) {
      if (!isOverfull(settled)) continue;
      if (claims !== null) {
        for (const each of contestSeats(settled, claims.of(settled))) bad.push(each);
        continue;
      }
      const each = overfullLine(settled);
      if (reported.has(each.line)) continue;
      if (settled.effect.line === null && settled.effect.typeLine !== null) reported.add(each.line);
      bad.push(each);
    }
  }
  return { bad, report, plan, waitlists, changesLimit };
}

/** The report of a file with bad lines. */
export function badFile(bad: FirstByLine<BadLine>, { skipBad }: ImportRules): BadFile {
  const errorCount = bad.total;
  const listsThem = skipBad && errorCount <= badLinesSkipped;
  return { errors: bad.first.slice(0, listsThem ? errorCount : badLinesListed), errorCount };
}
