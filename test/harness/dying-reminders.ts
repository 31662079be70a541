import { openStore } from "../../src/store/store.ts";

/**
 * Tells the reminders of a database, and is killed at a step: `dying-reminders.ts URL NOW STEP`. A step is a look at the
 * clock, of which each portion has one inside its transaction, behind its locks; or the pause behind a portion.
 */
const [url = "", now = "", dieAt = ""] = process.argv.slice(2);
let steps = 0;
const step = () => {
  steps += 1;
  if (steps === Number(dieAt)) process.kill(process.pid, "SIGKILL");
};
const store = openStore(url);
await store.tellReminders({
  now: () => {
    step();
    return Number(now);
  },
  pause: async () => step(),
  stopping: { aborted: false },
});
await store.close();
