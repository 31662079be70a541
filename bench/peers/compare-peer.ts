import { deepStrictEqual } from "node:assert";
import { randomBytes } from "node:crypto";
import type { RequestPattern } from "../load/load-order.ts";
import { askOnce } from "../measure/ask-once.ts";
import { compare, type Comparison } from "../measure/compare.ts";
import { getToken } from "../measure/get-token.ts";
import { cancelPattern, listPattern } from "../measure/requests.ts";
import { callers, inTurn, targetOf, type Pace, type Stage } from "../measure/stage.ts";
import { install } from "../world/installation.ts";
import { bookingOf, cancellable, externalIdOf } from "../world/world.ts";
import type { Peer } from "./peer.ts";
import { setUpPeer } from "./set-up.ts";

const looks = 20;
const uuidLength = 36;
/** It applies to a quick look too: a peer's compiler has as much to do. */
const warmUpSeconds = 10;
/** A slow peer gets this many times the seconds of lists for its part of a round. */
const cancelPatience = 3;

/** Compares lists and cancels with those of a peer, each on a copy of the same database. */
export async function comparePeer(stage: Stage, pace: Pace, peer: Peer): Promise<Comparison[]> {
  const folder = setUpPeer(peer.name);
  const engine = await stage.engine("postgres");
  const world = { bookings: pace.bookings, heavy: 0 };
  const installation = await install(engine, stage.newName("peers"), world, Date.now());
  const copy = await engine.copy(installation.databaseUrl, stage.newName("peers"));
  for (const statement of peer.tables) await engine.ask(copy, statement);
  const service = await stage.service(installation.databaseUrl);
  const token = await getToken(service.port, installation);
  let said = "";
  const other = await stage.program({
    words: [peer.program],
    cwd: folder,
    environment: {
      NODE_ENV: "production",
      DATABASE_URL: copy,
      SECRET: randomBytes(32).toString("hex"),
    },
    readPort: (output) => {
      said = output;
      const port = /^listening (\d+)$/m.exec(output)?.[1];
      return port === undefined ? null : Number(port);
    },
  });
  const head = `HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\nAuthorization: Bearer ${/^token (\S+)$/m.exec(said)?.[1] ?? ""}\r\n`;
  const { path, body, success } = peer.cancel;
  const bodyLength = body.includes("{}") ? body.length - 2 + uuidLength : body.length;
  const most = (pace.rounds + 1) * pace.cancelsPerRound + 2 * pace.warmUps;
  const lists = listPattern(world, token);
  const cancels = cancelPattern(world, token, most);
  const theirs = {
    list: { text: `GET ${peer.listPath} ${head}\r\n`, values: lists.values },
    cancel: {
      text: `POST ${path} ${head}Content-Type: application/json\r\nContent-Length: ${bodyLength}\r\n\r\n${body}`,
      values: cancels.values,
    },
  } satisfies Record<string, RequestPattern>;

  const checkLists = async (externalIds: readonly string[], isToldWhen: boolean) => {
    const without = (records: readonly object[]) =>
      isToldWhen ? records : records.map((record) => ({ ...record, booked_at: "" }));
    for (const externalId of externalIds) {
      const mine = (await askOnce(service.port, lists, externalId)).body as {
        bookings: object[];
        total_count: number;
      };
      const page = peer.readList((await askOnce(other.port, theirs.list, externalId)).body);
      deepStrictEqual(without(page.records), without(mine.bookings));
      deepStrictEqual(page.total, mine.total_count);
    }
  };
  await checkLists(lists.values.slice(0, looks), true);
  const list = await compare(stage.generator, {
    title: "list",
    engine: "postgres",
    of: "service",
    targets: [
      targetOf("service", service, lists, engine),
      targetOf(peer.name, other, theirs.list, engine),
    ],
    ...inTurn(pace),
    warmUpSeconds,
  });

  // Bookings that the measurement does not cancel.
  const spare = cancellable(world, most + looks).slice(most);
  const spareCancels = cancelPattern(world, token, most + looks).values.slice(most);
  if (spare.length < looks) throw new Error("There are too few bookings to cancel.");
  for (const value of spareCancels) {
    deepStrictEqual(await askOnce(service.port, cancels, value), { status: 200, body: {} });
    const first = await askOnce(other.port, theirs.cancel, value);
    const second = await askOnce(other.port, theirs.cancel, value);
    if (first.status !== success || second.status === success) {
      throw new Error(`${peer.name} answered ${JSON.stringify([first, second])}.`);
    }
  }
  await checkLists(
    spare.map((number) => externalIdOf(bookingOf(world, number).contact)),
    false,
  );
  const cancel = await compare(stage.generator, {
    title: "cancel",
    engine: "postgres",
    of: "service",
    targets: [
      { ...targetOf("service", service, cancels, engine), lateWorkMs: 1_200 },
      { ...targetOf(peer.name, other, theirs.cancel, engine), success },
    ],
    ...inTurn(pace),
    warmUpSeconds,
    limits: {
      connections: callers,
      seconds: pace.seconds * cancelPatience,
      requests: pace.cancelsPerRound,
      rate: null,
    },
  });
  await stage.stop([service, other]);
  for (const databaseUrl of [installation.databaseUrl, copy]) await engine.drop(databaseUrl);
  return [list, cancel];
}
