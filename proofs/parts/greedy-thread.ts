import { Agent, get } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

/** A thread that asks for one path over many connections, one request after the other on each, until it is told to end. */
interface Order {
  readonly operator: string;
  readonly path: string;
  readonly key: string;
  readonly connections: number;
}

const { operator, path, key, connections } = workerData as Order;
const headers = { authorization: `Bearer ${key}` };
let answers = 0;
let isOver = false;

parentPort?.once("message", () => {
  isOver = true;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- this is no window.
  parentPort?.postMessage(answers);
  setTimeout(() => process.exit(), 50);
});

for (let each = 0; each < connections; each += 1) {
  askAgain(new Agent({ keepAlive: true, maxSockets: 1 }));
}

function askAgain(agent: Agent): void {
  if (isOver) return;
  const again = () => askAgain(agent);
  get(new URL(path, operator), { agent, headers }, (response) => {
    answers += response.statusCode === 200 ? 1 : 0;
    response.resume().once("end", again);
  }).once("error", () => setTimeout(again, 20));
}
