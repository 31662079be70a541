import type { Operations } from "./operations.ts";

type Page = Operations["listAccounts"]["answer"];
type Query = Operations["listAccounts"]["query"];

const accountsOfPage = 500;
/** A choice of more accounts is too long for anybody. */
const pagesMax = 20;

export interface EveryAccount {
  /** By name. */
  readonly accounts: Page["items"];
  /** Further accounts were left out. */
  readonly isCut: boolean;
}

/** Reads the list of accounts to its end, page after page. */
export async function readEveryAccount(
  list: (query: Query) => Promise<Page>,
): Promise<EveryAccount> {
  const accounts: Page["items"][number][] = [];
  let cursor: string | null = null;
  for (let page = 0; page < pagesMax; page += 1) {
    const { items, next_cursor: next }: Page = await list({
      limit: accountsOfPage,
      ...(cursor !== null && { cursor }),
    });
    accounts.push(...items);
    if (next === null) return { accounts, isCut: false };
    cursor = next;
  }
  return { accounts, isCut: true };
}
