import { createHash, timingSafeEqual } from "node:crypto";
import { readBody, serveBare } from "./bare-server.ts";

/** Reads the body, compares one hash, and issues one token. */
export function serveToken(secret: string, token: string): void {
  const known = createHash("sha256").update(secret).digest();
  const answer = JSON.stringify({ access_token: token, token_type: "Bearer", expires_in: 86_400 });
  serveBare(async (request) => {
    const fields = JSON.parse(await readBody(request)) as Record<string, unknown>;
    const given = createHash("sha256").update(String(fields["client_secret"])).digest();
    if (!timingSafeEqual(given, known)) throw new Error("Refused.");
    return answer;
  });
}
