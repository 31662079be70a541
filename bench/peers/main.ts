import { mkdirSync, writeFileSync } from "node:fs";
import type { Comparison } from "../measure/compare.ts";
import { paces } from "../measure/paces.ts";
import { Stage } from "../measure/stage.ts";
import type { BenchReport } from "../report/bench-report.ts";
import { htmlPage } from "../report/html-page.ts";
import { describeMachine } from "../report/machine.ts";
import { figuresText } from "../report/text.ts";
import { compareOidcProvider } from "./compare-oidc-provider.ts";
import { comparePeer } from "./compare-peer.ts";
import { feathers } from "./feathers.ts";
import { nestPrisma } from "./nest-prisma.ts";
import { strapi } from "./strapi.ts";
import { versionsOf } from "./set-up.ts";

/**
 * Compares the service with common alternatives: `npm run bench:peers -- [--quick] [PEER…]`. Their packages
 * are installed under data/bench-peers, once. The page goes to data/bench/peers.html.
 */
const words = process.argv.slice(2);
const startedAt = new Date();
const pace = words.includes("--quick") ? paces.quick : paces.full;
const named = words.filter((word) => !word.startsWith("--"));
const peers = {
  "oidc-provider": async (stage: Stage) => [await compareOidcProvider(stage, pace)],
  ...Object.fromEntries(
    [feathers, nestPrisma, strapi].map((peer) => [
      peer.name,
      (stage: Stage) => comparePeer(stage, pace, peer),
    ]),
  ),
};
if (named.some((name) => !(name in peers))) {
  process.stderr.write(
    `Usage: npm run bench:peers -- [--quick] [PEER…]\nPeers: ${Object.keys(peers).join(", ")}\n`,
  );
  process.exit(2);
}
await using stage = new Stage();
for (const [signal, number] of [["SIGINT", 2] as const, ["SIGTERM", 15] as const]) {
  process.once(signal, () => {
    void stage[Symbol.asyncDispose]().finally(() => process.exit(128 + number));
  });
}
const comparisons: Comparison[] = [];
const versions: string[] = [];
for (const [name, compare] of Object.entries(peers)) {
  if (named.length > 0 && !named.includes(name)) continue;
  const seconds = Math.round((Date.now() - startedAt.getTime()) / 1000);
  process.stderr.write(`after ${seconds} s: ${name}\n`);
  const compared = await compare(stage);
  const itsVersions = versionsOf(name);
  process.stdout.write(`${itsVersions.join(", ")}\n${figuresText({ comparisons: compared })}\n\n`);
  comparisons.push(...compared);
  versions.push(...itsVersions);
}
const report: BenchReport = {
  machine: describeMachine([(await stage.engine("postgres")).version, ...versions]),
  startedAt: startedAt.toISOString(),
  quick: words.includes("--quick"),
  counts: [],
  comparisons,
  latencies: [],
  besideOperators: [],
  growth: [],
  imports: [],
  starts: [],
  memory: [],
  sizing: [],
};
mkdirSync("data/bench", { recursive: true });
writeFileSync("data/bench/peers.html", htmlPage(report));
process.stdout.write("The page: data/bench/peers.html\n");
