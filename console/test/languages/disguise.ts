type Catalogue = Readonly<Record<string, string>>;

/** The first of the letters that look like Latin ones and are others, and how far they are from these. */
const fullWidth = 0xfee0;

/**
 * A catalogue that shows each English sentence in letters of full width: on a page that uses it, a word
 * in plain letters is data, a word of `Intl`, or a text that no catalogue reaches.
 */
export function disguise(sentences: Catalogue): Catalogue {
  return Object.fromEntries(
    Object.keys(sentences).map((english) => [english, inDisguise(english)]),
  );
}

/** Text stands outside of braces, and again inside of a plural's two: `{n, plural, one {text}}`. */
function inDisguise(message: string): string {
  let depth = 0;
  return message.replaceAll(/[{}A-Za-z]/g, (sign) => {
    if (sign === "{") depth += 1;
    else if (sign === "}") depth -= 1;
    else if (depth % 2 === 0) return String.fromCodePoint((sign.codePointAt(0) ?? 0) + fullWidth);
    return sign;
  });
}

/** The words in plain letters that are neither in the data nor words of dates, times and languages. */
export function strangeWords(texts: readonly string[], data: string): readonly string[] {
  const known = new Set([...wordsIn(data), ...wordsOfIntl()]);
  return [...new Set(texts.flatMap(wordsIn))].filter((word) => !known.has(word));
}

function wordsIn(text: string): readonly string[] {
  return text.toLowerCase().match(/[a-zà-ÿ]{3,}/g) ?? [];
}

/** As the console lets `Intl` write: days and months, distances of time, names of languages and zones. */
function wordsOfIntl(): readonly string[] {
  // A day of each month, of which each weekday is one.
  const dates = Array.from({ length: 24 }, (_, half) =>
    new Date(Date.UTC(2031, half / 2, half + 1)).toLocaleString("fr-FR", {
      weekday: "short",
      month: "short",
      timeZoneName: "short",
      timeZone: "UTC",
    }),
  );
  const distance = new Intl.RelativeTimeFormat("fr-FR", { numeric: "always" });
  const units = ["minute", "hour", "day", "month", "year"] as const;
  const distances = units.flatMap((unit) =>
    [-2, -1, 1, 2].map((count) => distance.format(count, unit)),
  );
  const names = new Intl.DisplayNames("fr-FR", { type: "language" });
  const languages = ["Deutsch", "English", "Français", names.of("en") ?? "", names.of("fr") ?? ""];
  return [...dates, ...distances, ...languages].flatMap(wordsIn);
}
