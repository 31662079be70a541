import type { IncomingMessage, ServerResponse } from "node:http";
import type { Answer, Behaviour, Request } from "./behaviour.ts";
import { listen, type ListeningServer } from "./listen.ts";
import type { Account } from "./state.ts";

/** Serves the accounts on a free port, each at its hosts, with this behaviour. */
export async function startReferenceServer(
  accounts: readonly Account[],
  behaviour: Behaviour,
  now: () => number,
): Promise<ListeningServer> {
  const serve = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = await readRequest(message);
    const given = await answer(behaviour, accounts, request, now());
    const { status, body, headers, raw } = behaviour.finish(given, request);
    response.writeHead(status, { ...behaviour.headers(request), ...headers });
    response.end(raw ?? JSON.stringify(body));
  };
  return listen((message, response) => void serve(message, response));
}

async function readRequest(message: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  const url = message.url ?? "/";
  const [path = "/", query = ""] = url.split("?", 2);
  return {
    method: message.method ?? "GET",
    path,
    query: new URLSearchParams(query),
    headers: Object.fromEntries(
      Object.entries(message.headers).map(([name, value]) => [name, [value].flat().join(", ")]),
    ),
    body: Buffer.concat(chunks).toString("utf8"),
    address: message.socket.remoteAddress ?? "",
  };
}

async function answer(
  behaviour: Behaviour,
  accounts: readonly Account[],
  request: Request,
  now: number,
): Promise<Answer> {
  const endpoint = behaviour.route(request.method, request.path);
  if (endpoint === 404) return behaviour.error(404, 5, "no such path");
  if (endpoint === 405) return behaviour.error(405, 12, "method not allowed");
  const account = behaviour.accountOf(accounts, request.headers["host"] ?? "");
  if (account?.down === true) return behaviour.downAnswer();
  if (endpoint === "token") return tokenAnswer(behaviour, account, request, now);

  if (account !== null && behaviour.limited(account, request, now))
    return behaviour.limitedAnswer();
  const bearer = behaviour.bearerOf(request);
  if (bearer === null) return behaviour.noTokenAnswer();
  const token = behaviour.findToken(accounts, account, bearer);
  if (account === null || token === null || !behaviour.lives(token, now)) {
    return behaviour.badToken();
  }
  if (!behaviour.isOn(account, endpoint)) return behaviour.endpointOff();
  if (endpoint === "cancel") return cancelAnswer(behaviour, accounts, account, request, now);
  const query = behaviour.readQuery(account, accounts, request.query);
  if ("status" in query) return query;
  const listed = behaviour.list(account, accounts, query);
  const headers = behaviour.cancellableHeaders(account, listed, request);
  return { status: 200, body: behaviour.listAnswer(listed), headers };
}

function tokenAnswer(
  behaviour: Behaviour,
  account: Account | null,
  request: Request,
  now: number,
): Answer {
  const body = behaviour.readTokenRequest(request);
  if (body === null || behaviour.lacksCredentials(body)) {
    return behaviour.error(400, 3, "client_id or client_secret is missing");
  }
  const client = account === null ? undefined : behaviour.findClient(account, body);
  const refused =
    client === undefined || !behaviour.grants(body) || !behaviour.acceptsAudience(client, body);
  if (account === null || refused) return behaviour.refusedCredentials(body);
  const token = behaviour.issue(account, client.client_id, now);
  return { status: 200, body: behaviour.tokenAnswer(token, now) };
}

async function cancelAnswer(
  behaviour: Behaviour,
  accounts: readonly Account[],
  account: Account,
  request: Request,
  now: number,
): Promise<Answer> {
  const id = behaviour.readCancel(request);
  if (id === null) return behaviour.unreadableCancel();
  const idempotencyKey = request.headers["idempotency-key"];
  const outcome = account.outcomes.get(idempotencyKey ?? "");
  if (outcome !== undefined) {
    if (outcome.body === id) return outcome.answer as Answer;
    return behaviour.badQuery("this Idempotency-Key was used with another body");
  }
  const booking = behaviour.findBooking(account, accounts, id);
  if (booking === undefined) return behaviour.unknownBooking(accounts, id);
  const refused = behaviour.refuseCancel(booking);
  if (refused !== null) return behaviour.refusedCancel(refused);
  await behaviour.beforeChange();
  behaviour.cancel(account, booking, now);
  const answered = behaviour.cancelAnswer(account, booking);
  if (idempotencyKey !== undefined)
    account.outcomes.set(idempotencyKey, { body: id, answer: answered });
  return answered;
}
