import { placement } from "../../../src/store/postgres/placement.ts";

/** A statement as sent, with one set of its values. */
export interface SentStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** A node of PostgreSQL's plan, in the form of `explain (verbose, format json)`. */
export interface Plan {
  readonly "Node Type": string;
  readonly "Parent Relationship"?: string;
  readonly "Relation Name"?: string;
  readonly Operation?: string;
  readonly "Index Cond"?: string;
  readonly Filter?: string;
  readonly "Recheck Cond"?: string;
  readonly Plans?: readonly Plan[];
}

/**
 * The tables whose rows belong to one account each. A database that is distributed by account has all rows of
 * an account in one place, and a statement that names its account goes there alone.
 */
export const accountTables: ReadonlySet<string> = new Set(
  Object.entries(placement)
    .filter(([, place]) => place === "with the account")
    .map(([table]) => table),
);

/** The mark of a statement about the whole installation (`src/store/statement.ts`). */
const everyAccount = "/* every account */";

/**
 * The reasons why a statement does not name its account; empty where it does. Each scan of an account's table
 * compares the account with a value. Rows are inserted as values: an `insert … select` is executed in two
 * phases on several machines, and a subquery among the values is refused there. A write concerns one account.
 */
export function refuseStatement(statement: SentStatement, plan: Plan): string[] {
  if (statement.text.includes(everyAccount)) {
    return plan["Node Type"] === "ModifyTable" ? ["writes rows of every account"] : [];
  }
  return [...new Set([...refuseNode(plan), ...refuseRows(statement, plan)])];
}

function refuseNode(node: Plan): string[] {
  return [
    ...refuseScan(node),
    ...refuseInsert(node),
    ...(node.Plans ?? []).flatMap((child) => refuseNode(child)),
  ];
}

function refuseScan(node: Plan): string[] {
  const table = node["Relation Name"];
  if (table === undefined || !accountTables.has(table) || node["Node Type"] === "ModifyTable") {
    return [];
  }
  const condition = conditionsOf(node).join(" ");
  const namesAccount = /\baccount_id = (?:'\d+'(?:::\w+)?|\d+|\$\d+)/.test(condition);
  return namesAccount ? [] : [`reads "${table}" by ${condition === "" ? "nothing" : condition}`];
}

/** The conditions of a bitmap scan are at the index scans below it. */
function conditionsOf(node: Plan): string[] {
  const own = [node["Index Cond"], node.Filter, node["Recheck Cond"]].filter(
    (condition) => condition !== undefined,
  );
  const isBitmap = node["Node Type"].startsWith("Bitmap");
  return [...own, ...(isBitmap ? (node.Plans ?? []).flatMap(conditionsOf) : [])];
}

/** Rows of the installation, too: the table stands beside distributed ones. */
function refuseInsert(node: Plan): string[] {
  if (!isInsert(node)) return [];
  const problems: string[] = [];
  for (const child of node.Plans ?? []) {
    if (child["Parent Relationship"] === "InitPlan" || child["Parent Relationship"] === "SubPlan") {
      problems.push("has a subquery among the values of an insert");
    } else if (!["Result", "Values Scan"].includes(child["Node Type"])) {
      problems.push("inserts what it selects");
    } else if ((child.Plans ?? []).length > 0) {
      problems.push("has a subquery among the values of an insert");
    }
  }
  return problems;
}

function isInsert(node: Plan): boolean {
  return node["Node Type"] === "ModifyTable" && node.Operation === "Insert";
}

function isInsertOfAccount(node: Plan): boolean {
  return isInsert(node) && accountTables.has(node["Relation Name"] ?? "");
}

/** Finds rows of several accounts in one insert; the account is the first column of every key. */
function refuseRows({ text, values }: SentStatement, plan: Plan): string[] {
  if (!isInsertOfAccount(plan)) return [];
  const columns = /^\s*insert into "?\w+"? \(([^)]*)\) values /i.exec(text)?.[1]?.split(", ");
  const place = columns?.findIndex((column) => column.replaceAll('"', "") === "account_id");
  if (columns === undefined || place === undefined || place < 0) return [];
  const accounts = new Set<unknown>();
  for (let at = place; at < values.length; at += columns.length) accounts.add(String(values[at]));
  const isWhole = values.length % columns.length === 0;
  return isWhole && accounts.size > 1 ? ["writes rows of several accounts"] : [];
}
