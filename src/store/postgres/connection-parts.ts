import type { EngineOptions, StatementObserver } from "../engine.ts";
import type { Liveness } from "./liveness.ts";
import type { Nodes } from "./nodes.ts";
import type { RoleFacts } from "./role-facts.ts";
import type { AccountScope } from "./row-security.ts";
import type { StatementNames } from "./statement-names.ts";

/** The parts that all connections of a process share. */
export interface ConnectionParts {
  readonly liveness: Liveness;
  readonly observe: StatementObserver;
  /** Which time limits the sessions have. */
  readonly timeouts: EngineOptions["timeouts"];
  /** Whether a pooler gives every transaction another session. */
  readonly pooler: boolean;
  /** Null behind a pooler, which may give the next transaction a session that has not prepared them. */
  readonly names: StatementNames | null;
  /** The names of statements that are sent in groups, where there are any: the driver does not know these. */
  readonly groupNames: StatementNames | null;
  /** Null without row level security. */
  readonly scope: AccountScope | null;
  readonly nodes: Nodes;
}

/** What a session of the server is to this process. */
export interface Session {
  /** Whether rows may be copied: not into a table under policies, and Citus would hold a COPY open on each shard. */
  readonly mayCopy: boolean;
  /** Whether a pooler stands between: the server's process has another number than the connection. */
  readonly isPooled: boolean;
  readonly role: RoleFacts;
}

/** The liveness of what the present work needs: its account's node, or the whole database. */
export function livenessOf({
  nodes,
  liveness,
}: Pick<ConnectionParts, "nodes" | "liveness">): Liveness {
  return nodes.current?.liveness ?? liveness;
}
