import assert from "node:assert/strict";
import { test } from "node:test";
import { runCommandHere } from "./harness/command-here.ts";
import { acmePath, openDesk } from "./harness/operator-api.ts";
import { slotLine } from "./harness/booking-house.ts";
import { booking, catalogue, fetchPath, productionHost } from "./harness/seed.ts";
import { acme, startTestService } from "./harness/service.ts";

const title = { fr: "Été à Paris", en: "Summer in Paris" };

test("A81 a campaign's title is imported, shown to operators, exported, and in no answer of the interface", async () => {
  const summer = catalogue.find((line) => "public_key" in line && line.public_key === "pk_summer");
  const data = [
    ...catalogue,
    slotLine({ capacity: 2 }),
    booking("ann", { slot_starting_at: "2031-05-01T08:00:00Z" }),
  ];
  await using service = await startTestService([{ name: acme, hosts: [productionHost], data }]);
  const run = (words: readonly string[], input = "") =>
    runCommandHere(service.databaseUrl, words, { input });
  const importing = (line: object) =>
    run(["import", "acme/production", "-", "--json"], `${JSON.stringify(line)}\n`);
  const shown = async () => {
    const desk = await openDesk(service);
    return (await desk.ask("GET", `${acmePath}/interactions/pk_summer`)).json.title;
  };
  assert.equal(await shown(), undefined);
  assert.equal((await importing({ ...summer, title })).json.updated.interaction, 1);
  assert.deepEqual(await shown(), title);
  // A field that is left out stays as it is, and null clears it.
  assert.equal((await importing(summer ?? {})).json.unchanged.interaction, 1);
  assert.deepEqual(await shown(), title);
  const file = (await run(["export", "acme/production"])).out;
  assert.ok(
    file.split("\n").some((line) => line.includes('"pk_summer"') && line.includes("Été à Paris")),
  );
  const path = `${fetchPath}?external_id=ann`;
  const list = await service.call({ path, token: await service.token() });
  assert.equal(list.status, 200);
  assert.doesNotMatch(list.text, /Été à Paris|Summer in Paris/);
  assert.equal((await importing({ ...summer, title: null })).json.updated.interaction, 1);
  assert.equal(await shown(), undefined);
  const wrong = await importing({ ...summer, title: "Summer" });
  assert.equal(wrong.status, 1);
  assert.equal(wrong.json.errors[0].field, "title");
});
