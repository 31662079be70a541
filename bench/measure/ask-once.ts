import { request } from "node:http";
import type { RequestPattern } from "../load/load-order.ts";

export interface OneAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Sends one request of a pattern and reads its answer whole. */
export async function askOnce(
  port: number,
  pattern: RequestPattern,
  value: string,
): Promise<OneAnswer> {
  const [head = "", body = ""] = pattern.text.replace("{}", value).split("\r\n\r\n");
  const [line = "", ...headerLines] = head.split("\r\n");
  const [method = "", path = ""] = line.split(" ");
  const headers = Object.fromEntries(
    headerLines.map((header) => {
      const [name = "", ...rest] = header.split(": ");
      return [name, rest.join(": ")];
    }),
  );
  return new Promise((resolve, reject) => {
    const asked = request({ host: "127.0.0.1", port, method, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode ?? 0, body: text === "" ? null : JSON.parse(text) });
      });
    });
    asked.on("error", reject);
    asked.end(body);
  });
}
