import { setTimeout as sleep } from "node:timers/promises";
import { acmeWith, booking, fetchPath, productionHost } from "../../test/harness/seed.ts";
import { isAlive, startPool } from "../../test/harness/server-pool.ts";
import { startTestService } from "../../test/harness/service.ts";
import { until } from "../../test/harness/until.ts";
import { connectOnce } from "../parts/connect-once.ts";
import type { Proof, ProofOrder, Proven } from "../running/proof.ts";

/** Kills one server process of three after the other, while callers open a connection for each request. */
export const killed: Proof = {
  promises: ["P21"],
  what: "a server process of several is killed under load: no connection hangs",
  goal: "100 kills, 0 waited in vain, each cuts only what the process had accepted",
  unit: "kills",
  engines: ["sqlite"],
  usual: 10,
  full: 100,
  shows: ["kills", "answered 200"],
  prove,
};

const processes = 3;
const callers = 32;
const pauseMs = 400;
/** A caller that has no answer by then waits in vain. A new process serves after a second or two. */
const limitMs = 10_000;

async function prove({ count, timeLeft, tell }: ProofOrder): Promise<Proven> {
  await using prepared = await startTestService([acmeWith([booking("somebody")])]);
  const token = await prepared.token();
  await using pool = await startPool(prepared.databaseUrl, {
    PROCESSES: String(processes),
    RATE_LIMIT_REQUESTS_PER_MINUTE: "0",
  });
  const port = Number(new URL(pool.api).port);
  const request =
    `GET ${fetchPath}?external_id=somebody HTTP/1.1\r\nHost: ${productionHost}\r\n` +
    `Authorization: Bearer ${token}\r\nConnection: close\r\n\r\n`;
  const outcomes: Record<string, number> = {};
  const state = { isOver: false };
  const call = async () => {
    while (!state.isOver) {
      const outcome = await connectOnce(port, request, limitMs);
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
  };
  const calling = Promise.all(Array.from({ length: callers }, call));
  let kills = 0;
  while (kills < count && timeLeft()) {
    await sleep(pauseMs);
    const alive = () => pool.pids().filter((pid) => isAlive(pid));
    await until(() => alive().length === processes, { limitMs: 60_000 });
    process.kill(alive()[kills % processes]!, "SIGKILL");
    kills += 1;
    tell(kills);
  }
  await sleep(pauseMs);
  state.isOver = true;
  await calling;
  return { figures: { kills, ...named(outcomes) }, breaches: breachesOf(outcomes, kills) };
}

function named(outcomes: Record<string, number>): Record<string, number> {
  const { "200": answered = 0, "waited in vain": vain = 0, ...others } = outcomes;
  const cut = Object.values(others).reduce((sum, times) => sum + times, 0);
  return { "answered 200": answered, "waited in vain": vain, cut };
}

function breachesOf(outcomes: Record<string, number>, kills: number): string[] {
  const { cut = 0, "waited in vain": vain = 0 } = named(outcomes);
  const breaches = vain > 0 ? [`${vain} callers waited ${limitMs} ms in vain`] : [];
  // Each caller has one connection, so a kill cuts at most all of them.
  if (cut > kills * callers) breaches.push(`${cut} connections were cut by ${kills} kills`);
  const refused = Object.keys(outcomes).filter((outcome) => outcome === "ECONNREFUSED");
  return [...breaches, ...refused.map(() => "the port was closed for a moment")];
}
