import type { IncomingMessage, ServerResponse } from "node:http";
import { FairPlaces } from "../../../domain/fair-places.ts";
import { hashSecret } from "../../../domain/secret.ts";
import type { AnyRefusal } from "../../../operations/machinery/problems.ts";
import type { Operator } from "../../../store/doors/access.ts";
import { lineOfOperator } from "../state/creations.ts";
import { sessionSecretOf } from "../session/cookies.ts";

/*
 * Requests of operators take turns. One account's requests wait behind that account's requests, and one key's behind that
 * key's: whoever sends 250 at a time is answered as fast as before, and others as if few were sent.
 *
 * A turn is taken before a key is looked up, because the look-up is a good part of a small answer's cost. Whose line a key
 * waits in is remembered from its last request; a key that was not seen waits in the line of its address.
 */

export interface TurnSettings {
  /** Requests of one key that are served at once; of an account twice as many, and in all four times. */
  readonly readsPerKey: number;
  readonly writesPerKey: number;
}

/** A request that takes longer waits for something: the next one begins. So a place serves 600 requests a minute at least. */
const turnMs = 100;
/** A request that has had no turn for so long is answered 429. */
const waitMost = { ms: 5_000, seconds: 5 };
/** Requests of one line that wait; a further one is answered 429 at once. */
const waitingMost = 512;
/** Keys and sessions whose line is remembered. */
const rememberedMost = 10_000;

export class Turns {
  readonly #reads: FairPlaces;
  readonly #writes: FairPlaces;
  /** The line of each key or session by its hash, the one seen last at the end. */
  readonly #lines = new Map<string, string>();
  readonly #waiting = new Map<string, number>();
  /** Turns whose answer was sent. */
  readonly #ended: (() => void)[] = [];

  constructor({ readsPerKey, writesPerKey }: TurnSettings) {
    this.#reads = new FairPlaces(limitsOf(readsPerKey));
    // Writes of one account share a transaction, so more of them are worth having at once.
    this.#writes = new FairPlaces(limitsOf(writesPerKey));
  }

  /** Resolves when the request has its turn, with null; with the refusal where it or too many others have waited too long. */
  async take(
    request: Sender,
    response: Pick<ServerResponse, "once" | "off">,
  ): Promise<AnyRefusal | null> {
    const key = keyOf(request);
    const line = (key === null ? null : this.#lines.get(key)) ?? `address ${request.address}`;
    const waiting = this.#waiting.get(line) ?? 0;
    if (waiting >= waitingMost) return refusal;
    this.#waiting.set(line, waiting + 1);
    try {
      return await this.#wait(request.writes ? this.#writes : this.#reads, {
        owner: { account: line, part: key ?? "" },
        response,
      });
    } finally {
      const left = (this.#waiting.get(line) ?? 1) - 1;
      if (left === 0) this.#waiting.delete(line);
      else this.#waiting.set(line, left);
    }
  }

  /** The line of a request whose key or session was good before; null where none is known. */
  lineOf(request: IncomingMessage): string | null {
    const key = keyOf(request);
    return key === null ? null : (this.#lines.get(key) ?? null);
  }

  /** Remembers whose key or session the request has; null where it is not good. */
  remember(request: IncomingMessage, operator: Pick<Operator, "name" | "accounts"> | null): void {
    const key = keyOf(request);
    if (key === null) return;
    this.#lines.delete(key);
    if (operator === null) return;
    this.#lines.set(key, lineOfOperator(operator));
    if (this.#lines.size <= rememberedMost) return;
    for (const oldest of this.#lines.keys()) return void this.#lines.delete(oldest);
  }

  #wait(
    places: FairPlaces,
    { owner, response }: { owner: Owner; response: Pick<ServerResponse, "once" | "off"> },
  ): Promise<AnyRefusal | null> {
    return new Promise((resolve) => {
      let giveUp = () => {};
      const end = (why: AnyRefusal | null) => {
        clearTimeout(timer);
        response.off("close", gone);
        resolve(why);
      };
      const stop = (why: AnyRefusal | null) => {
        giveUp();
        end(why);
      };
      const gone = () => stop(refusal);
      const timer = setTimeout(() => stop(refusal), waitMost.ms);
      response.once("close", gone);
      giveUp = places.take(owner, (giveBack) => {
        end(null);
        const turn = setTimeout(giveBack, turnMs);
        response.once("close", () => {
          clearTimeout(turn);
          this.#endSoon(giveBack);
        });
      });
    });
  }

  /**
   * Ends one turn each time that the event loop comes round, so that one of those who wait begins and other connections
   * are served in between: an answer from SQLite never leaves the event loop.
   */
  #endSoon(giveBack: () => void): void {
    this.#ended.push(giveBack);
    if (this.#ended.length === 1) setImmediate(() => this.#endNext());
  }

  #endNext(): void {
    this.#ended[0]?.();
    this.#ended.shift();
    if (this.#ended.length > 0) setImmediate(() => this.#endNext());
  }
}

interface Owner {
  readonly account: string;
  readonly part: string;
}

interface Sender extends Pick<IncomingMessage, "headers"> {
  readonly address: string;
  readonly writes: boolean;
}

const refusal = {
  why: "too-many-requests",
  retryAfterSeconds: waitMost.seconds,
} as const satisfies AnyRefusal;

function limitsOf(ofPart: number) {
  return { ofPart, ofAccount: 2 * ofPart, all: 4 * ofPart };
}

/** The hash of what the request is authenticated by. */
function keyOf({ headers }: Pick<IncomingMessage, "headers">): string | null {
  const secret = headers.authorization ?? sessionSecretOf(headers);
  return secret === null ? null : hashSecret(secret);
}
