import { deepStrictEqual } from "node:assert";
import { randomBytes } from "node:crypto";
import { askOnce } from "../measure/ask-once.ts";
import { compare, type Comparison } from "../measure/compare.ts";
import { getToken } from "../measure/get-token.ts";
import { cancelPattern, listPattern } from "../measure/requests.ts";
import { callers, targetOf, type Pace, type Stage } from "../measure/stage.ts";
import type { RequestPattern } from "../load/load-order.ts";
import { install } from "../world/installation.ts";
import { recordOf, recordTable, type RecordRow } from "./record-table.ts";
import { setUpPeer } from "./set-up.ts";

const name = "feathers";
const looks = 20;

/** Lists and cancels of the service beside those of Feathers, each on a copy of the same database. */
export async function compareFeathers(stage: Stage, pace: Pace): Promise<Comparison[]> {
  const folder = setUpPeer(name);
  const engine = await stage.engine("postgres");
  const world = { bookings: pace.bookings, heavy: 0 };
  const installation = await install(engine, stage.newName(name), world, Date.now());
  const copy = await engine.copy(installation.databaseUrl, stage.newName(name));
  for (const statement of recordTable) await engine.ask(copy, statement);
  const service = await stage.service(installation.databaseUrl);
  const token = await getToken(service.port, installation);
  let said = "";
  const peer = await stage.program({
    words: ["server.mjs", copy, randomBytes(32).toString("hex")],
    cwd: folder,
    environment: { NODE_ENV: "production" },
    readPort: (output) => {
      said = output;
      const port = /^listening (\d+)$/m.exec(output)?.[1];
      return port === undefined ? null : Number(port);
    },
  });
  const peerToken = /^token (\S+)$/m.exec(said)?.[1] ?? "";
  const ours = listPattern(world, token);
  const theirs: RequestPattern = {
    text: `GET /bookings?external_id={}&$sort[slot_order]=1&$sort[booking]=1 HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\nAuthorization: Bearer ${peerToken}\r\n\r\n`,
    values: ours.values,
  };
  for (const value of ours.values.slice(0, looks)) {
    const [mine, other] = await Promise.all([
      askOnce(service.port, ours, value),
      askOnce(peer.port, theirs, value),
    ]);
    const expected = mine.body as { bookings: object[]; total_count: number };
    const { data, total } = other.body as { data: RecordRow[]; total: number };
    deepStrictEqual(data.map(recordOf), expected.bookings);
    deepStrictEqual(total, expected.total_count);
  }
  const list = await compare(stage.generator, {
    title: "list",
    engine: "postgres",
    of: "service",
    targets: [targetOf("service", service, ours, engine), targetOf(name, peer, theirs, engine)],
    rounds: pace.rounds,
    warmUps: pace.warmUps,
    limits: {
      connections: callers,
      seconds: pace.seconds,
      requests: Number.MAX_SAFE_INTEGER,
      rate: null,
    },
  });
  const most = (pace.rounds + 1) * pace.cancelsPerRound + 2 * pace.warmUps;
  const ourCancels = cancelPattern(world, token, most);
  const body = '{"booking":"{}"}';
  const theirCancels: RequestPattern = {
    text: `POST /cancellations HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\nAuthorization: Bearer ${peerToken}\r\nContent-Type: application/json\r\nContent-Length: ${body.length + 34}\r\n\r\n${body}`,
    values: ourCancels.values,
  };
  const cancel = await compare(stage.generator, {
    title: "cancel",
    engine: "postgres",
    of: "service",
    targets: [
      { ...targetOf("service", service, ourCancels, engine), lateWorkMs: 1_200 },
      { ...targetOf(name, peer, theirCancels, engine), success: 201 },
    ],
    rounds: pace.rounds,
    warmUps: pace.warmUps,
    limits: { connections: callers, seconds: 60, requests: pace.cancelsPerRound, rate: null },
  });
  await stage.stop([service, peer]);
  for (const databaseUrl of [installation.databaseUrl, copy]) await engine.drop(databaseUrl);
  return [list, cancel];
}
