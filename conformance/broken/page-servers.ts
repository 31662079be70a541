import type { ListQuery } from "../reference/behaviour.ts";
import { correct, type BrokenServer } from "./broken-server.ts";

/** Servers that are wrong about pages, their order and figures, and the path of the list. */
export const pageServers: readonly BrokenServer[] = [
  {
    name: "has 50 bookings on a page by default",
    breaks: "R103",
    change: { pageSizeDefault: () => 50 },
  },
  {
    name: "accepts page_size 0",
    breaks: "R70",
    change: {
      wholeNumber: (value, absent) => (value === "0" ? absent : correct.wholeNumber(value, absent)),
    },
  },
  {
    name: "takes page_number 0 for page 1",
    breaks: "R104",
    change: {
      wholeNumber: (value, absent) => (value === "0" ? 1 : correct.wholeNumber(value, absent)),
    },
  },
  {
    name: "counts pages from 0",
    breaks: "R71",
    change: {
      page: (items, { page_number, page_size }) =>
        items.slice(page_number * page_size, (page_number + 1) * page_size),
    },
  },
  {
    name: "reads numbers as a programming language does",
    breaks: "R104",
    change: {
      wholeNumber: (value, absent) => {
        if (value === null) return absent;
        return Number.isInteger(Number(value)) ? Number(value) || null : null;
      },
    },
  },
  {
    name: "ignores page_number",
    breaks: "R71",
    change: { page: (items, { page_size }) => items.slice(0, page_size) },
  },
  {
    name: "reduces a large page_size without saying so",
    breaks: "R76",
    change: {
      page: (items, { page_number, page_size }) => {
        const applied = Math.min(page_size, 50);
        return items.slice((page_number - 1) * applied, page_number * applied);
      },
    },
  },
  {
    name: "counts the page instead of all matches",
    breaks: "R77",
    change: {
      listAnswer(result) {
        return correct.listAnswer.call(this, { ...result, total: result.records.length });
      },
    },
  },
  {
    name: "counts all bookings of the contact, whatever the filters",
    breaks: "R77",
    change: {
      list(account, accounts, query) {
        const result = correct.list.call(this, account, accounts, query);
        const total = account.bookings.filter((b) => b.external_id === query.external_id).length;
        return { ...result, total: result.total === 0 ? 0 : total };
      },
    },
  },
  {
    name: "counts the matches a moment before it reads the page",
    breaks: "R77",
    change: {
      list(account, accounts, query) {
        const result = correct.list.call(this, account, accounts, query);
        const total = takePlace(account, query, result.total);
        return { ...result, total };
      },
    },
  },
  {
    name: "leaves total_count out of a page past the end",
    breaks: "R77",
    change: {
      listAnswer(result) {
        const { total_count, ...rest } = correct.listAnswer.call(this, result);
        return result.records.length === 0 ? rest : { ...rest, total_count };
      },
    },
  },
  {
    name: "answers 404 to a page past the end",
    breaks: "R77",
    change: {
      finish(answer, request) {
        const past = request.query.get("page_number") === "1000";
        return past ? correct.error(404, 5, "no such page") : answer;
      },
    },
  },
  {
    name: "sends counts as strings",
    breaks: "R77",
    change: {
      listAnswer(result) {
        const answer = correct.listAnswer.call(this, result);
        return result.total === 0 ? answer : { ...answer, total_count: String(result.total) };
      },
    },
  },
  {
    name: "sends page_number as a string",
    breaks: "R75",
    change: {
      listAnswer(result) {
        const answer = correct.listAnswer.call(this, result);
        return { ...answer, page_number: String(result.query.page_number) };
      },
    },
  },
  {
    name: "answers page_number 1 on every page",
    breaks: "R75",
    change: {
      listAnswer(result) {
        return { ...correct.listAnswer.call(this, result), page_number: 1 };
      },
    },
  },
  {
    name: "lists in no order",
    breaks: "R71",
    change: { order: () => Math.random() - 0.5 },
  },
  {
    name: "lists the latest start first",
    breaks: "R71",
    change: {
      order(a, b) {
        return correct.order.call(this, b, a);
      },
    },
  },
  {
    name: "orders by start alone, so that ties turn with the page size",
    breaks: "R71",
    change: {
      list(account, accounts, query) {
        const turned = query.page_size % 2 === 0;
        const ties: (typeof account)["bookings"] = turned
          ? account.bookings.toReversed()
          : account.bookings;
        const behaviour = {
          ...this,
          order: (a: { start: number }, b: { start: number }) => a.start - b.start,
        };
        return correct.list.call(behaviour, { ...account, bookings: ties }, accounts, query);
      },
    },
  },
  {
    name: "adds a next link to the list",
    breaks: "R113",
    change: {
      listAnswer(result) {
        return { ...correct.listAnswer.call(this, result), next_page: null };
      },
    },
  },
  {
    name: "refuses parameters that it does not know",
    breaks: "R113",
    change: {
      readQuery(account, accounts, query) {
        if (query.has("colour")) return this.badQuery("colour is no parameter");
        return correct.readQuery.call(this, account, accounts, query);
      },
    },
  },
  {
    name: "resolves contacts/<uuid> to somebody",
    breaks: "R10",
    change: {
      isOf: (booking, id) => booking.external_id === (id.startsWith("contacts/") ? "Many-1" : id),
    },
  },
  {
    name: "answers the list to POST as well",
    breaks: "R60",
    change: {
      route(method, path) {
        const endpoint = this.endpointOf(path);
        return endpoint === "fetch" ? endpoint : correct.route.call(this, method, path);
      },
    },
  },
  {
    name: "refuses a GET with a body",
    breaks: "R60",
    change: {
      bearerOf: (request) =>
        request.method === "GET" && request.body !== "" ? null : correct.bearerOf(request),
    },
  },
  {
    name: "takes any letter case of a path",
    breaks: "R60",
    change: {
      endpointOf: (path) =>
        path.toLowerCase().includes("fetchcontact") ? "fetch" : correct.endpointOf(path),
    },
  },
  {
    name: "knows no encoded colon",
    breaks: "R60",
    change: {
      route(method, path) {
        return path.includes("%3A") ? 404 : correct.route.call(this, method, path);
      },
    },
  },
];

const lastTotals = new WeakMap<object, Map<string, number>>();

/** The total that the same list had the last time, in whose place the new one comes. */
function takePlace(account: object, query: ListQuery, total: number): number {
  const totals = lastTotals.get(account) ?? new Map<string, number>();
  lastTotals.set(account, totals);
  const list = JSON.stringify({ ...query, campaign: query.campaign?.public_key });
  const last = totals.get(list) ?? total;
  totals.set(list, total);
  return last;
}
