import { paths } from "../engine/caller.ts";
import {
  expect,
  expectEqual,
  expectError,
  expectNotServed,
  expectSameAnswer,
  expectStatus,
  show,
} from "../engine/expect.ts";
import type { Rule } from "../rule.ts";

export const rules: readonly Rule[] = [
  {
    name: "altered-booking-is-unknown",
    requirements: ["R17", "R82", "R84"],
    sentence: "The booking value must be returned exactly as received when cancelling.",
    needs: ["cancellable"],
    cancels: true,
    async check({ account, take }) {
      const named = await take("cancellable");
      const { booking } = named;
      const altered = [`bookings/${booking}`, `${booking}0`, booking.slice(0, -1)];
      for (const value of altered) {
        const exchange = await account.cancel({ booking: value });
        expectError(exchange, 500, `a cancel of ${show(value)}`);
      }
      const record = await account.record(named);
      expectEqual(record?.["booking_status"], "CONFIRMED", "booking_status afterwards");
    },
  },
  {
    name: "cancel-is-json-whatever-its-header-says",
    requirements: ["R110", "R81"],
    sentence: "Content-Type: application/json",
    decisions: ["A61"],
    needs: ["cancellable"],
    cancels: true,
    async check({ account, take }) {
      const { booking } = await take("cancellable");
      const headers = { authorization: `Bearer ${await account.token()}` };
      const body = JSON.stringify({ booking });
      const exchange = await account.send({ method: "POST", path: paths.cancel, headers, body });
      expectStatus(exchange, 200, "a cancel without Content-Type");
    },
  },
  {
    name: "cancel-needs-a-token",
    requirements: ["R2", "R94", "R97"],
    sentence: "sends it on every call.",
    needs: ["cancellable"],
    cancels: true,
    async check({ account, take }) {
      const named = await take("cancellable");
      const body = { booking: named.booking };
      expectStatus(await account.cancel(body, { token: null }), 401, "a cancel without a token");
      expectError(
        await account.cancel(body, { token: "nonsense" }),
        401,
        "a cancel with a bad token",
      );
      const record = await account.record(named);
      expectEqual(record?.["booking_status"], "CONFIRMED", "booking_status afterwards");
    },
  },
  {
    name: "cancel-path-is-literal",
    requirements: ["R80"],
    sentence: "Method and path: POST {base_url}/v1/interactions:cancelInteractionBooking",
    cancels: true,
    async check({ account, unknownId }) {
      const authorization = `Bearer ${await account.token()}`;
      const headers = { authorization, "content-type": "application/json" };
      const body = JSON.stringify({ booking: unknownId() });
      const wrong = [
        "/v1/interactions/cancelInteractionBooking",
        "/v1/interactionsXcancelInteractionBooking",
      ];
      for (const path of wrong) {
        expectNotServed(
          await account.send({ method: "POST", path, headers, body }),
          `POST ${path}`,
        );
      }
      for (const method of ["GET", "DELETE"]) {
        const path = `${paths.cancel}?booking=${unknownId()}`;
        const exchange = await account.send({ method, path, headers: { authorization } });
        expectNotServed(exchange, `${method} ${paths.cancel}`);
      }
    },
  },
  {
    name: "cancel-without-a-booking-is-500",
    requirements: ["R84"],
    sentence: "500 with a request message for an unknown booking identifier.",
    decisions: ["A34"],
    cancels: true,
    async check({ account }) {
      const bodies = [
        {},
        { booking: "" },
        { booking: 42 },
        { booking: null },
        { booking: "abc" },
        "{",
        "[]",
        "",
      ];
      for (const body of bodies) {
        const exchange = await account.cancel(body);
        expectError(exchange, 500, `a cancel whose body is ${show(body)}`);
      }
    },
  },
  {
    name: "foreign-booking-reads-like-an-unknown-one",
    requirements: ["R84", "R8"],
    sentence: "500 with a request message for an unknown booking identifier.",
    needs: ["other_account"],
    cancels: true,
    async check({ account, callerAt, fact, unknownId }) {
      const other = callerAt(fact("other_account"));
      const { booking, external_id } = fact("other_account");
      const before = await other.record({ booking, external_id });
      expect(before !== undefined, "the booking is not in its contact's list in the other account");
      const nobodys = unknownId();
      const unknown = await account.cancel({ booking: nobodys });
      const foreign = await account.cancel({ booking });
      expectError(foreign, 500, "a cancel of another account's booking");
      expectSameAnswer(
        [foreign, booking],
        [unknown, nobodys],
        "its answer, beside an unknown booking's",
      );
      const after = await other.record({ booking, external_id });
      expectEqual(after, before, "the other account's record after the cancel");
    },
  },
  {
    name: "idempotency-key-repeats-the-answer",
    requirements: ["R83"],
    sentence: "Response 200: an empty JSON object.",
    decisions: ["A35"],
    needs: ["cancellable"],
    cancels: true,
    async check({ account, take, unknownId }) {
      const { booking } = await take("cancellable");
      const headers = { "idempotency-key": unknownId() };
      expectStatus(await account.cancel({ booking }, { headers }), 200, "a cancel with a key");
      const again = await account.cancel({ booking }, { headers });
      expectStatus(again, 200, "the same cancel with the same key");
      const other = await account.cancel({ booking: unknownId() }, { headers });
      expectError(other, 500, "another cancel with the same key");
      const without = await account.cancel({ booking });
      expectError(without, 400, "a second cancel without the key");
    },
  },
  {
    name: "other-spelling-of-a-booking-is-unknown",
    requirements: ["R17", "R82", "R84"],
    sentence: "The booking value must be returned exactly as received when cancelling.",
    // The interface obliges the caller to send it unchanged, but does not oblige the target to refuse other
    // spellings.
    decisions: ["A34"],
    needs: ["cancellable"],
    cancels: true,
    async check({ account, take }) {
      const named = await take("cancellable");
      const { booking } = named;
      const spellings = [
        `{${booking}}`,
        ` ${booking}`,
        booking.replaceAll("-", ""),
        booking.toUpperCase(),
      ];
      for (const value of spellings.filter((spelling) => spelling !== booking)) {
        const exchange = await account.cancel({ booking: value });
        expectError(exchange, 500, `a cancel of ${show(value)}`);
      }
      const record = await account.record(named);
      expectEqual(record?.["booking_status"], "CONFIRMED", "booking_status afterwards");
    },
  },
  {
    name: "unknown-booking-is-500",
    requirements: ["R84", "R100"],
    sentence: "500 with a request message for an unknown booking identifier.",
    cancels: true,
    async check({ account, unknownId }) {
      const exchange = await account.cancel({ booking: unknownId() });
      expectError(exchange, 500, "a cancel of an unknown booking");
    },
  },
];
