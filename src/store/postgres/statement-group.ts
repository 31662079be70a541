/*
 * Statements that travel to PostgreSQL together. One with a name is prepared once on a connection under it: a group that sends
 * it for the first time has the server parse and describe it, later groups only bind and execute it. The server answers
 * with the columns where it was asked for them, the rows, and the completion, statement after statement.
 */

import { Query, type Connection } from "pg";
import type { ValueRow } from "../engine.ts";
import { readerOf } from "./client-config.ts";
import { isNodeAway, spoilsConnection } from "./faults.ts";

/** A column of a statement's answer, and how its text is read. */
export interface Column {
  readonly name: string;
  readonly read: (text: string) => unknown;
}

/** A statement that waits for its rows, each an array in the order of the columns. */
export interface WaitingStatement {
  readonly text: string;
  /** The name under which it is prepared; undefined where it is not. */
  readonly name: string | undefined;
  readonly values: (string | null)[];
  /** `performance.now()` when it was asked. */
  readonly askedAt: number;
  /** `tag` is the server's word for what was done, such as `COMMIT` or `SELECT 1`. */
  readonly resolve: (rows: readonly ValueRow[], columns: readonly Column[], tag: string) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The statements that one connection has prepared, by name, each with its columns; null until the server has
 * described or run them.
 */
export type PreparedStatements = Map<string, readonly Column[] | null>;

export interface GroupParts {
  readonly prepared: PreparedStatements;
  /** Called when a statement has its rows or its error. */
  onAnswer(statement: WaitingStatement): void;
  /** Called before the statements fail whose connection cannot be used again. */
  onSpoilt(): void;
  /** Called when the server cannot reach the node that a statement needs. */
  onNodeAway(): void;
  /** Called with statements that the server has skipped because one before them failed with this error. */
  onSkipped(statements: readonly WaitingStatement[], error: Error): void;
  /** Called where a statement without columns failed at its first run: it may be prepared or not. */
  onUnsure?(): void;
}

/** A pipelined client accepts no other class of queries than those derived from its own. */
export const BareQuery: new (text: string) => object = Query;

/**
 * Statements that are sent with one Sync. The server answers them in their order, works in one transaction,
 * and flushes its answers together, so that a statement of a group costs both sides less than one alone. Their
 * columns are described once for each connection.
 *
 * The methods are those that `pg` calls on a query, one for each kind of message.
 */
export class StatementGroup extends BareQuery {
  readonly statements: readonly WaitingStatement[];
  readonly #parts: GroupParts;
  readonly #end = Promise.withResolvers<void>();
  /** The number of answered statements; the one after them is being answered. */
  #answered = 0;
  /** The columns of the statement that is being answered, where the server has described them in this answer. */
  #described: readonly Column[] | null = null;
  #rows: ValueRow[] = [];

  constructor(statements: readonly WaitingStatement[], parts: GroupParts) {
    super("");
    this.statements = statements;
    this.#parts = parts;
  }

  /** Resolves when every statement was answered or skipped. */
  get end(): Promise<void> {
    return this.#end.promise;
  }

  /** Rejects the statements that have no answer. */
  fail(error: unknown): void {
    while (this.#answered < this.statements.length) this.#take()?.reject(error);
    this.#end.resolve();
  }

  submit(connection: Connection): null {
    const { prepared } = this.#parts;
    connection.stream.cork();
    for (const { text, name = "", values } of this.statements) {
      const isNew = name === "" || !prepared.has(name);
      if (isNew) connection.parse({ text, name, types: [] }, true);
      // Before Bind, so that a statement is known as prepared although its first execution fails.
      if (isNew) connection.describe({ type: "S", name }, true);
      connection.bind({ statement: name, values }, true);
      connection.execute(null, true);
      if (isNew && name !== "") prepared.set(name, null);
    }
    connection.sync();
    connection.stream.uncork();
    return null;
  }

  handleRowDescription({
    fields,
  }: {
    readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
  }): void {
    this.#described = fields.map(({ name, dataTypeID }) => ({ name, read: readerOf(dataTypeID) }));
    this.#rememberColumns(this.#described);
  }

  handleDataRow({ fields }: { readonly fields: (string | null)[] }): void {
    const columns = this.#columnsOfCurrent();
    this.#rows.push(
      fields.map((text, column) => (text === null ? null : columns[column]?.read(text))),
    );
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const rows = this.#rows;
    const columns = this.#columnsOfCurrent();
    // The server describes no columns of a statement that has none. It is prepared all the same.
    this.#rememberColumns(columns);
    this.#take()?.resolve(rows, columns, text);
  }

  /** The statement that is being answered. */
  get #current(): WaitingStatement | undefined {
    return this.statements[this.#answered];
  }

  #columnsOfCurrent(): readonly Column[] {
    return this.#described ?? this.#parts.prepared.get(this.#current?.name ?? "") ?? none;
  }

  #rememberColumns(columns: readonly Column[]): void {
    const name = this.#current?.name;
    if (name !== undefined) this.#parts.prepared.set(name, columns);
  }

  handleReadyForQuery(): void {
    if (this.#answered < this.statements.length) {
      this.fail(new Error("The database has not answered every statement."));
    }
    this.#end.resolve();
  }

  /** An error of the server concerns one statement, an error of the connection all. */
  handleError(error: Error): void {
    const { prepared } = this.#parts;
    const isUnsure = prepared.get(this.#current?.name ?? "") === null;
    for (const { name = "" } of this.statements) {
      if (prepared.get(name) === null) prepared.delete(name);
    }
    if (isNodeAway(error)) this.#parts.onNodeAway();
    if (spoilsConnection(error)) {
      this.#parts.onSpoilt();
      return this.fail(error);
    }
    if (isUnsure) this.#parts.onUnsure?.();
    this.#take()?.reject(error);
    const skipped = this.statements.slice(this.#answered);
    this.#answered = this.statements.length;
    this.#end.resolve();
    if (skipped.length > 0) this.#parts.onSkipped(skipped, error);
  }

  /** Ends the answer to the present statement and returns it. */
  #take(): WaitingStatement | undefined {
    const statement = this.#current;
    this.#answered += 1;
    this.#described = null;
    this.#rows = [];
    if (statement !== undefined) this.#parts.onAnswer(statement);
    return statement;
  }
}

/** The rows as objects, by the names of their columns. */
export function objectsOf(rows: readonly ValueRow[], columns: readonly Column[]): object[] {
  return rows.map((row) => {
    const object: Record<string, unknown> = {};
    columns.forEach(({ name }, index) => (object[name] = row[index]));
    return object;
  });
}

const none: readonly never[] = [];
