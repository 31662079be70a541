import { correct, type BrokenServer } from "./broken-server.ts";

/** Servers that are wrong about whose bookings are listed, and in which scope. */
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
    name: "ignores a filter whose name is nearly right",
    breaks: "R113",
    change: { misnamed: () => null },
  },
  {
    name: "refuses an external_id that is too long to be stored",
    breaks: "R78",
    change: {
      readQuery(account, accounts, query) {
        const long = (query.get("external_id") ?? "").length > 512;
        if (long) return correct.error(500, 3, "external_id is too long");
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
