import { once } from "node:events";
import { startServerProcess, type ServerProcess } from "../../test/harness/process.ts";
import { Balancer } from "./balancer.ts";

const environment = {
  RATE_LIMIT_REQUESTS_PER_MINUTE: "0",
  // The balancer sees that a node is not ready before the node stops listening, on a busy machine too: with
  // one second, probes came too late for ten of 32,412 requests at a load of 40 on two processors.
  SHUTDOWN_DELAY_SECONDS: "3",
};

interface RunningNode {
  readonly folder: string;
  readonly server: ServerProcess;
}

/** The nodes of an installation on one database, each a program in a folder, behind a balancer. */
export class Nodes implements AsyncDisposable {
  readonly balancer = new Balancer();
  /** The reasons of a remaining node that became unready while another one was replaced. */
  readonly unready: string[] = [];
  /** How often a node was replaced by one of the other release. */
  mixedSteps = 0;
  readonly #databaseUrl: string;
  readonly #started: ServerProcess[] = [];
  #running: readonly RunningNode[] = [];

  constructor(databaseUrl: string) {
    this.#databaseUrl = databaseUrl;
  }

  /** The log lines of all nodes so far that name a fault. */
  get faults(): string[] {
    return this.#started.flatMap(({ lines }) => lines.filter((line) => line.includes('"fault":')));
  }

  get apiOfAny(): string {
    const [node] = this.#running;
    if (node === undefined) throw new Error("No node runs.");
    return node.server.api;
  }

  async start(folder: string): Promise<void> {
    const server = await startServerProcess(this.#databaseUrl, environment, folder);
    this.#started.push(server);
    this.#running = [...this.#running, { folder, server }];
    this.balancer.add(server);
  }

  /** Drains the longest-running node, and starts the program in `folder` in its place. */
  async replaceOldest(folder: string): Promise<void> {
    const [oldest, ...others] = this.#running;
    if (oldest === undefined) throw new Error("No node runs.");
    oldest.server.child.kill("SIGTERM");
    await once(oldest.server.child, "exit");
    this.balancer.remove(oldest.server);
    this.#running = others;
    await this.start(folder);
    if (others.some((other) => other.folder !== folder)) this.mixedSteps += 1;
    for (const { server } of others) {
      const reason = await this.balancer.whyNotReady(server);
      if (reason !== null) this.unready.push(`a node that was left alone is not ready: ${reason}`);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.balancer[Symbol.asyncDispose]();
    await Promise.all(this.#running.map(({ server }) => server.kill()));
  }
}
