import { setTimeout as sleep } from "node:timers/promises";
import { openSender } from "../../bench/load/sender.ts";
import { connectOnce } from "./connect-once.ts";

/**
 * A body with as many fields as are accepted, and the body of 90,000 fields with which two people once stopped
 * the service.
 */
export const floodKinds = ["4 KB", "1 MB"] as const;
export type FloodKind = (typeof floodKinds)[number];

const fieldCounts = { "4 KB": 380, "1 MB": 90_000 } as const;
/** The refusal of a large body may be lost with its connection, because the listener does not read on. */
const rightAnswers = {
  "4 KB": new Set(["400"]),
  "1 MB": new Set(["413", "ECONNRESET", "EPIPE"]),
} as const;
const answerLimitMs = 10_000;

type Ask = (request: string) => Promise<string>;

/** Two people without a key, each of whom sends sign-ins of one kind, one after the other. */
export class SignInFlood {
  /** A sentence for each sign-in that was not refused as it has to be. */
  readonly wrong: string[] = [];
  readonly #host: string;
  readonly #port: number;

  constructor(operator: string) {
    const { host, port } = new URL(operator);
    this.#host = host;
    this.#port = Number(port);
  }

  /** Floods with these kinds at once, and returns how many sign-ins were refused. */
  async during(ms: number, kinds: readonly FloodKind[] = floodKinds): Promise<number> {
    const state = { isOver: false, refused: 0 };
    const lanes = kinds.map(async (kind) => {
      const request = requestOf(this.#host, kind);
      const { ask, close } = await this.#connect(kind);
      while (!state.isOver && this.wrong.length === 0) {
        const answer = await ask(request);
        if (rightAnswers[kind].has(answer)) state.refused += 1;
        else this.wrong.push(`a sign-in of ${kind} was answered: ${answer}`);
      }
      close();
    });
    await sleep(ms);
    state.isOver = true;
    await Promise.all(lanes);
    return state.refused;
  }

  /** A body that is too large ends its connection, so each has one of its own. */
  async #connect(kind: FloodKind): Promise<{ readonly ask: Ask; readonly close: () => void }> {
    if (kind === "1 MB") {
      return {
        ask: (request) => connectOnce(this.#port, request, answerLimitMs),
        close: () => {},
      };
    }
    const lost = Promise.withResolvers<string>();
    const sender = await openSender(this.#port, (error) => lost.resolve(error.message));
    const answered: Ask = (request) =>
      new Promise((resolve) => sender.send(request, ({ status }) => resolve(String(status))));
    return {
      ask: (request) => Promise.race([answered(request), lost.promise]),
      close: () => sender.close(),
    };
  }
}

function requestOf(host: string, kind: FloodKind): string {
  const fields = Array.from({ length: fieldCounts[kind] }, (_, index) => `"k${index}":0`);
  const body = `{${fields.join(",")}}`;
  return (
    `POST /operator/v1/session HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n` +
    `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  );
}
