import { Type, type TSchema } from "typebox";
import { isRefused } from "../../domain/refusal.ts";
import type { ListedKind, CatalogueChange } from "../../store/doors/catalogue.ts";
import { listCommand, removeCommand, showCommand } from "./catalogue-commands.ts";
import {
  editCatalogue,
  keyedLine,
  keyOf,
  kinds,
  makesCampaign,
  readKey,
  type Kind,
  etagOf,
  preconditionOf,
  sawThat,
} from "./catalogue-records.ts";
import { schemasOf } from "./field-schemas.ts";
import { answerWith, withDefaults } from "./shown-defaults.ts";
import { listOf, passesOver } from "../machinery/fields.ts";
import { is } from "../machinery/meaning.ts";
import type { Operation } from "../machinery/operation.ts";
import { jsonBody, ofAccount, operationsOf } from "../machinery/operations-of.ts";
import type { EditRefusal } from "../machinery/refusals.ts";

const operation = operationsOf({ tag: "Catalogue", below: ofAccount, appliesTo: "campaign" });

/** What can be done with the lines of one kind. */
interface LineOperations {
  readonly list: Operation<{ readonly items: readonly object[] }>;
  readonly show: Operation;
  readonly put: Operation;
  readonly remove: Operation;
}

/** The operations of a kind. A command is about every kind, and the operations of the first one have it. */
function of(kind: ListedKind): LineOperations {
  const found = byKind.get(kind);
  if (found === undefined) throw new Error(`The catalogue has no ${kind}.`);
  return found;
}

/** A group is of no campaign. */
function ofAll({ kind }: Kind): { readonly appliesTo?: "account" } {
  return kind === "group" ? { appliesTo: "account" } : {};
}

/** A shop that books shows what can be booked: texts, hosts and ticket types. */
function readBy({ kind }: Kind) {
  return { scope: "read", ...(kind !== "group" && { alsoFor: ["book"] as const }) } as const;
}

function isFirst({ kind }: Kind): boolean {
  return kind === kinds[0]?.kind;
}

function listing(each: Kind): LineOperations["list"] {
  const { kind, words, keys, own } = each;
  const Listed = Type.Object({ ...lineOf(each).properties, etag: Type.String() });
  return operation(
    {
      name: `list${words}`,
      method: "GET",
      path: each.path,
      ...readBy(each),
      summary: `The ${spoken(words)} there are, with their ETags.`,
      params: Object.fromEntries(Object.entries(keys).filter(([key]) => key !== own)),
      answers: { 200: listOf(Listed as TSchema) },
      ...ofAll(each),
      ...(kind === "interaction" && { appliesTo: "campaigns" }),
      ...(isFirst(each) && { command: listCommand((other) => of(other).list) }),
    },
    async ({ store }, { params, operator }, { id }) => {
      const { interaction, activity } = params as Readonly<Record<string, string | undefined>>;
      const lines = await store.account(id).listCatalogue({
        kind,
        ...(interaction !== undefined && { interaction }),
        ...(activity !== undefined && { activity }),
      });
      const { interactions } = operator;
      const seen =
        kind === "interaction" && interactions !== null
          ? lines.filter(
              (line) => "public_key" in line && interactions.includes(String(line.public_key)),
            )
          : lines;
      const items = seen.map((line) => ({ ...withDefaults(kind, line), etag: etagOf(line) }));
      return { body: { items } };
    },
  ) as LineOperations["list"];
}

function showing(each: Kind): Operation {
  const Line: TSchema = lineOf(each);
  return operation(
    {
      name: `show${each.word}`,
      method: "GET",
      path: pathOf(each),
      ...readBy(each),
      summary: `One of the ${spoken(each.words)}, as a line of a data file.`,
      params: each.keys,
      answers: { 200: Line },
      refusals: ["nothing-to-remove"],
      ...ofAll(each),
      ...(isFirst(each) && { command: showCommand((other) => of(other).show) }),
    },
    async ({ store }, { params }, { id }) =>
      answerWith(each, await store.account(id).findInCatalogue(keyOf(each, params))),
  );
}

function putting(each: Kind): Operation {
  const Line = lineOf(each);
  const { fields, orders } = schemasOf(each.kind);
  return operation(
    {
      name: `put${each.word}`,
      again: async ({ store }, { params }, { id }) =>
        answerWith(each, await store.account(id).findInCatalogue(keyOf(each, params))),
      method: "PUT",
      path: pathOf(each),
      scope: "catalogue",
      summary: `Make or change one of the ${spoken(each.words)}, whole.`,
      params: each.keys,
      conditional: true,
      ...ofAll(each),
      body: jsonBody({ ...fields, ...orders }),
      answers: { 200: Line, 201: Line },
      refusals: ["account-limit-reached", "edits-bad", "changed-meanwhile", "precondition-missing"],
      ...(each.kind === "interaction" && { creates: ({ ifNoneMatch }) => ifNoneMatch !== null }),
    },
    async ({ store }, order, { id }) => {
      const matches = preconditionOf(order);
      if (matches === null) return { refused: { why: "precondition-missing" } };
      const line = { ...keyedLine(each, order.params), ...(order.body as object) };
      const changes = await editCatalogue(store.account(id), order.audit, [{ line, matches }]);
      if (isRefused<EditRefusal>(changes)) return changes;
      const [change] = changes;
      if (change === undefined) throw new Error("An edit is a change.");
      const headers = { etag: etagOf(change.after) };
      const body = withDefaults(each.kind, change.after);
      return { status: change.before === null ? 201 : 200, body, headers };
    },
  );
}

const editsMost = 1000;

const WithParts = Type.Object({
  with: Type.Optional(
    Type.Literal("everything-unbooked", {
      description: "Its activities, slots, hosts and ticket types go along; else it must be empty.",
    }),
  ),
});

function removal(each: Kind): Operation {
  const { hasParts } = each;
  return operation(
    {
      name: `remove${each.word}`,
      method: "DELETE",
      path: pathOf(each),
      scope: "catalogue",
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
      ...ofAll(each),
      ...(isFirst(each) && { command: removeCommand((other) => of(other).remove) }),
    },
    async ({ store }, { audit, params, query, ifMatch }, { id }) => {
      const refused = await store.account(id).removeFromCatalogue(audit, {
        key: keyOf(each, params),
        withUnbooked: query.with !== undefined,
        matches: ifMatch === null ? () => true : sawThat(ifMatch),
      });
      return refused ?? { status: 204, body: null };
    },
  );
}

function pathOf({ path, own }: Kind): string {
  return `${path}/{${own}}`;
}

function lineOf({ kind, keys }: Kind) {
  return Type.Object({ kind: Type.Literal(kind), ...keys, ...schemasOf(kind).fields });
}

/** `TicketTypes` as words of a sentence. */
function spoken(words: string): string {
  return words.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
}

const byKind = new Map<ListedKind, LineOperations>(
  kinds.map((each) => [
    each.kind,
    { list: listing(each), show: showing(each), put: putting(each), remove: removal(each) },
  ]),
);

/** The campaigns of an account, which other commands look through. */
export const listInteractions = of("interaction").list;

/**
 * The catalogue: each record is a whole line of a data file. A change needs `If-Match` with the
 * ETag of the stored line, a new record `If-None-Match: *`. A removal needs no precondition.
 */
export const catalogueOperations: readonly Operation[] = [
  ...[...byKind.values()].flatMap(({ list, show, put, remove }) => [list, show, put, remove]),
  operation(
    {
      name: "editCatalogue",
      creates: ({ body }) => makesCampaign(body),
      // The lines hold names of hosts, so they are in the audit log alone.
      again: async ({ store }, { body }, { id }, { at, request }) => {
        const door = store.account(id);
        const filter = { accountIds: [id], requestId: String(request) };
        const when = { from: Number(at), to: Number(at) };
        const events =
          at === undefined
            ? []
            : await store.auditLog.find({ ...filter, ...when, limit: editsMost });
        const changes = events.map(({ details }) => details as CatalogueChange);
        const items = [];
        for (const { line } of body.edits) {
          const change = changes.find(({ after }) => keyTextOf(after) === keyTextOf(line));
          // What changed nothing is not in the log.
          const standing = change === undefined ? await door.findInCatalogue(readKey(line)) : null;
          const shown = change ?? (standing && { before: standing, after: standing });
          if (shown !== null) items.push(withEtag(shown));
        }
        return { body: { items } };
      },
      method: "POST",
      path: "/catalogue",
      scope: "catalogue",
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
                ...is("line"),
              }),
              if_match: Type.Optional(Type.Union([Type.String(), Type.Null()])),
            },
            { additionalProperties: false },
          ),
          { minItems: 1, maxItems: editsMost },
        ),
        allow_overbooked: passesOver(),
      }),
      answers: {
        200: listOf(
          Type.Object({ before: Type.Unknown(), after: Type.Unknown(), etag: Type.String() }),
        ),
      },
      refusals: ["account-limit-reached", "edits-bad", "changed-meanwhile"],
    },
    async ({ store }, { audit, body }, { id }) => {
      const requests = body.edits.map(({ line, if_match }) => ({
        line,
        ...(if_match !== undefined && { matches: sawThat(if_match) }),
      }));
      const door = store.account(id);
      const changes = await editCatalogue(door, audit, requests, body.allow_overbooked);
      if (isRefused<EditRefusal>(changes)) return changes;
      return {
        body: { items: changes.map(withEtag) },
      };
    },
  ),
];

function keyTextOf(line: object): string {
  return JSON.stringify(readKey(line));
}

function withEtag(change: CatalogueChange) {
  return { ...change, etag: etagOf(change.after) };
}
