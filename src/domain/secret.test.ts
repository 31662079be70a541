import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { describe, test } from "node:test";
import fc from "fast-check";
import { formatSecret, hashSecret, isSecret, secretPrefix, type SecretKind } from "./secret.ts";

const prefixes: Record<SecretKind, string> = {
  accessToken: "bst_",
  clientSecret: "bss_",
  operatorKey: "bsk_",
  signInCode: "bsl_",
};
const kinds = Object.keys(prefixes) as SecretKind[];
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const secrets = [
  Buffer.alloc(32),
  Buffer.alloc(32, 255),
  Buffer.from(Array.from({ length: 32 }, (_, index) => index)),
  ...Array.from({ length: 40 }, () => randomBytes(32)),
].flatMap((random) => kinds.map((kind) => ({ kind, random, text: formatSecret(kind, random) })));

/** Any UTF-16 unit, halves of surrogate pairs among them. */
const anyUnit = fc.nat({ max: 0xffff }).map((code) => String.fromCharCode(code));

describe("a secret", () => {
  test("is made of its kind's prefix, 256 random bits and a checksum", () => {
    for (const { kind, random, text } of secrets) {
      assert.ok(isSecret(kind, text), text);
      assert.match(text, /^bs[tskl]_[A-Za-z0-9_-]{49}$/);
      assert.equal(text.slice(0, 4), prefixes[kind]);
      assert.deepEqual(Buffer.from(text.slice(4, 47), "base64url"), random);
    }
  });

  test("never changes its form: those in the hands of callers must stay good", () => {
    const issued = {
      accessToken: "bst_AAcOFRwjKjE4P0ZNVFtiaXB3foWMk5qhqK-2vcTL0tku6xFkA",
      clientSecret: "bss_AAcOFRwjKjE4P0ZNVFtiaXB3foWMk5qhqK-2vcTL0tkZ6yQ9g",
      operatorKey: "bsk_AAcOFRwjKjE4P0ZNVFtiaXB3foWMk5qhqK-2vcTL0tkQoZiHw",
      signInCode: "bsl_AAcOFRwjKjE4P0ZNVFtiaXB3foWMk5qhqK-2vcTL0tknoa3eQ",
    } as const;
    const random = Buffer.from(Array.from({ length: 32 }, (_, index) => index * 7));
    for (const kind of kinds) assert.equal(formatSecret(kind, random), issued[kind]);
  });

  test("of one kind is none of the other", () => {
    for (const { kind, text } of secrets) {
      for (const other of kinds.filter((each) => each !== kind)) {
        assert.ok(!isSecret(other, text), text);
        const renamed = prefixes[other] + text.slice(4);
        assert.ok(!isSecret(other, renamed), renamed);
      }
    }
  });

  test("with any single character changed is none", () => {
    for (const { kind, text } of secrets) {
      for (let at = 0; at < text.length; at += 1) {
        for (const character of `${alphabet}= .é\0`) {
          if (character === text[at]) continue;
          const changed = text.slice(0, at) + character + text.slice(at + 1);
          if (isSecret(kind, changed)) assert.fail(`${text} with ${character} at ${at}`);
        }
      }
    }
  });

  test("with two neighbours swapped, in other letter case, or of another length is none", () => {
    for (const { kind, text } of secrets) {
      for (let at = 0; at + 1 < text.length; at += 1) {
        const [left = "", right = ""] = text.slice(at, at + 2);
        const swapped = text.slice(0, at) + right + left + text.slice(at + 2);
        if (swapped !== text && isSecret(kind, swapped)) assert.fail(`${text} swapped at ${at}`);
      }
      for (const changed of [
        text.toUpperCase(),
        text.toLowerCase(),
        ` ${text}`,
        `${text} `,
        `${text}\n`,
        `${text}=`,
        `${text}A`,
        text + text,
        text.slice(1),
        text.slice(0, -1),
        text.slice(0, 47),
        text.slice(0, 8),
      ]) {
        if (changed !== text) assert.ok(!isSecret(kind, changed), JSON.stringify(changed));
      }
    }
  });

  test("that somebody made up is none", () => {
    for (const kind of kinds) {
      const prefix = kind === "accessToken" ? "bst_" : "bss_";
      for (const text of ["", prefix, "x", prefix + "A".repeat(49), "x".repeat(53)]) {
        assert.ok(!isSecret(kind, text), text);
      }
      const forged = fc
        .uint8Array({ minLength: 36, maxLength: 36 })
        .map((bytes) => prefix + Buffer.from(bytes).toString("base64url") + "A");
      fc.assert(fc.property(forged, (text) => text.length === 53 && !isSecret(kind, text)));
    }
  });

  test("with the checksum of another one is none", () => {
    const [first, second] = secrets.filter(({ kind }) => kind === "accessToken").slice(3);
    assert.ok(first && second);
    assert.ok(!isSecret("accessToken", first.text.slice(0, 47) + second.text.slice(47)));
  });

  test("that is any other text is none, and no text throws", () => {
    const texts = fc.oneof(fc.string(), fc.string({ unit: anyUnit, minLength: 53, maxLength: 53 }));
    fc.assert(fc.property(texts, (text) => kinds.every((kind) => !isSecret(kind, text))));
  });

  test("is known by the SHA-256 of its text, so that only the whole text is found (R88)", () => {
    assert.equal(
      hashSecret("abc"),
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    );
    assert.equal(new Set(secrets.map(({ text }) => hashSecret(text))).size, secrets.length);
  });

  test("shows its kind and four characters more, never the rest (R90)", () => {
    for (const { text } of secrets) {
      assert.equal(secretPrefix(text).length, 8);
      assert.ok(text.startsWith(secretPrefix(text)));
    }
  });
});
