import { correct, type BrokenServer } from "./broken-server.ts";

/** Wrong about whose bookings are listed, which of them, and in which pages. */
export const listServers: readonly BrokenServer[] = [
  {
    name: "answers an empty list instead of none",
    breaks: "R78",
    change: {
      listAnswer(result) {
        return { bookings: [], ...correct.listAnswer.call(this, result) };
      },
    },
  },
  {
    name: "answers total_count 0 instead of none",
    breaks: "R78",
    change: {
      listAnswer(result) {
        return { total_count: 0, ...correct.listAnswer.call(this, result) };
      },
    },
  },
  {
    name: "answers 404 for an unknown contact",
    breaks: "R78",
    change: {
      readQuery(account, accounts, query) {
        const id = query.get("external_id");
        const known = account.bookings.some(({ external_id }) => external_id === id);
        if (id !== null && !known) return correct.error(404, 5, "no such contact");
        return correct.readQuery.call(this, account, accounts, query);
      },
    },
  },
  {
    name: "leaves page_size out of the empty answer of an unknown contact",
    breaks: "R78",
    change: {
      listAnswer(result) {
        const { page_size, ...rest } = correct.listAnswer.call(this, result);
        return result.query.external_id.includes("-1") ? { ...rest, page_size } : rest;
      },
    },
  },
  {
    name: "answers null bookings for nothing",
    breaks: "R74",
    change: {
      listAnswer(result) {
        return { bookings: null, ...correct.listAnswer.call(this, result) };
      },
    },
  },
  {
    name: "answers 400 when external_id is missing",
    breaks: "R73",
    change: { badQuery: (message) => correct.error(400, 3, message) },
  },
  {
    name: "lists everybody when external_id is empty",
    breaks: "R61",
    change: {
      readQuery(account, accounts, query) {
        if (query.get("external_id") !== "") {
          return correct.readQuery.call(this, account, accounts, query);
        }
        const anybody = new URLSearchParams(query);
        anybody.set("external_id", "Many-1");
        return correct.readQuery.call(this, account, accounts, anybody);
      },
    },
  },
  {
    name: "compares external_id without letter case",
    breaks: "R61",
    change: {
      isOf: (booking, id) => booking.external_id.toLowerCase() === id.toLowerCase(),
    },
  },
  {
    name: "trims external_id",
    breaks: "R61",
    change: { isOf: (booking, id) => booking.external_id === id.trim() },
  },
  {
    name: "looks for external_id with a pattern",
    breaks: "R61",
    change: {
      isOf: (booking, id) => booking.external_id.startsWith(id.replace(/%$/, "")),
    },
  },
  {
    name: "lists the bookings of every account",
    breaks: "R8",
    change: {
      candidates: (_account, accounts) => accounts.flatMap(({ bookings }) => bookings),
      record(account, booking, language) {
        const record = correct.record.call(this, account, booking, language);
        return { ...record, booking: booking.booking };
      },
    },
  },
  {
    name: "finds campaigns of other accounts",
    breaks: "R73",
    change: {
      scope(account, accounts, query) {
        const own = correct.scope.call(this, account, accounts, query);
        const key = query.get("public_keys") ?? "";
        if (own === null || !("status" in own)) return own;
        return accounts.map(({ campaigns }) => campaigns.get(key)).find(Boolean) ?? own;
      },
    },
  },
  {
    name: "tells a foreign campaign from an unknown one",
    breaks: "R73",
    change: {
      scope(account, accounts, query) {
        const own = correct.scope.call(this, account, accounts, query);
        const key = query.get("public_keys") ?? "";
        const foreign = accounts.some((other) => other !== account && other.campaigns.has(key));
        if (own === null || !("status" in own) || !foreign) return own;
        return correct.error(500, 7, "public_keys: this campaign is not yours");
      },
    },
  },
  {
    name: "answers 400 for an unknown public key",
    breaks: "R73",
    change: { unknownCampaign: () => correct.error(400, 3, "unknown public key") },
  },
  {
    name: "lists nothing for an unknown public key",
    breaks: "R73",
    change: {
      unknownCampaign: (parameter) => ({ ...nowhere, public_key: parameter }),
    },
  },
  {
    name: "lists all campaigns for an unknown public key",
    breaks: "R73",
    change: { unknownCampaign: () => null },
  },
  {
    name: "accepts both scopes and uses one",
    breaks: "R73",
    change: { bothScopes: (account, key) => account.campaigns.get(key) ?? null },
  },
  {
    name: "accepts two public keys and uses the first",
    breaks: "R105",
    change: without("public_keys"),
  },
  {
    name: "accepts two interactions and uses the first",
    breaks: "R106",
    change: without("interactions"),
  },
  {
    name: "accepts external_id twice",
    breaks: "R61",
    change: without("external_id"),
  },
  {
    name: "ignores public_keys",
    breaks: "R62",
    change: {
      inScope: (booking, campaign) => campaign?.public_key !== booking.external_id,
    },
  },
  {
    name: "ignores interactions",
    breaks: "R63",
    change: {
      scope(account, accounts, query) {
        const rest = new URLSearchParams(query);
        if (query.get("public_keys") === null) rest.delete("interactions");
        return correct.scope.call(this, account, accounts, rest);
      },
    },
  },
  {
    name: "lists one campaign when none is named",
    breaks: "R72",
    change: {
      inScope: (booking, campaign) => booking.interaction === (campaign?.public_key ?? "pk_summer"),
    },
  },
  {
    name: "names no parameter in the message",
    breaks: "R100",
    change: { badQuery: () => correct.error(500, 3, "invalid request") },
  },
  {
    name: "ignores the lower bound",
    breaks: "R64",
    change: { inRange: (booking, { to }) => booking.start <= to },
  },
  {
    name: "answers 500 to a range whose end lies before its beginning",
    breaks: "R65",
    change: {
      readQuery(account, accounts, query) {
        const read = correct.readQuery.call(this, account, accounts, query);
        const crossed = !("status" in read) && read.from > read.to;
        return crossed ? correct.error(500, 3, "slot_date_range is empty") : read;
      },
    },
  },
  {
    name: "takes the lower bound as exclusive",
    breaks: "R64",
    change: { inRange: (booking, { from, to }) => booking.start > from && booking.start <= to },
  },
  {
    name: "takes the upper bound as exclusive",
    breaks: "R65",
    change: { inRange: (booking, { from, to }) => booking.start >= from && booking.start < to },
  },
  {
    name: "holds the upper bound against the end of the slot",
    breaks: "R65",
    change: {
      inRange: (booking, { from, to }) => booking.start >= from && booking.start + 2_700_000 <= to,
    },
  },
  {
    name: "holds the lower bound against the end of the slot",
    breaks: "R64",
    change: {
      inRange: (booking, { from, to }) => booking.start + 2_700_000 >= from && booking.start <= to,
    },
  },
  {
    name: "holds bounds against booked_at",
    breaks: "R65",
    change: {
      inRange: (booking, { from, to }) => booking.bookedAt >= from && booking.bookedAt <= to,
    },
  },
  {
    name: "makes 2 March of 30 February",
    breaks: "R64",
    change: {
      instant(query, name, absent) {
        const value = query.get(name);
        if (value?.startsWith("2030-02-30") === true) return Date.parse("2030-03-02T00:00:00Z");
        return correct.instant.call(this, query, name, absent);
      },
    },
  },
  {
    name: "ignores a bound that it cannot read",
    breaks: "R64",
    change: {
      instant(query, name, absent) {
        return correct.instant.call(this, query, name, absent) ?? absent;
      },
    },
  },
  {
    name: "ignores the offset of a bound",
    breaks: "R64",
    change: {
      instant(query, name, absent) {
        const bare = new URLSearchParams(query);
        const value = query.get(name)?.replace(/[+-]\d\d:\d\d$/, "Z");
        if (value !== undefined) bare.set(name, value);
        return correct.instant.call(this, bare, name, absent);
      },
    },
  },
  {
    name: "ignores booking_status",
    breaks: "R66",
    change: { hasStatus: () => true },
  },
  {
    name: "takes the last of repeated statuses",
    breaks: "R66",
    change: { combine: (statuses) => statuses.slice(-1) },
  },
  {
    name: "takes the first of repeated statuses",
    breaks: "R66",
    change: { combine: (statuses) => statuses.slice(0, 1) },
  },
  {
    name: "refuses CHECKED_IN as a filter",
    breaks: "R42",
    change: { knowsStatus: (status) => ["CONFIRMED", "WAITLIST", "CANCELLED"].includes(status) },
  },
  {
    name: "finds checked-in bookings with CHECKED_IN",
    breaks: "R44",
    change: {
      hasStatus(booking, statuses) {
        const checkedIn = booking.tickets.some((ticket) => ticket.checkedIn);
        const asked = statuses.includes("CHECKED_IN") && checkedIn;
        return asked || correct.hasStatus.call(this, booking, statuses);
      },
    },
  },
  {
    name: "takes CHECKED_IN for no filter at all",
    breaks: "R44",
    change: { combine: (statuses) => statuses.filter((status) => status !== "CHECKED_IN") },
  },
  {
    name: "leaves checked-in bookings out of CONFIRMED",
    breaks: "R44",
    change: {
      hasStatus(booking, statuses) {
        const hidden = statuses.length > 0 && booking.tickets.some((ticket) => ticket.checkedIn);
        return !hidden && correct.hasStatus.call(this, booking, statuses);
      },
    },
  },
  {
    name: "reads a comma list of statuses",
    breaks: "R66",
    change: {
      knowsStatus: (status) => status.split(",").every((one) => correct.knowsStatus(one)),
      combine: (statuses) => statuses.flatMap((status) => status.split(",")),
    },
  },
  {
    name: "ignores an unknown status",
    breaks: "R66",
    change: { knowsStatus: () => true },
  },
  {
    name: "leaves cancelled bookings out when no status is asked for",
    breaks: "R41",
    change: {
      hasStatus: (booking, statuses) =>
        statuses.length === 0 ? booking.status !== "CANCELLED" : statuses.includes(booking.status),
    },
  },
  {
    name: "ignores language",
    breaks: "R67",
    change: { language: () => null },
  },
  {
    name: "does not reduce a region to its language",
    breaks: "R68",
    change: { language: (value) => value },
  },
  {
    name: "reads the language with its letter case",
    breaks: "R68",
    change: { language: (value) => value?.split(/[-_]/)[0] ?? null },
  },
  {
    name: "answers in English when no language is asked for",
    breaks: "R69",
    change: { language: (value) => correct.language(value ?? "en") },
  },
  {
    name: "refuses a language that it does not know",
    breaks: "R69",
    change: {
      readQuery(account, accounts, query) {
        const language = query.get("language");
        if (language !== null && !/^[a-z]{2}\b/i.test(language)) return this.badQuery("language");
        return correct.readQuery.call(this, account, accounts, query);
      },
    },
  },
  {
    name: "shows a language that the campaign does not offer",
    breaks: "R69",
    change: {
      text: (texts, language, campaign) =>
        texts[language ?? ""] ??
        (language === null
          ? correct.text(texts, language, campaign)
          : (Object.values(texts)[1] ?? correct.text(texts, language, campaign))),
    },
  },
  {
    name: "resolves the language once for all campaigns",
    breaks: "R35",
    change: {
      text: (texts, language, campaign) =>
        language === "fr"
          ? (texts["fr"] ?? JSON.stringify(texts))
          : correct.text(texts, language, campaign),
    },
  },
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
      wholeNumber: (value, absent) =>
        value === null ? absent : Number.isInteger(Number(value)) ? Number(value) || null : null,
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

const nowhere = {
  id: "",
  public_key: "",
  group: { unique_key: "", display_name: "" },
  timezone: "",
  default_language: "",
  languages: [],
  promotes: false,
};

function without(parameter: string): BrokenServer["change"] {
  return {
    singleParameters: () => correct.singleParameters().filter((name) => name !== parameter),
  };
}
