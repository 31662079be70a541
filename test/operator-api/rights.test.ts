import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { describe, test } from "node:test";
import { Type, type TSchema } from "typebox";
import type { AccountId } from "../../src/domain/account.ts";
import { operatorScopes, unlimited, type OperatorScope } from "../../src/domain/operator.ts";
import { refuseOperator, refuseOrder } from "../../src/operations/machinery/authorize.ts";
import { meaningOf, type Meaning } from "../../src/operations/machinery/meaning.ts";
import type { Operation } from "../../src/operations/machinery/operation.ts";
import { namesAccount } from "../../src/operations/machinery/operations-of.ts";
import { maySee } from "../../src/operations/machinery/run-operation.ts";
import { routes } from "../../src/operator/api/serving/routes.ts";
import { acme } from "../harness/service.ts";

/*
 * Who may do what, by what the fields of operations say they are. `rights.txt` is made of the two gates that a request
 * passes: for every operation and every kind of key it lists the scopes that let it in. UPDATE=1 writes it; whoever
 * reviews a change reads the difference.
 */
const table = new URL("rights.txt", import.meta.url);

interface Field {
  readonly name: string;
  readonly schema: TSchema;
}

function* fieldsOf(schema: TSchema, name = ""): Generator<Field> {
  if (name !== "") yield { name, schema };
  const {
    properties = {},
    items,
    anyOf = [],
  } = schema as {
    readonly properties?: Readonly<Record<string, TSchema>>;
    readonly items?: TSchema;
    readonly anyOf?: readonly TSchema[];
  };
  for (const [inner, field] of Object.entries(properties)) yield* fieldsOf(field, inner);
  if (items !== undefined) yield* fieldsOf(items);
  for (const each of anyOf) yield* fieldsOf(each);
}

function requestFields({ params, query, body }: Operation): Field[] {
  const json = body?.type === "application/json" ? [body.schema] : [];
  return [params, query, ...json].flatMap((schema) => [...fieldsOf(schema)]);
}

const ofCampaigns: ReadonlySet<Meaning | null> = new Set(["campaign", "campaigns", "rights"]);

/** The fields that do not say what they are, though a reader of their names would take them for something. */
function silentFields(operation: Operation): string[] {
  const silent = requestFields(operation).filter(({ name, schema }) => {
    const what = meaningOf(schema);
    if (operation.writes && (schema as { type?: string }).type === "boolean") {
      return what !== "passes-over" && what !== "option";
    }
    if (/interaction|public_?key|campaign/i.test(name)) return !ofCampaigns.has(what);
    return /^(?:booking|webhook|hold)$/.test(name) && operation.path.includes(`{${name}}`)
      ? what !== name
      : false;
  });
  return silent.map(({ name }) => `${operation.name}: ${name}`);
}

const own = { id: 1 as AccountId, name: acme };
const foreign = { id: 2 as AccountId, name: { tenant: "other", environment: "uat" } } as const;
const mine = "pk_own";
const others = "pk_foreign";

/** Finds the campaign of a row, which is its id. */
const store = {
  account: () => ({
    findBookings: async ({ id }: { id: string }) => [{ line: { interaction: id } }],
    findHold: async (id: string) => ({ publicKey: id }),
    webhooks: { find: async (id: string) => ({ interactions: [id] }) },
  }),
} as never;

const naming: Readonly<Partial<Record<Meaning, (campaign: string) => unknown>>> = {
  campaign: (campaign) => campaign,
  campaigns: (campaign) => [campaign],
  line: (campaign) => ({ kind: "activity", interaction: campaign }),
  booking: (campaign) => campaign,
  hold: (campaign) => campaign,
  webhook: (campaign) => campaign,
};

/** A value whose fields name the campaigns of `next`, one after the other, and whose booleans are `isOn`. */
function sample(schema: TSchema, next: () => string, isOn: (name: string) => boolean): unknown {
  const what = meaningOf(schema);
  const said = what === null ? undefined : naming[what];
  if (said !== undefined) return said(next());
  const { properties, items } = schema as {
    readonly properties?: Readonly<Record<string, TSchema>>;
    readonly items?: TSchema;
  };
  if (items !== undefined) return [sample(items, next, isOn)];
  if (properties === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [
      name,
      (field as { type?: string }).type === "boolean" ? isOn(name) : sample(field, next, isOn),
    ]),
  );
}

interface Key {
  readonly ofOneAccount?: true;
  readonly ofOneCampaign?: true;
}

interface Request {
  readonly account?: typeof own | typeof foreign;
  /** The place of the one field that names a foreign campaign. */
  readonly foreignField?: number;
  /** The boolean that is true. */
  readonly on?: string;
}

/** The fields by which a request can name a campaign. */
function namingFields(operation: Operation): number {
  let count = 0;
  const next = () => (count++, mine);
  for (const schema of schemasOf(operation)) sample(schema, next, () => false);
  return count;
}

function schemasOf({ params, query, body }: Operation): TSchema[] {
  return [params, query, ...(body?.type === "application/json" ? [body.schema] : [])];
}

async function isLetIn(
  operation: Operation,
  scopes: readonly OperatorScope[],
  key: Key,
  { account = own, foreignField, on }: Request = {},
): Promise<boolean> {
  const operator = {
    ...unlimited,
    name: "key",
    role: null,
    scopes,
    accounts: key.ofOneAccount ? [own] : null,
    interactions: key.ofOneCampaign ? [mine] : null,
  } as never;
  if (refuseOperator(operation, operator) !== null) return false;
  if (namesAccount(operation) && !maySee(operator, account.id)) return false;
  let count = 0;
  const next = () => (count++ === foreignField ? others : mine);
  const [params, query, body] = schemasOf(operation).map((schema) =>
    sample(schema, next, (name) => name === on),
  );
  const order = { operator, params, query, body };
  return (await refuseOrder(operation, order, account, store)) === null;
}

/** The scopes of which each lets such a key in, together with `more`. */
async function scopesOf(
  operation: Operation,
  key: Key,
  request?: Request,
  more: readonly OperatorScope[] = [],
): Promise<string> {
  const may: OperatorScope[] = [];
  for (const scope of operatorScopes) {
    if (await isLetIn(operation, [scope, ...more], key, request)) may.push(scope);
  }
  return may.length === operatorScopes.length ? "any" : may.join(" ") || "-";
}

/** A line of the table, with `=` for what is as for a key without limits. */
async function lineOf(operation: Operation): Promise<string> {
  const all = await scopesOf(operation, {});
  const same = (scopes: string) => (scopes === all ? "=" : scopes);
  const account = async (each: typeof own | typeof foreign) =>
    same(await scopesOf(operation, { ofOneAccount: true }, { account: each }));
  const campaign = { ofOneCampaign: true } as const;
  const foreigns = new Set<string>();
  for (let place = 0; place < namingFields(operation); place += 1) {
    foreigns.add(await scopesOf(operation, campaign, { foreignField: place }));
  }
  assert.ok(foreigns.size <= 1, `${operation.name}: one field names a campaign in vain`);
  const [foreignCampaign = ""] = foreigns;
  const cells = [
    all,
    await account(own),
    namesAccount(operation) ? await account(foreign) : "",
    same(await scopesOf(operation, campaign)),
    foreignCampaign && same(foreignCampaign),
  ];
  const booleans = requestFields(operation).filter(
    ({ schema }) => (schema as { type?: string }).type === "boolean",
  );
  for (const { name } of booleans) {
    const alone = same(await scopesOf(operation, {}, { on: name }));
    if (alone === "=") continue;
    cells.push(
      `${name}: ${alone}, with slots ${await scopesOf(operation, {}, { on: name }, ["slots"])}`,
    );
  }
  return [operation.name, ...cells].join(" | ").trimEnd();
}

const heading =
  "operation | a key for everything | of one account: its own | another | of one campaign: its own | another | with what passes over seats";

describe("P28 A65 scope, operation, account, campaign", () => {
  test("every operation and every kind of key are as the table has them", async () => {
    const lines = [heading];
    for (const operation of routes) lines.push(await lineOf(operation));
    const text = `${lines.join("\n")}\n`;
    if (process.env["UPDATE"] === "1") writeFileSync(table, text);
    assert.equal(text, readFileSync(table, "utf8"));
  });

  test("a field says whether it passes over seats, and whether it names a campaign", () => {
    assert.deepEqual(routes.flatMap(silentFields), []);
  });

  test("an operation whose fields say nothing is found", () => {
    const book = routes.find(({ name }) => name === "bookAs") ?? assert.fail();
    const silent = (fields: Record<string, TSchema>) =>
      silentFields({
        ...book,
        body: { type: "application/json", schema: Type.Object(fields), limitBytes: 1 },
      });
    assert.deepEqual(silent({ late: Type.Optional(Type.Boolean()) }), ["bookAs: late"]);
    assert.deepEqual(silent({ campaign: Type.String() }), ["bookAs: campaign"]);
    assert.deepEqual(silent({ each: Type.Array(Type.Object({ late: Type.Boolean() })) }), [
      "bookAs: late",
    ]);
    const params = Type.Object({ booking: Type.String() });
    assert.ok(silentFields({ ...book, params }).includes("bookAs: booking"));
  });

  test("an operation of one campaign names it", () => {
    for (const operation of routes.filter(({ appliesTo }) => appliesTo === "campaign")) {
      assert.ok(namingFields(operation) > 0, operation.name);
    }
  });
});
