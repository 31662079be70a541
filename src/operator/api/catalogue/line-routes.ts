import { Type, type TSchema } from "typebox";
import { isRefused } from "../../../domain/refusal.ts";
import { editCatalogue, removeFromCatalogue } from "../../../usecases/operator/edit-catalogue.ts";
import { etagOf } from "../../../operations/precondition.ts";
import { preconditionOf, sawThat } from "../../../operations/precondition.ts";
import type { AnyRefusal } from "../../../operations/problems.ts";
import type { Operation } from "../../../operations/operation.ts";
import { jsonBody, ofAccount, operationsOf } from "../../../operations/operations-of.ts";
import { listOf } from "../../../operations/fields.ts";
import { keyedLine, keyOf, type Kind } from "./catalogue-kinds.ts";

const route = operationsOf({ tag: "Catalogue", below: ofAccount, scope: "account" });

const WithParts = Type.Object({
  with: Type.Optional(
    Type.Literal("everything-unbooked", {
      description: "Its activities, slots, hosts and ticket types go along; else it must be empty.",
    }),
  ),
});

const editRefusals = ["edits-bad", "changed-meanwhile", "precondition-missing"] as const;

/** The routes of one kind: list its lines; show, put and remove one of them. */
export function lineRoutes(each: Kind): Operation[] {
  const { kind, word, words, keys, own, fields } = each;
  const parents = Object.fromEntries(Object.entries(keys).filter(([key]) => key !== own));
  const Line = Type.Object({ kind: Type.Literal(kind), ...keys, ...fields });
  const path = `${each.path}/{${own}}`;
  return [
    route(
      {
        name: `list${words}`,
        method: "GET",
        path: each.path,
        role: "viewer",
        summary: `The ${spoken(words)} there are, with their ETags.`,
        params: parents,
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
        name: `show${word}`,
        method: "GET",
        path,
        role: "viewer",
        summary: `One of the ${spoken(words)}, as a line of a data file.`,
        params: keys,
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
    putting(each, path, Line),
    removal(each, path),
  ];
}

function putting(each: Kind, path: string, Line: TSchema): Operation {
  return route(
    {
      name: `put${each.word}`,
      method: "PUT",
      path,
      role: "admin",
      summary: `Make or change one of the ${spoken(each.words)}, whole.`,
      params: each.keys,
      conditional: true,
      body: jsonBody(each.fields),
      answers: { 200: Line, 201: Line },
      refusals: editRefusals,
    },
    async ({ store }, order, { name }) => {
      const matches = preconditionOf(order);
      if (matches === null) return { refused: { why: "precondition-missing" } };
      const line = { ...keyedLine(each, order.params), ...(order.body as object) };
      const changes = await editCatalogue(store, order.audit, name, [{ line, matches }]);
      if (isRefused<AnyRefusal>(changes)) return changes;
      const [change] = changes;
      if (change === undefined) throw new Error("An edit is a change.");
      const headers = { etag: etagOf(change.after) };
      return { status: change.before === null ? 201 : 200, body: change.after, headers };
    },
  );
}

function removal(each: Kind, path: string): Operation {
  const { hasParts } = each;
  return route(
    {
      name: `remove${each.word}`,
      method: "DELETE",
      path,
      role: "admin",
      summary: hasParts
        ? "Take it out, while nobody ever booked any of it."
        : "Take it out, while nothing refers to it.",
      params: each.keys,
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
      return isRefused<AnyRefusal>(removed) ? removed : { status: 204, body: null };
    },
  );
}

/** `TicketTypes` as words of a sentence. */
function spoken(words: string): string {
  return words.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
}
