import { Client } from "pg";

/**
 * Databases on the Citus coordinator that `TEST_CITUS_URL` names, whose database already has the extension and
 * the nodes. Citus keeps each database apart, so one is made on every node, and a copy of a distributed one is
 * made by copying it on every node.
 */
export function isCitus(serverUrl: string): boolean {
  const named = citusUrl();
  return named !== null && new URL(named).host === new URL(serverUrl).host;
}

export function citusUrl(): string | null {
  const named = process.env["TEST_CITUS_URL"] ?? "";
  return named === "" ? null : named;
}

interface Node {
  readonly name: string;
  readonly port: number;
  readonly isCoordinator: boolean;
}

/** Makes a database with the extension and the nodes, or a copy of a template. Returns the coordinator's URL. */
export async function createCitusDatabase(
  serverUrl: string,
  name: string,
  template: string | null,
): Promise<string> {
  const nodes = await readNodes(serverUrl);
  const copied = template === null ? "" : ` template ${template} strategy file_copy`;
  await Promise.all(
    nodes.map((node) => ask(urlOn(serverUrl, node, null), `create database ${name}${copied}`)),
  );
  const url = urlOn(
    serverUrl,
    nodes.find(({ isCoordinator }) => isCoordinator)!,
    name,
  );
  if (template !== null) return url;
  // Each move copies one shard of every table. With the usual 32, emptying a node takes eight times as long.
  await ask(url, `alter database ${name} set citus.shard_count = 4`);
  for (const node of nodes) await ask(urlOn(serverUrl, node, name), "create extension citus");
  for (const node of nodes) {
    const add = node.isCoordinator ? "citus_set_coordinator_host" : "citus_add_node";
    await ask(url, `select ${add}('${node.name}', ${node.port})`);
  }
  return url;
}

/** Ends the sessions on a database and admits no others, so that it can be copied. */
export async function closeCitusTemplate(serverUrl: string, name: string): Promise<void> {
  for (const node of await readNodes(serverUrl)) {
    const url = urlOn(serverUrl, node, null);
    await ask(url, `alter database ${name} allow_connections false`);
    await ask(
      url,
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`,
    );
  }
}

export async function dropCitusDatabases(serverUrl: string, prefix: string): Promise<void> {
  for (const node of await readNodes(serverUrl)) {
    const url = urlOn(serverUrl, node, null);
    const names = await ask(
      url,
      `select datname from pg_database where starts_with(datname, '${prefix}')`,
    );
    for (const { datname } of names) await ask(url, `drop database ${datname} with (force)`);
  }
}

async function readNodes(serverUrl: string): Promise<readonly Node[]> {
  return (await ask(
    citusUrl() ?? serverUrl,
    `select nodename as name, nodeport as port, groupid = 0 as "isCoordinator"
     from pg_dist_node
     order by groupid`,
  )) as Node[];
}

/** Without a database, the node's maintenance database. */
function urlOn(serverUrl: string, { name, port }: Node, database: string | null): string {
  const url = new URL(serverUrl);
  url.hostname = name;
  url.port = String(port);
  url.pathname = `/${database ?? "postgres"}`;
  return url.href;
}

async function ask(url: string, statement: string): Promise<any[]> {
  const client = new Client(url);
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
