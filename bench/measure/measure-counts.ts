import { runCommand } from "../../test/harness/command.ts";
import { countRequests, requestsOf, type Costs } from "../counts/count-requests.ts";
import { watchPostgres } from "../counts/written-postgres.ts";
import { watchSqlite } from "../counts/written-sqlite.ts";
import { startCountingProxy, type CountingProxy } from "../load/counting-proxy.ts";
import type { RequestPattern } from "../load/load-order.ts";
import type { Program } from "../programs/start-program.ts";
import type { BenchEngine, EngineName } from "../world/engines.ts";
import { install, type Installation } from "../world/installation.ts";
import { getToken } from "./get-token.ts";
import { cancelPattern, checkInPattern, listPattern, tokenPattern } from "./requests.ts";
import type { Stage } from "./stage.ts";

/** What is counted, in this order. A check-in has no reference. */
export const countedCalls = ["list", "cancel", "token", "check-in"] as const;

export type CountedCall = (typeof countedCalls)[number];

/** What one request of a kind costs a server. */
export interface Counts {
  readonly engine: EngineName;
  readonly call: CountedCall;
  /** `service`, or the reference. */
  readonly server: string;
  readonly costs: Costs;
}

/** The same for the table and for the test, so that their figures are the same. */
const effort = { warmUps: 250, counted: 102 };

interface CountsOrder {
  /** Whether the references are counted as well. */
  readonly beside: boolean;
  /** Whether system calls are counted. */
  readonly traced: boolean;
  /** The path of the program; the sources where it is absent. */
  readonly servedBy?: string;
}

/** Counts what the service's requests cost, one at a time, and the same for the references. */
export async function measureCounts(
  stage: Stage,
  engineName: EngineName,
  { beside, traced, servedBy }: CountsOrder,
): Promise<Counts[]> {
  const engine = await stage.engine(engineName);
  const its = { ...effort, traced };
  const most = requestsOf(its);
  // Every cancel and every check-in needs a confirmed booking of its own, and some are cancelled already.
  const world = { bookings: Math.ceil((most * 2.5) / 1_000) * 1_000, heavy: 0 };
  const installation = await install(engine, stage.newName("counts"), world, Date.now());
  const { databaseUrl } = installation;
  const key = await operatorKey(databaseUrl);
  const copy = await engine.copy(databaseUrl, stage.newName("counts"));
  const counted: Counts[] = [];
  const count = async (url: string, call: CountedCall, server: string, ask: Ask) => {
    const watch = () =>
      engineName === "sqlite"
        ? Promise.resolve(watchSqlite(url, `${stage.folder}/${stage.newName("before")}.db`))
        : watchPostgres(url);
    const costs = await countRequests({ ...ask, folder: stage.folder, watch }, its);
    counted.push({ engine: engineName, call, server, costs });
  };

  await using own = await proxied(engine, databaseUrl);
  const service = await stage.countedService(own.databaseUrl, servedBy);
  const token = await getToken(service.port, installation);
  const patterns: Record<CountedCall, RequestPattern> = {
    list: listPattern(world, token),
    cancel: cancelPattern(world, token, most),
    token: tokenPattern(installation),
    "check-in": checkInPattern(world, key, { skip: most, count: most }),
  };
  for (const call of countedCalls) {
    const { operatorPort, port } = service;
    const asked = { port: call === "check-in" ? operatorPort : port, pattern: patterns[call] };
    await count(databaseUrl, call, "service", { program: service, proxy: own.proxy, ...asked });
  }
  await stage.stop([service]);
  if (beside) {
    await using other = await proxied(engine, copy);
    const references = await startReferences(stage, other.databaseUrl, installation, token);
    for (const { call, server, program } of references) {
      const asked = { port: program.port, pattern: patterns[call] };
      await count(copy, call, server, { program, proxy: other.proxy, ...asked });
    }
    await stage.stop(references.map(({ program }) => program));
  }
  await engine.drop(databaseUrl);
  await engine.drop(copy);
  return counted;
}

interface Ask {
  readonly program: Program;
  readonly port: number;
  readonly pattern: RequestPattern;
  readonly proxy: CountingProxy | null;
}

interface StartedReference {
  readonly call: CountedCall;
  readonly server: string;
  readonly program: Program;
}

async function startReferences(
  stage: Stage,
  databaseUrl: string,
  { credential }: Installation,
  token: string,
): Promise<StartedReference[]> {
  const known = [credential.client_secret, token];
  return [
    {
      call: "list",
      server: "tuned",
      program: await stage.countedReference("list-tuned", databaseUrl),
    },
    {
      call: "cancel",
      server: "batched",
      program: await stage.countedReference("cancel-batched", databaseUrl),
    },
    {
      call: "token",
      server: "bare",
      program: await stage.countedReference("token", databaseUrl, known),
    },
  ];
}

/** The database by way of a proxy that counts, where the engine is a server. */
async function proxied(engine: BenchEngine, databaseUrl: string) {
  const { servers } = engine;
  if (servers.length === 0) {
    return { databaseUrl, proxy: null, [Symbol.asyncDispose]: async () => {} };
  }
  const url = new URL(databaseUrl);
  const proxy = await startCountingProxy(Number(url.port));
  url.port = String(proxy.port);
  return {
    databaseUrl: url.toString(),
    proxy,
    [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose](),
  };
}

async function operatorKey(databaseUrl: string): Promise<string> {
  const words = "operator create counts --role admin --json".split(" ");
  const { status, out, err } = await runCommand(databaseUrl, words);
  if (status !== 0) throw new Error(`booking ${words.join(" ")} ended with ${status}: ${err}`);
  return (JSON.parse(out) as { key: string }).key;
}
