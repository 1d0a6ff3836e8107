import { expect, test } from "vitest";
import { applyTones } from "./apply-tones";
import { blurredParts } from "./blur-cells";
import { doneEdits, noHistory, reduceHistory, type EditHistory, type HistoryEvent } from "./edit-history";
import { cropPixels, frameSize, imageEditLimits, noTones, recipeOf, resultSize, type ImageEdit } from "./image-edits";
import { formatOfName } from "./image-formats";
import { marksSvg, shapesOf } from "./mark-shapes";

const source = { width: 400, height: 300 };
const turn: ImageEdit = { kind: "turn", by: 1 };
const mirror: ImageEdit = { kind: "flip", axis: "horizontal" };
const crop: ImageEdit = { kind: "crop", area: { x: 0, y: 0, width: 0.5, height: 0.25 } };
const text: ImageEdit = {
  kind: "addMark",
  mark: { kind: "text", at: { x: 0.25, y: 0.5 }, text: "a", color: "#000000", size: 0.1, degrees: 0 },
};

test.each<[string, ImageEdit[], object]>([
  ["turned", [turn], { width: 300, height: 400 }],
  ["cropped", [crop], { width: 200, height: 75 }],
  ["cropped, then turned: the same part", [crop, turn], { width: 75, height: 200 }],
  ["made smaller", [crop, { kind: "resize", longest: 100 }], { width: 100, height: 38 }],
])("the size of a picture %s", (_, edits, size) => {
  expect(resultSize(recipeOf(edits, source), source)).toEqual(size);
});

test("what goes once around, or is mirrored twice, is where it was", () => {
  for (const edits of [
    [turn, turn, turn, turn],
    [mirror, mirror],
    [mirror, turn, mirror, turn],
  ]) {
    const recipe = recipeOf([crop, text, ...edits], source);
    const { turns, isMirrored, crop: area, marks } = recipe;
    expect({ turns, isMirrored }).toEqual({ turns: 0, isMirrored: false });
    expect(area?.width).toBeCloseTo(0.5);
    expect(marks[0]).toMatchObject({ at: { x: 0.25, y: 0.5 } });
  }
});

test("straightening takes what is drawn along, and back", () => {
  const there = recipeOf([text, { kind: "straighten", degrees: 20 }], source);
  expect(there.marks[0]).not.toMatchObject({ at: { x: 0.25, y: 0.5 } });
  const { marks } = recipeOf([text, { kind: "straighten", degrees: 20 }, { kind: "straighten", degrees: 0 }], source);
  const [mark] = marks;
  expect(
    mark?.kind === "text" ? [mark.at.x, mark.at.y, mark.degrees].map((one) => Number(one.toFixed(6))) : [],
  ).toEqual([0.25, 0.5, 0]);
  expect(frameSize(there, source).width).toBeLessThan(400);
});

test("a part never reaches beyond the picture", () => {
  const area = { x: 0.999, y: 0.999, width: 0.5, height: 0.5 };
  expect(cropPixels({ crop: area }, { width: 10, height: 10 })).toEqual({ x: 9, y: 9, width: 1, height: 1 });
});

const run = (events: readonly HistoryEvent[]) => events.reduce<EditHistory>(reduceHistory, noHistory);

test("edits are undone and redone, and a drag is one of them", () => {
  const tone = (value: number, goesOn: boolean): HistoryEvent => ({
    type: "add",
    edit: { kind: "tone", name: "contrast", value },
    goesOn,
  });
  const history = run([{ type: "add", edit: turn }, tone(1, false), tone(2, true), tone(3, true)]);
  expect(doneEdits(history)).toEqual([turn, { kind: "tone", name: "contrast", value: 3 }]);
  const undone = reduceHistory(history, { type: "undo" });
  expect(doneEdits(undone)).toEqual([turn]);
  expect(doneEdits(reduceHistory(undone, { type: "redo" }))).toHaveLength(2);
  expect(reduceHistory(undone, { type: "add", edit: mirror })).toEqual({ edits: [turn, mirror], count: 2 });
  const many = Array.from({ length: imageEditLimits.edits + 5 }, (): HistoryEvent => ({ type: "add", edit: turn }));
  expect(run(many).count).toBe(imageEditLimits.edits);
});

test("no tones change nothing, and no saturation leaves gray", () => {
  const data = Uint8Array.from([200, 100, 50, 7]);
  applyTones({ data, channels: 4 }, noTones);
  expect([...data]).toEqual([200, 100, 50, 7]);
  applyTones({ data, channels: 4 }, { ...noTones, saturation: -100 });
  const [red, green, blue, alpha] = data;
  expect([red === green, green === blue, alpha]).toEqual([true, true, 7]);
});

test("what is written into a drawing is text and nothing else", () => {
  const marks = recipeOf(
    [
      {
        kind: "addMark",
        mark: {
          kind: "text",
          at: { x: 0, y: 0 },
          text: '</text><a b="&\u0000',
          color: "#000000",
          size: 0.1,
          degrees: 0,
        },
      },
    ],
    source,
  ).marks;
  const svg = marksSvg(marks, { frame: source, part: { x: 0, y: 0, ...source }, size: source });
  expect(svg).toContain("&lt;/text&gt;&lt;a b=&quot;&amp;</text>");
});

test("a blurred place is no drawing, but a part of few cells, and none outside of what is kept", () => {
  const mark = { kind: "blur", from: { x: 0.5, y: 0.5 }, to: { x: 0.25, y: 0.25 }, strength: 0.05 } as const;
  expect(shapesOf(mark, source)).toEqual([]);
  const part = { x: 0, y: 0, ...source };
  expect(blurredParts([mark], { frame: source, part })).toEqual([
    { x: 100, y: 75, width: 100, height: 75, columns: 5, rows: 4 },
  ]);
  expect(blurredParts([mark], { frame: source, part: { x: 300, y: 0, width: 100, height: 300 } })).toEqual([]);
});

test.each([
  ["a.JPG", "jpeg"],
  ["a.gif", null],
  ["jpg", undefined],
  ["a.txt", undefined],
  ["a.constructor", undefined],
])("%s is saved as %s", (name, format) => {
  expect(formatOfName(name)).toBe(format);
});
