import { isRefused, type Refused, type SeatRefusal } from "../../domain/refusal.ts";
import {
  patternDaysMax,
  weeklyStarts,
  type PatternStarts,
  type WeeklyPattern,
} from "../../domain/local-time.ts";
import type { AuditContext } from "../../store/accounts/audit.ts";
import type { AddedSlots, NewSlots } from "../../store/bookings/capacity.ts";
import type { Store } from "../../store/store.ts";
import { addSlots } from "./change-slots.ts";
import { identifyAccount, type AccountReference } from "./identify-account.ts";
import type { OperatorRefusal } from "./operator-refusal.ts";

export interface PatternOrder {
  readonly place: NewSlots["place"];
  /** In the campaign's time zone. */
  readonly pattern: Omit<WeeklyPattern, "timezone">;
  readonly capacity: number;
  /** Changes nothing, and returns what would be added. */
  readonly dryRun: boolean;
}

/** The slots of a pattern: new ones, existing ones, and times that the time zone skips. */
export type PatternAnswer = AddedSlots &
  Omit<PatternStarts, "startingAt"> & { readonly timezone: string };

/** Adds slots week after week; those that exist stay as they are. */
export async function addSlotsByPattern(
  store: Pick<Store, "accounts" | "account">,
  audit: AuditContext,
  reference: AccountReference,
  { place, pattern, capacity, dryRun }: PatternOrder,
): Promise<PatternAnswer | Refused<OperatorRefusal | SeatRefusal>> {
  const days = (pattern.to - pattern.from) / 86_400_000 + 1;
  if (days < 1 || days > patternDaysMax) {
    const expected = `a day from the first one on, at most ${patternDaysMax} days`;
    return { refused: { why: "value-malformed", field: "to", expected } };
  }
  const account = await identifyAccount(store, reference);
  if (isRefused<OperatorRefusal>(account)) return account;
  const campaigns = await store.account(account.id).findCampaigns();
  const campaign = campaigns.find(({ publicKey }) => publicKey === place.publicKey);
  if (campaign === undefined) {
    return { refused: { why: "not-in-catalogue", field: "interaction" } };
  }
  const { timezone } = campaign;
  const { startingAt, skipped, repeated } = weeklyStarts({ ...pattern, timezone });
  const added = await addSlots(store, audit, account, { place, startingAt, capacity, dryRun });
  return isRefused<OperatorRefusal | SeatRefusal>(added)
    ? added
    : { ...added, skipped, repeated, timezone };
}
