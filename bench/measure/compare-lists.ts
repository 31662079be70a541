import type { EngineName } from "../world/engines.ts";
import { install } from "../world/installation.ts";
import { checkSameAnswers } from "./check-same-answers.ts";
import { compare, type Comparison } from "./compare.ts";
import { getToken } from "./get-token.ts";
import { helloPattern, listPattern } from "./requests.ts";
import { inTurn, targetOf, type Pace, type Stage } from "./stage.ts";

/** The bookings of each contact, all on one page, by the title of the comparison. */
const pagesOf = { list: 10, "list of 100": 100 } as const;

/** Compares the list of a contact's bookings with naive and tuned servers on the same database. */
export async function compareLists(
  stage: Stage,
  engineName: EngineName,
  pace: Pace,
  title: keyof typeof pagesOf,
): Promise<Comparison> {
  const engine = await stage.engine(engineName);
  const world = { bookings: pace.bookings, heavy: 0, perContact: pagesOf[title] };
  const installation = await install(engine, stage.newName("lists"), world, Date.now());
  const { databaseUrl } = installation;
  const [service, tuned, naive, hello, inGo, naiveInGo] = await Promise.all([
    stage.service(databaseUrl),
    stage.reference("list-tuned", databaseUrl),
    stage.reference("list-naive", databaseUrl),
    stage.reference("hello", databaseUrl),
    stage.inGo("list-tuned", databaseUrl),
    stage.inGo("list-naive", databaseUrl),
  ]);
  const pattern = listPattern(world, await getToken(service.port, installation));
  await checkSameAnswers(pattern, service, [tuned, naive, ...inGo, ...naiveInGo]);
  const comparison = await compare(stage.generator, {
    title,
    engine: engineName,
    of: "service",
    targets: [
      targetOf("service", service, pattern, engine),
      targetOf("tuned", tuned, pattern, engine),
      targetOf("naive", naive, pattern, engine),
      ...inGo.map((program) => targetOf("tuned in Go", program, pattern, engine)),
      ...naiveInGo.map((program) => targetOf("naive in Go", program, pattern, engine)),
      targetOf("hello", hello, helloPattern(), null),
    ],
    ...inTurn(pace),
  });
  await stage.stop([service, tuned, naive, hello, ...inGo, ...naiveInGo]);
  await engine.drop(databaseUrl);
  return comparison;
}
