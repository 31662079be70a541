import { createCitusDatabase, dropCitusDatabases, isCitus } from "./citus-databases.ts";
import { askServer } from "./server-connection.ts";

/** Makes a database, empty or as a copy, and returns its URL. */
export async function createDatabase(
  serverUrl: string,
  name: string,
  template = "template1",
): Promise<string> {
  if (isCitus(serverUrl)) {
    return createCitusDatabase(serverUrl, name, template === "template1" ? null : template);
  }
  // A copy of files costs half as much as a copy through the log, which is meant for larger servers.
  await askServer(serverUrl, `create database ${name} template ${template} strategy file_copy`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Drops all databases whose names have this prefix. */
export async function dropDatabases(serverUrl: string, prefix: string): Promise<void> {
  if (isCitus(serverUrl)) return dropCitusDatabases(serverUrl, prefix);
  const names = await askServer(
    serverUrl,
    "select datname from pg_database where starts_with(datname, $1)",
    [prefix],
  );
  for (const { datname } of names)
    await askServer(serverUrl, `drop database ${datname} with (force)`);
}
