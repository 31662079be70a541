import { runCommand } from "../../test/harness/command.ts";
import { account, install } from "../world/installation.ts";
import type { EngineName } from "../world/engines.ts";
import { compare, type Comparison } from "./compare.ts";
import { getToken } from "./get-token.ts";
import { cancelPattern } from "./requests.ts";
import { callers, inTurn, targetOf, type Pace, type Stage } from "./stage.ts";

/** The service writes the records of its requests, and a follower reads its changes, within this time. */
const lateWorkMs = 1_200;
/** A round ends after this many times the seconds of other comparisons, however slow the disk is. */
const patience = 20;

/**
 * Compares cancels of the same service on three databases: one whose feed of changes nobody reads, one
 * without the feed's index, and one with a follower. The index entry is all that a cancel writes for the
 * feed: its event belongs to the booking's history.
 */
export async function compareFeed(
  stage: Stage,
  engineName: EngineName,
  pace: Pace,
): Promise<Comparison> {
  const engine = await stage.engine(engineName);
  const world = { bookings: pace.bookings, heavy: 0 };
  const original = await install(engine, stage.newName("feed"), world, Date.now());
  const copy = () => engine.copy(original.databaseUrl, stage.newName("feed"));
  const [plain, without, followed] = [await copy(), await copy(), await copy()];
  await engine.ask(without, "drop index booking_event_by_position");
  const names = ["service", "no feed", "followed"] as const;
  const programs = [];
  for (const databaseUrl of [plain, without, followed]) {
    programs.push(await stage.service(databaseUrl));
  }
  // The first reader of an account numbers its events of the last days.
  await runCommand(followed, ["changes", account]);
  const follower = await stage.program({
    words: ["bin/booking.js", "changes", account, "--follow"],
    environment: { DATABASE_URL: followed },
    // It listens nowhere.
    readPort: () => 0,
  });
  const most = (pace.rounds + 1) * pace.cancelsPerRound + 2 * pace.warmUps;
  const targets = [];
  for (const [index, program] of programs.entries()) {
    const pattern = cancelPattern(world, await getToken(program.port, original), most);
    targets.push({ ...targetOf(names[index] ?? "", program, pattern, engine), lateWorkMs });
  }
  const comparison = await compare(stage.generator, {
    title: "feed",
    engine: engineName,
    of: "service",
    targets,
    ...inTurn(pace),
    limits: {
      connections: callers,
      seconds: pace.seconds * patience,
      rate: null,
      requests: pace.cancelsPerRound,
    },
  });
  const unread =
    "select 1 from booking_event where kind = 'cancelled' and position is null limit 1";
  if ((await engine.ask(followed, unread)).length > 0) throw new Error("The follower lags behind.");
  await stage.stop([...programs, follower]);
  for (const url of [original.databaseUrl, plain, without, followed]) await engine.drop(url);
  return comparison;
}
