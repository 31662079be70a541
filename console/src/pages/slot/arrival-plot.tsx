import { useEffect, useRef } from "react";
import UPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { t } from "../../language/t.ts";
import { useShownTheme } from "../../kit/shown-theme.ts";
import { wallTimeOf } from "../../../../src/domain/local-time.ts";
import { timeOfDay } from "../../kit/wall-time.ts";
import type { ArrivalSteps } from "./arrival-steps.ts";

const heightPx = 220;
/** The margin before the first and after the last arrival, so that the steps are visible. */
const marginSeconds = 300;

/** A plot of uPlot on a canvas; the words around it say the same. */
// oxlint-disable-next-line import/no-default-export -- React's lazy() asks for it.
export default function ArrivalPlot({
  steps: { at, arrived },
  expected,
  start,
  zone,
}: {
  readonly steps: ArrivalSteps;
  readonly expected: number;
  /** When the slot starts, seconds UTC. */
  readonly start: number;
  readonly zone: string;
}) {
  const place = useRef<HTMLDivElement>(null);
  const theme = useShownTheme();
  const key = `${at.join()} ${arrived.join()} ${expected}`;
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const colours = getComputedStyle(document.documentElement);
    const colour = (name: string) => colours.getPropertyValue(name).trim();
    const from = Math.min(start, at[0] ?? start) - marginSeconds;
    const to = Math.max(start, at.at(-1) ?? start) + marginSeconds;
    const plot = new UPlot(
      { ...optionsFor({ expected, zone, range: [from, to], colour }), width: element.clientWidth },
      [
        [from, ...at, to],
        [0, ...arrived, arrived.at(-1) ?? 0],
        [from, ...at, to].map(() => expected),
      ],
      element,
    );
    const resized = new ResizeObserver(() =>
      plot.setSize({ width: element.clientWidth, height: heightPx }),
    );
    resized.observe(element);
    return () => {
      resized.disconnect();
      plot.destroy();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `key` stands for the steps
  }, [key, start, zone, theme]);
  return <div ref={place} className="arrivals-plot" />;
}

function optionsFor({
  expected,
  zone,
  range,
  colour,
}: {
  readonly expected: number;
  readonly zone: string;
  /** Seconds UTC. */
  readonly range: readonly [number, number];
  readonly colour: (name: string) => string;
}): Omit<UPlot.Options, "width"> {
  const axis = {
    stroke: colour("--soft"),
    grid: { stroke: colour("--line"), width: 1 },
    ticks: { stroke: colour("--line"), width: 1 },
    font: "12px system-ui, sans-serif",
  };
  const stepped = UPlot.paths.stepped?.({ align: 1 });
  return {
    height: heightPx,
    legend: { show: false },
    cursor: { drag: { x: false, y: false } },
    scales: {
      x: { time: true, range: [...range] },
      y: { range: [0, Math.max(expected, 1)] },
    },
    axes: [
      {
        ...axis,
        values: (_plot, splits) => splits.map((each) => timeOfDay(wallTimeOf(each * 1000, zone))),
      },
      { ...axis, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000], size: 40 },
    ],
    series: [
      {},
      {
        label: t("Arrived"),
        stroke: colour("--accent"),
        fill: colour("--tint"),
        width: 2,
        points: { show: false },
        ...(stepped !== undefined && { paths: stepped }),
      },
      {
        label: t("Expected"),
        stroke: colour("--soft"),
        dash: [6, 4],
        width: 1,
        points: { show: false },
      },
    ],
  };
}
