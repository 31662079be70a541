import { Type, type TObject, type TSchema } from "typebox";
import { isRefused } from "../../../domain/refusal.ts";
import {
  editCatalogue,
  removeFromCatalogue,
  type EditRefusal,
} from "../../../usecases/operator/edit-catalogue.ts";
import type { OperatorRefusal } from "../../../usecases/operator/operator-refusal.ts";
import { etagOf } from "../etag.ts";
import { preconditionOf, sawThat } from "../precondition.ts";
import { accountParams, route, type Route } from "../route.ts";
import { listOf } from "../fields.ts";
import { keyedLine, keyOf, type Kind } from "./catalogue-kinds.ts";

const tag = "Catalogue";
const below = "/accounts/{tenant}/{environment}";

const WithParts = Type.Object({
  with: Type.Optional(
    Type.Literal("everything-unbooked", {
      description: "Its activities, slots, hosts and ticket types go along; else it must be empty.",
    }),
  ),
});

const editRefusals = ["edits-bad", "changed-meanwhile", "precondition-missing"] as const;

/** To list the lines of one kind, and to show, put and remove one of them. */
export function routesOf(each: Kind): Route[] {
  const { kind, word, words, keys, own, fields } = each;
  const parents = Object.fromEntries(Object.entries(keys).filter(([key]) => key !== own));
  const list = Type.Object({ ...accountParams, ...parents });
  const params = Type.Object({ ...accountParams, ...keys });
  const Line = Type.Object({
    kind: Type.Literal(kind),
    ...keys,
    ...fields,
  });
  const collection = `${below}${each.path}`;
  const path = `${collection}/{${own}}`;
  const described = { scope: "account", tag } as const;
  return [
    route(
      {
        ...described,
        operation: `list${words}`,
        method: "GET",
        path: collection,
        role: "viewer",
        summary: `The ${spoken(words)} there are, with their ETags.`,
        params: list,
        answers: {
          200: listOf(Type.Object({ ...Line.properties, etag: Type.String() }) as TSchema),
        },
      },
      async ({ store }, { params: given }, { id }) => {
        const { interaction, activity } = given as Readonly<Record<string, string | undefined>>;
        const lines = await store.account(id).listCatalogue({
          kind,
          ...(interaction !== undefined && { interaction }),
          ...(activity !== undefined && { activity }),
        });
        return { body: { items: lines.map((line) => ({ ...line, etag: etagOf(line) })) } };
      },
    ),
    route(
      {
        ...described,
        operation: `show${word}`,
        method: "GET",
        path,
        role: "viewer",
        summary: `One of the ${spoken(words)}, as a line of a data file.`,
        params,
        answers: { 200: Line },
        refusals: ["nothing-to-remove"],
      },
      async ({ store }, order, { id }) => {
        const found = await store.account(id).findInCatalogue(keyOf(each, order.params));
        return found === null
          ? { refused: { why: "nothing-to-remove" } }
          : { body: found, headers: { etag: etagOf(found) } };
      },
    ),
    route(
      {
        ...described,
        operation: `put${word}`,
        method: "PUT",
        path,
        role: "admin",
        summary: `Make or change one of the ${spoken(words)}, whole.`,
        params,
        conditional: true,
        json: Type.Object(fields, { additionalProperties: false }),
        answers: { 200: Line, 201: Line },
        refusals: editRefusals,
      },
      async ({ store }, order, { name }) => {
        const matches = preconditionOf(order);
        if (matches === null) return { refused: { why: "precondition-missing" } };
        const line = { ...keyedLine(each, order.params), ...(order.body as object) };
        const changes = await editCatalogue(store, order.audit, name, [{ line, matches }]);
        if (isRefused<OperatorRefusal | EditRefusal>(changes)) return changes;
        const [change] = changes;
        if (change === undefined) throw new Error("An edit is a change.");
        const headers = { etag: etagOf(change.after) };
        return { status: change.before === null ? 201 : 200, body: change.after, headers };
      },
    ),
    removal(each, path, params),
  ];
}

function removal(each: Kind, path: string, params: TObject): Route {
  const { hasParts } = each;
  return route(
    {
      operation: `remove${each.word}`,
      method: "DELETE",
      path,
      role: "admin",
      scope: "account",
      tag,
      summary: hasParts
        ? "Take it out, while nobody ever booked any of it."
        : "Take it out, while nothing refers to it.",
      params,
      ...(hasParts && { query: WithParts }),
      conditional: true,
      answers: { 204: null },
      refusals: [
        "nothing-to-remove",
        "in-use",
        "changed-meanwhile",
        ...(hasParts ? (["not-empty"] as const) : []),
        ...(each.kind === "activity" ? (["last-activity"] as const) : []),
      ],
    },
    async ({ store }, order, { name }) => {
      const line = keyedLine(each, order.params);
      const { with: along } = order.query;
      const removed = await removeFromCatalogue(store, order.audit, name, line, {
        withUnbooked: along !== undefined,
        ...(order.ifMatch !== null && { matches: sawThat(order.ifMatch) }),
      });
      return isRefused<OperatorRefusal | EditRefusal>(removed)
        ? removed
        : { status: 204, body: null };
    },
  );
}

/** `TicketTypes` as people say it. */
function spoken(words: string): string {
  return words.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
}
