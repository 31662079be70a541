import { convert } from "../../src/store/migrations/convert.ts";
import { openTestEngine } from "./open-engine.ts";

/** Converts a database, and is killed when a table has been filled: `killed-conversion.ts URL TABLE`. */
const [url = "", dies = ""] = process.argv.slice(2);
const engine = openTestEngine(url, { timeouts: "task", poolSize: 2 });
await convert(engine, {
  now: 1,
  onBegin: () => {},
  onFilled: (table) => {
    if (table === dies) process.kill(process.pid, "SIGKILL");
  },
});
