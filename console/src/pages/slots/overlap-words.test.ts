import assert from "node:assert/strict";
import { test } from "node:test";
import { overlapWords } from "./overlap-words.ts";

test("an overlap names the host, both slots by their clocks, and how many follow", () => {
  const slotAt = (starting_at: string, more: object = {}) => ({
    interaction: "pk_summer",
    activity: "yoga",
    starting_at,
    timezone: "Europe/Paris",
    slot_duration_in_minutes: 90,
    ...more,
  });
  const earlier = slotAt("2030-05-01T08:00:00Z");
  const of = (more: number, later: object = {}) =>
    overlapWords(
      {
        host: "ann",
        display_name: "Ann",
        slots: [earlier, slotAt("2030-05-01T09:00:00Z", later)],
        more,
      },
      "Europe/Paris",
    );
  const first = "Ann has two slots at one time: Wed, 1 May 2030, 10:00 CEST (90 minutes";
  assert.equal(of(0), `${first}), and Wed, 1 May 2030, 11:00 CEST (90 minutes).`);
  assert.match(of(1), /\(90 minutes\)\. 1 more slot begins while another of its host lasts\.$/);
  assert.match(of(9), /\. 9 more slots begin while another of its host lasts\.$/);
  assert.equal(
    of(0, { activity: "dance", slot_duration_in_minutes: null }),
    `${first}, yoga), and Wed, 1 May 2030, 11:00 CEST (dance).`,
  );
  assert.match(
    of(0, { interaction: "pk_winter", timezone: "UTC" }),
    /yoga, pk_summer\), and Wed, 1 May 2030, 11:00 CEST \(.*, yoga, pk_winter\)\.$/,
  );
});
