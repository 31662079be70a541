import { setTimeout as sleep } from "node:timers/promises";
import { acmeWith, booking, fetchPath, productionHost } from "../../test/harness/seed.ts";
import { startServerProcess } from "../../test/harness/process.ts";
import { startTestService } from "../../test/harness/service.ts";
import { connectOnce } from "../parts/connect-once.ts";
import type { Proof, ProofOrder, Proven } from "../running/proof.ts";

/** Five hundred callers open a connection for each of their lists of 1,000 bookings, with a small heap. */
export const burst: Proof = {
  promises: ["P17"],
  what: "500 new connections at a time ask for lists of 1,000 bookings from a process with 96 MB of heap",
  goal: "each is answered 200 or 503, the process lives",
  unit: "requests",
  engines: ["sqlite", "postgres"],
  usual: 1_500,
  full: 10_000,
  shows: ["answered 200"],
  prove,
};

const callers = 500;
const contacts = 20;
const bookingsOfEach = 1_000;
const limitMs = 30_000;

async function prove({ count, timeLeft, tell }: ProofOrder): Promise<Proven> {
  const data = Array.from({ length: contacts * bookingsOfEach }, (_, index) =>
    booking(`c-${index % contacts}`),
  );
  await using prepared = await startTestService([acmeWith(data)]);
  const token = await prepared.token();
  await using server = await startServerProcess(prepared.databaseUrl, {
    RATE_LIMIT_REQUESTS_PER_MINUTE: "0",
    NODE_OPTIONS: "--max-old-space-size=96",
  });
  const port = Number(new URL(server.api).port);
  const outcomes: Record<string, number> = {};
  let begun = 0;
  let slowestMs = 0;
  const call = async () => {
    while (begun < count && timeLeft()) {
      begun += 1;
      const request =
        `GET ${fetchPath}?external_id=c-${begun % contacts}&page_size=${bookingsOfEach} HTTP/1.1\r\n` +
        `Host: ${productionHost}\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`;
      const startedAt = performance.now();
      const outcome = await connectOnce(port, request, limitMs);
      slowestMs = Math.max(slowestMs, performance.now() - startedAt);
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      tell(begun);
    }
  };
  await Promise.all(Array.from({ length: callers }, call));
  await sleep(100);
  const { "200": answered = 0, "503": refused = 0, ...others } = outcomes;
  return {
    figures: {
      "answered 200": answered,
      "answered 503": refused,
      "slowest in ms": Math.round(slowestMs),
    },
    breaches: [
      ...Object.entries(others).map(([what, times]) => `${times} requests: ${what}`),
      ...(server.child.exitCode === null ? [] : ["the process ended"]),
    ],
  };
}
