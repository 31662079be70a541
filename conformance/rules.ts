import { globSync } from "node:fs";
import { basename } from "node:path";
import type { Rule } from "./rule.ts";

/** Every rule, in the order of its group and name: each file under `rules/` holds one. */
export async function loadRules(): Promise<readonly Rule[]> {
  const folder = new URL("rules/", import.meta.url);
  const files = groups.flatMap((group) => globSync(`${group}/*.ts`, { cwd: folder }).toSorted());
  return Promise.all(
    files.map(async (file) => {
      const { rule } = (await import(new URL(file, folder).href)) as { rule?: Rule };
      if (rule?.name !== basename(file, ".ts")) {
        throw new Error(`rules/${file} does not export the rule that its name says.`);
      }
      return rule;
    }),
  );
}

const groups = ["token", "access", "list", "record", "cancel", "answers"];
