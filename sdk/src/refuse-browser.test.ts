import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { BookingClient } from "./booking-client.ts";
import { refuseBrowser } from "./refuse-browser.ts";

test("R1 the client itself looks where it starts", () => {
  const page = { document: {}, window: {} };
  Object.assign(globalThis, page);
  try {
    assert.throws(() => new BookingClient(), { name: "RequestError", message: /browser/ });
  } finally {
    for (const name of Object.keys(page)) Reflect.deleteProperty(globalThis, name);
  }
});

describe("R1 where the client starts", () => {
  const browser = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36";
  const refused: [string, object][] = [
    ["a page", { window: {}, document: {}, navigator: { userAgent: browser } }],
    ["a web worker", { navigator: { userAgent: browser } }],
    ["a page that hides its name", { window: {}, document: {} }],
    ["an app on React Native", { window: {}, navigator: { product: "ReactNative" } }],
  ];
  const allowed: [string, object][] = [
    ["Node 20", {}],
    ["Node 24", { navigator: { userAgent: "Node.js/24" } }],
    ["Deno", { window: {}, navigator: { userAgent: "Deno/2.1.4" } }],
    ["Bun", { navigator: { userAgent: "Bun/1.3.0" } }],
    ["an edge runtime", { navigator: { userAgent: "Cloudflare-Workers" } }],
  ];
  for (const [where, global] of refused) {
    test(`not in ${where}`, () => {
      assert.throws(() => refuseBrowser(global), { name: "RequestError", message: /server/ });
    });
  }
  for (const [where, global] of allowed) {
    test(`on ${where}`, () => refuseBrowser(global));
  }
});
