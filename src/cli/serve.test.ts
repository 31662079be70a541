import assert from "node:assert/strict";
import { test } from "node:test";
import { firstRun } from "./serve.ts";

test("a service without an operator names the link to its console", async () => {
  const link = "http://localhost:8081/sign-in?code=1";
  assert.match(
    (await firstRun({ signInLink: async () => link })) ?? "",
    /no operator yet.*\n.*code=1$/,
  );
  assert.equal(await firstRun({ signInLink: async () => null }), null);
});

test("P4 a service whose link cannot be made says so and goes on serving", async () => {
  const signInLink = () => Promise.reject(new Error("The database cannot be reached: cut."));
  assert.equal(
    await firstRun({ signInLink }),
    "No link to the console could be made: The database cannot be reached: cut. `booking operator create` makes an operator.",
  );
});
