import { Stage } from "../measure/stage.ts";
import { paces } from "../measure/paces.ts";
import { figuresText } from "../report/text.ts";
import { compareOidcProvider } from "./compare-oidc-provider.ts";
import { comparePeer } from "./compare-peer.ts";
import { feathers } from "./feathers.ts";
import { nestPrisma } from "./nest-prisma.ts";
import { strapi } from "./strapi.ts";
import { versionsOf } from "./set-up.ts";

/**
 * Compares the service with what people pick instead: `npm run bench:peers -- [--quick] [PEER…]`.
 * Their packages are installed under data/bench-peers, once.
 */
const words = process.argv.slice(2);
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
await using stage = new Stage();
for (const [signal, number] of [["SIGINT", 2] as const, ["SIGTERM", 15] as const]) {
  process.once(signal, () => {
    void stage[Symbol.asyncDispose]().finally(() => process.exit(128 + number));
  });
}
for (const [name, compare] of Object.entries(peers)) {
  if (named.length > 0 && !named.includes(name)) continue;
  const comparisons = await compare(stage);
  const versions = Object.entries(versionsOf(name)).map((entry) => entry.join(" "));
  process.stdout.write(`${versions.join(", ")}\n${figuresText({ comparisons })}\n\n`);
}
