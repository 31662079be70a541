import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { Command } from "commander";
import { parseCells, type Cell } from "../domain/cells.ts";
import { CommandFailed, WrongUsage, type CommandContext } from "./command-context.ts";
import { readText } from "./read-text.ts";
import { formatFacts } from "./table.ts";

interface Flags {
  readonly haproxy?: string;
  readonly nginx?: string;
}

export function cellsCommand(context: CommandContext): Command {
  return new Command("cells")
    .description("Write what HAProxy or nginx needs to lead each API host to its installation.")
    .argument("<file>", "JSON: each cell's name with its nodes and API hosts; - is standard input")
    .option("--haproxy <file>", "the map file to write, from hosts to names of backends")
    .option(
      "--nginx <file>",
      "the file to write, with an upstream for each cell and a map of hosts",
    )
    .addHelpText(
      "after",
      '\nThe file: {"cell-1": {"nodes": ["10.0.0.1:8080"], "hosts": ["api.acme.example"]}}\n' +
        "A file is replaced in one step, and only where its content changes. Reload the proxy then.\n" +
        "\nExample:\n  booking cells cells.json --haproxy /etc/haproxy/cells.map",
    )
    .action(async (file: string, { haproxy, nginx }: Flags) => {
      if (haproxy === undefined && nginx === undefined) {
        throw new WrongUsage("Name a file to write: --haproxy or --nginx.");
      }
      const cells = parseCells(await readText(context, file));
      if ("problem" in cells) throw new CommandFailed(`${file} is refused: ${cells.problem}.`);
      const written: string[] = [];
      if (haproxy !== undefined && replaceFile(haproxy, haproxyMap(cells))) written.push(haproxy);
      if (nginx !== undefined && replaceFile(nginx, nginxMap(cells))) written.push(nginx);
      const hosts = cells.reduce((sum, cell) => sum + cell.hosts.length, 0);
      context.print(
        { cells: cells.length, hosts, written },
        formatFacts([
          ["cells", String(cells.length)],
          ["hosts", String(hosts)],
          ["written", written.join(", ") || "nothing: the files say the same"],
        ]),
      );
    });
}

function haproxyMap(cells: readonly Cell[]): string {
  return cells.flatMap(({ name, hosts }) => hosts.map((host) => `${host} ${name}\n`)).join("");
}

function nginxMap(cells: readonly Cell[]): string {
  const upstreams = cells.map(
    ({ name, nodes }) =>
      `upstream ${name} {\n${nodes.map((node) => `  server ${node};\n`).join("")}  keepalive 64;\n}\n`,
  );
  const lines = cells.flatMap(({ name, hosts }) => hosts.map((host) => `  ${host} ${name};\n`));
  // A cell answers for an unknown host as the interface says (A26); which one does not matter.
  const others = `  default ${cells[0]?.name ?? ""};\n`;
  return `${upstreams.join("")}map $host $booking_cell {\n${others}${lines.join("")}}\n`;
}

/** False where the file has this content already. */
function replaceFile(path: string, content: string): boolean {
  try {
    if (readFileSync(path, "utf8") === content) return false;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  const incoming = `${path}.incoming`;
  writeFileSync(incoming, content, { flush: true });
  renameSync(incoming, path);
  return true;
}
