import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { productionHost, tokenPath } from "../../test/harness/seed.ts";
import { patienceMs, type SlowlyEnded, type SlowOrder } from "./slow-connections.ts";

/** A thread of its own, so that a caller's times in the main thread do not include its work. */
const { port, count } = workerData as SlowOrder;
const head = `POST ${tokenPath} HTTP/1.1\r\nHost: ${productionHost}\r\nContent-Type: application/json\r\n`;
const kinds = [
  { first: "", drip: "" },
  { first: head.slice(0, -10), drip: "" },
  { first: `${head}Content-Length: 100\r\n\r\n{"client_id":`, drip: "" },
  { first: `${head}Transfer-Encoding: chunked\r\n\r\n20\r\n{`, drip: "" },
  { first: "", drip: head },
  { first: `${head}Content-Length: 100\r\n\r\n`, drip: '{"client_id":"slow","client_secret":"s"}' },
] as const;

const lives: number[] = [];
const open = new Set<Socket>();
const ended: Promise<void>[] = [];
for (let number = 0; number < count; number += 1) {
  ended.push(openSlow(number));
  if (number % 100 === 99) await sleep(5);
}
await Promise.race([Promise.all(ended), sleep(patienceMs, undefined, { ref: false })]);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- this is no window.
parentPort?.postMessage({ lives, left: open.size } satisfies SlowlyEnded);

function openSlow(number: number): Promise<void> {
  const { first, drip } = kinds[number % kinds.length]!;
  const socket = connect(port, "127.0.0.1");
  open.add(socket);
  const started = performance.now();
  let at = 0;
  const timer = setInterval(() => {
    if (drip !== "") socket.write(drip.charAt(at % drip.length));
    at += 1;
  }, 1_000);
  socket.on("connect", () => first !== "" && socket.write(first));
  socket.on("error", () => {});
  // The socket's last answer is read, because otherwise its end would not be reported.
  socket.resume();
  return new Promise((resolve) => {
    socket.on("close", () => {
      clearInterval(timer);
      open.delete(socket);
      lives.push(performance.now() - started);
      resolve();
    });
  });
}
