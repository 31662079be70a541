import { connect, type Socket } from "node:net";
import { AnswerReader, type AnswerSeen } from "./answer-reader.ts";

/** One keep-alive connection with one request in flight at a time. */
export interface Sender {
  send(request: string, answered: (answer: AnswerSeen) => void): void;
  close(): void;
}

/** Opens a connection. `failed` is called when it breaks. */
export async function openSender(port: number, failed: (error: Error) => void): Promise<Sender> {
  const socket: Socket = connect({ port, host: "127.0.0.1", noDelay: true });
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("error", reject);
  });
  const reader = new AnswerReader();
  let waiting: ((answer: AnswerSeen) => void) | null = null;
  socket.on("data", (chunk: Buffer) => {
    const answer = reader.push(chunk);
    if (answer === null) return;
    const answered = waiting;
    waiting = null;
    answered?.(answer);
  });
  socket.on("error", failed);
  socket.on("close", () => failed(new Error("The server closed a connection.")));
  return {
    send: (request, answered) => {
      waiting = answered;
      socket.write(request, "latin1");
    },
    close: () => {
      socket.removeAllListeners("close");
      socket.destroy();
    },
  };
}
