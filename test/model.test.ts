import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { modelOn } from "../proofs/programs/model.ts";
import { proveBriefly } from "../proofs/running/prove-briefly.ts";
import { engine } from "./harness/test-database.ts";

describe("the service and the model of the interface", () => {
  test("P8 give the same answers to random sequences of calls, on both engines the same bytes", async () => {
    // Where there is a PostgreSQL, both are asked beside each other.
    const engines =
      engine === "postgres" ? (["sqlite", "postgres"] as const) : (["sqlite"] as const);
    const { figures } = await proveBriefly(modelOn(engines), 15);
    assert.equal(figures["sequences"], 15);
  });
});
