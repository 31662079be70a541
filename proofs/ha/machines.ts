import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { databaseMachines, deployed, settingsFor, type Machine } from "./deployed.ts";

/**
 * The three database machines of `deploy/ha/`, each a network, process and file system namespace of its own
 * behind one switch, and this machine, which runs the service. They belong to the namespaces that
 * `proofs/programs/ha.ts` has made around this process, and end with them.
 */
export interface Machines {
  /** Starts the machine. */
  start(machine: Machine): void;
  /** Cuts the power: ends every process of the machine at once. */
  cutPower(machine: Machine): Promise<void>;
  /** Sends SIGKILL to PostgreSQL's first process alone. */
  killPostgres(machine: Machine): void;
  pullCable(machine: Machine): void;
  plugCable(machine: Machine): void;
  /** Separates the machine from the other two; the service's machine still reaches it. */
  partFromOthers(machine: Machine): void;
  joinOthers(machine: Machine): void;
}

const ownAddress = "10.10.0.21";

/** The programs of a database machine, each as the user that its package has made. */
const boot = `
mount --bind "$1/postgresql" /var/lib/postgresql
mount --bind "$1/etcd" /var/lib/etcd
mount -t tmpfs tmpfs /run/postgresql
chown postgres: /run/postgresql /var/lib/postgresql
chown etcd: /var/lib/etcd
setpriv --reuid etcd --regid etcd --init-groups etcd &
HOME=/var/lib/postgresql setpriv --reuid postgres --regid postgres --init-groups patroni "$2" &
wait`;

export function makeMachines(folder: string, logs: string): Machines {
  const running = new Map<Machine, ChildProcess>();
  run("mkdir", "-p", "/run/netns");
  run("mount", "-t", "tmpfs", "tmpfs", "/run/netns");
  ip("link", "set", "lo", "up");
  ip("link", "add", "switch", "type", "bridge");
  ip("addr", "add", `${ownAddress}/24`, "dev", "switch");
  ip("link", "set", "switch", "up");
  for (const { name, address } of databaseMachines) {
    ip("netns", "add", name);
    ip("link", "add", `to-${name}`, "type", "veth", "peer", "name", "eth0", "netns", name);
    ip("link", "set", `to-${name}`, "master", "switch", "up");
    ip("-n", name, "link", "set", "lo", "up");
    ip("-n", name, "addr", "add", `${address}/24`, "dev", "eth0");
    ip("-n", name, "link", "set", "eth0", "up");
    for (const data of ["postgresql", "etcd"]) {
      mkdirSync(join(folder, name, data), { recursive: true });
    }
  }
  const route = (machine: Machine, verb: "add" | "del") => {
    for (const other of databaseMachines) {
      if (other !== machine) ip("-n", machine.name, "route", verb, "blackhole", other.address);
    }
  };

  return {
    start: (machine) => {
      const log = openSync(join(logs, `${machine.name}.log`), "a");
      const own = ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc", "--ipc"];
      const words = [
        "sh",
        "-euc",
        boot,
        "boot",
        join(folder, machine.name),
        deployed("patroni.yml"),
      ];
      const child = spawn("ip", ["netns", "exec", machine.name, ...own, ...words], {
        cwd: "/",
        env: {
          PATH: "/usr/bin:/bin:/usr/sbin:/sbin",
          LANG: "C.UTF-8",
          ...settingsFor(machine, "etcd.env"),
          ...settingsFor(machine, "patroni.env"),
        },
        stdio: ["ignore", log, log],
      });
      running.set(machine, child);
    },
    cutPower: async (machine) => {
      const child = running.get(machine);
      if (child === undefined) throw new Error(`${machine.name} is off.`);
      const gone = once(child, "exit");
      // The namespace's first process ends with this one, and all others end with that.
      child.kill("SIGKILL");
      await gone;
    },
    killPostgres: (machine) => {
      const pid = String(running.get(machine)?.pid);
      const first = run("ps", "-o", "pid=", "--ppid", pid).trim();
      run(
        "nsenter",
        "--target",
        first,
        "--pid",
        "--mount",
        "sh",
        "-euc",
        `kill -9 "$(head -n 1 /var/lib/postgresql/15/booking/postmaster.pid)"`,
      );
    },
    pullCable: ({ name }) => ip("link", "set", `to-${name}`, "down"),
    plugCable: ({ name }) => ip("link", "set", `to-${name}`, "up"),
    partFromOthers: (machine) => route(machine, "add"),
    joinOthers: (machine) => route(machine, "del"),
  };
}

function ip(...words: readonly string[]): void {
  run("ip", ...words);
}

function run(program: string, ...words: readonly string[]): string {
  return execFileSync(program, words, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}
