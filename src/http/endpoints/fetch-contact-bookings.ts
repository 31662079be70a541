import { fetchContactBookings as contract } from "../../../contract/contact-bookings.ts";
import type { AccountId } from "../../domain/account.ts";
import { isRefused } from "../../domain/refusal.ts";
import { listBookings } from "../../usecases/list-bookings.ts";
import { callerOf } from "../call/call.ts";
import { bookingsPageJson } from "./bookings-page-json.ts";
import { bookingsParameters, readBookingsQuery } from "./bookings-query.ts";
import type { ServedEndpoint } from "./endpoint.ts";
import { ignoredNames } from "./ignored-parameters.ts";
import { parseQueryString } from "./query-string.ts";
import type { RateLimit } from "../rate-limits/rate-limits.ts";

export interface FetchEndpointParts {
  readonly requestLimit: RateLimit;
  readonly pageSizeMax: number;
  account(id: AccountId): Parameters<typeof listBookings>[0];
}

/** `GET /v1/interactions:fetchContactBookings` (interface, Endpoints 2). */
export function fetchContactBookings(parts: FetchEndpointParts): ServedEndpoint {
  return {
    contract,
    limit: parts.requestLimit,
    // One list may hold hundreds of bookings, which this process serializes.
    openAtLeast: 64,
    answer: async (call) => {
      const { account } = callerOf(call);
      const parameters = parseQueryString(call.target.query);
      if (isRefused(parameters)) return parameters;
      call.recordable = { parameters: [...bookingsParameters].filter((p) => parameters.has(p)) };
      const query = readBookingsQuery(parameters, parts.pageSizeMax);
      // A near miss is refused, so no name of that request was ignored.
      if (!isRefused(query) || query.refused.why !== "parameter-misnamed") {
        call.ignored = ignoredNames(parameters.keys(), bookingsParameters);
      }
      if (isRefused(query)) return query;
      const page = await listBookings(parts.account(account.id), query);
      return isRefused(page) ? page : bookingsPageJson(page, query);
    },
  };
}
