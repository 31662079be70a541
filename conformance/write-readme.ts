import { readFileSync, writeFileSync } from "node:fs";
import { brokenServers } from "./broken/broken-servers.ts";
import { withLists } from "./readme-lists.ts";
import { rules } from "./rules.ts";

/** Writes the generated parts of README.md: `node conformance/write-readme.ts`, then `oxfmt`. */
const readme = new URL("README.md", import.meta.url);
writeFileSync(readme, withLists(readFileSync(readme, "utf8"), rules, brokenServers));
