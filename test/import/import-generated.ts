import { openStore } from "../../src/store/store.ts";
import { importDataFile } from "../../src/usecases/operator/import-data-file.ts";
import { generatedFile } from "./generated.ts";
import { now } from "./importing.ts";

/** A program for tests: imports very many bookings and prints how much memory that took, in MiB. */
const [databaseUrl, bookings, dies] = process.argv.slice(2);
if (databaseUrl === undefined) throw new Error("Which database?");
const store = openStore(databaseUrl);
const account = await store.accounts.find({ tenant: "acme", environment: "production" });
if (account === null) throw new Error("The account is missing.");
await importDataFile(store.account(account.id), generatedFile(Number(bookings)), {
  audit: { actor: "test", now },
  onProgress: ({ step, done }) => {
    if (dies === "true" && step === "writing" && done >= 1_000)
      process.kill(process.pid, "SIGKILL");
  },
});
await store.close();
console.log(Math.round(process.resourceUsage().maxRSS / 1024));
