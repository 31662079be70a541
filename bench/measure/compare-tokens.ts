import { deepStrictEqual } from "node:assert";
import { installEmpty } from "../world/installation.ts";
import { askOnce } from "./ask-once.ts";
import { compare, type Comparison } from "./compare.ts";
import { getToken } from "./get-token.ts";
import { helloPattern, tokenPattern } from "./requests.ts";
import { inTurn, targetOf, type Pace, type Stage } from "./stage.ts";

/**
 * Requests before the first round, at least. The compiler had its best code of half of the service's functions
 * after 10,000 tokens, and of the last one after 37,000.
 */
const leastWarmUps = 40_000;

/** Compares tokens with servers that read the body and compare one hash. */
export async function compareTokens(stage: Stage, pace: Pace): Promise<Comparison> {
  const engine = await stage.engine("sqlite");
  const databaseUrl = await engine.create(stage.newName("tokens"));
  const installation = await installEmpty(databaseUrl, { bookings: 0, heavy: 0 });
  const service = await stage.service(databaseUrl);
  const token = await getToken(service.port, installation);
  const known = [installation.credential.client_secret, token];
  const bare = await stage.reference("token", databaseUrl, known);
  const inGo = await stage.inGo("token", databaseUrl, known);
  const hello = await stage.reference("hello", databaseUrl);
  const pattern = tokenPattern(installation);
  for (const { port } of [bare, ...inGo]) {
    deepStrictEqual(await askOnce(port, pattern, ""), await askOnce(service.port, pattern, ""));
  }
  const comparison = await compare(stage.generator, {
    title: "token",
    engine: null,
    of: "service",
    targets: [
      targetOf("service", service, pattern, null),
      targetOf("bare", bare, pattern, null),
      ...inGo.map((program) => targetOf("bare in Go", program, pattern, null)),
      targetOf("hello", hello, helloPattern(), null),
    ],
    ...inTurn({ ...pace, warmUps: Math.max(pace.warmUps, leastWarmUps) }),
  });
  await stage.stop([service, bare, hello, ...inGo]);
  await engine.drop(databaseUrl);
  return comparison;
}
