import type { Agent } from "node:http";
import type { Socket } from "node:net";
import { FairPlaces, type PlaceLimits, type PlaceOwner } from "../../domain/fair-places.ts";

/** The posts of one process, over all its webhooks. */
export class Posts {
  /** How many may be open at once. */
  readonly limits: PlaceLimits;
  readonly #places: FairPlaces;
  readonly #connections = new Set<Socket>();

  constructor(limits: PlaceLimits, onFull: (limit: keyof PlaceLimits) => void = () => {}) {
    this.limits = limits;
    this.#places = new FairPlaces(limits, onFull);
  }

  /** As `take` of `FairPlaces`: the owner's part is a webhook. */
  take(owner: PlaceOwner, begin: (giveBack: () => void) => void): () => void {
    return this.#places.take(owner, begin);
  }

  noteConnection(socket: Socket): void {
    if (this.#connections.has(socket)) return;
    this.#connections.add(socket);
    socket.once("close", () => this.#connections.delete(socket));
  }

  /** Closes a connection after its post while there are more than posts may be open: twice as many are the most. */
  bound(agent: Agent): void {
    const keep = agent.keepSocketAlive.bind(agent) as (socket: Socket) => boolean;
    agent.keepSocketAlive = (socket) =>
      this.#connections.size <= this.limits.all && keep(socket as Socket);
  }

  get connections(): number {
    return this.#connections.size;
  }
}
