import { limitsOf } from "../../domain/account-limits.ts";
import type { AccountId } from "../../domain/account.ts";
import type { Engine, EngineOptions, ValueRow } from "../engine.ts";
import { Nodes, readAccountNodes } from "./nodes.ts";
import { analyzeTables } from "./autovacuum.ts";
import {
  checkPostgres,
  databaseIdentity,
  inspectPostgres,
  isServedPostgres,
  readMode,
} from "./engine-facts.ts";
import { clientConfig, limitOf, timeouts, type Limit } from "./client-config.ts";
import { ConnectionPool } from "./connection-pool.ts";
import type { Connection } from "./connection.ts";
import type { ConnectionParts } from "./connection-parts.ts";
import { StatementNames } from "./statement-names.ts";
import { postgresDialect, prepareKysely } from "./dialect.ts";
import { distribute, distributeNewTables } from "./placement.ts";
import { KeptHeartbeat, readNode, requestHeartbeat } from "./heartbeat.ts";
import { openSnapshot } from "./session.ts";
import { Liveness } from "./liveness.ts";
import { Pipelines } from "./pipeline.ts";
import { AccountScope, secureRows } from "./row-security.ts";
import { tryStart } from "./rights.ts";
import { prepareTransactions } from "./transaction.ts";

/** How many of the connections for reading carry many statements at a time; each node of Citus has as many besides. */
const maxPipelined = 2;

/**
 * PostgreSQL, outside the process, through two pools, so that reads do not wait for connections that wait
 * for locks. The reads of callers' requests are pipelined, but behind a pooler or under row level security, over connections
 * of their own, which no operator's long read blocks. A lost connection ends its own statements and no others.
 */
export function openPostgres(url: string, options: EngineOptions): Engine {
  const config = clientConfig(url, options);
  const isPatient = options.timeouts === "task";
  const parts: ConnectionParts = {
    liveness: new Liveness((signal) => requestHeartbeat(config, signal), { isPatient }),
    observe: options.observe,
    timeouts: options.timeouts,
    pooler: options.pooler,
    names: options.pooler ? null : new StatementNames("booking_"),
    groupNames: options.pooler ? null : new StatementNames("booking_group_"),
    scope: options.rowSecurity ? new AccountScope() : null,
    nodes: new Nodes({
      isPatient,
      readAccounts: () => readAccountNodes(reads),
      openHeartbeat: () => new KeptHeartbeat(config),
    }),
  };
  const limit = () => limitOf(options.timeouts);
  const size = Math.max(1, Math.floor(options.poolSize / 2));
  // A pipelined statement shares its session with others, so the session cannot be limited to one
  // account. A pooler gives each transaction another session, so a pipeline does not survive it.
  const pipelined = options.rowSecurity || options.pooler ? 0 : Math.min(maxPipelined, size - 1);
  const { limitMs } = timeouts[options.timeouts];
  const pipelines =
    pipelined === 0 ? null : new Pipelines(config, parts, { size: pipelined, limitMs });
  const reading = new ConnectionPool(config, parts, size - pipelined);
  const writing = new ConnectionPool({ ...config, pipeline: true }, parts, size);
  const reads = prepareKysely(
    () => reading.borrow(limit()),
    (connection) => reading.giveBack(connection),
  );
  const transactions = prepareTransactions(writing, options);
  const readRows = (text: string, values: readonly unknown[]): Promise<readonly ValueRow[]> =>
    pipelines === null
      ? reading.lend(limit(), (connection) => connection.readRows(text, values))
      : pipelines.read(text, values);

  return {
    ...postgresDialect,
    limits: limitsOf(options),
    reads,
    readRows,
    ...transactions,
    analyze: (tables) => analyzeTables(transactions.write, tables),
    distribute,
    distributeNewTables,
    secure: async () => {
      if (options.rowSecurity) await transactions.write((transaction) => secureRows(transaction));
    },
    within: (accountId, work) =>
      parts.scope === null ? parts.nodes.run(accountId, work) : parts.scope.run(accountId, work),
    poolUse: () => [
      { pool: "reads", ...reading.use },
      { pool: "writes", ...writing.use },
    ],
    warmUp: () => reachNodes(parts.nodes, { reading, writing, limit, size }),
    snapshot: () => openSnapshot(config, parts),
    file: null,
    identity: databaseIdentity,
    copyTo: () => {
      throw new Error("PostgreSQL has no file to copy.");
    },
    ...questions({ reading, writing, limit }),
    check: () => checkPostgres(reads),
    tryStart: (migrates) => tryStart(transactions.write, { ...options, migrates }),
    close: async () => {
      parts.nodes.close();
      await Promise.all([pipelines?.close(), reading.close(), writing.close()]);
    },
  };
}

/** What the server says about itself. */
function questions({ reading, writing, limit }: Pools): Questions {
  return {
    ping: () => reading.lend(limit(), readMode),
    inspect: () =>
      reading.lend(limit(), (connection) =>
        inspectPostgres(connection, (work) => writing.lend(limit(), work)),
      ),
    hasServers: () => reading.lend(limit(), isServedPostgres),
  };
}

type Questions = Pick<Engine, "ping" | "inspect" | "hasServers">;

/** Opens a connection to each node that answers in each session that writes. Returns an account of each node. */
async function reachNodes(
  nodes: Nodes,
  { reading, writing, limit, size }: PoolsToWarm,
): Promise<readonly AccountId[]> {
  // A session says whether there are nodes.
  await reading.lend(limit(), async () => {});
  const accountIds = await nodes.findAnswering();
  if (accountIds.length === 0) return [];
  const reach = async (connection: Connection) => {
    for (const id of accountIds) await connection.readRows(readNode, [id]);
  };
  await Promise.allSettled(Array.from({ length: size }, () => writing.lend(limit(), reach)));
  return accountIds;
}

interface Pools {
  readonly reading: ConnectionPool;
  readonly writing: ConnectionPool;
  readonly limit: () => Limit;
}

interface PoolsToWarm extends Pools {
  /** How many connections `writing` has. */
  readonly size: number;
}
