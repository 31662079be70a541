/** What to do with a file of another format, known by its first bytes, as what was expected; null for others. */
export function otherFormat(begin: Uint8Array): string | null {
  const hex = Array.from(begin.subarray(0, bytesRead), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
  return formats.find(({ begins }) => begins.test(hex))?.expected ?? null;
}

const bytesRead = 16;
const utf16 = "text in UTF-8, not in UTF-16: save the file as UTF-8";

/** The beginnings are in hexadecimal digits. */
const formats: readonly { readonly begins: RegExp; readonly expected: string }[] = [
  {
    begins: /^504b0304/,
    expected: "text in UTF-8, not a zip file or a spreadsheet's own format: save it as CSV UTF-8",
  },
  {
    begins: /^1f8b/,
    expected: "text in UTF-8, not a compressed file: unpack it, such as with gunzip",
  },
  { begins: /^(fffe|feff)/, expected: utf16 },
  {
    // A byte order mark, a bracket, white space, and an object.
    begins: /^(efbbbf)?5b(09|0a|0d|20)*(7b|$)/,
    expected: "one JSON object a line, not all lines in one array",
  },
];
