import type { Client, PoolClient, QueryResult as DriversResult, Submittable } from "pg";
import type { CompiledQuery, DatabaseConnection, Kysely, QueryResult } from "kysely";
import { CommitOutcomeUnknown, DatabaseUnavailable, type ValueRow } from "../engine.ts";
import type { Tables } from "../tables.ts";
import {
  asUnavailable,
  isCancelled,
  isCertainRollback,
  isNodeAway,
  spoilsConnection,
} from "./faults.ts";
import { CopiedRows, Copy } from "./copied-rows.ts";
import { postgresParts } from "./dialect.ts";
import { kyselyOn } from "../on-connection.ts";
import type { Liveness } from "./liveness.ts";
import { parameterText } from "./client-config.ts";
import type { ConnectionParts, Session } from "./connection-parts.ts";
import { explainRefusedRight } from "./role-facts.ts";
import { everyAccount } from "./row-security.ts";
import {
  objectsOf,
  StatementGroup,
  type GroupParts,
  type WaitingStatement,
} from "./statement-group.ts";

/** A statement has at least this long. A COMMIT without an answer costs a second transaction to resolve. */
const leastMs = 250;

/** Members of pg that its types lack. */
interface Wired {
  readonly processID: number;
  readonly connection: {
    readonly stream: {
      destroy(): void;
      /** Only of a connection over TLS. */
      getPeerCertificate?(): { readonly valid_to?: string };
    };
  };
}

/** One connection to PostgreSQL, used by one statement or one transaction at a time. */
export class Connection implements DatabaseConnection {
  readonly #client: Client | PoolClient;
  readonly #parts: ConnectionParts;
  readonly #session: Session;
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
  /** The statements of this turn of the event loop, where they are sent together. */
  #gathered: WaitingStatement[] | null = null;
  readonly #groupParts: GroupParts;

  constructor(client: Client | PoolClient, parts: ConnectionParts, session: Session) {
    this.#client = client;
    this.#parts = parts;
    this.#session = session;
    this.liveness = parts.liveness;
    const { processID } = client as unknown as Wired;
    this.processId = parts.pooler ? undefined : processID;
    this.kysely = kyselyOn(this, postgresParts);
    this.#groupParts = {
      prepared: new Map(),
      onAnswer: ({ askedAt }) => parts.observe((performance.now() - askedAt) / 1000),
      onSpoilt: () => this.spoil(),
      onNodeAway: () => this.liveness.suspect(),
      onUnsure: () => this.spoil(),
      // COMMIT alone has to know that it was not run.
      onSkipped: (statements, error) =>
        statements.forEach(({ text, reject }) => reject(text === commit ? new Skipped() : error)),
    };
    client.on("notice", (notice) => {
      if (notice.code !== undefined) this.#warnings?.push(notice.code);
    });
  }

  /** Whether each transaction may have another session. */
  get isPooled(): boolean {
    return this.#session.isPooled;
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
    const [first] = query.parameters;
    if (first instanceof CopiedRows) return this.#copy(query.sql, first).catch(this.#fail);
    const { rows, rowCount } = await this.#send<R>(query.sql, query.parameters).catch(this.#fail);
    return rowCount === null ? { rows } : { rows, numAffectedRows: BigInt(rowCount) };
  }

  /** Rows as arrays, in the order of the columns. */
  async readRows(text: string, values: readonly unknown[]): Promise<ValueRow[]> {
    // `rowMode` makes arrays of them.
    const { rows } = await this.#send<unknown>(text, values, "array").catch(this.#fail);
    return rows as ValueRow[];
  }

  // oxlint-disable-next-line require-yield -- kysely asks for the method; nothing here streams.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("Statements are not streamed.");
  }

  /** Runs one statement for its effect. */
  async ask(text: string, values: readonly unknown[] = []): Promise<void> {
    await this.#send(text, values).catch(this.#fail);
  }

  /**
   * Commits. Throws `CommitOutcomeUnknown` when the server may have committed, or has committed without
   * its standby (SQLSTATE 01000): only another transaction can find out.
   */
  async commit(): Promise<void> {
    this.#warnings = [];
    let command: string;
    try {
      ({ command } = await this.#send(commit, []));
    } catch (error) {
      if (error instanceof Skipped || isCertainRollback(error)) throw error;
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

  /** Sends all writes and COMMIT in one piece. When a write fails, the server skips COMMIT as well. */
  async writeAndCommit(writes: readonly CompiledQuery[]): Promise<void> {
    const failures: unknown[] = [];
    const note = (error: unknown) => void failures.push(error);
    await this.inOnePiece(async () => {
      for (const { sql, parameters } of writes) this.#gather(sql, parameters, nothing, note);
      try {
        await this.commit();
      } catch (error) {
        // The error of the write names the reason.
        throw error instanceof Skipped ? asUnavailable(failures[0]) : error;
      }
    });
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

  /** Sends the statements of one turn of the event loop together: `StatementGroup`. */
  inOnePiece<T>(work: () => T): T {
    const gathered: WaitingStatement[] = [];
    this.#gathered = gathered;
    setImmediate(() => {
      this.#gathered = null;
      if (gathered.length > 0) void this.#sendTogether(gathered);
    });
    return work();
  }

  readonly #fail = (error: unknown): never => {
    throw explainRefusedRight(error, this.#session.role) ?? asUnavailable(error);
  };

  spoil(): void {
    this.spoilt = true;
    // A graceful end waits for a server that may never read the farewell.
    (this.#client as unknown as Wired).connection.stream.destroy();
  }

  #gather(
    text: string,
    parameters: readonly unknown[],
    resolve: WaitingStatement["resolve"],
    reject: WaitingStatement["reject"],
  ): void {
    const name = this.#parts.groupNames?.preparedName(text);
    const values = parameters.map(parameterText);
    const askedAt = performance.now();
    this.#gathered?.push({ text, name, values, askedAt, resolve, reject });
  }

  async #sendTogether(statements: readonly WaitingStatement[]): Promise<void> {
    const group = new StatementGroup(statements, this.#groupParts);
    this.#client.query(group as object as Submittable);
    try {
      await this.liveness.watch(group.end, this.#nextLimitMs, this.processId);
    } catch (error) {
      this.spoil();
      group.fail(error);
    }
  }

  /** How long the next answer may take. */
  get #nextLimitMs(): number {
    return Math.min(this.limitMs, Math.max(leastMs, this.deadline - performance.now()));
  }

  #send<R>(text: string, values: readonly unknown[], rowMode?: "array"): Promise<Answer<R>> {
    if (this.#gathered === null) return this.#sendAlone<R>(text, values, rowMode);
    return new Promise((resolve, reject) => {
      const answer: WaitingStatement["resolve"] = (found, columns, tag) => {
        // The statement's own type says what its rows are.
        const rows = (rowMode === "array" ? found : objectsOf(found, columns)) as (R & object)[];
        const count = /\d+$/.exec(tag);
        resolve({ rows, rowCount: count && Number(count[0]), command: tag });
      };
      this.#gather(text, values, answer, reject);
    });
  }

  #sendAlone<R>(text: string, values: readonly unknown[], rowMode?: "array") {
    const name = this.#parts.names?.preparedName(text);
    return this.#watch(
      this.#client.query<R & object>({
        text,
        // The driver escapes each element of a list by two replacements.
        values: values.map((value) => (Array.isArray(value) ? parameterText(value) : value)),
        ...(name !== undefined && { name }),
        ...(rowMode !== undefined && { rowMode }),
      }),
    );
  }

  /** Copies rows, or inserts them where the session may not copy. */
  async #copy(statement: string, { rows, inserts }: CopiedRows): Promise<{ rows: never[] }> {
    if (this.#session.mayCopy) {
      const copy = new Copy(statement, rows);
      this.#client.query(copy as object as Submittable);
      await this.#watch(copy.end);
    } else {
      await Promise.all(inserts().map((insert) => this.executeQuery(insert)));
    }
    return { rows: [] };
  }

  /** Waits for the answer to a statement that was sent alone. */
  async #watch<T>(asked: Promise<T>): Promise<T> {
    const started = performance.now();
    try {
      return await this.liveness.watch(asked, this.#nextLimitMs, this.processId);
    } catch (error) {
      if (isNodeAway(error)) this.liveness.suspect();
      if (spoilsConnection(error) || (this.isDistributed && isCancelled(error))) this.spoil();
      throw error;
    } finally {
      this.#parts.observe((performance.now() - started) / 1000);
    }
  }
}

type Answer<R> = Pick<DriversResult<R & object>, "rows" | "rowCount" | "command">;

const commit = "commit";

/** COMMIT was not run, because a statement before it failed. */
class Skipped extends Error {
  override name = "Skipped";
}

const nothing = () => {};
