import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The machines that the files in `deploy/ha/` name. */
export const databaseMachines = [
  { name: "db1", address: "10.10.0.11" },
  { name: "db2", address: "10.10.0.12" },
  { name: "db3", address: "10.10.0.13" },
] as const;

export type Machine = (typeof databaseMachines)[number];

/** The path of a file in `deploy/ha/`. */
export function deployed(file: string): string {
  return fileURLToPath(new URL(`../../deploy/ha/${file}`, import.meta.url));
}

/**
 * A settings file in systemd's form for one machine. Lines about the first machine are changed to this one,
 * as in the operator's copy.
 */
export function settingsFor({ name, address }: Machine, file: string): Record<string, string> {
  const [first, second] = databaseMachines;
  const lines = readFileSync(deployed(file), "utf8").split("\n");
  const settings = lines.filter((line) => /^[A-Z]/.test(line));
  return Object.fromEntries(
    settings.map((line) => {
      const speaksOfAll = line.includes(second.address);
      const own = speaksOfAll
        ? line
        : line.replaceAll(first.address, address).replaceAll(first.name, name);
      const [word = "", ...rest] = own.split("=");
      return [word, rest.join("=")];
    }),
  );
}
