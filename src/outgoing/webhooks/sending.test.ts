import assert from "node:assert/strict";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { signingKey } from "../../domain/webhooks/signature.ts";
import type { Delivery } from "../../store/doors/webhooks.ts";
import { LookUps } from "../look-ups/look-ups.ts";
import { Posts } from "./posts.ts";
import { Sending, type SendingParts } from "./sending.ts";

const start = "000000000000-0-0-000000000000";
const lanes = Array.from({ length: 40 }, (_, index) => `lane ${index}`);

let arrived: string[] = [];
let answers: (() => void)[] = [];
let holds = false;
const server = http.createServer((request, response) => void receive(request, response));

async function receive(request: http.IncomingMessage, response: http.ServerResponse) {
  arrived.push((JSON.parse(await text(request)) as { type: string }).type);
  const answer = () => void response.end();
  if (holds) answers.push(answer);
  else answer();
}

before(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
after(() => {
  server.closeAllConnections();
  server.close();
});

test("what waits for a lane is read again after a while, and so is not sent as it was", async () => {
  const clock = { now: 0 };
  const stored = storeOf(clock);
  holds = true;
  const running = stored.sending.run();
  await waitFor(() => answers.length === 32);
  assert.deepEqual(new Set(arrived), new Set(["read.1"]));
  clock.now += 1_000;
  holds = false;
  for (const answer of answers.splice(0)) answer();
  await waitFor(() => stored.delivered.size === lanes.length);
  stored.sending.stop();
  await running;
  assert.deepEqual(
    arrived.slice(32),
    Array.from({ length: 8 }, () => "read.2"),
  );
});

/** Deliveries of as many lanes, whose types tell how often they were read. */
function storeOf(clock: { now: number }) {
  const delivered = new Set<string>();
  const reads = new Map<string, number>();
  const { port } = server.address() as AddressInfo;
  const lease = { accountId: 1, webhookId: "webhook", number: 1, beat: 1 } as never;
  const held = {
    id: "webhook",
    url: `http://127.0.0.1:${port}/`,
    state: "active",
    cursor: start,
    events: [],
    interactions: [],
    beat: 1,
  } as never;
  const deliveryOf = (lane: string): Delivery => {
    const read = (reads.get(lane) ?? 0) + 1;
    reads.set(lane, read);
    const unknown = { cursor: start, at: 0, actor: "holder", requestId: null, line: null };
    return { id: lane, type: `read.${read}`, lane, ...unknown };
  };
  const account = {
    listenForChanges: () => ({ wait: () => new Promise(() => {}), [Symbol.dispose]() {} }),
    readNamedChanges: async () => ({ changes: [], cursor: start }),
    webhooks: { count: async () => ({ waiting: 0, failed: 0, oldestAt: null }) },
    sending: {
      beat: async () => held,
      due: async (_: object, { limit, busy }: { limit: number; busy: ReadonlySet<string> }) =>
        lanes
          .filter((lane) => !delivered.has(lane) && !busy.has(lane))
          .slice(0, limit)
          .map(deliveryOf),
      record: async (_: object, ended: readonly { delivery: Delivery }[]) => {
        for (const { delivery } of ended) delivered.add(delivery.lane);
        return { held };
      },
    },
  };
  const secret = `whsec_${Buffer.alloc(32).toString("base64")}`;
  const parts = {
    account,
    secrets: async () => ({ secrets: [secret], keys: [signingKey(secret)] }),
    reach: { allowHttp: true, networks: [{ address: "127.0.0.0", prefix: 8, family: "ipv4" }] },
    posts: new Posts({ ofPart: 32, ofAccount: 64, all: 128 }),
    look: new LookUps().of("test"),
    changesRetentionDays: 30,
    metrics: { observeAttempt() {}, show() {} },
    ofAccount: { join: () => true, cursor: null },
    lookEveryMs: () => 200,
    now: () => clock.now,
  } as unknown as SendingParts;
  return { sending: new Sending(parts, lease, held), delivered };
}

async function waitFor(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}
