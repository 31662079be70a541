import { Type, type Static, type TObject, type TProperties, type TSchema } from "typebox";
import { isBadContent, parseDataLine } from "../../../domain/data-file/parse-data-line.ts";
import { isRefused } from "../../../domain/refusal.ts";
import type { ListedKind } from "../../../store/catalogue/list-lines.ts";
import type { CatalogueLine } from "../../../store/catalogue/read-line.ts";
import {
  editCatalogue,
  removeFromCatalogue,
  type EditRefusal,
} from "../../../usecases/operator/edit-catalogue.ts";
import type { OperatorRefusal } from "../../../usecases/operator/operator-refusal.ts";
import { BadInput } from "../bad-input.ts";
import { etagOf, matchesEtag } from "../etag.ts";
import { accountParams, route, type Order, type Route } from "../route.ts";
import { activityId, hostId, listOf, publicKey, text, ticketTypeId, Uuid } from "../schemas.ts";

const tag = "Catalogue";
const below = "/accounts/{tenant}/{environment}";

const Duration = Type.Optional(
  Type.Union([Type.Integer({ minimum: 1, maximum: 1440 }), Type.Null()]),
);
const Languages = Type.Record(Type.String(), Type.String(), {
  description: "Texts by base language code.",
});
const DisplayName = Type.String({ maxLength: 1024 });

const WithParts = Type.Object({
  with: Type.Optional(
    Type.Literal("everything-unbooked", {
      description: "Its activities, slots, hosts and ticket types go along; else it must be empty.",
    }),
  ),
});

interface Kind {
  readonly kind: ListedKind;
  /** In operations' names. */
  readonly word: string;
  readonly words: string;
  readonly path: string;
  /** The parameters of the path that name it, as the line has them. */
  readonly keys: TProperties;
  /** The last of them, which names it inside its parents. */
  readonly own: string;
  readonly fields: TProperties;
  /** Fields that a line must have to be parsed, when only its key is known. */
  readonly filler: object;
  /** Whether it has parts that may go along when it is removed. */
  readonly hasParts: boolean;
}

const ofActivity = { interaction: publicKey, activity: activityId } as const;
const inActivity = "/interactions/{interaction}/activities/{activity}";

const kinds: readonly Kind[] = [
  {
    kind: "group",
    word: "Group",
    words: "Groups",
    path: "/groups",
    keys: { unique_key: text(256, "The group's unique key.") },
    own: "unique_key",
    fields: { display_name: DisplayName },
    filler: { display_name: "" },
    hasParts: false,
  },
  {
    kind: "interaction",
    word: "Interaction",
    words: "Interactions",
    path: "/interactions",
    keys: { public_key: publicKey },
    own: "public_key",
    fields: {
      id: Type.Optional(Uuid),
      group: text(256, "The group's unique key."),
      timezone: text(64, "An IANA name."),
      default_language: text(8, "A base language code."),
      languages: Type.Array(Type.String(), { minItems: 1, maxItems: 1000 }),
      cancellation_cutoff_minutes: Type.Optional(
        Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
      ),
      waitlist_promotion: Type.Optional(
        Type.Union([Type.Literal("manual"), Type.Literal("automatic")]),
      ),
    },
    filler: { group: "x", timezone: "Etc/UTC", default_language: "en", languages: ["en"] },
    hasParts: true,
  },
  {
    kind: "activity",
    word: "Activity",
    words: "Activities",
    path: "/interactions/{interaction}/activities",
    keys: { interaction: publicKey, id: activityId },
    own: "id",
    fields: {
      title: Languages,
      location_hint: Type.Optional(Languages),
      slot_duration_in_minutes: Duration,
    },
    filler: { title: {} },
    hasParts: true,
  },
  {
    kind: "host",
    word: "Host",
    words: "Hosts",
    path: `${inActivity}/hosts`,
    keys: { ...ofActivity, id: hostId },
    own: "id",
    fields: { display_name: DisplayName, slot_duration_in_minutes: Duration },
    filler: { display_name: "" },
    hasParts: false,
  },
  {
    kind: "ticket_type",
    word: "TicketType",
    words: "TicketTypes",
    path: `${inActivity}/ticket-types`,
    keys: { ...ofActivity, id: ticketTypeId },
    own: "id",
    fields: { display_name: DisplayName, has_limited_capacity: Type.Boolean() },
    filler: { display_name: "", has_limited_capacity: true },
    hasParts: false,
  },
];

const editRefusals = ["edits-bad", "changed-meanwhile", "precondition-missing"] as const;

/**
 * The catalogue: each thing is a line of a data file, whole. What stands there is changed only by who
 * saw it (`If-Match`), and made only where nothing stands (`If-None-Match: *`). What is removed is so
 * whatever it looks like, unless `If-Match` is sent.
 */
export const catalogueRoutes: readonly Route[] = [
  ...kinds.flatMap(routesOf),
  route(
    {
      operation: "editCatalogue",
      method: "POST",
      path: `${below}/catalogue`,
      role: "admin",
      scope: "account",
      tag,
      summary: "Change several things of the catalogue together, all or none.",
      description:
        "A new campaign comes this way, together with its first activity. if_match is the ETag of " +
        "what was seen, or null for something new; absent, whatever stands there is replaced.",
      params: Type.Object(accountParams),
      json: Type.Object(
        {
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
        },
        { additionalProperties: false },
      ),
      answers: {
        200: listOf(
          Type.Object({ before: Type.Unknown(), after: Type.Unknown(), etag: Type.String() }),
        ),
      },
      refusals: ["edits-bad", "changed-meanwhile"],
    },
    async ({ store }, { doing, body }, { name }) => {
      const requests = body.edits.map(({ line, if_match }) => ({
        line,
        ...(if_match !== undefined && { matches: matcher(if_match) }),
      }));
      const { allow_overbooked: allowOverbooked = false } = body;
      const changes = await editCatalogue(store, doing, name, requests, { allowOverbooked });
      if (isRefused<OperatorRefusal | EditRefusal>(changes)) return changes;
      return {
        body: { items: changes.map((change) => ({ ...change, etag: etagOf(change.after) })) },
      };
    },
  ),
];

function matcher(ifMatch: string | null) {
  return (before: object | null) =>
    ifMatch === null ? before === null : matchesEtag(ifMatch, before);
}

function routesOf(each: Kind): Route[] {
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
        const line = parsed({ kind, ...keyOf(each, order.params), ...each.filler });
        const found = await store.account(id).findInCatalogue(line);
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
        const line = { kind, ...keyOf(each, order.params), ...(order.body as object) };
        const [change, ...rest] = await edit({ store, doing: order.doing, name }, line, matches);
        if (change === undefined || rest.length > 0) throw new Error("One edit is one change.");
        if (isRefused<OperatorRefusal | EditRefusal>(change)) return change;
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
      const line = { kind: each.kind, ...keyOf(each, order.params), ...each.filler };
      const { with: along } = order.query;
      const removed = await removeFromCatalogue(store, order.doing, name, line, {
        withUnbooked: along !== undefined,
        ...(order.ifMatch !== null && { matches: matcher(order.ifMatch) }),
      });
      return isRefused<OperatorRefusal | EditRefusal>(removed)
        ? removed
        : { status: 204, body: null };
    },
  );
}

type Edit = Parameters<typeof editCatalogue>;

/** One edit, as a list of its one change or of why not. */
async function edit(
  { store, doing, name }: { store: Edit[0]; doing: Edit[1]; name: Edit[2] },
  line: object,
  matches: (before: object | null) => boolean,
) {
  const changes = await editCatalogue(store, doing, name, [{ line, matches }]);
  return isRefused<OperatorRefusal | EditRefusal>(changes) ? [changes] : changes;
}

/** What must stand there; null when nothing was said about it. */
function preconditionOf({
  ifMatch,
  ifNoneMatch,
}: Pick<Order<never, never, never>, "ifMatch" | "ifNoneMatch">) {
  if (ifMatch !== null) return matcher(ifMatch);
  return ifNoneMatch?.trim() === "*" ? matcher(null) : null;
}

function keyOf({ keys }: Kind, params: Static<TObject>): object {
  const given = params as Readonly<Record<string, string>>;
  return Object.fromEntries(Object.keys(keys).map((key) => [key, given[key]]));
}

function parsed(line: object): CatalogueLine {
  const content = parseDataLine(JSON.stringify(line), 0);
  if (isBadContent(content)) {
    throw new BadInput(content.bad.field ?? "the path", `${content.bad.expected} is expected`);
  }
  if (content.kind === "booking") throw new Error("A booking is no part of the catalogue.");
  return content;
}

/** `TicketTypes` as people say it. */
function spoken(words: string): string {
  return words.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
}
