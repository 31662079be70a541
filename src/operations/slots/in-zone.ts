import type { Refused } from "../../domain/refusal.ts";
import type { AccountStore } from "../../store/account-store.ts";
import type { OtherZone } from "../../store/doors/slots.ts";

/** Runs an order that computes instants by a campaign's clocks, and again where the campaign got another zone meanwhile. */
export async function inZoneOf<T extends object>(
  door: Pick<AccountStore, "findCampaigns">,
  interaction: string,
  run: (timezone: string) => Promise<T | OtherZone>,
): Promise<T | Refused<{ readonly why: "not-in-catalogue"; readonly field: "interaction" }>> {
  for (;;) {
    const campaigns = await door.findCampaigns();
    const campaign = campaigns.find(({ publicKey: key }) => key === interaction);
    if (campaign === undefined) {
      return { refused: { why: "not-in-catalogue", field: "interaction" } };
    }
    const answer = await run(campaign.timezone);
    if (!("isOtherZone" in answer)) return answer;
  }
}
