import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { setupI18n } from "@lingui/core";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { accountLimits } from "../../../src/domain/account-limits.ts";
import { offerNames } from "../../../src/domain/catalogue/near-names.ts";
import { contactLimitCounts, limitText } from "../../../src/domain/contact-limit.ts";
import { columnsOf, templateFormats } from "../../../src/domain/data-file/template.ts";
import {
  problems,
  renderProblem,
  type AnyRefusal,
  type ProblemName,
} from "../../../src/operations/machinery/problems.ts";
import {
  sentenceFinder,
  translateSentence,
  type ApiCatalogue,
} from "../../src/language/api-sentences.ts";
import { composedSentences } from "./composed-sentences.ts";

const catalogues = { de: readCatalogue("de"), fr: readCatalogue("fr") };
const find = sentenceFinder(catalogues.fr);
const sayIn = {
  de: speaker("de", catalogues.de),
  en: speaker("en", {}),
  fr: speaker("fr", catalogues.fr),
};

describe("the sentences of the operator API", () => {
  test("both languages have the same", () => {
    const [german, french] = [catalogues.de, catalogues.fr].map((each) => Object.keys(each));
    assert.deepEqual(german?.toSorted(), french?.toSorted());
  });

  test("every refusal at the console has its German and its French, whatever its values", () => {
    const sentences = new Set(refusalSentences());
    assert.ok(sentences.size > 150, `${sentences.size}`);
    assert.deepEqual(withoutTranslation(sentences), []);
  });

  test("so has what is expected of a column, and every fault of a file, a field and a mapping", () => {
    assert.deepEqual(withoutTranslation(faults()), []);
    const composed = composedSentences();
    assert.ok(composed.size > 150, `${composed.size}`);
    const ofValues = new Set(["its contact then has 7", "7, in the file or in the account7"]);
    const unknown = [...composed].filter(
      ([sentence]) => !ofValues.has(sentence) && !isFoundIn(sentence),
    );
    assert.deepEqual(unknown, []);
  });

  test("a value keeps its text, a sentence within one is translated, or the whole has none", () => {
    const said = (sentence: string) => inLanguage("fr", sentence);
    assert.equal(
      said("The slot began at 2030-05-01 09:00 CEST: " + onlyBefore),
      "Le créneau a commencé\u00a0: 2030-05-01 09:00 CEST. Un créneau ne se modifie, et n’en accueille un autre, " +
        "qu’avant son début.",
    );
    assert.equal(
      said("It needs 1 seat and 0 are free: raise the capacity, or wait until somebody cancels."),
      "Il faut 1 place, et 0 est libre\u00a0: augmentez la capacité, ou attendez que quelqu’un annule.",
    );
    assert.equal(
      said("external_id must be a lower-case UUID."),
      "external_id\u00a0: valeur attendue\u00a0: un UUID en minuscules.",
    );
    assert.equal(said("external_id must be something that no catalogue has."), null);
    assert.equal(said("The moon is full."), null);
  });
});

const onlyBefore = "a slot changes, and takes another one in, before its start only.";

/** Those that are not found, do not come out of their message again, or have a part in English. */
function withoutTranslation(sentences: Iterable<string>): string[] {
  return [...sentences].filter(
    (sentence) =>
      !isFoundIn(sentence) ||
      inLanguage("de", sentence) === null ||
      inLanguage("fr", sentence) === null,
  );
}

/** What was found in a sentence makes the same sentence again. */
function isFoundIn(sentence: string): boolean {
  const found = find(sentence);
  return found !== null && sayIn.en(found) === sentence;
}

function inLanguage(language: "de" | "fr", sentence: string): string | null {
  return translateSentence(sentence, find, sayIn[language]);
}

function speaker(locale: string, messages: ApiCatalogue) {
  const i18n = setupI18n();
  i18n.setMessagesCompiler((message) => compileMessage(message));
  i18n.loadAndActivate({ locale, messages });
  return ({ message, values }: { message: string; values: object }) =>
    i18n._(message, values as Record<string, unknown>);
}

/** The titles of all problems, and their sentences with many a value. */
function refusalSentences(): readonly string[] {
  const names = Object.keys(problems) as readonly ProblemName[];
  return names.flatMap((why) =>
    variants.flatMap((values) => {
      const refusal = refusalWith({ ...usual, ...values, ...ofRefusal[why], why });
      const { title, detail } = renderProblem(refusal, "req-1", "console").body as Rendered;
      return [title, detail];
    }),
  );
}

interface Rendered {
  readonly title: string;
  readonly detail: string;
}

/** A member that nobody named is an account, or a number. */
function refusalWith(values: Readonly<Record<string, unknown>>): AnyRefusal {
  return new Proxy(values, {
    get: (known, member) => (Object.hasOwn(known, member) ? known[String(member)] : 7),
  }) as unknown as AnyRefusal;
}

const usual = {
  accounts: [],
  at: Date.UTC(2030, 4, 1, 7),
  until: Date.UTC(2030, 4, 1, 7),
  timezone: "Europe/Paris",
  cancelled: 0,
  counts: "all",
  expected: "a lower-case UUID",
  errors: [],
  isFull: false,
  isOfAll: false,
  isOfSlot: false,
  of: "webhooks",
  period: "2030-05",
  scope: "book",
  status: "WAITLIST",
  ticketType: undefined,
  type: null,
  with: "activity",
  by: "booking",
  state: "ended",
  field: "slot",
  what: "the scope book",
};

const ofRefusal: Partial<Record<ProblemName, object>> = {
  malformed: { field: "name", expected: "must be a lower-case UUID" },
  "media-type": { expected: "application/json" },
  "cursor-not-kept": { cursor: "0123456789ab-7" },
};

const variants: readonly object[] = [
  {},
  ...Object.keys(accountLimits).flatMap((of) => [{ of }, { of, isOfAll: true }]),
  ...contactLimitCounts.flatMap((counts) => [{ counts }, { counts, type: {} }]),
  ...["booked", "released", "ended"].flatMap((state) => [{ state }, { state, isFull: true }]),
  ...["interaction", "activity", "host", "slot", "ticket_type"].map((field) => ({ field })),
  ...["activity", "slot", "host", "ticket type"].map((part) => ({ with: part })),
  ...["booking", "hold", "slot", "campaign"].map((by) => ({ by })),
  { isOfSlot: true },
  { isHeldBack: true },
  { isHeldBack: true, needs: 1, free: 1 },
  { tickets: 1, cancelled: 1 },
  { needs: 1, free: 1, taken: 1, bookings: 1, held: 1 },
  { ticketType: "vip" },
  { ticketType: "vip", needs: 1, free: 1, taken: 1 },
];

/** What is expected of columns, of names and of limits. */
function faults(): readonly string[] {
  const columns = templateFormats.flatMap((format) =>
    columnsOf(format).map(({ expected }) => expected),
  );
  return [...columns, ...faultsOfNames(), ...limitWarnings()];
}

/** What is said of an activity, a host or a ticket type that there is not. */
function faultsOfNames(): readonly string[] {
  const kinds = ["an activity of the interaction", "a host of the activity"];
  const named = (ids: readonly string[]) => ids.map((id) => ({ id, texts: [] }));
  const offers = [
    [],
    ["yoga"],
    ["standard"],
    ["toga", "yoga"],
    ["one", "two", "three", "four", "five", "six"],
  ];
  return [...kinds, "a ticket type of the activity"].flatMap((kind) =>
    offers.map(
      (ids) => `the id of ${kind}, in the file or in the account${offerNames("joga", named(ids))}`,
    ),
  );
}

function limitWarnings(): readonly string[] {
  return contactLimitCounts.flatMap((counts) =>
    [null, { activity: "yoga", ticketType: "standard" }].flatMap((type) =>
      [1, 4].map((held) => {
        const limit = { type, counts, period: "2030-05", limit: 3, held };
        return `its contact then has ${limitText(limit)}`;
      }),
    ),
  );
}

function readCatalogue(language: string): ApiCatalogue {
  const file = new URL(`../../src/language/api/${language}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")) as ApiCatalogue;
}
