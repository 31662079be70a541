import { Client, type ClientConfig, type Submittable } from "pg";
import { DatabaseUnavailable, type ValueRow } from "../engine.ts";
import type { ConnectionParts } from "./connection-parts.ts";
import { asUnavailable, explainConnecting } from "./faults.ts";
import { Unanswered } from "./liveness.ts";
import { parameterText } from "./client-config.ts";
import { prepareSession } from "./session.ts";
import { StatementGroup, type GroupParts, type WaitingStatement } from "./statement-group.ts";
import { refuseFullQueue } from "../statement.ts";

interface PipelineOptions {
  /** The most connections; the first is used alone until a long statement holds it up. */
  readonly size: number;
  /** How long a statement waits for its answer while the database lives. */
  readonly limitMs: number;
}

/**
 * The pipeline of the database and, in a Citus database, one for each node: answers come in the order of the
 * statements, so a statement behind one for a node that hangs would wait for that node.
 */
export class Pipelines {
  readonly #config: ClientConfig;
  readonly #parts: ConnectionParts;
  readonly #options: PipelineOptions;
  readonly #shared: Pipeline;
  readonly #ofNodes = new Map<string, Pipeline>();

  constructor(config: ClientConfig, parts: ConnectionParts, options: PipelineOptions) {
    this.#config = config;
    this.#parts = parts;
    this.#options = options;
    this.#shared = new Pipeline(config, parts, options);
  }

  read(text: string, values: readonly unknown[]): Promise<readonly ValueRow[]> {
    return this.#present.read(text, values);
  }

  async close(): Promise<void> {
    const all = [this.#shared, ...this.#ofNodes.values()];
    await Promise.all(all.map((pipeline) => pipeline.close()));
  }

  get #present(): Pipeline {
    const node = this.#parts.nodes.current;
    if (node === null) return this.#shared;
    const known = this.#ofNodes.get(node.name);
    if (known !== undefined) return known;
    const { liveness } = node;
    const pipeline = new Pipeline(this.#config, { ...this.#parts, liveness }, this.#options);
    this.#ofNodes.set(node.name, pipeline);
    return pipeline;
  }
}

/**
 * Sends statements without waiting for the answers of those before them: one connection carries what
 * many would, with fewer messages and no lending. The statements of one turn of the event loop form groups
 * (`StatementGroup`). A statement only reads, so one whose connection is lost is repeated once over another.
 */
class Pipeline {
  readonly #config: ClientConfig;
  readonly #parts: ConnectionParts;
  readonly #options: PipelineOptions;
  #connections: readonly PipelinedConnection[] = [];
  #opening: Promise<PipelinedConnection> | null = null;

  constructor(config: ClientConfig, parts: ConnectionParts, options: PipelineOptions) {
    this.#config = { ...config, pipeline: true };
    this.#parts = parts;
    this.#options = options;
  }

  /** Throws `DatabaseUnavailable` when the machine and not the statement failed. */
  async read(text: string, values: readonly unknown[]): Promise<readonly ValueRow[]> {
    for (let attempt = 1; ; attempt += 1) {
      let connection: PipelinedConnection | null = null;
      try {
        connection = this.#choose() ?? (await this.#open());
        return await connection.ask(text, values);
      } catch (error) {
        const again =
          attempt === 1 && connection?.isLost === true && !(error instanceof Unanswered);
        if (!again) throw asUnavailable(error);
      }
    }
  }

  async close(): Promise<void> {
    await this.#opening?.catch(() => {});
    await Promise.all(this.#connections.map((connection) => connection.close()));
  }

  /** Null when there is none yet. */
  #choose(): PipelinedConnection | null {
    this.#parts.liveness.refuseWhenDead();
    let waiting = 0;
    let best: PipelinedConnection | null = null;
    for (const connection of this.#connections) {
      if (!connection.isHeldUp()) return connection;
      waiting += connection.waiting;
      if (best === null || connection.waiting < best.waiting) best = connection;
    }
    refuseFullQueue(waiting);
    // The new connection serves later statements; this one goes over a connection that is open.
    if (best !== null && this.#connections.length < this.#options.size)
      this.#open().catch(() => {});
    return best;
  }

  /** Opens one connection at a time, whatever the number of waiting statements. */
  #open(): Promise<PipelinedConnection> {
    this.#opening ??= this.#connect().finally(() => (this.#opening = null));
    return this.#opening;
  }

  async #connect(): Promise<PipelinedConnection> {
    const { liveness } = this.#parts;
    const client = new Client(this.#config);
    const connection = new PipelinedConnection(client, this.#parts, this.#options.limitMs, () => {
      this.#connections = this.#connections.filter((other) => other !== connection);
    });
    try {
      await liveness.watch(client.connect(), this.#options.limitMs);
      await liveness.watch(prepareSession(client, this.#parts), this.#options.limitMs);
    } catch (error) {
      connection.lose();
      throw explainConnecting(error);
    }
    // The server's last answer and its farewell may arrive in one packet.
    if (connection.isLost)
      throw new DatabaseUnavailable("The database ended the connection at once.");
    this.#connections = [...this.#connections, connection];
    return connection;
  }
}

/** How long its first statement may take before a connection is not given more, if there is another. */
const heldUpAfterMs = 10;

/** The most statements that are answered together: the first waits for the last. */
const maxGroup = 16;

/** Members of pg that its types lack. */
interface Wired {
  readonly processID?: number;
  readonly connection: { readonly stream: { cork(): void; uncork(): void; destroy(): void } };
}

/** One connection, which answers in the order of its statements. */
class PipelinedConnection {
  readonly #client: Client;
  readonly #parts: ConnectionParts;
  readonly #limitMs: number;
  readonly #onLost: () => void;
  readonly #groupParts: GroupParts;
  /** Statements that are sent in this turn of the event loop. */
  #asked: WaitingStatement[] = [];
  /** The number of statements without an answer. */
  waiting = 0;
  /** `performance.now()` when the oldest of them became the oldest. */
  #firstSince = 0;
  isLost = false;

  constructor(client: Client, parts: ConnectionParts, limitMs: number, onLost: () => void) {
    this.#client = client;
    this.#parts = parts;
    this.#limitMs = limitMs;
    this.#onLost = onLost;
    this.#groupParts = {
      prepared: new Map(),
      onAnswer: ({ askedAt }) => {
        this.waiting -= 1;
        this.#firstSince = performance.now();
        parts.observe((this.#firstSince - askedAt) / 1000);
      },
      onSpoilt: () => this.lose(),
      onNodeAway: () => parts.liveness.suspect(),
      onSkipped: (statements) => statements.forEach((statement) => this.#sendSoon(statement)),
    };
    client.on("error", () => this.lose());
    client.on("end", () => this.lose());
  }

  isHeldUp(): boolean {
    return this.waiting > 0 && performance.now() - this.#firstSince > heldUpAfterMs;
  }

  ask(text: string, parameters: readonly unknown[]): Promise<readonly ValueRow[]> {
    const values = parameters.map(parameterText);
    const askedAt = performance.now();
    if (this.waiting === 0) this.#firstSince = askedAt;
    this.waiting += 1;
    const name = this.#parts.names?.preparedName(text);
    return new Promise((resolve, reject) => {
      this.#sendSoon({ text, name, values, askedAt, resolve, reject });
    });
  }

  /** Sends the statements of one turn of the event loop in one write. */
  #sendSoon(statement: WaitingStatement): void {
    this.#asked.push(statement);
    if (this.#asked.length > 1) return;
    setImmediate(() => {
      const asked = this.#asked;
      this.#asked = [];
      const { stream } = this.#wired.connection;
      // In a Citus database the statements of one transaction would keep connections to its nodes.
      const together = this.#parts.nodes.exist ? 1 : maxGroup;
      stream.cork();
      for (let begin = 0; begin < asked.length; begin += together) {
        void this.#send(asked.slice(begin, begin + together));
      }
      stream.uncork();
    });
  }

  async #send(statements: readonly WaitingStatement[]): Promise<void> {
    const group = new StatementGroup(statements, this.#groupParts);
    this.#client.query(group as object as Submittable);
    const { liveness } = this.#parts;
    try {
      await liveness.watch(group.end, this.#limitMs, this.#wired.processID);
    } catch (error) {
      this.lose();
      group.fail(error);
    }
  }

  /** Fails all waiting statements. A graceful end waits for a server that may be gone. */
  lose(): void {
    if (this.isLost) return;
    this.isLost = true;
    this.#onLost();
    this.#wired.connection.stream.destroy();
  }

  async close(): Promise<void> {
    this.isLost = true;
    await this.#client.end().catch(() => {});
  }

  get #wired(): Wired {
    return this.#client as object as Wired;
  }
}
