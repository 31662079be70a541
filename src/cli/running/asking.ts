import { parseAccountName, type AccountName } from "../../domain/account.ts";
import type { Ask, Command, Values, Operation } from "../../operations/machinery/operation.ts";
import { refusalText } from "../../operations/machinery/problems.ts";
import { CommandFailed } from "../command-context.ts";

/** Asks for pages until there are `limit` items or no more. */
export async function askPages(
  ask: Ask,
  operation: Operation,
  questions: readonly Values[],
  limit: number,
): Promise<{ readonly items: readonly unknown[]; readonly isMore: boolean }> {
  const { maximum = 100 } = operation.query.properties["limit"] as { readonly maximum?: number };
  const items: unknown[] = [];
  for (const values of questions) {
    if (items.length > limit) break;
    let cursor: string | null = null;
    do {
      // One that is too many shows that there are more.
      const page: Page = await ask(operation as Operation<Page>, {
        ...values,
        limit: Math.min(maximum, limit - items.length + 1),
        cursor: cursor ?? undefined,
      });
      items.push(...page.items);
      cursor = page.next_cursor;
    } while (cursor !== null && items.length <= limit);
  }
  return { items: items.slice(0, limit), isMore: items.length > limit };
}

interface Page {
  readonly items: readonly unknown[];
  readonly next_cursor: string | null;
}

/** The words about an answer that says what is gone, while the work goes on. */
export function goneSoFar(answer: unknown): string {
  const { deleted = {} } = answer as { readonly deleted?: Readonly<Record<string, number>> };
  const rows = Object.values(deleted).reduce((sum, count) => sum + count, 0);
  return `${rows} rows are deleted so far.`;
}

/** The account of a thing that has an id of its own, where the command did not name it; else nothing. */
export async function accountOfThing<A>(
  ask: Ask,
  { accounts }: Command<A>,
  values: Values,
): Promise<Partial<AccountName>> {
  if (accounts === undefined || values["tenant"] !== undefined) return {};
  const { items } = await ask(accounts, values);
  const [name, ...others] = items.flatMap((item) => parseAccountName(item) ?? []);
  if (name === undefined) throw new Error("The thing is in no account.");
  if (others.length === 0) return name;
  const refusal = { why: "booking-not-unique", accounts: [name, ...others] } as const;
  throw new CommandFailed(refusalText(refusal, "command"));
}
