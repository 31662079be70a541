import { callService, type Wire } from "./call-service.ts";
import type { ClientSettings } from "./client-options.ts";
import { CredentialsError, RequestError } from "./errors.ts";
import { isJsonObject } from "./json-object.ts";
import { redactedError } from "./redact.ts";
import { orAborted, type TimeLimit } from "./time-limit.ts";

/** Exchanges the client's credentials for a token (interface, Endpoints 1). */
export async function requestToken(
  { baseUrl, clientId, clientSecret, audience }: ClientSettings,
  wire: Wire,
  limit: TimeLimit,
): Promise<{ readonly accessToken: string; readonly expiresInMs: number }> {
  const secret = await orAborted(readSecret(clientSecret), limit.signal);
  const result = await callService(
    {
      endpoint: "token",
      method: "POST",
      url: `${baseUrl}/v1/oauth:token`,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        client_id: clientId,
        client_secret: secret,
        audience,
        grant_type: "client_credentials",
      }),
      secrets: [secret],
    },
    wire,
    limit,
  );
  if ("error" in result) throw result.error;
  const { answer, requestId } = result;
  const { access_token, expires_in } = isJsonObject(answer.json) ? answer.json : {};
  if (typeof access_token !== "string" || access_token === "" || typeof expires_in !== "number") {
    throw new RequestError(
      `The answer to the token request holds no token. Is baseUrl your API host? (request ${requestId})`,
      { status: answer.status, requestId },
    );
  }
  return { accessToken: access_token, expiresInMs: expires_in * 1000 };
}

async function readSecret(clientSecret: () => string | Promise<string>): Promise<string> {
  let secret: unknown;
  try {
    secret = await clientSecret();
  } catch (error) {
    // The cause may name or hold the secret, so it is left out.
    throw new CredentialsError("clientSecret() failed, so that no token can be requested.", {
      cause: redactedError(error, []),
    });
  }
  // A secret that was read from a file often ends in a line break, and no valid secret does.
  const text = typeof secret === "string" ? secret.replace(/[\r\n]+$/, "") : "";
  if (text !== "") return text;
  throw new CredentialsError("clientSecret() gave no text, so that no token can be requested.", {});
}
