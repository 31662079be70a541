import { parseHost } from "./account.ts";

/** An installation among several, and the API hosts of the accounts that it serves. */
export interface Cell {
  readonly name: string;
  /** `HOST:PORT` of the public listener of each node. */
  readonly nodes: readonly string[];
  readonly hosts: readonly string[];
}

/** Why a file of cells is refused, in a sentence. */
export interface BadCells {
  readonly problem: string;
}

/** Parses the file of cells: a JSON object from each cell's name to its nodes and hosts. */
export function parseCells(text: string): readonly Cell[] | BadCells {
  const file = parseObject(text);
  if (file === null) return { problem: "it is not a JSON object of cells by name" };
  const cells: Cell[] = [];
  const cellOfHost = new Map<string, string>();
  for (const [name, value] of Object.entries(file)) {
    const cell = parseCell(name, value);
    if ("problem" in cell) return cell;
    for (const host of cell.hosts) {
      const other = cellOfHost.get(host);
      if (other !== undefined) return { problem: `the host ${host} is in ${other} and in ${name}` };
      cellOfHost.set(host, name);
    }
    cells.push(cell);
  }
  return cells.length === 0 ? { problem: "it names no cell" } : cells;
}

function parseObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function parseCell(name: string, value: unknown): Cell | BadCells {
  if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(name)) {
    return {
      problem: `the name ${JSON.stringify(name)} is not of lower-case letters, digits and -`,
    };
  }
  const { nodes, hosts, ...others } = isObject(value) ? (value as Record<string, unknown>) : {};
  const unknown = Object.keys(others)[0];
  if (unknown !== undefined) return { problem: `the cell ${name} has an unknown field ${unknown}` };
  if (!isTexts(nodes) || nodes.length === 0 || !nodes.every(isAddress)) {
    return { problem: `the nodes of ${name} are not a list of HOST:PORT` };
  }
  if (!isTexts(hosts)) return { problem: `the hosts of ${name} are not a list` };
  const wrong = hosts.find((host) => parseHost(host) !== host);
  if (wrong !== undefined) {
    return {
      problem: `${JSON.stringify(wrong)} of ${name} is no host in lower case without a port`,
    };
  }
  return { name, nodes, hosts };
}

function isAddress(text: string): boolean {
  const [, host, port] = /^(.+):(\d{1,5})$/.exec(text) ?? [];
  return host !== undefined && parseHost(host) === host.toLowerCase() && Number(port) <= 65_535;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}
