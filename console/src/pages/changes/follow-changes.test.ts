import assert from "node:assert/strict";
import { test } from "node:test";
import { ProblemError, UnreachableError } from "../../api/problem.ts";
import { changesPerStep, followChanges, type Change, type Feed } from "./follow-changes.ts";

const change = (cursor: string): Change => ({
  cursor,
  at: "2030-05-01T08:00:00Z",
  change: "booked",
  actor: "client bsc_1",
  request_id: null,
});

type Told = { readonly changes: readonly Change[]; readonly cursor: string } | Error;

function feedOf(...answers: Told[]): { readonly feed: Feed; readonly asked: unknown[][] } {
  const asked: unknown[][] = [];
  return {
    asked,
    feed: {
      latest: async () => {
        asked.push(["latest"]);
        const answer = answers.shift() ?? new ProblemError(410, {});
        if (answer instanceof Error) throw answer;
        return { ...answer, earlier: "a-3" };
      },
      read: async (...request) => {
        asked.push(request);
        const answer = answers.shift() ?? new ProblemError(410, {});
        if (answer instanceof Error) throw answer;
        return answer;
      },
      pause: async (ms) => void asked.push(["pause", ms]),
    },
  };
}

test("changes are asked for without waiting until the feed is read, and then as they happen", async () => {
  const many = Array.from({ length: changesPerStep }, (_, index) => change(`a-${index + 1}`));
  const { feed, asked } = feedOf(
    { changes: many, cursor: "a-200" },
    { changes: [change("a-201")], cursor: "a-201" },
    { changes: [], cursor: "a-201" },
  );
  const states = [];
  for await (const { state } of followChanges(feed, "start")) {
    if (states.push(state) === 3) break;
  }
  assert.deepEqual(states, ["behind", "current", "current"]);
  assert.deepEqual(asked, [
    ["start", 0],
    ["a-200", 0],
    ["a-201", 25],
  ]);
});

test("without an answer the same cursor is asked for again; a refused cursor ends it", async () => {
  const { feed, asked } = feedOf(
    new UnreachableError("no answer"),
    { changes: [], cursor: "a-7" },
    new UnreachableError("no answer"),
    new ProblemError(503, {}),
    new ProblemError(429, {}),
    { changes: [change("a-8")], cursor: "a-8" },
  );
  const states: string[] = [];
  const all = async () => {
    for await (const { state } of followChanges(feed, undefined)) states.push(state);
  };
  await assert.rejects(all(), ProblemError);
  const interrupted = ["interrupted", "interrupted", "interrupted"];
  assert.deepEqual(states, ["interrupted", "current", ...interrupted, "current"]);
  assert.deepEqual(
    asked.filter(([first]) => first !== "pause").map(([after]) => after),
    ["latest", "latest", "a-7", "a-7", "a-7", "a-7", "a-8"],
  );
});

test("the latest changes come first, with where the earlier ones end", async () => {
  const { feed, asked } = feedOf({ changes: [change("a-4")], cursor: "a-4" });
  const { value } = await followChanges(feed, undefined).next();
  assert.deepEqual(value, {
    changes: [change("a-4")],
    cursor: "a-4",
    earlier: "a-3",
    state: "current",
  });
  assert.deepEqual(asked, [["latest"]]);
});
