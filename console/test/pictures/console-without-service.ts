import { existsSync, readFileSync } from "node:fs";
import { extname } from "node:path";
import type { BrowserContext, Route } from "playwright-core";
import { places, type Operations } from "../../src/api/operations.ts";

type Operation = keyof Operations;

/** An answer, or how it follows from the address; null keeps the page waiting. */
export type Answers = {
  readonly [O in Operation]?:
    | Operations[O]["answer"]
    | ((address: URL) => Operations[O]["answer"] | null);
};

export const origin = "http://console.example";
const built = new URL("../../dist/", import.meta.url);
const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".html": "text/html",
};

/** The built console at `origin`, with these answers in place of the operator API's. */
export async function answerWith(context: BrowserContext, answers: Answers): Promise<void> {
  await context.route(`${origin}/**`, async (route) => {
    const address = new URL(route.request().url());
    if (address.pathname === "/readyz") return route.fulfill({ json: { status: "ready" } });
    if (address.pathname.startsWith("/operator/v1/")) return answerApi(route, address, answers);
    const file = new URL(`.${address.pathname}`, built);
    const path =
      extname(file.pathname) !== "" && existsSync(file) ? file : new URL("index.html", built);
    return route.fulfill({
      contentType: types[extname(path.pathname)] ?? "text/plain",
      body: readFileSync(path),
    });
  });
}

async function answerApi(route: Route, address: URL, answers: Answers): Promise<void> {
  const operation = operationOf(route.request().method(), address.pathname);
  const answer: unknown = operation === null ? undefined : answers[operation];
  if (answer === undefined) {
    return route.fulfill({ status: 404, json: { title: "No answer", detail: address.pathname } });
  }
  const json: unknown = typeof answer === "function" ? answer(address) : answer;
  if (json === null) return undefined;
  return route.fulfill({ json, headers: { "x-request-id": "req-1", etag: '"1"' } });
}

function operationOf(method: string, path: string): Operation | null {
  for (const [operation, [itsMethod, template]] of Object.entries(places)) {
    const pattern = new RegExp(`^${template.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
    if (itsMethod === method && pattern.test(path)) return operation as Operation;
  }
  return null;
}
