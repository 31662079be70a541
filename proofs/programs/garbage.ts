import { connect } from "node:net";
import { call } from "../../test/harness/call.ts";
import { startServerProcess } from "../../test/harness/process.ts";
import { seededRandom } from "../../test/harness/random.ts";
import { acmeWith, booking } from "../../test/harness/seed.ts";
import { startTestService } from "../../test/harness/service.ts";
import { makeGarbage } from "../parts/make-garbage.ts";
import type { Proof, ProofOrder, Proven } from "../running/proof.ts";

/** Writes requests from a grammar to raw sockets; most of them are broken somewhere. */
export const garbage: Proof = {
  promises: ["P16", "P15"],
  what: "no input crashes it, hangs it, or gets an answer that is not the interface's",
  goal: "1,000,000 bad inputs, 0 crashes, 0 hangs, 0 unclassified answers, memory flat",
  unit: "inputs",
  engines: ["sqlite"],
  usual: 8_000,
  full: 1_000_000,
  shows: ["that reached an endpoint", "answers"],
  prove,
};

const atOnce = 12;
const hangMs = 15_000;
const memoryLimitMiB = 200;
const known = new Set([200, 400, 401, 403, 404, 405, 408, 413, 429, 431, 500, 503]);

async function prove({ seed, count, timeLeft, tell }: ProofOrder): Promise<Proven> {
  const random = seededRandom(seed);
  await using prepared = await startTestService([acmeWith([booking("somebody")])]);
  const token = await prepared.token();
  await using server = await startServerProcess(prepared.databaseUrl, {
    RATE_LIMIT_REQUESTS_PER_MINUTE: "0",
    RATE_LIMIT_TOKENS_PER_MINUTE: "0",
    RATE_LIMIT_REFUSED_TOKENS_PER_MINUTE: "0",
    LOG_LEVEL: "info",
  });
  const port = Number(new URL(server.api).port);
  const memory = async () => {
    const { text } = await call(server.operator, { path: "/metrics", host: "localhost" });
    return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]) / 1024 / 1024;
  };
  const figures = {
    inputs: 0,
    "that reached an endpoint": 0,
    answers: 0,
    "closed without": 0,
    hangs: 0,
    unclassified: 0,
  };
  const breaches: string[] = [];
  const lane = async (most: number) => {
    for (; figures.inputs < most && timeLeft() && server.child.exitCode === null;) {
      figures.inputs += 1;
      const bytes = makeGarbage(random, token);
      const { text, hung } = await send(port, bytes);
      const verdict = hung ? "it hangs" : judge(text, bytes.includes("HEAD "));
      if (hung) figures.hangs += 1;
      else if (text === "") {
        figures["closed without"] += 1;
        // An empty request needs no answer.
        if (bytes.trim() !== "") breaches.push(`no answer: ${JSON.stringify(bytes.slice(0, 200))}`);
      } else if (verdict === null) figures.answers += 1;
      else figures.unclassified += 1;
      if (verdict !== null) breaches.push(`${verdict}: ${JSON.stringify(bytes.slice(0, 200))}`);
      tell(figures.inputs, `${figures.unclassified} unclassified, ${figures.hangs} hangs`);
    }
  };
  // The warm-up comes first: compiled and cached data is no leak.
  const lanes = (most: number) => Promise.all(Array.from({ length: atOnce }, () => lane(most)));
  await lanes(Math.ceil(count / 4));
  const before = await memory();
  await lanes(count);
  const grownMiB = Math.round((await memory()) - before);
  if (server.child.exitCode !== null) breaches.push("the process died");
  if (grownMiB > memoryLimitMiB) breaches.push(`memory has grown by ${grownMiB} MiB`);
  figures["that reached an endpoint"] = server.lines.filter((line) =>
    /"endpoint":"(?!none")/.test(line),
  ).length;
  if (figures["that reached an endpoint"] < figures.inputs / 4) {
    breaches.push("what is sent hardly reaches the endpoints");
  }
  const fault = server.lines.find((line) => line.includes('"msg":"fault"'));
  if (fault !== undefined) breaches.push(`a fault was logged: ${fault.slice(0, 400)}`);
  return { figures: { ...figures, "memory grown by MiB": grownMiB }, breaches };
}

function send(port: number, bytes: string): Promise<{ text: string; hung: boolean }> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    let hung = false;
    const late = setTimeout(() => {
      hung = true;
      socket.destroy();
    }, hangMs);
    socket.on("error", () => {});
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.on("close", () => {
      clearTimeout(late);
      resolve({ text: Buffer.concat(chunks).toString("latin1"), hung });
    });
    socket.on("end", () => socket.end());
    // The end of input: a half request stays half.
    socket.end(Buffer.from(bytes, "latin1"));
  });
}

/** Returns the fault of the answers on one connection; null when each is one of the interface's. */
function judge(text: string, mayBeHead: boolean): string | null {
  let rest = text;
  while (rest !== "") {
    const headEnd = rest.indexOf("\r\n\r\n");
    if (headEnd === -1) return "half an answer";
    const head = rest.slice(0, headEnd);
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);
    rest = rest.slice(headEnd + 4);
    if (status === 100) continue;
    if (!known.has(status)) return `an answer ${status}`;
    const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
    // An answer to HEAD announces a body that is not sent.
    const isToHead = mayBeHead && !rest.startsWith("{");
    const body = isToHead ? "" : rest.slice(0, length);
    rest = isToHead ? rest : rest.slice(length);
    if (!isToHead && !hasShape(status, body))
      return `an answer ${status} of no shape: ${body.slice(0, 100)}`;
    if (!/^x-request-id: /im.test(head)) return `an answer ${status} without X-Request-Id`;
  }
  return null;
}

function hasShape(status: number, body: string): boolean {
  try {
    const json = JSON.parse(body);
    if (status === 200) return typeof json === "object" && json !== null;
    if (status === 401 && json.error !== undefined) return typeof json.message === "string";
    return Number.isInteger(json.code) && typeof json.message === "string";
  } catch {
    return false;
  }
}
