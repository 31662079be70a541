import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { LineSplitter, lineMaxBytes, type RawLine } from "./line-splitter.ts";

function split(...pieces: (string | Uint8Array)[]): RawLine[] {
  const splitter = new LineSplitter();
  const lines = pieces.flatMap((piece) =>
    splitter.push(typeof piece === "string" ? Buffer.from(piece) : piece),
  );
  return [...lines, ...splitter.end()];
}

describe("a file cut into lines", () => {
  test("has numbered lines, the last with or without an end", () => {
    const two: RawLine[] = [
      { line: 1, text: "a" },
      { line: 2, text: "b" },
    ];
    assert.deepEqual(split("a\nb\n"), two);
    assert.deepEqual(split("a\nb"), two);
    assert.deepEqual(split(""), []);
  });

  test("may end its lines with CR and LF", () => {
    assert.deepEqual(split("a\r\nb\r\n"), [
      { line: 1, text: "a" },
      { line: 2, text: "b" },
    ]);
    assert.deepEqual(split("a\r", "\nb\r"), [
      { line: 1, text: "a" },
      { line: 2, text: "b" },
    ]);
  });

  test("counts blank lines and leaves them out", () => {
    assert.deepEqual(split("\n \t\r\na\n\n\nb\n\n"), [
      { line: 3, text: "a" },
      { line: 6, text: "b" },
    ]);
  });

  test("may begin with a byte order mark, which is nowhere else taken away", () => {
    assert.deepEqual(split("\uFEFFa\n\uFEFFb\n"), [
      { line: 1, text: "a" },
      { line: 2, text: "\uFEFFb" },
    ]);
    assert.deepEqual(split("\uFEFF\uFEFFa"), [{ line: 1, text: "\uFEFFa" }]);
    assert.deepEqual(split("\uFEFF\n"), []);
  });

  test("has the same lines wherever it is cut, in the middle of a character too", () => {
    const file = Buffer.from("\uFEFFDégustation\r\n\n𝄞 clé\n\r\nlast");
    const whole = split(file);
    assert.equal(whole.length, 3);
    for (let cut = 0; cut <= file.length; cut += 1) {
      for (let again = cut; again <= file.length; again += 1) {
        assert.deepEqual(
          split(file.subarray(0, cut), file.subarray(cut, again), file.subarray(again)),
          whole,
        );
      }
    }
  });

  test("is not disturbed when a piece is overwritten after it was taken", () => {
    const splitter = new LineSplitter();
    const piece = Buffer.from("half");
    splitter.push(piece);
    piece.fill(0x2a);
    assert.deepEqual(splitter.push(Buffer.from(" a line\n")), [{ line: 1, text: "half a line" }]);
  });

  test("reports a line that is not UTF-8, and reads those around it", () => {
    const overlong = [0xc0, 0xaf];
    const surrogate = [0xed, 0xa0, 0x80];
    const cutOff = [0xe2, 0x82];
    const latin1 = [0x44, 0xe9, 0x67];
    for (const bytes of [overlong, surrogate, cutOff, latin1]) {
      assert.deepEqual(split("a\n", Buffer.from(bytes), "\nb\n"), [
        { line: 1, text: "a" },
        { line: 2, fault: "not-utf-8" },
        { line: 3, text: "b" },
      ]);
    }
  });

  test("may have lines of exactly 8 MiB, whatever their end", () => {
    const longest = "x".repeat(lineMaxBytes);
    for (const end of ["", "\n", "\r\n"]) {
      const [line, ...rest] = split(longest.slice(0, 7), longest.slice(7), end);
      assert.ok(line !== undefined && "text" in line && line.text === longest);
      assert.deepEqual(rest, []);
    }
  });

  test("reports a line that is longer than 8 MiB, and reads those around it", () => {
    const tooLong = "x".repeat(lineMaxBytes + 1);
    const expected: RawLine[] = [
      { line: 1, text: "a" },
      { line: 2, fault: "too-long" },
      { line: 3, text: "b" },
    ];
    assert.deepEqual(split(`a\n${tooLong}\nb`), expected);
    assert.deepEqual(split("a\n", tooLong, "\r\nb"), expected);
    assert.deepEqual(split("a\n", ...tooLong.match(/.{1,65536}/g)!, "\nb"), expected);
    assert.deepEqual(split(tooLong), [{ line: 1, fault: "too-long" }]);
    // Characters of several bytes count by their bytes.
    assert.deepEqual(split("é".repeat(lineMaxBytes / 2 + 1)), [{ line: 1, fault: "too-long" }]);
  });

  test("holds nothing of a line that is too long", () => {
    const splitter = new LineSplitter();
    const piece = Buffer.alloc(lineMaxBytes, "x");
    const before = process.memoryUsage().arrayBuffers;
    for (let pieces = 0; pieces < 60; pieces += 1) assert.deepEqual(splitter.push(piece), []);
    const grown = process.memoryUsage().arrayBuffers - before;
    assert.ok(grown < 20 * lineMaxBytes, `${grown} bytes are held`);
    assert.deepEqual(splitter.push(Buffer.from("\nb\n")), [
      { line: 1, fault: "too-long" },
      { line: 2, text: "b" },
    ]);
  });
});
