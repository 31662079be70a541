import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { describe, test } from "node:test";
import { verifyWebhook, WebhookError } from "./verify-webhook.ts";

const key = Buffer.alloc(32, 3);
const secret = `whsec_${key.toString("base64")}`;
const seconds = 1_900_000_000;
const body =
  '{"type":"booking.cancelled","timestamp":"2030-03-17T17:46:40Z","data":{"change":"cancelled"}}';
const now = () => seconds * 1000;

function headersOf(text = body, at = seconds) {
  const signature = createHmac("sha256", key).update(`msg_1.${at}.${text}`).digest("base64");
  return {
    "webhook-id": "msg_1",
    "webhook-timestamp": String(at),
    "webhook-signature": `v1,AAAA v1,${signature}`,
  };
}

describe("verifyWebhook", () => {
  test("returns what a good post tells, from plain headers and from Headers", async () => {
    const event = await verifyWebhook(body, headersOf(), secret, { now });
    assert.deepEqual(
      [event.id, event.type, event.data],
      ["msg_1", "booking.cancelled", { change: "cancelled" }],
    );
    assert.deepEqual(await verifyWebhook(body, new Headers(headersOf()), secret, { now }), event);
  });

  test("refuses another body, another secret, another version and a missing header", async () => {
    const other = `whsec_${Buffer.alloc(32, 4).toString("base64")}`;
    const old = {
      ...headersOf(),
      "webhook-signature": headersOf()["webhook-signature"].replaceAll("v1", "v0"),
    };
    const { "webhook-id": _, ...less } = headersOf();
    await assert.rejects(verifyWebhook(`${body} `, headersOf(), secret, { now }), WebhookError);
    await assert.rejects(verifyWebhook(body, headersOf(), other, { now }), WebhookError);
    await assert.rejects(verifyWebhook(body, old, secret, { now }), WebhookError);
    await assert.rejects(verifyWebhook(body, less, secret, { now }), WebhookError);
  });

  test("refuses what is older or newer than its tolerance", async () => {
    for (const at of [seconds - 301, seconds + 301]) {
      await assert.rejects(verifyWebhook(body, headersOf(body, at), secret, { now }), WebhookError);
      await verifyWebhook(body, headersOf(body, at), secret, { now, tolerance: 600 });
    }
  });
});
