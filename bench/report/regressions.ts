import type { Comparison } from "../measure/compare.ts";

/** Ratios by CPU time, which repeat best, under names such as `list, sqlite: service / tuned`. */
export type KeptRatios = Readonly<Record<string, number>>;

/** A smaller loss is not distinguishable from noise. */
const tolerated = 0.9;

export function ratiosOf(comparisons: readonly Comparison[]): KeptRatios {
  return Object.fromEntries(
    comparisons.flatMap((comparison) =>
      comparison.ratios.map((ratio) => [
        nameOf(comparison, ratio),
        Math.round(ratio.cpu.median * 1000) / 1000,
      ]),
    ),
  );
}

/** Finds ratios that are certainly more than a tenth worse than the kept ones; a sentence for each. */
export function findRegressions(comparisons: readonly Comparison[], kept: KeptRatios): string[] {
  return comparisons.flatMap((comparison) =>
    comparison.ratios.flatMap((ratio) => {
      const name = nameOf(comparison, ratio);
      const before = kept[name];
      if (before === undefined || ratio.cpu.high >= before * tolerated) return [];
      const dearer = Math.round((before / ratio.cpu.median - 1) * 100);
      return [
        `${name} is ${ratio.cpu.median.toFixed(2)} by CPU time, at most ${ratio.cpu.high.toFixed(2)}; it was ${before.toFixed(2)}. A request costs about ${dearer} % more.`,
      ];
    }),
  );
}

function nameOf(
  { title, engine }: Comparison,
  { of, to }: { readonly of: string; readonly to: string },
): string {
  return `${title}${engine === null ? "" : `, ${engine}`}: ${of} / ${to}`;
}
