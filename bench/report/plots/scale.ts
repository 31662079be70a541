/** Maps values to positions on a line of this many pixels. */
export interface Scale {
  place(value: number): number;
  /** Values that are labelled at the axis. */
  readonly ticks: readonly number[];
}

interface Range {
  readonly from: number;
  readonly to: number;
  readonly pixels: readonly [first: number, last: number];
}

/** A logarithmic scale with ticks at 1, 2 and 5 of each power of ten, or at the powers. */
export function logScale({ from, to, pixels: [first, last] }: Range): Scale {
  const low = Math.log10(from);
  const span = Math.log10(to) - low || 1;
  const factors = span > 3 ? [1] : [1, 2, 5];
  const ticks: number[] = [];
  for (let power = Math.floor(low); power <= Math.ceil(low + span); power += 1) {
    for (const factor of factors) {
      const tick = factor * 10 ** power;
      if (tick >= from * 0.999 && tick <= to * 1.001) ticks.push(tick);
    }
  }
  return {
    ticks,
    place: (value) => first + ((Math.log10(value) - low) / span) * (last - first),
  };
}

const tickCount = 5;

export function linearScale({ from, to, pixels: [first, last] }: Range): Scale {
  const span = to - from || 1;
  const rough = span / tickCount;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  const ticks: number[] = [];
  for (let tick = Math.ceil(from / step) * step; tick <= to * 1.0001; tick += step) {
    ticks.push(Number(tick.toPrecision(12)));
  }
  return { ticks, place: (value) => first + ((value - from) / span) * (last - first) };
}
