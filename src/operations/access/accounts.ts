import { Type } from "typebox";
import {
  endpoints,
  formatAccountName,
  parseAccountName,
  parseHost,
  type AccountName,
} from "../../domain/account.ts";
import { unlimited, type Rights } from "../../domain/operator.ts";
import type { Refused } from "../../domain/refusal.ts";
import type { CountedAccount } from "../../store/doors/access.ts";
import { readAccountText, readHost, WrongUsage } from "../machinery/arguments.ts";
import { BadInput } from "../machinery/validation.ts";
import { pageOf, readCursor } from "../machinery/cursor.ts";
import {
  AccountText,
  limitDefault,
  option,
  page,
  paging,
  text,
  type Sent,
} from "../machinery/fields.ts";
import type { Again, Operation, Parts, Reply } from "../machinery/operation.ts";
import { jsonBody, operationsOf } from "../machinery/operations-of.ts";
import type { AnyRefusal } from "../machinery/problems.ts";
import { formatFacts, formatTable } from "../machinery/table.ts";

export const Account = Type.Object({
  account: AccountText,
  api_hosts: Type.Array(Type.String()),
  enabled_endpoints: Type.Array(Type.String()),
  counts: Type.Record(Type.String(), Type.Integer(), { description: "Rows by their kind." }),
});
type Account = Sent<typeof Account>;

const ClosedAccount = Type.Object({
  account: AccountText,
  api_hosts: Type.Array(Type.String(), { description: "Hosts that it had." }),
  disabled_endpoints: Type.Array(Type.String()),
  revoked_clients: Type.Array(Type.String()),
  dry_run: Type.Boolean(),
});

const operation = operationsOf({ tag: "Accounts", below: "/accounts", appliesTo: "account" });
const one = "/{tenant}/{environment}";
export const HostText = text(260, "A host name without scheme, port and path.");
export const EndpointName = Type.Union([Type.Literal(endpoints[0]), Type.Literal(endpoints[1])], {
  description: "An endpoint of the public interface.",
});
const unchanged = "must be the next_cursor of an answer, unchanged";
export const typedEndpoint = { noun: "endpoint that can be switched" };

/** Accounts, their API hosts and their endpoints. */
export const accountOperations: readonly Operation[] = [
  operation(
    {
      name: "listAccounts",
      method: "GET",
      scope: "read",
      appliesTo: "visible-accounts",
      summary: "The accounts that the operator may see, by name.",
      query: Type.Object(paging),
      answers: { 200: page(Account) },
      command: {
        words: "account list",
        example: "--json",
        print: tableOf,
      },
    },
    async ({ store }, { operator, query: { limit = limitDefault, cursor } }) => {
      const ids = operator.accounts?.map(({ id }) => id);
      const accounts = await store.accounts.page({
        ...(ids !== undefined && { ids }),
        ...(cursor !== undefined && {
          after: readAccountName(readCursor(cursor, ["string"])[0], {
            field: "cursor",
            fault: unchanged,
          }),
        }),
        limit: limit + 1,
      });
      const found = await Promise.all(accounts.map((each) => counted(store, operator, each)));
      const cursorOf = ({ name }: Pick<CountedAccount, "name">) => [formatAccountName(name)];
      return { body: pageOf(found, limit, accountToJson, cursorOf) };
    },
  ),
  operation(
    {
      name: "createAccount",
      creates: true,
      again: (parts, { body }) => accountReply(parts, readAccountName(body.account)),
      method: "POST",
      scope: "accounts",
      appliesTo: "installation",
      summary: "Make an account: one tenant in one environment.",
      description: "Both booking endpoints are off unless they are enabled here or later.",
      body: jsonBody({
        account: AccountText,
        api_hosts: Type.Array(HostText, { minItems: 1, maxItems: 100 }),
        enabled_endpoints: Type.Optional(Type.Array(EndpointName, { maxItems: 10 })),
      }),
      answers: { 201: Account },
      refusals: ["account-exists", "host-taken", "account-limit-reached"],
      command: {
        words: "account create",
        about: "Make an account; both booking endpoints are off until enabled.",
        positional: ["account"],
        typed: {
          account: {
            about: "tenant/environment, for example acme/production",
            read: readAccountText,
          },
          api_hosts: {
            flag: "api-host",
            shown: "host",
            about: "an API host of the account; may be repeated (at least one is required)",
            read: readHost,
            optional: true,
          },
          enabled_endpoints: {
            flag: "enable",
            shown: "endpoint",
            about: "an endpoint to enable; may be repeated",
            ...typedEndpoint,
          },
        },
        send: (values) => {
          if (values["api_hosts"] !== undefined) return values;
          throw new WrongUsage("An account needs at least one --api-host.");
        },
        example:
          "acme/production --api-host api.acme.example \\\n" +
          "    --enable interactions:fetchContactBookings --enable interactions:cancelInteractionBooking",
        print: factsOf,
      },
    },
    async (parts, { audit, body }) => {
      const name = readAccountName(body.account);
      const hosts = new Set(body.api_hosts.map(hostOf));
      const enabled = new Set(body.enabled_endpoints);
      const { accounts } = parts.store;
      const refused = await accounts.create(audit, name, [...hosts], [...enabled]);
      return refused ?? accountReply(parts, name, 201);
    },
  ),
  operation(
    {
      name: "showAccount",
      method: "GET",
      path: one,
      scope: "read",
      appliesTo: "visible-accounts",
      summary: "One account with its hosts, endpoints and counts.",
      answers: { 200: Account },
      command: {
        words: "account show",
        example: "acme/production",
        print: factsOf,
      },
    },
    (parts, { operator }, { name }) => accountReply(parts, name, 200, operator),
  ),
  operation(
    {
      name: "closeAccount",
      onDeleted: true,
      method: "POST",
      path: `${one}/close`,
      scope: "accounts",
      appliesTo: "installation",
      summary: "Take away its API hosts, its endpoints and its clients; its data stays.",
      description:
        "Tokens are dead at once. A host, endpoints and a new client open the account again; secrets " +
        "do not come back.",
      body: jsonBody({
        dry_run: option("Only tell what would be taken away."),
      }),
      answers: { 200: ClosedAccount },
      command: {
        words: "account close",
        about: "Remove an account's API hosts, endpoints and clients; its data stays.",
        typed: { dry_run: { about: "say what would be taken away, and change nothing" } },
        notes:
          "Tokens are dead at once. `account host add`, `account enable` and `credential create` open it\n" +
          "again; secrets do not come back.",
        example: "acme/uat --dry-run",
        print: (closed) =>
          formatFacts([
            ["account", closed.account],
            ["API hosts", closed.api_hosts.join(", ") || "none"],
            ["endpoints", closed.disabled_endpoints.join(", ") || "none"],
            ["clients", closed.revoked_clients.join(", ") || "none"],
          ]),
        say: ({ dry_run }) => [
          dry_run ? "These would be taken away." : "The account is closed: these are gone.",
        ],
      },
    },
    async ({ store }, { audit, body: { dry_run = false } }, { id, name }) => {
      const closed = await store.accounts.close(audit, id, dry_run);
      if (!dry_run) await store.account(id).endHolds(audit.now);
      return {
        body: {
          account: formatAccountName(name),
          api_hosts: closed.apiHosts,
          disabled_endpoints: closed.disabledEndpoints,
          revoked_clients: closed.revokedClients,
          dry_run,
        },
      };
    },
  ),
];

/** Shows an account as it is now, with its counts. */
export async function accountReply(
  { store: { accounts } }: Pick<Parts, "store">,
  name: AccountName,
  status = 200,
  operator: Pick<Rights, "interactions"> = unlimited,
): Promise<Reply | Refused<AnyRefusal>> {
  const found = await accounts.find(name);
  if (found === null) return { refused: { why: "unknown-account", account: name } };
  return { status, body: accountToJson(await counted({ accounts }, operator, found)) };
}

/** The account that the path names, as it is now. */
export const accountAgain: Again<unknown, unknown> = (parts, _order, { name }) =>
  accountReply(parts, name);

/** An operator who is limited to campaigns sees no counts: they are of the whole account. */
async function counted(
  { accounts }: Pick<Parts["store"], "accounts">,
  { interactions }: Pick<Rights, "interactions">,
  account: Parameters<typeof accounts.withCounts>[0],
): Promise<Omit<CountedAccount, "counts"> & Pick<Account, "counts">> {
  return interactions === null ? accounts.withCounts(account) : { ...account, counts: {} };
}

export function accountToJson(
  account: Omit<CountedAccount, "counts"> & Pick<Account, "counts">,
): Account {
  return {
    account: formatAccountName(account.name),
    api_hosts: account.apiHosts,
    enabled_endpoints: account.enabledEndpoints,
    counts: account.counts,
  };
}

function readAccountName(
  written: string,
  { field, fault } = { field: "account", fault: "must be tenant/environment" },
): AccountName {
  const name = parseAccountName(written);
  if (name === null) throw new BadInput(field, fault);
  return name;
}

export function hostOf(given: string): string {
  const host = parseHost(given);
  if (host === null) throw new BadInput("host", "must be a host name without scheme and path");
  return host;
}

export function factsOf(account: Account, width: number): string {
  return tableOf([account], width);
}

function tableOf(accounts: readonly Account[], width: number): string {
  return formatTable(
    ["account", "API hosts", "enabled endpoints", "bookings"],
    accounts.map(({ account, api_hosts, enabled_endpoints, counts }) => [
      account,
      api_hosts.join(", "),
      enabled_endpoints.join(", ") || "none",
      String(counts["booking"] ?? ""),
    ]),
    width,
  );
}
