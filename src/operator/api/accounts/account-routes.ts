import { Type } from "typebox";
import {
  endpoints,
  parseAccountName,
  parseHost,
  type AccountName,
  type Endpoint,
} from "../../../domain/account.ts";
import { isRefused } from "../../../domain/refusal.ts";
import type { Account as StoredAccount } from "../../../store/accounts/account.ts";
import type { Store } from "../../../store/store.ts";
import { addApiHost, removeApiHost } from "../../../usecases/operator/change-api-hosts.ts";
import { createAccount } from "../../../usecases/operator/create-account.ts";
import { findAccount } from "../../../usecases/operator/find-account.ts";
import { closeAccount } from "../../../usecases/operator/close-account.ts";
import { accountToJson, closingToJson } from "./account-to-json.ts";
import { switchEndpoint } from "../../../usecases/operator/switch-endpoint.ts";
import { BadInput } from "../../../operations/bad-input.ts";
import { pageOf, readCursor } from "../../../operations/cursor.ts";
import type { Operation } from "../../../operations/operation.ts";
import { jsonBody, replyWith, operationsOf } from "../../../operations/operations-of.ts";
import { AccountText, limitDefault, page, paging, text } from "../../../operations/fields.ts";
import { Account, ClosedAccount } from "./account-schema.ts";

const route = operationsOf({ tag: "Accounts", below: "/accounts", scope: "account" });

const HostText = text(260, "A host name without scheme, port and path.");
const hostParams = { host: HostText };
const EndpointName = Type.Union([Type.Literal(endpoints[0]), Type.Literal(endpoints[1])], {
  description: "An endpoint of the public interface.",
});
const endpointParams = { endpoint: EndpointName };
const shown = { 200: Account };

/** Accounts, their API hosts and their endpoints. */
export const accountRoutes: readonly Operation[] = [
  route(
    {
      name: "listAccounts",
      method: "GET",
      role: "viewer",
      scope: "visible",
      summary: "The accounts that the operator may see, by name.",
      query: Type.Object(paging),
      answers: { 200: page(Account) },
    },
    async ({ store }, { operator, query: { limit = limitDefault, cursor } }) => {
      const ids = operator.accounts?.map(({ id }) => id);
      const accounts = await store.accounts.page({
        ...(ids !== undefined && { ids }),
        ...(cursor !== undefined && { after: nameOf(readCursor(cursor, ["string"])[0]) }),
        limit: limit + 1,
      });
      const found = await Promise.all(accounts.map(store.accounts.withCounts));
      return {
        body: pageOf(found, limit, accountToJson, ({ name }) => [
          `${name.tenant}/${name.environment}`,
        ]),
      };
    },
  ),
  route(
    {
      name: "createAccount",
      method: "POST",
      role: "admin",
      scope: "installation",
      summary: "Make an account: one tenant in one environment.",
      description: "Both booking endpoints are off unless they are enabled here or later.",
      body: jsonBody({
        account: AccountText,
        api_hosts: Type.Array(HostText, { minItems: 1, maxItems: 100 }),
        enabled_endpoints: Type.Optional(Type.Array(EndpointName, { maxItems: 10 })),
      }),
      answers: { 201: Account },
      refusals: ["account-exists", "host-taken"],
    },
    async ({ store }, { audit, body }) => {
      const name = parseAccountName(body.account);
      if (name === null) throw new BadInput("account", "must be tenant/environment");
      const hosts = body.api_hosts.map(readHost);
      const enabled: Endpoint[] = body.enabled_endpoints ?? [];
      const made = await createAccount(store, audit, name, hosts, enabled);
      const answer = await shownOr(store, made);
      return isRefused(answer) ? answer : { status: 201, ...answer };
    },
  ),
  route(
    {
      name: "showAccount",
      method: "GET",
      path: "/{tenant}/{environment}",
      role: "viewer",
      summary: "One account with its hosts, endpoints and counts.",
      answers: shown,
    },
    async ({ store }, _order, { name }) => shownOr(store, await findAccount(store, name)),
  ),
  route(
    {
      name: "addApiHost",
      method: "PUT",
      path: "/{tenant}/{environment}/hosts/{host}",
      role: "admin",
      scope: "installation",
      summary: "Give an account one more API host.",
      params: hostParams,
      answers: shown,
      refusals: ["host-taken"],
    },
    async ({ store }, { audit, params }, { name }) =>
      shownOr(store, await addApiHost(store, audit, name, readHost(params.host))),
  ),
  route(
    {
      name: "removeApiHost",
      method: "DELETE",
      path: "/{tenant}/{environment}/hosts/{host}",
      role: "admin",
      scope: "installation",
      summary: "Take an API host away: requests to it reach no account any more.",
      params: hostParams,
      answers: shown,
      refusals: ["host-not-of-account"],
    },
    async ({ store }, { audit, params }, { name }) =>
      shownOr(store, await removeApiHost(store, audit, name, readHost(params.host))),
  ),
  route(
    {
      name: "closeAccount",
      method: "POST",
      path: "/{tenant}/{environment}/close",
      role: "admin",
      scope: "installation",
      summary: "Take away its API hosts, its endpoints and its clients; its data stays.",
      description:
        "Tokens are dead at once. A host, endpoints and a new client open the account again; secrets " +
        "do not come back.",
      body: jsonBody({
        dry_run: Type.Optional(
          Type.Boolean({ description: "Only tell what would be taken away." }),
        ),
      }),
      answers: { 200: ClosedAccount },
    },
    async ({ store }, { audit, body }, { name }) => {
      const dryRun = body.dry_run ?? false;
      const closing = await closeAccount(store, audit, name, dryRun);
      return replyWith(closing, (closed) => closingToJson(name, closed, dryRun));
    },
  ),
  ...([true, false] as const).map((enabled) =>
    route(
      {
        name: enabled ? "enableEndpoint" : "disableEndpoint",
        method: enabled ? "PUT" : "DELETE",
        path: "/{tenant}/{environment}/endpoints/{endpoint}",
        role: "admin",
        summary: `${enabled ? "Enable" : "Disable"} an endpoint of the public interface.`,
        params: endpointParams,
        answers: shown,
      },
      async ({ store }, { audit, params }, { name }) =>
        shownOr(store, await switchEndpoint(store, audit, name, params.endpoint, enabled)),
    ),
  ),
];

/** Shows an account with its counts. */
async function shownOr<R extends object>(
  { accounts }: Pick<Store, "accounts">,
  answer: StoredAccount | { readonly refused: R },
) {
  return isRefused<R>(answer) ? answer : { body: accountToJson(await accounts.withCounts(answer)) };
}

function nameOf(written: string): AccountName {
  const name = parseAccountName(written);
  if (name === null)
    throw new BadInput("cursor", "must be the next_cursor of an answer, unchanged");
  return name;
}

function readHost(given: string): string {
  const host = parseHost(given);
  if (host === null) throw new BadInput("host", "must be a host name without scheme and path");
  return host;
}
