import { endpoints } from "../domain/account.ts";
import { addApiHost, removeApiHost } from "../usecases/operator/change-api-hosts.ts";
import { switchEndpoint } from "../usecases/operator/switch-endpoint.ts";
import {
  Account,
  EndpointName,
  factsOf,
  hostOf,
  HostText,
  shownOr,
  typedEndpoint,
} from "./accounts.ts";
import { readHost } from "./arguments.ts";
import type { Sent } from "./fields.ts";
import type { Command, Operation } from "./operation.ts";
import { ofAccount, operationsOf } from "./operations-of.ts";

const operation = operationsOf({ tag: "Accounts", below: ofAccount, scope: "account" });
const shown = { 200: Account };

/** How callers reach an account: its API hosts, and its enabled endpoints. */
export const accessOperations: readonly Operation[] = [
  operation(
    {
      name: "addApiHost",
      method: "PUT",
      path: "/hosts/{host}",
      role: "admin",
      scope: "installation",
      summary: "Give an account one more API host.",
      params: { host: HostText },
      answers: shown,
      refusals: ["host-taken"],
      command: hostCommand("add", "Give an account one more API host."),
    },
    async (parts, { audit, params }, { name }) =>
      shownOr(parts, await addApiHost(parts.store, audit, name, hostOf(params.host))),
  ),
  operation(
    {
      name: "removeApiHost",
      method: "DELETE",
      path: "/hosts/{host}",
      role: "admin",
      scope: "installation",
      summary: "Take an API host away: requests to it reach no account any more.",
      params: { host: HostText },
      answers: shown,
      refusals: ["host-not-of-account"],
      command: hostCommand("remove", "Take an API host away from an account."),
    },
    async (parts, { audit, params }, { name }) =>
      shownOr(parts, await removeApiHost(parts.store, audit, name, hostOf(params.host))),
  ),
  ...([true, false] as const).map((enabled) =>
    operation(
      {
        name: enabled ? "enableEndpoint" : "disableEndpoint",
        method: enabled ? "PUT" : "DELETE",
        path: "/endpoints/{endpoint}",
        role: "admin",
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
      async (parts, { audit, params }, { name }) =>
        shownOr(parts, await switchEndpoint(parts.store, audit, name, params.endpoint, enabled)),
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
