import type { EngineName } from "../world/engines.ts";
import { installMany } from "../world/many-accounts.ts";
import { mix } from "../world/mix.ts";
import { contactsOf, externalIdOf } from "../world/world.ts";
import { askOnce } from "./ask-once.ts";
import type { GrowthSeries } from "./growth-series.ts";
import { listOnHostPattern, listOnHostValue, tokenOnHostPattern } from "./requests.ts";
import { callers, targetOf, type Pace, type Stage } from "./stage.ts";
import { measureCost } from "./windows.ts";

const accountCounts = [1, 10, 100, 1_000];
const windows = 5;
const askedContacts = 20_000;
const warmUpsPerAccount = 30;

/** Lists over more and more accounts, which share the same number of bookings. */
export async function measureAccounts(
  stage: Stage,
  engineName: EngineName,
  pace: Pace,
): Promise<GrowthSeries> {
  const engine = await stage.engine(engineName);
  const points = [];
  for (const count of accountCounts) {
    const world = { bookings: Math.ceil(pace.bookings / count), heavy: 0 };
    const { databaseUrl, accounts } = await installMany(engine, stage.newName("accounts"), {
      count,
      world,
      now: Date.now(),
    });
    const service = await stage.service(databaseUrl);
    const callersOf: { readonly apiHost: string; readonly token: string }[] = [];
    for (const account of accounts) {
      const { body } = await askOnce(service.port, tokenOnHostPattern(account), "");
      callersOf.push({
        apiHost: account.apiHost,
        token: (body as { access_token: string }).access_token,
      });
    }
    const values = Array.from({ length: askedContacts }, (_, index) => {
      const caller = callersOf[mix(index, 1) % callersOf.length];
      if (caller === undefined) throw new Error("There is no account.");
      return listOnHostValue(externalIdOf(mix(index, 2) % contactsOf(world)), caller);
    });
    const target = targetOf("service", service, listOnHostPattern(values), engine);
    const limits = {
      connections: callers,
      seconds: pace.seconds,
      requests: Number.MAX_SAFE_INTEGER,
      rate: null,
    };
    const cost = await measureCost(stage.generator, target, limits, {
      windows,
      // Each account must have been met before.
      warmUps: Math.max(pace.warmUps, warmUpsPerAccount * count),
    });
    points.push({ at: count, ...cost });
    await stage.stop([service]);
    await engine.drop(databaseUrl);
  }
  return { title: "list", engine: engineName, name: "service", of: "accounts", points };
}
