import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { openCalendarRevisions, type CalendarRevisions } from "./calendar-revisions.ts";

/**
 * The secret of each customer's calendar address. A secret is the customer's id, sealed with a key that only this page has,
 * so the page keeps no list of secrets. Its folder holds the key, and for each customer how often they revoked an address
 * and the revisions of their events. The files' names are hashes, so that they name nobody. Every process with the same
 * folder accepts the same secrets, and a revocation holds for all of them at once.
 */
export interface CalendarAddresses {
  /** The customer's present secret, in characters of a path. */
  secretOf(externalId: string): string;
  /** The customer whose present secret it is; null for any other text. */
  customerOf(secret: string): string | null;
  /** Makes the customer's present secret invalid; they get a new one. */
  revoke(externalId: string): void;
  /** What the page remembers of the customer's events. */
  revisionsOf(externalId: string): CalendarRevisions;
}

const [keyBytes, nonceBytes, tagBytes] = [32, 12, 16];

/** Opens the folder, and makes it with a new key where it is new. */
export function openCalendarAddresses(folder: string): CalendarAddresses {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const key = readOrMakeKey(join(folder, "key"));
  const subkey = (use: string) => Buffer.from(hkdfSync("sha256", key, "", use, keyBytes));
  const [sealing, deriving] = [subkey("calendar address"), subkey("nonce and name")];
  const derive = (use: string, text: string) =>
    createHmac("sha256", deriving).update(`${use} ${text}`).digest();
  const pathOf = (externalId: string, what = "revoked") =>
    join(folder, `${what}-${derive("name", externalId).toString("hex")}`);

  function secretOf(externalId: string): string {
    const text = `${readRevocations(pathOf(externalId))} ${externalId}`;
    // The nonce depends on the whole text, so no nonce is used for two texts.
    const nonce = derive("nonce", text).subarray(0, nonceBytes);
    const cipher = createCipheriv("aes-256-gcm", sealing, nonce);
    const sealed = [nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()];
    return Buffer.concat(sealed).toString("base64url");
  }

  return {
    secretOf,
    customerOf: (secret) => {
      const externalId = unseal(Buffer.from(secret, "base64url"), sealing)?.replace(/^\d+ /, "");
      if (externalId === undefined) return null;
      // A revoked secret has a lower number of revocations than the present one.
      const [given, present] = [Buffer.from(secret), Buffer.from(secretOf(externalId))];
      return given.length === present.length && timingSafeEqual(given, present) ? externalId : null;
    },
    revoke: (externalId) => {
      const path = pathOf(externalId);
      const next = `${path}.${randomBytes(8).toString("hex")}`;
      writeFileSync(next, String(readRevocations(path) + 1), { mode: 0o600, flush: true });
      renameSync(next, path);
    },
    revisionsOf: (externalId) => openCalendarRevisions(pathOf(externalId, "events")),
  };
}

/** Undefined where the text was not sealed with the key. */
function unseal(bytes: Buffer, key: Buffer): string | undefined {
  if (bytes.length <= nonceBytes + tagBytes) return undefined;
  const opening = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  opening.setAuthTag(bytes.subarray(-tagBytes));
  const text = opening.update(bytes.subarray(nonceBytes, -tagBytes));
  try {
    return Buffer.concat([text, opening.final()]).toString();
  } catch {
    return undefined;
  }
}

function readOrMakeKey(path: string): Buffer {
  if (!existsSync(path)) {
    // Another process sees the whole key or none, and so does the next start after a crash.
    const made = `${path}.${randomBytes(8).toString("hex")}`;
    try {
      writeFileSync(made, randomBytes(keyBytes), { mode: 0o600, flush: true });
      linkSync(made, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    } finally {
      rmSync(made, { force: true });
    }
  }
  const key = readFileSync(path);
  if (key.length === keyBytes) return key;
  throw new Error(`${path} has ${key.length} bytes, and a key has ${keyBytes}: delete the file.`);
}

function readRevocations(path: string): number {
  try {
    return Number(readFileSync(path, "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return 0;
    throw error;
  }
}
