import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startDeskWithSlots, type DeskWithSlots } from "../harness/desk-with-slots.ts";
import { acmePath, assertProblem } from "../harness/operator-api.ts";

let ours: DeskWithSlots;
before(async () => {
  ours = await startDeskWithSlots();
});
after(() => ours[Symbol.asyncDispose]());

describe("the catalogue", () => {
  const hosts = `${acmePath}/interactions/pk_summer/activities/workshop/hosts`;

  test("is changed by who saw what stands there, and made where nothing stands", async () => {
    const path = `${hosts}/cleo%2F1`;
    assertProblem(await ours.desk.ask("GET", path), 404, "nothing-to-remove");
    assertProblem(
      await ours.desk.ask("PUT", path, { display_name: "C" }),
      428,
      "precondition-missing",
    );
    const isNew = { "if-none-match": "*" };
    const made = await ours.desk.ask("PUT", path, { display_name: "Cleo" }, isNew);
    assert.equal(made.status, 201, made.text);
    assert.deepEqual(made.json, {
      kind: "host",
      interaction: "pk_summer",
      activity: "workshop",
      id: "cleo/1",
      display_name: "Cleo",
      slot_duration_in_minutes: null,
      overlaps: false,
    });
    assertProblem(
      await ours.desk.ask("PUT", path, { display_name: "D" }, isNew),
      412,
      "changed-meanwhile",
    );
    const etag = String((await ours.desk.ask("GET", path)).headers.etag);
    assert.equal(made.headers.etag, etag);
    const matching = { "if-match": etag };
    assert.equal((await ours.desk.ask("PUT", path, { display_name: "E" }, matching)).status, 200);
    assertProblem(
      await ours.desk.ask("PUT", path, { display_name: "F" }, matching),
      412,
      "changed-meanwhile",
    );
    assert.ok(
      (await ours.desk.ask("GET", hosts)).json.items.some((each: any) => each.display_name === "E"),
    );
    assert.equal((await ours.desk.ask("DELETE", path)).status, 204);
    assertProblem(await ours.desk.ask("DELETE", path), 404, "nothing-to-remove");
  });

  test("takes an ETag that a compressing proxy has marked", async () => {
    const path = `${acmePath}/groups/marked`;
    const put = async (headers: Record<string, string>, display_name: string) =>
      await ours.desk.ask("PUT", path, { display_name }, headers);
    let { etag } = (await put({ "if-none-match": "*" }, "A")).headers;
    const marks = [
      (tag: string) => `W/${tag}`,
      (tag: string) => tag.replace(/"$/, '-gzip"'),
      (tag: string) => `"other", W/${tag}`,
    ];
    for (const [index, mark] of marks.entries()) {
      const marked = { "if-match": mark(String(etag)) };
      const changed = await put(marked, `B${index}`);
      assert.equal(changed.status, 200, changed.text);
      assertProblem(await put(marked, "C"), 412, "changed-meanwhile");
      ({ etag } = changed.headers);
    }
    const cut = String(etag).replace(/.-?"$/, '"');
    assertProblem(await put({ "if-match": cut }, "D"), 412, "changed-meanwhile");
    assert.equal((await ours.desk.ask("DELETE", path)).status, 204);
  });

  test("lets go of a campaign that nobody booked, with its parts only where that is asked for", async () => {
    const path = `${acmePath}/interactions/pk_brief`;
    const edits = [
      { kind: "group", unique_key: "brief", display_name: "Brief" },
      {
        kind: "interaction",
        public_key: "pk_brief",
        group: "brief",
        timezone: "Etc/UTC",
        default_language: "en",
        languages: ["en"],
      },
      { kind: "activity", interaction: "pk_brief", id: "talk", title: { en: "Talk" } },
    ].map((line) => ({ line, if_match: null }));
    const made = await ours.desk.ask("POST", `${acmePath}/catalogue`, { edits });
    assert.equal(made.status, 200, made.text);
    assertProblem(await ours.desk.ask("DELETE", `${acmePath}/groups/brief`), 409, "in-use");
    const refused = await ours.desk.ask("DELETE", path);
    assertProblem(refused, 409, "not-empty");
    assert.equal(refused.json.with, "activity");
    assertProblem(await ours.desk.ask("DELETE", `${path}/activities/talk`), 409, "last-activity");
    assertProblem(await ours.desk.ask("DELETE", `${path}?with=all`), 400, "malformed");
    const whole = `${path}?with=everything-unbooked`;
    const stale = await ours.desk.ask("DELETE", whole, undefined, { "if-match": '"other"' });
    assertProblem(stale, 412, "changed-meanwhile");
    const seen = { "if-match": String((await ours.desk.ask("GET", path)).headers.etag) };
    assert.equal((await ours.desk.ask("DELETE", whole, undefined, seen)).status, 204);
    assertProblem(await ours.desk.ask("GET", path), 404, "nothing-to-remove");
    assert.equal((await ours.desk.ask("DELETE", `${acmePath}/groups/brief`)).status, 204);
  });

  test("tells what does not fit, and changes nothing then", async () => {
    const path = `${acmePath}/interactions/pk_summer`;
    const seen = await ours.desk.ask("GET", path);
    const { kind: _kind, public_key: _key, ...fields } = seen.json;
    const etag = { "if-match": String(seen.headers.etag) };
    const bad = await ours.desk.ask("PUT", path, { ...fields, timezone: "Europe/Nowhere" }, etag);
    assertProblem(bad, 422, "edits-bad");
    assert.equal(bad.json.errors[0].field, "timezone");
    assertProblem(await ours.desk.ask("PUT", path, { ...fields, more: 1 }, etag), 400, "malformed");
    assert.deepEqual((await ours.desk.ask("GET", path)).json, seen.json);
  });

  test("refuses a line that is nested ten thousand times", async () => {
    const title = `${'{"fr":'.repeat(10_000)}1${"}".repeat(10_000)}`;
    const activity = { kind: "activity", interaction: "pk_summer", id: "a", title: "" };
    const body = JSON.stringify({ edits: [{ line: activity }] }).replace('""', title);
    const refused = await ours.desk.ask("POST", `${acmePath}/catalogue`, body);
    assertProblem(refused, 422, "edits-bad");
    assert.equal(refused.json.errors[0].field, "title.fr");
  });

  test("takes several edits together: a campaign comes with its first activity", async () => {
    const interaction = {
      kind: "interaction",
      public_key: "pk_new",
      group: "acme-fr",
      timezone: "Europe/Paris",
      default_language: "fr",
      languages: ["fr"],
    };
    const activity = { kind: "activity", interaction: "pk_new", id: "a", title: { fr: "A" } };
    const path = `${acmePath}/catalogue`;
    const alone = await ours.desk.ask("POST", path, {
      edits: [{ line: interaction, if_match: null }],
    });
    assertProblem(alone, 422, "edits-bad");
    const edits = [interaction, activity].map((line) => ({ line, if_match: null }));
    const made = await ours.desk.ask("POST", path, { edits });
    assert.equal(made.status, 200, made.text);
    assert.deepEqual(
      made.json.items.map((each: any) => each.before),
      [null, null],
    );
    assertProblem(await ours.desk.ask("POST", path, { edits }), 412, "changed-meanwhile");
    for (const [list, count] of [
      ["/groups", 2],
      ["/interactions", 4],
      ["/interactions/pk_new/activities", 1],
      ["/interactions/pk_summer/activities/tasting/ticket-types", 2],
    ] as const) {
      assert.equal((await ours.desk.ask("GET", acmePath + list)).json.items.length, count, list);
    }
  });
});
