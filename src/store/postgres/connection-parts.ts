import type { EngineOptions, StatementObserver } from "../engine.ts";
import type { Liveness } from "./liveness.ts";
import type { Nodes } from "./nodes.ts";
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
  /** Null behind a pooler that cannot keep prepared statements. */
  readonly names: StatementNames | null;
  /** The names of statements that are sent in groups, where there are any: the driver does not know these. */
  readonly groupNames: StatementNames | null;
  /** Null without row level security. */
  readonly scope: AccountScope | null;
  readonly nodes: Nodes;
}

/** The liveness of what the present work needs: its account's node, or the whole database. */
export function livenessOf({
  nodes,
  liveness,
}: Pick<ConnectionParts, "nodes" | "liveness">): Liveness {
  return nodes.current?.liveness ?? liveness;
}
