import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { runCommandHere } from "./harness/command-here.ts";
import { imported, startImporting, toText, type Importing } from "./import/importing.ts";
import { activity, catalogue, host, interaction, slot } from "./import/lines.ts";

const account = "acme/production";
const workshop = ["--interaction", "pk_summer", "--activity", "workshop"];
const ann = [...workshop, "--host", "ann"];

/** Ann is a host of the workshop, and of a dance in another campaign in New York. */
const house = [
  ...catalogue,
  interaction({ public_key: "pk_winter", timezone: "America/New_York" }),
  activity({ interaction: "pk_winter", id: "dance" }),
  host({ interaction: "pk_winter", activity: "dance", display_name: "Ann S." }),
];
const at = (starting_at: string, minutes: number | null = 60, more: object = {}) =>
  slot({
    activity: "workshop",
    host: "ann",
    starting_at,
    slot_duration_in_minutes: minutes,
    ...more,
  });
const dance = { interaction: "pk_winter", activity: "dance" };

async function opened(...lines: readonly object[]): Promise<Importing> {
  const importing = await startImporting();
  await imported(importing, [...house, ...lines]);
  return importing;
}

async function run({ databaseUrl }: Importing, words: readonly string[], input = "") {
  const result = await runCommandHere(databaseUrl, [...words, "--json"], { input });
  assert.equal(result.status, 0, result.err);
  return { overlap: result.json.overlap, answer: result.json, err: result.err };
}

const slots = (overlap: any) =>
  overlap?.slots.map(({ activity: of, starting_at: start }: any) => `${of} ${start}`);
const added = ["slot", "add", account, ...ann, "--capacity", "4"];
const sentence =
  "warning: host Ann (ann) has two slots at one time, 2031-05-01 10:00 CEST for 90 minutes and " +
  "2031-05-01 11:00 CEST for 90 minutes; a host that may says overlaps: true\n";

describe("a host who would have two slots at one time is told of", () => {
  test("when slots are added, before and after, and only those of that time", async () => {
    await using importing = await opened(at("2031-05-01T08:00:00Z", 90));
    const twice = [...added, "--slot-duration-in-minutes", "90"];
    const touching = await run(importing, [...twice, "--at", "2031-05-01T09:30:00Z"]);
    assert.equal(touching.overlap, null);
    assert.equal(touching.err, "");
    const { answer, overlap, err } = await run(importing, [
      ...twice,
      "--at",
      "2031-05-01T09:00:00Z",
    ]);
    assert.deepEqual(answer.created, ["2031-05-01T09:00:00Z"]);
    assert.deepEqual(overlap, {
      host: "ann",
      display_name: "Ann",
      slots: ["2031-05-01T08:00:00Z", "2031-05-01T09:00:00Z"].map((starting_at) => ({
        interaction: "pk_summer",
        activity: "workshop",
        starting_at,
        timezone: "Europe/Paris",
        slot_duration_in_minutes: 90,
      })),
      more: 1,
    });
    assert.equal(
      err,
      sentence.replace(";", ", and 1 more slot begins while another of its host lasts;"),
    );
    // It exists by now, and is not added again.
    assert.equal((await run(importing, [...twice, "--at", "2031-05-01T09:00:00Z"])).overlap, null);
    const bobs = [...workshop, "--host", "bob", "--capacity", "4", "--at", "2031-05-01T09:00:00Z"];
    assert.equal((await run(importing, ["slot", "add", account, ...bobs])).overlap, null);
    const tasting = ["--interaction", "pk_summer", "--activity", "tasting", "--capacity", "4"];
    const hostless = [...tasting, "--slot-duration-in-minutes", "90"];
    for (const time of ["2031-05-01T09:00:00Z", "2031-05-01T09:05:00Z"]) {
      const none = await run(importing, ["slot", "add", account, ...hostless, "--at", time]);
      assert.equal(none.overlap, null);
    }
  });

  test("in whatever activity and campaign, unless one of both says that it may", async () => {
    await using importing = await opened(at("2031-05-01T08:00:00Z", 90, dance));
    const nine = [...added, "--at", "2031-05-01T09:00:00Z"];
    const { overlap, err } = await run(importing, nine);
    assert.deepEqual(slots(overlap), [
      "dance 2031-05-01T08:00:00Z",
      "workshop 2031-05-01T09:00:00Z",
    ]);
    assert.match(
      err,
      /10:00 CEST for 90 minutes of dance in pk_winter and .* 11:00 CEST of workshop in pk_summer;/,
    );
    for (const [line, time] of [
      [host({ ...dance, display_name: "Ann S.", overlaps: true }), "2031-05-01T09:10:00Z"],
      [host({ overlaps: true }), "2031-05-01T09:20:00Z"],
    ] as const) {
      await imported(importing, [line]);
      // The slot of nine has no length, and is over.
      assert.equal((await run(importing, [...added, "--at", time])).overlap, null);
    }
  });

  test("but not of a campaign that the operator may not see", async () => {
    await using importing = await opened(at("2031-05-01T08:00:00Z", 90, dance));
    const door = importing.store.account(importing.accountIds[0]);
    const audit = { actor: "test", now: Date.now() };
    const place = { publicKey: "pk_summer", activityId: "workshop", hostId: "ann" };
    const startingAt = [Date.UTC(2031, 4, 1, 9)];
    const add = async (amongCampaigns: readonly string[] | null) => {
      const length = { lengthBy: "minutes" } as const;
      const order = { place, startingAt, capacity: 4, ...length, dryRun: true, amongCampaigns };
      const answer = await door.addSlots(audit, order);
      return "overlap" in answer ? answer : assert.fail();
    };
    assert.notEqual((await add(null)).overlap, null);
    assert.notEqual((await add(["pk_summer", "pk_winter"])).overlap, null);
    assert.equal((await add(["pk_summer"])).overlap, null);
  });

  test("by a pattern every 30 minutes of 60, of each host, in a dry run too", async () => {
    await using importing = await opened();
    const days = ["--from", "2031-05-01", "--to", "2031-05-02", "--capacity", "4"];
    const times = [
      "--between",
      "10:00-12:00",
      "--every",
      "30m",
      "--slot-duration-in-minutes",
      "60",
    ];
    const words = ["slot", "pattern", account, ...ann, "--host", "bob", ...days, ...times];
    for (const more of [["--dry-run"], []]) {
      const { overlap, answer } = await run(importing, [...words, ...more]);
      assert.equal(answer.created.length, 16);
      assert.deepEqual([overlap.host, overlap.more], ["ann", 11]);
      assert.deepEqual(slots(overlap), [
        "workshop 2031-05-01T08:00:00Z",
        "workshop 2031-05-01T08:30:00Z",
      ]);
    }
  });

  test("when slots last longer, all of a host or one by one, in a dry run too", async () => {
    await using importing = await opened(
      at("2031-05-01T08:00:00Z"),
      at("2031-05-01T09:00:00Z"),
      at("2031-05-01T11:00:00Z", 30),
      // A closed one needs nobody.
      at("2031-05-01T12:00:00Z", 60, { capacity: 0, closed: true }),
    );
    const lengths = ["slot", "length", account, ...ann, "--slot-duration-in-minutes", "90"];
    const later = await run(importing, lengths);
    assert.equal(later.overlap, null);
    const from = [...lengths, "--also-slots-from", "2031-05-01"];
    const tried = await run(importing, [...from, "--dry-run"]);
    assert.equal(tried.err.split("\n").at(-2), sentence.trimEnd());
    const one = ["slot", "change", account, ...ann, "--slot", "2031-05-01T08:00:00Z"];
    for (const more of [["--dry-run"], []]) {
      const { overlap } = await run(importing, [...one, "--to-length", "61", ...more]);
      assert.deepEqual(slots(overlap), [
        "workshop 2031-05-01T08:00:00Z",
        "workshop 2031-05-01T09:00:00Z",
      ]);
    }
    assert.deepEqual((await run(importing, from)).overlap, tried.overlap);
    const closed = [...ann, "--slot", "2031-05-01T12:00:00Z"];
    const reopened = ["slot", "capacity", account, ...closed, "--capacity", "4"];
    assert.deepEqual(slots((await run(importing, reopened)).overlap), [
      "workshop 2031-05-01T11:00:00Z",
      "workshop 2031-05-01T12:00:00Z",
    ]);
    const more = [...reopened.slice(0, -1), "5"];
    assert.equal((await run(importing, more)).overlap, null);
  });

  test("with a slot that has no seats too, unless it is closed", async () => {
    const nobody = { capacity: 0 };
    await using importing = await opened(
      at("2031-05-01T08:00:00Z", 90, nobody),
      at("2031-05-02T08:00:00Z", 90, { ...nobody, closed: true }),
      at("2031-05-03T08:00:00Z", 60, nobody),
      at("2031-05-03T09:00:00Z", 60),
      at("2031-05-04T08:00:00Z", 60, { ...nobody, closed: true }),
      at("2031-05-04T09:00:00Z", 60),
    );
    const isWarned = async (words: readonly string[]) =>
      (await run(importing, words)).overlap !== null;
    assert.equal(await isWarned([...added, "--at", "2031-05-01T09:00:00Z"]), true);
    assert.equal(await isWarned([...added, "--at", "2031-05-02T09:00:00Z"]), false);
    assert.equal(
      await isWarned([...added.slice(0, -1), "0", "--at", "2031-05-01T08:30:00Z"]),
      true,
    );
    for (const [day, warned] of [
      ["2031-05-03", true],
      ["2031-05-04", false],
    ] as const) {
      const eight = [...ann, "--slot", `${day}T08:00:00Z`];
      const change = ["slot", "change", account, ...eight, "--dry-run"];
      assert.equal(await isWarned([...change, "--to-length", "90"]), warned);
      assert.equal(await isWarned([...change, "--to-slot", `${day}T08:30:00Z`]), warned);
      const longer = at(`${day}T08:00:00Z`, 90, nobody);
      const file: any = await importing.import([longer], { dryRun: true });
      assert.equal("warnings" in file, warned);
      const capacity = ["slot", "capacity", account, ...eight, "--capacity"];
      assert.equal(await isWarned([...capacity, "0", "--slot-duration-in-minutes", "90"]), warned);
      // Of an open slot that gets seats nothing is new, and a closed one opens.
      assert.equal(await isWarned([...capacity, "4"]), !warned);
    }
  });

  test("when a slot gets another start or host, and not where it goes on alone", async () => {
    await using importing = await opened(
      at("2031-05-01T08:00:00Z"),
      at("2031-05-01T08:30:00Z", 60, { host: "bob" }),
    );
    const bobs = ["slot", "change", account, ...workshop, "--host", "bob"];
    const bob = [...bobs, "--slot", "2031-05-01T08:30:00Z"];
    for (const words of [
      [...bob, "--to-host", "ann", "--dry-run"],
      [...bob, "--to-host", "ann"],
    ]) {
      assert.deepEqual(slots((await run(importing, words)).overlap), [
        "workshop 2031-05-01T08:00:00Z",
        "workshop 2031-05-01T08:30:00Z",
      ]);
    }
    const anns = ["slot", "change", account, ...ann, "--slot", "2031-05-01T08:30:00Z"];
    const touching = await run(importing, [...anns, "--to-slot", "2031-05-01T09:00:00Z"]);
    assert.equal(touching.overlap, null);
    const own = ["slot", "change", account, ...ann, "--slot", "2031-05-01T09:00:00Z"];
    const moved = await run(importing, [...own, "--to-slot", "2031-05-01T09:30:00Z"]);
    assert.equal(moved.overlap, null);
  });

  test("by an import, in one transaction and in portions, in a dry run too", async () => {
    await using importing = await opened(at("2031-05-01T08:00:00Z", 90));
    const many = Array.from({ length: 1_200 }, (_, hour) =>
      at(new Date(Date.UTC(2031, 6, 1, hour)).toISOString(), 60, { host: "bob" }),
    );
    const small = [at("2031-05-01T09:00:00Z", 90), at("2030-04-01T09:00:00Z", 90)];
    for (const lines of [small, [...many, ...small]]) {
      for (const dryRun of [true, false]) {
        const file =
          lines === small ? lines.map((line) => ({ ...line, activity: "workshop" })) : lines;
        const answer: any = await importing.import(file, { dryRun });
        const index = lines.length - 1;
        if (lines !== small && answer.created.slot === 1_200) {
          // The two of the small file are there by now.
          assert.equal("warnings" in answer, false);
          continue;
        }
        assert.deepEqual(answer.warnings, [
          {
            line: index,
            kind: "slot",
            key: "pk_summer/workshop/ann/2031-05-01T09:00:00Z",
            field: "starting_at",
            message: sentence.slice("warning: ".length, -1),
          },
        ]);
      }
    }
    const hours = many.map((line) => ({ ...line, slot_duration_in_minutes: 61 }));
    const longer: any = await importing.import(hours, { dryRun: true });
    assert.match(longer.warnings[0].message, /^host Bob \(bob\) .*, and 1198 more slots begin /);
    const free = host({ id: "bob", display_name: "Bob", overlaps: true });
    assert.equal("warnings" in (await importing.import([free, ...hours])), false);
  });

  test("by `import` and by `slot csv`", async () => {
    await using importing = await opened(at("2031-05-01T08:00:00Z", 90));
    const lines = toText([at("2031-05-01T09:00:00Z", 90)]);
    const key = "pk_summer/workshop/ann/2031-05-01T09:00:00Z";
    const message = sentence.slice("warning: ".length, -1);
    const file = await run(importing, ["import", account, "-", "--dry-run"], lines);
    assert.deepEqual(file.answer.overlaps, [{ line: 1, slot: key, message }]);
    assert.match(file.err, /^warning: line 1: slot pk_summer\/workshop\/ann: host Ann /m);
    const csv = "host,starting_at,capacity,slot_duration_in_minutes\nann,2031-05-01 11:00,4,90\n";
    for (const more of [["--dry-run"], []]) {
      const sheet = await run(importing, ["slot", "csv", account, "-", ...workshop, ...more], csv);
      assert.deepEqual(sheet.answer.warnings, [
        { line: 2, kind: "slot", key, field: "starting_at", message },
      ]);
      assert.equal(sheet.err, `warning: line 2: slot pk_summer/workshop/ann: ${message}\n`);
    }
    // As it is.
    const again = await run(importing, ["slot", "csv", account, "-", ...workshop], csv);
    assert.equal(again.answer.warnings, undefined);
  });
});

describe("whether a host may have two slots at one time", () => {
  test("is kept by a line that does not say it, and exported where it may", async () => {
    await using importing = await opened();
    const exported = async () => {
      const { out } = await runCommandHere(importing.databaseUrl, ["export", account]);
      return out.split("\n").filter((line) => line.includes('"kind":"host"'));
    };
    const before = await exported();
    assert.equal(
      before.some((line) => line.includes("overlaps")),
      false,
    );
    await imported(importing, [host({ overlaps: true })]);
    const kept: any = await importing.import([host()]);
    assert.deepEqual(kept.unchanged, { host: 1 });
    const after = await exported();
    assert.equal(after.filter((line) => line.endsWith(',"overlaps":true}')).length, 1);
    await imported(importing, [host({ overlaps: false })]);
    assert.deepEqual(await exported(), before);
  });
});
