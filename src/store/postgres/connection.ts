import type { Client, PoolClient } from "pg";
import type { CompiledQuery, DatabaseConnection, Kysely, QueryResult } from "kysely";
import {
  CommitOutcomeUnknown,
  DatabaseUnavailable,
  type StatementObserver,
  type ValueRow,
} from "../engine.ts";
import type { Tables } from "../tables.ts";
import { asUnavailable, isCertainRollback, isNodeAway, spoilsConnection } from "./faults.ts";
import { prepareKysely } from "./dialect.ts";
import type { Liveness } from "./liveness.ts";
import type { Nodes } from "./nodes.ts";
import { parameterText } from "./client-config.ts";
import { everyAccount, type AccountScope } from "./row-security.ts";

/** A statement has at least this long. A COMMIT without an answer costs a second transaction to resolve. */
const leastMs = 250;

/** The parts that all connections of a process share. */
export interface ConnectionParts {
  readonly liveness: Liveness;
  readonly observe: StatementObserver;
  /** Whether a pooler gives every transaction another session. */
  readonly pooler: boolean;
  /** Null behind a pooler that cannot keep prepared statements. */
  readonly names: StatementNames | null;
  /** Null without row level security. */
  readonly scope: AccountScope | null;
  readonly nodes: Nodes;
}

/** The liveness of what the present work needs: its account's node, or the whole database. */
export function livenessOf({
  nodes,
  liveness,
}: Pick<ConnectionParts, "nodes" | "liveness">): Liveness {
  return nodes.current?.liveness ?? liveness;
}

/** Members of pg that its types lack. */
interface Wired {
  readonly processID: number;
  readonly connection: {
    readonly stream: {
      destroy(): void;
      cork(): void;
      uncork(): void;
      /** Only of a connection over TLS. */
      getPeerCertificate?(): { readonly valid_to?: string };
    };
  };
}

/** One connection to PostgreSQL, used by one statement or one transaction at a time. */
export class Connection implements DatabaseConnection {
  readonly #client: Client | PoolClient;
  readonly #parts: ConnectionParts;
  /** Builds statements that run on this connection. */
  readonly kysely: Kysely<Tables>;
  /** Whether the connection must not be used again. */
  spoilt = false;
  /** How long one statement may take, while the database lives. */
  limitMs = 0;
  /** When the last statement of a request must have been answered, `performance.now()`. */
  deadline = Infinity;
  /** Watches the statements of the present borrower. */
  liveness: Liveness;
  /** The server's process behind this connection; unknown behind a pooler. */
  readonly processId: number | undefined;
  /** The account whose rows the session sees. */
  #shown = everyAccount;
  /** Codes of the server's warnings while it commits. */
  #warnings: string[] | null = null;

  constructor(client: Client | PoolClient, parts: ConnectionParts) {
    this.#client = client;
    this.#parts = parts;
    this.liveness = parts.liveness;
    const { processID } = client as unknown as Wired;
    this.processId = parts.pooler ? undefined : processID;
    this.kysely = prepareKysely(() => Promise.resolve(this));
    client.on("notice", (notice) => {
      if (notice.code !== undefined) this.#warnings?.push(notice.code);
    });
  }

  /** Whether the database has Citus. */
  get isDistributed(): boolean {
    return this.#parts.nodes.exist;
  }

  /** When the server's certificate ends, milliseconds UTC; null without TLS. */
  get certificateEndsAt(): number | null {
    const { stream } = (this.#client as unknown as Wired).connection;
    const { valid_to: end } = stream.getPeerCertificate?.() ?? {};
    return end === undefined ? null : Date.parse(end);
  }

  /** Throws `DatabaseUnavailable` when the machine and not the statement failed. */
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      const { rows, rowCount } = await this.#send<R>(query.sql, query.parameters);
      return rowCount === null ? { rows } : { rows, numAffectedRows: BigInt(rowCount) };
    } catch (error) {
      throw asUnavailable(error);
    }
  }

  /** Rows as arrays, in the order of the columns. */
  async readRows(text: string, values: readonly unknown[]): Promise<ValueRow[]> {
    try {
      // `rowMode` makes arrays of them.
      const { rows } = await this.#send<unknown>(text, values, "array");
      return rows as ValueRow[];
    } catch (error) {
      throw asUnavailable(error);
    }
  }

  // oxlint-disable-next-line require-yield -- kysely asks for the method; nothing here streams.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("Statements are not streamed.");
  }

  /** Runs one statement for its effect. */
  async ask(text: string, values: readonly unknown[] = []): Promise<void> {
    try {
      await this.#send(text, values);
    } catch (error) {
      throw asUnavailable(error);
    }
  }

  /**
   * Commits. Throws `CommitOutcomeUnknown` when the server may have committed, or has committed without
   * its standby (SQLSTATE 01000): only another transaction can find out.
   */
  async commit(): Promise<void> {
    this.#warnings = [];
    let command: string;
    try {
      ({ command } = await this.#send("commit", []));
    } catch (error) {
      if (isCertainRollback(error)) throw error;
      this.spoil();
      throw new CommitOutcomeUnknown("The database did not say whether it has made the change.", {
        cause: error,
      });
    }
    if (command !== "COMMIT") {
      throw new DatabaseUnavailable("The database took the change back.");
    }
    const warnings = this.#warnings;
    this.#warnings = null;
    if (warnings.includes("01000")) {
      throw new CommitOutcomeUnknown("The database has made the change, but not yet everywhere.");
    }
  }

  /**
   * Sends all writes and COMMIT without waiting in between. When a write fails, the server rolls all of
   * them back and refuses the statements behind it.
   */
  async writeAndCommit(writes: readonly CompiledQuery[]): Promise<void> {
    // Each statement is sent before the next line runs, COMMIT last.
    const writing = writes.map((query) => this.executeQuery(query));
    const committing = this.commit();
    const [commit, ...written] = await Promise.allSettled([committing, ...writing]);
    const failed = written.find((write) => write.status === "rejected");
    if (commit.status === "fulfilled") {
      if (failed === undefined) return;
      throw new CommitOutcomeUnknown("A write failed, and the change is said to be made.");
    }
    // The error of the failed write names the reason; the error of COMMIT does not.
    const isUnclear = commit.reason instanceof CommitOutcomeUnknown;
    throw isUnclear || failed === undefined ? commit.reason : failed.reason;
  }

  /** A connection that cannot roll back is discarded, which ends its transaction. */
  async rollback(): Promise<void> {
    if (this.spoilt) return;
    await this.ask("rollback").catch(() => this.spoil());
  }

  /** With row level security: limits this session to the rows that the present work may see. */
  async limitToAccount(): Promise<void> {
    const wanted = this.#parts.scope?.current ?? everyAccount;
    if (wanted === this.#shown) return;
    await this.ask("select set_config('booking.account', $1, false)", [wanted]);
    this.#shown = wanted;
  }

  /** Sends the statements of one turn of the event loop in one write to the socket. */
  inOnePiece<T>(work: () => T): T {
    const { stream } = (this.#client as unknown as Wired).connection;
    stream.cork();
    setImmediate(() => stream.uncork());
    return work();
  }

  spoil(): void {
    this.spoilt = true;
    // A graceful end waits for a server that may never read the farewell.
    (this.#client as unknown as Wired).connection.stream.destroy();
  }

  async #send<R>(text: string, values: readonly unknown[], rowMode?: "array") {
    const started = performance.now();
    const name = this.#parts.names?.nameOf(text);
    try {
      const asked = this.#client.query<R & object>({
        text,
        // The driver escapes each element of a list by two replacements.
        values: values.map((value) => (Array.isArray(value) ? parameterText(value) : value)),
        ...(name !== undefined && { name }),
        ...(rowMode !== undefined && { rowMode }),
      });
      const remainingMs = Math.max(leastMs, this.deadline - performance.now());
      const limitMs = Math.min(this.limitMs, remainingMs);
      return await this.liveness.watch(asked, limitMs, this.processId);
    } catch (error) {
      if (isNodeAway(error)) this.liveness.suspect();
      if (spoilsConnection(error)) this.spoil();
      throw error;
    } finally {
      this.#parts.observe((performance.now() - started) / 1000);
    }
  }
}

/** How many different statements are kept prepared, on each connection of each process. */
const maxNames = 400;
/** Longer texts are bulk, whose parsing is little beside their work. */
const maxTextLength = 16_000;

/**
 * Names under which statements are prepared, so that the server parses and plans them once for each
 * connection. A text gets its name when it is seen again: most that are seen once never return.
 */
export class StatementNames {
  readonly #seenOnce = new Set<string>();
  readonly #names = new Map<string, string>();

  nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    if (text.length > maxTextLength || this.#names.size >= maxNames) return undefined;
    if (this.#seenOnce.delete(text)) {
      const name = `booking_${this.#names.size + 1}`;
      this.#names.set(text, name);
      return name;
    }
    if (this.#seenOnce.size >= maxNames) this.#seenOnce.clear();
    this.#seenOnce.add(text);
    return undefined;
  }
}
