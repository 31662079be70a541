import { spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { until } from "../harness/until.ts";

/** A proxy of `deploy/proxies`, with its sample as it stands but for names, ports and certificates. */
export interface ProxySample {
  readonly name: "nginx" | "HAProxy" | "Caddy";
  readonly program: string;
  /** Writes the configuration into the folder; returns the words of its command. */
  prepare(folder: string, ports: ProxyPorts): { words: string[]; env?: Record<string, string> };
}

interface ProxyPorts {
  readonly listen: number;
  /** The host and port of the public listener. */
  readonly api: string;
  readonly operator: string;
}

const sample = (file: string) => readFileSync(`deploy/proxies/${file}`, "utf8");

export const proxySamples: readonly ProxySample[] = [
  {
    name: "nginx",
    program: "nginx",
    prepare: (folder, { listen, api, operator }) => {
      const site = sample("nginx.conf")
        .replaceAll("127.0.0.1:8080", api)
        .replaceAll("127.0.0.1:8081", operator)
        .replaceAll(/^ *ssl_certificate.*\n/gm, "")
        .replace(/server \{\n *listen 80;[^}]*\}\n\}\n/, "")
        .replaceAll("listen 443 ssl http2;", `listen 127.0.0.1:${listen};`);
      const places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
      const temporary = places.map((place) => `${place}_temp_path ${folder};`).join(" ");
      writeFileSync(
        `${folder}/nginx.conf`,
        `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log;
         events {} http { access_log off; ${temporary} ${site} }`,
      );
      return { words: ["-p", folder, "-c", `${folder}/nginx.conf`] };
    },
  },
  {
    name: "HAProxy",
    program: "haproxy",
    prepare: (folder, { listen, api, operator }) => {
      const config = sample("haproxy.cfg")
        .replaceAll("127.0.0.1:8080", api)
        .replaceAll("127.0.0.1:8081", operator)
        .replace("check port 8081", `check port ${operator.split(":")[1]}`)
        .replace(/bind :443 .*/, `bind 127.0.0.1:${listen}`);
      writeFileSync(`${folder}/haproxy.cfg`, config);
      return { words: ["-db", "-f", `${folder}/haproxy.cfg`] };
    },
  },
  {
    name: "Caddy",
    program: "caddy",
    prepare: (folder, { listen, api, operator }) => {
      writeFileSync(`${folder}/Caddyfile`, sample("Caddyfile").replace(/^\{$/m, "{\n\tadmin off"));
      return {
        words: ["run", "--config", `${folder}/Caddyfile`, "--adapter", "caddyfile"],
        env: {
          HOME: folder,
          XDG_DATA_HOME: folder,
          API_HOST: `http://api.acme.example:${listen}`,
          OPERATOR_NAME: `http://operators.example.com:${listen}`,
          API: api,
          OPERATOR: operator,
        },
      };
    },
  },
];

/** Where the program is, or null where it is not installed. */
export function findProgram(name: string): string | null {
  const folders = [...(process.env["PATH"] ?? "").split(":"), "/usr/sbin", "/usr/local/sbin"];
  const found = folders.map((folder) => `${folder}/${name}`).find(isExecutable);
  return found ?? null;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A proxy that listens. */
export async function startProxy(
  proxy: ProxySample,
  folder: string,
  ports: ProxyPorts,
): Promise<AsyncDisposable> {
  const { words, env } = proxy.prepare(folder, ports);
  const child = spawn(findProgram(proxy.program) ?? proxy.program, words, {
    stdio: "ignore",
    env: { PATH: process.env["PATH"], ...env },
  });
  const ended = once(child, "exit");
  await until(() => isListening(ports.listen));
  return {
    [Symbol.asyncDispose]: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve((socket.destroy(), true)));
    socket.once("error", () => resolve(false));
  });
}
