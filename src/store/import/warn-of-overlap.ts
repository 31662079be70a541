import { HostSlots, overlapWarning } from "../../domain/import/host-slots.ts";
import type { ImportReport } from "../../domain/import/import-report.ts";
import { comparedMost, overlapWith } from "../slots/find-overlap.ts";
import type { ImportRules } from "../../domain/import/import-rules.ts";
import type { ImportTransaction } from "./import-target.ts";

export function collectHostSlots(): HostSlots {
  return new HostSlots(comparedMost);
}

/** Warns of the first time at which a person would have two slots, one of them of the file. */
export async function warnOfOverlap(
  { transaction, accountId }: ImportTransaction,
  { slots }: HostSlots,
  { interactions: amongCampaigns }: Pick<ImportRules, "interactions">,
  report: ImportReport,
): Promise<void> {
  const overlap = await overlapWith(transaction, accountId, { fresh: slots, amongCampaigns });
  if (overlap !== null) report.warn(overlapWarning(overlap));
}
