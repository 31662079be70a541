import type { Connection } from "pg";
import type { CompiledQuery } from "kysely";
import type { ValueRow } from "../engine.ts";
import { parameterText } from "./client-config.ts";
import { BareQuery } from "./statement-group.ts";

/** Takes the place of a COPY's parameters. */
export class CopiedRows {
  readonly rows: readonly ValueRow[];
  /** Inserts of the same rows, for a database that takes no COPY. */
  readonly inserts: () => readonly CompiledQuery[];

  constructor(rows: readonly ValueRow[], inserts: () => readonly CompiledQuery[]) {
    this.rows = rows;
    this.inserts = inserts;
  }
}

/** Members of pg's connection that its types lack. */
interface CopyConnection extends Connection {
  sendCopyFromChunk(rows: Buffer): void;
  endCopyFrom(): void;
}

/**
 * `COPY … FROM STDIN` with its rows, which are sent without waiting for the server to ask for them: where it refuses the
 * statement, it passes over them.
 *
 * The methods are those that `pg` calls on a query, one for each kind of message.
 */
export class Copy extends BareQuery {
  readonly #statement: string;
  readonly #rows: Buffer;
  readonly #end = Promise.withResolvers<void>();

  constructor(statement: string, rows: readonly ValueRow[]) {
    super("");
    this.#statement = statement;
    this.#rows = Buffer.from(rows.map(lineOfRow).join(""));
  }

  /** Resolves when the server has the rows. */
  get end(): Promise<void> {
    return this.#end.promise;
  }

  submit(connection: CopyConnection): null {
    connection.stream.cork();
    connection.query(this.#statement);
    connection.sendCopyFromChunk(this.#rows);
    connection.endCopyFrom();
    connection.stream.uncork();
    return null;
  }

  handleCopyInResponse(): void {}

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#end.resolve();
  }

  handleError(error: Error): void {
    this.#end.reject(error);
  }
}

/** A row in COPY's text format. */
function lineOfRow(row: ValueRow): string {
  return `${row.map(textOfValue).join("\t")}\n`;
}

function textOfValue(value: unknown): string {
  const text = parameterText(value);
  if (text === null) return String.raw`\N`;
  return text.replaceAll(special, escapeOf);
}

const escapes = new Map([
  ["\\", String.raw`\\`],
  ["\t", String.raw`\t`],
  ["\n", String.raw`\n`],
  ["\r", String.raw`\r`],
]);
// A regular expression escapes these characters as COPY does.
const special = new RegExp(`[${[...escapes.values()].join("")}]`, "g");

function escapeOf(found: string): string {
  const escape = escapes.get(found);
  if (escape === undefined) throw new Error("A character of a COPY has no escape.");
  return escape;
}
