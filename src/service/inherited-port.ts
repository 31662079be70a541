import { closeSync } from "node:fs";
import { socketsOf } from "./public-port.ts";
import type { Serving } from "./serving.ts";

/**
 * The sockets of the public port in a server process. It inherits those of all processes from the
 * supervisor, listens on its own, and on those of a process that has died: their queues outlive it.
 */
export class InheritedPort {
  /** Descriptors on which this process does not listen. */
  readonly #unused: Set<number>;
  readonly #all: readonly number[];
  readonly #processes: number;
  readonly #serving: Pick<Serving, "listen">;

  constructor(all: readonly number[], processes: number, serving: Pick<Serving, "listen">) {
    this.#unused = new Set(all);
    this.#all = all;
    this.#processes = processes;
    this.#serving = serving;
  }

  /** Listens on the sockets of this process. Resolves with the URL of the listener. */
  listen(number: number): Promise<string> {
    return this.#serving.listen(this.#take(number));
  }

  /** Listens also on the sockets of another process. */
  async cover(number: number): Promise<void> {
    const sockets = this.#take(number);
    if (sockets.length > 0) await this.#serving.listen(sockets);
  }

  #take(number: number): { fd: number }[] {
    return socketsOf(this.#all, number, this.#processes)
      .filter((fd) => this.#unused.delete(fd))
      .map((fd) => ({ fd }));
  }

  /** Closes what this process does not listen on. A socket that stays open keeps a queue that nobody reads. */
  close(): void {
    for (const fd of this.#unused) closeSync(fd);
    this.#unused.clear();
  }
}
