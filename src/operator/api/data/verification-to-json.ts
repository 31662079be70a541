import { formatInstant } from "../../../domain/instant.ts";
import type {
  AccountViolation,
  Verification as Verified,
} from "../../../usecases/operator/verify-account.ts";
import type { Sent } from "../../../operations/fields.ts";
import type { Verification } from "./verification-schema.ts";

type Breach = Sent<typeof Verification>["breaches"][number];

/** The checked rows and violations, under the names of the command line's contract. */
export function verificationToJson({
  invariants,
  checked,
  violations,
  cut,
}: Verified): Sent<typeof Verification> {
  return {
    checked: { accounts: checked, laws: invariants },
    breaches: violations.map(violationToJson),
    ...(cut.length > 0 && {
      cut: cut.map(({ invariant, account }) => ({ law: invariant, account })),
    }),
  };
}

function violationToJson({ invariant, account, booking, slot, message }: AccountViolation): Breach {
  return {
    law: invariant,
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
