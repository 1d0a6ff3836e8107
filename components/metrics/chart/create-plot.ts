import UPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { minuteMs } from "@/lib/shared/metrics";
import type { Frame } from "@/components/metrics/view/frame";
import type { AlertMark } from "./alert-marks";
import { axisOf, columnsOf, type ChartSpec } from "./chart-spec";
import { drawMarks } from "./draw-marks";

export type PlotTexts = {
  /** A time on the axis; the step between two of them in milliseconds. */
  time: (atMs: number, stepMs: number) => string;
  /** A value on the axis. */
  value: (value: number) => string;
};

export type Plot = {
  draw: (frame: Frame, marks: readonly AlertMark[]) => void;
  resize: (width: number) => void;
  /** Marks the point with this index; -1: none. */
  point: (index: number) => void;
  /** Marks what is being chosen, in milliseconds; null: nothing. */
  select: (range: { from: number; to: number } | null) => void;
  /** The time below a place in the window. */
  timeAt: (clientX: number) => number;
  destroy: () => void;
};

const height = 148;
const fontSize = 11;
/** What lies beside the lines, in pixels: the value axis, and the room for the last time. */
export const plotInsets = { left: 54, right: 8 } as const;
const timeAxisHeight = 24;
const timeGap = 14;
/** What lies behind, in 1/255 of its colour. */
const fill = { single: "1f", stacked: "b3" };
const peakAlpha = "73";
/** Bytes are counted in powers of two, so is their axis. */
const byteSteps = Array.from({ length: 52 }, (_, power) => 2 ** power);
const none = () => null;

/** In pixels. */
function widthOf(text: string, font: string): number {
  const context = document.createElement("canvas").getContext("2d");
  if (context === null) return 0;
  context.font = font;
  return context.measureText(text).width;
}

/** Points between two gaps: no line leads to them. */
function alone({ data }: UPlot, series: number): number[] {
  const points = data[series] ?? [];
  const isThere = (index: number) => typeof points[index] === "number";
  return [...points.keys()].filter((index) => isThere(index) && !isThere(index - 1) && !isThere(index + 1));
}

/** A chart on a canvas, in the colours of the element's theme. */
export function createPlot(
  host: HTMLElement,
  spec: ChartSpec,
  { frame, marks, texts, width }: { frame: Frame; marks: readonly AlertMark[]; texts: PlotTexts; width: number },
): Plot {
  const style = getComputedStyle(host);
  const token = (name: string) => style.getPropertyValue(name).trim();
  const font = `${fontSize}px ${style.fontFamily}`;
  const timeWidth = widthOf(texts.time(frame.to, minuteMs), font);
  const [line, panel] = [token("--line"), token("--panel")];
  const axis = { stroke: token("--faint"), font, ticks: { show: false }, border: { show: false } };
  let shown = frame;
  let columns = columnsOf(spec, shown);
  let shownMarks = marks;
  const markColours = { info: token("--dim"), warning: token("--warn"), critical: token("--bad") };

  const colours = spec.lines.map(({ colour }) => token(`--chart-${colour}`));
  const own = colours.map((stroke): UPlot.Series => {
    return {
      // Of what is stacked each line would cover the one below it.
      stroke: spec.isStacked === true ? "transparent" : stroke,
      width: 1.5,
      points: { show: true, size: 4, width: 0, fill: stroke, filter: alone },
      ...(spec.isStacked === true
        ? { fill: `${stroke}${fill.stacked}` }
        : spec.lines.length === 1
          ? { fill: `${stroke}${fill.single}` }
          : {}),
    };
  });
  const hasPeaks = shown.highest !== null && spec.isStacked !== true;
  const peaks = hasPeaks
    ? colours.map((colour): UPlot.Series => ({
        stroke: `${colour}${peakAlpha}`,
        width: 1,
        points: { show: false },
      }))
    : [];
  // Of what is stacked the last column is the highest: between it and the one before lies its own colour.
  const bands =
    spec.isStacked === true ? own.slice(1).map((_, index): UPlot.Band => ({ series: [index + 2, index + 1] })) : [];

  const plot = new UPlot(
    {
      width,
      height,
      ms: 1,
      padding: [8, plotInsets.right, 0, 0],
      legend: { show: false },
      bands,
      hooks: { drawAxes: [(made) => drawMarks(made, shownMarks, markColours)] },
      cursor: {
        y: false,
        drag: { x: false, y: false, setScale: false },
        // Pointers of all kinds, and keys, are handled by whoever shows it.
        bind: {
          mousedown: none,
          mouseup: none,
          click: none,
          dblclick: none,
          mousemove: none,
          mouseleave: none,
          mouseenter: none,
        },
        points: {
          size: 9,
          width: 1.5,
          stroke: (_, index) => (index <= own.length ? panel : "transparent"),
          fill: (_, index) => colours[index - 1] ?? "transparent",
        },
      },
      scales: {
        x: { time: true, range: () => [shown.from, shown.to] },
        y: { range: () => axisOf(spec, columns.slice(1)) },
      },
      axes: [
        {
          ...axis,
          size: timeAxisHeight,
          space: timeWidth + timeGap,
          gap: 4,
          grid: { show: false },
          // The last one would be cut off where it stands too near to the end.
          values: ({ width: all }, splits, __, ___, stepMs) => {
            const msPerPixel = (shown.to - shown.from) / (all - plotInsets.left - plotInsets.right);
            const lastMs = shown.to - (timeWidth / 2 - plotInsets.right) * msPerPixel;
            return splits.map((at) => (at > lastMs ? null : texts.time(at, stepMs)));
          },
        },
        {
          ...axis,
          size: plotInsets.left,
          space: 34,
          gap: 6,
          grid: { stroke: line, width: 1 },
          ...(spec.unit === "bytes" || spec.unit === "rate" ? { incrs: byteSteps } : {}),
          values: (_, splits) => splits.map((value) => texts.value(value)),
        },
      ],
      series: [{}, ...own, ...peaks],
    },
    columns,
    host,
  );

  return {
    draw(next, nextMarks) {
      shown = next;
      shownMarks = nextMarks;
      columns = columnsOf(spec, next);
      plot.setData(columns);
    },
    resize: (next) => plot.setSize({ width: next, height }),
    point(index) {
      const at = index < 0 ? undefined : shown.times[index];
      // Outside of the plot there is none.
      plot.setCursor({ left: at === undefined ? -10 : plot.valToPos(at, "x"), top: at === undefined ? -10 : 1 }, false);
    },
    select(range) {
      const [left, right] = range === null ? [0, 0] : [plot.valToPos(range.from, "x"), plot.valToPos(range.to, "x")];
      const whole = plot.over.clientHeight;
      plot.setSelect(
        { left: Math.min(left, right), width: Math.abs(right - left), top: 0, height: range === null ? 0 : whole },
        false,
      );
    },
    timeAt: (clientX) => plot.posToVal(clientX - plot.over.getBoundingClientRect().left, "x"),
    destroy: () => plot.destroy(),
  };
}
