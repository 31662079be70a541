import { RateLimit, type LimitState } from "./rate-limits.ts";

/** Refused token requests of one address, over all client ids, per refused one of a client id. */
const refusedPerAddressFactor = 10;
/** Client ids that the service makes are shorter; a longer one is cut. */
const maxClientIdLength = 64;

/** Who sent a token request; `address` is a key of `limitKey`. */
interface TokenSender {
  readonly address: string;
  readonly clientId: string;
}

/**
 * Limits refused token requests, so that secrets cannot be guessed: per address and client_id, so
 * that one broken deployment does not block its neighbours, and ten times that per address.
 */
export class RefusedTokenLimit {
  readonly perClient: RateLimit;
  readonly perAddress: RateLimit;

  constructor(perMinute: number, processes = 1) {
    this.perClient = new RateLimit(perMinute, processes);
    this.perAddress = new RateLimit(perMinute * refusedPerAddressFactor, processes);
  }

  /** The state of the limit that is used up, or null. */
  blocked(sender: TokenSender, now: number): LimitState | null {
    const states = [
      this.perAddress.look(sender.address, now),
      this.perClient.look(clientKey(sender), now),
    ];
    return states.find((state) => state?.limited) ?? null;
  }

  countRefused(sender: TokenSender, now: number): void {
    const all = this.perAddress.count(sender.address, now);
    // Past the address's own limit client ids are not counted, so that invented ones fill nothing.
    if (all?.limited !== true) this.perClient.count(clientKey(sender), now);
  }
}

function clientKey({ address, clientId }: TokenSender): string {
  return `${address} ${clientId.slice(0, maxClientIdLength)}`;
}
