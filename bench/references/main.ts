import { serveBare } from "./bare-server.ts";
import { serveCancels as cancelOnPostgres } from "./cancel-postgres.ts";
import { serveCancels as cancelOnSqlite } from "./cancel-sqlite.ts";
import * as postgres from "./list-postgres.ts";
import * as sqlite from "./list-sqlite.ts";
import { referenceNames, type ReferenceName } from "./references.ts";
import { serveToken } from "./token.ts";

/** Runs one reference. Arguments: its name, the database's URL, and for `token` the secret and the token. */
const [name, databaseUrl = "", secret = "", token = ""] = process.argv.slice(2);
const file = /^sqlite:(.*)$/.exec(databaseUrl)?.[1];

const start = {
  hello: () => serveBare(() => '{"hello":"world"}'),
  "list-naive": () =>
    file === undefined ? postgres.serveNaiveList(databaseUrl) : sqlite.serveNaiveList(file),
  "list-tuned": () =>
    file === undefined ? postgres.serveTunedList(databaseUrl) : sqlite.serveTunedList(file),
  "cancel-single": () =>
    file === undefined ? cancelOnPostgres(databaseUrl, "single") : cancelOnSqlite(file, "single"),
  "cancel-batched": () =>
    file === undefined ? cancelOnPostgres(databaseUrl, "batched") : cancelOnSqlite(file, "batched"),
  token: () => serveToken(secret, token),
} satisfies Record<ReferenceName, () => unknown>;

const known = referenceNames.find((reference) => reference === name);
if (known === undefined) throw new Error(`There is no reference ${name}.`);
await start[known]();
