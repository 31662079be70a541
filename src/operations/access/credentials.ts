import { Type } from "typebox";
import { formatAccountName, type AccountId } from "../../domain/account.ts";
import { clientLabel, clientLabelMaxLength } from "../../domain/data-file/values.ts";
import type { AccountLimitReached } from "../../domain/account-limits.ts";
import { isRefused } from "../../domain/refusal.ts";
import type { Credential as Stored } from "../../store/doors/access.ts";
import { refuseValue } from "../machinery/validation.ts";
import { Credential, credentialToJson, tableOf } from "./credential-shape.ts";
import { readDuration, WrongUsage } from "../machinery/arguments.ts";
import {
  IssuedCredential,
  issueCredential,
  issuedReply,
  newSecret,
  printsSecret,
} from "./issued-credentials.ts";
import { AccountText, listOf, text } from "../machinery/fields.ts";
import { maySee, unknownAccount } from "../machinery/run-operation.ts";
import type { Operation, Parts } from "../machinery/operation.ts";
import { jsonBody, ofAccount, operationsOf } from "../machinery/operations-of.ts";

const operation = operationsOf({
  tag: "Credentials",
  below: `${ofAccount}/credentials`,
  appliesTo: "account",
});

const client = { client_id: text(128, "The client's id.") };
const Label = text(clientLabelMaxLength, "What operators call the client.");
const unknownClient = { refused: { why: "unknown-client" } } as const;

/** The longest overlap of two secrets; the default is a day. */
const overlapMaxSeconds = 366 * 24 * 3600;
const overlapSeconds = 24 * 3600;

const accountsOfClient = operationsOf({
  tag: "Credentials",
  below: "/clients",
  appliesTo: "accounts",
})(
  {
    name: "findAccountOfClient",
    method: "GET",
    path: "/{client_id}/accounts",
    scope: "credentials",
    role: "viewer",
    summary: "The account of a client, in a list of one.",
    params: client,
    answers: { 200: listOf(AccountText) },
    refusals: ["unknown-client"],
  },
  async ({ store }, { params, operator }) => {
    const found = await store.credentials.find(params.client_id);
    if (found === null || !maySee(operator, found.accountId)) return unknownClient;
    return { body: { items: [formatAccountName(found.account)] } };
  },
);

/** Clients of an account. A secret is shown once, when it is made. */
export const credentialOperations: readonly Operation[] = [
  operation(
    {
      name: "listCredentials",
      method: "GET",
      scope: "credentials",
      role: "viewer",
      summary: "An account's clients: age, last use and end of their secrets.",
      answers: { 200: listOf(Credential) },
      command: {
        words: "credential list",
        about: "Show an account's clients: age, last use and end of their secrets.",
        example: "acme/production",
        print: tableOf,
      },
    },
    async ({ store }, _order, { id }) => ({
      body: { items: (await store.credentials.list(id)).map(credentialToJson) },
    }),
  ),
  operation(
    {
      name: "createCredential",
      onDeleted: true,
      creates: true,
      again: "secret",
      method: "POST",
      scope: "credentials",
      summary: "Make a client; its secret is in this answer and nowhere else.",
      body: jsonBody({
        audience: Type.Optional(text(1024, "By default https:// and the account's first host.")),
        label: Type.Optional(Label),
      }),
      answers: { 201: IssuedCredential },
      refusals: ["value-malformed", "account-limit-reached"],
      command: {
        words: "credential create",
        about: "Make a new client and print its secret, once.",
        typed: { audience: { about: "default: https:// and the account's first API host" } },
        example: 'acme/production --label "web shop"',
        ...printsSecret,
      },
    },
    async ({ store }, { audit, body }, { name }) => {
      const { audience = null, label = null } = body;
      const malformed = refuseValue("label", clientLabel, label);
      if (malformed !== null) return malformed;
      const account = await store.accounts.find(name);
      if (account === null) return unknownAccount(formatAccountName(name));
      const issued = await issueCredential(store, audit, account, { audience, label });
      return isRefused<AccountLimitReached>(issued) ? issued : issuedReply(issued);
    },
  ),
  operation(
    {
      name: "rotateCredential",
      creates: true,
      again: "secret",
      method: "POST",
      path: "/{client_id}/rotate",
      scope: "credentials",
      summary: "Give a client a new secret; the old one goes on for the overlap.",
      params: client,
      body: jsonBody({
        overlap_seconds: Type.Optional(
          Type.Integer({
            minimum: 0,
            maximum: overlapMaxSeconds,
            description: "A day by default; 0: the old secret and its tokens are dead at once.",
          }),
        ),
      }),
      answers: { 201: IssuedCredential },
      refusals: ["unknown-client", "client-revoked", "two-secrets-live"],
      command: {
        words: "credential rotate",
        about: "Give a client a new secret and print it, once.",
        positional: ["client_id"],
        accounts: accountsOfClient,
        typed: {
          overlap_seconds: {
            flag: "overlap",
            shown: "duration",
            about: "how long the old secret and its tokens go on (default: 24h)",
            read: (typed) => readDuration(typed) / 1000,
          },
        },
        more: {
          now: Type.Boolean({ description: "The old secret and its tokens are dead at once." }),
        },
        send: ({ now, ...values }) => {
          if (now !== true) return values;
          if (values["overlap_seconds"] === undefined) return { ...values, overlap_seconds: 0 };
          throw new WrongUsage("--overlap and --now cannot be combined.");
        },
        example: "bsc_… --overlap 7d",
        ...printsSecret,
      },
    },
    async (parts, { audit, params, body }, { id }) => {
      const credential = await findOf(parts, id, params.client_id);
      if (credential === null) return unknownClient;
      const overlapMs = (body.overlap_seconds ?? overlapSeconds) * 1000;
      const { clientSecret, stored } = newSecret();
      const refused = await parts.store.credentials.rotate(audit, credential, stored, overlapMs);
      return refused ?? issuedReply({ ...credential, clientSecret });
    },
  ),
  operation(
    {
      name: "revokeCredential",
      // What revoked the client named it in its record.
      again: (parts, { params }, { id }, made) =>
        shown(parts, id, params.client_id, { was_revoked: !("subject" in made) }),
      method: "POST",
      path: "/{client_id}/revoke",
      scope: "credentials",
      summary: "End a client, its secrets and its tokens at once.",
      params: client,
      answers: {
        200: Type.Object({
          ...Credential.properties,
          was_revoked: Type.Boolean({
            description: "Whether it had ended before: nothing changed.",
          }),
        }),
      },
      refusals: ["unknown-client"],
      command: {
        words: "credential revoke",
        positional: ["client_id"],
        accounts: accountsOfClient,
        example: "bsc_…",
        omits: ["was_revoked"],
        print: (credential, width, { exact }) => tableOf([credential], width, { exact: [exact] }),
        say: ({ was_revoked }) => [
          was_revoked && "The client was revoked already: nothing changed.",
        ],
      },
    },
    async (parts, { audit, params }, { id }) => {
      const { credentials } = parts.store;
      const before = await findOf(parts, id, params.client_id);
      if (before === null) return unknownClient;
      const was_revoked = !(await credentials.revoke(audit, before));
      return shown(parts, id, params.client_id, { was_revoked });
    },
  ),
  operation(
    {
      name: "labelCredential",
      again: (parts, { params }, { id }) => shown(parts, id, params.client_id),
      method: "PUT",
      path: "/{client_id}/label",
      scope: "credentials",
      summary: "Give a client a label by which operators know it, or take it away.",
      params: client,
      body: jsonBody({ label: Type.Union([Label, Type.Null()]) }),
      answers: { 200: Credential },
      refusals: ["unknown-client", "value-malformed"],
      command: {
        words: "credential label",
        positional: ["client_id", "label"],
        accounts: accountsOfClient,
        typed: { label: { byDefault: null, about: "without it the client has none" } },
        example: 'bsc_… "web shop"',
        print: (credential, width, { exact }) => tableOf([credential], width, { exact: [exact] }),
      },
    },
    async (parts, { audit, params, body: { label } }, { id }) => {
      const malformed = refuseValue("label", clientLabel, label);
      if (malformed !== null) return malformed;
      const found = await findOf(parts, id, params.client_id);
      if (found === null) return unknownClient;
      await parts.store.credentials.label(audit, found, label);
      return shown(parts, id, params.client_id);
    },
  ),
  accountsOfClient,
];

/** A client of the account, revoked or not; null where there is none. */
async function findOf(
  { store }: Pick<Parts, "store">,
  id: AccountId,
  clientId: string,
): Promise<Stored | null> {
  const found = await store.credentials.find(clientId);
  return found?.accountId === id ? found : null;
}

/** Shows a client as it is now. */
async function shown(parts: Pick<Parts, "store">, id: AccountId, clientId: string, more = {}) {
  const credential = await findOf(parts, id, clientId);
  return credential === null
    ? unknownClient
    : { body: { ...credentialToJson(credential), ...more } };
}
