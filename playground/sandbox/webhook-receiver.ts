import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance, FastifyReply } from "fastify";
import { formatInstant } from "../../src/domain/instant.ts";
import { isWhole, readObject, type BadOrder } from "./read-order.ts";

/** An answer that waits for posts; without one the receiver says 204. */
interface OrderedAnswer {
  /** Null: the connection is cut when the post has arrived. */
  readonly status: number | null;
  readonly delay_ms: number;
  readonly retry_after_seconds: number | null;
  /** For so many posts. */
  readonly times: number;
}

interface SeenPost {
  readonly id: string | null;
  readonly at: string;
  readonly status: number | null;
  readonly body: string;
}

const keptPosts = 1_000;
const keptLetters = 4_096;

/** A receiver of webhooks, `/webhook` under the sandbox's controls: it keeps what was posted, and answers as ordered. */
export class WebhookReceiver {
  readonly #now: () => number;
  #posts: SeenPost[] = [];
  #answers: readonly OrderedAnswer[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  clear(): void {
    this.#posts = [];
    this.#answers = [];
  }

  serve(server: FastifyInstance, refuse: (reply: FastifyReply, message: string) => FastifyReply) {
    const shown = () => ({ posts: this.#posts, answers: this.#answers });
    server.get("/webhook", async () => shown());
    server.delete("/webhook", async () => (this.clear(), shown()));
    server.post("/webhook/answers", async (request, reply) => {
      const order = readAnswer(request.body);
      if ("problem" in order) return refuse(reply, order.problem);
      this.#answers = [...this.#answers, order];
      return shown();
    });
    server.post("/webhook", async ({ headers, body, raw }, reply) => {
      const { status, delay_ms: delay, retry_after_seconds: wait } = this.#take();
      const id = headers["webhook-id"];
      this.#posts.push({
        id: typeof id === "string" ? id : null,
        at: formatInstant(this.#now()),
        status,
        body: String(body).slice(0, keptLetters),
      });
      if (this.#posts.length > keptPosts) this.#posts.shift();
      if (delay > 0) await sleep(delay, undefined, { ref: false });
      if (status === null) {
        raw.socket.destroy();
        return reply.hijack();
      }
      if (wait !== null) reply.header("retry-after", wait);
      return reply.code(status).send();
    });
  }

  #take(): OrderedAnswer {
    const [next, ...rest] = this.#answers;
    if (next === undefined) return usual;
    this.#answers = next.times > 1 ? [{ ...next, times: next.times - 1 }, ...rest] : rest;
    return next;
  }
}

const usual: OrderedAnswer = { status: 204, delay_ms: 0, retry_after_seconds: null, times: 1 };

const longestDelayMs = 120_000;
const longestWaitSeconds = 1_000_000;
const mostTimes = 1_000_000;

/** Parses `{"status":500,"delay_ms":14000,"retry_after_seconds":60,"times":2}`. */
function readAnswer(body: unknown): OrderedAnswer | BadOrder {
  const order = readObject(body);
  const known = Object.keys(usual);
  if (order === null || Object.keys(order).some((name) => !known.includes(name))) {
    return { problem: `Send a JSON object with some of ${known.join(", ")}, and nothing else.` };
  }
  const answer = { ...usual, ...order };
  const { status, delay_ms: delay, retry_after_seconds: wait, times } = answer;
  if (status !== null && !isWhole(status, 200, 599)) {
    return {
      problem: "status must be a whole number from 200 to 599, or null to cut the connection.",
    };
  }
  if (!isWhole(delay, 0, longestDelayMs)) {
    return { problem: `delay_ms must be a whole number from 0 to ${longestDelayMs}.` };
  }
  if (wait !== null && !isWhole(wait, 0, longestWaitSeconds)) {
    return {
      problem: `retry_after_seconds must be a whole number from 0 to ${longestWaitSeconds}, or null for none.`,
    };
  }
  if (!isWhole(times, 1, mostTimes)) {
    return { problem: `times must be a whole number from 1 to ${mostTimes}.` };
  }
  return answer;
}
