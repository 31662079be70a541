import { catalogueStatement, tunedStatement } from "./tuned-list.ts";
import * as cancelOnPostgres from "./cancel-postgres-statements.ts";
import { cancelStatements } from "./cancel-sqlite-statements.ts";
import { naiveStatement } from "./naive-list.ts";
import type { ReferenceName } from "./references.ts";

/** The references that exist in Go, too. */
export type CompiledName = Exclude<ReferenceName, "hello">;

/** The argument of the program in Go, which runs the statements of the references in Node. */
export interface CompiledOrder {
  readonly name: CompiledName;
  readonly databaseUrl: string;
  readonly statements: Readonly<Record<string, string>>;
  readonly secret?: string;
  readonly token?: string;
}

/** The page size of both tuned lists, which answer first pages only. */
const pageSize = 100;

export function compiledOrder(
  name: CompiledName,
  databaseUrl: string,
  [secret = "", token = ""]: readonly string[] = [],
): CompiledOrder {
  const engine = databaseUrl.startsWith("sqlite:") ? "sqlite" : "postgres";
  return { name, databaseUrl, statements: statementsOf[name](engine), secret, token };
}

type Statements = (engine: "sqlite" | "postgres") => Readonly<Record<string, string>>;

const marks = {
  sqlite: () => "?",
  postgres: (position: number) => `$${position}`,
};

const cancelling: Statements = (engine) =>
  engine === "sqlite"
    ? { begin: "begin immediate", commit: "commit", ...cancelStatements }
    : {
        lock: cancelOnPostgres.lockStatement,
        read: cancelOnPostgres.readStatement,
        write: cancelOnPostgres.writeStatement,
      };

const statementsOf: Record<CompiledName, Statements> = {
  "list-naive": (engine) => ({ list: naiveStatement(marks[engine]) }),
  "list-tuned": (engine) => ({
    catalogue: catalogueStatement,
    list: tunedStatement(marks[engine], pageSize + 1, 0),
  }),
  "cancel-single": cancelling,
  "cancel-batched": cancelling,
  token: () => ({}),
};
