import { randomUUID } from "node:crypto";
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Server as NetServer, type AddressInfo, type Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { ambiguityOf } from "../http/call/raw-request.ts";
import type { MachineAnswer, MachineAnswers } from "./serve-machines.ts";

const { createServer, STATUS_CODES } = process.getBuiltinModule("node:http");

interface OperatorServerParts {
  readonly machines: MachineAnswers;
  /** Between two requests on one connection, milliseconds. */
  readonly idleLimitMs: number;
  /** Loads what people and their programs ask for. */
  load(): Promise<FastifyInstance>;
  reportFault(error: Error): void;
}

export interface OperatorServer {
  readonly http: Server;
  listen(address: { readonly host: string; readonly port: number }): Promise<void>;
  /** Loads console and API before anybody asks. */
  loadAhead(): void;
  /** Ends the work behind the requests; the connections are drained before. */
  close(): Promise<void>;
}

/** The time of the longest upload; an idle connection is ended sooner. */
const requestTimeoutMs = 15 * 60_000;
/** An import of slots may work this long before it answers. */
const connectionTimeoutMs = 120_000;

/**
 * The operator's listener. Machines ask it from the start on and are answered here. Console and API are loaded when the
 * first other request comes or is expected, because they hold 20 MB (B680).
 */
export function createOperatorServer(parts: OperatorServerParts): OperatorServer {
  const others: NetServer[] = [];
  let api: FastifyInstance | null = null;
  let loading: Promise<FastifyInstance | null> | null = null;
  const load = async () => {
    try {
      const loaded = await parts.load();
      await loaded.ready();
      return (api = loaded);
    } catch (error) {
      // The next request tries again.
      loading = null;
      parts.reportFault(error as Error);
      return null;
    }
  };
  const http = createServer(
    {
      headersTimeout: 5_000,
      connectionsCheckingInterval: 1_000,
      requestTimeout: requestTimeoutMs,
      keepAliveTimeout: parts.idleLimitMs,
    },
    (request, response) => void serve(request, response),
  );
  http.setTimeout(connectionTimeoutMs);
  http.on("clientError", refuseUnreadable);

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const answer = machineAnswerTo(parts.machines, request);
    if (answer !== null) return sendToMachine(request, response, answer);
    const loaded = api ?? (await (loading ??= load()));
    if (loaded === null) send(request, response, unavailable);
    else loaded.routing(request, response);
  }

  return {
    http,
    listen: async ({ host, port }) => {
      http.listen({ host, port });
      await once(http, "listening");
      if (host === "localhost") others.push(...(await listenToOthers(http)));
    },
    loadAhead: () => void (loading ??= load()),
    close: async () => {
      for (const other of others) other.close();
      // What is still being loaded has no work.
      await api?.close();
    },
  };
}

/** The name has an address of each kind, and whoever connects to it takes either. */
async function listenToOthers(http: Server): Promise<NetServer[]> {
  const { address: own, port } = http.address() as AddressInfo;
  // A machine that does not know the name has nobody who connects by it.
  const found = await lookup("localhost", { all: true }).catch(() => []);
  const others = found.filter(({ address }) => address !== own);
  return others.map(({ address }) => {
    const other = new NetServer((socket) => http.emit("connection", socket));
    // A system may know an address that it does not have.
    other.on("error", () => {});
    return other.listen({ host: address, port });
  });
}

/** Null for what is left to the others: other paths and methods, and requests that are refused. */
function machineAnswerTo(machines: MachineAnswers, request: IncomingMessage) {
  if (request.method !== "GET" && request.method !== "HEAD") return null;
  const [path = ""] = (request.url ?? "").split("?", 1);
  const answer = machines.get(path);
  return answer === undefined || ambiguityOf(request) !== null ? null : answer;
}

const json = "application/json; charset=utf-8";
const unavailable: MachineAnswer = { status: 503, type: json, text: '{"status":"unavailable"}' };

async function sendToMachine(
  request: IncomingMessage,
  response: ServerResponse,
  answer: () => Promise<MachineAnswer>,
): Promise<void> {
  // Whoever asks whether the process is well gets an answer also where that cannot be found out.
  send(request, response, await answer().catch(() => unavailable));
}

function send(
  { method, headers, complete }: IncomingMessage,
  response: ServerResponse,
  { status, type, text }: MachineAnswer,
): void {
  response.writeHead(status, {
    "x-content-type-options": "nosniff",
    ...(headers["x-forwarded-proto"] === "https" && {
      "strict-transport-security": "max-age=31536000",
    }),
    "content-type": type,
    "content-length": Buffer.byteLength(text),
    // Node would wait for the rest of the body.
    ...(!complete && { connection: "close" }),
  });
  response.end(method === "HEAD" ? undefined : text);
}

const statuses: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/**
 * Answers bytes that Node could not parse as a request, and ends the connection. Node makes no response object for
 * them, so no hook of the server sets their headers.
 */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code !== "ECONNRESET" && socket.writable) {
    const status = statuses[error.code ?? ""] ?? 400;
    const text = `{"status":"${STATUS_CODES[status]?.toLowerCase()}"}`;
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n` +
        "connection: close\r\n" +
        "content-type: application/json; charset=utf-8\r\n" +
        `content-length: ${text.length}\r\n` +
        "cache-control: no-store\r\n" +
        "x-content-type-options: nosniff\r\n" +
        `x-request-id: ${randomUUID()}\r\n\r\n${text}`,
    );
  }
  socket.destroy(error);
}

export interface ConnectionBound {
  readonly most: number;
  /** Called for each connection that finds no room: another one is ended, or itself. */
  readonly onFull: () => void;
  /** Whose request it is, where its sender has shown a valid key or session; else null. */
  readonly ownerOf: (request: IncomingMessage) => string | null;
}

/** An open connection. Instants are milliseconds of the monotonic clock. */
interface Open {
  idleSince: number;
  /** The requests that are being served, and when each began. */
  readonly served: Map<IncomingMessage, number>;
}

/**
 * Bounds the open connections of the operator's listener, which desks, consoles and scrapers share. A further
 * connection ends the one that has been idle, or at work for an unknown sender, for longest. Such work is a
 * sign-in that is still being sent, or an answer that is held because its address sent too many wrong keys.
 * Where all are at work for operators, the newest of whoever has the most gives way, if these are more than a quarter
 * of all; else the new connection ends.
 */
export function boundConnections(server: Server, { most, onFull, ownerOf }: ConnectionBound): void {
  const all = new Map<Socket, Open>();
  server.on("connection", (socket: Socket) => {
    if (all.size >= most) {
      onFull();
      const least = leastNeeded() ?? newestOfGreediest() ?? socket;
      all.delete(least);
      least.destroy();
      if (least === socket) return;
    }
    all.set(socket, { idleSince: performance.now(), served: new Map() });
    socket.once("close", () => all.delete(socket));
  });
  server.on("request", (request, response) => {
    const open = all.get(request.socket);
    open?.served.set(request, performance.now());
    response.once("close", () => {
      open?.served.delete(request);
      if (open !== undefined) open.idleSince = performance.now();
    });
  });

  function leastNeeded(): Socket | null {
    let least: Socket | null = null;
    let earliest = Infinity;
    for (const [socket, open] of all) {
      const since = notNeededSince(open);
      if (since < earliest) [least, earliest] = [socket, since];
    }
    return least;
  }

  /** Infinity where the connection is at work for an operator. */
  function notNeededSince({ idleSince, served }: Open): number {
    const [first] = served.values();
    if (first === undefined) return idleSince;
    return [...served.keys()].some((request) => ownerOf(request) !== null) ? Infinity : first;
  }

  function newestOfGreediest(): Socket | null {
    const ofOwners = new Map<string, Socket[]>();
    for (const [socket, { served }] of all) {
      const owner = [...served.keys()].map(ownerOf).find((each) => each !== null) ?? "";
      const sockets = ofOwners.get(owner) ?? [];
      sockets.push(socket);
      ofOwners.set(owner, sockets);
    }
    const [greediest = []] = [...ofOwners.values()].toSorted(
      (one, other) => other.length - one.length,
    );
    return greediest.length > Math.max(1, most / 4) ? (greediest.at(-1) ?? null) : null;
  }
}
