import { DatabaseUnusable } from "../engine.ts";
import { sqlState } from "./faults.ts";

/** The role of a session and its schema, quoted for SQL. */
export interface RoleFacts {
  readonly role: string;
  readonly schema: string | null;
}

/** The columns of `RoleFacts`. */
export const roleFacts =
  "quote_ident(current_user) as role, quote_ident(current_schema()) as schema";

/** Names the statements that give the role what the server has refused it; null for any other error. */
export function explainRefusedRight(error: unknown, facts: RoleFacts): DatabaseUnusable | null {
  // The function of PostgreSQL that reports a lack of rights, in whatever language. A policy's refusal is a bug.
  const { routine } = (error ?? {}) as { routine?: unknown };
  if (sqlState(error) !== "42501" || routine !== "aclcheck_error") return null;
  const { role, schema } = facts;
  return new DatabaseUnusable(
    `The database refuses: ${(error as Error).message}. To read and write, ${grantOfTables(facts)} ` +
      "To change the schema, run `booking migrate` as the owner of the tables, or, where there are none, " +
      `\`grant usage, create on schema ${schema} to ${role};\` first.`,
    { cause: error },
  );
}

export function grantOfTables({ role, schema }: RoleFacts): string {
  return (
    `run, as the owner of the tables, \`grant usage on schema ${schema} to ${role}; ` +
    `grant select, insert, update, delete on all tables in schema ${schema} to ${role};\`.`
  );
}
