/** What to do with a file of another format, known by its first bytes, as what was expected; null for others. */
export function otherFormat(begin: Uint8Array): string | null {
  const found = formats.find(({ bytes }) => bytes.every((byte, at) => begin[at] === byte));
  return found?.expected ?? null;
}

const utf16 = "text in UTF-8, not in UTF-16: save the file as UTF-8";

const formats: readonly { readonly bytes: readonly number[]; readonly expected: string }[] = [
  {
    bytes: [0x50, 0x4b, 0x03, 0x04],
    expected: "text in UTF-8, not a zip file or a spreadsheet's own format: save it as CSV UTF-8",
  },
  {
    bytes: [0x1f, 0x8b],
    expected: "text in UTF-8, not a compressed file: unpack it, such as with gunzip",
  },
  { bytes: [0xff, 0xfe], expected: utf16 },
  { bytes: [0xfe, 0xff], expected: utf16 },
  { bytes: [0x5b], expected: "one JSON object a line, not all lines in one array" },
];
