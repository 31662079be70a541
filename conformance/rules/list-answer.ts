import { paths, recordsOf } from "../engine/caller.ts";
import { expect, expectEqual, expectStatus, objectOf, show } from "../engine/expect.ts";
import type { Exchange } from "../engine/exchange.ts";
import { answersOfPath } from "../engine/history.ts";
import { totalOf } from "../engine/list-claims.ts";
import type { Rule } from "../rule.ts";

export const rules: readonly Rule[] = [
  {
    name: "body-of-a-get-is-ignored",
    requirements: ["R60"],
    sentence: "Method and path: GET {base_url}/v1/interactions:fetchContactBookings",
    decisions: ["A17"],
    async check({ account, unknownId }) {
      const query = new URLSearchParams({ external_id: unknownId() }).toString();
      const authorization = `Bearer ${await account.token()}`;
      const ask = (more: { readonly body?: string }) =>
        account.send({
          method: "GET",
          path: `${paths.fetch}?${query}`,
          headers: {
            authorization,
            ...(more.body !== undefined && { "content-type": "application/json" }),
          },
          ...more,
        });
      const without = await ask({});
      const withBody = await ask({ body: "{}" });
      expectStatus(withBody, 200, "a list whose request has a body, as some HTTP clients send it");
      expectEqual(withBody.answer.json, without.answer.json, "the list, with and without a body");
    },
  },
  {
    name: "bookings-and-total-are-of-one-moment",
    requirements: ["R77", "R74"],
    sentence: "Total bookings matching the filters.",
    decisions: ["A8"],
    needs: ["cancellable"],
    cancels: true,
    async check({ account, take }) {
      const { external_id, booking } = await take("cancellable");
      const confirmed = { external_id, booking_status: "CONFIRMED" };
      const size = Math.min(100, totalOf(await account.list({ ...confirmed, page_size: 1 })));
      // The booking that is cancelled moves the end of the first list, and of the second.
      const ask = () => [
        account.list({ ...confirmed, page_size: size }),
        account.list({ ...confirmed, page_size: Math.max(1, size - 1), page_number: 2 }),
      ];
      const before = await Promise.all(ask());
      const [cancelled, ...beside] = await Promise.all([
        account.cancel({ booking }),
        ...Array.from({ length: 10 }, ask).flat(),
      ]);
      expectStatus(cancelled, 200, "a cancel beside lists");
      for (const exchange of [...before, ...beside]) expectOneMoment(exchange);
    },
  },
  {
    name: "bookings-is-an-array-or-absent",
    requirements: ["R74", "R78"],
    sentence: "bookings / array of booking records / Bookings of the contact on this page.",
    looksBack: true,
    async check({ history }) {
      for (const exchange of answersOfPath(history(), "fetch", 200)) {
        const bookings = objectOf(exchange.answer.json)["bookings"];
        const good = bookings === undefined || Array.isArray(bookings);
        expect(good, `bookings: received ${show(bookings)}`, exchange);
      }
    },
  },
  {
    name: "checked-in-is-never-answered",
    requirements: ["R42", "R27"],
    sentence: "The API never returns it in responses.",
    looksBack: true,
    async check({ history }) {
      for (const exchange of answersOfPath(history(), "fetch", 200)) {
        const found = recordsOf(exchange).some(
          (record) => record["booking_status"] === "CHECKED_IN",
        );
        expect(!found, "a record reads CHECKED_IN", exchange);
      }
    },
  },
  {
    name: "list-answer-holds-nothing-else",
    requirements: ["R113", "R74"],
    sentence: "Bookings of the contact on this page.",
    decisions: ["A50"],
    looksBack: true,
    async check({ history }) {
      const known = new Set(["bookings", "page_number", "page_size", "total_count"]);
      for (const exchange of answersOfPath(history(), "fetch", 200)) {
        const others = Object.keys(objectOf(exchange.answer.json)).filter(
          (name) => !known.has(name),
        );
        expect(
          others.length === 0,
          `the answer has further fields: ${others.join(", ")}`,
          exchange,
        );
      }
    },
  },
  {
    name: "page-number-is-a-number-from-1",
    requirements: ["R75", "R104"],
    sentence: "page_number / number / The page returned.",
    looksBack: true,
    async check({ history }) {
      for (const exchange of answersOfPath(history(), "fetch", 200)) {
        const page = objectOf(exchange.answer.json)["page_number"];
        const inEmpty = page === undefined && recordsOf(exchange).length === 0;
        const good = inEmpty || (typeof page === "number" && Number.isInteger(page) && page >= 1);
        expect(good, `page_number: received ${show(page)}`, exchange);
        const sent = new URL(exchange.request.url).searchParams.get("page_number") ?? "1";
        expect(
          inEmpty || page === Number(sent),
          `page_number: sent ${sent}, received ${show(page)}`,
          exchange,
        );
      }
    },
  },
  {
    name: "page-size-is-a-number",
    requirements: ["R76"],
    sentence: "page_size / number / Results per page.",
    looksBack: true,
    async check({ history }) {
      for (const exchange of answersOfPath(history(), "fetch", 200)) {
        const size = objectOf(exchange.answer.json)["page_size"];
        const records = recordsOf(exchange).length;
        const inEmpty = size === undefined && records === 0;
        const good = inEmpty || (typeof size === "number" && Number.isInteger(size) && size >= 1);
        expect(good, `page_size: received ${show(size)}`, exchange);
        expect(inEmpty || records <= Number(size), `the page holds ${records} bookings`, exchange);
      }
    },
  },
  {
    name: "total-count-is-a-number",
    requirements: ["R77", "R78"],
    sentence: "total_count / number / Total bookings matching the filters.",
    looksBack: true,
    async check({ history }) {
      for (const exchange of answersOfPath(history(), "fetch", 200)) {
        const total = objectOf(exchange.answer.json)["total_count"];
        const absent = total === undefined && recordsOf(exchange).length === 0;
        const good = absent || (typeof total === "number" && Number.isInteger(total) && total >= 0);
        expect(good, `total_count: received ${show(total)}`, exchange);
      }
    },
  },
];

/** A page holds what the total leaves for it. */
function expectOneMoment(exchange: Exchange): void {
  const total = totalOf(exchange);
  const { page_number, page_size } = objectOf(exchange.answer.json);
  const [page, size] = [Number(page_number), Number(page_size)];
  const wanted = Math.max(0, Math.min(size, total - (page - 1) * size));
  const found = recordsOf(exchange).length;
  expect(
    found === wanted,
    `page ${page} of ${size} holds ${found} bookings, and total_count is ${total}`,
    exchange,
  );
}
