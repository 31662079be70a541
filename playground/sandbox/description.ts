import { sandboxCredential } from "./credential.ts";
import { sandboxContacts, baseOf } from "./data/data-file.ts";
import { bookingId } from "./data/contact.ts";
import { faultKind, faultNames } from "./fault-kinds.ts";
import type { WaitingFault } from "./fault-queue.ts";

/** Describes the sandbox for programs: the credential, the contacts and the faults. */
export function describeSandbox(now: number) {
  const base = baseOf(now);
  return {
    account: sandboxCredential.account,
    credential: sandboxCredential,
    contacts: sandboxContacts.map(({ externalId, shows, number, bookings }) => ({
      external_id: externalId,
      shows,
      bookings: bookings(base).map((_, index) => bookingId(number, index + 1)),
    })),
    fault_kinds: faultNames.map((name) => {
      const { endpoints, parameter, does } = faultKind(name);
      return {
        fault: name,
        ...(parameter !== undefined && {
          parameter: parameter.name,
          default: parameter.byDefault,
          minimum: parameter.least,
          maximum: parameter.most,
        }),
        endpoints,
        does,
      };
    }),
  };
}

export function faultToJson({ name, amount, endpoint, times }: WaitingFault): object {
  const { parameter } = faultKind(name);
  return {
    fault: name,
    ...(parameter !== undefined && { [parameter.name]: amount }),
    ...(endpoint !== null && { endpoint }),
    times,
  };
}
