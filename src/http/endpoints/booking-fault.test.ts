import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { render } from "../call/answers.ts";
import { unreadBody } from "../call/request-body.ts";
import { bookingFault } from "./booking-fault.ts";

const id = "2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c11";
const whole = JSON.stringify({ booking: id });

function messageOf(body: string | Buffer, headers = {}): string {
  const bytes = Buffer.from(body);
  const found = bookingFault(bytes, unreadBody({ headers }, bytes, false));
  const { body: answer } = render({ why: "booking-malformed", found });
  return (answer as { message: string }).message;
}

test("the answer to a cancel without a booking says what stands there and what to send", () => {
  const form = { "content-type": "application/x-www-form-urlencoded" };
  for (const [body, says, headers] of [
    ["", /^The body is empty: send the value of the booking field .* in a JSON object\.$/],
    [gzipSync(whole), /^The body is compressed with gzip: send .*, in UTF-8 and uncompressed\.$/],
    [Buffer.from(whole, "utf16le"), /^The body is UTF-16: send .*, in UTF-8 and uncompressed\.$/],
    [Buffer.from([0x7b, 0xe9, 0x7d]), /^The body is not UTF-8: send /],
    [`booking=${id}`, /^The body is application\/x-www-form-urlencoded: send /, form],
    [`{"booking":"${id}"`, /^The body is not JSON: send /],
    [`{'booking':'${id}'}`, /^The body is not JSON: send /],
    [`["${id}"]`, /^The body is JSON and no object: send /],
    ["null", /^The body is JSON and no object: send /],
    ["{}", /^booking is required: send /],
    [`{"":"${id}","data":{"booking":"${id}"}}`, /^booking is required: send /],
    ['{"booking":null}', /^booking is not a string: send /],
    [`{"booking":{"booking":"${id}"}}`, /^booking is not a string: send /],
    [`{"booking":"bookings/${id}"}`, /^booking is not a UUID in lower case, as the list has it: /],
    [`{"booking":"${id.toUpperCase()}"}`, /^booking is not a UUID in lower case/],
    [`{"Booking":"${id}"}`, /^The body has Booking in the place of booking: send /],
    [`{"x":1,"booking_id":"${id}"}`, /^The body has booking_id in the place of booking: send /],
    [`{"bookingUuid":"${id}"}`, /^The body has bookingUuid in the place of booking: send /],
    // A body's type says nothing of one that is JSON.
    ['{"booking":7}', /^booking is not a string: send /, form],
  ] as const) {
    const message = messageOf(body, headers);
    assert.match(message, says);
    assert.ok(!message.includes(id) && !message.includes(id.toUpperCase()), message);
  }
});

test("no answer repeats a name that could be a value", () => {
  for (const name of ["CUST-1001", "booking 4111", "booking\n", `booking${"_".repeat(64)}`]) {
    assert.match(messageOf(JSON.stringify({ [name]: id })), /^booking is required: /);
  }
});
