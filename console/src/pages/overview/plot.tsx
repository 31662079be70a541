import { useEffect, useMemo, useRef, useState } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { locale, t } from "../../language/t.ts";
import { useSharedZone } from "../../api/campaigns.ts";
import { wallTimeOf } from "../../../../src/domain/local-time.ts";
import { zoneAbbreviation } from "../../../../src/domain/zones/zone-clock.ts";
import { asTable, axisNumber, shortNumber, type Series } from "./series.ts";
import { useShownTheme } from "../../kit/shown-theme.ts";

const heightPx = 190;
/** The room of a label of time. */
const labelPx = 90;
/**
 * Lines differ in their dashes too, for readers who cannot distinguish their colours. These are read from the style sheet,
 * again when the theme changes.
 */
const styles: readonly { readonly colour: string; readonly dash: readonly number[] }[] = [
  { colour: "--plot-1", dash: [] },
  { colour: "--plot-2", dash: [6, 4] },
  { colour: "--plot-3", dash: [2, 3] },
  { colour: "--plot-4", dash: [10, 3, 2, 3] },
  { colour: "--plot-5", dash: [1, 5] },
];

/**
 * Lines over time, with a legend that shows the values under the pointer, or the latest ones. A table has
 * the same values for screen readers.
 */
export function Plot({
  title,
  unit,
  from,
  stepSeconds,
  series,
  hasTable = true,
}: {
  readonly title: string;
  readonly unit: string;
  /** Milliseconds UTC of the first step. */
  readonly from: number;
  /** A step of a day is named by its date, any other by its time. */
  readonly stepSeconds: number;
  readonly series: readonly Series[];
  /** False where the page has the same values in a table of its own. */
  readonly hasTable?: boolean;
}) {
  const [pointed, setPointed] = useState<number | null>(null);
  const zone = useSharedZone();
  const place = usePlot({ from, stepSeconds, series, zone, onPoint: setPointed });
  const steps = series[0]?.values.length ?? 0;
  const index = pointed !== null && pointed < steps ? pointed : steps - 1;
  const at = from + index * stepSeconds * 1000;
  return (
    <figure className="card plot" aria-label={title}>
      <figcaption className="plot-caption">
        <h2>{title}</h2>
        <span className="soft">{unit}</span>
        {steps > 0 && (
          <span className="soft num plot-time">
            {clock(at, stepSeconds, zone)}{" "}
            {stepSeconds !== daySeconds && zoneAbbreviation(at, zone)}
          </span>
        )}
      </figcaption>
      <ul className="plot-legend">
        {series.map(({ label, values }, line) => (
          <li key={label}>
            <svg
              className={`plot-mark plot-${line % styles.length}`}
              viewBox="0 0 24 4"
              aria-hidden
            >
              <line x1="0" y1="2" x2="24" y2="2" strokeDasharray={styleOf(line).dash.join(" ")} />
            </svg>
            {label}
            <span className="num">
              {stepSeconds === daySeconds
                ? axisNumber(values[index] ?? 0)
                : shortNumber(values[index] ?? null)}
            </span>
          </li>
        ))}
      </ul>
      <div ref={place} className="plot-place" aria-hidden="true" />
      {hasTable && (
        <details>
          <summary>{t("As a table")}</summary>
          <PlotTable {...{ title, unit, from, stepSeconds, series, zone }} />
        </details>
      )}
    </figure>
  );
}

function PlotTable({
  title,
  unit,
  from,
  stepSeconds,
  series,
  zone,
}: {
  readonly title: string;
  readonly unit: string;
  readonly from: number;
  readonly stepSeconds: number;
  readonly series: readonly Series[];
  readonly zone: string;
}) {
  return (
    <div
      className="table-frame"
      role="region"
      aria-label={t("{title}, as a table", { title })}
      tabIndex={0}
    >
      <table className="table">
        <caption className="visually-hidden">
          {t("{title}, {unit}: the highest value of each stretch of time", { title, unit })}
        </caption>
        <thead>
          <tr>
            <th scope="col">{t("From ({zone})", { zone })}</th>
            {series.map(({ label }) => (
              <th key={label} scope="col" className="num">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {asTable(series, { from, stepSeconds, rows: 12 }).map((row) => (
            <tr key={row.from}>
              <th scope="row">{clock(row.from, stepSeconds, zone)}</th>
              {row.values.map((value, line) => (
                <td key={series[line]?.label} className="num">
                  {shortNumber(value)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function styleOf(line: number) {
  return styles[line % styles.length] ?? { colour: "--accent", dash: [] };
}

function usePlot({
  from,
  stepSeconds,
  series,
  zone,
  onPoint,
}: {
  readonly from: number;
  readonly stepSeconds: number;
  readonly series: readonly Series[];
  readonly zone: string;
  readonly onPoint: (index: number | null) => void;
}) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const theme = useShownTheme();
  const labels = series.map(({ label }) => label).join("\n");
  // Each move of the pointer renders.
  const data = useMemo(() => dataOf(series, from, stepSeconds), [series, from, stepSeconds]);
  const latest = useRef(data);
  latest.current = data;

  useEffect(() => {
    const { current: box } = place;
    if (box === null) return;
    const lines = labels === "" ? [] : labels.split("\n");
    const made = new uPlot(
      options(box, lines, { stepSeconds, zone, onPoint }),
      latest.current as uPlot.AlignedData,
      box,
    );
    plot.current = made;
    const watcher = new ResizeObserver(() =>
      made.setSize({ width: box.clientWidth, height: heightPx }),
    );
    watcher.observe(box);
    return () => {
      watcher.disconnect();
      plot.current = null;
      made.destroy();
    };
  }, [labels, stepSeconds, zone, theme, onPoint]);

  useEffect(() => {
    plot.current?.setData(data as uPlot.AlignedData);
  }, [data]);
  return place;
}

function dataOf(series: readonly Series[], from: number, stepSeconds: number) {
  const steps = series[0]?.values.length ?? 0;
  const times = Array.from({ length: steps }, (_, step) => from / 1000 + step * stepSeconds);
  return [times, ...series.map(({ values }) => [...values])];
}

function options(
  box: HTMLElement,
  labels: readonly string[],
  {
    stepSeconds,
    zone,
    onPoint,
  }: {
    readonly stepSeconds: number;
    readonly zone: string;
    readonly onPoint: (index: number | null) => void;
  },
): uPlot.Options {
  const style = getComputedStyle(box);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const axis = {
    stroke: colour("--soft"),
    font: `12px ${style.fontFamily}`,
    grid: { stroke: colour("--line"), width: 1 },
    ticks: { show: false },
  };
  return {
    width: box.clientWidth,
    height: heightPx,
    // Half of a label may stand to the right of the last step.
    padding: [8, 30, 0, 0],
    legend: { show: false },
    // All plots of a page show the same moment.
    cursor: { sync: { key: "page" }, y: false, points: { size: 7 }, drag: { x: false } },
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
    scales: { x: { time: false }, y: { range: (_, __, max) => [0, Math.max(max * 1.1, 1)] } },
    axes: [
      {
        ...axis,
        space: labelPx,
        size: 28,
        incrs: stepSeconds === daySeconds ? incrementsDays : incrementsSeconds,
        ...(stepSeconds === daySeconds && { splits: daysWithValues }),
        values: (_, times) => times.map((time) => clock(time * 1000, stepSeconds, zone)),
      },
      { ...axis, size: 52, values: (_, values) => values.map(axisNumber) },
    ],
    series: [
      {},
      ...labels.map((label, line) => {
        const stroke = colour(styleOf(line).colour);
        return {
          label,
          stroke,
          width: 1.75,
          dash: [...styleOf(line).dash],
          // Between two gaps, a day is no line.
          points:
            stepSeconds === daySeconds
              ? { show: true, size: 9 - 2 * (line % 3), fill: stroke }
              : { show: false },
        };
      }),
    ],
  };
}

/** The days that have values, as many as have room for their labels. */
function daysWithValues(plot: uPlot): number[] {
  const [times, ...lines] = plot.data;
  const days = [...times].filter((_, step) => lines.some((values) => values[step] != null));
  const every = Math.ceil(
    days.length / Math.max(1, Math.floor(plot.bbox.width / (labelPx * devicePixelRatio))),
  );
  return days.filter((_, index) => index % every === 0);
}

const dateWords = new Intl.DateTimeFormat(locale, {
  timeZone: "UTC",
  day: "numeric",
  month: "short",
  year: "2-digit",
});
const daySeconds = 86_400;
/** The distances between labels, from ten seconds to a year. */
const incrementsSeconds = [10, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200, 21_600];
const incrementsDays = [1, 2, 7, 14, 28, 91, 182, 364].map((days) => days * daySeconds);

/** A step of a day is named by its own date, which has no zone. */
function clock(ms: number, stepSeconds: number, zone: string): string {
  if (stepSeconds === daySeconds) return dateWords.format(ms);
  return new Date(wallTimeOf(ms, zone)).toISOString().slice(11, stepSeconds < 60 ? 19 : 16);
}
