import { Type } from "typebox";
import type { AccountId } from "../../../domain/account.ts";
import { clientLabelMaxLength } from "../../../domain/data-file/values.ts";
import type { Store } from "../../../store/store.ts";
import {
  createCredential,
  revokeCredential,
  rotateCredential,
} from "../../../usecases/operator/credentials.ts";
import { labelClient } from "../../../usecases/operator/label-client.ts";
import { credentialToJson, issuedCredentialToJson } from "./credential-to-json.ts";
import { jsonBody, ofAccount, replyWith, routesOf, type Route } from "../route.ts";
import { listOf, text } from "../fields.ts";
import { Credential, IssuedCredential } from "./credential-schema.ts";

const route = routesOf({ tag: "Credentials", below: `${ofAccount}/credentials`, scope: "account" });

const client = { client_id: text(128, "The client's id.") };
const Label = text(clientLabelMaxLength, "What operators call the client.");
const unknownClient = { refused: { why: "unknown-client" } } as const;

/** The default overlap of two secrets, and the longest one. */
const overlapSeconds = 24 * 3600;
const overlapMaxSeconds = 366 * 24 * 3600;

/** Clients of an account. A secret is shown once, when it is made. */
export const credentialRoutes: readonly Route[] = [
  route(
    {
      operation: "listCredentials",
      method: "GET",
      role: "viewer",
      summary: "An account's clients: age, last use and end of their secrets.",
      answers: { 200: listOf(Credential) },
    },
    async ({ store }, _order, { id }) => ({
      body: { items: (await store.credentials.list(id)).map(credentialToJson) },
    }),
  ),
  route(
    {
      operation: "createCredential",
      method: "POST",
      role: "admin",
      summary: "Make a client; its secret is in this answer and nowhere else.",
      body: jsonBody({
        audience: Type.Optional(text(1024, "By default https:// and the account's first host.")),
        label: Type.Optional(Label),
      }),
      answers: { 201: IssuedCredential },
      refusals: ["value-malformed"],
    },
    async ({ store }, { audit, body }, { name }) => {
      const { audience = null, label = null } = body;
      const issued = await createCredential(store, audit, name, audience, label);
      return replyWith(issued, issuedCredentialToJson, 201);
    },
  ),
  route(
    {
      operation: "rotateCredential",
      method: "POST",
      path: "/{client_id}/rotate",
      role: "admin",
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
    },
    async ({ store }, { audit, params, body }, { id }) => {
      if (!(await isOf(store, id, params.client_id))) return unknownClient;
      const overlapMs = (body.overlap_seconds ?? overlapSeconds) * 1000;
      const issued = await rotateCredential(store, audit, params.client_id, overlapMs);
      return replyWith(issued, issuedCredentialToJson, 201);
    },
  ),
  route(
    {
      operation: "revokeCredential",
      method: "POST",
      path: "/{client_id}/revoke",
      role: "admin",
      summary: "End a client, its secrets and its tokens at once.",
      params: client,
      answers: { 200: Credential },
      refusals: ["unknown-client"],
    },
    async ({ store }, { audit, params }, { id }) => {
      if (!(await isOf(store, id, params.client_id))) return unknownClient;
      return replyWith(await revokeCredential(store, audit, params.client_id), credentialToJson);
    },
  ),
  route(
    {
      operation: "labelCredential",
      method: "PUT",
      path: "/{client_id}/label",
      role: "admin",
      summary: "Give a client a label by which operators know it, or take it away.",
      params: client,
      body: jsonBody({ label: Type.Union([Label, Type.Null()]) }),
      answers: { 200: Credential },
      refusals: ["unknown-client", "value-malformed"],
    },
    async ({ store }, { audit, params, body }, { id }) => {
      if (!(await isOf(store, id, params.client_id))) return unknownClient;
      const labelled = await labelClient(store, audit, params.client_id, body.label);
      return replyWith(labelled, credentialToJson);
    },
  ),
];

async function isOf(
  store: Pick<Store, "credentials">,
  accountId: AccountId,
  clientId: string,
): Promise<boolean> {
  return (await store.credentials.find(clientId))?.accountId === accountId;
}
