import type { Attempt } from "./cancelling-callers.ts";

/** The moments of a failover, as `performance.now()`. */
export interface Moments {
  readonly began: number;
  readonly struck: number;
  readonly promoted: number;
  /** The first success after the promotion. */
  readonly back: number;
}

/** The texts of the picture. */
export interface Story {
  readonly title: string;
  /** The event at `struck`, and the one at `promoted`. */
  readonly struck: string;
  readonly promoted: string;
}

const width = 960;
const height = 480;
const left = 64;
const right = 24;
/** The panel of answers: successes grow upwards from its line, refusals downwards. */
const answers = { top: 140, line: 236, bottom: 296 };
/** The panel of durations, on a logarithmic scale. */
const durations = { top: 326, bottom: 430, leastMs: 3, mostMs: 3_000 };
/** The scales of a picture of a few seconds, and of one of half a minute. */
const scales = {
  short: { bucketMs: 50, marginMs: 1_500, tickMs: 500, ticksToLabel: 2 },
  long: { bucketMs: 250, marginMs: 5_000, tickMs: 1_000, ticksToLabel: 5 },
} as const;
type Scale = (typeof scales)[keyof typeof scales];
const longFromMs = 5_000;
const labelRow = 17;
const labelWidth = 240;

const ink = "#1f2933";
const faint = "#d9dee4";
const grey = "#68737d";
const colours = { 200: "#0f766e", 503: "#d97706", other: "#b91c1c" } as const;

/** Draws a failover as its callers saw it: their answers, and how long each took. */
export function drawTimeline(
  all: readonly Attempt[],
  { began, struck, promoted, back }: Moments,
  { lost, story }: { readonly lost: number; readonly story: Story },
): string {
  const scale = back - struck < longFromMs ? scales.short : scales.long;
  const { marginMs } = scale;
  const from = Math.max(began, struck - marginMs);
  const to = Math.min(back + marginMs, Math.max(...all.map(({ answeredAt }) => answeredAt)));
  const x = (at: number) => left + ((at - from) / (to - from)) * (width - left - right);
  const shown = all.filter(({ answeredAt }) => answeredAt >= from && answeredAt <= to);
  const told = all.filter(({ status }) => status === 200).length;
  const refused = all.filter(({ status }) => status === 503).length;
  const marks = [
    { at: struck, text: story.struck },
    { at: promoted, text: story.promoted },
    { at: back, text: "first cancel acknowledged again" },
  ];
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12" fill="${ink}">`,
    `<title>A failover of PostgreSQL as the callers of the service saw it</title>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<text x="${left}" y="30" font-size="17" font-weight="600">${story.title}</text>`,
    `<text x="${left}" y="51" fill="${grey}">${told} cancels acknowledged with 200, ${refused} answered 503, ${lost} of the acknowledged lost. Writes back ${seconds(back - promoted)} after the promotion.</text>`,
    ...drawAnswers(shown, from, { x, scale }),
    ...drawDurations(shown, x),
    ...drawSeconds({ from, to, zero: struck }, { x, scale }),
    ...marks.map(({ at, text }, index) => {
      const label = `${text}, ${seconds(at - struck)}`;
      const y = 80 + index * labelRow;
      // To the right of its line while there is space.
      const fits = x(at) < width - right - labelWidth;
      return [
        `<line x1="${n(x(at))}" x2="${n(x(at))}" y1="${y - 9}" y2="${durations.bottom}" stroke="${ink}" stroke-dasharray="3 3"/>`,
        `<text x="${n(x(at) + (fits ? 6 : -6))}" y="${y}" text-anchor="${fits ? "start" : "end"}" stroke="#fff" stroke-width="4" paint-order="stroke">${label}</text>`,
      ].join("");
    }),
    `</svg>`,
  ].join("\n")}\n`;
}

type Place = (at: number) => number;
interface Axis {
  readonly x: Place;
  readonly scale: Scale;
}

function drawAnswers(
  shown: readonly Attempt[],
  from: number,
  { x, scale: { bucketMs } }: Axis,
): string[] {
  const counts = new Map<number, { done: number; refused: number }>();
  for (const { answeredAt, status } of shown) {
    const bucket = Math.floor((answeredAt - from) / bucketMs);
    const count = counts.get(bucket) ?? { done: 0, refused: 0 };
    count[status === 200 ? "done" : "refused"] += 1;
    counts.set(bucket, count);
  }
  const { top, line, bottom } = answers;
  const most = Math.max(1, ...[...counts.values()].map(({ done }) => done));
  const mostRefused = Math.max(1, ...[...counts.values()].map(({ refused }) => refused));
  const scale = Math.min((line - top - 12) / most, (bottom - line) / mostRefused);
  const bars = [...counts].flatMap(([bucket, { done, refused }]) => {
    const at = n(x(from + bucket * bucketMs));
    const wide = n(x(from + bucketMs) - x(from) - 1);
    const bar = (y: number, count: number, colour: string) =>
      `<rect x="${at}" y="${n(y)}" width="${wide}" height="${n(count * scale)}" fill="${colour}"/>`;
    return [
      ...(done > 0 ? [bar(line - done * scale, done, colours[200])] : []),
      ...(refused > 0 ? [bar(line, refused, colours[503])] : []),
    ];
  });
  return [
    `<text x="${left}" y="${line - 4}" text-anchor="end" dx="-8" fill="${colours[200]}">200</text>`,
    `<text x="${left}" y="${line + 14}" text-anchor="end" dx="-8" fill="${colours[503]}">503</text>`,
    ...bars,
    `<line x1="${left}" x2="${width - right}" y1="${line}" y2="${line}" stroke="${ink}"/>`,
    `<text x="${left}" y="${top}" fill="${grey}">answers in each ${bucketMs} ms, ${most} successes at most</text>`,
  ];
}

function drawDurations(shown: readonly Attempt[], x: Place): string[] {
  const { top, bottom, leastMs, mostMs } = durations;
  const part = (ms: number) => Math.log(ms / leastMs) / Math.log(mostMs / leastMs);
  const y = (ms: number) => bottom - (bottom - top) * part(Math.min(Math.max(ms, leastMs), mostMs));
  const dots = shown.map(({ askedAt, answeredAt, status }) => {
    const colour = status === 200 || status === 503 ? colours[status] : colours.other;
    return `<circle cx="${n(x(answeredAt))}" cy="${n(y(answeredAt - askedAt))}" r="1.8" fill="${colour}" fill-opacity="0.7"/>`;
  });
  const lines = [10, 100, 1_000].map(
    (ms) =>
      `<line x1="${left}" x2="${width - right}" y1="${n(y(ms))}" y2="${n(y(ms))}" stroke="${faint}"/>` +
      `<text x="${left}" y="${n(y(ms) + 4)}" text-anchor="end" dx="-8" fill="${grey}">${ms === 1_000 ? "1 s" : `${ms} ms`}</text>`,
  );
  return [
    ...lines,
    ...dots,
    `<text x="${left}" y="${top - 8}" fill="${grey}">how long each caller waited for its answer</text>`,
  ];
}

function drawSeconds(
  { from, to, zero }: { readonly from: number; readonly to: number; readonly zero: number },
  { x, scale: { tickMs, ticksToLabel } }: Axis,
): string[] {
  const ticks: number[] = [];
  for (let tick = Math.ceil((from - zero) / tickMs); zero + tick * tickMs <= to; tick += 1) {
    ticks.push(tick);
  }
  return [
    ...ticks.map((tick) => {
      const at = n(x(zero + tick * tickMs));
      const isLabelled = tick % ticksToLabel === 0;
      const label = isLabelled ? `${String((tick * tickMs) / 1000).replace("-", "−")} s` : "";
      return (
        `<line x1="${at}" x2="${at}" y1="${durations.bottom}" y2="${durations.bottom + (isLabelled ? 7 : 4)}" stroke="${grey}"/>` +
        `<text x="${at}" y="${durations.bottom + 21}" text-anchor="middle" fill="${grey}">${label}</text>`
      );
    }),
    `<line x1="${left}" x2="${width - right}" y1="${durations.bottom}" y2="${durations.bottom}" stroke="${ink}"/>`,
    `<text x="${left}" y="${durations.bottom + 40}" fill="${grey}">seconds since the failure</text>`,
  ];
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}

/** A number with no more digits than the picture needs. */
function n(value: number): string {
  return String(Math.round(value * 10) / 10);
}
