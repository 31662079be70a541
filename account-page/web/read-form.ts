import type { IncomingMessage } from "node:http";

/** The longest form has the names of ten people. */
const longestBytes = 16_384;

/** Reads a form; "too large" and "not a form" are separate results. */
export async function readForm(
  request: IncomingMessage,
): Promise<URLSearchParams | "too large" | "not a form"> {
  const type = request.headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded") return "not a form";
  if (Number(request.headers["content-length"] ?? 0) > longestBytes) return "too large";
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > longestBytes) return "too large";
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString());
}
