import { endpoints } from "../../domain/account.ts";
import {
  Account,
  accountAgain,
  accountReply,
  EndpointName,
  factsOf,
  hostOf,
  HostText,
  typedEndpoint,
} from "./accounts.ts";
import { readHost } from "../machinery/arguments.ts";
import type { Sent } from "../machinery/fields.ts";
import type { Command, Operation } from "../machinery/operation.ts";
import { ofAccount, operationsOf } from "../machinery/operations-of.ts";

const operation = operationsOf({ tag: "Accounts", below: ofAccount, appliesTo: "account" });
const shown = { 200: Account };

/** How callers reach an account: its API hosts, and its enabled endpoints. */
export const accessOperations: readonly Operation[] = [
  operation(
    {
      name: "addApiHost",
      onDeleted: true,
      creates: true,
      again: accountAgain,
      method: "PUT",
      path: "/hosts/{host}",
      scope: "accounts",
      appliesTo: "installation",
      summary: "Give an account one more API host.",
      params: { host: HostText },
      answers: shown,
      refusals: ["host-taken", "account-limit-reached"],
      command: hostCommand("add", "Give an account one more API host."),
    },
    async (parts, { audit, params }, { id, name }) => {
      const refused = await parts.store.accounts.addHost(audit, id, hostOf(params.host));
      return refused ?? accountReply(parts, name);
    },
  ),
  operation(
    {
      name: "removeApiHost",
      again: accountAgain,
      method: "DELETE",
      path: "/hosts/{host}",
      scope: "accounts",
      appliesTo: "installation",
      summary: "Take an API host away: requests to it reach no account any more.",
      params: { host: HostText },
      answers: shown,
      refusals: ["host-not-of-account"],
      command: hostCommand("remove", "Take an API host away from an account."),
    },
    async (parts, { audit, params }, { id, name }) => {
      const host = hostOf(params.host);
      if (await parts.store.accounts.removeHost(audit, id, host)) return accountReply(parts, name);
      return { refused: { why: "host-not-of-account", host, account: name } };
    },
  ),
  ...([true, false] as const).map((enabled) =>
    operation(
      {
        again: accountAgain,
        onDeleted: true,
        name: enabled ? "enableEndpoint" : "disableEndpoint",
        method: enabled ? "PUT" : "DELETE",
        path: "/endpoints/{endpoint}",
        scope: "accounts",
        summary: `${enabled ? "Enable" : "Disable"} an endpoint of the public interface.`,
        params: { endpoint: EndpointName },
        answers: shown,
        command: {
          words: `account ${enabled ? "enable" : "disable"}`,
          about: `${enabled ? "Enable" : "Disable"} an endpoint for an account.`,
          positional: ["endpoint"],
          typed: { endpoint: { about: `for example ${endpoints[0]}`, ...typedEndpoint } },
          example: `acme/production ${endpoints[0]}`,
          print: factsOf,
        },
      },
      async (parts, { audit, params: { endpoint } }, { id, name }) => {
        const { accounts } = parts.store;
        const before = await accounts.find(name);
        if (before?.enabledEndpoints.includes(endpoint) === !enabled) {
          await accounts[enabled ? "enable" : "disable"](audit, id, endpoint);
        }
        return accountReply(parts, name);
      },
    ),
  ),
];

function hostCommand(verb: "add" | "remove", about: string): Command<Sent<typeof Account>> {
  return {
    words: `account host ${verb}`,
    about,
    positional: ["host"],
    typed: { host: { about: "without scheme and path", read: readHost } },
    example: "acme/production api.acme.example",
    print: factsOf,
    say: ({ account, api_hosts }) => [
      api_hosts.length === 0 && `${account} has no API host now: no request reaches it.`,
    ],
  };
}
