import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Proof, ProofOrder, Proven } from "../running/proof.ts";
import type { RunMessage } from "../running/run-apart.ts";

/**
 * Tries `deploy/ha/` itself under failures: Patroni, etcd and HAProxy with exactly the files that operators
 * copy, on three database machines that are namespaces of this one. It needs root and Debian's packages, and
 * installs nothing; without them it names what is missing.
 */
export const ha: Proof = {
  promises: ["P3"],
  what: "what was acknowledged outlives the primary's machine, with Patroni deciding (`deploy/ha/`)",
  goal: "20 failures of four kinds, 5,000 acknowledged, 0 lost; writes back within 40 s of each",
  unit: "failures",
  engines: ["postgres"],
  usual: 4,
  full: 20,
  shows: ["acknowledged"],
  prove,
};

const programs = {
  patroni: "patroni",
  etcd: "etcd-server",
  haproxy: "haproxy",
  "/usr/lib/postgresql/15/bin/postgres": "postgresql-15",
  psql: "postgresql-client-15",
  ip: "iproute2",
} as const;

const namespaces = ["--net", "--mount", "--pid", "--ipc", "--fork", "--kill-child", "--mount-proc"];

async function prove({ seed, count, timeLeft, tell }: ProofOrder): Promise<Proven> {
  const missing = findMissing();
  if (missing !== null) return { figures: { "not run": missing }, breaches: [] };
  const inside = fileURLToPath(new URL("../ha/inside.ts", import.meta.url));
  const words = [inside, String(seed), String(count)];
  // The shell is the first process inside, and reaps orphans as an init does.
  const child = spawn(
    "unshare",
    [...namespaces, "sh", "-c", '"$@"; exit $?', "sh", process.execPath, ...words],
    { stdio: ["ignore", "inherit", "inherit", "ipc"] },
  );
  let proven: Proven | null = null;
  let failed = "It ended without a figure.";
  child.on("message", (message: RunMessage) => {
    if ("proven" in message) ({ proven } = message);
    else if ("failed" in message) ({ failed } = message);
    else tell(message.done, message.words);
    if (!timeLeft()) child.send("enough");
  });
  await once(child, "exit");
  if (proven === null) throw new Error(failed);
  return proven;
}

/** The missing requirements as a sentence; null when there are none. */
function findMissing(): string | null {
  if (process.platform !== "linux") return "it takes Linux";
  const absent = Object.entries(programs).filter(([program]) => !isThere(program));
  if (absent.length > 0) {
    return `apt-get install --no-install-recommends ${absent.map(([, name]) => name).join(" ")}`;
  }
  try {
    execFileSync("unshare", [...namespaces, "true"], { stdio: "pipe" });
    return null;
  } catch (error) {
    return `it takes root: ${(error as Error).message.split("\n")[1] ?? ""}`;
  }
}

function isThere(program: string): boolean {
  try {
    execFileSync("sh", ["-c", 'command -v "$1"', "sh", program], { stdio: "pipe" });
    return true;
  } catch {
    return false;
  }
}
