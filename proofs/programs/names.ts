import { createSocket, type Socket } from "node:dgram";
import { writeFileSync } from "node:fs";
import { call } from "../../test/harness/call.ts";
import { acmePath, callApi, openDesk } from "../../test/harness/operator-api.ts";
import { startServerProcess, type ServerProcess } from "../../test/harness/process.ts";
import { program, programWords } from "../../test/harness/program.ts";
import { query } from "../../test/harness/query.ts";
import { acmeWith, booking, fetchPath, productionHost } from "../../test/harness/seed.ts";
import { startTestService, type TestService } from "../../test/harness/service.ts";
import { temporaryFolder } from "../../test/harness/temporary-folder.ts";
import { until } from "../../test/harness/until.ts";
import type { Proof, ProofOrder, Proven } from "../running/proof.ts";

/**
 * Webhooks post to names whose name server is silent, while the service's connections to the database are ended again
 * and again. The database has a name, too, which must never wait behind them.
 *
 * The name server has port 53 of an address of this machine, and the service a `resolv.conf` of its own, which takes
 * Linux and root.
 */
export const names: Proof = {
  promises: ["P17"],
  what: "callers while the names of webhooks' receivers are not answered and the database is connected to anew",
  goal: "every list is answered 200, from 40 names that hang and 20 losses of all connections",
  unit: "losses",
  engines: ["postgres"],
  usual: 5,
  full: 20,
  shows: ["lists", "asked names"],
  prove,
};

const webhooks = 40;
const listsPerLoss = 10;
const nameServer = "127.0.0.153";

async function prove({ count, timeLeft, tell }: ProofOrder): Promise<Proven> {
  await using stack = new AsyncDisposableStack();
  const asked = await openSilentServer();
  if (asked === null) {
    return { figures: { "not run": "it needs port 53, and so root" }, breaches: [] };
  }
  stack.use(asked);
  const service = stack.use(await startTestService([acmeWith([booking("guest")])]));
  const server = stack.use(await startWithNameServer(service));
  const { key: token } = await openDesk(service);
  const post = (path: string, body: object) =>
    callApi(server, { method: "POST", path: `${acmePath}/webhooks${path}`, token, body });
  for (let index = 0; index < webhooks; index += 1) {
    const made = await post("", { url: `https://receiver-${index}.example/` });
    if (made.status !== 201) throw new Error(made.text);
    await post(`/${made.json.id}/test`, {});
  }
  await until(() => asked.names.size > 1);
  const callers = await service.token();
  const list = () =>
    call(server.api, {
      path: `${fetchPath}?external_id=guest`,
      host: productionHost,
      token: callers,
    });
  const others = new Map<number, number>();
  let lists = 0;
  for (let loss = 1; loss <= count && timeLeft(); loss += 1) {
    query(service.databaseUrl, endOthers);
    // A list that comes before the pool has seen the loss is answered by what is left of a connection.
    await list();
    for (let each = 0; each < listsPerLoss; each += 1) {
      const { status } = await list();
      lists += 1;
      if (status !== 200) others.set(status, (others.get(status) ?? 0) + 1);
    }
    tell(loss);
  }
  return {
    figures: { lists, "asked names": asked.names.size },
    breaches: [...others].map(([status, times]) => `${times} of ${lists} lists had ${status}`),
  };
}

const endOthers = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;

interface SilentServer extends AsyncDisposable {
  /** What was asked for, as the bytes of the question. */
  readonly names: ReadonlySet<string>;
}

async function openSilentServer(): Promise<SilentServer | null> {
  const socket: Socket = createSocket("udp4");
  const found = new Set<string>();
  socket.on("message", (question) => found.add(question.subarray(12).toString("latin1")));
  const isBound = await new Promise<boolean>((resolve) => {
    socket.once("error", () => resolve(false));
    socket.bind(53, nameServer, () => resolve(true));
  });
  if (!isBound) return null;
  return {
    names: found,
    [Symbol.asyncDispose]: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

/** The real program, which asks the silent server alone, and reaches its database by a name. */
async function startWithNameServer({ databaseUrl }: TestService): Promise<ServerProcess> {
  const folder = temporaryFolder();
  const file = `${folder.path}/resolv.conf`;
  writeFileSync(file, `nameserver ${nameServer}\n`);
  const named = new URL(databaseUrl);
  named.hostname = "localhost";
  const inside = ["sh", "-c", `mount --bind "$0" /etc/resolv.conf && exec "$@"`, file];
  return startServerProcess(
    named.href,
    { WEBHOOK_SECRET_KEY: Buffer.alloc(32, 1).toString("base64"), LOG_LEVEL: "error" },
    null,
    ["unshare", "-m", ...inside, program, ...programWords],
  );
}
