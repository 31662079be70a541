import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import {
  allowInsecureRequests,
  clientCredentialsGrant,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  type ClientAuth,
} from "openid-client";
import { ClientCredentials, type ModuleOptions } from "simple-oauth2";
import type { ObtainToken } from "../engine/caller.ts";
import { runRules } from "../engine/run-rules.ts";
import { Secrets } from "../engine/secrets.ts";
import type { Target } from "../engine/target.ts";
import { booking, serve, type Serving } from "../local/booking-program.ts";
import { rules } from "../rules.ts";
import { accountLines } from "../world/lines.ts";

/**
 * The service in a process of its own, with one development account that any loopback host name reaches, for
 * clients that cannot set the Host header.
 */
describe("with a token that was got through", () => {
  const folder = mkdtempSync(join(tmpdir(), "oauth-clients-"));
  let server: Serving;
  let target: Target;

  before(async () => {
    const environment = {
      PATH: process.env["PATH"],
      DATABASE_URL: `sqlite:${folder}/booking.db`,
    };
    const file = join(folder, "data.ndjson");
    writeFileSync(file, accountLines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    const name = "acme/development";
    const endpoints = ["fetchContactBookings", "cancelInteractionBooking"];
    const enable = endpoints.flatMap((endpoint) => ["--enable", `interactions:${endpoint}`]);
    await booking(environment, "migrate");
    await booking(environment, "account", "create", name, "--api-host", "localhost", ...enable);
    await booking(environment, "import", name, file);
    const created = await booking(environment, "credential", "create", name);
    server = await serve(environment);
    target = {
      place: { base_url: server.api },
      credentials: {
        client_id: String(created["client_id"]),
        client_secret: String(created["client_secret"]),
        audience: String(created["audience"]),
      },
      facts: { listed: { external_id: "Listed-1" }, many: { external_id: "Many-1", total: 105 } },
    };
  });
  after(async () => {
    await server[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const [name, obtainToken] of Object.entries<ObtainToken>({
    "simple-oauth2, which sends JSON": simpleOauth2({ bodyFormat: "json" }),
    "simple-oauth2, which sends a form": simpleOauth2({ bodyFormat: "form" }),
    "simple-oauth2, which sends HTTP Basic": simpleOauth2({ authorizationMethod: "header" }),
    "openid-client": openidClient(ClientSecretPost),
    "openid-client, which sends HTTP Basic": openidClient(ClientSecretBasic),
  })) {
    test(`${name}, every rule about the list holds (R2, R51, R85, A29)`, async () => {
      const ofList = rules.filter(({ needs }) => needs?.includes("listed") === true);
      let obtained = 0;
      const verdicts = await runRules({
        rules: ofList,
        target,
        options: { readOnly: true, interfaceOnly: false, waitMsMax: 10_000 },
        secrets: new Secrets(),
        now: Date.now,
        wait: async () => {},
        randomUuid: randomUUID,
        obtainToken: (place, credentials) => {
          obtained += 1;
          return obtainToken(place, credentials);
        },
      });
      const broken = verdicts.filter(({ verdict }) => verdict === "fail");
      assert.deepEqual(broken, []);
      const held = verdicts.filter(({ verdict }) => verdict === "pass").length;
      assert.ok(held > 20, `${held} rules hold`);
      assert.equal(obtained, 1, "the token was got once, and in this way");
    });

    test(`${name}, wrong credentials are an error that the client shows (R96)`, async () => {
      const wrong = { ...target.credentials, client_secret: "wrong-secret" };
      await assert.rejects(obtainToken(target.place, wrong));
    });
  }
});

type Manner = NonNullable<ModuleOptions["options"]>;

function simpleOauth2(manner: Manner): ObtainToken {
  return async ({ base_url }, { client_id, client_secret, audience }) => {
    const client = new ClientCredentials({
      client: { id: client_id, secret: client_secret },
      auth: { tokenHost: base_url, tokenPath: "/v1/oauth:token" },
      options: { authorizationMethod: "body", ...manner },
    });
    const { token } = await client.getToken({ audience });
    assert.equal(token["token_type"], "Bearer");
    return String(token["access_token"]);
  };
}

function openidClient(authentication: (secret: string) => ClientAuth): ObtainToken {
  return async ({ base_url }, { client_id, client_secret, audience }) => {
    const server = { issuer: base_url, token_endpoint: `${base_url}/v1/oauth:token` };
    const client = new Configuration(server, client_id, {}, authentication(client_secret));
    // In production a proxy provides TLS; here the service is on this machine.
    allowInsecureRequests(client);
    const { access_token, token_type } = await clientCredentialsGrant(client, { audience });
    assert.equal(token_type, "bearer");
    return access_token;
  };
}
