import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { fastify } from "fastify";
import { Type } from "typebox";
import { compileSerializer, compileValidator } from "./wire.ts";

const Shown = Type.Object({
  name: Type.String(),
  ended_at: Type.Union([Type.String({ format: "date-time" }), Type.Null()]),
  parts: Type.Array(Type.Object({ id: Type.String() })),
  details: Type.Unknown(),
});

describe("an answer of the operator API", () => {
  const serving = (answer: object) => {
    const server = fastify();
    server.setSerializerCompiler(compileSerializer);
    server.get("/", { schema: { response: { 200: Shown } } }, async () => answer);
    return server.inject("/");
  };
  const shown = { name: "ann", ended_at: null, parts: [{ id: "x" }], details: { any: ["thing"] } };

  test("has the fields of its schema", async () => {
    assert.deepEqual((await serving(shown)).json(), shown);
  });

  test("lets no field out that its schema does not name", async () => {
    const answer = await serving({ ...shown, secret: "s", parts: [{ id: "x", hash: "h" }] });
    assert.deepEqual(answer.json(), shown);
  });

  test("that lacks a field is a fault", async () => {
    assert.equal((await serving({ ...shown, name: undefined })).statusCode, 500);
  });
});

describe("a request to the operator API", () => {
  const Query = Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1 })),
    update: Type.Optional(Type.Boolean()),
    status: Type.Optional(Type.Array(Type.String())),
    name: Type.Optional(Type.String()),
    kinds: Type.Optional(Type.Array(Type.Union([Type.Literal("a"), Type.Literal("b")]))),
    role: Type.Optional(Type.Literal("admin")),
    at: Type.Optional(Type.String({ format: "date-time" })),
  });
  const Body = Type.Object({ capacity: Type.Integer() }, { additionalProperties: false });
  const serving = (url: string, body: object = { capacity: 1 }) => {
    const server = fastify();
    server.setValidatorCompiler(compileValidator);
    server.post("/", { schema: { querystring: Query, body: Body } }, async ({ query }) => query);
    return server.inject({ method: "POST", url, body });
  };

  test("has numbers, truths and lists in its query as their schemas want them", async () => {
    const answer = await serving("/?limit=5&update=true&status=a&name=5");
    assert.deepEqual(answer.json(), { limit: 5, update: true, status: ["a"], name: "5" });
  });

  for (const [what, url, words] of [
    [
      "an unknown parameter",
      "/?page=1",
      "the query may have only limit, update, status, name, kinds, role, at",
    ],
    ["a parameter given twice", "/?name=a&name=b", "name can be given once"],
    ["a number that is none", "/?limit=1e2", "limit must be an integer"],
    ["a number below the least", "/?limit=0", "limit must be 1 or more"],
    ["a value of a list", "/?kinds=a&kinds=c", "an item of kinds must be a or b"],
    ["another value than the only one", "/?role=staff", "role must be admin"],
    ["a time that is none", "/?at=soon", "at must be RFC 3339, such as 2030-05-01T08:00:00Z"],
  ] as const) {
    test(`is refused for ${what}`, async () => {
      const answer = await serving(url);
      assert.equal(answer.statusCode, 400);
      assert.equal(answer.json().message, words);
    });
  }

  test("is refused for a number as text, and for a field that there is not", async () => {
    assert.equal(
      (await serving("/", { capacity: "1" })).json().message,
      "capacity must be an integer",
    );
    const unknown = await serving("/", { capacity: 1, seats: 1 });
    assert.equal(unknown.json().message, "seats is no field here");
    const fields = Array.from({ length: 400 }, (_, index) => [`field${index}`, 1]);
    const many = await serving("/", { capacity: 1, ...Object.fromEntries(fields) });
    assert.equal(many.json().message, "field0 is no field here");
  });
});
