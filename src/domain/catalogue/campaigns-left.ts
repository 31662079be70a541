import { accountLimits } from "../account-limits.ts";
import type { DataLineOf } from "../data-file/data-line.ts";
import { nameByKey, type CatalogueState } from "./catalogue-state.ts";

/** How many of each kind the lines before one make. */
export interface MadeCounts {
  readonly interaction?: number;
}

export interface CampaignsLeft {
  /** How many campaigns the account may still get; absent where no line is of one. */
  readonly campaignsLeft?: number;
}

/** A new campaign beyond what the account may still get. */
export function refuseTooManyCampaigns(
  { public_key: publicKey }: DataLineOf<"interaction">,
  state: CatalogueState & CampaignsLeft,
  made: MadeCounts,
): { readonly field: string; readonly expected: string } | null {
  if (state.known.has(nameByKey("interaction", publicKey))) return null;
  if ((made.interaction ?? 0) < (state.campaignsLeft ?? Infinity)) return null;
  const { variable } = accountLimits.campaigns;
  return {
    field: "public_key",
    expected: `one of the campaigns that the account has, which ${variable} limits`,
  };
}
