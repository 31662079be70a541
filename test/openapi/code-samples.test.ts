import assert from "node:assert/strict";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { after, before, describe, test } from "node:test";
import { sandboxCredential } from "../../playground/sandbox/credential.ts";
import { committedDocument } from "../harness/documented-answers.ts";
import { startTestSandbox, type TestSandbox } from "../harness/sandbox.ts";

interface Sample {
  readonly label: string;
  readonly source: string;
}

const { paths } = JSON.parse(readFileSync(committedDocument, "utf8")) as {
  paths: Record<string, Record<string, { operationId: string; "x-codeSamples": Sample[] }>>;
};
const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
const exampleBooking = "2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c11";

describe("the calls that the reference shows", () => {
  let sandbox: TestSandbox;
  // Below the project, where a sample finds the client library.
  const folder = resolve(`node_modules/.cache/code-samples-${process.pid}`);
  before(async () => {
    sandbox = await startTestSandbox();
    mkdirSync(folder, { recursive: true });
  });
  after(async () => {
    rmSync(folder, { recursive: true });
    await sandbox?.[Symbol.asyncDispose]();
  });

  test("are in six languages, with the caller's own values marked", () => {
    assert.equal(operations.length, 3);
    for (const operation of operations) {
      const samples = operation["x-codeSamples"];
      const labels = samples.map(({ label }) => label);
      assert.deepEqual(labels, ["curl", "TypeScript", "Python", "PHP", "Java", "C#"]);
      for (const { source } of samples) {
        assert.match(source, /https:\/\/\{base_url\}/);
        assert.match(source, /<(CLIENT_SECRET|ACCESS_TOKEN)>/);
      }
    }
  });

  test("work in TypeScript as they are, with a caller's values in them", async () => {
    const booking = await firstBooking();
    const values: Readonly<Record<string, string>> = {
      "https://{base_url}": `http://localhost:${new URL(sandbox.api).port}`,
      "<CLIENT_ID>": sandboxCredential.client_id,
      "<CLIENT_SECRET>": sandboxCredential.client_secret,
      "<AUDIENCE>": sandboxCredential.audience,
      "<YOUR_ID_OF_THE_CUSTOMER>": "upcoming",
      [exampleBooking]: booking,
    };
    for (const { operationId, "x-codeSamples": samples } of operations) {
      let source = samples.find(({ label }) => label === "TypeScript")?.source ?? "";
      for (const [mark, value] of Object.entries(values)) source = source.replaceAll(mark, value);
      const file = join(folder, `${operationId}.mjs`);
      writeFileSync(file, source.replaceAll("booking-service-client", clientUrl));
      await import(pathToFileURL(file).href);
    }
    const { json } = await sandbox.list(await sandbox.token(), "external_id=upcoming");
    const cancelled = json.bookings.find((each: { booking: string }) => each.booking === booking);
    assert.equal(cancelled?.booking_status, "CANCELLED");
  });

  const clientUrl = pathToFileURL(resolve("sdk/src/index.ts")).href;

  async function firstBooking(): Promise<string> {
    const query = "external_id=upcoming&booking_status=CONFIRMED";
    const { json } = await sandbox.list(await sandbox.token(), query);
    return json.bookings[0].booking;
  }
});
