import { correctBehaviour as correct, type Behaviour, type Json } from "./behaviour.ts";

interface OtherServer {
  /** The difference from the reference server. */
  readonly name: string;
  /** The decisions that are replaced. `this` is this server's behaviour. */
  readonly change: Partial<Behaviour> & ThisType<Behaviour>;
}

/**
 * Correct servers that differ from the reference: they keep every sentence of the interface and differ where
 * it is silent. In an interface-only run, the kit must not fail any of them.
 */
export const otherServers: readonly OtherServer[] = [
  {
    name: "names the booking in the message about an unknown one",
    change: { unknownBooking: (_, id) => correct.error(500, 5, `There is no booking ${id}.`) },
  },
  {
    name: "names the campaign in the message about an unknown one",
    change: {
      scope(account, accounts, query) {
        const found = correct.scope.call(this, account, accounts, query);
        if (found === null || !("status" in found) || query.has("external_id", "")) return found;
        const names = [...query.getAll("public_keys"), ...query.getAll("interactions")];
        return correct.error(500, 5, `No such campaign: ${names.join(" ")}`);
      },
    },
  },
  {
    name: "names the client in the message about refused credentials",
    change: {
      refusedCredentials: (body) =>
        correct.error(500, 16, `The credentials of ${String(body["client_id"])} are refused.`),
    },
  },
  {
    name: "speaks of contacts and campaigns in its messages",
    change: {
      badQuery: (message) =>
        correct.error(
          500,
          3,
          message
            .replace("external_id", "The contact")
            .replace("public_keys and interactions", "Scopes of a campaign"),
        ),
      unknownCampaign: () => correct.error(500, 5, "This campaign does not exist."),
    },
  },
  {
    name: "lists what was changed last first",
    change: {
      order: (a, b) => b.bookedAt - a.bookedAt || (a.booking < b.booking ? -1 : 1),
    },
  },
  {
    name: "writes the keys of an object in an order that changes",
    change: { finish: turning((answer) => answer) },
  },
  {
    name: "answers 403 where there is nothing",
    change: {
      finish: (answer) =>
        answer.status === 404 ? correct.error(403, 7, "This is not for you.") : answer,
    },
  },
  {
    name: "stands behind a gateway that has pages of its own outside /v1/",
    change: {
      finish: (answer, { path }) =>
        path.startsWith("/v1/")
          ? answer
          : { ...answer, raw: "<h1>Not found</h1>", headers: { "content-type": "text/html" } },
    },
  },
  {
    name: "forgives letter case and a slash at the end of a path",
    change: {
      endpointOf(path) {
        const plain = path.toLowerCase().replace(/\/$/, "");
        if (plain === "/v1/oauth:token") return "token";
        if (plain === "/v1/interactions:fetchcontactbookings") return "fetch";
        return plain === "/v1/interactions:cancelinteractionbooking" ? "cancel" : null;
      },
    },
  },
  {
    name: "reads a booking's UUID in every spelling of a UUID",
    change: {
      readCancel(request) {
        const body = request.body.replace(/"booking":"\s*\{?([0-9a-f-]+)\}?\s*"/i, (_, id) => {
          const digits = String(id).toLowerCase().replaceAll("-", "");
          const dashed = digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
          return `"booking":"${dashed}"`;
        });
        return correct.readCancel.call(this, { ...request, body });
      },
    },
  },
  {
    name: "refuses a range whose end lies before its beginning",
    change: {
      readQuery(account, accounts, query) {
        const read = correct.readQuery.call(this, account, accounts, query);
        return "status" in read || read.from <= read.to
          ? read
          : correct.error(500, 3, "slot_date_range.from lies after slot_date_range.to");
      },
    },
  },
  {
    name: "looks at the token before it counts the request",
    change: {
      limited(account, request, now) {
        const bearer = this.bearerOf(request);
        const good = account.tokens.some(({ value }) => value === bearer);
        return good && correct.limited.call(this, account, request, now);
      },
    },
  },
  {
    name: "writes UTC as an offset of zero in booked_at",
    change: {
      record(account, booking, language) {
        const record = correct.record.call(this, account, booking, language);
        return { ...record, booked_at: this.time(booking.bookedAt).replace("Z", "+00:00") };
      },
    },
  },
  {
    name: "tells more of an activity and its campaign",
    change: {
      record(account, booking, language) {
        const { activity, interaction, ...rest } = correct.record.call(
          this,
          account,
          booking,
          language,
        );
        return {
          ...rest,
          activity: { ...(activity as Json), picture: "https://example.com/1.jpg" },
          interaction: { ...(interaction as Json), colour: "blue" },
        };
      },
    },
  },
  {
    name: "takes an empty client_id for a wrong one",
    change: {
      lacksCredentials: (body) =>
        [body?.["client_id"], body?.["client_secret"]].some((value) => typeof value !== "string"),
    },
  },
  {
    name: "sends empty fields to a known contact whose filters match nothing",
    change: {
      list(account, accounts, query) {
        const result = correct.list.call(this, account, accounts, query);
        const known = account.bookings.some((booking) => this.isOf(booking, query.external_id));
        return { ...result, known };
      },
      listAnswer(result) {
        const empty = "known" in result && result.known === true;
        const answer = correct.listAnswer.call(this, result);
        return empty ? { bookings: [], total_count: 0, ...answer } : answer;
      },
    },
  },
  {
    name: "answers 401 where an endpoint is off",
    change: { endpointOff: () => correct.error(401, 7, "This token is not for this endpoint.") },
  },
  {
    name: "confirms whom it likes when a seat is freed",
    change: {
      waiting(account, slot) {
        return correct.waiting.call(this, account, slot).toReversed();
      },
    },
  },
];

/** Reverses the keys of every object in every second answer. */
function turning(finish: Behaviour["finish"]): Behaviour["finish"] {
  let answers = 0;
  return function turned(this: Behaviour, answer, request) {
    const given = finish.call(this, answer, request);
    answers += 1;
    return answers % 2 === 0 ? given : { ...given, body: reversed(given.body) };
  };
}

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, reversed(inner)]);
  return Object.fromEntries(entries.toReversed());
}
