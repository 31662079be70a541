import { AsyncLocalStorage } from "node:async_hooks";
import type { FastifyInstance } from "fastify";
import type { PublicServerParts } from "../../src/http/public-server.ts";
import type { Variation } from "../../src/service/start-service.ts";
import type { Store } from "../../src/store/store.ts";
import { findWithFault } from "./changed-lists.ts";
import { SandboxClock } from "./clock.ts";
import { controlEndpoints } from "./control-endpoints.ts";
import { baseOf } from "./data/data-file.ts";
import { SandboxTokens } from "./sandbox-tokens.ts";
import { interveneWithFaults, type FaultHookParts } from "./fault-hooks.ts";
import type { FaultName } from "./fault-kinds.ts";
import { FaultQueue } from "./fault-queue.ts";
import { furnish, makeImage, type SandboxImage } from "./image.ts";
import { Journal } from "./journal.ts";
import { WebhookReceiver } from "./webhook-receiver.ts";

export interface SandboxParts {
  /** The real time, milliseconds UTC. */
  readonly realNow: () => number;
  /** Host names of the account, `localhost` among them. */
  readonly apiHosts: readonly string[];
  readonly limits: FaultHookParts["limits"];
}

/**
 * The service as a sandbox: an account to try, a clock that can be moved and faults that can be ordered. The
 * variations are attached to the service from outside; none of them runs in `serve`.
 */
export class Sandbox implements Variation {
  readonly #parts: SandboxParts;
  readonly #clock: SandboxClock;
  readonly #queue = new FaultQueue();
  readonly #tokens = new SandboxTokens();
  readonly #journal = new Journal();
  readonly #receiver = new WebhookReceiver(() => this.#clock.now());
  readonly #listFault = new AsyncLocalStorage<FaultName>();
  #store: Store | null = null;
  #image: SandboxImage | null = null;

  constructor(parts: SandboxParts) {
    this.#parts = parts;
    this.#clock = new SandboxClock(parts.realNow);
  }

  async fill(store: Store): Promise<void> {
    this.#store = store;
    this.#image = await furnish(store, this.#parts.realNow(), this.#parts.apiHosts);
  }

  vary(parts: PublicServerParts): PublicServerParts {
    return {
      ...this.#tokens.heed(parts),
      faultInjection: interveneWithFaults({
        queue: this.#queue,
        tokens: this.#tokens,
        journal: this.#journal,
        listFault: this.#listFault,
        now: () => this.#clock.now(),
        limits: this.#parts.limits,
      }),
      now: () => this.#clock.now(),
      account: (id) => {
        const account = parts.account(id);
        const fault = this.#listFault.getStore() ?? null;
        return {
          ...account,
          findContactBookings: (question) =>
            findWithFault(fault, question, (changed) => account.findContactBookings(changed)),
        };
      },
    };
  }

  extend(operatorServer: FastifyInstance): void {
    controlEndpoints(operatorServer, {
      clock: this.#clock,
      queue: this.#queue,
      journal: this.#journal,
      receiver: this.#receiver,
      reset: () => this.#reset(),
    });
  }

  /**
   * Resets everything but the tokens, which keep their expiry. The image is restored at once. Once an hour it
   * is made again first, so that upcoming slots are still upcoming.
   */
  async #reset(): Promise<void> {
    const { realNow, apiHosts } = this.#parts;
    let image = this.#image;
    if (image === null || image.base !== baseOf(realNow())) {
      image = await makeImage(realNow(), apiHosts);
      this.#image = image;
    }
    await this.#store?.memory?.putBack(image.database);
    this.#clock.reset();
    this.#queue.clear();
    this.#tokens.reset();
    this.#journal.clear();
    this.#receiver.clear();
  }
}
