import { formatInstant } from "../../../domain/instant.ts";
import type { AccountBreach, Verification } from "../verify-account.ts";

/** What was held against the laws of the data, as scripts read it. */
export function verificationToJson({ laws, checked, breaches, cut }: Verification): object {
  return {
    checked: { accounts: checked, laws },
    breaches: breaches.map(breachToJson),
    ...(cut.length > 0 && { cut }),
  };
}

function breachToJson({ law, account, booking, slot, message }: AccountBreach): object {
  return {
    law,
    account,
    ...(booking !== null && { booking }),
    ...(slot !== null && {
      slot: {
        interaction: slot.interaction,
        activity: slot.activity,
        ...(slot.host !== null && { host: slot.host }),
        starting_at: formatInstant(slot.startingAt),
      },
    }),
    message,
  };
}
