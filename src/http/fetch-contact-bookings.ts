import type { FastifyInstance } from "fastify";
import { fetchContactBookings as endpoint } from "../../contract/contact-bookings.ts";
import type { AccountId } from "../domain/account.ts";
import { isRefused } from "../domain/refusal.ts";
import type { Authentication } from "../usecases/authenticate.ts";
import { listBookings } from "../usecases/list-bookings.ts";
import { allowedFor, callerOf, limitedBy } from "./access.ts";
import { refuse } from "./answers.ts";
import { bookingsPageJson } from "./bookings-page-json.ts";
import { bookingsParameters, readBookingsQuery } from "./bookings-query.ts";
import { tellIgnored } from "./ignored-parameters.ts";
import { parseQueryString } from "./query-string.ts";
import type { RateLimit } from "./rate-limits.ts";
import { routeOf } from "./route-of.ts";

export interface FetchEndpointParts {
  readonly authentication: Authentication;
  readonly requestLimit: RateLimit;
  readonly pageSizeMax: number;
  account(id: AccountId): Parameters<typeof listBookings>[0];
  readonly now: () => number;
}

/** `GET /v1/interactions:fetchContactBookings` (interface, Endpoints 2). */
export function fetchContactBookings(server: FastifyInstance, parts: FetchEndpointParts): void {
  server.route({
    ...routeOf(endpoint),
    onRequest: [
      limitedBy(parts.requestLimit, parts.now),
      allowedFor(endpoint.name, parts.authentication, parts.now),
    ],
    handler: async (request, reply) => {
      const { account } = callerOf(request);
      const parameters = parseQueryString(queryOf(request.url));
      if (isRefused(parameters)) return refuse(reply, parameters.refused);
      request.recordable = { parameters: [...bookingsParameters].filter((p) => parameters.has(p)) };
      tellIgnored(reply, account.isProduction, parameters.keys(), bookingsParameters);
      const query = readBookingsQuery(parameters, parts.pageSizeMax);
      if (isRefused(query)) return refuse(reply, query.refused);
      const page = await listBookings(parts.account(account.id), query);
      if (isRefused(page)) return refuse(reply, page.refused);
      return reply
        .header("content-type", "application/json; charset=utf-8")
        .send(bookingsPageJson(page, query));
    },
  });
}

/** Everything after the first `?`: a second one is a character like any other. */
function queryOf(target: string): string {
  const mark = target.indexOf("?");
  return mark === -1 ? "" : target.slice(mark + 1);
}
