import { setTimeout as sleep } from "node:timers/promises";
import { pick, type Random } from "../../test/harness/random.ts";
import type { TestService } from "../../test/harness/service.ts";
import type { CitusCluster, WorkerNode } from "./cluster.ts";
import { prepareCredentialChanges } from "./credential-changes.ts";

export interface Scene {
  readonly random: Random;
  readonly cluster: CitusCluster;
  readonly service: TestService;
  readonly victim: WorkerNode;
  /** The ids of the accounts on the victim, and of the others. */
  readonly hit: readonly number[];
  readonly healthy: readonly number[];
  readonly breaches: string[];
}

const hangsMs = 8_000;
/** Longer than any limit of waiting, of the service and of Citus. */
const goneMs = 150_000;
const cutsPerIncident = 10;

/** What happens to a cluster under traffic. Each returns the accounts whose requests it may refuse. */
export const incidents = {
  crash: async ({ victim, hit }: Scene) => {
    await victim.crash();
    await sleep(2_000);
    await victim.untilRecovered();
    return hit;
  },
  hang: async (scene: Scene) => {
    const changes = await prepareCredentialChanges(scene);
    const wake = await scene.victim.hang();
    try {
      await changes.makeWhileAway();
      await sleep(hangsMs);
    } finally {
      wake();
    }
    await changes.checkAfterwards();
    return scene.hit;
  },
  cut: async ({ random, victim, hit }: Scene) => {
    for (let cuts = 0; cuts < cutsPerIncident; cuts += 1) {
      await victim.cutSessions();
      await sleep(random(300));
    }
    return hit;
  },
  move: async ({ random, cluster, victim, healthy }: Scene) => {
    await cluster.moveShard(pick(random, healthy), victim);
    return [];
  },
  rebalance: async ({ cluster }: Scene) => {
    await cluster.rebalance();
    return [];
  },
  isolate: async ({ random, cluster, hit }: Scene) => {
    const accountId = pick(random, hit);
    await cluster.isolate(accountId).catch((error: Error) => {
      // It may have shards of its own already.
      if (!/already been isolated/.test(error.message)) throw error;
    });
    return hit;
  },
  /** A node leaves with its accounts moved to the others; a new one in its place is added and gets accounts. */
  replace: async ({ cluster, victim }: Scene) => {
    await cluster.removeNode(victim);
    await cluster.addNode(victim);
    await cluster.rebalance();
    return [];
  },
  gone: async (scene: Scene) => {
    const changes = await prepareCredentialChanges(scene);
    const start = await scene.victim.stop();
    try {
      await sleep(goneMs);
      await changes.makeWhileAway();
    } finally {
      await start();
    }
    await changes.checkAfterwards();
    return scene.hit;
  },
} as const;

export type Kind = keyof typeof incidents;
