import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type DateOrder, DateOrders, instantOfLocal, prepareTimes } from "./spreadsheet-dates.ts";

/** A day with the time of 9:00 in the morning, as one program of one country writes it. */
type Form = (day: number, month: number) => string;

const two = (value: number) => String(value).padStart(2, "0");
const english = ["", "Jan", "Feb", "Mar", "Apr", "May"];

/** Forms that say their order: the year first, dots, or the month's name. */
const plain: Readonly<Record<string, Form>> = {
  "ISO, hyphens": (day, month) => `2031-${two(month)}-${two(day)} 09:00`,
  "LibreOffice, Canada, hyphens": (day, month) => `2031-${two(month)}-${two(day)} 9:00:00`,
  "LibreOffice, Sweden, hyphens": (day, month) => `2031-${two(month)}-${two(day)} 09:00:00`,
  "LibreOffice, Japan, slashes": (day, month) => `2031/${month}/${day} 9:00:00`,
  "Excel, South Africa, slashes": (day, month) => `2031/${two(month)}/${two(day)} 09:00`,
  "LibreOffice, Hungary, dots": (day, month) => `2031.${two(month)}.${two(day)}. 09:00:00`,
  "Excel, Hungary, dots": (day, month) => `2031.${two(month)}.${two(day)} 9:00`,
  "Excel, Germany, dots": (day, month) => `${two(day)}.${two(month)}.2031 09:00`,
  "Outlook, Austria, dots": (day, month) => `${day}.${month}.2031 09:00:00`,
  "Excel, Switzerland, dots": (day, month) => `${two(day)}.${two(month)}.2031, 09:00:00`,
  "Excel, Finland, dots": (day, month) => `${day}.${month}.2031 9:00`,
  "an export, English, the month's name": (day, month) => `${day} ${english[month]} 2031 09:00`,
  "an export, United States, the month's name": (day, month) =>
    `${english[month]} ${day}, 2031 9:00 AM`,
  "an export, hyphens, the month's name": (day, month) =>
    `${two(day)}-${english[month]}-2031 09:00`,
};

/** Forms that do not: with slashes or hyphens and the year last. */
const open: Readonly<Record<string, { readonly order: "dmy" | "mdy"; readonly form: Form }>> = {
  "Excel, United Kingdom, slashes": dmy((day, month) => `${two(day)}/${two(month)}/2031 09:00`),
  "Excel, France, slashes": dmy((day, month) => `${two(day)}/${two(month)}/2031 09:00:00`),
  "Excel, Italy, slashes": dmy((day, month) => `${two(day)}/${two(month)}/2031 9:00`),
  "Google Sheets, Spain, slashes": dmy((day, month) => `${day}/${month}/2031 9:00:00`),
  "Excel, Australia, slashes, AM": dmy((day, month) => `${day}/${two(month)}/2031 9:00 AM`),
  "LibreOffice, Australia, slashes, am": dmy(
    (day, month) => `${two(day)}/${two(month)}/2031, 9:00 am`,
  ),
  "LibreOffice, New Zealand, slashes, am": dmy(
    (day, month) => `${day}/${two(month)}/2031, 9:00 am`,
  ),
  "LibreOffice, India, slashes, am": dmy((day, month) => `${day}/${month}/2031, 9:00 am`),
  "LibreOffice, Singapore, slashes, am": dmy((day, month) => `${day}/${month}/2031, 9:00 am`),
  "LibreOffice, Mexico, slashes, a.m.": dmy(
    (day, month) => `${two(day)}/${two(month)}/2031, 9:00\u202Fa.\u00A0m.`,
  ),
  "LibreOffice, Netherlands, hyphens": dmy(
    (day, month) => `${two(day)}-${two(month)}-2031 09:00:00`,
  ),
  "LibreOffice, Denmark, hyphens": dmy((day, month) => `${two(day)}-${two(month)}-2031 09:00`),
  "LibreOffice, Portugal, hyphens": dmy((day, month) => `${two(day)}-${two(month)}-2031, 09:00:00`),
  "Excel, Chile, hyphens": dmy((day, month) => `${day}-${month}-2031 9:00`),
  "Excel, United States, slashes, AM": mdy((day, month) => `${month}/${day}/2031 9:00 AM`),
  "Google Sheets, United States, slashes": mdy((day, month) => `${month}/${day}/2031 9:00:00`),
  "LibreOffice, United States, slashes, AM": mdy(
    (day, month) => `${two(month)}/${two(day)}/2031 09:00:00 AM`,
  ),
  "an export, United States, hyphens": mdy((day, month) => `${two(month)}-${two(day)}-2031 09:00`),
};

function dmy(form: Form) {
  return { order: "dmy", form } as const;
}

function mdy(form: Form) {
  return { order: "mdy", form } as const;
}

/** What is read of a column in UTC: an instant, or the first words of what was expected. */
function read(texts: readonly string[], given: DateOrder | null): string[] {
  const orders = new DateOrders(["at"]);
  for (const at of texts) orders.see({ at });
  const readTime = prepareTimes(given ?? orders);
  return texts.map((text) => {
    const time = readTime("at", text);
    const found = "wallTime" in time ? instantOfLocal(time.wallTime, "UTC") : time;
    return "text" in found ? found.text : (/^.*?(?=[,:;]|$)/.exec(found.expected)?.[0] ?? "");
  });
}

const [second, last] = ["2031-05-02T09:00:00Z", "2031-05-31T09:00:00Z"];
const undecided = "a date whose order its column shows by a number above 12";

describe("a date that says its order is the same whatever order is given:", () => {
  for (const [name, form] of Object.entries(plain)) {
    test(name, () => {
      const texts = [form(2, 5), form(31, 5)];
      for (const given of [null, "dmy", "mdy", "ymd"] as const) {
        assert.deepEqual(read(texts, given), [second, last], String(given));
      }
    });
  }
});

describe("a date that does not say its order has that of a row above 12, or the given one:", () => {
  for (const [name, { order, form }] of Object.entries(open)) {
    test(name, () => {
      const texts = [form(2, 5), form(31, 5)];
      const other = order === "dmy" ? "mdy" : "dmy";
      assert.deepEqual(read(texts, null), [second, last]);
      assert.deepEqual(read(texts, order), [second, last]);
      assert.deepEqual(read([form(2, 5)], null), [undecided]);
      assert.deepEqual(read([form(2, 5)], order), [second]);
      // What nobody can see: a date that both orders have is read as it is given.
      assert.deepEqual(read([form(2, 5)], other), ["2031-02-05T09:00:00Z"]);
      const first = other === "dmy" ? "day" : "month";
      assert.deepEqual(read([form(31, 5)], other), [`a date with its ${first} first`]);
      assert.deepEqual(read(texts, "ymd"), Array(2).fill("a date with its year first"));
    });
  }

  test("rows that show both orders are refused, each of them, in each pair of forms", () => {
    for (const { order, form } of Object.values(open)) {
      for (const { order: otherOrder, form: other } of Object.values(open)) {
        if (order === otherOrder) continue;
        const found = read([form(31, 5), other(30, 5), form(2, 5)], null);
        assert.deepEqual(found, Array(3).fill("dates in one order"));
      }
    }
  });

  test("a row of one form decides for rows of each other form of its order", () => {
    for (const { order, form } of Object.values(open)) {
      for (const { order: otherOrder, form: other } of Object.values(open)) {
        if (order !== otherOrder) continue;
        assert.deepEqual(read([form(2, 5), other(31, 5)], null), [second, last]);
      }
    }
  });
});
