import { spawn } from "node:child_process";
import { call } from "./call.ts";
import { freePort } from "./free-port.ts";
import { program, programWords } from "./program.ts";
import { until } from "./until.ts";

/** Starts the real program with this standard output, which the test does not read, and waits until it is ready. */
export async function serveInto(
  stdout: number | "pipe",
  databaseUrl: string,
  environment: Record<string, string> = {},
) {
  const [port, operatorPort] = [await freePort(), await freePort()];
  const child = spawn(program, [...programWords, "serve"], {
    env: {
      PATH: process.env["PATH"],
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      OPERATOR_PORT: String(operatorPort),
      ...environment,
    },
    stdio: ["ignore", stdout, "ignore"],
  });
  const gone = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const [api, operator] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${operatorPort}`];
  await until(async () =>
    (await call(operator, { path: "/readyz" }).catch(() => null))?.status === 200 ? true : null,
  );
  return { child, gone, api, operator };
}
