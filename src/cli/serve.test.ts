import assert from "node:assert/strict";
import { test } from "node:test";
import { demoText, firstRun, hostText } from "./serve.ts";

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

test("a service on the demo's data says so, and without a link how one gets into its console", () => {
  const operator = "http://127.0.0.1:8081";
  assert.match(demoText(operator, true), /demo\/development.*DATABASE_URL to another one\.$/);
  assert.match(
    demoText(operator, false),
    /`booking operator create NAME --role admin` prints a key; sign in with it at http:\/\/127\.0\.0\.1:8081\/\.$/,
  );
});

test("a service whose address leads to no account says which Host to send", () => {
  assert.equal(
    hostText({ api: "http://127.0.0.1:8080", hosts: ["api.a.example", "api.b.example"] }),
    "A call to http://127.0.0.1:8080 names its account by the header Host: api.a.example or api.b.example (curl -H 'Host: api.a.example' …).",
  );
});
