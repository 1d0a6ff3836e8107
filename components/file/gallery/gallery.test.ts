import { describe, expect, it } from "vitest";
import type { FileEntry } from "@/lib/contracts/file";
import { arrangePhotos } from "./arrange-photos";
import { entryAfterKey } from "./gallery-keys";
import { entriesInArea, layOutGallery, lineOf } from "./gallery-layout";
import { parseGallerySettings } from "./gallery-settings";
import { groupByDate } from "./group-by-date";
import { justifyRows } from "./justify-rows";
import { scrubberMarks, stopAfterKey } from "./scrubber-marks";

const room = { width: 1000, targetHeight: 200, gap: 4 };
const shapes = Array.from({ length: 500 }, (_, index) => [0.66, 1.5, 1, 1.78, 0.05, 12, 1.33][(index * 5) % 7] ?? 1);

describe("justifyRows", () => {
  const rows = justifyRows(shapes, room);

  it("has each picture once and in order", () => {
    expect(rows.reduce((count, { start, widths }) => (start === count ? count + widths.length : Number.NaN), 0)).toBe(
      500,
    );
  });

  it("fills the width with lines about as high as asked, but for the last", () => {
    for (const { widths, height } of rows.slice(0, -1)) {
      expect(widths.reduce((sum, one) => sum + one, room.gap * (widths.length - 1))).toBe(room.width);
      expect(height).toBeGreaterThan(110);
      expect(height).toBeLessThanOrEqual(300);
    }
  });

  it("does not stretch the last one", () => {
    expect(justifyRows([1.5, 0.5], room)).toEqual([{ start: 0, widths: [300, 100], height: 200 }]);
    expect(justifyRows([], room)).toEqual([]);
    expect(justifyRows([1], { ...room, width: 0 })).toEqual([]);
  });

  it("gives a panorama a line of its own in the width of a phone", () => {
    expect(justifyRows([9, 1], { ...room, width: 360 })[0]).toEqual({ start: 0, widths: [360], height: 80 });
  });
});

describe("layOutGallery", () => {
  const sections = [
    { key: "folders", title: "", look: "cards", start: 0, end: 3 },
    { key: "may", title: "May", look: "photos", start: 3, end: 13 },
    { key: "none", title: "None", look: "photos", start: 13, end: 13 },
    { key: "june", title: "June", look: "photos", start: 13, end: 20 },
  ] as const;
  const layout = layOutGallery(sections, {
    width: 972,
    targetHeight: 200,
    padding: 14,
    ratioAt: (at) => 1 + (at % 3) / 3,
  });
  const move = (key: string, index: number, isRtl = false) =>
    entryAfterKey(key, layout, { index, count: 20, pagePx: 400, isRtl });

  it("puts one below the other, and nothing where there is nothing", () => {
    expect(layout.blocks.map(({ key }) => key)).toEqual(["folders", "may", "june"]);
    for (const [at, { top, height }] of layout.lines.entries())
      expect(layout.lines[at + 1]?.top ?? Infinity).toBeGreaterThanOrEqual(top + height);
    expect(lineOf(layout, 3)).toBe(1);
    expect(lineOf(layout, 20)).toBe(-1);
  });

  it("finds what a frame touches", () => {
    expect(entriesInArea(layout, { left: 0, right: 1000, top: 0, bottom: layout.height })).toHaveLength(20);
    expect(entriesInArea(layout, { left: 0, right: 20, top: 0, bottom: 30 })).toEqual([0]);
    expect(entriesInArea(layout, { left: 0, right: 5, top: 0, bottom: layout.height })).toEqual([]);
  });

  it("goes to what lies nearest", () => {
    expect(move("ArrowDown", 0)).toBe(3);
    expect(move("ArrowUp", 3)).toBe(0);
    expect(move("ArrowUp", 0)).toBe(0);
    expect(move("ArrowRight", 5)).toBe(6);
    expect(move("ArrowRight", 5, true)).toBe(4);
    expect(move("End", 0)).toBe(19);
    expect(move("PageDown", 0)).toBeGreaterThan(3);
    expect(move("PageUp", 19)).toBeLessThan(18);
    expect(move("ArrowDown", -1)).toBe(0);
    expect(move("x", 1)).toBeNull();
  });
});

const day = (month: number, date: number) => new Date(2024, month, date, 12).getTime();

describe("dates", () => {
  it("are months, or days where there are many pictures to each", () => {
    expect(groupByDate([day(4, 1), day(4, 9), day(5, 1)])).toMatchObject({
      unit: "month",
      groups: [{ end: 2 }, { end: 3 }],
    });
    expect(groupByDate(Array.from({ length: 40 }, (_, at) => day(4, at < 20 ? 1 : 2)))).toMatchObject({
      unit: "day",
      groups: [
        { start: 0, end: 20 },
        { start: 20, end: 40 },
      ],
    });
    expect(groupByDate([]).groups).toEqual([]);
  });

  it("lead along the scrubber", () => {
    const stops = [2024, 2024, 2023, 2023, 2022, 2021].map((year, at) => ({
      top: at * 100,
      ms: new Date(year, 11 - at, 1).getTime(),
    }));
    expect(scrubberMarks(stops, { contentPx: 600, trackPx: 300 }).map(({ text }) => text)).toEqual([
      "2024",
      "2023",
      "2022",
      "2021",
    ]);
    expect(scrubberMarks(stops, { contentPx: 600, trackPx: 60 }).map(({ text }) => text)).toEqual([
      "2024",
      "2023",
      "2022",
    ]);
    const after = (key: string, at: number) => stopAfterKey(key, stops, at);
    expect([after("ArrowDown", 0), after("ArrowUp", 0), after("End", 0), after("a", 0)]).toEqual([1, 0, 5, null]);
    expect([after("PageDown", 0), after("PageDown", 5), after("PageUp", 4), after("PageUp", 0)]).toEqual([2, 5, 2, 0]);
  });
});

const file = (name: string, mtime: number, kind: FileEntry["kind"] = "file"): FileEntry => ({
  name,
  kind,
  size: 1,
  mtime,
  mode: 0,
});

describe("arrangePhotos", () => {
  const rows = [
    file("f", 0, "folder"),
    file("a.jpg", day(1, 1)),
    file("b.txt", 0),
    file("c.mp4", day(3, 1)),
    file("d.jpg", day(2, 1)),
  ];
  const wishes = {
    sort: "name",
    isByDate: true,
    takenMs: ({ name }: FileEntry) => (name === "a.jpg" ? day(6, 1) : undefined),
    titleOf: (ms: number) => String(new Date(ms).getMonth()),
    otherTitle: "Others",
  } as const;

  it("has folders first, the newest pictures by when they were taken, others last", () => {
    const { rows: shown, sections } = arrangePhotos(rows, wishes);
    expect(shown.map(({ name }) => name)).toEqual(["f", "a.jpg", "c.mp4", "d.jpg", "b.txt"]);
    expect(sections.map(({ title }) => title)).toEqual(["", "6", "3", "2", "Others"]);
  });

  it("keeps the folder's order where that is wanted", () => {
    const plain = arrangePhotos(rows, { ...wishes, isByDate: false });
    expect(plain.rows.map(({ name }) => name)).toEqual(["f", "a.jpg", "c.mp4", "d.jpg", "b.txt"]);
    const oldest = arrangePhotos(rows, { ...wishes, sort: "time_minx_max" });
    expect(oldest.rows.map(({ name }) => name)).toEqual(["f", "d.jpg", "c.mp4", "a.jpg", "b.txt"]);
  });
});

it("takes from local storage what makes sense", () => {
  expect(parseGallerySettings(`{"heightPx":300,"isByDate":false}`)).toEqual({ heightPx: 300, isByDate: false });
  for (const text of [null, "[", "3", `{"heightPx":9999}`])
    expect(parseGallerySettings(text)).toEqual({ heightPx: 190, isByDate: true });
});
