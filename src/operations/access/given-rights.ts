import { Type } from "typebox";
import { parseAccountName, type AccountName } from "../../domain/account.ts";
import type { Refused } from "../../domain/refusal.ts";
import type { NamedAccount, Operator as Stored } from "../../store/doors/access.ts";
import { readAccountText, WrongUsage } from "../machinery/arguments.ts";
import { AccountText, publicKey, timeOrNull } from "../machinery/fields.ts";
import { is } from "../machinery/meaning.ts";
import type { Parts, Values } from "../machinery/operation.ts";
import { replyWith } from "../machinery/operations-of.ts";
import { visibleAccount } from "../machinery/run-operation.ts";
import { timeReader } from "../machinery/typed-time.ts";
import { BadInput } from "../machinery/validation.ts";
import { beyond, operatorToJson, Role, Scopes } from "./operator-rights.ts";

export const unknownOperator = { refused: { why: "unknown-operator" } } as const;

/** What one operator gives another: in a body, on the command line, and what of it is there. */
export const rightsFields = rightsWhere("Absent or null");

/** `all` says what stands for every account and campaign. */
export function rightsWhere(all: "Absent or null" | "Null") {
  return {
    role: Type.Optional(Role),
    scopes: Type.Optional(Scopes),
    accounts: Type.Optional(
      Type.Union([Type.Array(AccountText, { minItems: 1, maxItems: 100 }), Type.Null()], {
        description: `${all}: every account there is or will be.`,
      }),
    ),
    interactions: Type.Optional(
      Type.Union([Type.Array(publicKey, { minItems: 1, maxItems: 100 }), Type.Null()], {
        description: `Public keys of the only campaigns; ${all.toLowerCase()}: every one.`,
        ...is("rights"),
      }),
    ),
    expires_at: Type.Optional(timeOrNull("When the key ends by itself.")),
  };
}

/** Reads when a key ends. A date is its first moment. */
export const readEnd = timeReader("end for --expires", Math.floor, "start");

export const rightsTyped = {
  accounts: {
    flag: "account",
    shown: "account",
    about: "only this account; may be repeated (default: all)",
    read: readAccountText,
  },
  role: { about: "what it may do: viewer, staff, agent or admin" },
  scopes: {
    flag: "scope",
    shown: "scope",
    noun: "scope",
    about: "one thing that it may do, in place of a role; may be repeated",
  },
  interactions: {
    flag: "interaction",
    shown: "public key",
    about: "only this campaign; may be repeated (default: all)",
    read: String,
  },
  expires_at: {
    flag: "expires",
    shown: "date",
    about: "when the key ends by itself: 2030-05-01 (its first moment) or RFC 3339",
    read: readEnd,
  },
} as const;

export function refuseEndBefore({ expires_at: end }: Values): void {
  if (Date.parse(String(end)) > Date.now() || end === undefined || end === null) return;
  throw new WrongUsage(
    "--expires must be to come: write 2031-01-01 (its first moment) or RFC 3339.",
  );
}

/** The accounts of these names, each once; null for all. */
export async function givenAccounts(
  store: Pick<Parts["store"], "accounts">,
  giver: Pick<Stored, "accounts">,
  asked: readonly string[] | null,
): Promise<
  | { readonly accounts: readonly NamedAccount[] | null }
  | Refused<{ readonly why: "unknown-account"; readonly account: AccountName }>
> {
  if (asked === null) return { accounts: null };
  const accounts: NamedAccount[] = [];
  for (const each of asked.map(readAccountName)) {
    const account = await visibleAccount(store, giver, each);
    if (account === null) return { refused: { why: "unknown-account", account: each } };
    if (!accounts.some(({ id }) => account.id === id)) accounts.push(account);
  }
  return { accounts };
}

function readAccountName(written: string): AccountName {
  const name = parseAccountName(written);
  if (name === null) throw new BadInput("accounts", "must be tenant/environment");
  return name;
}

/** The campaigns of new rights that none of their accounts has: misspelt, or still to come. */
export async function unknownCampaigns(
  { accounts }: Pick<Parts["store"], "accounts">,
  rights: Pick<Stored, "interactions"> & { readonly accounts: readonly NamedAccount[] | null },
): Promise<string[]> {
  const named = rights.interactions ?? [];
  if (named.length === 0) return [];
  const accountIds = rights.accounts?.map(({ id }) => id) ?? null;
  const found = await accounts.findPublicKeys(accountIds, named);
  return named.filter((each) => !found.has(each));
}

export type Giver = Parameters<typeof beyond>[0];

/** Whether an operator could have made another one, whatever its end. */
export function mayGive(giver: Giver, other: Stored): boolean {
  return beyond(giver, { ...other, expiresAt: 0 }) === null;
}

/** Of a command that named campaigns which are not there. */
export function sayUnknown(unknown: readonly string[], remedy: string): string | false {
  return (
    unknown.length > 0 &&
    `There is no campaign ${unknown.join(", ")} yet: the key sees nothing of it before it is there. ${remedy}`
  );
}

/** The operator as it is now, for a request that was done. Somebody may have given the name to one with more. */
export async function operatorAgain(
  { store }: Pick<Parts, "store">,
  {
    operator: asking,
    params: { name },
  }: { readonly operator: Giver; readonly params: { readonly name: string } },
) {
  const found = await store.operators.find(name);
  return replyWith(found && mayGive(asking, found) ? found : unknownOperator, operatorToJson);
}
