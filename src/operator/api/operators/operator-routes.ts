import { Type } from "typebox";
import { parseAccountName, type AccountName } from "../../../domain/account.ts";
import { createOperator, revokeOperator } from "../../../usecases/operator/operators.ts";
import { operatorToJson } from "./operator-to-json.ts";
import { BadInput } from "../../../operations/bad-input.ts";
import type { Operation } from "../../../operations/operation.ts";
import { jsonBody, replyWith, operationsOf } from "../../../operations/operations-of.ts";
import { AccountText, listOf, text } from "../../../operations/fields.ts";
import { IssuedOperator, OperatorShape, Role } from "./operator-schema.ts";

const route = operationsOf({ tag: "Operators", below: "/operators", scope: "installation" });

/** Operators. Their names belong to the installation, so only admins of all accounts see them. */
export const operatorRoutes: readonly Operation[] = [
  route(
    {
      name: "listOperators",
      method: "GET",
      role: "admin",
      summary: "Operators, live ones first; never a key.",
      answers: { 200: listOf(OperatorShape) },
    },
    async ({ store }) => ({
      body: { items: (await store.operators.list()).map(operatorToJson) },
    }),
  ),
  route(
    {
      name: "createOperator",
      method: "POST",
      role: "admin",
      summary: "Let somebody in; the key is in this answer and nowhere else.",
      body: jsonBody({
        name: text(64, "Letters, digits or . _ @ -"),
        role: Role,
        accounts: Type.Optional(
          Type.Union([Type.Array(AccountText, { minItems: 1, maxItems: 100 }), Type.Null()], {
            description: "Absent or null: every account there is or will be.",
          }),
        ),
      }),
      answers: { 201: IssuedOperator },
      refusals: ["operator-name-malformed", "operator-exists", "unknown-account"],
    },
    async ({ store }, { audit, body }) => {
      const accounts = body.accounts?.map(readAccount) ?? null;
      const order = { name: body.name, role: body.role, accounts };
      const issued = await createOperator(store, audit, order);
      return replyWith(issued, ({ operator, key }) => ({ ...operatorToJson(operator), key }), 201);
    },
  ),
  route(
    {
      name: "revokeOperator",
      method: "POST",
      path: "/{name}/revoke",
      role: "admin",
      summary: "End an operator's key and sessions; the name may be given again.",
      params: { name: text(64, "The operator's name.") },
      answers: { 200: OperatorShape },
      refusals: ["unknown-operator"],
    },
    async ({ store }, { audit, params }) => {
      return replyWith(await revokeOperator(store, audit, params.name), operatorToJson);
    },
  ),
];

function readAccount(written: string): AccountName {
  const name = parseAccountName(written);
  if (name === null) throw new BadInput("accounts", "must be tenant/environment");
  return name;
}
