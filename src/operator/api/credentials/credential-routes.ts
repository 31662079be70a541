import { Type } from "typebox";
import type { AccountId } from "../../../domain/account.ts";
import { isRefused } from "../../../domain/refusal.ts";
import type { Store } from "../../../store/store.ts";
import {
  createCredential,
  revokeCredential,
  rotateCredential,
} from "../../../usecases/operator/credentials.ts";
import { credentialToJson, issuedCredentialToJson } from "./credential-to-json.ts";
import type { OperatorRefusal } from "../../../usecases/operator/operator-refusal.ts";
import { accountParams, route, type Route } from "../route.ts";
import { listOf, text } from "../fields.ts";
import { Credential, IssuedCredential } from "./credential-schema.ts";

const tag = "Credentials";
const below = "/accounts/{tenant}/{environment}/credentials";
const account = Type.Object(accountParams);
const client = Type.Object({ ...accountParams, client_id: text(128, "The client's id.") });
const unknownClient = { refused: { why: "unknown-client" } } as const;

/** How long an old secret goes on unless told otherwise, and at the most. */
const overlapSeconds = 24 * 3600;
const overlapMaxSeconds = 366 * 24 * 3600;

/** Clients of an account. A secret is shown once, when it is made. */
export const credentialRoutes: readonly Route[] = [
  route(
    {
      operation: "listCredentials",
      method: "GET",
      path: below,
      role: "viewer",
      scope: "account",
      tag,
      summary: "An account's clients: age, last use and end of their secrets.",
      params: account,
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
      path: below,
      role: "admin",
      scope: "account",
      tag,
      summary: "Make a client; its secret is in this answer and nowhere else.",
      params: account,
      json: Type.Object(
        {
          audience: Type.Optional(text(1024, "By default https:// and the account's first host.")),
        },
        { additionalProperties: false },
      ),
      answers: { 201: IssuedCredential },
    },
    async ({ store }, { audit, body }, { name }) => {
      const issued = await createCredential(store, audit, name, body.audience ?? null);
      return isRefused<OperatorRefusal>(issued)
        ? issued
        : { status: 201, body: issuedCredentialToJson(issued) };
    },
  ),
  route(
    {
      operation: "rotateCredential",
      method: "POST",
      path: `${below}/{client_id}/rotate`,
      role: "admin",
      scope: "account",
      tag,
      summary: "Give a client a new secret; the old one goes on for the overlap.",
      params: client,
      json: Type.Object(
        {
          overlap_seconds: Type.Optional(
            Type.Integer({
              minimum: 0,
              maximum: overlapMaxSeconds,
              description: "A day by default; 0: the old secret and its tokens are dead at once.",
            }),
          ),
        },
        { additionalProperties: false },
      ),
      answers: { 201: IssuedCredential },
      refusals: ["unknown-client", "client-revoked", "two-secrets-live"],
    },
    async ({ store }, { audit, params, body }, { id }) => {
      if (!(await isOf(store, id, params.client_id))) return unknownClient;
      const endsAt = audit.now + (body.overlap_seconds ?? overlapSeconds) * 1000;
      const issued = await rotateCredential(store, audit, params.client_id, endsAt);
      return isRefused<OperatorRefusal>(issued)
        ? issued
        : { status: 201, body: issuedCredentialToJson(issued) };
    },
  ),
  route(
    {
      operation: "revokeCredential",
      method: "POST",
      path: `${below}/{client_id}/revoke`,
      role: "admin",
      scope: "account",
      tag,
      summary: "End a client, its secrets and its tokens at once.",
      params: client,
      answers: { 200: Credential },
      refusals: ["unknown-client"],
    },
    async ({ store }, { audit, params }, { id }) => {
      if (!(await isOf(store, id, params.client_id))) return unknownClient;
      const revoked = await revokeCredential(store, audit, params.client_id);
      return isRefused<OperatorRefusal>(revoked) ? revoked : { body: credentialToJson(revoked) };
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
