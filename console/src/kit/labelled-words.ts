import { language } from "../language/t.ts";
import { fieldWord } from "./field-word.ts";
import { sentenceIn } from "./instant-words.ts";

const [opening, closing] = { de: "„ “", en: "“ ”", fr: "«\u00A0 \u00A0»" }[language].split(" ");

/** A label within a sentence. */
export function quoted(label: string): string {
  return `${opening}${label}${closing}`;
}

/**
 * A sentence of the service with the labels of a form in place of its fields' names, and with instants by the
 * zone's clocks. A field that the form does not have is called as the form that has it calls it.
 */
export function labelledWords(
  sentence: string,
  labels: ReadonlyMap<string, string>,
  zone: string,
): string {
  // A name of one word is also a word of the sentence, but for the one that the sentence begins with.
  const named = sentence.replace(/^[a-z]+(?=:| must )|\b[a-z]+(?:_[a-z]+)+\b/g, (name) => {
    const label = labels.get(name) ?? fieldWord(name);
    return label === null ? name : quoted(label);
  });
  return sentenceIn(zone, named);
}

/** What stands beside each field of a form, by its name, without a note in brackets. */
export function labelsOf(form: HTMLFormElement | null): ReadonlyMap<string, string> {
  const labels = new Map<string, string>();
  for (const element of form?.elements ?? []) {
    if (!("name" in element && "labels" in element)) continue;
    const [label] = (element as HTMLInputElement).labels ?? [];
    const text = label?.textContent.replace(/\s*\([^)]*\)$/, "") ?? "";
    if (text !== "") labels.set(String(element.name), text);
  }
  return labels;
}
