import { isKeptWhole, isObject, parseJson } from "../json.ts";
import { clearable, leftOutWhenNull } from "./field.ts";
import { mismatch, reference, type Reader } from "./values.ts";

/** Bytes of the compact JSON, as UTF-8. */
export const shopDataMaxBytes = 4_096;

const expected =
  `a JSON object of at most ${shopDataMaxBytes} bytes, with each key once and numbers of at most 15 digits, or null ` +
  "for none";

/** A booking's data, which the service does not read, as compact JSON. */
export const shopData: Reader<string> = (value) => {
  if (!isObject(value)) return mismatch(expected);
  const text = compact(value);
  return text === null || Buffer.byteLength(text) > shopDataMaxBytes ? mismatch(expected) : text;
};

/** What a shop keeps with its booking. A line without them says nothing of them, and null clears. */
export const shopFields = {
  reference: leftOutWhenNull(clearable(reference, null)),
  data: clearable(shopData, null, {
    write: (data) => (data == null ? undefined : parseJson(data)),
  }),
};

export type ShopField = keyof typeof shopFields;
export const shopFieldNames = Object.keys(shopFields) as readonly ShopField[];

function compact(value: object): string | null {
  try {
    return JSON.stringify(value);
  } catch {
    // It is nested too deep.
    return null;
  }
}

/** The value of `data` as a text of its own, such as a flag or a cell; false, which is no data, where it would lose some. */
export function parseShopData(text: string): unknown {
  const value = parseJson(text);
  return value !== undefined && isKeptWhole(text) && value;
}

/** The object of a data file's line. What its parser has lost of `data` makes that field a mismatch. */
export function withDataOf(
  text: string,
  line: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return isObject(line["data"]) && !isKeptWhole(text, "data") ? { ...line, data: false } : line;
}
