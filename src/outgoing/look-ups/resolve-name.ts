import { promises as dns, type LookupAddress } from "node:dns";
import { readFileSync } from "node:fs";
import { isIP } from "node:net";

/*
 * `dns.lookup` asks the system in one of libuv's four threads, of which two at a time may do so: two names whose servers
 * do not answer keep every other look-up of the process waiting, the database's address as well. Names of others are
 * therefore asked for over sockets: first in the hosts file, then by DNS, with the search list of `resolv.conf`. Other
 * sources of the system, such as mDNS, are not asked.
 */

/** What this machine says of names: the texts of its hosts file and of `resolv.conf`. */
export interface NameFiles {
  readonly hosts: string;
  readonly resolv: string;
}

/** Asks name servers; `cancel` ends what is under way. */
export interface NameServers {
  resolve4(name: string): Promise<string[]>;
  resolve6(name: string): Promise<string[]>;
  cancel(): void;
}

/** A server has so long for the first try, and twice as long for the second one. */
const tryMs = 1_000;

/** The servers of `resolv.conf` as it is now. */
export function openNameServers(): NameServers {
  return new dns.Resolver({ timeout: tryMs, tries: 2 });
}

export function readNameFiles(): NameFiles {
  return { hosts: textOf("/etc/hosts"), resolv: textOf("/etc/resolv.conf") };
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** All addresses of a name. Throws an error with a code, such as ENOTFOUND. */
export async function resolveName(
  name: string,
  files: NameFiles,
  servers: NameServers,
): Promise<LookupAddress[]> {
  const plain = name.toLowerCase().replace(/\.$/, "");
  const known = isOfThisMachine(plain) ? ["127.0.0.1", "::1"] : addressesIn(files.hosts, plain);
  if (known.length > 0) return known.map(withFamily);
  let failure: unknown = Object.assign(new Error("The name has no address."), {
    code: "ENOTFOUND",
  });
  for (const candidate of candidatesOf(name.toLowerCase(), files.resolv)) {
    try {
      const found = await ask(candidate, servers);
      if (found.length > 0) return found.map(withFamily);
    } catch (error) {
      // A server that cannot tell of one candidate may know the next, as the system's own resolver takes it.
      if ((error as NodeJS.ErrnoException).code !== "ESERVFAIL") throw error;
      failure = error;
    }
  }
  throw failure;
}

/** RFC 6761: such a name leads to this machine, whatever servers say. */
function isOfThisMachine(name: string): boolean {
  return name === "localhost" || name.endsWith(".localhost");
}

function withFamily(address: string): LookupAddress {
  return { address, family: isIP(address) };
}

function addressesIn(hosts: string, name: string): string[] {
  return wordsOfLines(hosts).flatMap(([address = "", ...names]) =>
    isIP(address) !== 0 && names.some((each) => each.toLowerCase() === name) ? [address] : [],
  );
}

function wordsOfLines(text: string): string[][] {
  return text.split("\n").map((line) =>
    line
      .replace(/[#;].*/, "")
      .trim()
      .split(/\s+/),
  );
}

const searchMost = 6;

/** The names to ask for, in their order, as the system's own resolver does (resolv.conf(5)). */
export function candidatesOf(name: string, resolv: string): string[] {
  if (name.endsWith(".")) return [name.slice(0, -1)];
  let search: string[] = [];
  let ndots = 1;
  for (const [keyword, ...values] of wordsOfLines(resolv)) {
    // The last one counts.
    if (keyword === "search" || keyword === "domain") search = values.slice(0, searchMost);
    if (keyword !== "options") continue;
    for (const value of values) ndots = Number(/^ndots:(\d{1,2})$/.exec(value)?.[1] ?? ndots);
  }
  const searched = search.map((domain) => `${name}.${domain.replace(/^\.|\.$/g, "")}`);
  const dots = name.split(".").length - 1;
  return dots >= ndots ? [name, ...searched] : [...searched, name];
}

/** Of both families; none where the name does not exist or has no address. */
async function ask(name: string, servers: NameServers): Promise<string[]> {
  const answers = await Promise.allSettled([servers.resolve4(name), servers.resolve6(name)]);
  const found = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  if (found.length > 0) return found;
  for (const answer of answers) {
    if (answer.status === "rejected" && !isAbsent(answer.reason)) throw answer.reason;
  }
  return [];
}

function isAbsent(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOTFOUND" || code === "ENODATA" || code === "EBADNAME";
}
