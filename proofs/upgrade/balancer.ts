import { setTimeout as sleep } from "node:timers/promises";
import { call, type Answer, type Call } from "../../test/harness/call.ts";

/** A node of the balancer. */
export interface Node {
  readonly api: string;
  readonly operator: string;
}

/** The interval of the balancer's readiness probes. */
const probeMs = 100;

/** Sends each request to the next node whose last probe was ready. */
export class Balancer implements AsyncDisposable {
  readonly #ready = new Map<Node, boolean>();
  readonly #stopper = new AbortController();
  readonly #probing: Promise<void>;
  #turn = 0;

  constructor() {
    this.#probing = this.#probe();
  }

  add(node: Node): void {
    this.#ready.set(node, true);
  }

  remove(node: Node): void {
    this.#ready.delete(node);
  }

  /** Throws where the connection failed, or where no node is ready. */
  async send(request: Call): Promise<Answer> {
    const ready = [...this.#ready].filter(([, isReady]) => isReady);
    const chosen = ready[this.#turn++ % Math.max(1, ready.length)];
    if (chosen === undefined) throw new Error("no node is ready");
    return call(chosen[0].api, request);
  }

  /** The reason why the node is not ready; null when it is. */
  async whyNotReady(node: Node): Promise<string | null> {
    try {
      const { status, text } = await call(node.operator, { path: "/readyz", host: "localhost" });
      return status === 200 ? null : text;
    } catch (error) {
      return (error as Error).message;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopper.abort();
    await this.#probing;
  }

  async #probeNode(node: Node): Promise<void> {
    const isReady = (await this.whyNotReady(node)) === null;
    if (this.#ready.has(node)) this.#ready.set(node, isReady);
  }

  async #probe(): Promise<void> {
    while (!this.#stopper.signal.aborted) {
      const probes = [...this.#ready.keys()].map((node) => this.#probeNode(node));
      await Promise.all(probes);
      await sleep(probeMs);
    }
  }
}
