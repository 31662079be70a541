import http from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";

/** What arrived, verified by the published library of Standard Webhooks. */
export interface Received {
  readonly id: string;
  readonly type: string;
  readonly data: { readonly booking?: { readonly booking: string; readonly external_id: string } };
  /** How many signatures it had. */
  readonly signatures: number;
  readonly body: string;
  readonly headers: Record<string, string>;
}

/** What the receiver answers to one post. */
export type Answering = (
  received: Received,
) => { status: number; headers?: Record<string, string>; body?: string } | Promise<never>;

export interface Receiver extends AsyncDisposable {
  readonly url: string;
  readonly received: Received[];
  /** The secret by which posts are verified from now on; one that is not good counts as `forged`. */
  secret: string;
  forged: number;
  answer: Answering;
}

export async function openReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const server = http.createServer((request, response) => void receive(request, response));
  const receive = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    const chunks = await request.toArray();
    const body = Buffer.concat(chunks as Buffer[]).toString();
    const headers = request.headers as Record<string, string>;
    try {
      new Webhook(receiver.secret).verify(body, headers);
    } catch {
      receiver.forged += 1;
    }
    const post: Received = {
      ...(JSON.parse(body) as Pick<Received, "type" | "data">),
      id: headers["webhook-id"] ?? "",
      signatures: (headers["webhook-signature"] ?? "").split(" ").length,
      body,
      headers,
    };
    received.push(post);
    const answer = await receiver.answer(post);
    response.writeHead(answer.status, answer.headers).end(answer.body ?? "thanks");
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    secret: "",
    forged: 0,
    answer: () => ({ status: 200 }),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}
