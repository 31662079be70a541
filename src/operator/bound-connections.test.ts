import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { after, before, beforeEach, describe, test } from "node:test";
import { boundConnections } from "./server.ts";

const most = 3;

describe("the connections of the operator's listener", () => {
  let server: Server;
  let full = 0;
  const sockets: Socket[] = [];
  /** Answers at once; `/wait` is never answered. */
  const answer: RequestListener = (request, response) => {
    if (request.url !== "/wait" && request.method === "GET") response.end("answered");
  };
  before(async () => {
    server = createServer(answer);
    boundConnections(server, {
      most,
      onFull: () => (full += 1),
      ownerOf: ({ headers }) => headers.authorization ?? null,
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
  });
  beforeEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    while ((await connections()) > 0) await turn();
    full = 0;
  });
  after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  const turn = () => new Promise((resolve) => setTimeout(resolve, 5));
  const connections = () =>
    new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));

  /** Resolves when the server has the connection, and has begun to serve what it sends. */
  async function open(request = ""): Promise<Socket> {
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => {});
    sockets.push(socket);
    const had = once(server, request === "" ? "connection" : "request");
    await once(socket, "connect");
    socket.write(request);
    await had;
    return socket;
  }
  /** Resolves when the connection has ended, also where it had ended before. */
  const closed = async (socket: Socket) => socket.closed || (await once(socket, "close"));
  const unknown = "GET /wait HTTP/1.1\r\nHost: x\r\n\r\n";
  const waitOf = (owner: string) =>
    `GET /wait HTTP/1.1\r\nHost: x\r\nAuthorization: ${owner}\r\n\r\n`;
  const wait = waitOf("known");
  const slow = (more = "") => `POST / HTTP/1.1\r\nHost: x\r\n${more}Content-Length: 9\r\n\r\n{`;

  test("end, the oldest idle one first, when another comes", async () => {
    const busy = await open(wait);
    const [first, second] = [await open(), await open()];
    const another = await open("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    await closed(first);
    await once(another, "data");
    assert.deepEqual([busy.closed, second.closed, full], [false, false, 1]);
  });

  test("end that are still sending a sign-in, where none is idle", async () => {
    const upload = await open(slow("Authorization: known\r\n"));
    const signIn = await open(slow());
    const busy = await open(wait);
    const another = await open(wait);
    await closed(signIn);
    assert.deepEqual([upload.closed, busy.closed, another.closed, full], [false, false, false, 1]);
  });

  test("end whose sender has been unknown for longest, where none is idle", async () => {
    const [busy, second] = [await open(wait), await open(unknown)];
    const first = await open(wait);
    const another = await open(unknown);
    await closed(second);
    const last = await open(unknown);
    await closed(another);
    assert.deepEqual([busy.closed, first.closed, last.closed, full], [false, false, false, 2]);
  });

  test("end, the newest first, of whoever has the most, where all are busy for operators", async () => {
    const [first, one, newest] = [await open(waitOf("a")), await open(wait), await open(wait)];
    const another = await open(waitOf("b"));
    await closed(newest);
    assert.deepEqual([first.closed, one.closed, another.closed, full], [false, false, false, 1]);
  });

  test("refuse another where all are busy for operators, and take one again afterwards", async () => {
    const [first] = [await open(waitOf("a")), await open(waitOf("b")), await open(waitOf("c"))];
    const refused = await open();
    await closed(refused);
    assert.equal(full, 1);
    first.destroy();
    await closed(first);
    while ((await connections()) === most) await turn();
    const another = await open("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    await once(another, "data");
    assert.equal(full, 1);
  });
});
