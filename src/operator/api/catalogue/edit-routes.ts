import { Type } from "typebox";
import { isRefused } from "../../../domain/refusal.ts";
import { editCatalogue, type EditRefusal } from "../../../usecases/operator/edit-catalogue.ts";
import type { OperatorRefusal } from "../../../usecases/operator/operator-refusal.ts";
import { etagOf } from "../../../operations/precondition.ts";
import { sawThat } from "../../../operations/precondition.ts";
import type { Operation } from "../../../operations/operation.ts";
import { jsonBody, ofAccount, operationsOf } from "../../../operations/operations-of.ts";
import { listOf } from "../../../operations/fields.ts";
import { kinds } from "./catalogue-kinds.ts";
import { lineRoutes } from "./line-routes.ts";

const route = operationsOf({ tag: "Catalogue", below: `${ofAccount}/catalogue`, scope: "account" });

/**
 * The catalogue: each record is a whole line of a data file. A change needs `If-Match` with the
 * ETag of the stored line, a new record `If-None-Match: *`. A removal needs no precondition.
 */
export const catalogueRoutes: readonly Operation[] = [
  ...kinds.flatMap(lineRoutes),
  route(
    {
      name: "editCatalogue",
      method: "POST",
      role: "admin",
      summary: "Change several things of the catalogue together, all or none.",
      description:
        "A new campaign comes this way, together with its first activity. if_match is the ETag of " +
        "what was seen, or null for something new; absent, whatever stands there is replaced.",
      body: jsonBody({
        edits: Type.Array(
          Type.Object(
            {
              line: Type.Record(Type.String(), Type.Unknown(), {
                description: "A line of a data file: a kind, its key and its fields.",
              }),
              if_match: Type.Optional(Type.Union([Type.String(), Type.Null()])),
            },
            { additionalProperties: false },
          ),
          { minItems: 1, maxItems: 1000 },
        ),
        allow_overbooked: Type.Optional(Type.Boolean()),
      }),
      answers: {
        200: listOf(
          Type.Object({ before: Type.Unknown(), after: Type.Unknown(), etag: Type.String() }),
        ),
      },
      refusals: ["edits-bad", "changed-meanwhile"],
    },
    async ({ store }, { audit, body }, { name }) => {
      const requests = body.edits.map(({ line, if_match }) => ({
        line,
        ...(if_match !== undefined && { matches: sawThat(if_match) }),
      }));
      const { allow_overbooked: allowOverbooked = false } = body;
      const changes = await editCatalogue(store, audit, name, requests, { allowOverbooked });
      if (isRefused<OperatorRefusal | EditRefusal>(changes)) return changes;
      return {
        body: { items: changes.map((change) => ({ ...change, etag: etagOf(change.after) })) },
      };
    },
  ),
];
