import { paths } from "../engine/caller.ts";
import {
  expect,
  expectEqual,
  expectNotServed,
  expectStatus,
  objectOf,
  show,
} from "../engine/expect.ts";
import { expectRefusedParameter, idsOf, startOf, totalOf, utc } from "../engine/list-claims.ts";
import { Skipped } from "../engine/outcome.ts";
import type { Rule } from "../rule.ts";

export const rules: readonly Rule[] = [
  {
    name: "contact-id-is-an-ordinary-external-id",
    requirements: ["R10", "R9"],
    sentence: "The platform only. The caller normally never sends it.",
    async check({ account, unknownId }) {
      const exchange = await account.list({ external_id: `contacts/${unknownId()}` });
      expectEqual(
        totalOf(exchange),
        0,
        "total_count for an external_id that looks like a contact id",
      );
    },
  },
  {
    name: "contact-without-bookings-has-no-list",
    requirements: ["R78"],
    sentence: "the answer is still 200 but carries no bookings and no total_count.",
    async check({ account, unknownId }) {
      const exchange = await account.list({ external_id: unknownId() });
      expectStatus(exchange, 200, "a list for an external_id that matches no contact");
      const { bookings, total_count } = objectOf(exchange.answer.json);
      expect(bookings === undefined, `bookings: expected it absent, received ${show(bookings)}`);
      expect(
        total_count === undefined,
        `total_count: expected it absent, received ${show(total_count)}`,
      );
    },
  },
  {
    name: "empty-answer-has-its-page",
    requirements: ["R78", "R75", "R76"],
    sentence: "the answer is still 200 but carries no bookings and no total_count.",
    decisions: ["A2"],
    async check({ account, unknownId }) {
      const exchange = await account.list({ external_id: unknownId(), page_size: 7 });
      expectStatus(exchange, 200, "a list for an external_id that matches no contact");
      const { page_number, page_size } = objectOf(exchange.answer.json);
      expectEqual(
        [page_number, page_size],
        [1, 7],
        "page_number and page_size of the empty answer",
      );
    },
  },
  {
    name: "empty-external-id-is-missing",
    requirements: ["R61"],
    sentence: "external_id / string / yes / The contact's external identifier.",
    decisions: ["A18"],
    async check({ account }) {
      await expectRefusedParameter(account, { external_id: "" }, /external_id/i);
    },
  },
  {
    name: "encoded-colon-is-a-colon",
    requirements: ["R52", "R60"],
    sentence: "Method and path:",
    decisions: ["A51"],
    async check({ account, unknownId }) {
      const authorization = `Bearer ${await account.token()}`;
      const exchange = await account.send({
        method: "GET",
        path: `/v1/interactions%3AfetchContactBookings?external_id=${unknownId()}`,
        headers: { authorization },
      });
      expectStatus(exchange, 200, "a list whose path has %3A for the colon");
    },
  },
  {
    name: "external-id-is-compared-exactly",
    requirements: ["R61", "R8"],
    sentence: "The contact's external identifier.",
    decisions: ["A45"],
    needs: ["listed"],
    async check({ account, fact, listed }) {
      const ours = idsOf(await listed());
      const { external_id } = fact("listed");
      const swapped = external_id.replaceAll(/[a-z]/gi, (letter) =>
        letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
      );
      const others = [swapped, ` ${external_id}`, `${external_id} `, `${external_id}%`];
      for (const other of others.filter((candidate) => candidate !== external_id)) {
        const found = idsOf(await account.records({ external_id: other }));
        const same = found.filter((booking) => ours.includes(booking));
        expect(same.length === 0, `${show(other)} lists bookings of ${show(external_id)}`);
      }
    },
  },
  {
    name: "known-contact-without-bookings-reads-like-an-unknown-one",
    requirements: ["R78"],
    sentence: "When the contact has no bookings, or the external_id matches no contact",
    needs: ["empty"],
    async check({ account, fact, unknownId }) {
      const unknown = await account.list({ external_id: unknownId() });
      const empty = await account.list(fact("empty"));
      expectStatus(empty, 200, "a list of a contact without bookings");
      expectEqual(
        empty.answer.json,
        unknown.answer.json,
        "its answer, beside an unknown contact's",
      );
    },
  },
  {
    name: "list-is-of-this-contact-and-whole",
    requirements: ["R74", "R8", "R72"],
    sentence: "Bookings of the contact on this page.",
    needs: ["listed"],
    async check({ fact, listed }) {
      const { bookings } = fact("listed");
      if (bookings === undefined) {
        throw new Skipped("needs-data", "The data file's listed does not tell its bookings.");
      }
      expectEqual(idsOf(await listed()), bookings.toSorted(), "the contact's bookings");
    },
  },
  {
    name: "list-path-is-literal",
    requirements: ["R60"],
    sentence: "Method and path: GET {base_url}/v1/interactions:fetchContactBookings",
    async check({ account, unknownId }) {
      const authorization = `Bearer ${await account.token()}`;
      const query = `?external_id=${unknownId()}`;
      const wrong = [
        "/v1/interactionsXfetchContactBookings",
        "/v1/interactions/fetchContactBookings",
      ];
      for (const path of wrong) {
        const exchange = await account.send({
          method: "GET",
          path: path + query,
          headers: { authorization },
        });
        expectNotServed(exchange, `GET ${path}`);
      }
      const post = await account.send({
        method: "POST",
        path: paths.fetch + query,
        headers: { authorization, "content-type": "application/json" },
        body: "{}",
      });
      expectNotServed(post, `POST ${paths.fetch}`);
    },
  },
  {
    name: "long-external-id-matches-nobody",
    requirements: ["R78"],
    sentence: "the external_id matches no contact, the answer is still 200",
    decisions: ["A45"],
    async check({ account, unknownId }) {
      const unknown = await account.list({ external_id: unknownId() });
      for (const length of [513, 2_000]) {
        const long = await account.list({ external_id: unknownId().padEnd(length, "x") });
        expectStatus(long, 200, `an external_id of ${length} characters`);
        expectEqual(
          long.answer.json,
          unknown.answer.json,
          "its answer, beside an unknown contact's",
        );
      }
    },
  },
  {
    name: "missing-external-id-is-500",
    requirements: ["R61", "R73", "R100"],
    sentence:
      "a missing external_id, or an unknown public key each produce a 500 response with a message about the request",
    async check({ account }) {
      await expectRefusedParameter(account, {}, /external.?id|contact/i);
      await expectRefusedParameter(account, { page_size: 10 }, /external.?id|contact/i);
    },
  },
  {
    name: "near-miss-of-a-parameter-is-500",
    requirements: ["R113"],
    sentence: "Policy for new versions, deprecation and compatibility: not shown.",
    decisions: ["A17"],
    async check({ account, unknownId }) {
      for (const [name, value, rightName] of [
        ["booking_status[]", "CONFIRMED", /booking_status(?!\[)/],
        ["booking_status[0]", "CONFIRMED", /booking_status(?!\[)/],
        ["bookingStatus", "CONFIRMED", /booking_status/],
        ["public_key", "pk", /public_keys/],
        ["slot_date_range[from]", "2030-05-01T08:00:00Z", /slot_date_range\.from/],
        ["Page_Size", "1", /page_size/],
        ["from", "2030-05-01T08:00:00Z", /slot_date_range\.from/],
        ["slot_date_range.end", "2030-05-01T08:00:00Z", /slot_date_range\.to/],
        ["status", "CONFIRMED", /booking_status/],
        ["limit", "1", /page_size/],
        ["page", "1", /page_number/],
        ["lang", "en", /language/],
      ] as const) {
        await expectRefusedParameter(
          account,
          { external_id: unknownId(), [name]: value },
          rightName,
        );
      }
    },
  },
  {
    name: "nothing-found-reads-the-same-whatever-the-reason",
    requirements: ["R78"],
    sentence: "When the contact has no bookings, or the external_id matches no contact",
    decisions: ["A2"],
    needs: ["listed"],
    async check({ account, fact, unknownId }) {
      const never = "1971-01-01T00:00:00Z";
      const unknown = await account.list({ external_id: unknownId() });
      const { external_id } = fact("listed");
      const none = await account.list({ external_id, "slot_date_range.to": never });
      expectStatus(none, 200, "a list of a contact with no bookings in the range");
      expectEqual(
        none.answer.json,
        unknown.answer.json,
        "a known contact's empty answer, beside an unknown one's",
      );
    },
  },
  {
    name: "order-is-by-start",
    requirements: ["R71"],
    sentence: "Page to return, starting at 1.",
    decisions: ["A7"],
    needs: ["many"],
    async check({ account, fact }) {
      const { external_id } = fact("many");
      const walked = await account.records({ external_id });
      const keys = walked.map((record) => `${utc(startOf(record))} ${String(record["booking"])}`);
      expectEqual(
        keys,
        keys.toSorted(),
        "start and booking of each record, in the order of the list",
      );
    },
  },
  {
    name: "shared-external-id-is-two-persons",
    requirements: ["R8", "R74"],
    sentence: "It identifies the person.",
    needs: ["other_account"],
    async check({ account, callerAt, fact }) {
      const other = fact("other_account");
      const external_id = other.shared_external_id ?? other.external_id;
      const there = await callerAt(other).records({ external_id });
      expect(there.length > 0, "the contact has no bookings in the other account");
      const here = idsOf(await account.records({ external_id }));
      const leaked = idsOf(there).filter((booking) => here.includes(booking));
      expect(leaked.length === 0, `${leaked.length} bookings of the other account are listed here`);
    },
  },
  {
    name: "single-value-sent-twice-is-500",
    requirements: ["R61", "R71"],
    sentence: "external_id / string / yes / The contact's external identifier.",
    decisions: ["A16"],
    async check({ account, unknownId }) {
      const id = unknownId();
      await expectRefusedParameter(account, { external_id: [id, unknownId()] }, /external_id/i);
      for (const name of ["language", "page_size", "page_number"]) {
        const query = { external_id: id, [name]: [1, 1] };
        await expectRefusedParameter(account, query, new RegExp(name, "i"));
      }
    },
  },
  {
    name: "unknown-parameter-is-ignored",
    requirements: ["R113"],
    sentence: "Policy for new versions, deprecation and compatibility: not shown.",
    decisions: ["A17"],
    needs: ["listed"],
    async check({ account, fact, listed }) {
      const { external_id } = fact("listed");
      const found = await account.records({ external_id, sort: "booked_at", colour: "blue" });
      expectEqual(idsOf(found), idsOf(await listed()), "the bookings with unknown parameters");
    },
  },
];
