import { correct, type BrokenServer } from "./broken-server.ts";

/** Servers that are wrong about which requests are a cancel, and which booking a cancel names. */
export const cancelRequestServers: readonly BrokenServer[] = [
  {
    name: "accepts a booking in other letters",
    breaks: "R17",
    change: {
      readCancel(request) {
        return correct.readCancel.call(this, { ...request, body: request.body.toLowerCase() });
      },
    },
  },
  {
    name: "accepts a booking with a prefix",
    breaks: "R17",
    change: {
      readCancel(request) {
        return correct.readCancel.call(this, {
          ...request,
          body: request.body.replace("bookings/", ""),
        });
      },
    },
  },
  {
    name: "trims the booking",
    breaks: "R17",
    change: {
      readCancel(request) {
        const body = request.body.replace(/"\s+/g, '"');
        return correct.readCancel.call(this, { ...request, body });
      },
    },
  },
  {
    name: "answers 400 to a cancel without a booking",
    breaks: "R84",
    change: { unreadableCancel: () => correct.error(400, 3, "booking is missing") },
  },
  {
    name: "cancels with GET",
    breaks: "R80",
    change: {
      route(method, path) {
        const endpoint = this.endpointOf(path);
        return endpoint === "cancel" ? endpoint : correct.route.call(this, method, path);
      },
    },
  },
  {
    name: "has the cancel at another path as well",
    breaks: "R80",
    change: {
      endpointOf: (path) =>
        path === "/v1/interactions/cancelInteractionBooking" ? "cancel" : correct.endpointOf(path),
    },
  },
  {
    name: "reads a cancel only with its Content-Type",
    breaks: "R110",
    change: {
      readCancel(request) {
        const json = request.headers["content-type"]?.startsWith("application/json") === true;
        return json ? correct.readCancel.call(this, request) : null;
      },
    },
  },
  {
    name: "cancels without a token",
    breaks: "R94",
    change: {
      bearerOf(request) {
        const cancels = request.path.endsWith("cancelInteractionBooking");
        return correct.bearerOf.call(this, request) ?? (cancels ? "anybody" : null);
      },
      findToken(accounts, account, value) {
        const found = correct.findToken.call(this, accounts, account, value);
        return found ?? (value === "anybody" ? (account?.tokens[0] ?? null) : null);
      },
    },
  },
];
