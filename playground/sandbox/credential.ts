import { formatAccountName, type AccountName } from "../../src/domain/account.ts";
import { formatSecret, hashSecret, secretPrefix } from "../../src/domain/secret.ts";

export const sandboxAccount: AccountName = { tenant: "sandbox", environment: "development" };

/**
 * The sandbox's client is the same in every sandbox, so that a test can contain it. Its secret has the usual
 * form and says in words what it is; no other installation has a client with this secret.
 */
const clientSecret = formatSecret(
  "clientSecret",
  Buffer.from("sandbox-secret--known-to-all--worth-nothing", "base64url"),
);

/** As `booking credential create --json` prints one. */
export const sandboxCredential = {
  client_id: "bsc_sandbox",
  client_secret: clientSecret,
  audience: "https://localhost",
  account: formatAccountName(sandboxAccount),
} as const;

/** The stored form of the secret. Its id is fixed, so that tokens survive a reset. */
export const storedSandboxSecret = {
  id: "5a9db0c5-0000-4000-8000-0000000000ff",
  hash: hashSecret(clientSecret),
  prefix: secretPrefix(clientSecret),
} as const;
