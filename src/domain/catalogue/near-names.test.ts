import assert from "node:assert/strict";
import { test } from "node:test";
import { offerNames } from "./near-names.ts";

test("the nearest name is found by its letters, however many units a letter has", () => {
  const names = [
    { id: "calm", texts: ["Calm 🧘🧘🧘🧘🧘"] },
    { id: "swim", texts: ["Swim"] },
  ];
  assert.equal(
    offerNames("Calmm 🧘🧘🧘🧘🧘", names),
    '; "Calmm 🧘🧘🧘🧘🧘" is none, the nearest is calm',
  );
});
