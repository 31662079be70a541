/** The `expected` text for a file in another format, by its first bytes; null for one that may be ours. */
export function otherFormat(begin: Uint8Array): string | null {
  const hex = Array.from(begin.subarray(0, beginBytesMax), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
  return formats.find(({ begins }) => begins.test(hex))?.expected ?? null;
}

const beginBytesMax = 32;
const utf16 = "text in UTF-8, not in UTF-16: save the file as UTF-8";

/** The beginnings are in hexadecimal digits. */
const formats: readonly { readonly begins: RegExp; readonly expected: string }[] = [
  {
    begins: /^504b0304/,
    expected:
      "text in UTF-8, not a zip file or a spreadsheet's own format (.xlsx, .ods, .numbers): save it as CSV UTF-8",
  },
  {
    // BEGIN:VCALENDAR
    begins: /^(efbbbf)?424547494e3a5643414c454e444152/,
    expected: "bookings, not a calendar (.ics): export them from the calendar's program as CSV",
  },
  {
    begins: /^1f8b/,
    expected: "text in UTF-8, not a compressed file: unpack it, such as with gunzip",
  },
  {
    // The container of an .xls of before 2007.
    begins: /^d0cf11e0a1b11ae1/,
    expected: "text in UTF-8, not an old spreadsheet's own format (.xls): save it as CSV UTF-8",
  },
  {
    // %PDF
    begins: /^25504446/,
    expected: "bookings, not a PDF: export them from the other system as CSV",
  },
  {
    // <!, <?, <html, <table: many systems call a page of theirs .xls or .csv.
    begins: /^(efbbbf)?(09|0a|0d|20)*3c(21|3f|[46]8[57]4[46]d[46]c|[57]4[46]1[46]2[46]c[46]5)/,
    expected:
      "bookings, not a web page or XML, whatever its name says: open it in a spreadsheet and save it as CSV UTF-8",
  },
  { begins: /^(fffe|feff)/, expected: utf16 },
  // Two letters of ASCII without a byte order mark.
  { begins: /^([2-7][0-9a-f]00){2}|^(00[2-7][0-9a-f]){2}/, expected: utf16 },
  {
    // A byte order mark, a bracket, white space, and an object.
    begins: /^(efbbbf)?5b(09|0a|0d|20)*(7b|$)/,
    expected: "one JSON object a line, not all lines in one array",
  },
];
