import { backup } from "./backup.ts";
import { changes } from "./changes.ts";
import { citus } from "./citus.ts";
import { closing } from "./closing.ts";
import { cut } from "./cut.ts";
import { failover } from "./failover.ts";
import { ha } from "./ha.ts";
import { kill } from "./kill.ts";
import { holds } from "./holds.ts";
import { races } from "./races.ts";
import { storm } from "./storm.ts";
import { overload } from "./overload.ts";
import { model } from "./model.ts";
import { once } from "./once.ts";
import { moment } from "./moment.ts";
import { isolation } from "./isolation.ts";
import { nth } from "./nth.ts";
import { overlap } from "./overlap.ts";
import { rolling } from "./rolling.ts";
import { upgrade } from "./upgrade.ts";
import { slow } from "./slow.ts";
import { imports } from "./import.ts";
import { linearizable } from "./linearizable.ts";
import { canary } from "./canary.ts";
import { full } from "./full.ts";
import { garbage } from "./garbage.ts";
import { mutants } from "./mutants.ts";
import { sabotage } from "./sabotage.ts";
import { burst } from "./burst.ts";
import { histories } from "./histories.ts";
import { killed } from "./killed.ts";
import { desks } from "./desks.ts";
import { scans } from "./scans.ts";
import { webhooks } from "./webhooks.ts";
import { names } from "./names.ts";
import { posts } from "./posts.ts";
import { flood } from "./flood.ts";
import { turns } from "./turns.ts";
import type { Proof } from "../running/proof.ts";

/** All proofs by name, in the order in which they run. */
export const proofs: Readonly<Record<string, Proof>> = {
  kill,
  races,
  holds,
  cut,
  failover,
  ha,
  storm,
  closing,
  citus,
  changes,
  webhooks,
  names,
  posts,
  turns,
  import: imports,
  model,
  nth,
  linearizable,
  moment,
  once,
  histories,
  isolation,
  canary,
  garbage,
  full,
  slow,
  overload,
  burst,
  desks,
  scans,
  flood,
  overlap,
  rolling,
  killed,
  backup,
  upgrade,
  mutants,
  sabotage,
};
