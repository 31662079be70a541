import { recordsOf } from "../engine/caller.ts";
import { at, expect, expectEqual, expectStatus, objectOf, show } from "../engine/expect.ts";
import { expectRefusedParameter, idsOf, totalOf } from "../engine/list-claims.ts";
import type { Rule } from "../rule.ts";

export const rules: readonly Rule[] = [
  {
    name: "page-number-below-1-is-500",
    requirements: ["R104"],
    sentence: "page_number default and minimum / 1",
    decisions: ["A13"],
    async check({ account, unknownId }) {
      for (const page_number of ["0", "-1", "1.5", "one", "1e2", ""]) {
        await expectRefusedParameter(
          account,
          { external_id: unknownId(), page_number },
          /page_number/i,
        );
      }
    },
  },
  {
    name: "page-number-starts-at-1",
    requirements: ["R71", "R75", "R104"],
    sentence: "Page to return, starting at 1. Default 1.",
    needs: ["many"],
    async check({ account, fact }) {
      const { external_id } = fact("many");
      const omitted = await account.list({ external_id, page_size: 3 });
      const first = await account.list({ external_id, page_size: 3, page_number: 1 });
      const second = await account.list({ external_id, page_size: 3, page_number: 2 });
      expectEqual(
        recordsOf(first),
        recordsOf(omitted),
        "page 1, beside the page without page_number",
      );
      expectEqual(at(second.answer.json, "page_number"), 2, "page_number of the second page");
      const again = idsOf(recordsOf(second)).filter((id) => idsOf(recordsOf(first)).includes(id));
      expect(again.length === 0, `${again.length} bookings stand on both page 1 and page 2`);
    },
  },
  {
    name: "page-past-the-end-keeps-the-total",
    requirements: ["R77", "R74"],
    sentence: "Total bookings matching the filters.",
    decisions: ["A3"],
    needs: ["many"],
    async check({ account, fact }) {
      const { external_id, total } = fact("many");
      const exchange = await account.list({ external_id, page_size: 100, page_number: 1000 });
      expectStatus(exchange, 200, "a page past the end");
      const { bookings, page_number, total_count } = objectOf(exchange.answer.json);
      expect(bookings === undefined, `bookings: expected it absent, received ${show(bookings)}`);
      expectEqual([page_number, total_count], [1000, total], "page_number and total_count");
    },
  },
  {
    name: "page-size-applied-is-page-size-answered",
    requirements: ["R76", "R108"],
    sentence: "The maximum page_size: not shown.",
    decisions: ["A14"],
    needs: ["many"],
    async check({ account, fact }) {
      const { external_id, total } = fact("many");
      const exchange = await account.list({ external_id, page_size: 1_000_000 });
      expectStatus(exchange, 200, "a list with a page_size beyond any maximum");
      const applied = at(exchange.answer.json, "page_size");
      expect(typeof applied === "number" && applied >= 1, `page_size: received ${show(applied)}`);
      expectEqual(recordsOf(exchange).length, Math.min(applied, total), "bookings on the page");
    },
  },
  {
    name: "page-size-below-1-is-500",
    requirements: ["R70", "R76"],
    sentence: "Results per page.",
    decisions: ["A13"],
    async check({ account, unknownId }) {
      for (const page_size of ["0", "-5", "2.5", "ten", "0x10", ""]) {
        await expectRefusedParameter(
          account,
          { external_id: unknownId(), page_size },
          /page_size/i,
        );
      }
    },
  },
  {
    name: "page-size-defaults-to-100",
    requirements: ["R70", "R103"],
    sentence: "Results per page. Default 100.",
    needs: ["many"],
    async check({ account, fact }) {
      const { external_id, total } = fact("many");
      const exchange = await account.list({ external_id });
      expectStatus(exchange, 200, "a list without page_size");
      expectEqual(recordsOf(exchange).length, 100, "bookings on the first page");
      expectEqual(at(exchange.answer.json, "page_size"), 100, "page_size");
      expectEqual(totalOf(exchange), total, "total_count");
      const rest = await account.list({ external_id, page_number: 2 });
      expectEqual(
        recordsOf(rest).length,
        Math.min(100, total - 100),
        "bookings on the second page",
      );
    },
  },
  {
    name: "page-size-is-echoed",
    requirements: ["R76"],
    sentence: "page_size / number / Results per page.",
    needs: ["many"],
    async check({ account, fact }) {
      const { external_id } = fact("many");
      for (const page_size of [1, 5, 100]) {
        const exchange = await account.list({ external_id, page_size });
        expectEqual(at(exchange.answer.json, "page_size"), page_size, "page_size");
        expectEqual(recordsOf(exchange).length, page_size, `bookings with page_size=${page_size}`);
      }
    },
  },
  {
    name: "pages-hold-each-booking-once",
    requirements: ["R71", "R13", "R77"],
    sentence: "Page to return, starting at 1.",
    needs: ["many"],
    async check({ account, fact }) {
      const { external_id, total } = fact("many");
      const walked = await account.records({ external_id, page_size: 7 });
      const ids = walked.map((record) => record["booking"]);
      expectEqual(ids.length, total, "bookings met on a walk through the pages");
      expectEqual(new Set(ids).size, total, "different bookings met on a walk through the pages");
      const other = await account.records({ external_id, page_size: 40 });
      expectEqual(
        other.map((record) => record["booking"]),
        ids,
        "the order of a walk with larger pages",
      );
    },
  },
  {
    name: "total-counts-all-pages",
    requirements: ["R77"],
    sentence: "Total bookings matching the filters.",
    needs: ["many"],
    async check({ account, fact }) {
      const { external_id, total } = fact("many");
      for (const page_number of [1, 2, 3]) {
        const exchange = await account.list({ external_id, page_size: 10, page_number });
        expectEqual(
          at(exchange.answer.json, "total_count"),
          total,
          `total_count of page ${page_number}`,
        );
      }
    },
  },
];
