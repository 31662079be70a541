/** The `expected` text for a file in another format, by its first bytes; null for one that may be ours. */
export function otherFormat(begin: Uint8Array): string | null {
  const hex = Buffer.from(begin.subarray(0, beginBytesMax)).toString("hex");
  const [, expected = null] = formats.find(([begins]) => begins.test(hex)) ?? [];
  return expected ?? (isBinary(begin) ? binary : null);
}

const beginBytesMax = 32;
const lineBytesMax = 1024;
const binary =
  "text in UTF-8, not a binary file (it has NUL bytes): export the bookings from the other system as CSV";

/** Whether the first line has a NUL byte. A line of a data file is judged by itself, so that an import can leave it out. */
function isBinary(begin: Uint8Array): boolean {
  return /^(?!\s*[{#])[^\n]*\0/.test(new TextDecoder().decode(begin.subarray(0, lineBytesMax)));
}

const utf16 = "text in UTF-8, not in UTF-16: save the file as UTF-8";

/** The beginnings are in hexadecimal digits. */
const formats: readonly (readonly [begins: RegExp, expected: string])[] = [
  [
    /^504b0304/,
    "text in UTF-8, not a zip file or a spreadsheet's own format (.xlsx, .ods, .numbers): save it as CSV UTF-8",
  ],
  [
    // BEGIN:VCALENDAR
    /^(efbbbf)?424547494e3a5643414c454e444152/,
    "bookings, not a calendar (.ics): export them from the calendar's program as CSV",
  ],
  [/^1f8b/, "text in UTF-8, not a compressed file: unpack it, such as with gunzip"],
  [
    // The container of an .xls of before 2007.
    /^d0cf11e0a1b11ae1/,
    "text in UTF-8, not an old spreadsheet's own format (.xls): save it as CSV UTF-8",
  ],
  [
    // %PDF
    /^25504446/,
    "bookings, not a PDF: export them from the other system as CSV",
  ],
  [
    // JPEG, PNG, GIF, WebP, and what telephones call .heic.
    /^(ffd8ff|89504e47|47494638|52494646.{8}57454250|.{8}66747970(68656963|6d696631|61766966))/,
    "bookings, not a picture: export them from the other system as CSV",
  ],
  [
    // <!, <?, <html, <table: many systems call a page of theirs .xls or .csv.
    /^(efbbbf)?(09|0a|0d|20)*3c(21|3f|[46]8[57]4[46]d[46]c|[57]4[46]1[46]2[46]c[46]5)/,
    "bookings, not a web page or XML, whatever its name says: open it in a spreadsheet and save it as CSV UTF-8",
  ],
  [/^(fffe|feff)/, utf16],
  // Two letters of ASCII without a byte order mark.
  [/^([2-7][0-9a-f]00){2}|^(00[2-7][0-9a-f]){2}/, utf16],
  [
    // A byte order mark, a bracket, white space, and an object.
    /^(efbbbf)?5b(09|0a|0d|20)*(7b|$)/,
    "one JSON object a line, not all lines in one array",
  ],
];
