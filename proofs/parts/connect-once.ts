import { connect } from "node:net";

/** Sends a request over a connection of its own. Resolves with the status, or with what happened instead. */
export function connectOnce(port: number, request: string, limitMs: number): Promise<string> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(request));
    const limit = setTimeout(() => {
      resolve("waited in vain");
      socket.destroy();
    }, limitMs);
    socket.on("data", (data: Buffer) => {
      answer ||= data.toString("latin1", 0, 12);
    });
    socket.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? "failed"));
    socket.on("close", () => {
      clearTimeout(limit);
      resolve(answer === "" ? "closed" : answer.slice("HTTP/1.1 ".length));
    });
  });
}
