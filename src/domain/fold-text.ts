/** Letters that Unicode does not decompose into a base letter and marks, and the two forms of sigma. */
const plainLetters: Readonly<Record<string, string>> = {
  æ: "ae",
  œ: "oe",
  ø: "o",
  ð: "d",
  đ: "d",
  ɗ: "d",
  ħ: "h",
  ł: "l",
  þ: "th",
  ŧ: "t",
  ŋ: "n",
  ɓ: "b",
  ƙ: "k",
  ƴ: "y",
  ə: "e",
  ɛ: "e",
  ɔ: "o",
  ς: "σ",
};
const plainLetter = new RegExp(`[${Object.keys(plainLetters).join("")}]`, "g");

/**
 * A text as names are compared: without accents, marks and case. The console takes this file along, so that its desk
 * finds whom the service finds.
 */
export function foldText(text: string): string {
  return (
    text
      .normalize("NFKD")
      .replaceAll(/\p{M}/gu, "")
      // Unicode counts these apostrophes as letters; people type another.
      .replaceAll(/[\u02B9-\u02BF\u02C8]/g, "'")
      // "ẞ" becomes "ß" and then "SS", and a dotless "ı" the usual "I".
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      .replaceAll(plainLetter, (letter) => plainLetters[letter] ?? letter)
  );
}
