import assert from "node:assert/strict";
import { test } from "node:test";
import { formatLines } from "./catalogue-commands.ts";

test("a campaign whose line leaves out its promotion is promoted by hand", () => {
  const line = { public_key: "pk_summer", group: "acme-fr", languages: ["fr", "en"] };
  const rows = formatLines(
    "interaction",
    [line, { ...line, waitlist_promotion: "automatic" }],
    200,
  );
  assert.match(rows, /fr, en {2,}manual\n.*fr, en {2,}automatic$/);
});
