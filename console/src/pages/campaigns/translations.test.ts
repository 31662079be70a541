import assert from "node:assert/strict";
import { test } from "node:test";
import {
  bodyOf,
  formOf,
  languagesIn,
  remindersIn,
  wrongLanguages,
  wrongReminders,
} from "./campaign-form.ts";
import { cutoffWords, durationWords, reminderWords } from "./campaign-words.ts";
import { activityGaps, gapWords, languagesOf } from "./translations.ts";

const campaign = { languages: ["fr", "en"], default_language: "fr" };

test("A42 a missing text falls back to the default language's, and that is said", () => {
  const activity = { title: { fr: "Dégustation", en: "" } };
  const gaps = activityGaps(activity, campaign);
  assert.deepEqual(gaps, [{ language: "en", falls: "default", field: "title" }]);
  assert.match(gaps.map((gap) => gapWords(gap, activity, campaign)).join(), /“Dégustation”/);
});

test("A42 where the default language lacks it too, callers get all languages as JSON", () => {
  const activity = { title: { it: "Aperitivo" }, location_hint: { en: "Hall 2" } };
  assert.deepEqual(
    activityGaps(activity, campaign).map(({ field, language, falls }) => [field, language, falls]),
    [
      ["title", "fr", "map"],
      ["title", "en", "map"],
      ["location_hint", "fr", "map"],
    ],
  );
  assert.deepEqual(languagesOf(activity, campaign), ["fr", "en", "it"]);
});

test("a location hint in no language is none, a title in no language is missing", () => {
  assert.deepEqual(
    activityGaps({ title: {}, location_hint: { fr: "" } }, campaign).map(({ falls }) => falls),
    ["nothing", "nothing"],
  );
});

test("a campaign goes through its form unchanged", () => {
  const line = {
    kind: "interaction" as const,
    public_key: "pk_summer",
    id: "6a1d3c52-8f4e-4b07-9c1a-2e5d7f90b316",
    group: "acme",
    timezone: "Europe/Paris",
    default_language: "fr",
    languages: ["fr", "en"],
    cancellation_cutoff_minutes: 0,
    booking_cutoff_minutes: -15,
    waitlist_promotion: "automatic" as const,
    title: { fr: "Été" },
    tickets_per_contact: 4,
    contact_limit_counts: "all" as const,
    waitlist_offer_minutes: null,
    reminder_minutes: null,
  };
  const { kind: _kind, public_key: _key, ...rest } = line;
  assert.deepEqual(bodyOf(formOf(line), line.id), rest);
  const reminded = { ...rest, reminder_minutes: [1440, 60] };
  assert.deepEqual(bodyOf(formOf(reminded), line.id), reminded);
});

test("language codes are read as they are typed, and a wrong one is named", () => {
  assert.deepEqual(languagesIn(" FR, en;fr "), ["fr", "en"]);
  assert.equal(wrongLanguages("fr, en"), null);
  assert.match(wrongLanguages("fr, en-GB") ?? "", /“en-gb”/);
});

test("reminders are read as they are typed, and a wrong one is named", () => {
  assert.deepEqual(remindersIn(" 60; 1440,60 "), [1440, 60]);
  assert.equal(wrongReminders(""), null);
  assert.equal(wrongReminders("43200, 5, 60"), null);
  for (const bad of ["4", "43201", "60.5", "1h"]) {
    assert.match(wrongReminders(`60, ${bad}`) ?? "", new RegExp(`“${bad}”`));
  }
  assert.equal(wrongReminders("5, 6, 7, 8"), "There are three reminders at most.");
  assert.equal(reminderWords([1440, 60]), "1 day, 1 hour before the slot");
  assert.equal(reminderWords(null), "no reminder");
});

test("A36 the cut-off is told in words", () => {
  assert.equal(cutoffWords({}), "at any time");
  assert.equal(cutoffWords({ cancellation_cutoff_minutes: 0 }), "until the slot starts");
  assert.equal(cutoffWords({ cancellation_cutoff_minutes: 1500 }), "until 1 day 1 hour before");
  assert.equal(durationWords(61), "1 hour 1 minute");
});
