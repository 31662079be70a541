import { askOnce } from "../measure/ask-once.ts";
import { compare, type Comparison } from "../measure/compare.ts";
import { getToken } from "../measure/get-token.ts";
import { tokenPattern } from "../measure/requests.ts";
import { inTurn, targetOf, type Pace, type Stage } from "../measure/stage.ts";
import type { RequestPattern } from "../load/load-order.ts";
import { installEmpty } from "../world/installation.ts";
import { setUpPeer } from "./set-up.ts";

const name = "oidc-provider";

/** Compares tokens with opaque tokens of oidc-provider, for the same client and secret. */
export async function compareOidcProvider(stage: Stage, pace: Pace): Promise<Comparison> {
  const folder = setUpPeer(name);
  const engine = await stage.engine("sqlite");
  const databaseUrl = await engine.create(stage.newName("oidc"));
  const installation = await installEmpty(databaseUrl, { bookings: 0, heavy: 0 });
  const { client_id, client_secret } = installation.credential;
  const service = await stage.service(databaseUrl);
  await getToken(service.port, installation);
  const peer = await stage.program({
    words: ["server.mjs", client_id, client_secret],
    cwd: folder,
    environment: { NODE_ENV: "production" },
    readPort: (output) => {
      const port = /^listening (\d+)$/m.exec(output)?.[1];
      return port === undefined ? null : Number(port);
    },
  });
  const pattern = formPattern(client_id, client_secret);
  const { status, body } = await askOnce(peer.port, pattern, "");
  const token = body as { access_token?: unknown; token_type?: unknown; expires_in?: unknown };
  if (
    status !== 200 ||
    typeof token.access_token !== "string" ||
    token.token_type !== "Bearer" ||
    token.expires_in !== 86_400
  ) {
    throw new Error(`${name} answered ${status} ${Object.keys(token).join(", ")}.`);
  }
  const comparison = await compare(stage.generator, {
    title: "token",
    engine: null,
    of: "service",
    targets: [
      targetOf("service", service, tokenPattern(installation), null),
      targetOf(name, peer, pattern, null),
    ],
    ...inTurn(pace),
  });
  await stage.stop([service, peer]);
  await engine.drop(databaseUrl);
  return comparison;
}

function formPattern(clientId: string, clientSecret: string): RequestPattern {
  const body = new URLSearchParams({
    grant_type: "client_credentials",
    client_id: clientId,
    client_secret: clientSecret,
  }).toString();
  return {
    text: `POST /token HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    values: [""],
  };
}
