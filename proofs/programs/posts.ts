import http from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { call } from "../../test/harness/call.ts";
import { acmePath, callApi, openDesk } from "../../test/harness/operator-api.ts";
import { startServerProcess } from "../../test/harness/process.ts";
import { program, programWords } from "../../test/harness/program.ts";
import { acmeWith, booking, fetchPath, productionHost } from "../../test/harness/seed.ts";
import { startTestService } from "../../test/harness/service.ts";
import { until } from "../../test/harness/until.ts";
import type { Proof, ProofOrder, Proven } from "../running/proof.ts";

/**
 * Fifty webhooks of one account post to a receiver that never answers, from a process that may open 512 files. Callers
 * and another account's webhook are served beside them.
 */
export const posts: Proof = {
  promises: ["P17"],
  what: "callers and another account's webhook beside 50 webhooks whose receiver never answers, with 512 open files",
  goal: "every list is answered 200, every post of the other account arrives, 64 connections of the receiver at most",
  unit: "lists",
  engines: ["sqlite", "postgres"],
  usual: 200,
  full: 2_000,
  shows: ["lists", "connections of the receiver"],
  prove,
};

const webhooks = 50;
/** Each webhook has a delivery of each. */
const bookings = 40;
const openFiles = 512;
const connectionsMost = 64;
/** A connection that nobody answers. */
const listLimitMs = 5_000;
const listsPerPost = 20;
const otherName = { tenant: "other", environment: "production" } as const;
const otherPath = "/accounts/other/production";

async function prove({ count, timeLeft, tell }: ProofOrder): Promise<Proven> {
  await using stack = new AsyncDisposableStack();
  const seeded = Array.from({ length: bookings }, (_, index) => booking(`guest-${index}`));
  const service = stack.use(
    await startTestService([acmeWith(seeded), { name: otherName, hosts: ["api.other.example"] }]),
  );
  const silent = stack.use(await openReceiver(false));
  const other = stack.use(await openReceiver(true));
  const server = stack.use(
    await startServerProcess(
      service.databaseUrl,
      {
        WEBHOOK_SECRET_KEY: Buffer.alloc(32, 1).toString("base64"),
        WEBHOOK_NETWORKS: "127.0.0.0/8",
        WEBHOOK_ALLOW_HTTP: "true",
        LOG_LEVEL: "error",
      },
      null,
      ["sh", "-c", `ulimit -n ${openFiles} && exec "$@"`, "sh", program, ...programWords],
    ),
  );
  const { key: token } = await openDesk(service);
  const ask = async (path: string, body: object) => {
    const answer = await callApi(server, { method: "POST", path, token, body });
    if (answer.status >= 300) throw new Error(answer.text);
    return answer.json;
  };
  for (let index = 0; index < webhooks; index += 1) {
    await ask(`${acmePath}/webhooks`, { url: silent.url });
  }
  const { id: others } = await ask(`${otherPath}/webhooks`, { url: other.url });
  for (const { booking: id } of seeded) await ask(`${acmePath}/bookings/${id}/check-in`, {});
  await until(() => silent.connections() >= 8);
  await sleep(2_000);
  const callers = await service.token();
  const failures = new Map<string, number>();
  let [lists, sent, most] = [0, 0, 0];
  for (; lists < count && timeLeft(); lists += 1) {
    if (lists % listsPerPost === 0) {
      await ask(`${otherPath}/webhooks/${others}/test`, {}).then(
        () => (sent += 1),
        () => {},
      );
    }
    const listed = call(server.api, {
      path: `${fetchPath}?external_id=guest-1`,
      host: productionHost,
      token: callers,
    });
    const word = await Promise.race([
      listed.then(({ status }) => String(status)).catch(() => "no answer"),
      sleep(listLimitMs, "no answer", { ref: false }),
    ]);
    if (word !== "200") failures.set(word, (failures.get(word) ?? 0) + 1);
    most = Math.max(most, silent.connections());
    tell(lists + 1);
  }
  const hasAll = () => other.received() >= sent;
  for (let wait = 0; wait < 50 && !hasAll(); wait += 1) await sleep(100);
  return {
    figures: { lists, "connections of the receiver": most, "posts of the other account": sent },
    breaches: [
      ...[...failures].map(([word, times]) => `${times} of ${lists} lists: ${word}`),
      ...(hasAll() ? [] : [`${other.received()} of ${sent} posts of the other account arrived`]),
      ...(most > connectionsMost ? [`${most} connections were open at once`] : []),
    ],
  };
}

async function openReceiver(answers: boolean) {
  let received = 0;
  let open = 0;
  const server = http.createServer((_request, response) => {
    received += 1;
    if (answers) response.end();
  });
  server.on("connection", (socket) => {
    open += 1;
    socket.once("close", () => (open -= 1));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    received: () => received,
    connections: () => open,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
