import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { otherFormat } from "./other-format.ts";

const line = '{"kind":"group"}';

test("a file of another format is known by its first bytes, with what to do about it", () => {
  const files: readonly [Uint8Array, RegExp][] = [
    [Buffer.from("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"), /not a calendar \(\.ics\)/],
    [Buffer.from("\uFEFFBEGIN:VCALENDAR\n"), /as CSV$/],
    [gzipSync(line), /unpack it, such as with gunzip$/],
    [Buffer.from("PK\x03\x04\x14\x00"), /save it as CSV UTF-8$/],
    [Buffer.from(`\uFEFF${line}`, "utf16le"), /save the file as UTF-8$/],
    [Buffer.from(`\uFEFF${line}`, "utf16le").swap16(), /save the file as UTF-8$/],
    [Buffer.from("booking;external_id", "utf16le"), /save the file as UTF-8$/],
    [Buffer.from("booking;external_id", "utf16le").swap16(), /save the file as UTF-8$/],
    [Buffer.from("d0cf11e0a1b11ae1", "hex"), /\(\.xls\): save it as CSV UTF-8$/],
    [Buffer.from("%PDF-1.7"), /not a PDF/],
    [Buffer.from("89504e470d0a1a0a0000000d", "hex"), /not a picture: export them .* as CSV$/],
    [Buffer.from("ffd8ffe000104a464946", "hex"), /not a picture/],
    [Buffer.from("GIF89a"), /not a picture/],
    [Buffer.from("RIFF\x24\0\0\0WEBPVP8 "), /not a picture/],
    [Buffer.from("\0\0\0\x18ftypheic\0\0\0\0"), /not a picture/],
    [Buffer.from("\x7FELF\x02\x01\x01\0\0"), /not a binary file \(it has NUL bytes\): .* as CSV$/],
    [Buffer.from(`SQLite format 3\0${line}`), /not a binary file/],
    [Buffer.from("booking;exter\0nal_id\n"), /not a binary file/],
    [Buffer.from("\uFEFF\r\n<!DOCTYPE html>"), /not a web page or XML/],
    [Buffer.from("<HTML><table>"), /not a web page or XML/],
    [Buffer.from('<?xml version="1.0"?>'), /save it as CSV UTF-8$/],
    [Buffer.from(`[${line}]`), /not all lines in one array$/],
    [Buffer.from(`\uFEFF[\r\n${line}]`), /not all lines in one array$/],
  ];
  for (const [file, expected] of files) assert.match(otherFormat(file) ?? "", expected);
});

test("a data file, with a byte order mark or without, and an empty file are of no other format", () => {
  for (const text of [
    line,
    `\uFEFF${line}`,
    "",
    "# a comment",
    "P",
    "[1]",
    "external_id,booking",
    "<3,booking",
    // Of a file with lines, one is bad.
    '{"kind":"gr\0up"}',
    "# a comm\0ent",
    "external_id,booking\n1,a\0b",
  ]) {
    assert.equal(otherFormat(Buffer.from(text)), null);
  }
});
